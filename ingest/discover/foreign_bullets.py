"""Bullets of fonts of signs, and the signs that recognition takes bullets for, before counted things."""

import re
from collections import Counter

LEAST_ALIKE = 3
"""One sign of print is a bullet wherever it stands where it stands so often before something counted."""
LEAST_LINES = 2
"""And where it begins so many lines."""
_SIGN = re.compile(r"(?<![^\s,;.])(?:[\ue000-\uf8ff]|[¢¤§°©®](?!\s+(?:1[89]|20)\d\d\b))(?=\s+\d{1,4}\s+[^\W\d_])")
"""Behind a sign of print no year stands: “© 2020”."""
_PARTS = ",;."


def with_bullets(text: str) -> str:
    """The text with a bullet for such a sign at its beginning, and a semicolon for one that parts things further on.

    Letters for private use are bullets wherever they stand. “§”, “°” and “©” are so where they begin the text, or go on
    with such a list behind a comma or in a new line, or where one of them stands often enough.
    """
    found = list(_SIGN.finditer(text))
    alike = Counter(match.group() for match in found)
    gaps = [_gap_before(text, match.start()) for match in found]
    lines = Counter(match.group() for match, gap in zip(found, gaps, strict=True) if "\n" in gap)
    is_list = bool(found) and len(gaps[0]) == found[0].start()
    parts, at = [], 0
    for match, gap in zip(found, gaps, strict=True):
        sign, is_line = match.group(), "\n" in gap
        is_first = len(gap) == match.start()
        goes_on = is_list and (is_line or gap.strip() in (",", ";"))
        is_alike = alike[sign] >= LEAST_ALIKE or (is_line and lines[sign] >= LEAST_LINES)
        if not (_is_private(sign) or is_first or goes_on or is_alike):
            continue
        is_indent = is_first and not gap.strip(" \t")
        parts.append(f"{text[at : match.start()]}•" if is_indent else f"{text[at : match.start() - len(gap)]};")
        at = match.end()
    return "".join([*parts, text[at:]])


def _gap_before(text: str, end: int) -> str:
    """The white and the marks that part things right before a place."""
    at = end
    while at and (text[at - 1].isspace() or text[at - 1] in _PARTS):
        at -= 1
    return text[at:end]


def _is_private(sign: str) -> bool:
    return "\ue000" <= sign <= "\uf8ff"

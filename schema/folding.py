"""Letters without their marks and case, so that `lodz` finds `Łódź` in every language alike."""

import unicodedata

_SPECIAL = str.maketrans(
    {
        "ł": "l",
        "ß": "ss",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ħ": "h",
        "ŧ": "t",
    }
)


def fold(text: str) -> str:
    """Lower-case ``text`` with every diacritic removed, also those that Unicode does not decompose."""
    lowered = text.casefold().translate(_SPECIAL)
    if lowered.isascii():
        return lowered
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_SPECIAL)

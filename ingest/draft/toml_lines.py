"""Lines put into TOML files without touching any other: into an array, at the end of a table or of the file."""

import re
from collections.abc import Sequence


def into_array(lines: list[str], table: str, key: str, items: Sequence[str]) -> list[str]:
    """The lines with further items, one a line, in an array of a table; both are made where there are none."""
    span = _table(lines, f"[{table}]")
    if span is None:
        return [*_closed(lines), f"[{table}]", f"{key} = [", *items, "]"]
    begin, end = span
    at = next((n for n in range(begin, end) if re.match(rf"{re.escape(key)}\s*=\s*\[", lines[n])), None)
    if at is None:
        return [*lines[:end], f"{key} = [", *items, "]", *lines[end:]]
    code = _without_comment(lines[at])
    if "]" in code:
        head, tail = lines[at][: code.rindex("]")].rstrip(), lines[at][code.rindex("]") :]
        comma = "" if head.endswith(("[", ",")) else ","
        return [*lines[:at], f"{head}{comma}", *items, tail, *lines[at + 1 :]]
    close = next(n for n in range(at + 1, len(lines)) if _without_comment(lines[n]).strip().startswith("]"))
    return [*lines[:at], *_ending_with_comma(lines[at:close]), *items, *lines[close:]]


def into_table(lines: list[str], table: str, entries: Sequence[str]) -> list[str]:
    """The lines with further ones at the end of a table, which is made where there is none."""
    span = _table(lines, f"[{table}]")
    if span is None:
        return [*_closed(lines), f"[{table}]", *entries]
    return [*lines[: span[1]], *entries, *lines[span[1] :]]


def at_end(lines: list[str], block: Sequence[str]) -> list[str]:
    """The lines with a block of its own after them."""
    return [*_closed(lines), *block]


def _table(lines: Sequence[str], header: str) -> tuple[int, int] | None:
    """Where a table begins and its last entry ends."""
    begin = next((n for n, line in enumerate(lines) if _without_comment(line).strip() == header), None)
    if begin is None:
        return None
    end = next((n for n in range(begin + 1, len(lines)) if re.match(r"\[", lines[n])), len(lines))
    while end > begin + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1
    return begin + 1, end


def _without_comment(line: str) -> str:
    """A line up to its comment; a number sign between quotes begins none."""
    is_quoted = False
    for at, sign in enumerate(line):
        if sign == '"' and (at == 0 or line[at - 1] != "\\"):
            is_quoted = not is_quoted
        if sign == "#" and not is_quoted:
            return line[:at]
    return line


def _ending_with_comma(lines: Sequence[str]) -> list[str]:
    """The lines of an array, so that another item can follow."""
    found = list(lines)
    for at in range(len(found) - 1, 0, -1):
        code = _without_comment(found[at]).rstrip()
        if code.strip():
            if not code.endswith(","):
                found[at] = f"{code},{found[at][len(code) :]}"
            break
    return found


def _closed(lines: Sequence[str]) -> list[str]:
    """The lines with one empty line at their end, none where there are no lines."""
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    return [*kept, ""] if kept else []

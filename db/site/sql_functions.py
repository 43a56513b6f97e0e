"""Functions of SQL that a hostile text keeps busy beyond any time limit, in versions that cannot be kept busy."""

import sqlite3
from collections.abc import Callable
from typing import Any


class _Refused(ValueError):
    """The function is not there for others."""


def replace_functions(connection: sqlite3.Connection, longest: int) -> None:
    """Put ours in the place of SQLite's, which compare letter by letter and cannot be interrupted meanwhile."""

    def replaced(text: Any, old: Any, new: Any) -> Any:
        if text is None or old is None or new is None:
            return None
        text, old, new = str(text), str(old), str(new)
        if not old:
            return text
        if len(text) + text.count(old) * (len(new) - len(old)) > longest:
            raise _Refused
        return text.replace(old, new)

    connection.create_function("instr", 2, _place, deterministic=True)
    connection.create_function("replace", 3, replaced, deterministic=True)
    for name, trim in _TRIMS.items():
        for count in (1, 2):
            connection.create_function(name, count, trim, deterministic=True)
    for name in ("printf", "format"):
        connection.create_function(name, -1, _refuse, deterministic=True)


def _refuse(*_: Any) -> None:
    raise _Refused


def _place(text: Any, part: Any) -> int | None:
    if text is None or part is None:
        return None
    if isinstance(text, bytes) and isinstance(part, bytes):
        return text.find(part) + 1
    return str(text).find(str(part)) + 1


def _trimmed(strip: Callable[[str, str], str]) -> Callable[..., str | None]:
    def trim(text: Any, letters: Any = " ") -> str | None:
        if text is None or letters is None:
            return None
        return strip(str(text), str(letters)) if str(letters) else str(text)

    return trim


_TRIMS = {"trim": _trimmed(str.strip), "ltrim": _trimmed(str.lstrip), "rtrim": _trimmed(str.rstrip)}

"""The address of a SQLite file, without SQLAlchemy: a command that only reads a kept index need not import it."""

from pathlib import Path
from urllib.parse import quote, unquote

_SCHEME = "sqlite:///"


def sqlite_url(path: Path) -> str:
    """The address of a SQLite file, whatever signs its name holds."""
    return _SCHEME + quote(str(path), safe=" +/")


def sqlite_file(url: str) -> Path | None:
    """The file of an address that names a SQLite file and nothing besides; None for any other."""
    name = unquote(url.removeprefix(_SCHEME))
    is_file = url.startswith(_SCHEME) and "?" not in url and name not in ("", ":memory:")
    return Path(name) if is_file else None

"""Which code obeys which rule: functions of a game say so with a decorator, and the matrix of rules is read from it."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, MappingProxyType
from typing import Any, TypeVar

from schema.play import PlayFile

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])
ROOT = Path(__file__).resolve().parent.parent
WRITTEN = "<rows>"
"""What stands for the file of functions that were written from rows."""


@dataclass(frozen=True, slots=True)
class Obeyed:
    """A function that obeys a rule."""

    rule: str
    file: str
    line: int
    function: str


_OBEYED: dict[CodeType, list[Obeyed]] = {}


def obeys(*rules: str) -> Callable[[FunctionT], FunctionT]:
    """Note that a function obeys these rules; the function itself stays as it is, and as fast."""

    def note(function: FunctionT) -> FunctionT:
        code = function.__code__
        file = Path(code.co_filename).resolve().relative_to(ROOT).as_posix()
        entries = [Obeyed(str(rule), file, code.co_firstlineno, function.__qualname__) for rule in rules]
        _OBEYED.setdefault(code, []).extend(entries)
        return function

    return note


def obeyed_in(package: str) -> Iterator[Obeyed]:
    """What the code below a folder such as ``rules_engine/resist`` obeys."""
    yield from (entry for entries in _OBEYED.values() for entry in entries if entry.file.startswith(f"{package}/"))


def obeyed_by_rows(game: str, play: PlayFile) -> Iterator[Obeyed]:
    """What the rows of a frame obey, each where it stands in play.toml."""
    yield from (Obeyed(row.rule, f"games/{game}/play.toml", row.line or 1, f"{t} {row.code}") for t, row in play.rows())


def package_of(game: str) -> str:
    """The folder of the code that plays a game."""
    return f"rules_engine/{game.replace('-', '_')}"


@contextmanager
def watching(package: str, written: Mapping[str, Sequence[Obeyed]] = MappingProxyType({})) -> Iterator[set[Obeyed]]:
    """Gather what code below a folder is really run meanwhile, and which functions that were written from rows.

    Once all of it was, nothing is slowed down any more.
    """
    unread = dict(written)
    waiting = {code: entries for code, entries in _OBEYED.items() if entries[0].file.startswith(f"{package}/")}
    run: set[Obeyed] = set()
    before = sys.getprofile()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and (code in waiting or (code.co_filename == WRITTEN and code.co_name in unread)):
            run.update(waiting.pop(code, ()) or unread.pop(code.co_name, ()))
            if not waiting and not unread:
                sys.setprofile(before)

    sys.setprofile(note)
    try:
        yield run
    finally:
        sys.setprofile(before)

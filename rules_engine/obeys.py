"""Which code obeys which rule: functions of a game say so with a decorator, and the matrix of rules is read from it."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from cProfile import Profile
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, MappingProxyType
from typing import TypeVar

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


class Watch:
    """Gathers what code below a folder is really run, and which functions that were written from rows."""

    def __init__(self, package: str, written: Mapping[str, Sequence[Obeyed]] = MappingProxyType({})) -> None:
        self._waiting: dict[CodeType | str, Sequence[Obeyed]] = dict(written.items())
        self._waiting |= {code: ours for code, ours in _OBEYED.items() if ours[0].file.startswith(f"{package}/")}

    @contextmanager
    def watching(self, rules: Container[str]) -> Iterator[set[Obeyed]]:
        """What is run meanwhile that obeys these rules; once all of it was, nothing is slowed down any more."""
        waiting = {code: found for code, found in self._waiting.items() if any(entry.rule in rules for entry in found)}
        run = set[Obeyed]()
        if not waiting:
            yield run
            return
        profile = Profile(builtins=False)
        with profile:
            yield run
        for entry in profile.getstats():
            code = entry.code
            if isinstance(code, CodeType):
                run.update(waiting.get(code.co_name if code.co_filename == WRITTEN else code, ()))

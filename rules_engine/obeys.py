"""Which code obeys which rule: functions of a game say so with a decorator, and the matrix of rules is read from it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Obeyed:
    """A function that obeys a rule."""

    rule: str
    file: str
    line: int
    function: str


_OBEYED: list[Obeyed] = []


def obeys(*rules: str) -> Callable[[FunctionT], FunctionT]:
    """Note that a function obeys these rules; the function itself stays as it is, and as fast."""

    def note(function: FunctionT) -> FunctionT:
        code = function.__code__
        file = Path(code.co_filename).resolve().relative_to(ROOT).as_posix()
        _OBEYED.extend(Obeyed(str(rule), file, code.co_firstlineno, function.__qualname__) for rule in rules)
        return function

    return note


def obeyed_in(package: str) -> Iterator[Obeyed]:
    """What the code below a folder such as ``rules_engine/resist`` obeys."""
    yield from (entry for entry in _OBEYED if entry.file.startswith(f"{package}/"))

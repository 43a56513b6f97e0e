"""How a room is given hands for many tasks: something like ``map``, which may do them elsewhere."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


class Map(Protocol):
    """Like ``map``: results come in the order of the tasks, wherever and whenever those are done."""

    def __call__(self, function: Callable[[TaskT], ResultT], tasks: Iterable[TaskT], /) -> Iterable[ResultT]:
        """The result of each task."""
        ...

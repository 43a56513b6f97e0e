"""Decisions as values, and the one way in which random, scripted, human and searching players answer them."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decision:
    """Who must decide what; an answer is the index of one of the options."""

    actor: str
    question: str
    options: tuple[str, ...]
    effect: int | None = None


Chooser = Callable[[Decision], int]
"""A player: is shown a decision and gives the index of the option taken."""


def at_random(generator: random.Random) -> Chooser:
    """A player who takes any option."""
    return lambda decision: generator.randrange(len(decision.options))


def by_script(answers: Iterable[str]) -> Chooser:
    """A player who gives these answers in turn, each in the words of its option."""
    remaining = iter(answers)

    def choose(decision: Decision) -> int:
        answer = next(remaining, None)
        if answer not in decision.options:
            offered = ", ".join(f"“{option}”" for option in decision.options)
            wanted = "has no answer left" if answer is None else f"answers “{answer}”"
            raise ValueError(f"The script {wanted}, but “{decision.question}” offers {offered}.")
        return decision.options.index(answer)

    return choose

"""The value of a fact as the engine knows it, and lines whose numbers such values fill."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules_engine.errors import WrongFact
from schema.base import Origin
from schema.notation import Line
from schema.slots import WHOLE, FactKey, Slots, filled


@dataclass(frozen=True, slots=True)
class FactValue:
    """The value that was chosen for a subject and attribute, and the row it stands in; none for one run alone."""

    row: int | None
    value: str
    origin: Origin
    is_provisional: bool = False

    def __str__(self) -> str:
        """The value as a player sees it."""
        return f"{self.value} (provisional)" if self.is_provisional else self.value


def read_line(notation: str, slots: Slots, facts: Mapping[FactKey, FactValue], parse: Callable[[str], Line]) -> Line:
    """A line with its slots filled by the facts of the edition, as far as it has them.

    A RulesetError for a fact that is no number, a NotationError for a line that cannot be read.
    """
    stated = {slot: facts[fact] for slot, fact in slots.items() if fact in facts}
    for slot, fact in stated.items():
        if slot != WHOLE and not fact.value.lstrip("+-").isdigit():
            raise wrong_fact(slots[slot], fact, "a whole number")
    return parse(filled(notation, {slot: fact.value for slot, fact in stated.items()}))


def wrong_fact(of: FactKey, fact: FactValue, expected: str) -> WrongFact:
    """The error for a fact whose value cannot be played."""
    return WrongFact(fact.row, of, fact.value, expected, fact.origin)

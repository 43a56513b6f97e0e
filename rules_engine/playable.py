"""The games that the engine plays: what their notation does, and the checks that only play can make."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rules_engine.black_orchestra import proof, steps
from rules_engine.checks.evidence import Evidence
from rules_engine.compile import Forms
from schema.results import ValidationShape


@dataclass(frozen=True, slots=True)
class Playable:
    """Code for one game."""

    forms: Forms
    checks: tuple[Callable[[Evidence], Iterator[ValidationShape]], ...]


PLAYED: Mapping[str, Playable] = {
    "black-orchestra": Playable(steps.FORMS, proof.CHECKS),
}

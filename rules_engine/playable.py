"""The games that the engine plays: what their notation does, the code that plays them, the checks that need play."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rules_engine.black_orchestra import positions as orchestra_positions
from rules_engine.black_orchestra import proof
from rules_engine.black_orchestra.engine import BlackOrchestra
from rules_engine.checks.evidence import Evidence, Limits, Positions, no_limits, no_positions
from rules_engine.game import Engine
from rules_engine.machine.forms import Compiled, Forms
from rules_engine.operation_barclay import examples as barclay_examples
from rules_engine.operation_barclay.engine import Barclay
from rules_engine.resist import examples
from rules_engine.resist import positions as resist_positions
from rules_engine.resist.engine import Resist
from rules_engine.ruleset import CardCount, Ruleset
from schema.notation import Line
from schema.results import ValidationShape


def _anything_goes(card: CardCount | None, line: Line, compiled: Compiled) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Playable:
    """Code for one game."""

    forms: Forms
    checks: tuple[Callable[[Evidence], Iterator[ValidationShape]], ...] = ()
    engine: Callable[[Ruleset], Engine] | None = None
    """Makes what plays whole games; none while only parts of the game are played."""
    fits: Callable[[CardCount | None, Line, Compiled], None] = _anything_goes
    """Raises CannotExecute where the owner of an effect cannot do this at that time."""
    awaited: tuple[str, ...] = ()
    """Owners whose effects may wait for code: reading goes on, executing one is an error."""
    limits: Limits = no_limits
    """Says in sentences what does not hold in a state, such as a marker beyond the end of its track."""
    positions: Positions = no_positions
    """Lays out tables on which numbers matter that seldom do."""


PLAYED: Mapping[str, Playable] = {
    "black-orchestra": Playable(
        BlackOrchestra.forms,
        proof.CHECKS,
        BlackOrchestra,
        limits=proof.limits,
        positions=orchestra_positions.positions,
    ),
    "operation-barclay": Playable(
        Barclay.forms, barclay_examples.CHECKS, Barclay, Barclay.check, limits=barclay_examples.limits
    ),
    "resist": Playable(
        Resist.forms,
        examples.CHECKS,
        Resist,
        Resist.check,
        limits=examples.limits,
        positions=resist_positions.positions,
    ),
}

"""A table on which the best two combinations meet, which games hardly ever bring about."""

from collections.abc import Iterator

from rules_engine.operation_barclay.cards import INTELLIGENCE, Table
from rules_engine.operation_barclay.hands import ALL_ALIKE, STRAIGHT_FLUSH
from rules_engine.operation_barclay.state import FACTIONS
from rules_engine.ruleset import Ruleset
from rules_engine.trial import Position


def positions(ruleset: Ruleset) -> Iterator[Position]:
    """Numbers all alike against a row of numbers in one colour, as far as there are cards for them."""
    table = ruleset.engine
    assert isinstance(table, Table)
    size = table.hands.size
    plain = {
        (ranks[0], colours[0]): table.codes[card]
        for card in table.decks[INTELLIGENCE]
        if len(ranks := table.ranks[card]) == 1 and len(colours := table.colours_of[card]) == 1
    }
    for number in sorted({rank for rank, _ in plain}):
        alike = [code for (rank, _), code in plain.items() if rank == number][:size]
        for first, colour in plain:
            row = [plain.get((first + step, colour), "") for step in range(size)]
            if len(alike) == size and all(row) and not {*alike} & {*row}:
                given = {"phase": "evaluation", "face-up": dict(zip(FACTIONS, (alike, row), strict=True))}
                yield from (Position(f"hand:{kind}", given) for kind in (ALL_ALIKE, STRAIGHT_FLUSH))
                return

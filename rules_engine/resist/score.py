"""The score: points of completed missions, and the row of the result table they reach."""

from rules_engine.obeys import obeys
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import State
from rules_engine.resist.table import Table

UNRATED = ""
"""The result of points that no row of the table covers, such as none at all."""


@obeys(Rule.SCORE_SUM)
def points_of(table: Table, state: State) -> int:
    """The points of the completed missions."""
    return sum(table.cards.points[mission] for mission in state.completed)


@obeys(Rule.SCORE_SUM, Rule.SCORE_EPIC)
def score(table: Table, state: State) -> tuple[str, int, str]:
    """Result, points, and the rule that decided it; enough missions go before all points."""
    points, completed = points_of(table, state), len(state.completed)
    for band in table.numbers.bands:
        if band.missions is not None and completed >= band.missions:
            return band.outcome, points, str(Rule.SCORE_EPIC)
    reached = [
        band
        for band in table.numbers.bands
        if band.low is not None and band.low <= points and (band.high is None or points <= band.high)
    ]
    best = max(reached, key=lambda band: band.low or 0, default=None)
    return (best.outcome if best else UNRATED), points, str(Rule.SCORE_SUM)

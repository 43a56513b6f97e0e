"""How good a state looks to the conspirators: the chance that they win in the end, from what can be seen of it."""

from math import exp, log
from typing import NamedTuple

from rules_engine.black_orchestra.conspirators import free
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.odds import prospect
from rules_engine.black_orchestra.outlook import level_of, promise, time_left
from rules_engine.black_orchestra.plans import needs_of, plots_of, rallied, striking_spaces
from rules_engine.black_orchestra.plots import VICTORY
from rules_engine.black_orchestra.rulebook import HITLER, MOTIVATION, SUPPORT, SUSPICION
from rules_engine.black_orchestra.state import GATHER, State

FAINT = 0.003
"""A chance below which one is like another."""
AHEAD = 1
"""How many turns a search looks ahead, the one that is being taken included."""
KEPT = 0.5
"""How much of what a state looked like is left after an attempt that has failed."""


class Signs(NamedTuple):
    """What is seen of a state, as numbers of about the same size; or how much each of them says."""

    sure: float = 1.0
    best: float = 0.0
    """How promising the best plot is, and that of another conspirator: logarithms."""
    second: float = 0.0
    strike: float = 0.0
    """The chance of the best plot that could be carried out now: a logarithm."""
    support: float = 0.0
    dissent: float = 0.0
    free: float = 0.0
    low: float = 0.0
    medium: float = 0.0
    high: float = 0.0
    """How many conspirators are free, and how many of them are suspected so much."""
    motivation: float = 0.0
    ready: float = 0.0
    """Of all who are free, and how many of them could carry out a plot."""
    items: float = 0.0
    fitting: float = 0.0
    shown: float = 0.0
    """Items held, those of the best plot, and those of it that lie open on the board."""
    helpers: float = 0.0
    cards: float = 0.0
    time: float = 0.0


def signs(table: Edition, state: State) -> Signs:
    """What is seen of a state."""
    people = {code: state.conspirators[code] for code in free(state)}
    found = sorted(
        (
            max((promise(table, state, code, card), code, card) for card in plots_of(table, state, code))
            for code in people
            if plots_of(table, state, code)
        ),
        reverse=True,
    )
    needs = needs_of(table, found[0][2]) if found else {}
    items = [item for one in people.values() for item in one.items]
    shown = [state.squares[space] for space in state.face_up]
    suspicion = [one.levels[SUSPICION] for one in people.values()]
    motivation = [one.levels[MOTIVATION] for one in people.values()]
    cards = [card for one in people.values() for card in one.cards]
    return Signs(
        1.0,
        _log(found[0][0] if found else 0.0),
        _log(found[1][0] if len(found) > 1 else 0.0),
        _log(_strike(table, state)),
        state.levels[SUPPORT] - state.tracks[SUPPORT].low,
        state.dissent,
        len(people),
        suspicion.count(0),
        suspicion.count(1),
        suspicion.count(2),
        sum(motivation),
        sum(level >= table.numbers.plot_from for level in motivation),
        len(items),
        sum(min(items.count(item), count) for item, count in needs.items()),
        sum(min(shown.count(item), count) for item, count in needs.items()),
        sum("during" in table.lines[card] for card in cards),
        len(cards),
        time_left(table, state),
    )


def _strike(table: Edition, state: State) -> float:
    """The best chance of a plot that could be carried out now with all together."""
    return max(
        (
            rallied(table, state, code, card, space)
            for code in free(state)
            for card in plots_of(table, state, code)
            if state.conspirators[code].levels[MOTIVATION] >= level_of(table, card)
            for space in striking_spaces(table, state, code, card)[:1]
        ),
        default=0.0,
    )


def _log(chance: float) -> float:
    return log(chance + FAINT)


def is_far(table: Edition, before: State, after: State) -> bool:
    """Whether the second state is judged as it is: so many turns later, or as soon as a plot is attempted.

    The chance of an attempt is known exactly; what its dice show in one game tells less.
    """
    del table
    is_attempted = before.plot is None and after.plot is not None and after.plot.stage == GATHER
    return is_attempted or after.turn >= before.turn + AHEAD


def worth(table: Edition, state: State, player: int = 0) -> float:
    """How good a state looks, between 0 and 1: how likely it is that the conspirators win."""
    del player
    if state.outcome is not None:
        return float(state.outcome[0] == VICTORY)
    seen = sum(weight * sign for weight, sign in zip(WEIGHTS, signs(table, state), strict=True))
    chance = 1.0 / (1.0 + exp(-seen))
    if state.plot is None or state.plot.stage != GATHER or state.plot.target != HITLER:
        return chance
    strikes = prospect(table, state, state.plot.card, state.plot.by)
    return strikes + (1.0 - strikes) * KEPT * chance


WEIGHTS = Signs(
    -3.4, 0.11, 0.01, 0.1, -0.02, 0.01, 0.0, 0.17, 0.13, 0.06, 0.02, 0.04, 0.055, 0.14, 0.015, 0.055, 0.0, 2.4
)
"""How much each sign says: a logistic regression on the turns of 800 games of the rules of thumb in each edition, three
players, to the chance of the attempts that were still to come. Of games that it has not seen it says little, as most is
luck (correlation 0.25), but a search needs only which of two states is better."""

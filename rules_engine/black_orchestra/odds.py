"""The odds of a plot: how likely a roll succeeds or betrays it, and what a conspirator could hope for now."""

from functools import cache
from math import comb
from typing import NamedTuple

from rules_engine.black_orchestra.conspirators import here
from rules_engine.black_orchestra.conspiring import free_dice
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.plots import bonuses, given, things
from rules_engine.black_orchestra.rulebook import EAGLE, FACES, HITLER, SUPPORT, SUSPICION, TARGET, Rule
from rules_engine.black_orchestra.state import Plot, State
from rules_engine.machine.steps import holds

BETRAYS, HITS = FACES.count(EAGLE), FACES.count(TARGET)
REST = len(FACES) - BETRAYS - HITS
FEAR = 0.3
"""How much of a success a detection undoes: the plot is lost, its conspirator arrested, everybody disheartened."""


class Roll(NamedTuple):
    """A roll of a plot: how likely it succeeds, how likely it is detected, and with how many dice."""

    success: float
    detected: float
    dice: int

    @property
    def worth(self) -> float:
        """What it is likely to bring."""
        return self.success - FEAR * self.detected


@cache
def success(dice: int, allowed: int, needed: int) -> float:
    """With at most so many eagles, at least so many targets."""
    ways = sum(
        comb(dice, eagles)
        * comb(dice - eagles, targets)
        * BETRAYS**eagles
        * HITS**targets
        * REST ** (dice - eagles - targets)
        for eagles in range(min(allowed, dice) + 1)
        for targets in range(needed, dice - eagles + 1)
    )
    return float(ways / len(FACES) ** dice)


@cache
def rolled(dice: int, allowed: int, needed: int) -> Roll:
    """So many dice."""
    if allowed < 0:
        return Roll(0.0, 1.0, dice)
    return Roll(success(dice, allowed, needed), 1 - success(dice, allowed, 0), dice)


def best_roll(table: Edition, state: State, plot: Plot, dice: int, eagles: int) -> Roll:
    """The most promising number of the dice, fewer where that is as good."""
    limit = table.numbers.detecting[state.conspirators[plot.by].levels[SUSPICION]]
    needed = state.levels[SUPPORT] if plot.target == HITLER else table.numbers.deputy_difficulty
    most = max(min(dice, free_dice(table, state)), 1)
    rolls = [rolled(count, limit - 1 - eagles, needed) for count in range(1, most + 1)]
    return max(rolls, key=lambda roll: (roll.worth, -roll.dice))


def bare_roll(table: Edition, state: State, card: str, code: str) -> Roll:
    """What a conspirator could hope for with a plot and nothing spent for it."""
    plot = Plot(card, code, HITLER, table.numbers.plot_dice)
    dice, eagles = given(table, state, plot)
    return best_roll(table, state, plot, dice + plot.dice, eagles)


def full_roll(table: Edition, state: State, card: str, code: str) -> Roll:
    """What a conspirator could hope for with a plot and all items at hand."""
    plot = Plot(card, code, HITLER, table.numbers.plot_dice)
    dice, eagles = given(table, state, plot)
    dice += plot.dice
    at = state.conspirators[code].location
    holders = here(state, at) if Rule.PLOT_ITEMS_OTHERS in table.rules else []
    holders = list(dict.fromkeys((code, *holders)))
    for bonus in bonuses(table, card):
        if bonus.item and holds(table, state, bonus.conditions, code):
            count = sum(state.conspirators[holder].items.count(bonus.item) for holder in holders)
            count += sum(len(set(things(table, state, holder, bonus.item)) - {bonus.item}) for holder in holders)
            count = count if bonus.is_repeated else min(count, 1)
            dice, eagles = dice + count * bonus.dice, eagles + count * bonus.eagles
    return best_roll(table, state, plot, dice, eagles)

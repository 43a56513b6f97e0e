"""The odds of a plot: how likely so many dice bring enough targets before too many eagles."""

from functools import cache
from math import comb

from rules_engine.black_orchestra.board import here
from rules_engine.black_orchestra.dice import EAGLE, FACES, TARGET, free_dice
from rules_engine.black_orchestra.ladders import HITLER, SUPPORT, SUSPICION
from rules_engine.black_orchestra.ops import holds
from rules_engine.black_orchestra.plot import bonuses, given, things
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import GATHER, Plot, State
from rules_engine.black_orchestra.table import Table

BETRAYS, HITS = FACES.count(EAGLE), FACES.count(TARGET)
REST = len(FACES) - BETRAYS - HITS


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


def best_roll(table: Table, state: State, plot: Plot, dice: int, eagles: int) -> tuple[float, int]:
    """The best chance of success, and with how many of the dice, fewer where that is as good."""
    limit = table.numbers.detecting[state.conspirators[plot.by].levels[SUSPICION]]
    needed = state.levels[SUPPORT] if plot.target == HITLER else table.numbers.deputy_difficulty
    allowed = limit - 1 - eagles
    if allowed < 0:
        return 0.0, 1
    most = max(min(dice, free_dice(table, state)), 1)
    chance, count = max((success(count, allowed, needed), -count) for count in range(1, most + 1))
    return chance, -count


def prospect(table: Table, state: State, card: str, code: str) -> float:
    """The best chance of success that a conspirator would have with a plot and all items at hand."""
    plot = Plot(card, code, HITLER, table.numbers.plot_dice, 0, GATHER, [], [], [], [])
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
    return best_roll(table, state, plot, dice, eagles)[0]

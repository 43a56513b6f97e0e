"""The exact chances of a plot: what its dice show, with everything that its conspirators could put into it."""

from functools import cache
from math import comb

from rules_engine.black_orchestra.conspirators import here
from rules_engine.black_orchestra.conspiring import free_dice
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import Stand
from rules_engine.black_orchestra.plots import DICE, EAGLES, bonuses, given, things
from rules_engine.black_orchestra.rulebook import EAGLE, FACES, HITLER, PRISON, SUPPORT, SUSPICION, TARGET, Rule
from rules_engine.black_orchestra.state import Plot, State
from rules_engine.machine.steps import holds

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
        for targets in range(max(needed, 0), dice - eagles + 1)
    )
    return float(ways / len(FACES) ** dice)


@cache
def best_of(dice: int, allowed: int, needed: int) -> tuple[float, int]:
    """The best chance with up to so many dice, and with how many of them, fewer where that is as good."""
    if allowed < 0:
        return 0.0, 1
    chance, count = max((success(count, allowed, needed), -count) for count in range(1, max(dice, 1) + 1))
    return chance, -count


def between(dice: float, allowed: int, needed: float) -> float:
    """The best chance where dice and targets are only hoped for, between those of the whole numbers around them."""
    low, part = int(dice), dice - int(dice)
    few, share = int(needed), needed - int(needed)
    return sum(
        weight * best_of(max(low + more, 1), allowed, few + further)[0]
        for more, further, weight in (
            (0, 0, (1 - part) * (1 - share)),
            (1, 0, part * (1 - share)),
            (0, 1, (1 - part) * share),
            (1, 1, part * share),
        )
        if weight
    )


def best_roll(table: Edition, state: State, plot: Plot, dice: int, eagles: int) -> tuple[float, int]:
    """The best chance of success of an attempt with so many dice and eagles, and with how many of the dice."""
    limit = table.numbers.detecting[state.conspirators[plot.by].levels[SUSPICION]]
    needed = state.levels[SUPPORT] if plot.target == HITLER else table.numbers.deputy_difficulty
    return best_of(min(dice, free_dice(table, state)), limit - 1 - eagles, needed)


def bare(table: Edition, state: State, card: str, code: str) -> float:
    """The chance of an attempt for which nothing is spent."""
    plot = Plot(card, code, HITLER, table.numbers.plot_dice)
    dice, eagles = given(table, state, plot)
    return best_roll(table, state, plot, dice + plot.dice, eagles)[0]


def prospect(table: Edition, state: State, card: str, code: str) -> float:
    """The chance of an attempt for which everything at hand is spent: items, and cards that add to it."""
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
    more, fewer = from_cards(table, state, plot)
    return best_roll(table, state, plot, dice + more, eagles + fewer)[0]


def from_cards(table: Edition, state: State, plot: Plot) -> tuple[int, int]:
    """Dice and eagles of cards that anybody could play during the attempt."""
    dice = eagles = 0
    before, state.plot = state.plot, plot
    for code, conspirator in state.conspirators.items():
        if conspirator.location == PRISON:
            continue
        for card in conspirator.cards:
            for program in table.free_cards.get(card, ()):
                if holds(table, state, program.conditions, code):
                    stands = [op for op in program.ops if isinstance(op, Stand)]
                    dice += sum(op.amount for op in stands if op.what == DICE)
                    eagles += sum(op.amount for op in stands if op.what == EAGLES)
    state.plot = before
    return dice, eagles

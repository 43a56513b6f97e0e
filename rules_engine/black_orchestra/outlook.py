"""What may become of a plot: the chance that can be hoped for, with what is not there yet."""

from dataclasses import dataclass

from rules_engine.black_orchestra.dossier import item_limit
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.odds import between, from_cards
from rules_engine.black_orchestra.plots import Bonus, bonuses
from rules_engine.black_orchestra.rulebook import HITLER, MOTIVATION, SUPPORT, SUSPICION, Rule
from rules_engine.black_orchestra.spaces import is_open
from rules_engine.black_orchestra.state import Plot, State
from rules_engine.machine.steps import Condition, holds


@dataclass(frozen=True, slots=True)
class Hopes:
    """How much is expected of what is not there yet."""

    gathering: float = 0.5
    """That all come together where the plot wants it."""
    support: float = 0.7
    """Of the military support above its start that is still there when there is no time left."""
    usual: float = 1.0
    """The military support above its start when there is much time."""
    soon: float = 2.0
    """How fast time runs out: events that are left, as a share of all, count so many times."""
    courage: float = 0.8
    """For each level of motivation that is missing."""
    elsewhere: float = 0.84
    """That Hitler comes to where the plot can be carried out."""
    suspected: float = 0.9
    """For each level of suspicion."""
    with_others: float = 0.8
    shown: float = 0.6
    unseen: float = 0.3
    """That the conspirator gets an item from others, one that lies open, one that nobody has seen."""


HOPES = Hopes()


def level_of(table: Edition, card: str) -> int:
    """The motivation that a plot needs."""
    top = table.ladders[MOTIVATION][-1]
    is_reckless = any(top in program.line for program in table.of("plot", card))
    return len(table.ladders[MOTIVATION]) - 1 if is_reckless else table.numbers.plot_from


def promise(table: Edition, state: State, code: str, card: str, hopes: Hopes = HOPES) -> float:
    """The chance that can be hoped for, by what is held, what may be found, and how far the conspirator has come."""
    levels, time = state.conspirators[code].levels, min(hopes.soon * time_left(table, state), 1.0)
    dice, eagles = float(table.numbers.plot_dice), 0.0
    room = float(item_limit(table, state, code))
    if Rule.PLOT_ITEMS_OTHERS in table.rules:
        room *= len(state.conspirators)
    for bonus in bonuses(table, card):
        if bonus.item:
            share = min(_hoped(state, code, bonus, hopes, time, table.numbers.item_copies), room)
            room -= share
        elif holds(table, state, bonus.conditions, code):
            share = 1.0
        else:
            share = hopes.gathering if bonus.dice > 1 else 0.0
        dice, eagles = dice + share * bonus.dice, eagles + share * bonus.eagles
    more, fewer = from_cards(table, state, Plot(card, code, HITLER, table.numbers.plot_dice))
    limit = table.numbers.detecting[max(levels[SUSPICION] - 1, 0)]
    floor = state.tracks[SUPPORT].low
    needed = floor + time * hopes.usual + (1 - time) * hopes.support * (state.levels[SUPPORT] - floor)
    chance = between(dice + more, limit - 1 - round(eagles + fewer), needed)
    lack = max(level_of(table, card) - levels[MOTIVATION], 0)
    fits = 1.0 if fits_hitler(table, state, code, card) else hopes.elsewhere
    return chance * hopes.courage**lack * fits * hopes.suspected ** levels[SUSPICION]


def time_left(table: Edition, state: State) -> float:
    """The share of all events that are still to come."""
    return sum(map(len, state.event_decks)) / table.events


def _hoped(state: State, code: str, bonus: Bonus, hopes: Hopes, time: float, copies: int) -> float:
    """How many of an item the conspirator may have in the end."""
    mine = state.conspirators[code].items.count(bonus.item)
    others = sum(c.items.count(bonus.item) for c in state.conspirators.values()) - mine
    shown = sum(state.squares[space] == bonus.item for space in state.face_up)
    lost = state.discarded_items.count(bonus.item)
    unseen = copies - mine - others - shown - lost
    there = mine + hopes.with_others * others + time * (hopes.shown * shown + hopes.unseen * unseen)
    return there if bonus.is_repeated else min(there, 1.0)


def fits_hitler(table: Edition, state: State, code: str, card: str) -> bool:
    """Whether the plot could be carried out where Hitler is, with enough courage; some are wherever he comes by."""
    programs = table.of("plot", card)
    if not programs or HITLER not in state.leaders:
        return not programs
    levels, hitler = state.conspirators[code].levels, state.leaders[HITLER]
    level, levels[MOTIVATION] = levels[MOTIVATION], len(table.ladders[MOTIVATION]) - 1
    near = (hitler, *table.neighbours[hitler])
    fits = any(holds_at(table, state, code, space, programs[0].conditions) for space in near)
    levels[MOTIVATION] = level
    return fits


def holds_at(table: Edition, state: State, code: str, space: str, conditions: tuple[Condition, ...]) -> bool:
    """Whether a conspirator may enter a space now, and conditions hold for them there."""
    if not is_open(table, state, space):
        return False
    conspirator = state.conspirators[code]
    origin, conspirator.location = conspirator.location, space
    is_met = holds(table, state, conditions, code)
    conspirator.location = origin
    return is_met

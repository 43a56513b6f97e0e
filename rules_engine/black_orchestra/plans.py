"""Plans: who is to strike with which plot, what helps it, and where it could be done now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_engine.black_orchestra.conspirators import free
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.odds import prospect
from rules_engine.black_orchestra.outlook import holds_at, level_of, promise
from rules_engine.black_orchestra.plots import bonuses
from rules_engine.black_orchestra.rulebook import HITLER, MOTIVATION
from rules_engine.black_orchestra.state import State


@dataclass(frozen=True, slots=True)
class Plan:
    """Who is to strike with which plot, and what helps it."""

    by: str
    card: str
    needs: Mapping[str, int]
    """How many of each item help it."""
    level: int
    """The motivation that the plot needs."""
    space: str = ""
    """Where the plot could be carried out now; empty while it is being prepared."""
    chance: float = 0.0
    """With everybody there."""
    alone: float = 0.0
    """With whoever is there already."""


def plots_of(table: Edition, state: State, code: str) -> list[str]:
    """The plots that a conspirator holds."""
    return [card for card in state.conspirators[code].cards if table.is_plot(card)]


def make_plan(table: Edition, state: State, hope: float) -> Plan | None:
    """The best plot that could be carried out now with all together, if it may work; else the most promising one."""
    best = max(_strikes(table, state), default=None)
    if best is not None and best[0] >= hope:
        chance, code, card, space = best
        here = alone(table, state, code, card, space)
        return Plan(code, card, needs_of(table, card), level_of(table, card), space, chance, here)
    found = [
        (promise(table, state, code, card), code, card) for code in free(state) for card in plots_of(table, state, code)
    ]
    if not found:
        return None
    _, code, card = max(found)
    return Plan(code, card, needs_of(table, card), level_of(table, card))


def needs_of(table: Edition, card: str) -> Mapping[str, int]:
    """How many of each item help a plot."""
    copies = table.numbers.item_copies
    return {bonus.item: copies if bonus.is_repeated else 1 for bonus in bonuses(table, card) if bonus.item}


def lacking(state: State, plan: Plan | None, item: str) -> int:
    """How many more of an item would help the plan, with what the others hold already."""
    if plan is None:
        return 0
    return plan.needs.get(item, 0) - sum(one.items.count(item) for one in state.conspirators.values())


def is_kept(state: State, plan: Plan | None, code: str, item: str) -> bool:
    """Whether a conspirator keeps an item for the plan."""
    if plan is None or item not in plan.needs:
        return False
    held = state.conspirators[plan.by].items.count(item)
    return held <= plan.needs[item] if plan.by == code else held < plan.needs[item]


def _strikes(table: Edition, state: State) -> Iterator[tuple[float, str, str, str]]:
    """The chances of plots whose conspirators have the courage: with all together, who, what, where."""
    for code in free(state):
        levels = state.conspirators[code].levels
        if levels[MOTIVATION] < table.numbers.plot_from:
            continue
        for card in plots_of(table, state, code):
            if levels[MOTIVATION] >= level_of(table, card):
                for space in striking_spaces(table, state, code, card)[:1]:
                    yield rallied(table, state, code, card, space), code, card, space


def striking_spaces(table: Edition, state: State, code: str, card: str) -> list[str]:
    """Spaces from which the plot could be carried out now, beside Hitler or next to him; or wherever one is."""
    origin, hitler = state.conspirators[code].location, state.leaders.get(HITLER)
    programs = table.of("plot", card)
    if not programs or hitler is None:
        return [origin] if hitler else []
    near = (hitler, *table.neighbours[hitler])
    found = [space for space in near if holds_at(table, state, code, space, programs[0].conditions)]
    return sorted(found, key=lambda space: space != origin)


def rallied(table: Edition, state: State, code: str, card: str, space: str) -> float:
    """The chance of a plot where all who are free come together in a space."""
    return _moved(table, state, code, card, space, free(state))


def alone(table: Edition, state: State, code: str, card: str, space: str) -> float:
    """The chance of a plot where only who carries it out comes to a space."""
    return _moved(table, state, code, card, space, [code])


def _moved(table: Edition, state: State, code: str, card: str, space: str, who: list[str]) -> float:
    before = {one: state.conspirators[one].location for one in who}
    for one in who:
        state.conspirators[one].location = space
    chance = prospect(table, state, card, code)
    for one, origin in before.items():
        state.conspirators[one].location = origin
    return chance


def is_last(state: State) -> bool:
    """Whether this is about the last turn of everybody."""
    return sum(map(len, state.event_decks)) <= len(state.conspirators) * 2


def is_late(table: Edition, state: State) -> bool:
    """Whether more than half of the stages are over."""
    return state.stage * 2 > table.numbers.stages + 1

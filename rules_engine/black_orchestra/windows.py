"""What can be done at any time: cards that cost no action, in whoever's turn."""

from rules_engine.black_orchestra.ladders import PRISON
from rules_engine.black_orchestra.ops import USE, holds
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.obeys import obeys


@obeys(Rule.ANY_TIME_EFFECT, Rule.PRISON_NO_ACTIONS)
def free_effects(table: Table, state: State) -> list[str]:
    """Every play that costs no action, by whoever holds the card and is not in prison."""
    options = []
    waiting = table.free_cards
    for code, conspirator in state.conspirators.items():
        if conspirator.location == PRISON:
            continue
        for card in conspirator.cards:
            if card in waiting:
                word = f"{USE} {card} {code}"
                if word not in options and _is_possible(table, state, waiting[card], code):
                    options.append(word)
    return options


def _is_possible(table: Table, state: State, keys: tuple[str, ...], code: str) -> bool:
    for key in keys:
        program, frame = table.programs[key], Frame(key, code)
        if holds(table, state, program.conditions, code, frame) and program.ops[0].can(table, state, frame):
            return True
    return False

"""What holds as long as a card is held, an ability works or an event is current, and whether abilities work."""

from collections.abc import Iterator

from rules_engine.black_orchestra.ladders import MOTIVATION, PRISON
from rules_engine.black_orchestra.ops import Stand, holds
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import State
from rules_engine.black_orchestra.table import Table
from rules_engine.obeys import obeys

ABILITY = "special-ability"
"""What a penalty forbids when the special ability does not work."""
LIMIT_CARD, LIMIT_ITEM, ACTIONS, DICE, EAGLES = "limit card", "limit item", "actions", "dice", "eagles"
IGNORE_LEADERS, SKIP_ILLEGAL, COUNTS_AS = "ignore leaders", "skip illegal", "counts as"


@obeys(Rule.MOTIVATION_ABILITY, Rule.MOTIVATION_CUMULATIVE, Rule.PRISON_NO_ACTIONS)
def works(table: Table, state: State, code: str) -> bool:
    """Whether the special ability of a conspirator works now."""
    conspirator = state.conspirators[code]
    return (
        conspirator.levels[MOTIVATION] >= table.numbers.ability_from
        and conspirator.location != PRISON
        and code not in state.disabled
        and not (code == state.active and ABILITY in state.forbidden)
    )


@obeys(Rule.DOSSIER_LASTING)
def stands(table: Table, state: State, what: str, code: str) -> Iterator[Stand]:
    """What holds for a conspirator by their own ability or dossier."""
    for program, op in table.standing.get(what, ()):
        owner = program.owner[1]
        if program.trigger == "ability":
            is_there = owner == code and works(table, state, code)
        elif program.trigger == "held":
            conspirator = state.conspirators[code]
            is_there = owner in conspirator.cards and conspirator.location != PRISON
        else:
            is_there = False
        if is_there and holds(table, state, program.conditions, code):
            yield op


def total(table: Table, state: State, what: str, code: str) -> int:
    """The sum of what holds for a conspirator."""
    if what not in table.standing:
        return 0
    return sum(op.amount for op in stands(table, state, what, code))


@obeys(Rule.EVENT_CURRENT)
def current_total(table: Table, state: State, what: str) -> int:
    """The sum of what the current event says as long as it is current."""
    return sum(
        op.amount
        for program, op in table.standing.get(what, ())
        if program.trigger == "current" and program.owner[1] == state.current
    )

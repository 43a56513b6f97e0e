"""Dice: their faces, how many are left to roll, and rolling them."""

from collections.abc import Sequence

from rules_engine.black_orchestra.ladders import MOTIVATION
from rules_engine.black_orchestra.ops import tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.chance import below
from rules_engine.obeys import obeys

EAGLE, TARGET = "eagle", "target"
FACES = ("1", "2", "3", TARGET, TARGET, EAGLE)
"""The six faces of each die, as it is printed."""
BEST_FIRST = (TARGET, "3", "2", "1", EAGLE)
"""How good a face is for who rolls to resist."""


@obeys(Rule.DICE_LIMIT, Rule.DISSENT_STAYS)
def free_dice(table: Table, state: State) -> int:
    """Dice that lie neither on the dissent track nor on a card nor before a player."""
    held = sum(len(conspirator.extra) for conspirator in state.conspirators.values())
    return table.numbers.dice - state.dissent - sum(state.on_cards.values()) - held


def roll(table: Table, state: State, frame: Frame | None, count: int, rule: str = Rule.DICE_LIMIT) -> list[str]:
    """Roll dice, no more than there are."""
    faces = []
    for _ in range(min(count, free_dice(table, state))):
        face, state.chance = below(state.chance, len(FACES))
        faces.append(FACES[face])
    if state.log is not None:
        tell(table, state, frame, "rolled", rule, faces=" ".join(faces))
    return faces


def worst(faces: Sequence[str]) -> str:
    """The face that counts when several are rolled to resist."""
    return max(faces, key=BEST_FIRST.index)


def roll_to_resist(table: Table, state: State, frame: Frame, code: str, rule: str) -> str:
    """The face that a prisoner rolls; who is of little courage may have to roll several dice and keep the worst."""
    count = table.numbers.resist_dice.get(state.conspirators[code].levels[MOTIVATION], 1)
    return worst(roll(table, state, frame, count, rule))

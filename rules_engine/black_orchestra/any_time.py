"""Cards that can be played at any time: they cost no action, in whoever's turn."""

from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import is_due, push
from rules_engine.black_orchestra.rulebook import PRISON, Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.machine.steps import Op, Program, tell
from rules_engine.obeys import obeys

USE = "use"
"""First word of the action that plays a card at any time."""


@obeys(Rule.ANY_TIME_EFFECT, Rule.PRISON_NO_ACTIONS)
def free_effects(table: Edition, state: State) -> list[str]:
    """Every play that costs no action, by whoever holds the card and is not in prison."""
    options = []
    waiting = table.free_cards
    for code, conspirator in state.conspirators.items():
        if conspirator.location == PRISON:
            continue
        for card in conspirator.cards:
            if card in waiting:
                word = f"{USE} {card} {code}"
                if word not in options and any(can_begin(table, state, program, code) for program in waiting[card]):
                    options.append(word)
    return options


def can_begin(table: Edition, state: State, program: Program, code: str) -> bool:
    """Whether a line is due and its first step can be done."""
    return is_due(table, state, program, code) and program.ops[0].can(table, state, Frame(program, code))


class AnyTime(Op):
    """A step in which such cards are offered beside what else can be chosen."""

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """Play the card: it is discarded, and its line happens."""
        if not answer.startswith(f"{USE} "):
            self.heed(table, state, frame, answer)
            return
        _, card, holder = answer.split(" ")
        programs = (*table.of("any-time", card), *table.of("before {leader} moves", card))
        program = next(program for program in programs if is_due(table, state, program, holder))
        state.conspirators[holder].cards.remove(card)
        state.discard.append(card)
        tell(state, None, "card-played", Rule.ANY_TIME_EFFECT, conspirator=holder, card=card)
        push(state, program, holder, card=card)

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """Do what else was chosen."""
        raise NotImplementedError

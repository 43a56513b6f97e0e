"""Cards that can be played at any time: they cost no action, in whoever's turn, and whoever holds them decides."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Sequence

from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import is_due, push
from rules_engine.black_orchestra.rulebook import PRISON, Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.machine.steps import Op, Program, ask, tell
from rules_engine.obeys import obeys

USE = "use"
"""First word of the action that plays a card at any time."""
AGREE, REFUSE = "agree", "refuse"
ASKED, REFUSED, PASSED = "asked", "refused", "passed"
"""What another player is asked for, what was refused since anything last happened, and the players who let it be."""


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
    """A step in which such cards are offered beside what else can be chosen; what another holds is theirs to give."""

    given: tuple[str, ...] = (f"{USE} ",)
    """How words begin that name what somebody gives."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Wait for an answer: of whoever was asked for something of theirs, else to what the step offers."""
        if ASKED in frame.memo:
            return ask(state, _holder(frame.memo[ASKED]), [AGREE, REFUSE])
        return self.offer(table, state, frame)

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """Do what was chosen, once whoever holds what it needs has agreed."""
        if answer == REFUSE:
            frame.memo.setdefault(REFUSED, []).append(frame.memo.pop(ASKED))
            return
        if answer == AGREE:
            answer = frame.memo.pop(ASKED)
        elif answer.startswith(self.given) and table.seat(state, _holder(answer)) != table.seat(state, state.asker):
            frame.memo[ASKED] = answer
            return
        frame.memo.pop(REFUSED, None)
        if answer.startswith(f"{USE} "):
            frame.memo.pop(PASSED, None)
            _play(table, state, answer)
        else:
            self.heed(table, state, frame, answer)

    def offer(self, table: Edition, state: State, frame: Frame) -> bool:
        """Ask for what can be chosen."""
        raise NotImplementedError

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """Do what else was chosen."""
        raise NotImplementedError


class InTurn(AnyTime):
    """A step in which only such cards can be played: each player is asked for their own, whose turn it is first."""

    def ask_holders(self, table: Edition, state: State, frame: Frame, options: Sequence[str], otherwise: str) -> bool:
        """Ask the next player who has something to play and has not let it be."""
        passed = frame.memo.get(PASSED, ())
        codes = list(state.conspirators)
        first = codes.index(state.active)
        for code in (*codes[first:], *codes[:first]):
            seat = table.seat(state, code)
            own = [] if seat in passed else [word for word in options if table.seat(state, _holder(word)) == seat]
            if own:
                return ask(state, code, [*own, otherwise])
        return True

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """Whoever was asked lets it be."""
        frame.memo.setdefault(PASSED, []).append(table.seat(state, state.asker))


def unrefused(frame: Frame, options: Sequence[str]) -> list[str]:
    """What nobody has refused since anything last happened."""
    refused = frame.memo.get(REFUSED, ())
    return [word for word in options if word not in refused] if refused else list(options)


def _holder(word: str) -> str:
    """The conspirator whose holding a word names."""
    return word.rsplit(" ", 1)[1]


def _play(table: Edition, state: State, word: str) -> None:
    """The card is discarded, and its line happens."""
    _, card, holder = word.split(" ")
    programs = (*table.of("any-time", card), *table.of("before {leader} moves", card))
    program = next(program for program in programs if is_due(table, state, program, holder))
    state.conspirators[holder].cards.remove(card)
    state.discard.append(card)
    tell(state, None, "card-played", Rule.ANY_TIME_EFFECT, conspirator=holder, card=card)
    push(state, program, holder, card=card)

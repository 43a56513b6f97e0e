"""Before the first turn: who takes which board and who begins, where players choose and do not leave it to chance."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import procedure, push
from rules_engine.black_orchestra.rulebook import Rule
from rules_engine.black_orchestra.state import Frame, State, arrive
from rules_engine.machine.steps import Pick
from rules_engine.obeys import obeys

BOARDS, FIRST = "boards", "first-player"
RANDOM, CHOSEN = "random", "chosen"
TAKE, BEGIN = "board", "begin"


def seating_choices(table: Edition) -> dict[str, tuple[str, ...]]:
    """What an edition lets the players choose, chance first."""
    asked = {
        BOARDS: Rule.SETUP_BOARDS_CHOICE in table.rules,
        FIRST: bool({Rule.FIRST_PLAYER, Rule.FIRST_PLAYER_CHOICE} & set(table.rules)),
    }
    return {name: (RANDOM, CHOSEN) for name, is_asked in asked.items() if is_asked}


@obeys(Rule.SETUP_BOARDS_CHOICE)
def seat_players(state: State) -> None:
    """Boards were dealt; whoever wants another one says so before the game begins."""
    if CHOSEN in (state.choices.get(BOARDS), state.choices.get(FIRST)):
        push(state, SEATING, state.active)


class _TakeBoards(Pick):
    """One after the other takes a board that nobody has taken yet; until then it is the one that was dealt."""

    def times(self, table: Edition, state: State, frame: Frame) -> int:
        return len(state.conspirators) if state.choices.get(BOARDS) == CHOSEN else 0

    def decider(self, table: Edition, state: State, frame: Frame) -> str:
        return list(state.conspirators)[-frame.left]

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        return [f"{TAKE} {code}" for code in [*list(state.conspirators)[-frame.left :], *state.boards]]

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        codes, code = [*state.conspirators, *state.boards], option.split(" ")[1]
        seat, seats = len(state.conspirators) - frame.left - 1, len(state.conspirators)
        there = codes.index(code)
        codes[seat], codes[there] = codes[there], codes[seat]
        state.conspirators = {each: arrive(state, table.numbers.start_space) for each in codes[:seats]}
        state.boards, state.active = codes[seats:], codes[0]
        for waiting in state.frames:
            waiting.actor = state.active


class _FirstTurn(Pick):
    """The players agree on who begins, or look who is dressed most in black."""

    def times(self, table: Edition, state: State, frame: Frame) -> int:
        return int(state.choices.get(FIRST) == CHOSEN)

    def decider(self, table: Edition, state: State, frame: Frame) -> str:
        return state.active

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        return [f"{BEGIN} {code}" for code in state.conspirators]

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        state.active = option.split(" ")[1]


SEATING = procedure("seating", Rule.SETUP_BOARDS, _TakeBoards(), _FirstTurn())

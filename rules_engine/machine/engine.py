"""What the engines of all games share: states in and out, what is legal, and what an action leads to."""

# ruff: noqa: ARG002  (all games have one signature)

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rules_engine import game
from rules_engine.events import Event, Refusal
from rules_engine.game import Action, Result
from rules_engine.machine.state import State
from rules_engine.machine.steps import Program, answer, run_frames


class Engine(game.Engine):
    """What is fixed before a game begins, and so what plays it; functions of a game take it as their table."""

    code: str
    """Of the game."""
    state: ClassVar[type[State]]
    """English sentences for the kinds of events, with places for their data."""
    players: tuple[int, ...] = (1,)
    choices: Mapping[str, tuple[str, ...]] = {}
    programs: dict[Any, Program]
    """By key everything that can happen as an effect."""
    moves: dict[Action, Callable[[Any], None]]
    """What each action does that is no answer within an effect."""

    def legal(self, state: Any) -> list[Action]:
        """Everything that can be done now; nothing once the game is over."""
        options: list[Action] | None = state.options
        if options is None:
            if state.frames:
                run_frames(self, state)
                options = state.options
            else:
                options = state.options = self.between(state)
        return options or []

    def move(self, function: Callable[..., None], *given: Any) -> Callable[[Any], None]:
        """A function of the game as a move: it is called with table and state, and with what is given here."""
        if len(given) == 1:  # by far the most, and called twice as fast
            only = given[0]
            return lambda state: function(self, state, only)
        return lambda state: function(self, state, *given)

    def between(self, state: Any) -> list[Action]:
        """What can be done while no effect is happening."""
        return []

    def advance(self, state: Any, action: Action, events: list[Event] | None = None) -> Refusal | None:
        """Do it in place, or refuse it and change nothing."""
        if action not in (state.options or self.legal(state)):
            return self.refuse(state, action)
        state.options = None
        state.log = events
        if state.frames:
            answer(self, state, action)
        else:
            self.moves[action](state)
        self.go_on(state)
        state.log = None
        return None

    def refuse(self, state: Any, action: Action) -> Refusal:
        """Why an action that is not legal cannot be done."""
        raise NotImplementedError

    def go_on(self, state: Any) -> None:
        """Let happen what needs no decision, up to the next one."""
        run_frames(self, state)

    def to_move(self, state: Any) -> int:
        """Whose decision it is."""
        return 0

    def result(self, state: Any) -> Result | None:
        """How the game ended, if it has."""
        return Result(*state.outcome) if state.outcome else None

    def census(self, state: Any) -> Mapping[str, int]:
        """How many of each card there are, wherever they are."""
        return Counter(state.held(self))

    def save(self, state: Any) -> dict[str, Any]:
        """The state as JSON, with all that is hidden."""
        return {"game": self.code, **state.save(self)}

    def load(self, saved: Mapping[str, Any]) -> Any:
        """The state that was saved, or a ValueError that says what is wrong with it."""
        if saved.get("game") != self.code:
            raise ValueError(f"This is no saved state of the game “{self.code}”: it says “{saved.get('game')}”.")
        try:
            return self.state.load(self, {name: value for name, value in saved.items() if name != "game"})
        except (KeyError, TypeError, ValueError) as error:
            word = f"{error}".strip("'")
            raise ValueError(f"The saved state does not fit these rules: “{word}” is missing or not known.") from error

    def say(self, action: Action, language: str) -> str:
        """Nothing: the words of actions are those of the phrasebook."""
        return ""


def take_card(left: Mapping[str, list[int]], card: int, code: str) -> int:
    """Take a card that an arrangement names out of what is left of the decks, or a ValueError where it is gone."""
    for deck in left.values():
        if card in deck:
            deck.remove(card)
            return card
    raise ValueError(f"There is no card “{code}” left that could be laid there.")

"""The engine of Black Orchestra: what is legal, and what each action does, one program after the other."""

from collections.abc import Mapping
from typing import Any

from rules_engine.black_orchestra import plot, set_up
from rules_engine.black_orchestra.arrange import arrange
from rules_engine.black_orchestra.ops import AIM, answer, push, run_frames
from rules_engine.black_orchestra.players import RulePlayer, worth
from rules_engine.black_orchestra.refuse import refuse
from rules_engine.black_orchestra.save import content, load, save
from rules_engine.black_orchestra.scenario import play_entry
from rules_engine.black_orchestra.state import State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.templates import TEMPLATES
from rules_engine.black_orchestra.view import census, redeal, view
from rules_engine.events import Event, Refusal
from rules_engine.game import Action, Player, Result
from rules_engine.ruleset import Ruleset


def make_table(ruleset: Ruleset) -> Table:
    """The table of an edition with all its numbers, or a RulesetError for the first fact that is missing."""
    table = Table(ruleset)
    table.reactions = plot.reactions
    table.react = react
    set_up.check(table)
    return table


def react(table: Table, state: State, card: str, code: str, leader: str) -> None:
    """Attempt a plot because a leader has moved."""
    push(state, table.of(plot.AFTER, card)[0], code, **{AIM: leader})


class BlackOrchestra:
    """Plays one edition, as its ruleset states it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.table = make_table(ruleset)
        self.players: tuple[int, ...] = tuple(range(1, self.table.numbers.most_players + 1))
        self.choices: Mapping[str, tuple[str, ...]] = set_up.choices(self.table)

    def start(self, players: int, seed: int, options: Mapping[str, str]) -> State:
        """The state at the first decision; the ruleset has checked players and options."""
        state = set_up.start(self.table, players, seed, options)
        run_frames(self.table, state)
        return state

    def legal(self, state: State) -> list[Action]:
        """Everything that can be done now; nothing once the game is over."""
        if state.options is None:
            if state.outcome is not None:
                return []
            run_frames(self.table, state)
        return state.options or []

    def advance(self, state: State, action: Action, events: list[Event] | None = None) -> Refusal | None:
        """Do it in place, or refuse it and change nothing."""
        if action not in (state.options or self.legal(state)):
            return refuse(self.table, state, action)
        state.log = events
        answer(self.table, state, action)
        run_frames(self.table, state)
        state.log = None
        return None

    def to_move(self, state: State) -> int:
        """The player who leads the conspirator that must decide."""
        self.legal(state)
        return self.table.seat(state, state.asker or state.active)

    def view(self, state: State, player: int) -> dict[str, Any]:
        """What a player sees."""
        return view(self.table, state, player)

    def redeal(self, state: State, player: int, seed: int) -> State:
        """A state that looks the same to the player."""
        return redeal(self.table, state, player, seed)

    def result(self, state: State) -> Result | None:
        """How the game ended, if it has."""
        return Result(*state.outcome) if state.outcome else None

    def census(self, state: State) -> Mapping[str, int]:
        """How many of each card there are, wherever they are."""
        return census(self.table, state)

    def save(self, state: State) -> dict[str, Any]:
        """The state as JSON."""
        return save(state)

    def load(self, saved: Mapping[str, Any]) -> State:
        """The state that was saved."""
        return load(self.table, saved)

    def rule_player(self) -> Player:
        """A player who follows rules of thumb."""
        return RulePlayer(self.table)

    def worth(self, state: State, player: int = 0) -> float:  # noqa: ARG002
        """How good a state looks, for all alike."""
        return worth(self.table, state)

    def arrange(self, given: Mapping[str, Any], seed: int = 0) -> State:
        """A table laid out as an example wants it."""
        state = arrange(self.table, given, seed)
        run_frames(self.table, state)
        return state

    def play_example(self, state: State, entry: Mapping[str, Any]) -> State:
        """The state after an entry of a worked example."""
        return play_entry(self, state, entry)

    def content(self) -> Any:
        """Everything the game is played by."""
        return content(self.table)

    def template(self, kind: str) -> str:
        """The English sentence for a kind of event."""
        return TEMPLATES[kind]

"""The engine of Resist!: what is legal in each step, and what each action does."""

from collections.abc import Callable, Mapping
from typing import Any

from rules_engine.events import Event, Refusal
from rules_engine.game import Action, Player, Result
from rules_engine.obeys import obeys
from rules_engine.resist import attack, consequences, plan, set_up
from rules_engine.resist.arrange import arrange
from rules_engine.resist.ops import answer, open_options, run_frames
from rules_engine.resist.players import RulePlayer, worth
from rules_engine.resist.refuse import refuse
from rules_engine.resist.rules import Rule
from rules_engine.resist.save import content, load, save
from rules_engine.resist.scenario import play_entry
from rules_engine.resist.state import State, Step
from rules_engine.resist.table import CONTINUE, END, STOP, Table, make_table
from rules_engine.resist.templates import TEMPLATES
from rules_engine.resist.view import census, redeal, view
from rules_engine.ruleset import Ruleset

Move = Callable[[State], None]
PASSING = (Step.CHOSEN, Step.DEFEND, Step.ATTACK, Step.SURVIVE)
"""Steps that may go by without a decision."""
WAITING = [step not in PASSING for step in range(len(Step.NAMES))]


class Resist:
    """Plays one edition, as its ruleset states it."""

    players: tuple[int, ...] = (1,)
    choices: Mapping[str, tuple[str, ...]] = set_up.CHOICES

    def __init__(self, ruleset: Ruleset) -> None:
        self.table = make_table(ruleset)
        self._moves = self._spell(self.table)
        nothing: Callable[[Table, State], list[str]] = lambda *_: []  # noqa: E731
        by_step = {
            Step.DRAFT: set_up.draft_options,
            Step.PLAN: plan.plan_options,
            Step.DEFEND: attack.order_options,
            Step.ATTACK: attack.attack_options,
            Step.DEFEAT: attack.target_options,
            Step.SURVIVE: attack.order_options,
            Step.STOP: consequences.stop_options,
        }
        self._options = [by_step.get(step, nothing) for step in range(len(Step.NAMES))]

    @staticmethod
    def _spell(table: Table) -> dict[Action, Move]:
        """Every action outside of effects, and what it does."""
        moves: dict[Action, Move] = {
            STOP: lambda state: attack.stop_attacking(table, state),
            END: lambda state: consequences.end(table, state),
            CONTINUE: lambda state: consequences.recover(table, state),
        }
        for action, (card, side, program) in table.play.items():
            moves[action] = lambda state, c=card, s=side, p=program: plan.play(table, state, c, s, p)  # type: ignore[misc]
        for mission, action in table.choose.items():
            moves[action] = lambda state, m=mission: plan.choose_mission(table, state, m)  # type: ignore[misc]
        for target, action in table.defeat.items():
            moves[action] = lambda state, t=target: attack.defeat(table, state, t)  # type: ignore[misc]
        for card, code in enumerate(table.cards.codes):
            moves[f"enlist {code}"] = lambda state, c=card: set_up.enlist(table, state, c)  # type: ignore[misc]
            moves[f"resolve {code}"] = lambda state, c=code: attack.resolve(table, state, c)  # type: ignore[misc]
        return moves

    def start(self, players: int, seed: int, options: Mapping[str, str]) -> State:  # noqa: ARG002
        """The state at the first decision; the ruleset has checked players and options."""
        return set_up.start(self.table, seed, options)

    def legal(self, state: State) -> list[Action]:
        """Everything that can be done now; nothing once the game is over."""
        options = state.options
        if options is None:
            if state.frames:
                options = open_options(self.table.cards, state)
            else:
                options = self._options[state.step](self.table, state)
            state.options = options
        return options

    def advance(self, state: State, action: Action, events: list[Event] | None = None) -> Refusal | None:
        """Do it in place, or refuse it and change nothing."""
        if action not in (state.options or self.legal(state)):
            return refuse(self.table, state, action)
        state.options = None
        state.log = events
        if state.frames:
            answer(self.table.cards, state, action)
        else:
            self._moves[action](state)
        self._go_on(state)
        state.log = None
        return None

    @obeys(Rule.ROUND_PHASES)
    def _go_on(self, state: State) -> None:
        """Let happen what needs no decision, up to the next one."""
        table = self.table
        while not state.frames or run_frames(table.cards, state):
            step = state.step
            if WAITING[step]:
                return
            if step == Step.ATTACK:
                if not attack.is_hand_played(state):
                    return
                attack.begin_defeating(table, state)
            elif step == Step.CHOSEN:
                attack.begin_defending(table, state)
            elif step == Step.DEFEND:
                if not state.pending:
                    state.step = Step.ATTACK
                elif attack.resolve_next(table, state):
                    return
            elif not state.pending:
                attack.discard_survivors(table, state)
                consequences.face_consequences(table, state)
            elif attack.resolve_next(table, state):
                return

    def to_move(self, state: State) -> int:  # noqa: ARG002
        """There is only one player."""
        return 0

    def view(self, state: State, player: int) -> dict[str, Any]:  # noqa: ARG002
        """What the player sees."""
        return view(self.table, state)

    def redeal(self, state: State, player: int, seed: int) -> State:  # noqa: ARG002
        """A state that looks the same to the player."""
        return redeal(self.table, state, seed)

    def result(self, state: State) -> Result | None:
        """How the game ended, if it has."""
        return Result(*state.outcome) if state.outcome else None

    def census(self, state: State) -> Mapping[str, int]:
        """How many of each card there are, wherever they are."""
        return census(self.table, state)

    def save(self, state: State) -> dict[str, Any]:
        """The state as JSON."""
        return save(self.table, state)

    def load(self, saved: Mapping[str, Any]) -> State:
        """The state that was saved."""
        return load(self.table, saved)

    def rule_player(self) -> Player:
        """A player who follows rules of thumb."""
        return RulePlayer(self.table)

    def worth(self, state: State, player: int = 0) -> float:  # noqa: ARG002
        """How good a state looks."""
        return worth(self.table, state)

    def arrange(self, given: Mapping[str, Any], seed: int = 0) -> State:
        """A table with these cards in these places."""
        return arrange(self.table, given, seed)

    def play_example(self, state: State, entry: Mapping[str, Any]) -> State:
        """The state after an entry of a worked example."""
        return play_entry(self, state, entry)

    def content(self) -> Any:
        """Everything the game is played by."""
        return content(self.table)

    def template(self, kind: str) -> str:
        """The English sentence for a kind of event."""
        return TEMPLATES[kind]

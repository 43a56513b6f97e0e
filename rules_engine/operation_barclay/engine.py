"""The engine of Operation Barclay: what is legal in each step, and what each action does."""

from collections.abc import Callable, Mapping
from typing import Any

from rules_engine.events import Event, Refusal
from rules_engine.game import Action, Player, Result
from rules_engine.obeys import obeys
from rules_engine.operation_barclay import evaluate, evidence, month, set_up
from rules_engine.operation_barclay.arrange import arrange
from rules_engine.operation_barclay.numbers import OFFENSIVES
from rules_engine.operation_barclay.observe import observe
from rules_engine.operation_barclay.ops import answer, open_pick, run_frames
from rules_engine.operation_barclay.players import RulePlayer
from rules_engine.operation_barclay.redeal import redeal
from rules_engine.operation_barclay.refuse import refuse
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.save import content, load, save
from rules_engine.operation_barclay.scenario import play_entry
from rules_engine.operation_barclay.state import FACTIONS, NOTHING, State, Step
from rules_engine.operation_barclay.table import DEFECTOR, INTELLIGENCE, PASS, SCATTER, Table, make_table
from rules_engine.operation_barclay.templates import TEMPLATES
from rules_engine.operation_barclay.told import told
from rules_engine.operation_barclay.view import census, view
from rules_engine.operation_barclay.worth import worth
from rules_engine.ruleset import Ruleset

Move = Callable[[State], None]


class Barclay:
    """Plays one edition, as its ruleset states it."""

    players: tuple[int, ...] = (len(FACTIONS),)
    choices: Mapping[str, tuple[str, ...]] = set_up.CHOICES

    def __init__(self, ruleset: Ruleset) -> None:
        self.table = make_table(ruleset)
        self._moves = _spell_set_up(self.table) | _spell_turns(self.table) | _spell_evaluation(self.table)
        nothing: Callable[[Table, State], list[str]] = lambda *_: []  # noqa: E731
        by_step = {
            Step.PRIMARY: set_up.offensive_options,
            Step.SECONDARY: set_up.offensive_options,
            Step.LAY: set_up.lay_options,
            Step.PLAY: month.play_options,
            Step.PREDICT: month.predict_options,
            Step.DRAW: month.draw_options,
            Step.SETTLE: evaluate.settle_options,
            Step.TAKE_ALPHA: evaluate.take_options,
            Step.TAKE_BETA: evaluate.take_options,
            Step.USE: evidence.use_options,
            Step.TURN: evidence.turn_options,
        }
        self._options = [by_step.get(step, nothing) for step in range(len(Step.NAMES))]
        waiting = (Step.PRIMARY, Step.SECONDARY, Step.LAY, Step.PLAY, Step.PREDICT, Step.OVER)
        self._is_waiting = [step in waiting for step in range(len(Step.NAMES))]
        self._done: dict[int, Callable[[Table, State], None]] = {
            Step.DRAW: _end_turn,
            Step.SETTLE: evaluate.end_settling,
            Step.TAKE_ALPHA: evaluate.judge_predictions,
            Step.TAKE_BETA: evaluate.award_symbols,
            Step.USE: evidence.end_month,
            Step.TURN: _end_using,
        }

    def start(self, players: int, seed: int, options: Mapping[str, str]) -> State:  # noqa: ARG002
        """The state at the first decision; the ruleset has checked players and options."""
        return set_up.start(self.table, seed, options)

    def legal(self, state: State) -> list[Action]:
        """Everything that can be done now; nothing once the game is over."""
        options = state.options
        if options is None:
            if state.frames:
                options = open_pick(self.table, state).offered(self.table, state, state.frames[-1])
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
            answer(self.table, state, action)
        else:
            self._moves[action](state)
        self._go_on(state)
        state.log = None
        return None

    @obeys(Rule.PHASE_ORDER)
    def _go_on(self, state: State) -> None:
        """Let happen what needs no decision, up to the next one; who has no choice is not asked."""
        table = self.table
        while not state.frames or run_frames(table, state):
            step = state.step
            if self._is_waiting[step]:
                return
            if step == Step.EFFECTS:
                evaluate.next_effect(table, state)
                continue
            options = self._options[step](table, state)
            if len(options) > 1:
                state.options = options
                return
            if options:
                self._moves[options[0]](state)
            else:
                self._done[step](table, state)

    def to_move(self, state: State) -> int:
        """Whose decision it is."""
        return state.player

    def view(self, state: State, player: int) -> dict[str, Any]:
        """What a player sees."""
        return view(self.table, state, player)

    def told(self, event: Event, player: int) -> Event | None:
        """What a player may hear of an event; nothing where it is a secret of the other."""
        return told(event, player)

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
        """The state as JSON, with all that is hidden."""
        return save(self.table, state)

    def save_for(self, state: State, player: int, seed: int = 0) -> dict[str, Any]:
        """The state as JSON for a player: what is hidden from them is dealt anew, so that nothing of it is in there."""
        return save(self.table, redeal(self.table, state, player, seed))

    def load(self, saved: Mapping[str, Any]) -> State:
        """The state that was saved."""
        return load(self.table, saved)

    def rule_player(self) -> Player:
        """A player who follows rules of thumb."""
        return RulePlayer(self.table)

    def worth(self, state: State, player: int = 0) -> float:
        """How good a state looks to a player."""
        return worth(self.table, state, player)

    def is_far(self, before: State, after: State) -> bool:
        """A month ahead the game is judged by how near the Abwehr is to a proof."""
        return after.month > before.month

    def arrange(self, given: Mapping[str, Any], seed: int = 0) -> State:
        """A table with these cards and tokens in these places."""
        state = arrange(self.table, given, seed)
        self._go_on(state)
        return state

    def play_example(self, state: State, entry: Mapping[str, Any] | str) -> State:
        """The state after an entry of a worked example."""
        return play_entry(self, state, entry)

    def observe(self, state: State, name: str) -> Any:
        """What a worked example calls by a name."""
        return observe(self.table, state, name)

    def content(self) -> Any:
        """Everything the game is played by."""
        return content(self.table)

    def template(self, kind: str) -> str:
        """The English sentence for a kind of event."""
        return TEMPLATES[kind]


def _end_turn(table: Table, state: State) -> None:
    if month.end_turn(table, state):
        evaluate.begin_evaluation(table, state)


def _end_using(table: Table, state: State) -> None:  # noqa: ARG001
    state.step, state.using, state.turns = Step.USE, NOTHING, 0


def _spell_set_up(table: Table) -> dict[Action, Move]:
    """Actions of the set-up, and what they do."""
    moves: dict[Action, Move] = {SCATTER: lambda state: set_up.scatter(table, state)}
    for region, code in enumerate(table.regions):
        for offensive in OFFENSIVES[:2]:
            moves[f"{offensive} {code}"] = lambda state, r=region: set_up.choose_offensive(table, state, r)  # type: ignore[misc]
        for patterns in table.lay:
            for spelled, lying in patterns.items():
                moves[f"lay {code} {spelled}"] = lambda state, r=region, p=lying: set_up.lay(table, state, r, p)  # type: ignore[misc]
    return moves


def _spell_turns(table: Table) -> dict[Action, Move]:
    """Actions of the phases in which cards are played, and what they do."""
    moves: dict[Action, Move] = {PASS: lambda state: month.skip(table, state)}
    for card, action in enumerate(table.play):
        moves[action] = lambda state, c=card: month.play(table, state, c)  # type: ignore[misc]
    for winner, action in enumerate(table.predict):
        moves[action] = lambda state, w=winner: month.predict(table, state, w)  # type: ignore[misc]
    for deck in (INTELLIGENCE, DEFECTOR, *FACTIONS):
        moves[f"draw {deck}"] = lambda state, d=deck: month.draw(table, state, d)  # type: ignore[misc]
    return moves


def _spell_evaluation(table: Table) -> dict[Action, Move]:
    """Actions of the evaluation, and what they do."""
    moves: dict[Action, Move] = {}
    for card, code in enumerate(table.cards.codes):
        for rank in range(table.cards.lowest, table.cards.highest + 1):
            spelled = f"count {code} as {rank}"
            moves[spelled] = lambda state, c=card, r=rank: evaluate.settle(table, state, c, r, is_rank=True)  # type: ignore[misc]
        for number, colour in enumerate(table.colours):
            spelled = f"colour {code} {colour}"
            moves[spelled] = lambda state, c=card, n=number: evaluate.settle(table, state, c, n, is_rank=False)  # type: ignore[misc]
    for number in range(len(table.colours)):
        moves[table.take[number]] = lambda state, c=number: evaluate.take(table, state, c)  # type: ignore[misc]
        moves[table.use[number]] = lambda state, c=number: evidence.use(table, state, c)  # type: ignore[misc]
    for space, action in enumerate(table.turn):
        moves[action] = lambda state, s=space: evidence.turn(table, state, s)  # type: ignore[misc]
    return moves

"""The engine of Operation Barclay: what is legal in each step, what each action does, and why others are refused."""

from collections.abc import Callable
from typing import Any

from rules_engine.events import Refusal
from rules_engine.machine.steps import run_frames
from rules_engine.obeys import obeys
from rules_engine.operation_barclay import effects, evaluation, examples, month, seen, set_up
from rules_engine.operation_barclay import players as computer
from rules_engine.operation_barclay.cards import DEFECTOR, FORMS, INTELLIGENCE, Table
from rules_engine.operation_barclay.rulebook import OFFENSIVES, Rule
from rules_engine.operation_barclay.state import FACTIONS, Phase, State, Step
from rules_engine.ruleset import Ruleset

OPTIONS: tuple[Callable[[Table, State], list[str]], ...] = (
    set_up.offensive_options,
    set_up.offensive_options,
    set_up.lay_options,
    month.play_options,
    month.predict_options,
    month.draw_options,
    lambda *_: [],
    evaluation.settle_options,
    evaluation.take_options,
    evaluation.take_options,
    evaluation.use_options,
    evaluation.turn_options,
    lambda *_: [],
)
"""What can be done in each step."""
IS_WAITING = [
    step in (Step.PRIMARY, Step.SECONDARY, Step.LAY, Step.PLAY, Step.PREDICT, Step.OVER)
    for step in range(len(Step.NAMES))
]
"""By step whether it waits for a decision even where there is only one thing to do."""
DONE: dict[int, Callable[[Table, State], None]] = {
    Step.DRAW: evaluation.end_turn,
    Step.SETTLE: evaluation.end_settling,
    Step.TAKE_ALPHA: evaluation.judge_predictions,
    Step.TAKE_BETA: evaluation.award_symbols,
    Step.USE: evaluation.end_month,
    Step.TURN: evaluation.end_using,
}
"""What happens in a step once there is nothing left to do."""
WHEN = {
    "primary": (Rule.SETUP_OFFENSIVES, "Offensives are planned in the set-up."),
    "secondary": (Rule.SETUP_OFFENSIVES, "The secondary offensive is planned after the primary, in another region."),
    "lay": (Rule.SETUP_SECRET, "The tokens of this region cannot be laid so now."),
    "scatter": (Rule.SETUP_SECRET, "Tokens are laid in the set-up only."),
    "predict": (Rule.ANALYSIS, "The winner is predicted in the analysis, once by each player."),
    "count": (Rule.SEVERAL_NUMBERS, "This card cannot count as that now."),
    "colour": (Rule.SEVERAL_COLOURS, "This card cannot have that colour now."),
    "take": (Rule.ALPHA_TIE, "The Abwehr may not choose that evidence token now."),
    "use": (Rule.EVIDENCE_ORDER, "That evidence token cannot be used now."),
    "turn": (Rule.EVIDENCE_REVEALS, "That intelligence token cannot be turned up now."),
    "pass": (Rule.PHASE_ORDER, "Only a player without a card to play passes."),
}
"""What is said of an action at the wrong time, by its first word."""


class Barclay(Table):
    """Plays one edition, as its ruleset states it."""

    code, state, forms, check = "operation-barclay", State, FORMS, staticmethod(effects.check)
    players, choices = (len(FACTIONS),), set_up.CHOICES
    start, arrange, play_example, observe = set_up.start, set_up.arrange, examples.play_example, examples.observe
    view, told, redeal = seen.view, seen.told, seen.redeal
    rule_player, worth = computer.rule_player, computer.worth

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        regions, laid = list(enumerate(self.regions)), [each for patterns in self.lay for each in patterns.items()]
        self.moves = {
            set_up.SCATTER: self.move(set_up.scatter),
            **{f"{o} {code}": self.move(set_up.choose_offensive, at) for at, code in regions for o in OFFENSIVES[:2]},
            **{
                f"lay {code} {spelled}": self.move(set_up.lay, at, lying)
                for at, code in regions
                for spelled, lying in laid
            },
            month.PASS: self.move(month.skip),
            **{action: self.move(month.play, card) for card, action in enumerate(self.play)},
            **{action: self.move(month.predict, winner) for winner, action in enumerate(self.predict)},
            **{f"draw {deck}": self.move(month.draw, deck) for deck in (INTELLIGENCE, DEFECTOR, *FACTIONS)},
            **{action: self.move(evaluation.take, colour) for colour, action in enumerate(self.take)},
            **{action: self.move(evaluation.use, colour) for colour, action in enumerate(self.use)},
            **{action: self.move(evaluation.turn, space) for space, action in enumerate(self.turn)},
        }
        for card, code in enumerate(self.codes):
            for rank in range(self.lowest, self.highest + 1):
                self.moves[f"count {code} as {rank}"] = self.move(evaluation.count_as, card, rank)
            for number, colour in enumerate(self.colours):
                self.moves[f"colour {code} {colour}"] = self.move(evaluation.colour_as, card, number)

    def between(self, state: State) -> list[str]:
        """What the step offers."""
        return OPTIONS[state.step](self, state)

    @obeys(Rule.PHASE_ORDER)
    def go_on(self, state: State) -> None:
        """Let happen what needs no decision, up to the next one; who has no choice is not asked."""
        while not state.frames or run_frames(self, state):
            step = state.step
            if IS_WAITING[step]:
                return
            if step == Step.EFFECTS:
                evaluation.next_effect(self, state)
                continue
            options = OPTIONS[step](self, state)
            if len(options) > 1:
                state.options = options
                return
            if options:
                self.moves[options[0]](state)
            else:
                DONE[step](self, state)

    def to_move(self, state: State) -> int:
        """Whose decision it is."""
        return state.player

    def is_far(self, before: State, after: State) -> bool:
        """A month ahead the game is judged by how near the Abwehr is to a proof."""
        return after.month > before.month

    def save_for(self, state: State, player: int, seed: int = 0) -> dict[str, Any]:
        """The state as JSON for a player: what is hidden from them is dealt anew, so that nothing of it is in there."""
        return self.save(self.redeal(state, player, seed))

    @obeys(Rule.PHASE_ORDER)
    def refuse(self, state: State, action: str) -> Refusal:
        """The refusal of an action that is not legal."""
        if state.step == Step.OVER:
            return Refusal(str(Rule.GAME_LENGTH), "The game is over.")
        verb, _, code = action.partition(" ")
        if state.frames:
            rule, offered = state.frames[-1].program.rule, ", ".join(self.legal(state))
            return Refusal(str(rule), f"First an effect must be carried out: choose one of {offered}.")
        if verb == "play" and code in self.number_of:
            return _refuse_play(self, state, code)
        if verb == "draw" and code in (INTELLIGENCE, DEFECTOR, *FACTIONS):
            return _refuse_draw(state, code)
        if verb in WHEN:
            rule, sentence = WHEN[verb]
            return Refusal(str(rule), sentence)
        return Refusal(str(Rule.PHASE_ORDER), f"“{action}” is nothing that can be done now.")


@obeys(Rule.EFFECT_IN_ITS_PHASE)
def _refuse_play(table: Table, state: State, code: str) -> Refusal:
    card = table.number_of[code]
    if state.step not in (Step.PLAY, Step.PREDICT):
        return Refusal(str(Rule.PHASE_ORDER), "No card is played at this moment.")
    if card not in state.hands[state.player]:
        return Refusal(str(Rule.PLAY_FACE_UP), f"{code} is not in the hand of {FACTIONS[state.player]}.")
    return Refusal(str(Rule.EFFECT_IN_ITS_PHASE), f"{code} is not played in the phase {Phase.NAMES[state.phase]}.")


@obeys(Rule.DRAW_OWN_SIDE, Rule.DRAW_SHORT)
def _refuse_draw(state: State, deck: str) -> Refusal:
    if state.step != Step.DRAW:
        return Refusal(str(Rule.DRAW_AFTER_PLAY), "A card is drawn after one was played, up to the size of the hand.")
    if deck == FACTIONS[1 - state.player]:
        return Refusal(str(Rule.DRAW_OWN_SIDE), f"The deck {deck} belongs to the other side.")
    return Refusal(str(Rule.DRAW_SHORT), f"The deck {deck} is empty.")

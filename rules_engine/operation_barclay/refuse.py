"""Why an action cannot be done now: the rule it is against, and a sentence."""

from rules_engine.events import Refusal
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.ops import open_pick
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import FACTIONS, NOTHING, Phase, State, Step
from rules_engine.operation_barclay.table import DEFECTOR, INTELLIGENCE, Table

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


@obeys(Rule.PHASE_ORDER)
def refuse(table: Table, state: State, action: str) -> Refusal:
    """The refusal of an action that is not legal."""
    if state.step == Step.OVER:
        return Refusal(str(Rule.GAME_LENGTH), "The game is over.")
    verb, _, code = action.partition(" ")
    if state.frames:
        offered = ", ".join(open_pick(table, state).offered(table, state, state.frames[-1]))
        rule = table.cards.programs[state.frames[-1].program].rule
        return Refusal(str(rule), f"First an effect must be carried out: choose one of {offered}.")
    if verb == "play" and code in table.cards.numbers:
        return _refuse_play(table, state, code)
    if verb == "draw" and code in (INTELLIGENCE, DEFECTOR, *FACTIONS):
        return _refuse_draw(state, code)
    if verb in WHEN:
        rule, sentence = WHEN[verb]
        return Refusal(str(rule), sentence)
    return Refusal(str(Rule.PHASE_ORDER), f"“{action}” is nothing that can be done now.")


@obeys(Rule.EFFECT_IN_ITS_PHASE)
def _refuse_play(table: Table, state: State, code: str) -> Refusal:
    card = table.cards.numbers.get(code, NOTHING)
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

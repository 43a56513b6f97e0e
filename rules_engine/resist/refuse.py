"""Why an action cannot be done now: the rule it is against, and a sentence."""

from rules_engine.events import Refusal
from rules_engine.obeys import obeys
from rules_engine.resist.attack import is_hand_played
from rules_engine.resist.ops import open_options
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import CARD, NOTHING, State, Step
from rules_engine.resist.strength import enemy_defence, mission_defence, most_revealed, protectors
from rules_engine.resist.table import CONTINUE, END, STOP, Table


@obeys(Rule.ROUND_PHASES)
def refuse(table: Table, state: State, action: str) -> Refusal:
    """The refusal of an action that is not legal."""
    if state.step == Step.OVER:
        return Refusal(str(Rule.ROUND_UNTIL_END), "The game is over.")
    if state.frames:
        offered = ", ".join(open_options(table.cards, state))
        rule = table.cards.programs[state.frames[-1].program].rule
        return Refusal(str(rule), f"First an effect must be carried out: choose one of {offered}.")
    if action in table.play:
        return _refuse_play(table, state, action)
    verb, _, code = action.partition(" ")
    card = table.cards.numbers.get(code, NOTHING)
    if verb == "defeat" and card in table.defeat:
        return _refuse_target(table, state, card)
    if verb == "choose" and card in table.choose:
        return _refuse_mission(table, state, card)
    if action in (STOP, END, CONTINUE):
        return _refuse_ending(state, action)
    return Refusal(str(Rule.ROUND_PHASES), f"“{action}” is nothing that can be done now.")


def _refuse_play(table: Table, state: State, action: str) -> Refusal:
    card, side, number = table.play[action]
    code = table.cards.codes[card]
    if state.step not in (Step.PLAN, Step.ATTACK):
        return Refusal(str(Rule.ROUND_PHASES), "Maquis are played in the plan and in the attack phase only.")
    if card not in state.hand:
        return Refusal(str(Rule.PLAN_PLAY), f"{code} is not in hand.")
    limit = most_revealed(table.cards, state) if state.step == Step.ATTACK else None
    if side and limit is not None and state.revealed_now >= limit:
        return Refusal(str(Rule.EFFECT_DEFEND), f"No more than {limit} maquis may be revealed in this attack phase.")
    program = table.cards.programs[number]
    if not (program.in_plan if state.step == Step.PLAN else program.in_attack):
        return Refusal(str(Rule.ACTION_FITS_PHASE), f"The action of {code} does not fit this phase.")
    return Refusal(str(Rule.ACTION_IN_FULL), f"The action of {code} cannot be carried out in full now.")


def _refuse_target(table: Table, state: State, card: int) -> Refusal:
    cards, code = table.cards, table.cards.codes[card]
    if state.step != Step.DEFEAT:
        return Refusal(str(Rule.ATTACK_PLAY_REST), "Targets are defeated once all maquis have been played.")
    is_guarded, shields = protectors(cards, state)
    if state.offer[state.chosen] == card:
        if is_guarded:
            return Refusal(str(Rule.GUARDS_FIRST), f"Those who guard {code} must be defeated before it.")
        defence = mission_defence(cards, state)
    else:
        here = [enemy for enemy in state.enemies[state.chosen] if enemy & CARD == card]
        if not here:
            return Refusal(str(Rule.EFFECTS_OF_CHOSEN), f"{code} is no target of this round.")
        if shields - {cards.kinds[card]}:
            first = ", ".join(sorted(shields - {cards.kinds[card]}))
            return Refusal(str(Rule.GRUNTS_FIRST), f"{code} is protected: defeat every {first} first.")
        defence = min(enemy_defence(cards, state, enemy, state.chosen) for enemy in here)
    sentence = f"{code} has a defence of {defence}, and only {state.attack} attack is left."
    return Refusal(str(Rule.ATTACK_SPEND), sentence)


def _refuse_mission(table: Table, state: State, card: int) -> Refusal:
    code = table.cards.codes[card]
    if state.step != Step.PLAN:
        return Refusal(str(Rule.PLAN_CHOOSE_MISSION), "The mission is chosen at the end of the plan phase.")
    return Refusal(str(Rule.PLAN_CHOOSE_MISSION), f"{code} is not available.")


def _refuse_ending(state: State, action: str) -> Refusal:
    if action == STOP:
        if state.step == Step.ATTACK and not is_hand_played(state):
            return Refusal(str(Rule.PLAY_EVERYTHING), "All maquis in hand must be played first.")
        return Refusal(str(Rule.ATTACK_SPEND), "There is no attack to stop now.")
    if state.step == Step.STOP:
        return Refusal(str(Rule.MUST_END), "No mission is available any more, so that the resistance must end.")
    return Refusal(str(Rule.END_OR_CONTINUE), "Whether to end is decided after the mission has been settled.")

"""Why an action cannot be done now: the rule it is against, and a sentence."""

from rules_engine.black_orchestra.ladders import MOTIVATION
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.turn import TURN
from rules_engine.events import Refusal
from rules_engine.obeys import obeys
from rules_engine.ruleset import ANY_ITEM

RULE_OF = {
    "draw": (Rule.DRAW_CARD, "There is no card to draw now."),
    "reveal": (Rule.REVEAL_ITEM, "No unrevealed item lies in the space."),
    "procure": (Rule.PROCURE_REVEALED, "No revealed item lies in the space."),
    "release": (Rule.RELEASE_PLACE, "Nobody can be released from here now."),
    "give": (Rule.SHARE_SAME_SPACE, "That cannot be given to somebody in the same space."),
    "take": (Rule.SHARE_SAME_SPACE, "That cannot be taken from somebody in the same space."),
    "play": (Rule.ACT_EFFECT, "No such card can be played for an action now."),
    "ability": (Rule.MOTIVATION_ABILITY, "The special ability does not work now."),
    "use": (Rule.ANY_TIME_EFFECT, "No such card can be played now."),
}
"""By the first word of an action the rule that it is against when it is not legal."""


@obeys(Rule.TURN_PHASES)
def refuse(table: Table, state: State, action: str) -> Refusal:
    """The refusal of an action that is not legal."""
    if state.outcome is not None:
        return Refusal(state.outcome[2], "The game is over.")
    frame = state.frames[-1]
    verb, _, rest = action.partition(" ")
    if frame.program != TURN:
        rule, offered = table.programs[frame.program].rule, ", ".join(state.options or ())
        return Refusal(rule, f"First {state.asker} must choose one of {offered}.")
    if verb == "move":
        return _refuse_move(table, state, rest)
    if verb == "deliver":
        return _refuse_delivery(table, state, rest)
    if verb == "conspire":
        return _refuse_conspiring(table, state)
    if verb == "plot":
        return _refuse_plot(table, state)
    if state.actions_left <= 0 and verb in RULE_OF and verb != "use":
        return Refusal(str(Rule.ACTIONS_PER_TURN), "No action is left.")
    rule, sentence = RULE_OF.get(verb, (Rule.TURN_PHASES, f"“{action}” is nothing that can be done now."))
    return Refusal(str(rule), sentence)


def _refuse_move(table: Table, state: State, space: str) -> Refusal:
    if space not in table.spaces:
        return Refusal(str(Rule.MOVE_ADJACENT), f"The board has no space {space}.")
    if state.actions_left <= 0:
        return Refusal(str(Rule.ACTIONS_PER_TURN), "No action is left.")
    if space not in table.neighbours[state.conspirators[state.active].location]:
        return Refusal(str(Rule.MOVE_ADJACENT), f"{space} is not next to the space of {state.active}.")
    found = table.spaces[space]
    if found.opens_in_stage is not None and state.stage < found.opens_in_stage:
        return Refusal(
            str(Rule.MOVE_STAGE), f"{space} opens in stage {found.opens_in_stage}; it is stage {state.stage}."
        )
    if not found.is_open(state.stage):
        return Refusal(str(Rule.STAGE_CLOSED), f"{space} is closed from stage {found.closes_in_stage} on.")
    return Refusal(str(Rule.TURN_PHASES), "Nobody moves now.")


def _refuse_delivery(table: Table, state: State, item: str) -> Refusal:
    conspirator = state.conspirators[state.active]
    space = conspirator.location
    wanted = [spot.condition for spot in table.spaces[space].spots if spot.item in (item, ANY_ITEM)]
    if item not in conspirator.items:
        return Refusal(str(Rule.DELIVER_DISCARD), f"{state.active} does not hold {item}.")
    if space in state.squares:
        return Refusal(str(Rule.DELIVER_UNCOVERED), f"An item still lies on the square of {space}.")
    if not wanted:
        return Refusal(str(Rule.DELIVER_DISCARD), f"{space} does not take {item}.")
    if state.actions_left <= 0:
        return Refusal(str(Rule.ACTIONS_PER_TURN), "No action is left.")
    return Refusal(str(Rule.DELIVER_CONDITION), f"{space} takes {item} only if {' or '.join(wanted)}.")


def _refuse_conspiring(table: Table, state: State) -> Refusal:
    if "conspire" in state.forbidden:
        return Refusal(str(Rule.PENALTY_BORMANN), "A leader forbids conspiring in this turn.")
    if state.conspired >= table.numbers.conspire_per_turn:
        return Refusal(str(Rule.CONSPIRE_LIMIT), f"{state.active} has already conspired in this turn.")
    return Refusal(str(Rule.CONSPIRE_DICE), "Each die costs an action, and there are only so many.")


def _refuse_plot(table: Table, state: State) -> Refusal:
    if state.conspirators[state.active].levels[MOTIVATION] < table.numbers.plot_from:
        return Refusal(str(Rule.MOTIVATION_PLOT), f"{state.active} is not motivated enough for a plot.")
    return Refusal(str(Rule.PLOT_REQUIREMENTS), "The requirements of the plot are not met.")

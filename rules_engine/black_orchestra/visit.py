"""What a conspirator does in a space, apart from any turn: enter it, and deliver an item there."""

from rules_engine.black_orchestra.actions import hand_in, spot_for
from rules_engine.black_orchestra.board import enter_space
from rules_engine.black_orchestra.ladders import PRISON
from rules_engine.black_orchestra.ops import answer as take_answer
from rules_engine.black_orchestra.ops import run_frames
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import State
from rules_engine.black_orchestra.table import Table
from rules_engine.decide import Chooser, Decision
from rules_engine.errors import RulesetError
from rules_engine.events import Event, Played, Refusal
from rules_engine.ruleset import ANY_ITEM, Ruleset, Spot

ANSWER_RULE = "answer-decisions"
"""Not a rule of a game: what every game asks of whoever plays it."""


def enter(
    ruleset: Ruleset, state: State, conspirator: str, location: str, choose: Chooser | None = None
) -> Played[State] | Refusal:
    """Put a conspirator into a space, by whatever way, and let what the space does happen."""
    table = Table(ruleset)
    refusal = _refuse_while_deciding(table, state) or _refuse_entry(ruleset, state, conspirator, location)
    if refusal:
        return refusal
    after = state.copy()
    after.log = []
    enter_space(table, after, None, conspirator, location)
    return _play_on(table, after, choose)


def deliver(
    ruleset: Ruleset, state: State, conspirator: str, item: str, choose: Chooser | None = None
) -> Played[State] | Refusal:
    """Deliver an item to the space where the conspirator is, for what that is worth there."""
    table = Table(ruleset)
    refusal = _refuse_while_deciding(table, state) or _refuse_delivery(ruleset, state, conspirator, item)
    if refusal:
        return refusal
    location = state.conspirators[conspirator].location
    spot = spot_for(table, state, conspirator, item)
    if spot is None:
        wanted = " or ".join(s.condition for s in _spots_for(ruleset, location, item))
        return Refusal(str(Rule.DELIVER_CONDITION), f"{location} takes {item} only if {wanted}.")
    _require_effects(ruleset, spot)
    after = state.copy()
    after.log = []
    hand_in(table, after, None, conspirator, item)
    return _play_on(table, after, choose)


def answer(ruleset: Ruleset, state: State, option: int, choose: Chooser | None = None) -> Played[State] | Refusal:
    """Answer the open decision with the index of an option, and go on."""
    table = Table(ruleset)
    decision = open_decision(ruleset, state)
    if decision is None:
        return Refusal(ANSWER_RULE, "There is nothing to decide at the moment.")
    if not 0 <= option < len(decision.options):
        return Refusal(ANSWER_RULE, f"“{decision.question}” has no option {option}: {'; '.join(decision.options)}.")
    after = state.copy()
    after.log = []
    take_answer(table, after, decision.options[option])
    return _play_on(table, after, choose)


def open_decision(ruleset: Ruleset, state: State) -> Decision | None:
    """The decision a state waits for."""
    return _decision(Table(ruleset), state)


def _decision(table: Table, state: State) -> Decision | None:
    run_frames(table, state)
    if state.options is None:
        return None
    program = table.programs[state.frames[-1].program]
    return Decision(state.asker, program.line, tuple(state.options), program.row)


def _play_on(table: Table, state: State, choose: Chooser | None) -> Played[State]:
    """Go on in place; with a chooser, to the end, without one, to the next decision."""
    decision = _decision(table, state)
    while decision is not None and choose is not None:
        taken = choose(decision)
        if not 0 <= taken < len(decision.options):
            raise ValueError(f"“{decision.question}” has {len(decision.options)} options, the player took {taken}.")
        take_answer(table, state, decision.options[taken])
        decision = _decision(table, state)
    events: list[Event] = state.log or []
    state.log = None
    return Played(state, tuple(events), decision)


def _refuse_while_deciding(table: Table, state: State) -> Refusal | None:
    decision = _decision(table, state)
    if decision is None:
        return None
    return Refusal(ANSWER_RULE, f"{decision.actor} must first decide “{decision.question}”.")


def _require_effects(ruleset: Ruleset, spot: Spot) -> None:
    """A RulesetError that says why a delivery is worth nothing."""
    if not ruleset.effects_of("delivery", str(spot.row)):
        ruleset.fact(*spot.fact)
        fact = " ".join(spot.fact)
        sentence = f"`{fact}` is stated, but no effect was built from it. Run `rulewright ingest` to build it anew."
        raise RulesetError("delivery", spot.row, fact, sentence)


def _refuse_entry(ruleset: Ruleset, state: State, conspirator: str, location: str) -> Refusal | None:
    space = ruleset.spaces.get(location)
    if conspirator not in state.conspirators:
        return Refusal(str(Rule.MOVE_ADJACENT), f"{conspirator} does not take part in this game.")
    if space is None:
        return Refusal(str(Rule.MOVE_ADJACENT), f"The board has no space {location}.")
    return refuse_closed(ruleset, state, location)


def refuse_closed(ruleset: Ruleset, state: State, location: str) -> Refusal | None:
    """A refusal where the space is not open in this stage."""
    space = ruleset.spaces[location]
    if space.is_open(state.stage):
        return None
    if space.opens_in_stage is not None and state.stage < space.opens_in_stage:
        sentence = f"{location} opens in stage {space.opens_in_stage}; it is stage {state.stage}."
        return Refusal(str(Rule.MOVE_STAGE), sentence)
    return Refusal(str(Rule.STAGE_CLOSED), f"{location} is closed from stage {space.closes_in_stage} on.")


def _refuse_delivery(ruleset: Ruleset, state: State, conspirator: str, item: str) -> Refusal | None:
    delivering = state.conspirators.get(conspirator)
    if delivering is None:
        return Refusal(str(Rule.DELIVER_DISCARD), f"{conspirator} does not take part in this game.")
    if delivering.location == PRISON:
        return Refusal(str(Rule.PRISON_NO_ACTIONS), f"{conspirator} is in prison, where nothing is delivered.")
    return refuse_item(ruleset, state, conspirator, item)


def refuse_item(ruleset: Ruleset, state: State, conspirator: str, item: str) -> Refusal | None:
    """A refusal where an item cannot be delivered in the space, whatever its condition says."""
    delivering = state.conspirators[conspirator]
    if item not in delivering.items:
        return Refusal(str(Rule.DELIVER_DISCARD), f"{conspirator} does not hold {item}.")
    if delivering.location in state.squares:
        return Refusal(str(Rule.DELIVER_UNCOVERED), f"An item still lies on the square of {delivering.location}.")
    if not _spots_for(ruleset, delivering.location, item):
        return Refusal(str(Rule.DELIVER_DISCARD), f"{delivering.location} does not take {item}.")
    return None


def _spots_for(ruleset: Ruleset, location: str, item: str) -> list[Spot]:
    """What the space wants that the item fits, its own kind first."""
    space = ruleset.spaces.get(location)
    spots = space.spots if space else ()
    return [s for s in spots if s.item == item] + [s for s in spots if s.item == ANY_ITEM]

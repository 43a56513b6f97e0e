"""What a conspirator does in a space: enter it, and deliver an item there."""

from rules_engine.black_orchestra.state import PRISON, State
from rules_engine.decide import Chooser
from rules_engine.errors import RulesetError
from rules_engine.events import Event, Played, Refusal
from rules_engine.execute import begin, play_on, refuse_while_deciding
from rules_engine.moment import Moment
from rules_engine.ruleset import ANY_ITEM, Effect, Ruleset, Spot

ENTER_RULE = "enter-space"
STAGE_RULE = "space-opens-in-stage"
CLOSING_RULE = "space-closes-in-stage"
DELIVER_RULE = "deliver-item"


def enter(
    ruleset: Ruleset, state: State, conspirator: str, location: str, choose: Chooser | None = None
) -> Played[State] | Refusal:
    """Put a conspirator into a space, by whatever way, and let what the space does happen."""
    refusal = refuse_while_deciding(ruleset, state) or _refuse_entry(ruleset, state, conspirator, location)
    if refusal:
        return refusal
    after = state.copy()
    origin, after.conspirators[conspirator].location = state.conspirators[conspirator].location, location
    data = {"conspirator": conspirator, "from": origin, "to": location}
    begin(ruleset, after, ruleset.effects_of("location", location, "enter"), conspirator, ENTER_RULE)
    return play_on(ruleset, after, [Event("entered", data, None, ENTER_RULE)], choose)


def deliver(
    ruleset: Ruleset, state: State, conspirator: str, item: str, choose: Chooser | None = None
) -> Played[State] | Refusal:
    """Deliver an item to the space where the conspirator is, for what that is worth there."""
    refusal = refuse_while_deciding(ruleset, state) or _refuse_delivery(ruleset, state, conspirator, item)
    if refusal:
        return refusal
    location = state.conspirators[conspirator].location
    moment = Moment(ruleset, state, conspirator, DELIVER_RULE)
    spot = next((s for s in _spots_for(ruleset, location, item) if all(holds(moment) for holds in s.conditions)), None)
    if spot is None:
        wanted = " or ".join(s.condition for s in _spots_for(ruleset, location, item))
        return Refusal(DELIVER_RULE, f"{location} takes {item} only if {wanted}.")
    effects = _effects_of(ruleset, spot)
    after = state.copy()
    after.conspirators[conspirator].items.remove(item)
    after.discarded_items.append(item)
    data = {"conspirator": conspirator, "item": item, "location": location}
    begin(ruleset, after, effects, conspirator, DELIVER_RULE)
    return play_on(ruleset, after, [Event("delivered", data, None, DELIVER_RULE)], choose)


def _effects_of(ruleset: Ruleset, spot: Spot) -> list[Effect]:
    effects = ruleset.effects_of("delivery", str(spot.row))
    if not effects:
        ruleset.fact(*spot.fact)
        fact = " ".join(spot.fact)
        sentence = f"`{fact}` is stated, but no effect was built from it. Run `rulewright ingest` to build it anew."
        raise RulesetError("delivery", spot.row, fact, sentence)
    return effects


def _refuse_entry(ruleset: Ruleset, state: State, conspirator: str, location: str) -> Refusal | None:
    space = ruleset.spaces.get(location)
    if conspirator not in state.conspirators:
        return Refusal(ENTER_RULE, f"{conspirator} does not take part in this game.")
    if space is None:
        return Refusal(ENTER_RULE, f"The board has no space {location}.")
    if space.is_open(state.stage):
        return None
    if space.opens_in_stage is not None and state.stage < space.opens_in_stage:
        return Refusal(STAGE_RULE, f"{location} opens in stage {space.opens_in_stage}; it is stage {state.stage}.")
    return Refusal(CLOSING_RULE, f"{location} is closed from stage {space.closes_in_stage} on.")


def _refuse_delivery(ruleset: Ruleset, state: State, conspirator: str, item: str) -> Refusal | None:
    delivering = state.conspirators.get(conspirator)
    if delivering is None:
        return Refusal(DELIVER_RULE, f"{conspirator} does not take part in this game.")
    if delivering.location == PRISON:
        return Refusal(DELIVER_RULE, f"{conspirator} is in prison, where nothing is delivered.")
    if item not in delivering.items:
        return Refusal(DELIVER_RULE, f"{conspirator} does not hold {item}.")
    if delivering.location in state.squares:
        return Refusal(DELIVER_RULE, f"An item still lies on the square of {delivering.location}.")
    if not _spots_for(ruleset, delivering.location, item):
        return Refusal(DELIVER_RULE, f"{delivering.location} does not take {item}.")
    return None


def _spots_for(ruleset: Ruleset, location: str, item: str) -> list[Spot]:
    """What the space wants that the item fits, its own kind first."""
    space = ruleset.spaces.get(location)
    spots = space.spots if space else ()
    return [s for s in spots if s.item == item] + [s for s in spots if s.item == ANY_ITEM]

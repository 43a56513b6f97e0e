"""Proof by playing: each space's effect and each delivery is executed and compared with what the facts say."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from rules_engine.black_orchestra.ladders import HITLER, PERSONAL, SUSPICION, Track, difficulties_stated, needed_facts
from rules_engine.black_orchestra.state import State, lay_out
from rules_engine.black_orchestra.visit import deliver, enter
from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.checks.needed import facts_stated
from rules_engine.compile import arguments_of
from rules_engine.decide import Decision
from rules_engine.errors import RulesetError
from rules_engine.events import Played, Refusal
from rules_engine.ruleset import ANY_ITEM, Ruleset, Space, Spot
from schema.results import ValidationShape

ENTERED = "entering a space does what the facts say"
DELIVERED = "a delivery is worth what the facts say"
ENTER = "enter."
FIRST_STAGE = 1
ACTIVE, OTHER = "active", "other"
"""Who takes part in the proof, where the game's characters are not known."""


def entering_works(evidence: Evidence) -> Iterator[ValidationShape]:
    """Each space is entered, and every track goes where the space's facts send it."""
    ruleset = evidence.ruleset
    for code, space in ruleset.spaces.items():
        stated = {
            a.removeprefix(ENTER): (s, a) for s, a in ruleset.facts if s == f"location:{code}" and a.startswith(ENTER)
        }
        if stated or ruleset.effects_of("location", code, "enter"):
            yield _outcome(ENTERED, f"location:{code}", partial(_enter, ruleset, space, stated))


def deliveries_work(evidence: Evidence) -> Iterator[ValidationShape]:
    """Each delivery is made under its condition, and suspicion changes by what the fact says."""
    ruleset = evidence.ruleset
    for code, space in ruleset.spaces.items():
        for spot in space.spots:
            if spot.fact in ruleset.facts:
                yield _outcome(DELIVERED, f"location:{code} {spot.item}", partial(_deliver, ruleset, space, spot))


CHECKS = (
    facts_stated(needed_facts),
    Check("rows", ENTERED, entering_works),
    Check("rows", DELIVERED, deliveries_work),
)


def limits(ruleset: Ruleset, state: Any) -> Iterator[str]:
    """What does not hold in a state, in sentences."""
    assert isinstance(state, State)
    for code, place in state.levels.items():
        yield from _beyond(state.tracks[code], place, "the board")
    for name, conspirator in state.conspirators.items():
        for code, place in conspirator.levels.items():
            yield from _beyond(state.tracks[code], place, name)
        if conspirator.location not in ruleset.spaces:
            yield f"{name} stands in {conspirator.location}, which is no space of the board."
    for leader, location in state.leaders.items():
        if location not in ruleset.spaces:
            yield f"The leader {leader} stands in {location}, which is no space of the board."
    if state.dissent < 0 or state.actions_left < 0:
        yield f"{state.dissent} dice lie on the dissent track and {state.actions_left} actions are left."
    lost = [space for space in state.squares if space not in ruleset.spaces]
    if lost:
        yield f"Items lie in {', '.join(lost)}, which is no space of the board."


def _beyond(track: Track, place: int, whose: str) -> Iterator[str]:
    if not track.low <= place <= track.high:
        yield f"The marker of {whose} for {track.code} stands at {place}, beyond {track.low} to {track.high}."


Changes = dict[tuple[str, str], int]
"""By how much a track changed, by whose track it is (nobody's: the board's) and its code."""


class _Untried(Exception):
    """Why a trial cannot be made with what the rows state."""


class _Refused(Exception):
    """Why the engine would not do what the rows say can be done."""


def _outcome(check: str, subject: str, trial: Callable[[], tuple[Changes, Changes]]) -> ValidationShape:
    try:
        wanted, seen = trial()
    except _Untried as reason:
        return unknown(check, str(reason), subject)
    except _Refused as reason:
        return failed(check, str(reason), subject)
    except RulesetError as error:
        # A missing fact is told by the check for facts; any other row that stops the trial is wrong.
        return (unknown if error.table == "fact" and error.row is None else failed)(check, error.sentence, subject)
    if seen == wanted:
        return passed(check, f"Played: {_told(seen)}, as stated.", subject)
    return failed(check, f"Stated is {_told(wanted)}, played was {_told(seen)}.", subject)


def _enter(ruleset: Ruleset, space: Space, stated: Mapping[str, tuple[str, str]]) -> tuple[Changes, Changes]:
    if not stated and not any(e.is_of_edition for e in ruleset.effects_of("location", space.code, "enter")):
        raise _Untried("Another edition states what happens here; no fact of this one does.")
    amounts = {track: ruleset.number(*fact) for track, fact in stated.items()}
    state = _table(ruleset, space.code, ACTIVE, space.opens_in_stage or FIRST_STAGE)
    # Whoever is there already does not enter.
    state.conspirators[ACTIVE].location = next(code for code in ruleset.spaces if code != space.code)
    _make_room(state, amounts)
    wanted = {(ACTIVE if track in PERSONAL else "", track): amount for track, amount in amounts.items() if amount}
    return wanted, _changes(state, enter(ruleset, state, ACTIVE, space.code, _first))


def _deliver(ruleset: Ruleset, space: Space, spot: Spot) -> tuple[Changes, Changes]:
    amount = ruleset.number(*spot.fact)
    for effect in ruleset.effects_of("delivery", str(spot.row)):
        if effect.line.conditions != spot.predicates:
            wanted = spot.condition or "no condition"
            raise _Refused(f"“{effect.line}” was built for a delivery under the condition “{wanted}”.")
    who, stage, leaders = _meeting(ruleset, space, spot)
    item = spot.item if spot.item != ANY_ITEM else next(iter(ruleset.concepts.get("item", ())), ANY_ITEM)
    state = _table(ruleset, space.code, who, stage)
    state.leaders.update(leaders)
    state.conspirators[who].items.append(item)
    _make_room(state, {SUSPICION: amount})
    seen = _changes(state, deliver(ruleset, state, who, item, _first))
    if spot.who == "split":
        total = sum(change for (_, track), change in seen.items() if track == SUSPICION)
        seen = {key: change for key, change in seen.items() if key[1] != SUSPICION} | {(who, SUSPICION): total}
    return {(who, SUSPICION): amount}, seen


def _meeting(ruleset: Ruleset, space: Space, spot: Spot) -> tuple[str, int, dict[str, str]]:
    """Who must come, in which stage and to which leaders, for the conditions of a delivery to hold."""
    who, stage, leaders = ACTIVE, space.opens_in_stage or FIRST_STAGE, dict[str, str]()
    for predicate in spot.predicates:
        arguments = arguments_of(predicate.clause)
        if predicate.is_negated:
            raise _Untried(f"Nobody has said how to bring about “{predicate}”.")
        if "leader" in arguments:
            leaders[arguments["leader"]] = space.code
        elif "number" in arguments:
            stage = int(arguments["number"])
        elif "affiliation" in arguments:
            who = _member(ruleset, arguments["affiliation"])
        else:
            leaders |= {code: space.code for code in ruleset.concepts.get("leader", ()) if code != HITLER}
    return who, stage, leaders


def _member(ruleset: Ruleset, affiliation: str) -> str:
    for card in ruleset.cards:
        if card.deck == "character" and ruleset.find_fact(f"character:{card.code}", "affiliation") == affiliation:
            return card.code
    raise _Untried(f"No list states which character is of the affiliation {affiliation}.")


def _table(ruleset: Ruleset, location: str, who: str, stage: int) -> State:
    difficulties = difficulties_stated(ruleset)
    if not difficulties:
        raise _Untried("No difficulty is stated, so that no table can be laid out.")
    return lay_out(ruleset, {who: location, OTHER: location}, difficulty=difficulties[0], stage=stage)


def _make_room(state: State, amounts: Mapping[str, int]) -> None:
    """Put the markers where the whole amounts can be gone."""
    for code, amount in amounts.items():
        track = state.tracks.get(code)
        if track is None:
            raise _Untried(f"The engine has no track {code}.")
        if abs(amount) > track.high - track.low:
            raise _Untried(f"The track {code} is too short for {amount:+d}.")
        place = track.low if amount > 0 else track.high
        for levels in [c.levels for c in state.conspirators.values()] if code in PERSONAL else [state.levels]:
            levels[code] = place


def _changes(before: State, played: Played[State] | Refusal) -> Changes:
    if isinstance(played, Refusal):
        raise _Refused(f"The engine refused by the rule {played.rule}: {played.sentence}")
    after = played.state
    changes = {("", track): after.levels[track] - place for track, place in before.levels.items()}
    for code, conspirator in before.conspirators.items():
        for track, place in conspirator.levels.items():
            changes[code, track] = after.conspirators[code].levels[track] - place
    return {key: change for key, change in changes.items() if change}


def _told(changes: Changes) -> str:
    return ", ".join(f"{who} {track} {change:+d}".strip() for (who, track), change in changes.items()) or "no change"


def _first(_: Decision) -> int:
    return 0

"""Proof by playing: each space's effect and each delivery is executed and compared with what the facts say."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rules_engine.black_orchestra.state import (
    HITLER,
    PERSONAL,
    SUSPICION,
    State,
    difficulties_stated,
    lay_out,
    needed_facts,
)
from rules_engine.black_orchestra.visit import deliver, enter
from rules_engine.checks.evidence import Evidence, failed, passed, unknown
from rules_engine.compile import arguments_of
from rules_engine.decide import Decision
from rules_engine.errors import RulesetError
from rules_engine.events import Played, Refusal
from rules_engine.ruleset import ANY_ITEM, Ruleset, Space, Spot
from schema.results import ValidationShape

NEEDED = "the facts the engine needs are there"
ENTERED = "entering a space does what the facts say"
DELIVERED = "a delivery is worth what the facts say"
ENTER = "enter."
FIRST_STAGE = 1
ACTIVE, OTHER = "active", "other"
"""Who takes part in the proof, where the game's characters are not known."""


def facts_are_there(evidence: Evidence) -> Iterator[ValidationShape]:
    """Everything without which no table can be laid out."""
    needed = needed_facts(evidence.ruleset)
    missing = [fact for fact in needed if fact not in evidence.ruleset.facts]
    for subject, attribute in missing:
        yield evidence.absent(NEEDED, subject, attribute)
    if not missing:
        yield passed(NEEDED, f"All {len(needed)} facts for laying out a table are stated.")


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


CHECKS = (facts_are_there, entering_works, deliveries_work)

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
    _make_room(state, amounts)
    wanted = {(ACTIVE if track in PERSONAL else "", track): amount for track, amount in amounts.items() if amount}
    return wanted, _changes(state, enter(ruleset, state, ACTIVE, space.code, _first))


def _deliver(ruleset: Ruleset, space: Space, spot: Spot) -> tuple[Changes, Changes]:
    amount = ruleset.number(*spot.fact)
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
    for (subject, attribute), fact in ruleset.facts.items():
        if attribute == "affiliation" and fact.value == affiliation and subject.startswith("character:"):
            return subject.removeprefix("character:")
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

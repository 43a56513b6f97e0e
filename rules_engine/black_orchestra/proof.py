"""Proof by playing: each space's effect and each delivery is executed and compared with what the facts say."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rules_engine.black_orchestra.actions import TURN
from rules_engine.black_orchestra.rulebook import HITLER, PERSONAL, SUPPORT, SUSPICION
from rules_engine.black_orchestra.state import State, Track
from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.checks.needed import facts_stated
from rules_engine.errors import RulesetError
from rules_engine.machine.forms import arguments_of
from rules_engine.ruleset import ANY_ITEM, Ruleset, Space, Spot
from schema.results import ValidationShape

ENTERED = "entering a space does what the facts say"
DELIVERED = "a delivery is worth what the facts say"
ENTER, START = "enter.", "start."
FIRST_STAGE = 1
ACTIVE, OTHER = "active", "other"
"""How those who take part in the proof are called, where it does not matter who they are."""


def needed_facts(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Subject and attribute of every fact without which no table can be laid out."""
    track = f"track:{SUPPORT}"
    stated = sorted(attribute for subject, attribute in ruleset.facts if subject == track)
    known = [attribute for attribute in stated if attribute.startswith(START)] or [f"{START}<difficulty>"]
    difficulties = [f"{START}{code}" for code in ruleset.concepts.get("difficulty", ())] or known
    return [*((track, start) for start in difficulties), (track, "max"), *((f"track:{t}", "start") for t in PERSONAL)]


def entering_works(evidence: Evidence) -> Iterator[ValidationShape]:
    """Each space is entered, and every track goes where the space's facts send it."""
    ruleset, obstacle = evidence.ruleset, evidence.obstacle(ENTERED)
    if obstacle:
        yield obstacle
        return
    for code, space in ruleset.spaces.items():
        stated = {
            a.removeprefix(ENTER): (s, a) for s, a in ruleset.facts if s == f"location:{code}" and a.startswith(ENTER)
        }
        if stated or ruleset.effects_of("location", code, "enter"):
            yield _outcome(ENTERED, f"location:{code}", partial(_enter, ruleset, space, stated))


def deliveries_work(evidence: Evidence) -> Iterator[ValidationShape]:
    """Each delivery is made under its condition, and suspicion changes by what the fact says."""
    ruleset, obstacle = evidence.ruleset, evidence.obstacle(DELIVERED)
    if obstacle:
        yield obstacle
        return
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


class Untried(Exception):
    """Why a trial cannot be made with what the rows state."""


class _Refused(Exception):
    """Why the engine would not do what the rows say can be done."""


def _outcome(check: str, subject: str, trial: Callable[[], tuple[Changes, Changes]]) -> ValidationShape:
    try:
        wanted, seen = trial()
    except Untried as reason:
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
        raise Untried("Another edition states what happens here; no fact of this one does.")
    if not space.neighbours:
        raise Untried(f"No line leads to {space.code}.")
    amounts = {track: ruleset.number(*fact) for track, fact in stated.items()}
    wanted = {(ACTIVE if track in PERSONAL else "", track): amount for track, amount in amounts.items() if amount}
    table = _Trial(ruleset, min(space.neighbours), space.opens_in_stage or FIRST_STAGE, amounts)
    return wanted, table.changes(f"move {space.code}")


def _deliver(ruleset: Ruleset, space: Space, spot: Spot) -> tuple[Changes, Changes]:
    amount, effects = ruleset.number(*spot.fact), ruleset.effects_of("delivery", str(spot.row))
    if not effects:
        fact = " ".join(spot.fact)
        raise _Refused(
            f"`{fact}` is stated, but no effect was built from it. Run `rulewright ingest` to build it anew."
        )
    for effect in effects:
        if effect.line.conditions != spot.predicates:
            wanted = spot.condition or "no condition"
            raise _Refused(f"“{effect.line}” was built for a delivery under the condition “{wanted}”.")
    who, stage, leaders = meeting(ruleset, space, spot)
    item = spot.item if spot.item != ANY_ITEM else next(iter(ruleset.concepts.get("item", ())), ANY_ITEM)
    table = _Trial(ruleset, space.code, stage, {SUSPICION: amount}, who, leaders, [item])
    seen = table.changes(f"deliver {item}")
    if spot.who == "split":
        total = sum(change for (_, track), change in seen.items() if track == SUSPICION)
        seen = {key: change for key, change in seen.items() if key[1] != SUSPICION} | {(table.active, SUSPICION): total}
    return {(table.active, SUSPICION): amount}, seen


def meeting(ruleset: Ruleset, space: Space, spot: Spot) -> tuple[str, int, dict[str, str]]:
    """Who must come (nobody special: empty), in which stage and to which leaders, for a delivery to be possible."""
    who, stage, leaders = "", space.opens_in_stage or FIRST_STAGE, dict[str, str]()
    for predicate in spot.predicates:
        arguments = arguments_of(predicate.clause)
        if predicate.is_negated:
            raise Untried(f"Nobody has said how to bring about “{predicate}”.")
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
    raise Untried(f"No character is known to be of the affiliation {affiliation}.")


class _Trial:
    """A table with two conspirators in one space, on which a single action is taken."""

    def __init__(
        self,
        ruleset: Ruleset,
        space: str,
        stage: int,
        amounts: Mapping[str, int],
        who: str = "",
        leaders: Mapping[str, str] | None = None,
        items: Sequence[str] = (),
    ) -> None:
        characters = dict.fromkeys(card.code for card in ruleset.cards if card.deck == "character")
        others = [code for code in characters if code != who]
        actor, other = who or others.pop(0), others[0]
        self.active = who or ACTIVE
        self.names = {actor: self.active, other: OTHER}
        self.engine = ruleset.engine
        people = {actor: {"location": space, "items": items}, other: {"location": space}}
        self.state: State = self.engine.arrange({"conspirators": people, "stage": stage, "squares": {}})
        # Nobody but those whom the action needs, so that nothing else can happen.
        self.state.leaders, self.state.options = dict(leaders or {}), None
        self._make_room(amounts)

    def _make_room(self, amounts: Mapping[str, int]) -> None:
        """Put the markers where the whole amounts can be gone."""
        state = self.state
        for code, amount in amounts.items():
            track = state.tracks.get(code)
            if track is None:
                raise Untried(f"The engine has no track {code}.")
            if abs(amount) > track.high - track.low:
                raise Untried(f"The track {code} is too short for {amount:+d}.")
            place = track.low if amount > 0 else track.high
            for levels in [c.levels for c in state.conspirators.values()] if code in PERSONAL else [state.levels]:
                levels[code] = place

    def changes(self, action: str) -> Changes:
        """What an action changes; whoever has to choose on the way takes the first option."""
        before, state = self.state.copy(), self.state
        refusal = self.engine.advance(state, action)
        if refusal:
            raise _Refused(f"The engine refused by the rule {refusal.rule}: {refusal.sentence}")
        while state.outcome is None and state.frames[-1].program.key != TURN:
            self.engine.advance(state, self.engine.legal(state)[0])
        changes = {("", track): state.levels[track] - place for track, place in before.levels.items()}
        for code, conspirator in before.conspirators.items():
            for track, place in conspirator.levels.items():
                changes[self.names[code], track] = state.conspirators[code].levels[track] - place
        return {key: change for key, change in changes.items() if change}


def _told(changes: Changes) -> str:
    return ", ".join(f"{who} {track} {change:+d}".strip() for (who, track), change in changes.items()) or "no change"

"""Declared numbers are obeyed: each that play uses is stated somewhere, and play changes when it does."""

import random
from collections.abc import Iterator, Sequence

from sqlmodel import select

from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.errors import RulesetError
from rules_engine.ruleset import Ruleset
from rules_engine.trial import BrokenGame, Seen, first_difference, is_seen_otherwise, play_until
from schema.claims import Claim
from schema.results import ValidationShape

STATED = "every number in play is stated by a claim"
OBEYED = "a changed number changes play"
SAMPLE = 24
"""Facts that are changed on a copy, unless all are; those that a rulebook states come first."""
ACTIONS = 10_000
"""Actions of the games that are played again with a changed number."""
CHANGES = (1, -1, 2, -2, 5)
"""What is added to a number, until the engine accepts it and a game goes otherwise."""
ACCEPTED = 2
"""After so many values that the engine accepts without a game going otherwise, no more are tried."""
LOOKED_AT = 10
"""Games in which it is compared what players see, where none goes otherwise."""

Fact = tuple[str, str]


def numbers_are_stated(evidence: Evidence) -> Iterator[ValidationShape]:
    """The fact has the value of one of its claims, and what a rulebook states has its passage."""
    obstacle = evidence.obstacle(STATED)
    if obstacle:
        yield obstacle
        return
    used = _used(evidence.ruleset)
    claims = _claims(evidence)
    wrong = 0
    for subject, attribute in used:
        fact = evidence.ruleset.facts[subject, attribute]
        stated = claims.get((subject, attribute), ())
        same = [claim for claim in stated if claim.value == fact.value]
        where = f"{subject} {attribute}"
        if not same:
            wrong += 1
            said = ", ".join(sorted({f"“{claim.value}”" for claim in stated})) or "nothing"
            yield failed(STATED, f"Play uses “{fact.value}”, but its claims say {said}.", where)
        elif fact.origin == "rulebook" and all(claim.passage_id is None for claim in same):
            wrong += 1
            yield failed(STATED, f"“{fact.value}” is said to come from a rulebook, but no passage states it.", where)
    if not wrong:
        printed = sum(evidence.ruleset.facts[fact].origin == "rulebook" for fact in used)
        yield passed(STATED, f"{len(used)} numbers lead back to their claims, {printed} of them to passages.")


def numbers_are_obeyed(evidence: Evidence) -> Iterator[ValidationShape]:
    """Numbers are changed on a copy of the ruleset, and the same games are played again."""
    obstacle = evidence.obstacle(OBEYED)
    if obstacle:
        yield obstacle
        return
    ruleset = evidence.ruleset
    used = _used(ruleset)
    tried = used if evidence.is_deep else _sample(ruleset, used)
    try:
        games = play_until(ruleset, ACTIONS * (5 if evidence.is_deep else 1), lambda _: False)
    except BrokenGame as error:
        yield failed(OBEYED, str(error))
        return
    obeyed = 0
    for fact in tried:
        outcome = _outcome(ruleset, fact, games)
        obeyed += outcome is None
        if outcome:
            yield outcome
    message = f"{len(tried)} of the {len(used)} numbers in play were changed, and play changed with {obeyed} of them."
    yield (passed if obeyed == len(tried) else unknown)(OBEYED, message)


CHECKS = (
    Check("numbers", STATED, numbers_are_stated),
    Check("numbers", OBEYED, numbers_are_obeyed),
)


def _outcome(ruleset: Ruleset, fact: Fact, games: Seen) -> ValidationShape | None:
    """What is wrong with how a number is obeyed, if anything."""
    subject, attribute = fact
    where, value = f"{subject} {attribute}", ruleset.facts[fact].value
    word = subject.rpartition(":")[2]
    played = games.games_with(word) or games.games_with("")
    accepted: list[int] = []
    for change in CHANGES:
        try:
            other = ruleset.with_fact(*fact, _changed(value, change))
            is_same = other.fingerprint == ruleset.fingerprint
        except RulesetError:
            continue  # the engine looks at the number and refuses this one
        if is_same:
            return failed(OBEYED, f"With {int(value) + change} instead of {value} the engine is the same.", where)
        if any(first_difference(game, other) for game in played):
            return None
        if any(is_seen_otherwise(game, ruleset, other) for game in played[:LOOKED_AT]):
            return None
        accepted.append(int(value) + change)
        if len(accepted) == ACCEPTED:
            break
    if not accepted:
        return None
    tried = " or ".join(map(str, accepted))
    return unknown(OBEYED, f"With {tried} instead of {value} none of {len(played)} games went otherwise.", where)


def _changed(value: str, change: int) -> str:
    """Another number, with a sign where the value has one."""
    return f"{int(value) + change:{'+' if value[0] in '+-' else ''}d}"


def _sample(ruleset: Ruleset, used: Sequence[Fact]) -> list[Fact]:
    mixed = random.Random(0).sample(used, len(used))
    mixed.sort(key=lambda fact: ruleset.facts[fact].origin != "rulebook")
    return sorted(mixed[:SAMPLE])


def _used(ruleset: Ruleset) -> list[Fact]:
    """The numbers that play asks for when it begins."""
    return sorted(fact for fact in ruleset.used if ruleset.facts[fact].value.lstrip("+-").isdigit())


def _claims(evidence: Evidence) -> dict[Fact, list[Claim]]:
    """What documents and lists say that holds in the edition."""
    rows = evidence.rows
    by_fact: dict[Fact, list[Claim]] = {}
    for claim in evidence.session.exec(select(Claim).where(Claim.game_id == rows.game.id)):
        if rows.holds(claim):
            by_fact.setdefault((claim.subject, claim.attribute), []).append(claim)
    return by_fact

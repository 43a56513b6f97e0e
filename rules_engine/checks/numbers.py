"""Declared numbers are obeyed: each that play uses is stated somewhere, and play changes when it does."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import methodcaller

from sqlmodel import select

from rules_engine.checks.evidence import NUMBERS, Check, Evidence, failed, passed, unknown
from rules_engine.errors import RulesetError
from rules_engine.ruleset import Ruleset
from rules_engine.trial import BrokenGame, Playthrough, Seen, Tables, first_difference, is_seen_otherwise
from schema.claims import Claim
from schema.results import ValidationShape
from schema.slots import NUMBER, FactKey

STATED = "every number in play is stated by a claim"
OBEYED = "a changed number changes play"
ACTIONS, FOR_EACH, LEAST = 8_000, 400, 2_000
"""Actions of the games that are played again with a changed number: at most, for each number, and at least."""
CHANGES = (1, -1, 2, -2, 5)
"""What is added to a number, until the engine accepts it and a game goes otherwise."""
ACCEPTED = 3
"""After so many values that the engine accepts without a game going otherwise, no more are tried."""
REPLAYED = 60
"""Games that are played again with a number; short games would otherwise be played again by the hundred."""
LOOKED_AT = 10
"""Games in which it is compared what players see, where none goes otherwise."""

IN_NUMBERS, IN_LINE = re.compile(r"(?<!\d)[+-]?\d+"), NUMBER
"""Numbers within a fact that is made of them, and within a line of notation."""


def numbers_are_stated(evidence: Evidence) -> Iterator[ValidationShape]:
    """The fact has the value of one of its claims, and what a rulebook states has its passage."""
    obstacle = evidence.obstacle(STATED)
    if obstacle:
        yield obstacle
        return
    used = evidence.numbers()
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
    """Each number is changed on a copy of the ruleset, and the same games and positions are played again."""
    obstacle = evidence.obstacle(OBEYED)
    if obstacle:
        yield obstacle
        return
    ruleset = evidence.ruleset
    tried = list(_numbers(ruleset))
    try:
        enough = min(ACTIONS, max(LEAST, FOR_EACH * len(tried)))
        games = evidence.games.until(enough * (5 if evidence.is_deep else 1))
    except BrokenGame as error:
        yield failed(OBEYED, str(error))
        return
    trials = _Trials(ruleset, games, evidence.tables)
    obeyed = 0
    for number in tried:
        outcome = _outcome(trials, number)
        obeyed += outcome is None
        if outcome:
            yield outcome
    refused = f", {trials.refused} of them in that no game begins with another" if trials.refused else ""
    message = f"{obeyed} of the {len(tried)} numbers that play reads change play{refused}."
    yield (passed if obeyed == len(tried) else unknown)(OBEYED, message, share=(obeyed, len(tried)))


CHECKS = (
    Check("numbers", STATED, numbers_are_stated),
    Check("numbers", OBEYED, numbers_are_obeyed),
)


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of a fact that play reads."""

    fact: FactKey
    value: str
    """What the fact says."""
    start: int
    end: int
    """Where in it the number stands."""

    def __str__(self) -> str:
        return self.value[self.start : self.end]

    def changed(self, change: int) -> tuple[str, str]:
        """Another number, with a sign where this one has one, and what the fact says with it."""
        sign = "+" if str(self)[0] in "+-" else ""
        other = f"{int(str(self)) + change:{sign}d}"
        return other, self.value[: self.start] + other + self.value[self.end :]


def _numbers(ruleset: Ruleset) -> Iterator[_Number]:
    """Every number of every fact that play has read; a line that a card prints has several, or none."""
    for fact in sorted(ruleset.used):
        value = ruleset.facts[fact].value
        pattern = IN_NUMBERS if NUMBERS.fullmatch(value) else IN_LINE
        for hit in pattern.finditer(value):
            yield _Number(fact, value, *hit.span())


@dataclass(slots=True)
class _Trials:
    """What is played to see whether a number matters."""

    ruleset: Ruleset
    games: Seen
    tables: Tables
    refused: int = 0
    """Numbers instead of which the engine takes no other."""

    def show(self, subject: str, other: Ruleset) -> bool:
        """Whether anything goes otherwise, or is seen otherwise, by the other rules."""
        is_meant = methodcaller("is_about", subject)
        return self.tables.go_otherwise(other, is_meant) or self._in_a_game(subject, other)

    def games_of(self, subject: str) -> Sequence[Playthrough]:
        """Games in which the subject came up; any games where it never does."""
        return self.games.games_with(subject.rpartition(":")[2]) or self.games.games_with("")

    def _in_a_game(self, subject: str, other: Ruleset) -> bool:
        played = self.games_of(subject)[:REPLAYED]
        return any(first_difference(game, other) for game in played) or any(
            is_seen_otherwise(game, self.ruleset, other) for game in played[:LOOKED_AT]
        )


def _changes(number: int) -> Iterator[int]:
    """What is added to a number; a goal of hundreds is seldom missed by one, so half of it is tried as well."""
    near, half, far = CHANGES[:2], -(number // 2), CHANGES[2:]
    yield from filter(None, dict.fromkeys((*near, half, *far)))


def _outcome(trials: _Trials, number: _Number) -> ValidationShape | None:
    """What is wrong with how a number is obeyed, if anything."""
    ruleset, where = trials.ruleset, " ".join(number.fact)
    accepted: list[str] = []
    unheeded, is_curbed = "", False
    for change in _changes(int(str(number))):
        changed, value = number.changed(change)
        try:
            other = ruleset.with_fact(*number.fact, value)
            other.start(players=other.engine.players[0])
        except RulesetError:
            continue  # the engine looks at the number and refuses this one
        if other.curbed.keys() - ruleset.curbed.keys():
            is_curbed = True
            continue  # there are not so many cards, or one of two numbers gives way
        if trials.show(number.fact[0], other):
            return None
        if other.fingerprint == ruleset.fingerprint:
            unheeded = unheeded or changed
            continue
        accepted.append(changed)
        if len(accepted) == ACCEPTED:
            break
    if unheeded and not is_curbed:  # a number that only puts things in order is like another one, or changes nothing
        return failed(OBEYED, f"With {unheeded} instead of {number} the engine is the same.", where)
    if not accepted:
        trials.refused += 1
        return None
    tried, games = " or ".join(accepted), len(trials.games_of(number.fact[0]))
    return unknown(OBEYED, f"With {tried} instead of {number} none of {games} games went otherwise.", where)


def _claims(evidence: Evidence) -> dict[FactKey, list[Claim]]:
    """What documents and lists say that holds in the edition."""
    rows = evidence.rows
    by_fact: dict[FactKey, list[Claim]] = {}
    for claim in evidence.session.exec(select(Claim).where(Claim.game_id == rows.game.id)):
        if rows.holds(claim):
            by_fact.setdefault((claim.subject, claim.attribute), []).append(claim)
    return by_fact

"""Validate: check what is stored, that what is played agrees with it, and that both agree with the books."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from typing import get_args

from rapidfuzz import process
from sqlmodel import Session, col, delete

from rules_engine.checks import (
    board,
    counts,
    examples,
    executed,
    invariants,
    languages,
    lines,
    numbers,
    references,
    rules,
)
from rules_engine.checks.evidence import Check, Evidence, Family, failed
from rules_engine.matrix import rule_matrix, store_matrix
from rules_engine.playable import PLAYED
from rules_engine.read import build_ruleset
from rules_engine.rows import find_edition, find_game, read_rows
from schema.base import row
from schema.results import Validation, ValidationShape

CHECKS: tuple[Check, ...] = (
    *lines.CHECKS,
    *references.CHECKS,
    *board.CHECKS,
    *counts.CHECKS,
    *rules.CHECKS,
    *executed.CHECKS,
    *examples.CHECKS,
    *languages.CHECKS,
    *numbers.CHECKS,
    *invariants.CHECKS,
)
"""The checks that every game gets; games that are played add their own."""
FAMILIES: tuple[Family, ...] = get_args(Family)


class UnknownCheck(ValueError):
    """A check that nobody has written; says which there are."""


def checks_of(game: str, only: Collection[str] = ()) -> list[Check]:
    """The checks of a game in the order in which they are told; of all or of those that are meant by some words."""
    own = PLAYED[game].checks if game in PLAYED else ()
    checks = [*CHECKS, *(check if isinstance(check, Check) else Check("rows", check.__name__, check) for check in own)]
    checks.sort(key=lambda check: FAMILIES.index(check.family))
    return [check for check in checks if not only or any(check.is_meant_by(words) for words in only)]


def find_check(words: str) -> str:
    """Words that mean some check of some game, or an UnknownCheck that names the nearest."""
    known = [check for game in ("", *PLAYED) for check in checks_of(game)]
    if any(check.is_meant_by(words) for check in known):
        return words
    names = dict.fromkeys([*FAMILIES, *(check.code for check in known), *(check.claim for check in known)])
    near = process.extractOne(words, list(names))
    families = ", ".join(FAMILIES)
    raise UnknownCheck(f"there is no check “{words}”. Did you mean “{near[0]}”? The families are {families}.")


def validate(
    session: Session,
    game: str,
    edition: str | None = None,
    *,
    only: Collection[str] = (),
    is_deep: bool = False,
) -> list[ValidationShape]:
    """Everything the checks found about a game and edition; without one, that with the most documents."""
    return run_checks(gather(session, game, edition, is_deep=is_deep), checks_of(game, only))


def gather(session: Session, game: str, edition: str | None = None, *, is_deep: bool = False) -> Evidence:
    """What the checks of a game and edition are given."""
    rows = read_rows(session, game, edition)
    ruleset, errors = build_ruleset(rows)
    if game not in PLAYED:
        return Evidence(rows, ruleset, errors, session, is_deep)
    return Evidence(rows, ruleset, errors, session, is_deep, PLAYED[game].limits, PLAYED[game].positions)


def run_checks(evidence: Evidence, checks: Iterable[Check]) -> list[ValidationShape]:
    """What the checks found; one that broke down has failed, and does not keep the others from being made."""
    found: list[ValidationShape] = []
    for check in checks:
        try:
            found.extend(check(evidence))
        except Exception as error:  # rows that nobody foresaw must not hide the other outcomes
            found.append(failed(check.claim, f"The check broke down: {type(error).__name__}: {error}"))
    return found


def store_validation(
    session: Session, game: str, edition: str | None, found: Iterable[ValidationShape], claims: Sequence[str] = ()
) -> None:
    """Keep what was found in the database, in place of what these checks (or all) had found the last time."""
    game_row = find_game(session, game)
    edition_row = find_edition(session, game_row, edition)
    edition_id = edition_row.id if edition_row else None
    same = [col(Validation.edition_id) == edition_id if edition_id else col(Validation.edition_id).is_(None)]
    if claims:
        same.append(col(Validation.check).in_(claims))
    session.exec(delete(Validation).where(col(Validation.game_id) == game_row.id, *same))
    ran_at = datetime.datetime.now(datetime.UTC)
    session.add_all(
        row(Validation, outcome, game_id=game_row.id, edition_id=edition_id, ran_at=ran_at) for outcome in found
    )
    session.flush()


def tie(session: Session, game: str, edition: str | None) -> None:
    """Keep which code and tests belong to each rule, and which passage tells each worked example."""
    evidence = gather(session, game, edition)
    store_matrix(session, rule_matrix(session, evidence.rows))
    for told in examples.scenarios_told(evidence):
        if told.found:
            told.scenario.passage_id = told.found[0].passages[0]
            session.add(told.scenario)
    session.flush()

"""Validate: check what is stored, and that what is played agrees with it."""

import datetime
from collections.abc import Iterable

from sqlmodel import Session, col, delete

from rules_engine.checks import board, counts, lines
from rules_engine.checks.evidence import Evidence
from rules_engine.playable import PLAYED
from rules_engine.read import build_ruleset
from rules_engine.rows import find_edition, find_game, read_rows
from schema.base import row
from schema.results import Validation, ValidationShape

CHECKS = (*lines.CHECKS, *board.CHECKS, *counts.CHECKS)
"""The checks that every game gets; games that are played add their own."""


def validate(session: Session, game: str, edition: str | None = None) -> list[ValidationShape]:
    """Everything the checks found about a game and edition; without one, that with the most documents."""
    rows = read_rows(session, game, edition)
    ruleset, errors = build_ruleset(rows)
    evidence = Evidence(rows, ruleset, errors)
    checks = (*CHECKS, *(PLAYED[game].checks if game in PLAYED else ()))
    return [outcome for check in checks for outcome in check(evidence)]


def store_validation(session: Session, game: str, edition: str | None, found: Iterable[ValidationShape]) -> None:
    """Keep what was found in the database, in place of what was found the last time."""
    game_row = find_game(session, game)
    edition_row = find_edition(session, game_row, edition)
    edition_id = edition_row.id if edition_row else None
    same = col(Validation.edition_id) == edition_id if edition_id else col(Validation.edition_id).is_(None)
    session.exec(delete(Validation).where(col(Validation.game_id) == game_row.id, same))
    ran_at = datetime.datetime.now(datetime.UTC)
    session.add_all(
        row(Validation, outcome, game_id=game_row.id, edition_id=edition_id, ran_at=ran_at) for outcome in found
    )
    session.flush()

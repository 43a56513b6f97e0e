"""What `rulewright validate` found of a game: failures first, each cause once; then families over editions."""

from collections.abc import Sequence
from typing import Any

from db.site.page import Asked, Row, grouped

STATES = ("passed", "failed", "expected", "unknown")
"""How an outcome is told; a failure that somebody declared as known is expected."""
_FAMILIES = ("stored", "rows", "rules", "executed", "examples", "languages", "numbers", "play", "")
"""In the order in which `validate` tells them; rows of older runs have none."""
STATE = "CASE WHEN is_expected THEN 'expected' ELSE status END"
"""How an outcome is told, in SQL."""
_COUNTS = f"""
    SELECT family, edition_id, {STATE} AS state, count(*) AS count
    FROM validation WHERE game_id = ? AND supposed = '' GROUP BY 1, 2, 3
"""
_FOUND = f"""
    SELECT "check", family, subject, message, more, edition_id, ran_at, {STATE} AS state
    FROM validation WHERE game_id = ? AND supposed = '' AND status <> 'passed' ORDER BY id
"""
_SHARES = """
    SELECT "check", family, subject, edition_id, done, total, message FROM validation
    WHERE game_id = ? AND supposed = '' AND total > 0 ORDER BY "check", edition_id, subject
"""
MOST = 60
"""Causes of one state that are shown; the rows have them all."""


def checks_page(asked: Asked) -> Row:
    """The checks of a game by family and edition, what failed and what to do, and how far each check saw."""
    game = asked.game()
    found = grouped(_causes(asked.rows(_FOUND, game["id"])), "state")
    return {
        "game": game,
        **families(asked, game["id"]),
        "failed": found.get("failed", [])[:MOST],
        "expected": found.get("expected", [])[:MOST],
        "unknown": found.get("unknown", [])[:MOST],
        "shares": asked.rows(_SHARES, game["id"]),
        "ran_at": asked.one("SELECT max(ran_at) FROM validation WHERE game_id = ? AND supposed = ''", game["id"]),
    }


def families(asked: Asked, game: int) -> Row:
    """How the checks of each family went, edition by edition."""
    counts: dict[str, dict[int | None, dict[str, int]]] = {}
    for row in asked.rows(_COUNTS, game):
        counts.setdefault(row["family"], {}).setdefault(row["edition_id"], {})[row["state"]] = row["count"]
    editions = sorted({edition for found in counts.values() for edition in found}, key=lambda one: one or 0)
    known = [family for family in _FAMILIES if family in counts]
    return {
        "checked_editions": editions,
        "families": [{"family": f, "cells": [_cell(counts[f].get(one, {})) for one in editions]} for f in known],
    }


def _cell(counts: dict[str, int]) -> Row:
    return {"all": sum(counts.values()), **{state: counts.get(state, 0) for state in STATES}}


def _causes(rows: Sequence[Row]) -> list[Row]:
    """Outcomes that say the same, once, with all that they are about."""
    causes: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        key = (row["state"], row["check"], row["message"])
        cause = causes.setdefault(key, {**row, "places": []})
        place = {"edition_id": row["edition_id"], "subject": row["subject"]}
        if place not in cause["places"]:
            cause["places"].append(place)
    return list(causes.values())


def checks_table(context: Row) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """Families and editions as a table."""
    rows: list[Sequence[Any]] = [
        [one["family"], edition, *(cell[state] for state in STATES)]
        for one in context["families"]
        for edition, cell in zip(context["checked_editions"], one["cells"], strict=True)
    ]
    return ("family", "edition_id", *STATES), rows

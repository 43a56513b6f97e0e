"""Search that forgives missing marks, case and a missing end: `lodz` finds `Łódź`, `pris` finds `Příšera`."""

import re
import sqlite3
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from db.errors import DatabaseProblem
from schema.folding import fold

TITLE_WEIGHT = 8.0
"""How much more a word in a title counts than one in a text."""

_WORD = re.compile(r"[^\W_]+")

SEARCH_SQL = f"""
    SELECT kind, title, body, language, game, reference FROM search
    WHERE search MATCH :words
    ORDER BY bm25(search, 0, 0, 0, 0, 0, 0, {TITLE_WEIGHT}, 1.0), rowid
    LIMIT :limit
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that was found, and the row it stands for."""

    kind: str
    title: str
    body: str
    language: str
    game: str
    reference: str
    """Table and row number, e.g. `card/12`."""


def match_expression(query: str) -> str:
    """The query for the full-text index: every word folded and quoted, the last one also as a beginning."""
    words = [f'"{word}"' for word in _WORD.findall(fold(query))]
    return " ".join(words) + "*" if words else '""'


def search(snapshot: sqlite3.Connection | Session, query: str, limit: int = 20) -> list[Hit]:
    """The best hits for ``query`` in a snapshot; a query without a word finds nothing."""
    values = {"words": match_expression(query), "limit": limit}
    try:
        if isinstance(snapshot, Session):
            rows = [tuple(row) for row in snapshot.connection().execute(text(SEARCH_SQL), values)]
        else:
            rows = [tuple(row) for row in snapshot.execute(SEARCH_SQL, values)]
    except (sqlite3.OperationalError, OperationalError) as error:
        if "no such table" not in str(error):
            raise
        raise DatabaseProblem(
            "This database has no search index; only the snapshot has one. Run `rulewright browse` to make it."
        ) from error
    return [Hit(*row) for row in rows]

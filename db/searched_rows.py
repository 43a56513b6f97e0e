"""The rows that a search index is made of: those of games with documents and of games that are named, and no others."""

import hashlib
import marshal
import sqlite3
from collections.abc import Collection, Mapping

_OF_GAME = "game_id IN (SELECT id FROM temp.game)"
_OF_CONCEPT = "concept_id IN (SELECT id FROM temp.concept)"
_OF_CARD = "card_id IN (SELECT id FROM temp.card)"
_OF_RULE = "rule_id IN (SELECT id FROM temp.rule)"
_NO_IDEAS = "NOT EXISTS (SELECT 1 FROM {stored}.idea_words WHERE game_id IN (SELECT id FROM temp.game))"
"""Where no game at hand is taught, people ask in the words of all that are."""
COLUMNS: Mapping[str, tuple[str, str]] = {
    "game": ("code", "{games}"),
    "document": ("game_id, title", _OF_GAME),
    "passage": ("document_id, kind, section, language, text", "document_id IN (SELECT id FROM temp.document)"),
    "concept": ("game_id, kind, code", _OF_GAME),
    "name": ("concept_id, language, text", _OF_CONCEPT),
    "mention": ("passage_id, position, concept_id", _OF_CONCEPT),
    "asked_words": ("game_id, subject, language, phrases", _OF_GAME),
    "idea_words": ("game_id, language, words", f"{_OF_GAME} OR {_NO_IDEAS}"),
    "card": ("game_id, code", _OF_GAME),
    "card_text": ("card_id, language, title, body", _OF_CARD),
    "fact": ("game_id, subject, attribute, value", f"subject >= 'card:' AND subject < 'card;' AND {_OF_GAME}"),
    "rule": ("game_id, code, topic, summary, about, cues", _OF_GAME),
    "rule_text": ("rule_id, language, passage_id, role, position, length", _OF_RULE),
    "rule_summary": ("rule_id, language, text, question", _OF_RULE),
}
"""Of each table the columns that an index holds or is made by, and which of its rows."""
_AT_HAND = "id IN (SELECT game_id FROM {stored}.document) OR code IN ({named}) OR NOT {has_documents}"
_AT_A_TIME = 2_000


def limit_to_searched(file: sqlite3.Connection, named: Collection[str] = (), *, stored: str = "main") -> None:
    """Let a connection see of the tables that it has as ``stored`` only what a search index is made of.

    Where no document was read at all, a search tells of every game that is taught.
    """
    (has_documents,) = file.execute(f"SELECT EXISTS (SELECT 1 FROM {stored}.document)").fetchone()
    quoted = ", ".join("'" + code.replace("'", "''") + "'" for code in named)
    games = _AT_HAND.format(stored=stored, named=quoted, has_documents=has_documents)
    for table, (columns, wanted) in COLUMNS.items():
        rows = f"SELECT id, {columns} FROM {stored}.{table} WHERE {wanted.format(games=games, stored=stored)}"
        file.execute(f"CREATE TEMP VIEW {table} AS {rows}")


def see_all(file: sqlite3.Connection) -> None:
    """Take the limits away again."""
    for table in reversed(tuple(COLUMNS)):
        file.execute(f"DROP VIEW temp.{table}")


def fingerprint(file: sqlite3.Connection) -> str:
    """What tells the rows that are seen from all others: two indexes of the same rows are the same."""
    told = hashlib.sha256()
    for table in COLUMNS:
        rows = file.execute(f"SELECT * FROM temp.{table} ORDER BY id")
        while some := rows.fetchmany(_AT_A_TIME):
            told.update(marshal.dumps(some, 2))  # later versions of the format tell how often an object is used
        told.update(table.encode())
    return told.hexdigest()

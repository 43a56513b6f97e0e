"""A complete copy of the database in one SQLite file, with views and a search index, for everybody to read."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, select

from db.errors import DatabaseProblem, explained
from db.excerpt import shorten_texts
from db.open import insert_rows, name_of, open_database, sqlite_url
from db.rule_index import RULE_TABLES, index_rules
from db.views import create_views
from schema.about import About, SchemaVersion
from schema.base import tables
from schema.folding import fold

_BATCH = 5_000

# A database may itself be a snapshot, with an index of its own.
_SEARCH_TABLES = """
    DROP TABLE IF EXISTS search;
    DROP TABLE IF EXISTS search_row;
    DROP TABLE IF EXISTS search_kind;
    DROP TABLE IF EXISTS search_word;
    DROP TABLE IF EXISTS search_term;
    DROP TABLE IF EXISTS search_rule;
    DROP TABLE IF EXISTS search_title;
    DROP TABLE IF EXISTS search_language;
    CREATE TABLE search_row (
        id INTEGER PRIMARY KEY, kind TEXT, title TEXT, body TEXT, language TEXT, game TEXT, reference TEXT,
        folded_title TEXT, folded_body TEXT);
    CREATE VIRTUAL TABLE search USING fts5(
        kind UNINDEXED, title UNINDEXED, body UNINDEXED, language UNINDEXED, game UNINDEXED,
        reference UNINDEXED, folded_title, folded_body,
        content = 'search_row', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3',
        detail = {detail});
    CREATE TABLE search_kind (kind TEXT PRIMARY KEY, first INTEGER, last INTEGER);
    CREATE TABLE search_word (word TEXT PRIMARY KEY, uses INTEGER) WITHOUT ROWID;
"""

# Each gives kind, title, body, language, game, reference, and the title and body to search by: a passage is shown
# under its heading but not found by it, or a heading's word would find its whole section; a card is found by its facts
# too (“stage 3”); a rule is shown in our own words and found by those of all its passages.
_SEARCHED = (
    """
    SELECT 'name', name.text, concept.kind || ':' || concept.code, name.language, game.code,
           'concept/' || concept.id, name.text, ''
    FROM name JOIN concept ON concept.id = name.concept_id JOIN game ON game.id = concept.game_id
    GROUP BY concept.id, name.language, name.text
    """,
    """
    SELECT 'card', card_text.title, card_text.body, card_text.language, game.code, 'card/' || card.id,
           card_text.title, card_text.body || coalesce((
               SELECT group_concat(' ' || fact.value || ' ' || name.text, '') FROM fact
               JOIN concept ON concept.game_id = fact.game_id AND concept.code = fact.attribute
               JOIN name ON name.concept_id = concept.id AND name.language = card_text.language
               WHERE fact.game_id = card.game_id AND fact.subject = 'card:' || card.code), '')
    FROM card_text JOIN card ON card.id = card_text.card_id JOIN game ON game.id = card.game_id
    """,
    """
    SELECT 'rule', replace(rule.code, '-', ' '), rule.summary, 'en', game.code, 'rule/' || rule.id,
           replace(rule.code, '-', ' '), rule.summary
    FROM rule JOIN game ON game.id = rule.game_id
    UNION ALL
    SELECT 'rule', replace(rule.code, '-', ' '), rule.summary, rule_text.language, game.code, 'rule/' || rule.id,
           '', passage.text
    FROM rule_text JOIN rule ON rule.id = rule_text.rule_id JOIN passage ON passage.id = rule_text.passage_id
    JOIN game ON game.id = rule.game_id
    """,
    """
    SELECT 'passage', CASE passage.section WHEN '' THEN document.title ELSE passage.section END, passage.text,
           passage.language, game.code, 'passage/' || passage.id, '', passage.text
    FROM passage JOIN document ON document.id = passage.document_id JOIN game ON game.id = document.game_id
    WHERE passage.kind NOT IN ('noise', 'gap')
    """,
)


def make_snapshot(engine: Engine, path: Path, *, full_text: bool = True) -> Path:
    """Copy the database to ``path`` as it is now; whoever reads an older snapshot there is not disturbed.

    Without ``full_text`` the copy holds short excerpts of what documents print, and no pictures of pages.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        with explained(name_of(engine.url)):
            if engine.dialect.name == "sqlite":
                _copy_file(engine, partial)
            else:
                _copy_tables(engine, partial)
        with explained(str(path)):
            _finish(partial, full_text)
        partial.replace(path)
    except OSError as error:
        raise DatabaseProblem(
            f"The snapshot {path} cannot be written ({error.strerror}). Allow writing to its folder, or free "
            "some room on the disk."
        ) from error
    finally:
        for leftover in path.parent.glob(f"{partial.name}*"):
            leftover.unlink()
    return path


def _copy_file(engine: Engine, target: Path) -> None:
    """Let SQLite write a compact copy; what still stands in the write-ahead log is in it."""
    connection = engine.raw_connection()
    try:
        # A connection that served a reading session last still refuses to write, also into another file.
        connection.cursor().execute("PRAGMA query_only = 0")
        connection.cursor().execute("VACUUM INTO ?", (str(target),))
    finally:
        connection.close()


def _copy_tables(engine: Engine, target: Path) -> None:
    """Copy row by row from another kind of database, all tables as of one moment."""
    copy = open_database(sqlite_url(target))
    made_already = {About.__tablename__, SchemaVersion.__tablename__}
    as_of_now = {"isolation_level": "REPEATABLE READ", "yield_per": _BATCH}
    try:
        with engine.connect().execution_options(**as_of_now) as source, copy.begin() as written:
            for model in tables():
                if model.__tablename__ not in made_already:
                    table = model.__table__  # type: ignore[attr-defined]
                    insert_rows(written, model, source.execute(select(table).order_by(table.c.id)).mappings())
    finally:
        copy.dispose()


def _finish(target: Path, full_text: bool) -> None:
    """Bring the views up to date, fill the search index, and leave one plain file behind."""
    engine = open_database(sqlite_url(target), create=False)
    try:
        with engine.begin() as connection:
            create_views(connection)
    finally:
        engine.dispose()
    with closing(sqlite3.connect(target, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = DELETE")
        # Without the places of words nobody can put the texts together again from the index.
        file.executescript(_SEARCH_TABLES.format(detail="full" if full_text else "column"))
        file.executescript(RULE_TABLES)
        file.execute("BEGIN")
        for question in _SEARCHED:
            found = _folded(file.execute(question))
            file.executemany("INSERT INTO search_row VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", found)
        file.execute("INSERT INTO search (search) VALUES ('rebuild')")
        file.execute("INSERT INTO search (search) VALUES ('optimize')")
        file.execute("INSERT INTO search_kind SELECT kind, min(id), max(id) FROM search_row GROUP BY kind")
        index_rules(file)
        file.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, search, row)")
        file.execute("INSERT INTO search_word SELECT term, doc FROM temp.vocabulary")
        file.execute("COMMIT")
        if not full_text:
            shorten_texts(file)
        file.execute("ANALYZE")


def _folded(rows: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    for *shown, title, body in rows:
        yield (*shown, fold(title), fold(body))

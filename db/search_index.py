"""The index that searches ask, filled from the rows of a database; in the same file as those, or in one of its own."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator

from db.rule_index import RULE_TABLES, index_rules
from db.searched_rows import fingerprint, limit_to_searched, see_all
from schema.folding import fold

# A database may itself be a snapshot, with an index of its own: only what is in the file that is filled is dropped.
_SEARCH_TABLES = """
    DROP TABLE IF EXISTS main.search;
    DROP TABLE IF EXISTS main.search_row;
    DROP TABLE IF EXISTS main.search_kind;
    DROP TABLE IF EXISTS main.search_word;
    DROP TABLE IF EXISTS main.search_term;
    DROP TABLE IF EXISTS main.search_rule;
    DROP TABLE IF EXISTS main.search_title;
    DROP TABLE IF EXISTS main.search_language;
    DROP TABLE IF EXISTS main.search_size;
    DROP TABLE IF EXISTS main.search_texts;
    DROP TABLE IF EXISTS main.search_gram;
    DROP TABLE IF EXISTS main.search_typical;
    DROP TABLE IF EXISTS main.search_phrases;
    DROP TABLE IF EXISTS main.search_made_of;
    CREATE TABLE search_row (
        id INTEGER PRIMARY KEY, kind TEXT, title TEXT, body TEXT, language TEXT, game TEXT, reference TEXT,
        folded_title TEXT, folded_body TEXT);
    CREATE INDEX search_row_reference ON search_row (reference);
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
    SELECT 'name', (
               SELECT text FROM name AS own WHERE own.concept_id = concept.id AND own.language = asked_words.language
               ORDER BY own.id LIMIT 1),
           asked_words.subject, asked_words.language, game.code, 'concept/' || concept.id, phrases, ''
    FROM asked_words JOIN game ON game.id = asked_words.game_id
    JOIN concept ON concept.game_id = game.id AND subject = concept.kind || ':' || concept.code
    WHERE EXISTS (SELECT 1 FROM name AS own WHERE own.concept_id = concept.id AND own.language = asked_words.language)
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
           '', CASE rule.summary WHEN '' THEN '' ELSE passage.text END
    FROM rule_text JOIN rule ON rule.id = rule_text.rule_id JOIN passage ON passage.id = rule_text.passage_id
    JOIN game ON game.id = rule.game_id
    UNION ALL
    SELECT 'rule', replace(rule.code, '-', ' '), rule.summary, rule_summary.language, game.code, 'rule/' || rule.id,
           '', rule_summary.text || ' ' || rule_summary.question
    FROM rule_summary JOIN rule ON rule.id = rule_summary.rule_id JOIN game ON game.id = rule.game_id
    UNION ALL
    SELECT 'rule', replace(rule.code, '-', ' '), rule.summary, asked_words.language, game.code, 'rule/' || rule.id,
           '', asked_words.phrases
    FROM asked_words JOIN game ON game.id = asked_words.game_id
    JOIN rule ON rule.game_id = game.id AND subject = 'rule:' || rule.code
    """,
    """
    SELECT 'passage', CASE passage.section WHEN '' THEN document.title ELSE passage.section END, passage.text,
           passage.language, game.code, 'passage/' || passage.id, '', passage.text
    FROM passage JOIN document ON document.id = passage.document_id JOIN game ON game.id = document.game_id
    WHERE passage.kind NOT IN ('noise', 'gap')
    """,
)


def build_index(
    file: sqlite3.Connection,
    named: Collection[str] = (),
    *,
    stored: str = "main",
    has_places: bool = True,
    is_kept: bool = False,
) -> None:
    """Make the tables of the index in the main file of a connection, from the rows of another that it has ``stored``.

    Those of games with documents and of ``named`` ones are indexed, all as of one moment. An index that is kept for
    another time knows of which rows it was made.
    """
    file.executescript(_SEARCH_TABLES.format(detail="full" if has_places else "column"))
    file.executescript(RULE_TABLES)
    file.execute("BEGIN")
    limit_to_searched(file, named, stored=stored)
    if is_kept:
        file.execute("CREATE TABLE main.search_made_of (rows TEXT)")
        file.execute("INSERT INTO main.search_made_of VALUES (?)", (fingerprint(file),))
    for question in _SEARCHED:
        found = _folded(file.execute(question))
        file.executemany("INSERT INTO search_row VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", found)
    file.execute("INSERT INTO search (search) VALUES ('rebuild')")
    file.execute("INSERT INTO search (search) VALUES ('optimize')")
    file.execute("INSERT INTO search_kind SELECT kind, min(id), max(id) FROM search_row GROUP BY kind")
    index_rules(file)
    see_all(file)
    file.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, search, row)")
    file.execute("INSERT INTO search_word SELECT term, doc FROM temp.vocabulary")
    file.execute("COMMIT")


def rows_of_index(index: sqlite3.Connection) -> str | None:
    """The fingerprint of the rows that an index was made of, if it was made to be kept and is whole."""
    row = index.execute("SELECT rows FROM main.search_made_of").fetchone()
    return str(row[0]) if row else None


def _folded(rows: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Rows with their words folded; of several titles, a line each, every one is a row."""
    for *shown, titles, body in rows:
        for title in titles.splitlines() or [""]:
            yield (*shown, fold(title), fold(body))

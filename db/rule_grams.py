"""How alike a question is to the sentence of a rule and to the question it answers, by the letters of their words.

Groups of three letters see what compounds, endings and prefixes have in common, where whole words see nothing.
"""

import json
import math
import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import lru_cache

from schema.folding import fold

GRAM_TABLES = """
    CREATE TABLE search_text (
        id INTEGER PRIMARY KEY, rule_id INTEGER, language TEXT, kind TEXT, length REAL);
    CREATE TABLE search_gram (
        gram TEXT PRIMARY KEY, square REAL, texts TEXT) WITHOUT ROWID;
"""
KINDS = ("summary", "question")
_LETTERS = 3
_WORD = re.compile(r"[^\W_]+")
_TEXTS = "SELECT rule_id, language, 'summary', text FROM rule_summary UNION ALL " + (
    "SELECT rule_id, language, 'question', question FROM rule_summary WHERE question <> ''"
)


def index_grams(snapshot: sqlite3.Connection) -> None:
    """Fill the tables with the groups of letters of every text, a rare group counting more."""
    texts = [(*about, grams(_WORD.findall(fold(text)))) for *about, text in snapshot.execute(_TEXTS)]
    places: dict[str, list[int]] = defaultdict(list)
    for at, (*_, found) in enumerate(texts):
        for gram in found:
            places[gram].append(at)
    square = {gram: math.log((len(texts) + 1) / (len(had) + 0.5)) ** 2 for gram, had in places.items()}
    told = (
        (at, rule, language, kind, math.sqrt(sum(map(square.__getitem__, found))))
        for at, (rule, language, kind, found) in enumerate(texts)
    )
    snapshot.executemany("INSERT INTO search_text VALUES (?, ?, ?, ?, ?)", told)
    rows = ((gram, square[gram], json.dumps(places[gram])) for gram in sorted(places))
    snapshot.executemany("INSERT INTO search_gram VALUES (?, ?, ?)", rows)


def grams(words: Iterable[str]) -> set[str]:
    """The groups of letters of words, whose beginnings and ends are marked."""
    return set[str]().union(*map(_grams_of_word, words))


@lru_cache(maxsize=1 << 14)
def _grams_of_word(word: str) -> frozenset[str]:
    marked = f"^{word}$"
    return frozenset(marked[at : at + _LETTERS] for at in range(len(marked) - _LETTERS + 1))


def alike(snapshot: sqlite3.Connection, words: Collection[str], language: str | None) -> dict[tuple[int, str], float]:
    """How alike words are to the texts of each rule, by kind of text: in the language of the question, if it is known.

    A rule that has no text in this language is compared in all it has.
    """
    asked = sorted(grams(words))
    marks = ", ".join("?" * len(asked))
    met = snapshot.execute(
        "SELECT rule_id, kind, search_text.language, length, sum(square) FROM search_gram "
        f"JOIN json_each(texts) AS had JOIN search_text ON search_text.id = had.value WHERE gram IN ({marks}) "
        "GROUP BY search_text.id",
        asked,
    ).fetchall()
    (whole,) = snapshot.execute(f"SELECT total(square) FROM search_gram WHERE gram IN ({marks})", asked).fetchone()
    spoken = {(rule, kind) for rule, kind, told, _, _ in met if told == language}
    found: dict[tuple[int, str], float] = {}
    for rule, kind, told, length, shared in met:
        if told == language or (rule, kind) not in spoken:
            cosine = shared / (length * math.sqrt(whole))
            found[rule, kind] = max(found.get((rule, kind), 0.0), cosine)
    return found

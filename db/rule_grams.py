"""How alike a question is to the sentence of a rule and to the question it answers, by the letters of their words.

Groups of three letters see what compounds, endings and prefixes have in common, where whole words see nothing.
"""

import json
import math
import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from schema.folding import fold

GRAM_TABLES = """
    CREATE TABLE search_text (
        id INTEGER PRIMARY KEY, subject INTEGER, language TEXT, is_lent INTEGER, kind TEXT, length REAL);
    CREATE INDEX search_text_language ON search_text (language);
    CREATE TABLE search_gram (
        gram TEXT, language TEXT, square REAL, texts TEXT, PRIMARY KEY (gram, language)) WITHOUT ROWID;
"""
_Text = tuple[int, str, bool, str, set[str]]
"""A rule, the language of its text, whether it is lent to that language, the kind of text, its groups of letters."""
KINDS = ("summary", "question", "asked", "name")
_LETTERS = 3
_LEAST = 0.15
"""Texts that are less alike share an ending or two, and say nothing."""
_WORD = re.compile(r"[^\W_]+")
TEXTS = "SELECT rule_id, language, 'summary', text FROM rule_summary UNION ALL " + (
    "SELECT rule_id, language, 'question', question FROM rule_summary WHERE question <> '' UNION ALL "
    "SELECT rule.id, language, 'asked', phrases FROM asked_words "
    "JOIN rule ON rule.game_id = asked_words.game_id AND subject = 'rule:' || rule.code UNION ALL "
    "SELECT -concept.id, language, 'asked', phrases FROM asked_words "
    "JOIN concept ON concept.game_id = asked_words.game_id AND subject = concept.kind || ':' || concept.code UNION ALL "
    "SELECT DISTINCT -concept_id, '', 'name', text FROM name"
)


def index_grams(snapshot: sqlite3.Connection) -> None:
    """Fill the tables with the groups of letters of every text, a rare group counting more."""
    told = [
        (rule, language, False, kind, grams(words_of_line(line)))
        for rule, language, kind, text in snapshot.execute(TEXTS)
        for line in text.splitlines()
    ]
    had: dict[str, int] = defaultdict(int)
    for *_, found in told:
        for gram in found:
            had[gram] += 1
    square = {gram: math.log((len(told) + 1) / (number + 0.5)) ** 2 for gram, number in had.items()}
    texts = [*told, *_lent(told)]
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, (_, language, *_, found) in enumerate(texts):
        for gram in found:
            places[gram, language].append(at)
    lengths = (math.sqrt(sum(map(square.__getitem__, found))) for *_, found in texts)
    rows = ((at, *about, length) for at, ((*about, _), length) in enumerate(zip(texts, lengths, strict=True)))
    snapshot.executemany("INSERT INTO search_text VALUES (?, ?, ?, ?, ?, ?)", rows)
    kept = ((*key, square[key[0]], json.dumps(places[key])) for key in sorted(places))
    snapshot.executemany("INSERT INTO search_gram VALUES (?, ?, ?, ?)", kept)


def _lent(told: Collection[_Text]) -> Iterator[_Text]:
    """The texts of a rule once more for every language in which it has none of that kind."""
    languages = {language for _, language, *_ in told if language}
    had: dict[tuple[int, str], set[str]] = {}
    for rule, language, _, kind, _ in told:
        had.setdefault((rule, kind), set()).add(language)
    for rule, language, _, kind, found in told:
        if language:  # a name is used in any language
            yield from ((rule, other, True, kind, found) for other in sorted(languages - had[rule, kind]))


def words_of_line(line: str) -> list[str]:
    """The folded words of a phrase."""
    return _WORD.findall(fold(line))


def grams(words: Iterable[str]) -> set[str]:
    """The groups of letters of words, whose beginnings and ends are marked."""
    return set[str]().union(*map(_grams_of_word, words))


@lru_cache(maxsize=1 << 14)
def _grams_of_word(word: str) -> frozenset[str]:
    marked = f"^{word}$"
    return frozenset(marked[at : at + _LETTERS] for at in range(len(marked) - _LETTERS + 1))


def alike(
    snapshot: sqlite3.Connection, words: Collection[str], language: str | None
) -> dict[tuple[int, str], list[float]]:
    """How alike words are to the texts of each rule or thing, the likest first, by kind of text.

    In the language of the question, if it is known; what has no text in this language is compared in all it has.
    """
    asked = sorted(grams(words))
    marks = ", ".join("?" * len(asked))
    if (
        language is not None
        and not snapshot.execute("SELECT 1 FROM search_text WHERE language = ? LIMIT 1", (language,)).fetchone()
    ):
        return alike(snapshot, words, None)
    spoken, named = ("NOT is_lent", ()) if language is None else ("search_gram.language IN ('', ?)", (language,))
    known = snapshot.execute(f"SELECT DISTINCT gram, square FROM search_gram WHERE gram IN ({marks})", asked)
    length = math.sqrt(sum(square for _, square in known))
    met = snapshot.execute(
        "SELECT subject, kind, sum(square) / (length * ?) AS likeness FROM search_gram JOIN json_each(texts) AS had "
        f"JOIN search_text ON search_text.id = had.value WHERE gram IN ({marks}) AND {spoken} "
        "GROUP BY search_text.id HAVING likeness >= ?",
        (length, *asked, *named, _LEAST),
    )
    found: dict[tuple[int, str], list[float]] = {}
    for subject, kind, likeness in met:
        found.setdefault((subject, kind), []).append(likeness)
    return {about: sorted(likenesses, reverse=True) for about, likenesses in found.items()}

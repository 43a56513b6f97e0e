"""How typical the words of a question are of all that is said of a rule or thing: in how many of its phrases each is.

A word that stands in one phrase by chance speaks less for a subject than one that stands in ten.
"""

import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping

from db.rule_grams import TEXTS, grams, words_of_line

TYPICAL_TABLES = """
    CREATE TABLE search_typical (
        stem TEXT, language TEXT, subject INTEGER, texts INTEGER,
        PRIMARY KEY (stem, language, subject)) WITHOUT ROWID;
    CREATE TABLE search_phrases (
        subject INTEGER, language TEXT, is_lent INTEGER, texts INTEGER,
        PRIMARY KEY (subject, language, is_lent)) WITHOUT ROWID;
"""
_STEM = 5
"""Letters of a word that are compared: endings differ."""
_DOUBT = 1.5
"""So many phrases as all others have are added to those of a subject: few phrases prove little."""
_BY_STEM = "SELECT stem, subject, sum(texts) FROM search_typical WHERE {spoken} AND stem IN ({terms}) GROUP BY 1, 2"
_BY_LETTERS = (
    "SELECT gram, subject, count(*) FROM search_gram JOIN json_each(texts) AS had "
    "JOIN search_text ON search_text.id = had.value WHERE search_gram.{spoken} AND gram IN ({terms}) GROUP BY 1, 2"
)
_ALL = "SELECT subject, sum(texts) FROM search_phrases WHERE {spoken} GROUP BY 1"
_OWN = " AND NOT is_lent"
_Having = Mapping[str, Mapping[int, int]]


def index_typical(snapshot: sqlite3.Connection) -> None:
    """Fill the tables: in how many phrases of every subject and language each beginning of a word stands, and how many
    texts there are."""
    used: Counter[tuple[str, str, int]] = Counter()
    for subject, language, _, text in snapshot.execute(TEXTS):
        for line in text.splitlines():
            used.update((stem, language, subject) for stem in _stems(words_of_line(line)))
    rows = ((*key, number) for key, number in sorted(used.items()))
    snapshot.executemany("INSERT INTO search_typical VALUES (?, ?, ?, ?)", rows)
    counted = "SELECT subject, language, is_lent, count(*) FROM search_text GROUP BY 1, 2, 3"
    snapshot.execute(f"INSERT INTO search_phrases {counted}")


def typical(snapshot: sqlite3.Connection, words: Collection[str], language: str | None) -> dict[str, dict[int, float]]:
    """By subject how typical of it words are, and the groups of their letters, in their language if that is known.

    Letters are also compared with what is said in other languages alone, as names and borrowed words are alike.
    """
    spoken = "language IN ('', ?)" if language else "language IS NOT ?"
    lent = spoken if language else spoken + _OWN
    return {
        "typical": _weighed(snapshot, _BY_STEM, spoken, spoken + _OWN, language, _stems(words)),
        "typical-letters": _weighed(snapshot, _BY_LETTERS, lent, lent, language, grams(words)),
    }


def _weighed(
    snapshot: sqlite3.Connection, question: str, having: str, all_texts: str, language: str | None, terms: set[str]
) -> dict[int, float]:
    asked = question.format(spoken=having, terms=", ".join("?" * len(terms)))
    had: dict[str, dict[int, int]] = defaultdict(dict)
    for term, subject, texts in snapshot.execute(asked, (language, *terms)):
        had[term][subject] = texts
    return likelier(had, dict(snapshot.execute(_ALL.format(spoken=all_texts), (language,)).fetchall()))


def likelier(had: _Having, sizes: Mapping[int, int]) -> dict[int, float]:
    """By subject the mean logarithm of how much oftener its phrases have the terms than all phrases do.

    A term that it lacks is as much rarer for every term, so that only those that it has are gone through.
    """
    found: dict[int, float] = defaultdict(float)
    every = sum(sizes.values())
    for having in had.values():
        usual = _DOUBT * sum(having.values()) / every
        for subject, texts in having.items():
            found[subject] += math.log(1 + texts / usual)
    return {subject: much / len(had) + math.log(_DOUBT / (sizes[subject] + _DOUBT)) for subject, much in found.items()}


def _stems(words: Iterable[str]) -> set[str]:
    return {word[:_STEM] for word in words}

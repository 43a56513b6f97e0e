"""How typical the words of a question are of all that is said of a rule or thing: in how many of its phrases each is.

A word that stands in one phrase by chance speaks less for a subject than one that stands in ten.
"""

import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set

from db.rule_grams import TEXTS, texts_of, words_of_line

TYPICAL_TABLES = """
    CREATE TABLE search_typical (
        stem TEXT, language TEXT, subject INTEGER, texts INTEGER,
        PRIMARY KEY (stem, language, subject)) WITHOUT ROWID;
"""
_STEM = 5
"""Letters of a word that are compared: endings differ."""
_DOUBT = 1.5
"""So many phrases as all others have are added to those of a subject: few phrases prove little."""
_BY_STEM = "SELECT stem, subject, sum(texts) FROM search_typical WHERE {spoken} AND stem IN ({terms}) GROUP BY 1, 2"
_Having = Mapping[str, Mapping[int, int]]


def index_typical(snapshot: sqlite3.Connection) -> None:
    """Fill the tables: in how many phrases of every subject and language each beginning of a word stands."""
    used: Counter[tuple[str, str, int]] = Counter()
    for subject, language, _, text in snapshot.execute(TEXTS):
        for line in text.splitlines():
            used.update((stem, language, subject) for stem in _stems(words_of_line(line)))
    rows = ((*key, number) for key, number in sorted(used.items()))
    snapshot.executemany("INSERT INTO search_typical VALUES (?, ?, ?, ?)", rows)


def typical(
    snapshot: sqlite3.Connection, words: Iterable[str], letters: _Having, language: str | None, wanted: Set[int]
) -> dict[str, dict[int, float]]:
    """By subject how typical of it words are, and the groups of their letters, in their language if that is known.

    Letters are also compared with what is said in other languages alone, as names and borrowed words are alike.
    """
    own, whole = texts_of(snapshot, language)
    stems = _stems(words)
    spoken = "language IN ('', ?)" if language else "language IS NOT ?"
    asked = _BY_STEM.format(spoken=spoken, terms=", ".join("?" * len(stems)))
    having: dict[str, dict[int, int]] = defaultdict(dict)
    for stem, subject, texts in snapshot.execute(asked, (language, *stems)):
        having[stem][subject] = texts
    return {"typical": likelier(having, own, wanted), "typical-letters": likelier(letters, whole, wanted)}


def likelier(had: _Having, sizes: Mapping[int, int], wanted: Set[int]) -> dict[int, float]:
    """By wanted subject the mean logarithm of how much oftener its phrases have the terms than all phrases do.

    A term that it lacks is as much rarer for every term, so that only those that it has are gone through.
    """
    found: dict[int, float] = defaultdict(float)
    every = sum(sizes.values())
    for having in had.values():
        usual = _DOUBT * sum(having.values()) / every
        for subject in having.keys() & wanted:
            found[subject] += math.log(1 + having[subject] / usual)
    return {subject: much / len(had) + math.log(_DOUBT / (sizes[subject] + _DOUBT)) for subject, much in found.items()}


def _stems(words: Iterable[str]) -> set[str]:
    return {word[:_STEM] for word in words}

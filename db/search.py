"""Search that forgives missing marks, case, a missing end and slips: `lodz` finds `Łódź`, `pirsera` finds `Příšera`."""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import process
from rapidfuzz.distance import OSA

from schema.folding import fold

TITLE_WEIGHT = 8.0
"""How much more a word in a title counts than one in a text."""
CANDIDATES = 2000
"""Rows of one kind that are ranked; beyond so many a word is too common for the order to matter."""
NEAREST = 8
"""Words like a misspelt one that are searched for in its stead."""
MOST_WORDS = 12
"""Words of a query that are looked at."""

_WORD = re.compile(r"[^\W_]+")
_RANK = f"bm25(search, 0, 0, 0, 0, 0, 0, {TITLE_WEIGHT}, 1.0)"
_COLUMNS = "kind, title, body, language, game, reference"

SEARCH_SQL = f"""
    SELECT {_COLUMNS} FROM search
    WHERE search MATCH :words
    ORDER BY {_RANK}, rowid
    LIMIT :limit
"""

_OF_KIND = f"""
    SELECT {_COLUMNS} FROM search_row JOIN (
        SELECT rowid AS hit, {_RANK} AS score FROM search
        WHERE search MATCH :words AND rowid BETWEEN :first AND :last LIMIT {CANDIDATES}
    ) ON search_row.id = hit
    ORDER BY score, hit LIMIT :limit
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


@dataclass(frozen=True, slots=True)
class Found:
    """What a query found, by kind, the best first."""

    groups: Mapping[str, Sequence[Hit]] = field(default_factory=dict)
    words: Sequence[str] = ()
    """The folded words that were looked for, as they stand in the texts."""
    guessed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For each word that stands nowhere, those that were taken in its stead."""


def match_expression(query: str) -> str:
    """The query for the full-text index: every word folded and quoted, the last one also as a beginning."""
    words = [f'"{word}"' for word in _WORD.findall(fold(query))]
    return " ".join(words) + "*" if words else '""'


def phrase_expression(title: str, *, in_a_row: bool = True) -> str:
    """The query for the words of a title in a row, or only together where the index does not know their places."""
    words = _WORD.findall(fold(title))
    return '"' + (" " if in_a_row else '" "').join(words) + '"'


def read_words(snapshot: sqlite3.Connection) -> dict[str, int]:
    """Every word of the index with the number of rows it stands in."""
    return dict(tuple(row) for row in snapshot.execute("SELECT word, uses FROM search_word"))


def find(snapshot: sqlite3.Connection, query: str, words: Mapping[str, int], per_kind: int = 12) -> Found:
    """What is meant by ``query``: as it is written, else with its misspelt words mended, else any of its words."""
    asked = _WORD.findall(fold(query))[:MOST_WORDS]
    if not asked:
        return Found()
    begun = _is_begun(snapshot, asked[-1])
    guessed = {
        word: near
        for word in asked
        if word not in words and not (word == asked[-1] and begun) and (near := nearest_words(word, words))
    }
    for road, joint in _roads(asked, guessed, words):
        groups = _groups(snapshot, road, joint, begun, per_kind)
        if groups:
            used = [word for group in road for word in group]
            stead = {word: group for word, group in zip(asked, road, strict=True) if group != [word]}
            return Found(groups, used, stead)
    return Found({}, asked, {})


def _roads(
    asked: Sequence[str], guessed: Mapping[str, list[str]], words: Mapping[str, int]
) -> Iterator[tuple[list[list[str]], str]]:
    """Ways to read a query, the strictest first: for each word what may stand in its place, and how they are joined."""
    mended = [guessed.get(word, [word]) for word in asked]
    yield mended, " AND "
    yield [[word, *nearest_words(word, words)] for word in asked], " AND "
    yield mended, " OR "


def nearest_words(word: str, words: Mapping[str, int]) -> list[str]:
    """Words of the index that a slip or two away from ``word``; the nearest and most used first."""
    slips = 0 if len(word) < 3 else 1 if len(word) < 5 else 2 if len(word) < 9 else 3
    if not slips:
        return []
    near = process.extract(word, words.keys(), scorer=OSA.distance, score_cutoff=slips, limit=4 * NEAREST)
    ranked = sorted(near, key=lambda hit: (hit[1], hit[0][:1] != word[:1], -words[hit[0]], hit[0]))
    least = ranked[0][1] if ranked else 0
    return [hit for hit, distance, _ in ranked if distance <= least + 1 and hit != word][:NEAREST]


def _is_begun(snapshot: sqlite3.Connection, word: str) -> bool:
    """Whether any word of the index begins so."""
    row = snapshot.execute("SELECT word FROM search_word WHERE word >= ? ORDER BY word LIMIT 1", (word,)).fetchone()
    return row is not None and str(row[0]).startswith(word)


def _groups(
    snapshot: sqlite3.Connection, road: Sequence[Sequence[str]], joint: str, begun: bool, limit: int
) -> dict[str, list[Hit]]:
    """The hits of every kind; a word that may be unfinished is taken as a beginning."""
    parts = []
    for place, choices in enumerate(road):
        star = "*" if begun and place == len(road) - 1 else ""
        parts.append("(" + " OR ".join(f'"{word}"{star if not at else ""}' for at, word in enumerate(choices)) + ")")
    expression = joint.join(parts)
    groups = {}
    for kind, first, last in snapshot.execute("SELECT kind, first, last FROM search_kind ORDER BY first").fetchall():
        values = {"words": expression, "first": first, "last": last, "limit": limit}
        try:
            hits = [Hit(*row) for row in snapshot.execute(_OF_KIND, values)]
        except sqlite3.OperationalError as error:
            # What we take for one word the index may take for two, and a shortened one cannot look for those.
            if "phrase queries are not supported" not in str(error):
                raise
            return {}
        if hits:
            groups[kind] = hits
    return groups

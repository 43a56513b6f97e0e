"""Search that forgives missing marks, case, endings and slips: `lodz` finds `Łódź`, `pirsera` finds `Příšera`."""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from db.asked_language import asked_language
from db.rule_search import RULE_SEARCHING, RuleHit, RuleSearching, subjects_meant
from db.rule_sentence import sentences_of
from schema.folding import fold


@dataclass(frozen=True, slots=True)
class Searching:
    """How a search reads its words; measured on tests/resolve/searches.tsv."""

    title_weight: float = 8.0
    """How much more a word in a title counts than one in a text."""
    candidates: int = 2000
    """Rows of one kind that are ranked; beyond so many a word is too common for the order to matter."""
    nearest: int = 8
    """Words like a misspelt one that are searched for in its stead."""
    most_words: int = 12
    """Words of a query that are looked at."""
    shortest: int = 2
    """Letters of a word that is searched for; a single digit is one."""
    common: float = 0.04
    """A word that stands in a greater part of all rows tells little, and need not be in what is found."""
    ending: int = 2
    """Letters at the end of a long word that may differ: endings of declension."""
    stem: int = 5
    """A shorter word has no ending to spare."""
    enough: float = 0.5
    """The part of the words that must be found where not all of them are, without the common ones."""
    most_missing: int = 3
    few: int = 3
    """Where fewer were found, a looser reading adds to them, for rules and passages; a name is found or not."""


SEARCHING = Searching()
_WORD = re.compile(r"[^\W_]+")
_RANK = f"bm25(search, 0, 0, 0, 0, 0, 0, {SEARCHING.title_weight}, 1.0)"
_COLUMNS = "kind, title, body, language, game, reference"

SEARCH_SQL = f"""
    SELECT {_COLUMNS} FROM search
    WHERE search MATCH :words
    ORDER BY {_RANK}, rowid
    LIMIT :limit
"""

_OF_KIND = f"""
    SELECT {_COLUMNS}, folded_title FROM search_row JOIN (
        SELECT rowid AS hit, {_RANK} AS score FROM search
        WHERE search MATCH :words AND rowid BETWEEN :first AND :last LIMIT {SEARCHING.candidates}
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
    found_by: str = ""
    """The folded name by which it was found, which may be another than the one that is shown."""


@dataclass(frozen=True, slots=True)
class Road:
    """One way to read a query."""

    name: str
    words: Sequence[Sequence[str]]
    """For each word of the query what may stand in its place."""
    missing: int = 0
    """How many of the words need not be there."""
    is_begun: bool = False
    """Whether the last word may be unfinished."""
    has_endings: bool = False
    """Whether every long word may end otherwise, though not what stands in its place."""

    def expression(self) -> str:
        """The query for the full-text index."""
        parts = []
        for place, choices in enumerate(self.words):
            star = self.is_begun and place == len(self.words) - 1
            words = (_quoted(word, star and not at, self.has_endings and not at) for at, word in enumerate(choices))
            parts.append("(" + " OR ".join(words) + ")")
        kept = combinations(parts, len(parts) - self.missing)
        return " OR ".join("(" + " AND ".join(some) + ")" for some in kept)


def _quoted(word: str, star: bool, has_endings: bool) -> str:
    if has_endings and len(word) >= SEARCHING.stem:
        return f'"{word[: max(SEARCHING.stem - 1, len(word) - SEARCHING.ending)]}"*'
    return f'"{word}"{"*" if star else ""}'


@dataclass(frozen=True, slots=True)
class Found:
    """What a query found, by kind, the best first."""

    groups: Mapping[str, Sequence[Hit]] = field(default_factory=dict)
    words: Sequence[str] = ()
    """The folded words that were looked for, as they stand in the texts."""
    guessed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For each word that stands nowhere, those that were taken in its stead."""
    roads: Mapping[str, str] = field(default_factory=dict)
    """By which reading of the query each kind was found."""
    asked: Sequence[str] = ()
    seen: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """What speaks for a rule or thing, by its reference."""


class Words(dict[str, int]):
    """Every word of the index with the number of rows it stands in."""

    @cached_property
    def by_length(self) -> Mapping[int, Sequence[str]]:
        """The words of each length; near words are sought among those of a fitting one."""
        found: dict[int, list[str]] = {}
        for word in self:
            found.setdefault(len(word), []).append(word)
        return found


def match_expression(query: str) -> str:
    """The query for the full-text index: every word folded and quoted, the last one also as a beginning."""
    words = [f'"{word}"' for word in _WORD.findall(fold(query))]
    return " ".join(words) + "*" if words else '""'


def phrase_expression(title: str, *, in_a_row: bool = True) -> str:
    """The query for the words of a title in a row, or only together where the index does not know their places."""
    words = _WORD.findall(fold(title))
    return '"' + (" " if in_a_row else '" "').join(words) + '"'


def words_of(text: str) -> list[str]:
    """The words of a text as the index knows them; single letters are none."""
    return [word for word in _WORD.findall(fold(text)) if len(word) >= SEARCHING.shortest or word.isdigit()]


def read_words(snapshot: sqlite3.Connection) -> Words:
    """The words of an index."""
    return Words(tuple(row) for row in snapshot.execute("SELECT word, uses FROM search_word"))


def find(
    snapshot: sqlite3.Connection,
    query: str,
    words: Words,
    per_kind: int = 12,
    searching: RuleSearching = RULE_SEARCHING,
) -> Found:
    """What is meant by ``query``: for each kind of thing by the strictest reading that finds any."""
    asked = words_of(query)[: SEARCHING.most_words]
    if not asked:
        return Found()
    kinds = snapshot.execute("SELECT kind, first, last FROM search_kind ORDER BY first").fetchall()
    begun = _is_begun(snapshot, asked[-1])
    meant = asked_words(snapshot, query, words)
    guessed = {word: near for word, near in meant.items() if near}
    rows = max((last for _, _, last in kinds), default=0)
    groups, roads = _by_roads(snapshot, kinds, _roads(asked, guessed, words, begun, rows), per_kind)
    subjects = subjects_meant(snapshot, meant, searching)
    language = asked_language(snapshot, asked)
    if rules := [hit for hit in subjects if hit.subject > 0][:per_kind]:
        groups["rule"] = list(_rules(snapshot, [hit.subject for hit in rules], language))
        roads["rule"] = Road("whole" if rules[0].is_whole else "some", ())
    if things := list(_things(snapshot, [hit for hit in subjects if hit.subject < 0][:per_kind], language)):
        groups["meant"] = things
        roads["meant"] = Road("meant", ())
    used = dict.fromkeys(word for road in roads.values() for group in road.words for word in group)
    return Found(
        groups,
        list(used) or asked,
        guessed if groups else {},
        {kind: road.name for kind, road in roads.items()},
        asked,
        {hit.reference: hit.seen for hit in subjects},
    )


def _by_roads(
    snapshot: sqlite3.Connection, kinds: Sequence[tuple[str, int, int]], roads: Iterable[Road], per_kind: int
) -> tuple[dict[str, list[Hit]], dict[str, Road]]:
    """What is found of each kind but rules, which are found by what they are about; and the first road to it."""
    groups: dict[str, list[Hit]] = {}
    first_roads: dict[str, Road] = {}
    for road in roads:
        for kind, first, last in kinds:
            if kind == "rule":
                continue
            # A name of which a word is missing is another name.
            wanted = 1 if kind in ("name", "card") else SEARCHING.few
            if len(groups.get(kind, ())) < wanted and not (road.missing and kind == "name"):
                hits = _hits(snapshot, road, first, last, per_kind)
                if hits:
                    known = groups.setdefault(kind, [])
                    known += [hit for hit in hits if hit not in known]
                    first_roads.setdefault(kind, road)
    return groups, first_roads


def asked_words(snapshot: sqlite3.Connection, query: str, words: Words) -> dict[str, list[str]]:
    """The words of a query, each with those that it may be where it stands nowhere and is not only begun."""
    asked = words_of(query)[: SEARCHING.most_words]
    begun = asked[-1:] if asked and _is_begun(snapshot, asked[-1]) else []
    known = [word for word in asked if word in words]
    language = asked_language(snapshot, known)
    return {
        word: [] if word in known or word in begun else _spoken_first(snapshot, nearest_words(word, words), language)
        for word in asked
    }


def _spoken_first(snapshot: sqlite3.Connection, near: list[str], language: str | None) -> list[str]:
    """Words with those of the language in which the rest of the question is asked first."""
    spoken = {
        word
        for word in near
        if snapshot.execute(
            "SELECT 1 FROM search_language WHERE word = ? AND language = ?", (word, language)
        ).fetchone()
    }
    return sorted(near, key=lambda word: word not in spoken)


def _roads(
    asked: Sequence[str],
    guessed: Mapping[str, list[str]],
    words: Words,
    begun: bool,
    rows: int,
) -> Iterator[Road]:
    """Ways to read a query, the strictest first."""
    mended = [guessed.get(word, [word]) for word in asked]
    telling = [choices for choices in mended if not _is_common(choices[0], words, rows)] or mended
    yield Road("mended" if guessed else "whole", mended, is_begun=begun)
    if telling != mended:
        yield Road("telling", telling, is_begun=begun and telling[-1] == mended[-1])
    yield Road("endings", telling, has_endings=True)
    yield Road("near", [[*choices, *nearest_words(choices[0], words)] for choices in telling])
    spare = min(int(len(telling) * (1 - SEARCHING.enough)), SEARCHING.most_missing)
    for missing in range(1, spare + 1):
        yield Road("some", telling, missing, has_endings=True)


def _is_common(word: str, words: Words, rows: int) -> bool:
    return words.get(word, 0) > max(SEARCHING.common * rows, 20)


def nearest_words(word: str, words: Words) -> list[str]:
    """Words of the index that are a slip or two away from ``word``; the nearest and most used first."""
    slips = 0 if len(word) < 3 else 1 if len(word) < 5 else 2 if len(word) < 9 else 3
    if not slips:
        return []
    choices = [
        each for length in range(len(word) - slips, len(word) + slips + 1) for each in words.by_length.get(length, ())
    ]
    near = process.extract(word, choices, scorer=OSA.distance, score_cutoff=slips, limit=None)
    least = min((distance for _, distance, _ in near), default=0)
    likely = [(distance, other) for other, distance, _ in near if distance <= least + 1]
    likely.sort(key=lambda hit: (hit[0], hit[1][:1] != word[:1], -_alike(word, hit[1]), -words[hit[1]], hit[1]))
    return [other for _, other in likely if other != word][: SEARCHING.nearest]


def _things(snapshot: sqlite3.Connection, hits: Sequence[RuleHit], language: str | None) -> Iterator[Hit]:
    """The things that are meant, each by its name in the language of the question where it has one."""
    wanted = (
        "SELECT kind, title, body, language, game, reference FROM search_row WHERE reference = ? AND kind = 'name' "
        "ORDER BY language = ? DESC, language = 'en' DESC, id LIMIT 1"
    )
    for hit in hits:
        yield from (Hit(*row) for row in snapshot.execute(wanted, (hit.reference, language)))


def _rules(snapshot: sqlite3.Connection, numbers: Sequence[int], language: str | None) -> Iterator[Hit]:
    """Rules as they are shown: by our sentence, in the language of the question if we have it, else by the printed."""
    told = sentences_of(snapshot, numbers, language)
    wanted = (
        "SELECT replace(rule.code, '-', ' '), game.code FROM rule JOIN game ON game.id = rule.game_id WHERE rule.id = ?"
    )
    for number in numbers:
        title, game = snapshot.execute(wanted, (number,)).fetchone()
        yield Hit("rule", title, *told.get(number, ("", language or "en")), game, f"rule/{number}")


def _alike(word: str, other: str) -> float:
    """How alike two words look, coarsely: a doubled letter that is missing less than one that is another."""
    return round(JaroWinkler.similarity(word, other), 1)


def _is_begun(snapshot: sqlite3.Connection, word: str) -> bool:
    """Whether any word of the index begins so."""
    row = snapshot.execute("SELECT word FROM search_word WHERE word >= ? ORDER BY word LIMIT 1", (word,)).fetchone()
    return row is not None and str(row[0]).startswith(word)


def _hits(snapshot: sqlite3.Connection, road: Road, first: int, last: int, limit: int) -> list[Hit]:
    values = {"words": road.expression(), "first": first, "last": last, "limit": limit}
    try:
        return [Hit(*row) for row in snapshot.execute(_OF_KIND, values)]
    except sqlite3.OperationalError as error:
        # What we take for one word the index may take for two, and a shortened one cannot look for those.
        if "phrase queries are not supported" not in str(error):
            raise
        return []

"""How alike a question is to the sentence of a rule and to the question it answers, by the letters of their words.

Groups of three letters see what compounds, endings and prefixes have in common, where whole words see nothing.
"""

import math
import re
import sqlite3
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from db.packed import packed, packed_fractions, unpacked, unpacked_fractions
from schema.folding import fold

GRAM_TABLES = """
    CREATE TABLE search_texts (own INTEGER, subjects BLOB, kinds BLOB, lengths BLOB);
    CREATE TABLE search_gram (
        gram TEXT, language TEXT, square REAL, texts BLOB, PRIMARY KEY (gram, language)) WITHOUT ROWID;
    CREATE TABLE search_phrases (language TEXT PRIMARY KEY, subjects BLOB, own BLOB, whole BLOB);
"""
_Text = tuple[int, str, str, set[str]]
"""A rule, the language of its text, the kind of text, its groups of letters."""
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
        (rule, language, kind, grams(words_of_line(line)))
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
    subjects, kinds = (text[0] for text in texts), (KINDS.index(text[2]) for text in texts)
    lengths = (math.sqrt(sum(map(square.__getitem__, found))) for *_, found in texts)
    columns = packed(subjects), packed(kinds), packed_fractions(lengths)
    snapshot.execute("INSERT INTO search_texts VALUES (?, ?, ?, ?)", (len(told), *columns))
    kept = ((*key, square[key[0]], packed(places[key])) for key in sorted(places))
    snapshot.executemany("INSERT INTO search_gram VALUES (?, ?, ?, ?)", kept)
    snapshot.executemany("INSERT INTO search_phrases VALUES (?, ?, ?, ?)", _phrases(told, texts))


def _phrases(told: Sequence[_Text], texts: Sequence[_Text]) -> Iterator[tuple[str, bytes, bytes, bytes]]:
    """For each language how many texts of every subject are its own, and with those that are lent; for all together,
    in which nothing need be lent, under no name."""
    every = Counter(subject for subject, *_ in told)
    yield "", packed(every), packed(every.values()), packed(every.values())
    for language in sorted({language for _, language, *_ in texts if language}):
        own, whole = (Counter(text[0] for text in some if text[1] in ("", language)) for some in (told, texts))
        yield language, packed(whole), packed(own[subject] for subject in whole), packed(whole.values())


def _lent(told: Collection[_Text]) -> Iterator[_Text]:
    """The texts of a rule once more for every language in which it has none of that kind."""
    languages = {language for _, language, *_ in told if language}
    had: dict[tuple[int, str], set[str]] = {}
    for rule, language, kind, _ in told:
        had.setdefault((rule, kind), set()).add(language)
    for rule, language, kind, found in told:
        if language:  # a name is used in any language
            yield from ((rule, other, kind, found) for other in sorted(languages - had[rule, kind]))


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


@dataclass(frozen=True, slots=True)
class Letters:
    """What the letters of a question have in common with the texts of rules and things."""

    alike: Mapping[tuple[int, str], Sequence[float]]
    """How alike it is to the texts of each, the likest first, by kind of text."""
    having: Mapping[str, Mapping[int, int]]
    """For each group of letters in how many texts of each it stands."""


def told_in(snapshot: sqlite3.Connection, language: str | None) -> str | None:
    """The language, if there are texts in it."""
    return (
        language
        if snapshot.execute("SELECT 1 FROM search_phrases WHERE language = ?", (language,)).fetchone()
        else None
    )


def texts_of(snapshot: sqlite3.Connection, language: str | None) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """How many texts of each subject are of a language, and how many with those that are lent to it."""
    listed = "SELECT subjects, own, whole FROM search_phrases WHERE language = ?"
    subjects, own, whole = map(unpacked, snapshot.execute(listed, (language or "",)).fetchone())
    return dict(zip(subjects, own, strict=True)), dict(zip(subjects, whole, strict=True))


def compared(snapshot: sqlite3.Connection, words: Collection[str], language: str | None) -> Letters:
    """Compare words with all texts, walking the texts of each group of letters once.

    In the language of the question, if it is known, with what others lend it; else in all.
    """
    own, *columns, lengths = snapshot.execute("SELECT own, subjects, kinds, lengths FROM search_texts").fetchone()
    (subjects, kinds), lengths = map(unpacked, columns), unpacked_fractions(lengths)
    squares: dict[str, float] = {}
    met: dict[int, float] = defaultdict(float)
    having: dict[str, Counter[int]] = defaultdict(Counter)
    for gram, square, texts in _texts_with(snapshot, grams(words), language, own):
        squares[gram] = square
        if texts:
            having[gram].update(map(subjects.__getitem__, texts))
        for text in texts:
            met[text] += square
    length = math.sqrt(sum(squares.values()))
    found: dict[tuple[int, str], list[float]] = {}
    for text in [text for text, square in met.items() if square / (lengths[text] * length) >= _LEAST]:
        about = subjects[text], KINDS[kinds[text]]
        found.setdefault(about, []).append(met[text] / (lengths[text] * length))
    return Letters({about: sorted(each, reverse=True) for about, each in found.items()}, having)


def _texts_with(
    snapshot: sqlite3.Connection, asked: Collection[str], language: str | None, own: int
) -> Iterator[tuple[str, float, Sequence[int]]]:
    """Groups of letters with their worth and the texts that have them: names, and those of the language."""
    listed = f"SELECT gram, language, square, texts FROM search_gram WHERE gram IN ({', '.join('?' * len(asked))})"
    for gram, spoken, square, packed_texts in snapshot.execute(listed, tuple(sorted(asked))):
        texts = unpacked(packed_texts)
        if language is None:
            yield gram, square, texts[: bisect_left(texts, own)]  # what is lent comes after all that is told
        else:
            yield gram, square, texts if spoken in ("", language) else texts[:0]

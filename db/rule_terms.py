"""What a word of a question says: itself and its other forms, ideas, and things that are called so."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from db.rule_index import ANY_LANGUAGE, idea_term
from schema.cues import NOTHING


@dataclass(frozen=True, slots=True)
class Forms:
    """How words are compared; measured on tests/resolve/searches*.tsv."""

    stem: int = 5
    """A shorter word has no ending to spare."""
    shortest: int = 4
    """Letters that two forms of a word have in common at least."""
    ending: int = 3
    """Letters at the end in which two forms of a word may differ."""


FORMS = Forms()


def terms_of(snapshot: sqlite3.Connection, word: str, language: str | None) -> dict[str, float]:
    """The terms of the index that a word may mean, with how surely; none for a word by which one only asks."""
    terms = best(_terms(snapshot, word, language))
    return {} if idea_term(NOTHING) in terms else terms


def best(terms: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Each term with the most that is said for it."""
    found: dict[str, float] = {}
    for term, weight in terms:
        if weight > found.get(term, 0.0):  # what nothing speaks for is no meaning, and must not hide a slip
            found[term] = weight
    return found


def _terms(snapshot: sqlite3.Connection, word: str, language: str | None) -> Iterator[tuple[str, float]]:
    """Where the language of the question is known, only its words say ideas: “graveyard” is no form of “gra”."""
    yield word, 1.0
    spoken = "1" if language is None else f"language IN ('{ANY_LANGUAGE}', ?)"
    in_language = () if language is None else (language,)
    begun = word[: max(FORMS.shortest, len(word) - FORMS.ending)]
    if len(word) >= FORMS.stem:
        between = (begun, f"{begun}\uffff")
        for (other,) in snapshot.execute("SELECT DISTINCT term FROM search_rule WHERE term BETWEEN ? AND ?", between):
            yield other, likeness(word, other)
        for other, term, weight in snapshot.execute(
            f"SELECT word, term, weight FROM search_term WHERE NOT is_open AND word BETWEEN ? AND ? AND {spoken}",
            (*between, *in_language),
        ):
            if term != idea_term(NOTHING):  # a joining word has no other forms: “quante” is no form of “quando”
                yield term, weight * likeness(word, other)
    beginnings = [word[:length] for length in range(2, len(word) + 1)]
    marks = ", ".join("?" * len(beginnings))
    yield from snapshot.execute(
        f"SELECT term, weight FROM search_term WHERE (word = ? OR is_open AND word IN ({marks})) AND {spoken}",
        (word, *beginnings, *in_language),
    )


def likeness(word: str, other: str) -> float:
    """How surely two words that begin alike are forms of one: none where too much of either is left over."""
    common = next(
        (at for at, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other))
    )
    if max(len(word), len(other)) - common > FORMS.ending:
        return 0.0
    return 2 * common / (len(word) + len(other))

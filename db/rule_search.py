"""Rules by what a question is about: every word counts by how few rules it can mean, in whatever language it is."""

import math
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from db.asked_language import asked_language
from db.rule_index import ANY_LANGUAGE, idea_term
from schema.cues import NOTHING


@dataclass(frozen=True, slots=True)
class RuleSearching:
    """How words are compared, and what is enough; measured on tests/resolve/searches*.tsv."""

    stem: int = 5
    """A shorter word has no ending to spare."""
    shortest: int = 4
    """Letters that two forms of a word have in common at least."""
    ending: int = 3
    """Letters at the end in which two forms of a word may differ."""
    enough: float = 0.3
    """The part of the weight of all words that a rule must meet."""
    own_language: float = 1.4
    """How much more the rules of a game count that has a document in the language of the question."""
    titled: float = 0.7
    """How much more a rule counts whose whole title is asked for; a part of it counts by the square of its share."""
    near: float = 0.6
    """The part of the best score down to which rules are shown."""


RULE_SEARCHING = RuleSearching()


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A rule, how well it fits, and whether every word of the question is in it somehow."""

    rule_id: int
    score: float
    is_whole: bool


def rules_meant(snapshot: sqlite3.Connection, asked: Mapping[str, Sequence[str]], limit: int) -> list[RuleHit]:
    """The rules that a question may mean, the best first; ``asked`` gives for each misspelt word what it may be."""
    (total,) = snapshot.execute("SELECT count(*) FROM rule").fetchone()
    language = asked_language(snapshot, asked)
    met = [found for word, near in asked.items() if (found := _met(snapshot, word, near, language)) is not None]
    # A word that many rules mean only faintly still tells much of those that mean it surely.
    telling = [(found, math.log((total + 1) / (sum(found.values()) + 0.5))) for found in met if found]
    scores: dict[int, float] = {}
    counts: dict[int, int] = {}
    for found, worth in telling:
        for rule, weight in found.items():
            scores[rule] = scores.get(rule, 0.0) + worth * weight
            counts[rule] = counts.get(rule, 0) + 1
    for rule in _told_in(snapshot, language).intersection(scores):
        scores[rule] *= RULE_SEARCHING.own_language
    for rule, share in _titled(snapshot, asked, language, scores).items():
        scores[rule] *= 1 + RULE_SEARCHING.titled * share**2
    missing = sum(not found for found in met)
    whole = sum(worth for _, worth in telling) + missing * math.log(total + 1)
    least = max(
        RULE_SEARCHING.enough * RULE_SEARCHING.near * whole, RULE_SEARCHING.near * max(scores.values(), default=0)
    )
    ranked = sorted((-score, rule) for rule, score in scores.items() if score >= least)
    return [RuleHit(rule, -score, counts[rule] == len(met)) for score, rule in ranked[:limit]]


def _titled(
    snapshot: sqlite3.Connection, asked: Iterable[str], language: str | None, rules: Iterable[int]
) -> dict[int, float]:
    """Which part of each rule's title is asked for, in whatever language."""
    meant = _best(term for word in asked for term in _terms(snapshot, word, language))
    shares: dict[int, float] = {}
    for rule in rules:
        parts: dict[int, float] = {}
        for part, term in snapshot.execute("SELECT part, term FROM search_title WHERE rule_id = ?", (rule,)):
            parts[part] = max(parts.get(part, 0.0), meant.get(term, 0.0))
        shares[rule] = sum(parts.values()) / len(parts) if parts else 0.0
    return shares


def _told_in(snapshot: sqlite3.Connection, language: str | None) -> set[int]:
    if language is None:
        return set()
    of_game = "SELECT id FROM rule WHERE game_id IN (SELECT game_id FROM document WHERE language = ?)"
    return {rule for (rule,) in snapshot.execute(of_game, (language,))}


def _met(snapshot: sqlite3.Connection, word: str, near: Sequence[str], language: str | None) -> dict[int, float] | None:
    """The rules that a word may mean, with how surely; None for a word by which one only asks."""
    terms = _best(_terms(snapshot, word, language))
    if idea_term(NOTHING) in terms:
        return None
    found: dict[int, float] = {}
    for term, weight in terms.items():
        for rule, own in snapshot.execute("SELECT rule_id, weight FROM search_rule WHERE term = ?", (term,)):
            found[rule] = max(found.get(rule, 0.0), weight * own)
    if not found and near:
        return _best_met(_met(snapshot, other, (), language) for other in near)
    return found


def _best_met(all_met: Iterable[Mapping[int, float] | None]) -> dict[int, float]:
    best: dict[int, float] = {}
    for met in all_met:
        for rule, weight in (met or {}).items():
            best[rule] = max(best.get(rule, 0.0), weight)
    return best


def _best(terms: Iterable[tuple[str, float]]) -> dict[str, float]:
    best: dict[str, float] = {}
    for term, weight in terms:
        best[term] = max(best.get(term, 0.0), weight)
    return best


def _terms(snapshot: sqlite3.Connection, word: str, language: str | None) -> Iterable[tuple[str, float]]:
    """What a word says: itself and its other forms, ideas and things that are called so.

    Where the language of the question is known, only its words say ideas: “graveyard” is no form of the Polish “gra”.
    """
    yield word, 1.0
    spoken = "1" if language is None else f"language IN ('{ANY_LANGUAGE}', ?)"
    in_language = () if language is None else (language,)
    begun = word[: max(RULE_SEARCHING.shortest, len(word) - RULE_SEARCHING.ending)]
    if len(word) >= RULE_SEARCHING.stem:
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
    if max(len(word), len(other)) - common > RULE_SEARCHING.ending:
        return 0.0
    return 2 * common / (len(word) + len(other))

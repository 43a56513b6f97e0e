"""The index by which rules are found in other words than ours: what each speaks of, and the words that say it."""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from schema.cues import FIGURES, parse_cue
from schema.folding import fold


@dataclass(frozen=True, slots=True)
class RuleWeights:
    """How surely a word or a concept tells that a rule is meant; measured on tests/resolve/searches.tsv."""

    code: float = 1.0
    about: float = 1.0
    cue: float = 0.9
    """A term that a cue cannot do without."""
    choice: float = 0.6
    """One of several that a cue takes."""
    summary: float = 0.8
    topic: float = 0.7
    passage: float = 0.5
    """A word of a passage that states the rule: it says other things as well."""


RULE_WEIGHTS = RuleWeights()
RULE_TABLES = """
    CREATE TABLE search_term (
        word TEXT, is_open INTEGER, term TEXT, weight REAL, PRIMARY KEY (word, is_open, term)) WITHOUT ROWID;
    CREATE TABLE search_rule (
        term TEXT, rule_id INTEGER, weight REAL, PRIMARY KEY (term, rule_id)) WITHOUT ROWID;
"""
_WORD = re.compile(r"[^\W_]+")
_RULES = "SELECT id, game_id, code, topic, summary, about, cues FROM rule"
_PASSAGES = """
    SELECT rule_text.rule_id, passage.text FROM rule_text JOIN passage ON passage.id = rule_text.passage_id
"""
_NAMES = "SELECT DISTINCT concept_id, text FROM name"


def index_rules(snapshot: sqlite3.Connection) -> None:
    """Fill the tables of the index."""
    snapshot.executemany(
        "INSERT INTO search_rule VALUES (?, ?, ?) "
        "ON CONFLICT DO UPDATE SET weight = max(search_rule.weight, excluded.weight)",
        _terms_of_rules(snapshot),
    )
    snapshot.executemany(
        "INSERT INTO search_term VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET weight = max(search_term.weight, excluded.weight)",
        (*_words_of_ideas(snapshot), *_words_of_names(snapshot)),
    )


def idea_term(idea: str) -> str:
    """An idea as a term of the index, apart from the same letters as a word."""
    return f"~{idea}"


def _terms_of_rules(snapshot: sqlite3.Connection) -> Iterator[tuple[str, int, float]]:
    concepts = {
        (game, f"{kind}:{code}"): f":{number}"
        for number, game, kind, code in snapshot.execute("SELECT id, game_id, kind, code FROM concept")
    }
    weights = RULE_WEIGHTS
    for number, game, code, topic, summary, about, cues in snapshot.execute(_RULES).fetchall():
        for words, weight in ((code, weights.code), (topic, weights.topic), (summary, weights.summary)):
            yield from ((word, number, weight) for word in _words(words))
        spoken = [(subject, weights.about) for subject in about.split()]
        for term, weight in (*spoken, *_terms_of_cues(cues.splitlines())):
            known = concepts.get((game, term)) if ":" in term else idea_term(term)
            if known:
                yield known, number, weight
    for number, text in snapshot.execute(_PASSAGES):
        yield from ((word, number, weights.passage) for word in _words(text))


def _terms_of_cues(cues: Iterable[str]) -> Iterator[tuple[str, float]]:
    for cue in map(parse_cue, cues):
        for wanted in cue.wanted:
            weight = RULE_WEIGHTS.cue if len(wanted.choices) == 1 else RULE_WEIGHTS.choice
            yield from ((term, weight) for term in wanted.choices if term not in FIGURES)


def _words_of_ideas(snapshot: sqlite3.Connection) -> Iterator[tuple[str, int, str, float]]:
    """Single words for ideas; a form of several words is too seldom how a person asks."""
    for (listed,) in snapshot.execute("SELECT words FROM idea_words"):
        ideas: Mapping[str, list[str]] = json.loads(listed)
        for idea, forms in ideas.items():
            for form in forms:
                words = _words(form)
                if len(words) == 1:
                    yield words[0], form.endswith("*"), idea_term(idea), 1.0
                    yield words[0], form.endswith("*"), idea.rpartition("-")[2], 0.8


def _words_of_names(snapshot: sqlite3.Connection) -> Iterator[tuple[str, int, str, float]]:
    """The words of names, each as much as it is of its name."""
    for concept, text in snapshot.execute(_NAMES):
        words = [word for word in _words(text) if len(word) > 2] or _words(text)
        for word in words:
            yield word, 0, f":{concept}", 1 / len(words)


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(_WORD.findall(fold(text))))

"""The index by which rules are found in other words than ours: what each speaks of, and the words that say it."""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from db.asked_language import LANGUAGE_TABLE, index_languages
from db.rule_passages import rule_passages
from schema.cues import FIGURES, HOW_MANY, NOTHING, WHERE, parse_cue
from schema.folding import fold


@dataclass(frozen=True, slots=True)
class RuleWeights:
    """How surely a word or a concept tells that a rule is meant; measured on tests/resolve/searches*.tsv."""

    code: float = 1.0
    about: float = 1.0
    cue: float = 0.9
    """A term that a cue cannot do without."""
    choice: float = 0.6
    """One of several that a cue takes."""
    summary: float = 0.8
    topic: float = 0.7
    sentence: float = 0.4
    """A word or idea of the sentence that states the rule."""
    passage: float = 0.2
    """One of another sentence of the same passage: it says other things as well."""
    figure: float = 0.9
    """A rule with a figure, for whoever asks how many."""
    place: float = 0.7
    """A rule about a place, for whoever asks where."""


RULE_WEIGHTS = RuleWeights()
RULE_TABLES = f"""{LANGUAGE_TABLE}
    CREATE TABLE search_term (
        word TEXT, is_open INTEGER, language TEXT, term TEXT, weight REAL,
        PRIMARY KEY (word, is_open, language, term)) WITHOUT ROWID;
    CREATE TABLE search_rule (
        term TEXT, rule_id INTEGER, weight REAL, PRIMARY KEY (term, rule_id)) WITHOUT ROWID;
    CREATE TABLE search_title (
        rule_id INTEGER, part INTEGER, term TEXT, PRIMARY KEY (rule_id, part, term)) WITHOUT ROWID;
"""
ANY_LANGUAGE = ""
_WORD = re.compile(r"[^\W_]+")
_RULES = "SELECT id, game_id, code, topic, summary, about, cues FROM rule"
_PLACES = ("location:", "region:")
_NAMES = "SELECT DISTINCT concept_id, text FROM name"


def index_rules(snapshot: sqlite3.Connection) -> None:
    """Fill the tables of the index."""
    snapshot.executemany(
        "INSERT INTO search_rule VALUES (?, ?, ?) "
        "ON CONFLICT DO UPDATE SET weight = max(search_rule.weight, excluded.weight)",
        _terms_of_rules(snapshot),
    )
    snapshot.executemany(
        "INSERT INTO search_term VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET weight = max(search_term.weight, excluded.weight)",
        (*_words_of_ideas(snapshot), *_words_of_names(snapshot)),
    )
    snapshot.executemany("INSERT OR IGNORE INTO search_title VALUES (?, ?, ?)", _parts_of_titles(snapshot))
    index_languages(snapshot, _words_of_languages(snapshot))


def idea_term(idea: str) -> str:
    """An idea as a term of the index, apart from the same letters as a word."""
    return f"~{idea}"


def _terms_of_rules(snapshot: sqlite3.Connection) -> Iterator[tuple[str, int, float]]:
    concepts = {
        (game, f"{kind}:{code}"): f":{number}"
        for number, game, kind, code in snapshot.execute("SELECT id, game_id, kind, code FROM concept")
    }
    weights = RULE_WEIGHTS
    own: dict[int, set[str]] = {}
    for number, game, code, topic, summary, about, cues in snapshot.execute(_RULES).fetchall():
        for words, weight in ((code, weights.code), (topic, weights.topic), (summary, weights.summary)):
            yield from ((word, number, weight) for word in _words(words))
        spoken = [(subject, weights.about) for subject in about.split()]
        if any(subject.startswith(_PLACES) for subject, _ in spoken):
            spoken.append((WHERE, weights.place))
        for term, weight in (*spoken, *_terms_of_cues(cues.splitlines())):
            known = concepts.get((game, term)) if ":" in term else idea_term(term)
            if known:
                own.setdefault(number, set()).add(known)
                yield known, number, weight
    for passage in rule_passages(snapshot):
        stating = passage.stating(own.get(passage.rule_id, ()))
        for sentence in passage.sentences:
            weight = weights.sentence if sentence in stating else weights.passage
            terms = sentence.words | sentence.ideas | sentence.concepts
            yield from ((term, passage.rule_id, weight) for term in terms)


def _parts_of_titles(snapshot: sqlite3.Connection) -> Iterator[tuple[int, int, str]]:
    """The words of a rule's code, which is its title, each with the idea and the thing of that name."""
    concepts: dict[tuple[int, str], list[int]] = {}
    for number, game, code in snapshot.execute("SELECT id, game_id, code FROM concept"):
        concepts.setdefault((game, code), []).append(number)
    joining = {
        word
        for (listed,) in snapshot.execute("SELECT words FROM idea_words WHERE language = 'en'")
        for form in json.loads(listed).get(NOTHING, ())
        for word in _words(form)
    }
    for rule, game, code in snapshot.execute("SELECT id, game_id, code FROM rule"):
        for part, word in enumerate(word for word in _words(code) if word not in joining):
            for form in _forms(word):
                named = (f":{number}" for number in concepts.get((game, form), ()))
                yield from ((rule, part, term) for term in (form, idea_term(form), *named))


def _forms(word: str) -> Iterator[str]:
    """A word of a code, which is English, and its singular: things and ideas are called by that."""
    yield word
    if word.endswith("ies"):
        yield f"{word[:-3]}y"
    elif word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]


def _terms_of_cues(cues: Iterable[str]) -> Iterator[tuple[str, float]]:
    for cue in map(parse_cue, cues):
        for wanted in cue.wanted:
            weight = RULE_WEIGHTS.cue if len(wanted.choices) == 1 else RULE_WEIGHTS.choice
            for term in wanted.choices:
                yield (HOW_MANY, RULE_WEIGHTS.figure) if term in FIGURES else (term, weight)


def _words_of_ideas(snapshot: sqlite3.Connection) -> Iterator[tuple[str, int, str, str, float]]:
    """Single words for ideas; a form of several words is too seldom how a person asks."""
    for listed, language in snapshot.execute("SELECT words, language FROM idea_words"):
        ideas: Mapping[str, list[str]] = json.loads(listed)
        for idea, forms in ideas.items():
            for form in forms:
                words = _words(form)
                if len(words) == 1:
                    yield words[0], form.endswith("*"), language, idea_term(idea), 1.0
                    yield words[0], form.endswith("*"), language, idea.rpartition("-")[2], 0.8


def _words_of_languages(snapshot: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """The words of texts and those by which ideas are said, whole ones alone, with their languages."""
    yield from ((word, "en") for (summary,) in snapshot.execute("SELECT summary FROM rule") for word in _words(summary))
    for text, language in snapshot.execute("SELECT text, language FROM passage WHERE kind IN ('paragraph', 'item')"):
        yield from ((word, language) for word in _words(text))
    for listed, language in snapshot.execute("SELECT words, language FROM idea_words"):
        forms = (form for said in json.loads(listed).values() for form in said if not form.endswith("*"))
        yield from ((word, language) for form in forms for word in _words(form))


def _words_of_names(snapshot: sqlite3.Connection) -> Iterator[tuple[str, int, str, str, float]]:
    """The words of names, each as much as it is of its name; people use them in any language."""
    for concept, text in snapshot.execute(_NAMES):
        words = [word for word in _words(text) if len(word) > 2] or _words(text)
        for word in words:
            yield word, 0, ANY_LANGUAGE, f":{concept}", 1 / len(words)


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(_WORD.findall(fold(text))))

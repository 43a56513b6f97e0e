"""The index by which rules are found in other words than ours: what each speaks of, and the words that say it."""

import json
import math
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from db.asked_language import LANGUAGE_TABLE, index_languages
from db.packed import packed
from db.rule_grams import GRAM_TABLES, index_grams
from db.rule_passages import rule_passages
from db.rule_sentence import PRINTED
from db.rule_typical import TYPICAL_TABLES, index_typical
from schema.cues import FIGURES, HOW_MANY, NOTHING, WHERE, parse_cue
from schema.folding import fold

FIELDS: Mapping[str, float] = {
    "question": 0.7,
    "asked": 0.7,
    "code": 1.0,
    "topic": 0.7,
    "summary": 0.8,
    "about": 1.0,
    "cue": 0.9,
    "choice": 0.6,
    "figure": 0.9,
    "place": 0.7,
    "sentence": 0.4,
    "passage": 0.2,
}
"""Where a rule has a term, and how surely it then speaks of it; by this a word is common or rare.

The question it answers, how else players ask for it, its code, topic and sentence of ours; the things it is about; what
a cue cannot do without, and what is one choice of several; that it has a figure or a place; the printed sentence that
states it, and the others of the same passage, which say other things as well.
"""
RULE_TABLES = f"""{LANGUAGE_TABLE}{GRAM_TABLES}{TYPICAL_TABLES}
    CREATE TABLE search_term (
        word TEXT, is_open INTEGER, language TEXT, term TEXT, weight REAL,
        PRIMARY KEY (word, is_open, language, term)) WITHOUT ROWID;
    CREATE TABLE search_rule (
        term TEXT, field TEXT, subjects BLOB, PRIMARY KEY (term, field)) WITHOUT ROWID;
    CREATE TABLE search_size (
        subject INTEGER PRIMARY KEY, game_id INTEGER, parts INTEGER, worth REAL);
    CREATE TABLE search_title (
        subject INTEGER, part INTEGER, term TEXT, PRIMARY KEY (subject, part, term)) WITHOUT ROWID;
"""
ANY_LANGUAGE = ""
_WORD = re.compile(r"[^\W_]+")
_RULES = "SELECT id, game_id, code, topic, about, cues FROM rule"
_TOLD = f"""
    SELECT rule_id, text, question FROM rule_summary UNION ALL
    SELECT id, summary, '' FROM rule WHERE summary <> '' AND id NOT IN (SELECT rule_id FROM rule_summary) UNION ALL
    SELECT rule_id, substr(text, position + 1, CASE length WHEN 0 THEN length(text) ELSE length END), ''
    FROM ({PRINTED})
"""
_ASKED_RULES = """
    SELECT rule.id, language, phrases FROM asked_words
    JOIN rule ON rule.game_id = asked_words.game_id AND subject = 'rule:' || rule.code
"""
_ASKED_THINGS = """
    SELECT concept.id, language, phrases FROM asked_words
    JOIN concept ON concept.game_id = asked_words.game_id AND subject = concept.kind || ':' || concept.code
"""
_PLACES = ("location:", "region:")
_NAMES = "SELECT DISTINCT concept_id, text FROM name"


def index_rules(snapshot: sqlite3.Connection) -> None:
    """Fill the tables of the index."""
    having: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for term, subject, field in (*_terms_of_rules(snapshot), *_terms_of_things(snapshot)):
        having[term][field].add(subject)
    kept = ((term, field, packed(sorted(each))) for term in sorted(having) for field, each in having[term].items())
    snapshot.executemany("INSERT INTO search_rule VALUES (?, ?, ?)", kept)
    weights: dict[tuple[str, int, str, str], float] = {}
    for word, is_open, language, term, weight in (*_words_of_ideas(snapshot), *_words_of_names(snapshot)):
        key = word, is_open, language, term
        weights[key] = max(weights.get(key, 0.0), weight)
    rows = ((*key, weight) for key, weight in sorted(weights.items()))
    snapshot.executemany("INSERT INTO search_term VALUES (?, ?, ?, ?, ?)", rows)
    snapshot.executemany("INSERT OR IGNORE INTO search_title VALUES (?, ?, ?)", _parts_of_titles(snapshot))
    snapshot.executemany("INSERT INTO search_size VALUES (?, ?, ?, ?)", _sizes(snapshot, having))
    index_languages(snapshot, _words_of_languages(snapshot))
    index_grams(snapshot)
    index_typical(snapshot)


def idea_term(idea: str) -> str:
    """An idea as a term of the index, apart from the same letters as a word."""
    return f"~{idea}"


def worth(rules: int, met: float) -> float:
    """How much a word tells that so many of all rules have."""
    return math.log((rules + 1) / (met + 0.5))


def _terms_of_rules(snapshot: sqlite3.Connection) -> Iterator[tuple[str, int, str]]:
    concepts = {
        (game, f"{kind}:{code}"): f":{number}"
        for number, game, kind, code in snapshot.execute("SELECT id, game_id, kind, code FROM concept")
    }
    own: dict[int, set[str]] = {}
    for number, game, code, topic, about, cues in snapshot.execute(_RULES).fetchall():
        yield from ((word, number, "code") for word in _words(code))
        yield from ((word, number, "topic") for word in _words(topic))
        spoken = [(subject, "about") for subject in about.split()]
        if any(subject.startswith(_PLACES) for subject, _ in spoken):
            spoken.append((WHERE, "place"))
        for term, field in (*spoken, *_terms_of_cues(cues.splitlines())):
            known = concepts.get((game, term)) if ":" in term else idea_term(term)
            if known:
                own.setdefault(number, set()).add(known)
                yield known, number, field
    for number, summary, question in snapshot.execute(_TOLD).fetchall():
        yield from ((word, number, "summary") for word in _words(summary))
        yield from ((word, number, "question") for word in _words(question))
    for number, _, phrases in snapshot.execute(_ASKED_RULES).fetchall():
        yield from ((word, number, "asked") for word in _words(phrases))
    for passage in rule_passages(snapshot):
        stating = passage.stating(own.get(passage.rule_id, ()))
        for sentence in passage.sentences:
            field = "sentence" if sentence in stating else "passage"
            terms = sentence.words | sentence.ideas | sentence.concepts
            yield from ((term, passage.rule_id, field) for term in terms)


def _terms_of_things(snapshot: sqlite3.Connection) -> Iterator[tuple[str, int, str]]:
    """A thing is about itself; it has the words of its code and kind, and those by which players ask for it."""
    for number, kind, code in snapshot.execute("SELECT id, kind, code FROM concept").fetchall():
        yield f":{number}", -number, "about"
        yield from ((word, -number, "code") for word in _words(code))
        yield from ((word, -number, "topic") for word in _words(kind))
    for number, _, phrases in snapshot.execute(_ASKED_THINGS).fetchall():
        yield from ((word, -number, "asked") for word in _words(phrases))


def _sizes(
    snapshot: sqlite3.Connection, having: Mapping[str, Mapping[str, set[int]]]
) -> Iterator[tuple[int, int, int, float]]:
    """Of each rule the parts of its title, and what all words of its sentence are worth, in the mean of languages."""
    games = dict(snapshot.execute("SELECT id, game_id FROM rule"))
    had = {term: len(set[int]().union(*fields.values())) for term, fields in having.items()}
    parts = dict(snapshot.execute("SELECT subject, count(DISTINCT part) FROM search_title GROUP BY subject"))
    total: Counter[int] = Counter()
    worths: dict[int, float] = {}
    for rule, summary, _ in snapshot.execute(_TOLD):
        total[rule] += 1
        worths[rule] = worths.get(rule, 0.0) + sum(worth(len(games), had.get(word, 0)) for word in _words(summary))
    for rule, game in games.items():
        yield rule, game, parts.get(rule, 0), worths.get(rule, 0.0) / max(total[rule], 1)
    for number, game in snapshot.execute("SELECT id, game_id FROM concept").fetchall():
        yield -number, game, parts.get(-number, 0), 0.0


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
    titled = "SELECT id, game_id, code FROM rule UNION ALL SELECT -id, game_id, code FROM concept"
    for rule, game, code in snapshot.execute(titled):
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


def _terms_of_cues(cues: Iterable[str]) -> Iterator[tuple[str, str]]:
    for cue in map(parse_cue, cues):
        for wanted in cue.wanted:
            field = "cue" if len(wanted.choices) == 1 else "choice"
            for term in wanted.choices:
                yield (HOW_MANY, "figure") if term in FIGURES else (term, field)


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
    texts = (
        "SELECT text, language FROM passage WHERE kind IN ('paragraph', 'item') "
        "UNION ALL SELECT text, language FROM rule_summary UNION ALL SELECT phrases, language FROM asked_words"
    )
    for text, language in snapshot.execute(texts):
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
    for concept, language, phrases in snapshot.execute(_ASKED_THINGS):
        for words in map(_words, phrases.splitlines()):
            yield from ((word, 0, language, f":{concept}", 1 / len(words)) for word in words)


@lru_cache(maxsize=1 << 14)
def _words(text: str) -> tuple[str, ...]:
    """The words of a text, each once; the games say the same ideas by the same words."""
    return tuple(dict.fromkeys(_WORD.findall(fold(text))))

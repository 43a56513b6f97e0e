"""How alike a question is to the sentence of a rule and to the question it answers, by the letters of their words.

Groups of three letters see what compounds, endings and prefixes have in common, where whole words see nothing.
"""

import math
import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from operator import itemgetter

from schema.folding import fold

GRAM_TABLES = """
    CREATE TABLE search_text (
        id INTEGER PRIMARY KEY, rule_id INTEGER, language TEXT, is_lent INTEGER, kind TEXT, length REAL);
    CREATE INDEX search_text_language ON search_text (language);
    CREATE TABLE search_gram (
        gram TEXT, text_id INTEGER, square REAL, PRIMARY KEY (gram, text_id)) WITHOUT ROWID;
"""
_Text = tuple[int, str, bool, str, set[str]]
"""A rule, the language of its text, whether it is lent to that language, the kind of text, its groups of letters."""
KINDS = ("summary", "question", "asked")
_LETTERS = 3
_WORD = re.compile(r"[^\W_]+")
_TEXTS = "SELECT rule_id, language, 'summary', text FROM rule_summary UNION ALL " + (
    "SELECT rule_id, language, 'question', question FROM rule_summary WHERE question <> '' UNION ALL "
    "SELECT rule.id, language, 'asked', phrases FROM asked_words "
    "JOIN rule ON rule.game_id = asked_words.game_id AND subject = 'rule:' || rule.code"
)


def index_grams(snapshot: sqlite3.Connection) -> None:
    """Fill the tables with the groups of letters of every text, a rare group counting more."""
    told = [
        (rule, language, False, kind, grams(_WORD.findall(fold(line))))
        for rule, language, kind, text in snapshot.execute(_TEXTS)
        for line in text.splitlines()
    ]
    texts = sorted((*told, *_lent(told)), key=itemgetter(1))
    had = Counter(gram for *_, found in told for gram in found)
    square = {gram: math.log((len(told) + 1) / (number + 0.5)) ** 2 for gram, number in had.items()}
    for at, (*about, found) in enumerate(texts):
        length = math.sqrt(sum(square[gram] for gram in found))
        snapshot.execute("INSERT INTO search_text VALUES (?, ?, ?, ?, ?, ?)", (at, *about, length))
        rows = ((gram, at, square[gram]) for gram in sorted(found))
        snapshot.executemany("INSERT INTO search_gram VALUES (?, ?, ?)", rows)


def _lent(told: Collection[_Text]) -> Iterator[_Text]:
    """The texts of a rule once more for every language in which it has none of that kind."""
    languages = {language for _, language, *_ in told}
    had: dict[tuple[int, str], set[str]] = {}
    for rule, language, _, kind, _ in told:
        had.setdefault((rule, kind), set()).add(language)
    for rule, _, _, kind, found in told:
        yield from ((rule, other, True, kind, found) for other in sorted(languages - had[rule, kind]))


def grams(words: Iterable[str]) -> set[str]:
    """The groups of letters of words, whose beginnings and ends are marked."""
    marked = (f"^{word}$" for word in words)
    return {word[at : at + _LETTERS] for word in marked for at in range(len(word) - _LETTERS + 1)}


def alike(snapshot: sqlite3.Connection, words: Collection[str], language: str | None) -> dict[tuple[int, str], float]:
    """How alike words are to the texts of each rule, by kind of text: in the language of the question, if it is known.

    A rule that has no text in this language is compared in all it has.
    """
    asked = sorted(grams(words))
    marks = ", ".join("?" * len(asked))
    spoken = ("", ()) if language is None else (" WHERE language = ?", (language,))
    first, last = snapshot.execute(f"SELECT min(id), max(id) FROM search_text{spoken[0]}", spoken[1]).fetchone()
    if first is None:
        return {} if language is None else alike(snapshot, words, None)
    met = snapshot.execute(
        "SELECT rule_id, kind, length, sum(square) FROM search_gram JOIN search_text ON search_text.id = text_id "
        f"WHERE gram IN ({marks}) AND text_id BETWEEN ? AND ? AND (? OR NOT is_lent) GROUP BY text_id",
        (*asked, first, last, language is not None),
    ).fetchall()
    known = (snapshot.execute("SELECT square FROM search_gram WHERE gram = ? LIMIT 1", (gram,)) for gram in asked)
    whole = sum(square for each in known for (square,) in each)
    found: dict[tuple[int, str], float] = {}
    for rule, kind, length, shared in met:
        cosine = shared / (length * math.sqrt(whole))
        found[rule, kind] = max(found.get((rule, kind), 0.0), cosine)
    return found

"""In which language a question is asked: by the words that stand in texts of one language and not of others."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping

LANGUAGE_TABLE = """
    CREATE TABLE search_language (
        word TEXT, language TEXT, PRIMARY KEY (word, language)) WITHOUT ROWID;
"""
LEAST_LEAD = 0.5
"""By how many words a language must be ahead of the next; a word of two languages is half a word of each."""


def index_languages(snapshot: sqlite3.Connection, words: Iterable[tuple[str, str]]) -> None:
    """Fill the table with words and their languages."""
    snapshot.executemany("INSERT INTO search_language VALUES (?, ?)", sorted(set(words)))


def asked_language(snapshot: sqlite3.Connection, asked: Collection[str]) -> str | None:
    """The language of a question; None where its words do not tell."""
    ahead = sorted(_votes(snapshot, asked).items(), key=lambda vote: -vote[1])
    runner_up = ahead[1][1] if len(ahead) > 1 else 0.0
    return ahead[0][0] if ahead and ahead[0][1] - runner_up >= LEAST_LEAD else None


def _votes(snapshot: sqlite3.Connection, asked: Collection[str]) -> Mapping[str, float]:
    votes: dict[str, float] = {}
    for language, share in _shares(snapshot, asked):
        votes[language] = votes.get(language, 0.0) + share
    return votes


def _shares(snapshot: sqlite3.Connection, asked: Collection[str]) -> Iterator[tuple[str, float]]:
    for word in asked:
        spoken = snapshot.execute("SELECT language FROM search_language WHERE word = ?", (word,)).fetchall()
        yield from ((language, 1 / len(spoken)) for (language,) in spoken)

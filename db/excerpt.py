"""Short excerpts of passages, for readers who may not be given a publisher's whole text."""

import re
import sqlite3

MOST_WORDS = 12
FEWEST_WORDS = 4
"""A text of so few words is a label or a number and stays whole; a longer one is cut to half, and to the most."""

_WORD = re.compile(r"\S+")


def excerpt(text: str) -> str:
    """The beginning of a text, at most half of it."""
    words = list(_WORD.finditer(text))
    kept = min(MOST_WORDS, max(FEWEST_WORDS, len(words) // 2))
    return text if len(words) <= kept else text[: words[kept - 1].end()] + " …"


def shorten_texts(snapshot: sqlite3.Connection) -> None:
    """Cut every text that a document prints to an excerpt, and leave nothing of the rest in the file.

    Headings stay: they name places. The search index keeps its words, so that a passage is still found; its
    repairs are kept as far as the excerpt goes.
    """
    snapshot.create_function("excerpt", 1, lambda text: excerpt(str(text or "")), deterministic=True)
    snapshot.execute("PRAGMA secure_delete = ON")
    snapshot.execute("BEGIN")
    snapshot.execute("UPDATE passage SET text = excerpt(text), raw_text = excerpt(raw_text) WHERE kind <> 'heading'")
    snapshot.execute("UPDATE card_text SET body = excerpt(body) WHERE origin = 'rulebook'")
    snapshot.execute(
        "DELETE FROM repair WHERE position >= (SELECT length(raw_text) FROM passage WHERE passage.id = passage_id)"
    )
    snapshot.execute("UPDATE rule SET words = ''")
    snapshot.execute("UPDATE candidate SET body = excerpt(body)")
    snapshot.execute("UPDATE page SET image = NULL")
    snapshot.execute("UPDATE search_row SET body = excerpt(body) WHERE kind IN ('passage', 'card')")
    snapshot.execute("UPDATE search_row SET folded_body = ''")
    snapshot.execute("COMMIT")
    snapshot.execute("VACUUM")

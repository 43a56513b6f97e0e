"""Short excerpts of passages, for readers who may not be given a publisher's whole text."""

import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """What strangers are shown of a document; measured on five rulebooks, of which 38 % was shown without a budget."""

    share: float = 0.2
    """The part of a document's words that its excerpts hold together, headings and labels included."""
    most_words: int = 12
    """Words of one passage; never more than half of it, unless it is one word."""


SHOWN = Shown()
_WORD = re.compile(r"\S+")


def excerpt(text: str, most: int = SHOWN.most_words) -> str:
    """The beginning of a text: at most half of it, and at most so many words; one word alone stays."""
    words = list(_WORD.finditer(text))
    kept = min(most, max(1, len(words) // 2))
    if len(words) <= kept:
        return text
    return f"{text[: words[kept - 1].end()]} …" if kept else "…"


def words_each(lengths: Iterable[int], shown: Shown = SHOWN) -> int:
    """How many words every passage of a document may show, so that all together keep to its budget."""
    counted = list(lengths)
    budget = shown.share * sum(counted)
    return max(
        (most for most in range(shown.most_words + 1) if sum(_kept(n, most) for n in counted) <= budget), default=0
    )


def _kept(length: int, most: int) -> int:
    return min(most, max(1, length // 2)) if length else 0


def shorten_texts(snapshot: sqlite3.Connection) -> None:
    """Cut every text that a document prints to an excerpt, and leave nothing of the rest in the file.

    The search index keeps its words, so that a passage is still found; of its repairs those stay that the excerpt
    holds. A passage under a heading is found under the heading's own excerpt.
    """
    snapshot.create_function("excerpt", 2, lambda text, most: excerpt(str(text or ""), most), deterministic=True)
    snapshot.execute("PRAGMA secure_delete = ON")
    snapshot.execute("BEGIN")
    for (document,) in snapshot.execute("SELECT id FROM document").fetchall():
        texts = snapshot.execute("SELECT text FROM passage WHERE document_id = ?", (document,))
        most = words_each(len(_WORD.findall(text)) for (text,) in texts)
        _shorten_document(snapshot, document, most)
    snapshot.execute(
        "DELETE FROM repair WHERE position + length > "
        "(SELECT length(raw_text) FROM passage WHERE passage.id = passage_id)"
    )
    snapshot.execute("UPDATE rule SET words = ''")
    snapshot.execute("UPDATE candidate SET body = ''")
    snapshot.execute("DELETE FROM decision WHERE kind = 'note'")
    snapshot.execute("UPDATE decision SET text = ''")
    snapshot.execute("UPDATE outline SET path = id WHERE kind = 'step'")
    snapshot.execute("UPDATE page SET image = NULL")
    snapshot.execute("UPDATE card_picture SET image = ''")
    snapshot.execute("UPDATE search_row SET folded_body = ''")
    snapshot.execute("COMMIT")
    snapshot.execute("VACUUM")


_SHORTENED = (
    "UPDATE passage SET text = excerpt(text, :most), raw_text = excerpt(raw_text, :most), "
    "section = excerpt(section, :most) WHERE document_id = :document",
    "UPDATE outline SET title = excerpt(title, :most) WHERE document_id = :document",
    "UPDATE card_text SET body = excerpt(body, :most) WHERE passage_id IN :these",
    "UPDATE card_part SET text = excerpt(text, :most) WHERE kind = 'body' AND passage_id IN :these",
    "UPDATE search_row SET title = excerpt(title, :most), body = excerpt(body, :most) "
    "WHERE kind = 'passage' AND reference IN (SELECT 'passage/' || id FROM passage WHERE document_id = :document)",
    "UPDATE search_row SET body = excerpt(body, :most) WHERE kind = 'card' AND reference IN "
    "(SELECT 'card/' || card_id FROM card_text WHERE passage_id IN :these)",
)


def _shorten_document(snapshot: sqlite3.Connection, document: int, most: int) -> None:
    for statement in _SHORTENED:
        these = statement.replace(":these", "(SELECT id FROM passage WHERE document_id = :document)")
        snapshot.execute(these, {"most": most, "document": document})

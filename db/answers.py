"""The answers to a search or a query in plain rows, for the command line and whoever else has a snapshot."""

import sqlite3
from dataclasses import asdict, dataclass
from typing import Any

from db.query import Answer, ask, is_query
from db.ranking import Thing, ranked
from db.search import find, read_words

_PER_KIND = 200
_LONGEST = 160
_PAGE = """
    SELECT document.file_name, page.number FROM passage JOIN page ON page.id = passage.page_id
    JOIN document ON document.id = passage.document_id WHERE passage.id = ?
"""
_CARD = """
    SELECT title, language, body FROM card_text WHERE card_id = ? AND title <> ''
    ORDER BY language = 'en' DESC, id LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One answer: what it is, what it is called, and where it stands."""

    kind: str
    game: str
    code: str
    title: str
    language: str
    text: str
    place: str = ""
    """File and page of a passage."""

    def as_dict(self) -> dict[str, Any]:
        """For machines."""
        return asdict(self)


def answers(snapshot: sqlite3.Connection, text: str) -> list[Line]:
    """What a search finds, best first, or what a query asks for; raises BadQuery where it cannot be understood."""
    if is_query(text):
        once = {(answer.kind, answer.game, answer.code): answer for answer in ask(snapshot, text)}
        return [_asked_for(snapshot, answer) for answer in once.values()]
    found = find(snapshot, text, read_words(snapshot), _PER_KIND)
    return [_found(snapshot, thing) for thing in ranked(snapshot, found)]


def _asked_for(snapshot: sqlite3.Connection, answer: Answer) -> Line:
    plain = answer.code.replace("-", " ")
    if answer.kind == "rule":
        (summary,) = snapshot.execute("SELECT summary FROM rule WHERE id = ?", (answer.id,)).fetchone()
        return Line("rule", answer.game, answer.code, plain, "en", summary)
    title, language, body = snapshot.execute(_CARD, (answer.id,)).fetchone() or (plain, "", "")
    return Line("card", answer.game, answer.code, title, language, _short(body))


def _found(snapshot: sqlite3.Connection, thing: Thing) -> Line:
    hit = thing.hit
    is_named = hit.reference.startswith("concept/")
    code, place = thing.code, ""
    if thing.kind == "passage":
        file, page = snapshot.execute(_PAGE, (thing.code,)).fetchone()
        code, place = "", f"{file}, page {page}"
    return Line(thing.kind, thing.game, code, hit.title, hit.language, "" if is_named else _short(hit.body), place)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rsplit(' ', 1)[0]} …"

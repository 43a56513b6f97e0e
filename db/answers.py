"""The answers to a search or a query in plain rows, for the command line and whoever else has a snapshot."""

import sqlite3
from dataclasses import asdict, dataclass
from typing import Any

from db.asked_language import asked_language
from db.query import Answer, ask, is_query, read_query
from db.ranking import Thing, ranked
from db.rule_sentence import sentences_of
from db.search import find, read_words, words_of

_PER_KIND = 200
_LONGEST = 160
_PAGE = """
    SELECT document.file_name, page.number FROM passage JOIN page ON page.id = passage.page_id
    JOIN document ON document.id = passage.document_id WHERE passage.id = ?
"""
_CARD = """
    SELECT title, language, body FROM card_text WHERE card_id = ? AND title <> ''
    ORDER BY language = ? DESC, language = 'en' DESC, id LIMIT 1
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
        language = _spoken(snapshot, text)
        return [_asked_for(snapshot, answer, language) for answer in once.values()]
    found = find(snapshot, text, read_words(snapshot), _PER_KIND)
    return [_found(snapshot, thing) for thing in ranked(snapshot, found)]


def _spoken(snapshot: sqlite3.Connection, text: str) -> str:
    """The language that a query asks for, else the one of its words; English where nothing tells."""
    parts = [part for part in read_query(text) if not part.is_not]
    wanted = [part.value for part in parts if part.field == "lang"]
    words = [word for part in parts if part.field in ("", "title") for word in words_of(part.value)]
    return wanted[0] if wanted else asked_language(snapshot, words) or "en"


def _asked_for(snapshot: sqlite3.Connection, answer: Answer, language: str) -> Line:
    plain = answer.code.replace("-", " ")
    if answer.kind == "rule":
        summary, told = sentences_of(snapshot, [answer.id], language).get(answer.id, ("", language))
        return Line("rule", answer.game, answer.code, plain, told, summary)
    title, told, body = snapshot.execute(_CARD, (answer.id, language)).fetchone() or (plain, "", "")
    return Line("card", answer.game, answer.code, title, told, _short(body))


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

"""What every page of the site needs to know of a snapshot: games, editions, documents, names, and words for effects."""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from db.search import Words, read_words
from db.site.page_parts import Starts, part_at, starts_of_parts
from schema.document_kinds import USUAL
from schema.folding import fold
from schema.look import Look
from schema.notation import NotationError, Part, Vocabulary
from schema.phrasebook import Phrasebook, Unspeakable
from schema.reading import ConceptKey

_MINUS = re.compile(r"(?<!\w)-(?=\d)")

_WORD = re.compile(r"[^\W_]+")
_TITLES = """
    SELECT DISTINCT card.code, card_text.title FROM card_text JOIN card ON card.id = card_text.card_id
    WHERE card.game_id = ? AND card_text.title <> '' ORDER BY card.id
"""
_NAMES = """
    SELECT concept.game_id, concept.kind, concept.code, name.language, name.text
    FROM name JOIN concept ON concept.id = name.concept_id
    ORDER BY name.document_id IS NOT NULL, name.id
"""
_DOCUMENTS = f"""
    SELECT document.*, game.code AS game, edition.code AS edition
    FROM document JOIN game ON game.id = document.game_id LEFT JOIN edition ON edition.id = document.edition_id
    ORDER BY game.name, edition.code DESC,
             CASE document.kind WHEN '{USUAL}' THEN 0 ELSE 1 END, document.language, document.file_name
"""


@dataclass(frozen=True, slots=True)
class Book:
    """A document as the site speaks of it."""

    id: int
    game: str
    edition: str
    kind: str
    language: str
    file_name: str
    title: str
    date: str
    media_type: str
    page_count: int
    evidence: str
    """What told its game, in a sentence."""
    code: str = ""
    """A name that stays the same after every rebuild: from its checksum."""


@dataclass(frozen=True, slots=True)
class Library:
    """The small tables of a snapshot, read once: a snapshot never changes."""

    games: Mapping[str, Mapping[str, Any]]
    codes: Mapping[int, str]
    editions: Mapping[int, Mapping[str, Any]]
    books: Mapping[int, Book]
    names: Mapping[tuple[str, str, str], Mapping[str, str]]
    parts: Starts
    """Where the parts of each page begin."""
    _kinds: Mapping[tuple[str, str], Sequence[str]]
    _vocabularies: Mapping[str, Vocabulary]
    _phrases: Mapping[tuple[str, str], Mapping[str, Sequence[str]]]
    _books: dict[tuple[str, str], Phrasebook] = field(default_factory=dict)
    _said: dict[tuple[str, str, str], str] = field(default_factory=dict)
    _looks: dict[str, Look] = field(default_factory=dict)
    _words: Words = field(default_factory=Words)
    _titles: dict[str, Sequence[tuple[str, str, str]]] = field(default_factory=dict)

    def look(self, game: str) -> Look:
        """How a game is drawn; one that is not known plainly."""
        if game not in self._looks:
            self._looks[game] = Look.model_validate_json(self.games[game]["look"]) if game in self.games else Look()
        return self._looks[game]

    def name(self, game: str, subject: str, language: str) -> str:
        """What a subject such as `location:paris` is called, in the language or else in English, else its code."""
        said = self._names(game, subject)
        named = [each.get(language) for each in said] + [each.get("en") or next(iter(each.values())) for each in said]
        return next(filter(None, named), subject.rpartition(":")[2].replace("-", " "))

    def spoken(self, game: str, subject: str, language: str) -> str | None:
        """The name of a subject in a language."""
        return next(filter(None, (each.get(language) for each in self._names(game, subject))), None)

    def _names(self, game: str, subject: str) -> list[Mapping[str, str]]:
        """The names of a thing, then of others of its code: a delivery that has none is called as its item."""
        kind, _, code = subject.rpartition(":")
        said = (self.names.get((game, each, code)) for each in (kind, *self._kinds.get((game, code), ())))
        return [each for each in said if each]

    def books_of(self, game: str) -> list[Book]:
        """The documents of a game."""
        return [book for book in self.books.values() if book.game == game]

    def editions_of(self, game: str) -> list[Mapping[str, Any]]:
        """The editions of a game, the oldest first."""
        number = self.games[game]["id"]
        return [edition for edition in self.editions.values() if edition["game_id"] == number]

    def part_of(self, page_id: int, seq: int) -> int:
        """In which part of its page a passage is shown, from 1."""
        return part_at(self.parts.get(page_id, ()), seq)

    def say(self, game: str, notation: str, language: str) -> tuple[str, str]:
        """What a line of notation says in plain words, and the language these are in; empty where none has words."""
        for spoken in dict.fromkeys((language, "en")):
            known = (game, notation, spoken)
            if known not in self._said:
                self._said[known] = self._render(game, notation, spoken)
            if self._said[known]:
                return self._said[known], spoken
        return "", ""

    def words(self, connection: sqlite3.Connection) -> Words:
        """The words of the search index, read when they are first asked for."""
        if not self._words:
            self._words.update(read_words(connection))
        return self._words

    def cards_in(self, connection: sqlite3.Connection, game: str, text: str) -> dict[str, str]:
        """The cards whose titles of several words stand in a text, by code; a single word is too often just a word."""
        if game not in self._titles:
            rows = connection.execute(_TITLES, (self.games[game]["id"],))
            titles = ((plain_words(title), code, title) for code, title in rows)
            self._titles[game] = [found for found in titles if found[0].strip().count(" ")]
        said = plain_words(text)
        return {code: title for words, code, title in self._titles[game] if words in said}

    def _render(self, game: str, notation: str, language: str) -> str:
        vocabulary, phrases = self._vocabularies.get(game), self._phrases.get((game, language))
        if vocabulary is None or phrases is None:
            return ""
        if (game, language) not in self._books:
            names = {
                ConceptKey(kind, code): [said[language]]
                for (of, kind, code), said in self.names.items()
                if of == game and language in said
            }
            self._books[game, language] = Phrasebook(language, phrases, vocabulary, names)
        try:
            said = self._books[game, language].render(vocabulary.parse(notation))
        except (Unspeakable, NotationError):
            return ""
        return _MINUS.sub("−", said)


def plain_words(text: str) -> str:
    """The words of a text, folded, with a space before and after each."""
    return f" {' '.join(_WORD.findall(fold(text)))} "


def read_library(connection: sqlite3.Connection) -> Library:
    """Read the small tables of a snapshot."""
    games = {row["code"]: dict(row) for row in connection.execute("SELECT * FROM game ORDER BY name")}
    codes = {row["id"]: code for code, row in games.items()}
    editions = {row["id"]: dict(row) for row in connection.execute("SELECT * FROM edition ORDER BY code")}
    names: dict[tuple[str, str, str], dict[str, str]] = {}
    for game_id, kind, code, language, text in connection.execute(_NAMES):
        names.setdefault((codes[game_id], kind, code), {}).setdefault(language, text)
    kinds: dict[tuple[str, str], list[str]] = {}
    for game, kind, code in names:
        kinds.setdefault((game, code), []).append(kind)
    return Library(
        games,
        codes,
        editions,
        {row["id"]: _book(row) for row in connection.execute(_DOCUMENTS)},
        names,
        starts_of_parts(connection),
        kinds,
        dict(_vocabularies(connection, codes)),
        _phrases(connection, codes),
    )


def _book(row: sqlite3.Row) -> Book:
    return Book(
        row["id"],
        row["game"],
        row["edition"] or "",
        row["kind"],
        row["language"],
        row["file_name"],
        row["title"],
        row["date"] or "",
        row["media_type"],
        row["page_count"],
        row["evidence"],
        f"d-{row['sha256'][:12]}",
    )


def _vocabularies(connection: sqlite3.Connection, codes: Mapping[int, str]) -> Iterator[tuple[str, Vocabulary]]:
    for number, game in codes.items():
        forms: dict[Part, list[str]] = {"trigger": [], "step": [], "condition": []}
        for part, form in connection.execute("SELECT part, form FROM notation_form WHERE game_id = ?", (number,)):
            forms[part].append(form)
        concepts: dict[str, set[str]] = {}
        for kind, code in connection.execute("SELECT kind, code FROM concept WHERE game_id = ?", (number,)):
            concepts.setdefault(kind, set()).add(code)
        yield game, Vocabulary(forms, {kind: frozenset(found) for kind, found in concepts.items()})


def _phrases(
    connection: sqlite3.Connection, codes: Mapping[int, str]
) -> dict[tuple[str, str], dict[str, Sequence[str]]]:
    found: dict[tuple[str, str], dict[str, Sequence[str]]] = {}
    for row in connection.execute("SELECT * FROM phrase WHERE seq = 0"):
        found.setdefault((codes[row["game_id"]], row["language"]), {})[row["notation"]] = [row["wording"]]
    return found

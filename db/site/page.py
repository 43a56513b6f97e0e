"""What a page of the site is asked with, and how pages point to each other."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from db.site.library import Book, Library
from db.site.words import Speech
from schema.catalogue import SPOKEN, attribute_words

Row = dict[str, Any]
RowT = TypeVar("RowT")

MOST = 2**31 - 1
"""The highest number that a row can have."""
_IF, _HERE = "if", "here"
_NUMBERED = re.compile(r"(?:(.+?)-)?(\d+(?:-\d+)*)")
"""A code that ends with a number or a range of numbers: `players-3-4`."""


class Missing(Exception):
    """There is nothing at this address."""


def grouped(rows: Iterable[Row], column: str) -> dict[Any, list[Row]]:
    """Rows by what stands in a column, each group in the order found."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


def placeholders(values: Sized) -> str:
    """As many question marks for SQL as there are values."""
    return ",".join("?" * len(values))


def read_json(text: str) -> dict[str, Any]:
    """What a JSON column holds; nothing where it does not hold an object."""
    try:
        read = json.loads(text)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def _whole(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST))
    return int(text) if is_number else None


@lru_cache(maxsize=4096)
def _quoted(part: object) -> str:
    return quote(str(part), safe=":")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some of many rows, as many as fit a page."""

    page: int
    pages: int
    first: int
    size: int

    def of(self, rows: Sequence[RowT]) -> Sequence[RowT]:
        """Those of the rows that are shown."""
        return rows[self.first : self.first + self.size]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the site: who asks in which language, for what, and what may be shown."""

    connection: sqlite3.Connection
    library: Library
    say: Speech
    database: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    full_text: bool = True
    has_pictures: bool = False
    is_whole: bool = False
    """Whether all rows are wanted at once, for a table to take along, and not a page of them."""

    def rows(self, sql: str, *values: object, **named: object) -> list[Row]:
        """The rows that a query finds."""
        return [dict(row) for row in self.connection.execute(sql, named or values)]

    def link(self, *parts: object, **query: object) -> str:
        """The address of a page of the site in the same language."""
        path = "/".join(map(_quoted, (self.say.language, *parts)))
        kept = {name: value for name, value in query.items() if value not in (None, "")}
        return f"/{path}" + (f"?{urlencode(kept)}" if kept else "")

    def raw(self, table: str, row: object = None, **query: object) -> str:
        """The address of a table, or of one of its rows, as Datasette shows it."""
        path = f"/{quote(self.database)}/{table}" + (f"/{row}" if row is not None else "")
        return path + (f"?{urlencode(query)}" if query else "")

    def one(self, sql: str, *values: object, **named: object) -> Any:
        """The value that a query for one value finds."""
        return self.connection.execute(sql, named or values).fetchone()[0]

    def game(self) -> Row:
        """The game of this page's address."""
        found = self.library.games.get(self.path["game"])
        if found is None:
            raise Missing
        return dict(found)

    def row_number(self, name: str) -> int:
        """The number of a row or a page in this page's address."""
        value = _whole(self.path[name])
        if value is None:
            raise Missing
        return value

    def name(self, game: str, subject: str) -> str:
        """What a subject is called in the language of the page, with a capital letter."""
        said = self.library.spoken(game, subject, self.say.language) or self._part(game, subject)
        return said[:1].upper() + said[1:]

    def edition(self, key: int | str | None) -> str:
        """An edition in words, by its row or its code; nothing where there is none."""
        if isinstance(key, int):
            found = self.library.editions.get(key)
            return self.edition(found["code"]) or str(found["name"]) if found else ""
        return str(self.say.sentences["edition"].get(key, key or ""))

    def book_label(self, book: Book) -> str:
        """A document in words: what it is, its language, its edition."""
        parts = [
            self.say.known("document_kind", book.kind),
            self.say.name_of(book.language),
            self.edition(book.edition),
        ]
        return ", ".join(filter(None, parts))

    def passage_link(self, row: Mapping[str, Any]) -> str:
        """Where a passage can be read: needs document_id, page, page_id, seq and passage_id."""
        part = self.library.part_of(row["page_id"], row["seq"])
        address = self.link("document", row["document_id"], row["page"], part=part if part > 1 else None)
        return f"{address}#p{row['passage_id']}"

    def conflict_link(self, row: Mapping[str, Any]) -> str:
        """The address of a conflict, which stays the same after every rebuild: needs its own columns."""
        edition = self.library.editions.get(row["edition_id"] or 0, {}).get("code", "")
        what = "~".join((edition, row["kind"], row["subject"], row["attribute"]))
        return self.link("conflict", self.library.codes[row["game_id"]], what)

    def picture(self, image: str) -> str:
        """The address of a page's picture, however the path to its folder is written."""
        return f"/pictures/{quote(image.rpartition('pages/')[2])}"

    def number(self, name: str, default: int, most: int | None = None) -> int:
        """A whole number from the query, kept from 1 to ``most``."""
        value = _whole(self.query.get(name, ""))
        return max(1, min(default if value is None else value, most or MOST))

    def stretch(self, total: int, at_a_time: int) -> "Stretch":
        """Which of so many rows are shown: those of the page that is asked for, or all of them to take along."""
        if self.is_whole:
            return Stretch(1, 1, 0, total)
        pages = max(1, -(-total // at_a_time))
        page = self.number("page", 1, pages)
        return Stretch(page, pages, (page - 1) * at_a_time, at_a_time)

    def attribute(self, game: str, attribute: str) -> str:
        """What an attribute such as `enter.suspicion` says, in words: its known parts by their names."""
        whole = attribute_words(game, self.say.language).get(attribute)
        if whole:
            return whole
        return ", ".join(self._part(game, part) for part in attribute.split("."))

    def _part(self, game: str, part: str) -> str:
        """A part by its own word or name, else by the words it is made of: `players-3-4`, `if-deputy-here`."""
        words, code = attribute_words(game, self.say.language), part.rpartition(":")[2]
        if code in words and code != _IF:
            return words[code]
        if self.library.spoken(game, part, self.say.language):
            return self.library.name(game, part, self.say.language)
        begun, _, rest = code.partition("-")
        if begun == _IF and rest:
            return words[_IF].format(what=self._part(game, rest))
        numbered = _NUMBERED.fullmatch(code)
        if numbered:
            stem = f"{self._part(game, numbered[1])} " if numbered[1] else ""
            return stem + numbered[2].replace("-", "–")
        stem, _, last = code.rpartition("-")
        if last == _HERE and stem:
            return f"{self._part(game, stem)} {words.get(_HERE, _HERE)}"
        return self.library.name(game, part, self.say.language)

    def value(self, game: str, value: str) -> str:
        """A value in words where it is a code that has a name; numbers with a true minus sign."""
        if value.lstrip("+-").isdigit():
            return value.replace("-", "−")
        if value in ("yes", "no"):
            return self.say(f"value.{value}")
        said = self.library.name(game, value, self.say.language) if value.replace("-", "").isalnum() else ""
        return said or value


ANYTHING = "*"
"""The address of the page that answers where no other does."""

PageFunction = Callable[[Asked], Row]
"""Gathers what a page shows, or raises Missing."""
Table = Callable[[Row], tuple[Sequence[str], list[Sequence[Any]]]]
"""Makes names and rows of a table from what a page shows."""


@dataclass(frozen=True, slots=True)
class SitePage:
    """A kind of page: its address, its template, and the function that gathers what it shows."""

    name: str
    address: str
    """With `{slots}`; the language comes before it."""
    gather: PageFunction
    table: Table | None = None
    """For pages that can be taken along as CSV."""
    is_data: bool = False
    """Whether it is only asked for as JSON."""

    @property
    def template(self) -> str:
        """The file under templates/."""
        return f"rw_{self.name}.html"

    @property
    def route(self) -> str:
        """The address as Datasette wants it: a regular expression with named groups."""
        if self.address == ANYTHING:
            return rf"/(?P<lang>{'|'.join(SPOKEN)})/.*$"
        path = "".join(
            f"/(?P<{part[1:-1]}>[^/]+)" if part.startswith("{") else f"/{part}"
            for part in self.address.split("/")
            if part
        )
        return rf"/(?P<lang>{'|'.join(SPOKEN)}){path}/?$"

    def route_of(self, form: str) -> str:
        """The address of the page as JSON or CSV: its own, with the form as ending."""
        return self.route.removesuffix("/?$") + rf"\.{form}$"

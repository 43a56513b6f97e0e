"""Card lists that people keep, as CSV, JSON or spreadsheets: which column is what, and each card as a section of text.

A list is read as Markdown: each card a heading with its text below, and what else its row says as items `head: value`.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from schema.folding import fold

CSV, JSON = "text/csv", "application/json"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LIST_TYPES = frozenset({CSV, JSON, XLSX})
TITLE, TEXT, DECK, COPIES = "title", "text", "deck", "copies"
HEADS: Mapping[str, tuple[str, ...]] = {
    TITLE: (
        "title",
        "name",
        "card",
        "card name",
        "nazev",
        "jmeno",
        "karta",
        "nazwa",
        "tytul",
        "nome",
        "titolo",
        "carta",
        "titel",
        "nom",
    ),
    TEXT: (
        "text",
        "effect",
        "body",
        "rules",
        "rules text",
        "description",
        "ability",
        "efekt",
        "popis",
        "tekst",
        "opis",
        "testo",
        "effetto",
        "descrizione",
        "wirkung",
        "texte",
    ),
    DECK: ("deck", "pile", "set", "balicek", "balik", "talia", "mazzo", "stapel", "paquet"),
    COPIES: (
        "copies",
        "count",
        "qty",
        "quantity",
        "amount",
        "pocet",
        "kusu",
        "ks",
        "pcs",
        "szt",
        "liczba",
        "ilosc",
        "copie",
        "quantita",
        "anzahl",
        "nombre",
    ),
}
"""What people write above the columns; what stands in them decides where nothing of this does."""

_COUNT = re.compile(r"[x×*]?\s?(\d{1,3})\s?(?:[x×*]|[^\W\d_]{1,3}\.?)?")
_WORD = re.compile(r"[^\W_]+")
_DELIMITERS = ",;\t|"


@dataclass(frozen=True, slots=True)
class ListSettings:
    """What makes a table a list of cards; chosen by eye, not measured."""

    fewest: int = 2
    """A list has so many cards."""
    distinct: float = 0.7
    """So many of the titles are different ones."""
    longest_title: int = 60
    """In letters: a title is seldom longer."""
    text_words: int = 4
    """A column of texts has so many words in its usual cell."""


@dataclass(frozen=True, slots=True)
class CardList:
    """A table of cards and what its columns are."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: Mapping[str, int]
    """The number of the column that is the title, the text, the deck, the copies."""

    def cell(self, row: Sequence[str], what: str) -> str:
        """What a row says in the column that is ``what``, copies as a number; empty where there is none."""
        said = row[self.columns[what]] if what in self.columns else ""
        return _count(said) if what == COPIES else said

    def others(self, row: Sequence[str]) -> Iterator[tuple[str, str]]:
        """What else the row says, with the heads of its columns."""
        used = set(self.columns.values())
        for at, (head, value) in enumerate(zip(self.heads, row, strict=True)):
            if at not in used and value:
                yield head, value


class NoCards(Exception):
    """A table that is no list of cards."""


def find_list(data: bytes, media_type: str, settings: ListSettings = ListSettings()) -> CardList | None:
    """The list of cards that a file holds; None where it is no list of cards."""
    try:
        heads, rows = _TABLES[media_type](data)
    except (ValueError, KeyError, csv.Error, StopIteration):
        return None
    return _cards_in(heads, rows, settings)


def _cards_in(heads: Sequence[str], rows: list[list[str]], settings: ListSettings) -> CardList | None:
    rows = [row for row in rows if any(row)]
    if not heads or len(rows) < settings.fewest:
        return None
    columns = _columns(heads, rows, settings)
    if TITLE not in columns:
        return None
    titled = tuple(tuple(row) for row in rows if row[columns[TITLE]])
    return CardList(tuple(heads), titled, columns) if len(titled) >= settings.fewest else None


def as_markdown(found: CardList) -> str:
    """The list as sections of text."""
    sections = []
    for row in found.rows:
        items = [(what, found.cell(row, what)) for what in (DECK, COPIES)]
        items = [(head, value) for head, value in (*items, *found.others(row)) if value]
        listed = "\n".join(f"- {_one_line(head)}: {_one_line(value)}" for head, value in items)
        text = "\n".join(_one_line(line) for line in found.cell(row, TEXT).splitlines() if line.strip())
        sections.append("\n\n".join(filter(None, (f"## {_one_line(found.cell(row, TITLE))}", text, listed))))
    return "\n\n".join(sections) + "\n"


def list_to_markdown(data: bytes, media_type: str) -> bytes:
    """The file as Markdown; raises NoCards where it can be read and holds no list of cards."""
    found = _cards_in(*_TABLES[media_type](data), ListSettings())
    if found is None:
        raise NoCards
    return as_markdown(found).encode()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]], settings: ListSettings) -> dict[str, int]:
    """Which column is what, by its head, else by what stands in it."""
    columns: dict[str, int] = {}
    folded = [" ".join(fold(head).replace("_", " ").split()) for head in heads]
    for what, words in HEADS.items():
        at = next((at for word in words for at, head in enumerate(folded) if head == word), None)
        if at is not None and at not in columns.values():
            columns[what] = at
    cells = [[row[at] for row in rows if row[at]] for at in range(len(heads))]
    if COPIES in columns and not all(map(_count, cells[columns[COPIES]])):
        del columns[COPIES]
    free = [at for at in range(len(heads)) if at not in columns.values() and cells[at]]
    if TITLE not in columns:
        titles = [at for at in free if _are_titles(cells[at], len(rows), settings)]
        titles = [*_called(TITLE, folded, titles), *titles]
        columns |= {TITLE: titles[0]} if titles else {}
    if TEXT not in columns:
        free = [at for at in free if at not in columns.values()]
        called = _called(TEXT, folded, free)
        columns |= {TEXT: called[0]} if called else {}
    if TEXT not in columns:
        longest = max(free, key=lambda at: median(len(cell.split()) for cell in cells[at]), default=None)
        if longest is not None and median(len(cell.split()) for cell in cells[longest]) >= settings.text_words:
            columns[TEXT] = longest
    return {what: columns[what] for what in HEADS if what in columns}


def _called(what: str, heads: Sequence[str], free: Sequence[int]) -> list[int]:
    """The columns one word of whose heads says what they are: “name (en)”."""
    return [at for word in HEADS[what] for at in free if word in _WORD.findall(heads[at])]


def _count(cell: str) -> str:
    """The number of copies as people write it: 2, x2, 2×, 2 pcs; empty where it is none."""
    found = _COUNT.fullmatch(cell)
    return found[1] if found else ""


def _are_titles(cells: Sequence[str], rows: int, settings: ListSettings) -> bool:
    """Whether a column holds names: nearly all different, not long, of letters."""
    is_full = len(cells) >= settings.distinct * rows
    named = [cell for cell in cells if len(cell) <= settings.longest_title and any(map(str.isalpha, cell))]
    return is_full and len(set(named)) >= settings.distinct * len(cells)


def _of_csv(data: bytes) -> tuple[list[str], list[list[str]]]:
    text = data.decode("utf-8-sig")
    try:
        reader = csv.reader(io.StringIO(text), csv.Sniffer().sniff(text[:8192], delimiters=_DELIMITERS))
    except csv.Error:  # lines of another kind above the table mislead it
        most = max(_DELIMITERS, key=text[:8192].count)
        if most not in text:
            raise
        reader = csv.reader(io.StringIO(text), delimiter=most)
    lines = [row for row in reader if any(cell.strip() for cell in row)]
    return _table(lines)


def _of_json(data: bytes) -> tuple[list[str], list[list[str]]]:
    found = [dict(_flat(one)) for one in _objects(json.loads(data.decode("utf-8-sig")))]
    heads = list(dict.fromkeys(key for one in found for key in one))
    return heads, [[_cell(one.get(head)) for head in heads] for one in found]


def _objects(value: Any) -> list[dict[str, Any]]:
    """The list of objects in the value, wherever it is wrapped; objects by their names get these as titles."""
    if isinstance(value, list):
        found = [one for one in value if isinstance(one, dict)]
        return found if len(found) == len(value) else []
    if isinstance(value, dict):
        if value and all(isinstance(one, dict) for one in value.values()):
            return [{TITLE: name, **one} for name, one in value.items()]
        return max((_objects(one) for one in value.values() if isinstance(one, list)), key=len, default=[])
    return []


def _flat(one: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What an object holds, objects within it by both names: a name in two languages is two."""
    for key, value in one.items():
        if isinstance(value, dict):
            yield from ((f"{key} {inner}", said) for inner, said in _flat(value))
        else:
            yield key, value


def _of_xlsx(data: bytes) -> tuple[list[str], list[list[str]]]:
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [[list(map(_cell, row)) for row in sheet.iter_rows(values_only=True)] for sheet in book.worksheets]
        book.close()
    except Exception as error:  # damaged in one of many ways, some of which show when a sheet is read
        raise ValueError("not a spreadsheet") from error
    return _table(max(sheets, key=len, default=[]))


def _table(lines: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Heads and rows, all as long as the heads; a title, a date or a mark above the heads fills fewer cells."""
    lines = [[cell.strip() for cell in line] for line in lines if any(cell.strip() for cell in line)]
    filled = [sum(map(bool, line)) for line in lines]
    first = next((at for at, count in enumerate(filled) if count > median(filled) / 2), 0)
    heads = lines[first] if lines else []
    rows = [[*line, *[""] * len(heads)][: len(heads)] for line in lines[first + 1 :]]
    return heads, rows


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list):
        return ", ".join(map(_cell, value))
    return str(value).strip()


_TABLES = {CSV: _of_csv, JSON: _of_json, XLSX: _of_xlsx}

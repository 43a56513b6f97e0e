"""A small language to ask for cards and rules: `deck:event stage:3 lang:cs -himmler effect:suspicion>=2`."""

import operator
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.search import words_of

MOST_PARTS = 20
"""Conditions of one query."""
MOST_ROWS = 5_000

_PART = re.compile(r"""(-?)(?:([A-Za-z][\w.-]*)(:|>=|<=|!=|=|>|<))?("[^"]*"?|\S*)""")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_AMOUNT = re.compile(r"([\w.-]+)(>=|<=|!=|=|>|<)([+-]?\d{1,9})")
_STEP = re.compile(r"[;:]")
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_OF_GAMES = """
    (game.id IN (SELECT game_id FROM document) OR game.code IN ({}) OR NOT EXISTS (SELECT 1 FROM document))
"""
"""Those that a search by words tells of too (db/searched_rows.py)."""
_CARDS = """
    SELECT card.id, game.code AS game, card.code AS code FROM card JOIN deck ON deck.id = card.deck_id
    JOIN game ON game.id = card.game_id LEFT JOIN edition ON edition.id = card.edition_id WHERE {} ORDER BY card.id
"""
_RULES = """
    SELECT rule.id, game.code AS game, rule.code AS code FROM rule JOIN game ON game.id = rule.game_id
    LEFT JOIN edition ON edition.id = rule.edition_id WHERE {} ORDER BY rule.id
"""


class BadQuery(ValueError):
    """A query that cannot be understood; its text says why and what can be asked."""


@dataclass(frozen=True, slots=True)
class Part:
    """One condition: a word, or a field with a value."""

    field: str
    sign: str
    value: str
    is_not: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A card or a rule that a query asks for."""

    kind: str
    id: int
    game: str
    code: str


FIELDS: Mapping[str, Mapping[str, str]] = {
    "card": {
        "game": "game.code = ?",
        "deck": "deck.code = ?",
        "kind": "card.kind = ?",
        "edition": "(edition.code = ? OR card.edition_id IS NULL)",
        "origin": "card.origin = ?",
        "lang": "EXISTS (SELECT 1 FROM card_text WHERE card_text.card_id = card.id AND card_text.language = ?)",
        "code": "card.code = ?",
        "title": "",
        "copies": "",
        "effect": "",
    },
    "rule": {
        "game": "game.code = ?",
        "topic": "rule.topic = ?",
        "edition": "(edition.code = ? OR rule.edition_id IS NULL)",
        "lang": "EXISTS (SELECT 1 FROM rule_text WHERE rule_text.rule_id = rule.id AND rule_text.language = ?)",
        "code": "rule.code = ?",
    },
}
"""What can be asked of cards and of rules, and the SQL that answers it; every number of a card can be asked for too."""


def read_query(text: str) -> list[Part]:
    """The parts of a query."""
    parts = []
    for sign, name, compared, value in _PART.findall(text[:2000]):
        bare = value.strip('"')
        if name or bare:
            parts.append(Part(name.lower(), compared, bare, bool(sign)))
    return parts


def is_query(text: str) -> bool:
    """Whether a search uses the language, and is not only words."""
    return any(part.field or part.is_not for part in read_query(text))


def games_named(text: str) -> list[str]:
    """The codes of the games that a query asks for."""
    return _named(read_query(text))


def _named(parts: Sequence[Part]) -> list[str]:
    return sorted({part.value for part in parts if part.field == "game" and part.sign != "!=" and not part.is_not})


def ask(snapshot: sqlite3.Connection, text: str) -> list[Answer]:
    """The cards and rules that a query asks for, in the order of their lists.

    As by words, only games of which a document was read are told of, and those that the query names.
    """
    parts = read_query(text)
    if len(parts) > MOST_PARTS:
        raise BadQuery(f"A query may have at most {MOST_PARTS} parts.")
    kinds = {part.value for part in parts if part.field == "type" and not part.is_not} or {"card", "rule"}
    if not kinds <= {"card", "rule"}:
        raise BadQuery("After “type:” stands card or rule.")
    asked = [part for part in parts if part.field != "type"]
    numbers = {row[0] for row in snapshot.execute("SELECT DISTINCT attribute FROM fact WHERE subject LIKE 'card:%'")}
    _check(asked, numbers)
    found: list[Answer] = []
    if "card" in kinds:
        found += _cards(snapshot, asked, numbers)
    if "rule" in kinds and all(not part.field or part.field in FIELDS["rule"] for part in asked):
        rows = _rows(snapshot, "rule", _RULES, asked)
        found += [Answer("rule", *row) for row in rows]
    return found[:MOST_ROWS]


def _check(parts: Sequence[Part], numbers: set[str]) -> None:
    known = {*FIELDS["card"], *FIELDS["rule"], *numbers}
    for part in parts:
        if part.field and part.field not in known:
            listed = ", ".join(f"{name}:" for name in dict.fromkeys([*FIELDS["card"], *FIELDS["rule"]]))
            more = f", and numbers of cards such as {', '.join(sorted(numbers)[:6])}" if numbers else ""
            raise BadQuery(f"There is no “{part.field}:” to ask for. You can ask for type:, {listed}{more}.")
        if part.field and not part.value:
            raise BadQuery(f"After “{part.field}{part.sign}” a value is missing, for example {part.field}:3.")
        if part.sign in (">", "<", ">=", "<=") and not _NUMBER.fullmatch(part.value):
            raise BadQuery(f"“{part.field}{part.sign}” wants a whole number, and “{part.value[:40]}” is none.")


def _rows(snapshot: sqlite3.Connection, kind: str, sql: str, parts: Sequence[Part]) -> list[tuple[int, str, str]]:
    """Rows of cards or rules by everything that SQL can tell."""
    values: list[Any] = list(_named(parts))
    where = [_OF_GAMES.format(", ".join("?" for _ in values))]
    for part in parts:
        condition, given = _condition(kind, part)
        if condition:
            where.append(f"NOT ({condition})" if part.is_not else f"({condition})")
            values += given
    return [tuple(row) for row in snapshot.execute(sql.format(" AND ".join(where)), values)]


def _condition(kind: str, part: Part) -> tuple[str, list[Any]]:
    fixed = FIELDS[kind].get(part.field, "")
    if fixed:
        return (f"NOT ({fixed})" if part.sign == "!=" else fixed), [part.value]
    if part.field == "copies":
        return f"card.copies {'=' if part.sign == ':' else part.sign} ?", [int(part.value)]
    if part.field in ("", "title"):
        words = words_of(part.value)
        if not words:
            return ("1" if not part.field else "0"), []
        expression = " ".join(f'"{word}"' for word in words[:-1]) + f' "{words[-1]}"*'
        column = "folded_title : " if part.field == "title" else ""
        return (
            f"'{kind}/' || {kind}.id IN (SELECT search_row.reference FROM search "
            f"JOIN search_row ON search_row.id = search.rowid WHERE search MATCH ? AND search_row.kind = '{kind}')",
            [f"{column}({expression})"],
        )
    return "", []


def _cards(snapshot: sqlite3.Connection, parts: Sequence[Part], numbers: set[str]) -> list[Answer]:
    if any(part.field in FIELDS["rule"] and part.field not in FIELDS["card"] for part in parts):
        return []
    for part in parts:
        if part.field == "copies" and not _NUMBER.fullmatch(part.value):
            raise BadQuery(f"“copies” wants a whole number, and “{part.value[:40]}” is none.")
    found = [Answer("card", *row) for row in _rows(snapshot, "card", _CARDS, parts)]
    for part in parts:
        if part.field == "effect":
            lines = _by_card(snapshot, "SELECT owner_id, notation FROM effect WHERE owner_kind = 'card'")
            does = _effect(part)
            found = [card for card in found if any(map(does, lines.get(card.id, ()))) != part.is_not]
        elif part.field in numbers and part.field not in FIELDS["card"]:
            values = _by_card(
                snapshot,
                "SELECT card.id, fact.value FROM card JOIN fact ON fact.game_id = card.game_id "
                "AND fact.subject = 'card:' || card.code WHERE fact.attribute = ? "
                "AND (fact.edition_id = card.edition_id OR fact.edition_id IS NULL OR card.edition_id IS NULL)",
                part.field,
            )
            found = [card for card in found if any(_fits(part, v) for v in values.get(card.id, ())) != part.is_not]
    return found


def _by_card(snapshot: sqlite3.Connection, sql: str, *values: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for number, value in snapshot.execute(sql, values):
        found.setdefault(number, []).append(value)
    return found


def _fits(part: Part, value: str) -> bool:
    """Whether a card's value is what a part asks for: as a number where both are, else as it is written."""
    sign = "=" if part.sign == ":" else part.sign
    if _NUMBER.fullmatch(part.value) and _NUMBER.fullmatch(value):
        return _COMPARED[sign](int(value), int(part.value))
    return (value == part.value) == (sign != "!=")


def _effect(part: Part) -> Callable[[str], bool]:
    """Whether a line of notation does something: `suspicion`, or `suspicion>=2` by the numbers of its step."""
    amount = _AMOUNT.fullmatch(part.value)
    if amount is None:
        wanted = part.value.lower()
        return lambda notation: wanted in re.split(r"[\s;:]+", notation.lower())
    word, sign, number = amount.groups()

    def does(notation: str) -> bool:
        for step in _STEP.split(notation):
            words = step.split()
            if word in words and any(
                _NUMBER.fullmatch(each) and _COMPARED[sign](int(each), int(number)) for each in words
            ):
                return True
        return False

    return does

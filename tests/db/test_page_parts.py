"""Long pages are shown in parts, by how much there is on them."""

import sqlite3

import pytest

from db.site.page_parts import PartSettings, part_at, reach_of, starts_of_parts

ROOM = PartSettings(passages=3, letters=100, of_passage=10, of_repair=30)


@pytest.fixture
def rows() -> sqlite3.Connection:
    opened = sqlite3.connect(":memory:")
    opened.executescript(
        "CREATE TABLE passage (id INTEGER PRIMARY KEY, page_id INTEGER, seq INTEGER, text TEXT);"
        "CREATE TABLE repair (passage_id INTEGER)"
    )
    return opened


def _fill(rows: sqlite3.Connection, page: int, texts: list[str], first: int = 0) -> None:
    rows.executemany(
        "INSERT INTO passage (page_id, seq, text) VALUES (?, ?, ?)",
        [(page, first + seq, text) for seq, text in enumerate(texts)],
    )


def test_a_part_ends_with_its_passages_or_its_letters(rows: sqlite3.Connection) -> None:
    _fill(rows, 1, ["a"] * 7)
    _fill(rows, 2, ["a" * 50, "b" * 50, "c" * 500, "d"], first=7)
    found = starts_of_parts(rows, ROOM)
    assert found == {1: [0, 3, 6], 2: [7, 8, 9, 10]}
    assert [part_at(found[1], seq) for seq in range(7)] == [1, 1, 1, 2, 2, 2, 3]
    reaches = [reach_of(found[1], part) for part in (1, 2, 3)]
    assert [[seq for seq in range(7) if first <= seq < end] for first, end in reaches] == [[0, 1, 2], [3, 4, 5], [6]]


def test_repaired_words_weigh(rows: sqlite3.Connection) -> None:
    _fill(rows, 1, ["a", "b", "c"])
    rows.executemany("INSERT INTO repair VALUES (?)", [(2,)] * 3)
    assert starts_of_parts(rows, ROOM) == {1: [0, 1, 2]}


def test_a_page_without_passages_has_one_empty_part() -> None:
    assert part_at((), 0) == 1
    assert reach_of((), 1) == (0, 0)

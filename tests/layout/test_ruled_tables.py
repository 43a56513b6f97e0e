"""Tables drawn with lines: their cells are found on the page, and words are put into the cell they stand in."""

import io
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pdfplumber
import pypdfium2 as pdfium
import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.ruled_tables import has_rulings, is_filled, ruled_grids, words_by_cell
from ingest.pages.drawn_lines import drawn_on
from schema.reading import Box, Word

SOURCE = b"""#set page(width: 12cm, height: 9cm)
#table(columns: 2, [Keepers], [Jars], [one], [4], [two], [6])
#pagebreak()
No line is drawn here.
#pagebreak()
#box(width: 3cm, height: 2cm, stroke: 1pt)
#line(length: 4cm)
#line(length: 5cm)
"""
GRID = ((Box(0, 0, 50, 20), Box(50, 0, 100, 20)), (Box(0, 20, 50, 40), None))


@pytest.fixture(scope="module")
def drawn() -> bytes:
    return typst.compile(SOURCE)


@pytest.fixture(scope="module")
def pages(drawn: bytes) -> Iterator[list[pdfium.PdfPage]]:
    with pdfium.PdfDocument(drawn) as document:
        yield [document[number] for number in range(len(document))]


def test_a_page_with_a_drawn_table_has_rulings_and_one_of_words_has_none(pages: list[pdfium.PdfPage]) -> None:
    assert [has_rulings(drawn_on(page).shapes) for page in pages] == [True, False, True]


def test_the_cells_of_a_drawn_table_are_found_row_by_row(pages: list[pdfium.PdfPage]) -> None:
    (grid,) = ruled_grids(drawn_on(pages[0]).rules)
    assert [len(row) for row in grid] == [2, 2, 2]
    assert all(left.x1 <= right.x0 + 1 and left.y0 == right.y0 for left, right in grid if left and right)


def test_lines_that_enclose_nothing_are_no_table(pages: list[pdfium.PdfPage]) -> None:
    assert [ruled_grids(drawn_on(page).rules) for page in pages[1:]] == [(), ()]


def test_the_cells_are_those_that_pdfplumber_finds_on_the_whole_page(drawn: bytes, pages: list[pdfium.PdfPage]) -> None:
    lines = {"vertical_strategy": "lines", "horizontal_strategy": "lines"}
    with pdfplumber.open(io.BytesIO(drawn)) as document:
        (table,) = document.pages[0].find_tables(lines)
    (grid,) = ruled_grids(drawn_on(pages[0]).rules)
    for row, expected in zip(grid, table.rows, strict=True):
        for cell, sides in zip(row, expected.cells, strict=True):
            assert cell is not None
            assert (cell.x0, cell.y0, cell.x1, cell.y1) == pytest.approx(sides, abs=0.1)


def word(text: str, x: float, y: float) -> Word:
    return Word(text, 0, Box(x, y, x + 10, y + 8))


def test_a_word_belongs_to_the_cell_in_which_its_middle_lies() -> None:
    words = [
        word("jars", 44, 4),
        word("keepers", 10, 4),
        word("one", 10, 24),
        word("outside", 10, 80),
        Word("nowhere", 0),
    ]
    cells = words_by_cell(GRID, words)
    assert [[[w.text for w in cell] for cell in row] for row in cells] == [[["jars", "keepers"], []], [["one"], []]]


def test_a_grid_is_filled_if_most_of_its_cells_hold_words() -> None:
    one = [word("x", 0, 0)]
    assert is_filled([[one, one], [one, []]])
    assert not is_filled([[one, []], [one, []]])


@given(st.data())
def test_no_word_is_put_into_two_cells_unless_it_lies_on_their_edge(press: Any, data: st.DataObject) -> None:
    words = data.draw(press.scattered())
    put = Counter(id(w) for row in words_by_cell(GRID, words) for cell in row for w in cell)
    for w in words:
        assert w.box is not None
        on_edge = (w.box.x0 + w.box.x1) / 2 == 50 or (w.box.y0 + w.box.y1) / 2 == 20
        assert put[id(w)] <= 1 or on_edge

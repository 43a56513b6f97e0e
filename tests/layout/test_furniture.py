"""Running heads, footers and page numbers recur at the edges of pages; what stands inside or says more stays."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.furniture import mark_furniture
from ingest.layout.lines import Block

TEXT = "Each page says something of its own about the road and the mill number {} here."


def pages(press: Any, count: int, *edges: tuple[str, float]) -> list[list[Block]]:
    """Pages with a text in the middle and further blocks at heights; a hash is the number of the page."""
    made = []
    for number in range(1, count + 1):
        texts = [(TEXT.format(number), 300.0), *((text.replace("#", str(number)), y) for text, y in edges)]
        made.append([press.block(text, y=y, page=number) for text, y in texts])
    return made


def noise(found: list[list[Block]]) -> list[list[str]]:
    return [[block.text for block in page if block.kind == "noise"] for page in found]


def test_a_running_head_on_two_pages_at_one_height_is_furniture(press: Any) -> None:
    assert noise(mark_furniture(pages(press, 2, ("The Lamp Keepers", 20)))) == [["The Lamp Keepers"]] * 2


def test_the_same_words_at_different_heights_are_none(press: Any) -> None:
    made = [*pages(press, 1, ("The Lamp Keepers", 20)), *pages(press, 1, ("The Lamp Keepers", 90))]
    assert noise(mark_furniture(made)) == [[], []]


def test_words_on_few_of_many_pages_are_none(press: Any) -> None:
    made = [*pages(press, 2, ("The Lamp Keepers", 20)), *pages(press, 4)]
    assert noise(mark_furniture(made)) == [[]] * 6


def test_the_number_of_the_page_is_furniture_even_once(press: Any) -> None:
    assert noise(mark_furniture(pages(press, 1, ("#", 600)))) == [["1"]]
    assert noise(mark_furniture(pages(press, 1, ("7", 600)))) == [[]]


def test_numbers_that_count_with_the_pages_are_furniture(press: Any) -> None:
    made = pages(press, 3, ("Rules, page #", 600))
    assert noise(mark_furniture(made)) == [[f"Rules, page {i}"] for i in (1, 2, 3)]


@pytest.mark.xfail(strict=True, reason="The number of all pages stays the same, so it does not count with them.")
def test_the_number_of_a_page_and_of_all_pages_are_furniture(press: Any) -> None:
    made = pages(press, 3, ("Page # of 9", 600))
    assert noise(mark_furniture(made)) == [[f"Page {i} of 9"] for i in (1, 2, 3)]


def test_numbers_that_do_not_count_with_them_are_none(press: Any) -> None:
    made = [page for text in ("4", "9", "2") for page in pages(press, 1, (text, 600))]
    assert noise(mark_furniture(made)) == [[], [], []]


def test_what_recurs_in_the_middle_of_the_pages_stays(press: Any) -> None:
    edges = [(f"line {i} of # pages", float(y)) for i, y in enumerate((10, 40, 500, 540))]
    made = pages(press, 2, *edges, ("Draw a card", 310))
    assert ["Draw a card"] not in noise(mark_furniture(made))


def test_a_long_sentence_at_the_edge_is_none(press: Any) -> None:
    long = "nobody may pass the keeper while the road is dark and wet"
    assert noise(mark_furniture(pages(press, 3, (long, 600)))) == [[], [], []]


def test_without_places_three_pages_must_agree(press: Any) -> None:
    def plain(count: int) -> list[list[Block]]:
        return [
            [press.plain_block("The Lamp Keepers", page=i), press.plain_block(TEXT.format(i), page=i)]
            for i in range(count)
        ]

    assert noise(mark_furniture(plain(2))) == [[], []]
    assert noise(mark_furniture(plain(3))) == [["The Lamp Keepers"]] * 3


@given(st.lists(st.lists(st.sampled_from(["Mill", "1", "2", "page 2", TEXT]), max_size=6), max_size=5))
def test_marking_keeps_every_block_in_its_place(press: Any, texts: list[list[str]]) -> None:
    made = [[press.block(text, y=50 * i, page=n) for i, text in enumerate(page)] for n, page in enumerate(texts, 1)]
    found = mark_furniture(made)
    assert [[block.lines for block in page] for page in found] == [[block.lines for block in page] for page in made]

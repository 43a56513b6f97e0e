"""One passage here, several there."""

import numpy as np

from ingest.resolve.bilingual.beads import find_beads
from ingest.resolve.bilingual.lexicon import alike
from ingest.resolve.bilingual.units import Book, Unit

SAME = ["lanterns burn along the harbour", "every sailor draws a rope", "storms break the tallest mast"]
HALVES = ("Anchors stay below until morning.", "Whoever raises them early pays a copper coin.")
KNOWN = [(0, 0), (1, 1), (2, 2)]


def beads(one: list[Unit], other: list[Unit], pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    left, right = Book.of(one), Book.of(other)
    return find_beads(left, right, pairs, alike(left, right))


def test_a_passage_twice_as_long_takes_in_the_one_that_has_none() -> None:
    one = [Unit(text) for text in (*SAME, *HALVES)]
    other = [Unit(text) for text in (*SAME, " ".join(HALVES))]
    assert beads(one, other, [*KNOWN, (3, 3)]) == [(4, 3)]
    assert beads(other, one, [*KNOWN, (3, 3)]) == [(3, 4)]


def test_three_passages_of_one_book_are_one_of_the_other_though_none_was_its_counterpart() -> None:
    parts = (*HALVES, "A raised anchor may be lowered again for free.")
    one = [Unit(text) for text in (SAME[0], *parts, SAME[1])]
    other = [Unit(text) for text in (SAME[0], " ".join(parts), SAME[1])]
    assert beads(one, other, [(0, 0), (4, 2)]) == [(1, 1), (2, 1), (3, 1)]


def test_a_passage_that_is_only_missing_is_left_alone() -> None:
    one = [Unit(text) for text in (*SAME, *HALVES)]
    assert not beads(one, [Unit(text) for text in (*SAME, HALVES[0])], [*KNOWN, (3, 3)])


def test_a_heading_is_joined_with_nothing() -> None:
    one = [Unit(SAME[0]), Unit("Anchors", "heading"), Unit(HALVES[0]), Unit(SAME[1])]
    other = [Unit(SAME[0]), Unit("Anchors. " + HALVES[0]), Unit(SAME[1])]
    assert beads(one, other, [(0, 0), (2, 1), (3, 2)]) == []


def test_without_a_pair_there_is_nowhere_to_begin() -> None:
    assert not beads([Unit(text) for text in SAME], [Unit(text) for text in SAME], [])


def test_books_are_read_in_the_same_way_from_either_side() -> None:
    one, other = [Unit(text) for text in (*SAME, *HALVES)], [Unit(text) for text in (*SAME, " ".join(HALVES))]
    left, right = Book.of(one), Book.of(other)
    there = find_beads(right, left, KNOWN, np.ascontiguousarray(alike(left, right).T))
    assert [(b, a) for a, b in find_beads(left, right, KNOWN, alike(left, right))] == sorted(there)

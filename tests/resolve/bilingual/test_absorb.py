"""One passage here, two there."""

from ingest.resolve.bilingual.absorb import absorb
from ingest.resolve.bilingual.units import Book, Unit

SAME = ["word " * 12, "text " * 12, "line " * 12]


def test_a_passage_twice_as_long_takes_in_the_one_that_has_none() -> None:
    one = Book.of([Unit(text) for text in (*SAME, "first half of it", "second half of it")])
    other = Book.of([Unit(text) for text in (*SAME, "first half of it second half of it")])
    assert absorb(one, other, [(0, 0), (1, 1), (2, 2), (3, 3)]) == [(4, 3)]


def test_a_passage_that_is_only_missing_is_left_alone() -> None:
    one = Book.of([Unit(text) for text in (*SAME, "first half of it", "second half of it")])
    other = Book.of([Unit(text) for text in (*SAME, "first half of it")])
    assert absorb(one, other, [(0, 0), (1, 1), (2, 2), (3, 3)]) == []

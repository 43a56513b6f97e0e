"""How well two passages fit: words, lengths, kinds and numbers."""

import numpy as np

from ingest.resolve.bilingual.lexicon import alike
from ingest.resolve.bilingual.likeness import fits, other_numbers, with_neighbours
from ingest.resolve.bilingual.units import Book, Unit


def test_the_same_name_and_number_fit_better_than_others() -> None:
    book = Book.of([Unit("Marigold pays 3 coins"), Unit("Nobody may look at the draw pile")])
    fit = fits(book, book, alike(book, book))
    assert fit[0, 0] > fit[0, 1]
    assert fit[1, 1] > fit[1, 0]


def test_a_heading_fits_no_paragraph() -> None:
    one, other = Book.of([Unit("Storms", "heading")]), Book.of([Unit("Storms", "paragraph")])
    assert fits(one, other, alike(one, other))[0, 0] < fits(one, one, alike(one, one))[0, 0]


def test_numbers_that_only_one_has_speak_against() -> None:
    one, other = Book.of([Unit("pay 2")]), Book.of([Unit("pay 2"), Unit("pay 3"), Unit("pay")])
    assert other_numbers(one, other).tolist() == [[0, 1, 1]]


def test_neighbours_that_fit_help() -> None:
    fit = np.array([[0.5, 0], [0, 0.1]], dtype=np.float32)
    assert with_neighbours(fit)[1, 1] > fit[1, 1]

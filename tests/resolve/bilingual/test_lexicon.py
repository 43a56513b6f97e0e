"""Which words of two languages mean the same."""

from ingest.resolve.bilingual.lexicon import alike, learn
from ingest.resolve.bilingual.units import Book, Unit


def _books() -> tuple[Book, Book]:
    one = Book.of([Unit(text) for text in ("red house", "red road", "blue house", "blue road")])
    other = Book.of([Unit(text) for text in ("rotes haus", "rotes weg", "blaues haus", "blaues weg")])
    return one, other


def test_words_that_stand_together_again_and_again_are_learnt() -> None:
    one, other = _books()
    found = learn(one, other, [(0, 0), (1, 1), (2, 2), (3, 3)])
    road = found[one.words.index("road")]
    assert other.words[int(road.argmax())] == "weg"


def test_what_is_seen_once_proves_nothing() -> None:
    one, other = _books()
    assert not learn(one, other, [(0, 0)]).any()


def test_numbers_and_names_are_alike_and_short_words_are_not() -> None:
    one = Book.of([Unit("Marigold has 7 to go")])
    other = Book.of([Unit("Marigold ma 7 to")])
    found = alike(one, other)
    assert found[one.words.index("marig"), other.words.index("marig")] == 1
    assert found[one.words.index("7"), other.words.index("7")] == 1
    assert not found[one.words.index("to")].any()

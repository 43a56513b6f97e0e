"""What of a text is compared."""

import pytest

from ingest.resolve.bilingual.units import Book, Unit, tokens_of


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Draw 12 cards", ["draw", "12", "cards"]),
        ("Gdańsk [icon:eagle]", ["gdans", "[icon:eagle]"]),
        ("abwerfenden", ["abwer"]),
        ("漢字仮名", ["漢字", "字仮", "仮名"]),
    ],
)
def test_tokens_are_alike_in_every_script(text: str, tokens: list[str]) -> None:
    assert tokens_of(text) == tokens


def test_a_word_of_every_passage_tells_nothing() -> None:
    book = Book.of([Unit("the lantern"), Unit("the road")])
    tells = dict(zip(book.words, book.tells, strict=True))
    assert tells["the"] == 0
    assert tells["lante"] > 0


def test_words_are_found_by_their_passages() -> None:
    book = Book.of([Unit("draw 3"), Unit("draw 4")])
    assert book.having(["3", "4"]).tolist() == [[1, 0], [0, 1]]

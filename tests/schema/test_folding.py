"""Folding finds words typed without their marks, in every language."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.folding import fold


@pytest.mark.parametrize(
    ("printed", "typed"),
    [("Łódź", "lodz"), ("Příšera", "prisera"), ("żołnierz", "zolnierz"), ("Straße", "strasse"),
     ("København", "kobenhavn"), ("Đorđe", "dorde"), ("più", "piu"), ("ﬁgurka", "figurka"), ("İstanbul", "istanbul")],
)  # fmt: skip
def test_a_printed_word_folds_to_what_people_type(printed: str, typed: str) -> None:
    assert fold(printed) == typed


@given(st.text())
def test_a_text_is_folded_as_its_decomposed_letters_without_marks(text: str) -> None:
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text.casefold()).casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    assert fold(text) == "".join(map(fold, plain))


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)

"""A reading is measured against its truth: what is wrong is counted once, by kind and by language."""

from hypothesis import given
from hypothesis import strategies as st

from ingest.measuring.comparison_page import comparison_page
from ingest.measuring.evaluate import Comparison, Rate, Score, compare_texts

CZECH = "Každý hráč má 5 karet a hodí [icon:die] na začátku svého tahu."
ENGLISH = "Every player takes three cards from the deck and keeps two of them."
TEXT = st.text("abč 5\n", max_size=30)


def score(truth: str, found: str) -> Score:
    return compare_texts(truth, found).scores[0]


def test_a_perfect_reading_has_no_errors_whatever_its_line_ends() -> None:
    found = score(f"{CZECH}\n\n{ENGLISH}", f"{CZECH} {ENGLISH}".replace(" ", "\n"))
    assert {rate.errors for rate in (found.characters, found.words, found.words_in_any_order)} == {0}
    assert found.diacritics == Rate(9, 0)
    assert found.digits == Rate(1, 0)
    assert found.icons == Rate(1, 0)


def test_each_kind_of_sign_is_counted_by_itself() -> None:
    found = score(CZECH, CZECH.replace("ž", "z", 1).replace("5", "6").replace("[icon:die]", "[icon:eagle]"))
    assert (found.diacritics.errors, found.digits.errors, found.icons.errors) == (1, 1, 1)
    assert found.characters.errors == 3
    assert found.words.errors == 3


def test_an_invented_number_is_an_error_too() -> None:
    assert score("Hráč má karty.", "Hráč má 12 karty.").digits == Rate(0, 2)


def test_swapped_columns_cost_order_but_no_words() -> None:
    found = score(f"{CZECH}\n\n{ENGLISH}", f"{ENGLISH}\n\n{CZECH}")
    assert found.words.share > 0.5
    assert found.words_in_any_order.errors == 0


def test_errors_are_told_by_language() -> None:
    comparison = compare_texts(f"{CZECH}\n\n{ENGLISH}", f"{CZECH}\n\n{ENGLISH.replace('cards', 'cord')}", ["cs", "en"])
    errors = {found.language: found.words.errors for found in comparison.scores}
    assert errors == {"all": 1, "cs": 0, "en": 1}


def test_the_page_shows_both_texts_and_marks_what_differs() -> None:
    html = comparison_page(compare_texts("Hráč <A> má 5 karet.", "Hráč <A> má 6 karet."), "scan & truth")
    assert "<title>scan &amp; truth</title>" in html
    assert "<del>5</del>" in html
    assert "<ins>6</ins>" in html
    assert "&lt;A&gt;" in html
    assert "[icon:die]" in comparison_page(compare_texts(CZECH, CZECH), "icons")


@given(TEXT, TEXT)
def test_no_measure_is_better_than_right_or_blames_more_signs_than_there_are(truth: str, found: str) -> None:
    comparison: Comparison = compare_texts(truth, found)
    result = comparison.scores[0]
    assert (result.characters.errors == 0) == (truth.split() == found.split())
    assert result.characters.errors <= max(len(truth), len(found))
    assert result.words_in_any_order.errors <= max(1, result.words.errors)
    assert " ".join(left for _, left, _ in comparison.stretches if left) == " ".join(truth.split())
    assert " ".join(right for _, _, right in comparison.stretches if right) == " ".join(found.split())

"""Recognition noise is told from text by general signs, and honest lists and labels stay what they are."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.cleaning.clean import clean
from ingest.files.open import open_document
from ingest.files.plain import plain_pages
from ingest.layout.lay_out import lay_out
from ingest.layout.lines import Line
from ingest.layout.noise import is_litter_line, mark_litter, mark_repetition
from ingest.pages.read import read_pages
from schema.reading import PassageRead, Word

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
PROSE = "Hráč na tahu si vezme dvě karty z balíčku a jednu z nich odloží na plán vedle své figurky.\n\n"


def kinds(text: str, *, is_markdown: bool = False) -> list[tuple[str, str]]:
    read = clean(lay_out(plain_pages(text, is_markdown=is_markdown)))
    return [(passage.passage.kind, passage.passage.text) for passage in read]


def seed(number: int) -> tuple[PassageRead, ...]:
    (path,) = SEEDS.glob(f"00{number}_*.txt")
    return clean(lay_out(read_pages(open_document(path), languages=["cs", "pl", "it", "en"])))


def test_a_list_whose_items_all_say_the_same_is_noise_with_its_headings() -> None:
    invented = "\n".join(f"- {letter}) Modrá kostka má deset teček" for letter in "ABCD")
    text = f"{PROSE}# 1. PŘÍPRAVA\n{invented}\n\n# 2. TAH\n{invented}\n\n{PROSE}"
    found = kinds(text, is_markdown=True)
    assert [kind for kind, _ in found] == ["paragraph", *["noise"] * 10, "paragraph"]


def test_an_honest_list_stays_although_its_items_share_words() -> None:
    items = ["Vezmi jednu kartu z balíčku", "Vezmi dvě karty z balíčku", "Vrať kartu do balíčku", "Vezmi žeton z plánu"]
    found = kinds("# 1. TAH\n" + "\n".join(f"- {item}" for item in items), is_markdown=True)
    assert found == [("heading", "1. TAH"), *(("item", item) for item in items)]


def test_items_that_recur_in_several_short_lists_stay() -> None:
    text = "".join(f"# {name}\n- Vezmi kartu\n- Odhoď žeton\n- Hoď {n} kostkami\n\n" for n, name in enumerate("ABC", 2))
    assert "noise" not in {kind for kind, _ in kinds(text, is_markdown=True)}


def test_a_phrase_without_end_is_noise() -> None:
    found = kinds(f"{PROSE}karta na stole a {'karta na stole a ' * 12}\n\n{PROSE}")
    assert [kind for kind, _ in found] == ["paragraph", "noise", "paragraph"]


def test_soup_of_signs_and_letters_is_noise() -> None:
    found = kinds(f'{PROSE}Vx N\\D <V\n\nQ eRe"H ]\n\n{PROSE}')
    assert [kind for kind, _ in found] == ["paragraph", "noise", "noise", "paragraph"]


def test_single_letters_are_litter_only_where_the_document_is_littered() -> None:
    litter = "".join(f"{signs}\n\n" for signs in ("= =", "§ [", "\\ |", "{ ~", "< >", "| ]"))
    assert ("label", "B") in kinds(f"{PROSE}A\n\nB\n\nC\n\n{PROSE}")
    assert ("noise", "B") in kinds(f"{PROSE}A\n\nB\n\nC\n\n{litter}{PROSE}")


@pytest.mark.parametrize("label", ["10 KOSTEK", "3 4", "-2 body", "<https://example.org/hra>", "22+", "2x žeton"])
def test_short_labels_with_numbers_and_addresses_stay(label: str) -> None:
    assert (label in [text for kind, text in kinds(f"{PROSE}{label}\n\n{PROSE}") if kind != "noise"]) is True


def test_a_damaged_word_is_text_and_no_litter() -> None:
    litter = "".join(f"{signs}\n\n" for signs in ("= =", "§ [", "\\ |", "{ ~", "< >", "| ]"))
    found = kinds(f"{PROSE}{litter}6 Oetond dOkazO\n\nBalMek pOebOhitkd\n\n{PROSE}")
    assert [text for kind, text in found if kind != "noise"][1:3] == ["6 Oetond dOkazO", "BalMek pOebOhitkd"]


@pytest.mark.parametrize(
    ("text", "confidence", "litter"),
    [("]| ae", 0.2, True), ("]| ae", 0.7, False), ("lantern", 0.2, False), ("7", 0.2, False)],
)
def test_a_line_of_a_card_is_litter_if_it_is_unsure_and_neither_word_nor_number(
    text: str, confidence: float, litter: bool
) -> None:
    line = Line(tuple(Word(part, 0, confidence=confidence) for part in text.split()))
    assert is_litter_line(line) is litter


@given(st.lists(st.sampled_from(["= =", "§ [", "a jar of oil", "• a jar of oil", "x", "the road the road the road"])))
def test_marking_noise_keeps_every_block_and_its_words(press: Any, texts: list[str]) -> None:
    blocks = [press.plain_block(text, "item" if text[0] == "•" else "paragraph") for text in texts]
    marked = mark_repetition(mark_litter(blocks))
    assert [replace(block, kind="noise") for block in marked] == [replace(block, kind="noise") for block in blocks]


def test_headings_and_rows_told_by_their_marks_are_never_litter(press: Any) -> None:
    blocks = [press.plain_block("= =", kind) for kind in ("heading", "table", "paragraph")]
    assert [block.kind for block in mark_litter(blocks)] == ["heading", "table", "noise"]


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the shared seed texts are not beside this checkout")
def test_the_invented_reference_card_of_a_seed_is_noise_and_its_real_one_is_not() -> None:
    read = seed(2)
    noise = [r.passage.seq for r in read if r.passage.kind == "noise"]
    assert noise == list(range(noise[0], noise[0] + 17))
    later = [r for r in read if r.passage.seq > noise[-1]]
    assert sum(r.passage.kind == "item" for r in later) > 40
    assert sum("PLÁNOVÁNÍ" in r.passage.text for r in later if r.passage.kind == "heading") >= 3


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the shared seed texts are not beside this checkout")
def test_no_passage_of_the_littered_seed_is_a_line_of_single_signs() -> None:
    read = seed(4)
    kept = [r.passage.text for r in read if r.passage.kind not in ("noise", "gap")]
    assert all(any(len(word) > 2 and any(map(str.isalpha, word)) for word in text.split()) for text in kept)
    assert sum(r.passage.kind == "noise" for r in read) >= 25
    assert len(kept) > 150


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the shared seed texts are not beside this checkout")
@pytest.mark.parametrize("number", [0, 1, 3])
def test_clean_seeds_have_next_to_no_noise(number: int) -> None:
    assert sum(r.passage.kind == "noise" for r in seed(number)) <= 3

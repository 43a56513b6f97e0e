"""Numbers in words: hundreds, tens and units side by side or written as one are one number."""

from pathlib import Path

import pytest

from ingest.packs.read import read_packs
from schema.pack import Pack
from schema.tokens import tokenise


@pytest.fixture(scope="module")
def pack() -> Pack:
    """A game in four languages."""
    return read_packs(Path(__file__).parents[2] / "games")["black-orchestra"]


@pytest.mark.parametrize(
    ("language", "text", "numbers"),
    [
        ("en", "one hundred and fifty cards", ["150"]),
        ("en", "a hundred and eight cards and four dice", ["108", "4"]),
        ("en", "twenty four cards, two hundred coins", ["24", "200"]),
        ("en", "twenty and four", ["20", "4"]),
        ("cs", "sto dvacet osm karet", ["128"]),
        ("cs", "dvě stě padesát žetonů a pětadvacet karet", ["250", "25"]),
        ("cs", "sto karet a pět žetonů", ["100", "5"]),
        ("it", "centododici carte", ["112"]),
        ("it", "duecentoquarantuno carte e ventuno segnalini", ["241", "21"]),
        ("pl", "sto sześćdziesiąt pięć kart", ["165"]),
        ("pl", "dwieście pięć kart", ["205"]),
    ],
)
def test_number_words_side_by_side_are_one_number(pack: Pack, language: str, text: str, numbers: list[str]) -> None:
    tokens = list(tokenise(text))
    found = [pack.lexicon(language).number_at(tokens, at) for at in range(len(tokens))]
    assert [number for number, _ in filter(None, found)] == numbers


def test_digits_with_a_leading_zero_are_a_label() -> None:
    kinds = {token.text: token.kind for token in tokenise("P-03 | 30 cards, 0 tokens, 105 cubes")}
    assert kinds["03"] == "word"
    assert {kinds[number] for number in ("30", "0", "105")} == {"number"}

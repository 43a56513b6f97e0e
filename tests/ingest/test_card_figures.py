"""The text of a card that a rulebook shows ends where that of the next card begins."""

import pytest

from ingest.card_figures import _Figure, _own, _Window
from ingest.printed_effects import lay
from schema.documents import PassageKind, PassageShape
from schema.pack import Pack
from schema.reading import PassageRead

PRINTED: tuple[tuple[PassageKind, str], ...] = (
    ("heading", "LONE RIDER"),
    ("paragraph", "Take one."),
    ("paragraph", "Keep it."),
    ("heading", "TELL US ALL"),
    ("paragraph", "Roll a die."),
    ("paragraph", "Go home."),
)


@pytest.mark.parametrize(
    ("firsts", "right"),
    [([0], 5), ([0, 4], 2), ([0, 3], 2), ([0, 5], 4)],
    ids=["no neighbour", "its heading goes too", "it begins with its heading", "later"],
)
def test_a_card_ends_where_the_next_begins(games: dict[str, Pack], firsts: list[int], right: int) -> None:
    speaking = [
        PassageRead(PassageShape(seq=seq, kind=kind, language="en", raw_text=text, text=text, confidence=1), 1)
        for seq, (kind, text) in enumerate(PRINTED)
    ]
    laid = lay("", games["black-orchestra"].phrasebook("en"), [])
    window = _Window(_Figure(0, "LONE RIDER", "", "lone-rider"), laid, 0, 5)
    assert _own(speaking, window, firsts).right == right

"""Icons of one text find the holes that they left in another."""

from typing import Any

import pytest

from ingest.resolve.lost_icons import find_lost, is_lost, listen
from ingest.resolve.sentences import Listener
from schema.pack import Pack


def restored(pack: Pack, raw: str, other: str) -> str:
    """The Czech text with the icons of the English one put into its holes."""
    meant, said = listen(raw, "cs", Listener(pack, "cs")), listen(other, "en", Listener(pack, "en"))
    for lost in reversed(find_lost(raw, meant, said)):
        raw = raw[: lost.start] + lost.after + raw[lost.end :]
    return raw


@pytest.mark.parametrize(
    ("raw", "other", "whole"),
    [
        ("Každý  prohraje.", "Each [icon:sun] you lose.", "Každý [icon:sun] prohraje."),
        ("Každý prohraje , 3.", "Each lose [icon:sun], 3.", "Každý prohraje [icon:sun], 3."),
        ("Každý ( ) prohraje.", "Each ([icon:sun]) lose.", "Každý ([icon:sun]) prohraje."),
        ("Každý  3  prohraje.", "Each [icon:sun] 3 [icon:rain] lose.", "Každý [icon:sun] 3 [icon:rain] prohraje."),
    ],
)
def test_an_icon_goes_into_the_hole_at_its_place(cued: Pack, raw: str, other: str, whole: str) -> None:
    assert restored(cued, raw, other) == whole


@pytest.mark.parametrize(
    ("raw", "other"),
    [
        ("Každý prohraje.", "Each [icon:sun] you lose."),
        ("Každý  prohraje.", "Each [icon:U+E001] you lose."),
        ("Jablko  hruška.", "Apple [icon:sun] pear."),
        ("Každý  3 prohraje.", "Each 3 [icon:sun] lose."),
    ],
)
def test_without_a_hole_a_known_icon_and_words_around_it_nothing_is_restored(cued: Pack, raw: str, other: str) -> None:
    assert restored(cued, raw, other) == raw


def test_a_hole_takes_one_icon(cued: Pack) -> None:
    assert restored(cued, "Každý  prohraje.", "Each [icon:sun] [icon:rain] lose.") == "Každý [icon:sun] prohraje."


def test_icons_are_lost_where_the_one_has_none_and_the_other_known_ones(told: Any) -> None:
    bare, known, unknown = told("Take two.", "Take [icon:sun].", "Take [icon:U+E001].")
    assert is_lost(bare, known)
    assert not is_lost(bare, unknown)
    assert not is_lost(known, known)
    assert not is_lost(bare, bare)


def test_figures_mean_their_value_and_icons_nothing(cued: Pack) -> None:
    meant = {token.text: meaning for token, meaning in listen("Lose 3 [icon:sun]", "en", Listener(cued, "en"))}
    assert meant == {"Lose": {"lose"}, "3": {"3"}, "[icon:sun]": frozenset()}

"""Passages of two documents that say the same find each other by what they hear of and by their neighbours."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.resolve.sentences import Heard, hear
from ingest.resolve.twins import find_twins, likeness, weigh
from schema.documents import PassageShape
from schema.pack import Pack


def spoken(*terms: str, length: int = 5) -> Heard:
    """A passage that speaks of these terms in one sentence."""
    shape = PassageShape(seq=0, kind="paragraph", language="en", raw_text="x", text="x", confidence=1)
    return Heard(shape, (frozenset(terms),), frozenset(), length)


OIL, LAMP, BOAT = spoken("oil", "number"), spoken("lamp", "each"), spoken("boat", "lose")
TERMS = st.lists(st.sampled_from(["oil", "lamp", "boat", "each", "lose", "icon:sun"]), max_size=4)
DOCUMENTS = st.lists(TERMS.map(lambda terms: spoken(*terms)), max_size=6)


def pairs(one: list[Heard], other: list[Heard]) -> list[tuple[int, int]]:
    return [(a, b) for a, b, _ in find_twins(one, other)]


def test_passages_that_speak_of_the_same_are_twins_wherever_they_stand() -> None:
    assert pairs([OIL, LAMP, BOAT], [BOAT, OIL, LAMP]) == [(0, 1), (1, 2), (2, 0)]


def test_a_passage_that_nothing_resembles_has_no_twin() -> None:
    assert pairs([OIL, spoken("storm"), BOAT], [OIL, LAMP, BOAT]) == [(0, 0), (2, 2)]


def test_of_two_equal_passages_the_neighbours_tell_which_is_meant() -> None:
    one = [LAMP, OIL, BOAT]
    other = [OIL, spoken("storm"), LAMP, OIL, BOAT]
    assert (1, 3) in pairs(one, other)


def test_a_term_that_most_passages_have_tells_nothing() -> None:
    weights = weigh([spoken("each", "oil"), spoken("each"), spoken("each")], [spoken("each", "lamp")])
    assert "each" not in weights
    assert {"oil", "lamp"} <= weights.keys()


def test_icons_tell_nothing_because_many_are_lost() -> None:
    assert "icon:sun" not in weigh([spoken("icon:sun", "oil"), LAMP, BOAT])


def test_a_much_longer_passage_is_less_alike() -> None:
    weights = {"oil": 1.0, "number": 1.0}
    assert likeness(OIL, OIL, weights) == pytest.approx(1)
    assert likeness(OIL, spoken("oil", "number", length=50), weights) < 0.7


def test_passages_without_a_common_term_are_not_alike_at_all() -> None:
    assert likeness(OIL, LAMP, {"oil": 1.0, "lamp": 1.0}) == 0


@given(DOCUMENTS, DOCUMENTS)
def test_nobody_has_two_twins_and_likeness_stays_between_bounds(one: list[Heard], other: list[Heard]) -> None:
    found = find_twins(one, other)
    assert len({a for a, _, _ in found}) == len({b for _, b, _ in found}) == len(found)
    assert all(0.3 <= alike <= 1 + 1e-9 for _, _, alike in found)


@given(DOCUMENTS, DOCUMENTS)
def test_likeness_is_mutual(one: list[Heard], other: list[Heard]) -> None:
    weights = weigh(one, other)
    for a in one:
        for b in other:
            assert likeness(a, b, weights) == pytest.approx(likeness(b, a, weights))


def test_the_languages_of_two_translations_do_not_matter(cued: Pack, told: Any) -> None:
    english = hear(told("Shuffle it.", "You lose.", "Rest."), {}, cued, "en")
    czech = hear(told("Prohráváš.", "Odpočiň si.", "Zamíchej to.", language="cs"), {}, cued, "cs")
    assert pairs(english, czech) == [(0, 2), (1, 0), (2, 1)]

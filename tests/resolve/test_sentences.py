"""A passage as cues see it: the ideas, things and figures of its sentences, and what the headings above it name."""

from dataclasses import replace
from typing import Any

import pytest

from ingest.resolve.sentences import Listener, hear
from schema.documents import PassageShape
from schema.pack import Pack, RulesFile


def heard(pack: Pack, *passages: PassageShape, **mentions: Any) -> list[Any]:
    return hear(passages, mentions.get("mentions", {}), pack, "en")


def test_each_sentence_is_heard_by_itself(cued: Pack, told: Any) -> None:
    (one,) = heard(cued, *told("Shuffle it. Each has 3."))
    assert [sorted(terms) for terms in one.sentences] == [["shuffle"], ["each", "number"]]
    assert one.terms == {"shuffle", "each", "number"}


def test_figures_and_number_words_are_numbers_and_signs_are_told_apart(cued: Pack, told: Any) -> None:
    signed, spelled = heard(cued, *told("Take -2.", "Take seven."))
    assert {"number", "signed"} <= signed.terms
    assert "number" in spelled.terms
    assert "signed" not in spelled.terms


def test_names_of_things_are_heard_with_their_kind(cued: Pack, told: Any) -> None:
    (one,) = heard(cued, *told("Carry the ladder to the Old Well."))
    assert {"item:ladder", "item:", "location:well", "location:"} <= one.terms


def test_a_mention_is_heard_in_the_sentence_in_which_it_stands(cued: Pack, told: Any) -> None:
    (one,) = heard(cued, *told("Shuffle it. It stings."), mentions={0: [(12, "location:beehive")]})
    assert "location:beehive" in one.sentences[1]
    assert "location:beehive" not in one.sentences[0]


def test_names_of_kinds_that_examples_use_are_heard_only_when_printed_as_they_are(cued: Pack, told: Any) -> None:
    pack = replace(cued, rules=RulesFile(example_kinds=["item"]))
    exact, mention = heard(pack, *told("A ladder.", "It."), mentions={1: [(0, "item:ladder")]})
    assert "item:" in exact.terms
    assert mention.terms == frozenset()


@pytest.mark.parametrize("kind", ["heading", "gap", "noise", "example", "annotation", "field"])
def test_headings_examples_and_noise_state_no_rule(cued: Pack, told: Any, kind: str) -> None:
    assert heard(cued, *told("Shuffle an empty deck.", kind=kind)) == []


def test_what_headings_name_stands_above_their_passages(cued: Pack, told: Any) -> None:
    (title,) = told("Empty decks", kind="heading")
    (below,) = told("Shuffle.", section="Empty decks")
    (elsewhere,) = told("Shuffle.", section="Other decks")
    assert heard(cued, title, below)[0].above == {"empty"}
    assert heard(cued, title, elsewhere)[0].above == frozenset()


def test_a_lead_in_stands_above_the_items_that_follow_it_and_ends_with_a_paragraph(cued: Pack, told: Any) -> None:
    lead, first, last, after = told("Each player may:", "shuffle", "rest", "Go on.")
    items = [passage.model_copy(update={"kind": "item"}) for passage in (first, last)]
    found = heard(cued, lead, *items, after, *told("Go."))
    assert ["each" in one.above for one in found] == [False, True, True, True, False]


def test_a_lead_in_ends_with_its_section(cued: Pack, told: Any) -> None:
    (lead,) = told("Each player may:", section="A")
    (item,) = told("shuffle", kind="item", section="B")
    assert heard(cued, lead, item)[1].above == frozenset()


def test_of_a_long_passage_only_sentences_that_follow_each_other_are_close_together(cued: Pack, told: Any) -> None:
    between = "This goes on and on. " * 12
    short, long = heard(cued, *told("It is empty. So. Shuffle.", f"It is empty. {between} Shuffle."))
    assert any({"empty", "shuffle"} <= window for window in short.windows)
    assert not any({"empty", "shuffle"} <= window for window in long.windows)


def test_a_passage_in_another_language_is_heard_in_it_and_in_that_of_the_document(cued: Pack, told: Any) -> None:
    (czech,) = told("Zamíchej. Shuffle.", language="cs")
    assert Listener(cued, "en").sentences(czech) == [{"shuffle"}, {"shuffle"}]


def test_a_sentence_that_runs_into_the_next_paragraph_is_heard_in_both(cued: Pack, told: Any) -> None:
    before, after = heard(cued, *told("Carry the ladder to each", "empty deck. Shuffle it."))
    assert {"item:ladder", "each", "empty"} <= before.sentences[-1]
    assert {"item:ladder", "each", "empty"} <= after.sentences[0]
    assert "shuffle" not in before.terms


@pytest.mark.parametrize("following", ["Empty decks stay. Shuffle it.", "empty deck. Shuffle it."])
def test_a_sentence_that_ends_is_heard_in_its_own_paragraph_alone(cued: Pack, told: Any, following: str) -> None:
    first = "Carry the ladder to each." if following[0].islower() else "Carry the ladder to each"
    before, after = heard(cued, *told(first, following))
    assert "empty" not in before.terms
    assert "item:ladder" not in after.terms


def test_items_of_a_list_do_not_run_into_each_other(cued: Pack, told: Any) -> None:
    before, after = heard(cued, *told("one ladder", "each empty deck", kind="item"))
    assert "empty" not in before.terms
    assert "item:ladder" not in after.terms


def test_what_a_passage_opens_with_is_about_all_its_sentences(cued: Pack, told: Any) -> None:
    story = "It was long ago, and nobody knew it yet. " * 5
    (opened,) = heard(cued, *told(f"An empty deck... {story} Shuffle it."))
    (plain,) = heard(cued, *told(f"An empty deck. {story} Shuffle it."))
    assert any({"empty", "shuffle"} <= window for window in opened.windows)
    assert not any({"empty", "shuffle"} <= window for window in plain.windows)


def test_headings_that_count_from_one_are_steps_and_speak_of_their_things_alone(cued: Pack, told: Any) -> None:
    first, second = heard(cued, *told("1. Shuffle the ladder", "2. The Old Well", kind="heading"))
    assert first.terms == {"step", "item:ladder", "item:"}
    assert {"step", "location:well"} <= second.terms


@pytest.mark.parametrize("titles", [["1. Ladder"], ["2. Ladder", "3. Ladder"], ["1. Ladder", "3. Ladder"], ["Ladder"]])
def test_headings_that_do_not_count_on_are_no_steps(cued: Pack, told: Any, titles: list[str]) -> None:
    assert heard(cued, *told(*titles, kind="heading")) == []


def test_in_ruined_text_a_capital_begins_a_sentence_where_its_full_stop_is_lost(cued: Pack, told: Any) -> None:
    ruined, other = told("Shuffle it 0O Each has 3", "For each of them")
    doubtful = ruined.model_copy(update={"doubtful": 0.2})
    assert [sorted(terms) for terms in heard(cued, doubtful, other)[0].sentences] == [["shuffle"], ["each", "number"]]
    assert len(heard(cued, ruined, other)[0].sentences) == 1
    assert len(heard(cued, doubtful)[0].sentences) == 1, "a word that is never written small may be a name"

"""Which sentences rule: by their words, by where they stand, and what belongs to the rule before it."""

from typing import Any

import pytest

from ingest.resolve.printed_rules import Part, PrintedRule, RulingSettings, find_rules, sentences
from schema.documents import Passage

ANYWHERE = Part()


def told(*texts: str, language: str = "en", **given: Any) -> list[Passage]:
    shape = {"kind": "paragraph", "language": language, "confidence": 1, "document_id": 1, "page_id": 1, **given}
    return [Passage(**{"id": at, "seq": at, "raw_text": t, "text": t, **shape}) for at, t in enumerate(texts, start=1)]


def ruled(*texts: str, part: Part = ANYWHERE, language: str = "en", **given: Any) -> list[PrintedRule]:
    passages = told(*texts, language=language, **given)
    return find_rules(passages, {passage.id or 0: part for passage in passages}, language)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Roll both dice. Then move.", 2),
        ("Take 2 cards, e.g. Apples. Then stop!", 2),
        ("1. Shuffle the deck. 2. Deal three cards.", 2),
        ("Würfle z. B. Mit zwei Würfeln. Dann ziehe.", 2),
        ("The cost is 2.5 coins.", 1),
    ],
)
def test_a_text_falls_into_its_sentences(text: str, count: int) -> None:
    found = list(sentences(text))
    assert len(found) == count
    assert all(text[at : at + len(sentence)] == sentence for at, sentence in found)


def test_a_rule_is_a_sentence_with_a_word_that_rules_at_its_place_in_the_passage() -> None:
    text = "The harbour is old and grey. A player may relight one lantern."
    (rule,) = ruled(text)
    assert text[rule.position : rule.position + rule.length] == "A player may relight one lantern."
    assert rule.words == "a player may relight one lantern"


def test_questions_announcements_and_remainders_rule_nothing() -> None:
    assert not ruled("May a player relight one lantern?", "A player may do one of these:", "You may pass.")
    short = RulingSettings(least_words=3)
    assert find_rules(told("You may pass."), {}, "en", short)


def test_every_item_of_a_part_that_is_played_rules_and_no_item_of_the_components() -> None:
    plain = "Lamps beside the old pier glow"
    assert not ruled(plain, kind="item")
    assert ruled(plain, kind="item", part=Part("setup", "setup", "setup"))
    assert not ruled("Each player may take 3 lamps.", kind="item", part=Part("box", "components", "box"))


def test_an_example_and_a_note_belong_to_the_rule_before_them() -> None:
    first, second = ruled(
        "A player may relight one lantern.",
        "Example:",
        "Ada must relight the red lantern.",
        "Note: the keeper sleeps.",
        "You must pay a coin for it.",
    )
    assert [(aside.role, aside.passage.id) for aside in first.asides] == [("example", 3), ("note", 4)]
    assert not second.asides


def test_of_a_language_without_words_all_running_text_rules_and_tables_do_not() -> None:
    text = "Jokainen pelaaja ottaa kolme lyhtyä."
    assert ruled(text, language="fi")
    assert not ruled(text, language="fi", kind="table")

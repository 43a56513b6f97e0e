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


def listed(lead: str, *items: str, language: str = "en", kind: str = "setup") -> list[PrintedRule]:
    first, *rest = told(lead, *items, language=language)
    passages = [first, *(passage.model_copy(update={"kind": "item"}) for passage in rest)]
    part = Part("harbour", kind, "rules")
    return find_rules(passages, {passage.id or 0: part for passage in passages}, language)


def test_items_that_only_go_on_with_the_sentence_before_them_are_no_rules_of_their_own() -> None:
    (rule,) = listed("A player wins who has at least:", "seven lamps beside the pier", "three boats under full sail")
    assert rule.passage.text == "A player wins who has at least:"
    assert [aside.passage.text for aside in rule.asides] == [
        "seven lamps beside the pier",
        "three boats under full sail",
    ]


def test_items_that_rule_by_themselves_need_no_lead() -> None:
    rules = listed("A player may do one of these:", "Draw one card from the pile.", "Move one boat by a place.")
    assert [rule.passage.text[:4] for rule in rules] == ["Draw", "Move"]


def test_a_lead_stands_before_the_rules_of_its_list() -> None:
    rules = listed("A player wins who has at least:", "Move one boat by a place.", "seven lamps beside the pier")
    assert [rule.passage.text[:6] for rule in rules] == ["A play", "Move o"]


def test_the_head_of_a_table_and_a_list_of_addresses_rule_nothing() -> None:
    rows = told("Lamp | Condition to gain", "Red lamp | You may gain it when the pier is lit.", kind="table")
    assert [rule.passage.id for rule in find_rules(rows, {}, "en")] == [2]
    assert not ruled("[How you may play the harbour](https://example.org/rules)", kind="item")


@pytest.mark.parametrize(
    ("language", "rule", "other"),
    [
        ("ja", "手札が五枚より多い場合、捨て札にします。", "港町の古い灯台は静かに海を見ている。"),
        ("zh", "玩家必须支付两枚灯笼。", "古老港口边的灯塔静静地望着大海。"),
        ("ko", "차례에 카드를 한 장 뽑아야 합니다.", "오래된 항구의 등대는 조용히 바다를 보고 서 있는 곳"),
    ],
)
def test_a_sentence_without_spaces_rules_by_its_words(language: str, rule: str, other: str) -> None:
    assert ruled(rule, language=language)
    assert not ruled(other, language=language)


def test_a_story_is_no_rule_in_a_language_with_few_words_but_what_players_do_is() -> None:
    story = "Lygterne i havnen gik ud en efter en den nat."
    assert not ruled(story, language="da")
    assert ruled("Spillerne tænder lygterne i havnen igen.", language="da")
    assert ruled(story, language="da", part=Part("slut", "end", "end"))

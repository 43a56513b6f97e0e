"""Restored icons are repairs that name their source, move mentions along, and can be taken back."""

from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import select

from db.seal import broken_seals, seal_document
from ingest.resolve.restore_icons import take_back_icons
from ingest.resolve.rule_texts import align_rules
from schema.base import row
from schema.claims import Mention
from schema.documents import Document, Passage, Repair
from schema.games import Concept
from schema.pack import Pack

ENGLISH = ("Each [icon:sun] makes you lose 3 ladders.", "Shuffle.", "Rest.")
CZECH = ("Za každý  prohraješ 3 žebříky.", "Zamíchej.", "Odpočiň si.")


@pytest.fixture
def translated(shelf: Any, cued: Pack) -> Any:
    """An English document with an icon, and a Czech one with a hole in its place and a mention behind it."""
    shelf.pack = replace(cued, rules=shelf.pack.rules)
    english, czech = shelf.document("en", number=1), shelf.document("cs", number=2)
    for text in ENGLISH:
        shelf.passage(english, text)
    for text in CZECH:
        shelf.passage(czech, " ".join(text.split()), raw=text)
    holed = bare(shelf)
    gap = {"position": CZECH[0].index("  "), "length": 2, "before": "  ", "after": " ", "reason": "repeated spaces"}
    shelf.add(row(Repair, gap, passage_id=holed.id))
    ladder = shelf.session.exec(select(Concept).where(Concept.code == "ladder")).one()
    at = {"surface": "žebříky", "position": holed.text.index("žebříky"), "score": 100, "margin": 100}
    shelf.add(row(Mention, at, passage_id=holed.id, concept_id=ladder.id))
    return shelf


def bare(shelf: Any) -> Passage:
    return shelf.session.exec(select(Passage).where(Passage.language == "cs", Passage.seq == 0)).one()


def restore(shelf: Any) -> None:
    align_rules(shelf.session, shelf.game, shelf.pack)


def test_the_icon_stands_in_the_text_and_the_raw_text_stays(translated: Any) -> None:
    restore(translated)
    assert bare(translated).text == "Za každý [icon:sun] prohraješ 3 žebříky."
    assert bare(translated).raw_text == CZECH[0]


def test_the_repair_says_from_which_passage_of_which_document_the_icon_is(translated: Any) -> None:
    restore(translated)
    repair = translated.session.exec(select(Repair)).one()
    source = translated.session.get_one(Passage, repair.source_id)
    assert (repair.reason, repair.made_by) == ("repeated spaces, icon restored", "restore-icons")
    assert (source.language, source.seq) == ("en", 0)
    assert repair.runner_up == " "
    assert repair.confidence < 1


def test_mentions_behind_the_icon_move_along_and_back(translated: Any) -> None:
    for change in (restore, lambda shelf: take_back_icons(shelf.session, shelf.game)):
        change(translated)
        mention = translated.session.exec(select(Mention)).one()
        assert bare(translated).text[mention.position :].startswith("žebříky")


def test_taking_back_leaves_the_repair_that_was_there_before(translated: Any) -> None:
    restore(translated)
    take_back_icons(translated.session, translated.game)
    repair = translated.session.exec(select(Repair)).one()
    assert (repair.reason, repair.after, repair.runner_up, repair.confidence) == ("repeated spaces", " ", None, 1)
    assert bare(translated).text == "Za každý prohraješ 3 žebříky."


def test_a_repair_made_for_the_icon_alone_goes_when_it_is_taken_back(translated: Any) -> None:
    passage = bare(translated)
    translated.session.delete(translated.session.exec(select(Repair)).one())
    passage.text = passage.raw_text
    mention = translated.session.exec(select(Mention)).one()
    mention.position = passage.text.index("žebříky")
    restore(translated)
    assert translated.session.exec(select(Repair)).one().reason == "icon restored"
    take_back_icons(translated.session, translated.game)
    assert translated.session.exec(select(Repair)).all() == []
    assert bare(translated).text == CZECH[0]


def test_a_passage_that_says_something_else_gives_no_icon(translated: Any) -> None:
    bare(translated).text = bare(translated).raw_text = "Jablka  a hrušky."
    for found in (Repair, Mention):
        translated.session.delete(translated.session.exec(select(found)).one())
    translated.session.flush()
    restore(translated)
    assert "[icon:" not in bare(translated).text


def test_what_was_read_counts_as_unchanged_when_an_icon_was_restored_over_it(translated: Any) -> None:
    session, document = translated.session, bare(translated).document_id
    sealed = session.get_one(Document, document)
    seal_document(session, sealed)
    restore(translated)
    assert broken_seals(session, sealed) == []
    mention = session.exec(select(Mention)).one()
    mention.position += 1
    session.flush()
    assert [what for _, what in broken_seals(session, sealed) or ()] == ["has other mentions than were read"]

"""Rows that alignment writes: passages that state rules, and icons given back by the other language."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlmodel import Session, SQLModel, create_engine, select

from ingest.edits import EditedText
from ingest.resolve.restore_icons import take_back_icons
from ingest.resolve.rule_texts import align_rules
from schema.base import row
from schema.claims import Mention
from schema.documents import Document, Page, Passage, Repair, RepairShape
from schema.games import Concept, Game
from schema.pack import Pack, RuleEntry, RulesFile
from schema.rules import Rule, RuleText

ENGLISH = ("Each [icon:sun] rolled makes 2 cards ripen.", "The deck is empty? Shuffle it.", "Eat.", "Drink.")
CZECH = ("Každý  nechá uzrát 2 karty.", "Když balíček dojde, zamíchej ho.", "Jez.", "Pij.")
WORDS = {
    "en": {"each": ["each"], "ripe": ["ripe*"], "empty": ["empty"], "shuffle": ["shuffl*"]},
    "cs": {"each": ["každ*"], "ripe": ["uzrá*"], "empty": ["doj*"], "shuffle": ["zamích*"]},
}
RULES = RulesFile(
    rule=[
        RuleEntry(code="sun", topic="dice", summary="Suns ripen cards.", cues=["each ripe number"]),
        RuleEntry(code="deck-empty", topic="decks", summary="An empty deck is mixed.", cues=["empty shuffle"]),
    ]
)


@pytest.fixture
def pack(orchard: Pack) -> Pack:
    return replace(orchard, rules=RULES, cues=WORDS)


@pytest.fixture
def session() -> Iterator[Session]:
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as opened:
        yield opened


@pytest.fixture
def game(session: Session) -> Game:
    """A game with two rules and two languages of one rulebook; the Czech one lost its icon."""
    made = row(Game, {"code": "orchard", "name": "The Walled Orchard"})
    session.add(made)
    session.flush()
    session.add(row(Concept, {"kind": "deck", "code": "fruit"}, game_id=made.id))
    for rule in RULES.rule:
        shape = {"code": rule.code, "topic": rule.topic, "summary": rule.summary}
        session.add(row(Rule, shape, game_id=made.id))
    load(session, made, "en", ENGLISH)
    load(session, made, "cs", CZECH)
    return made


def load(session: Session, game: Game, language: str, texts: tuple[str, ...]) -> Document:
    content = {"kind": "rulebook", "language": language, "title": language, "file_name": f"{language}.md"}
    source = {"source": language, "sha256": language * 32, "recipe": "r", "media_type": "text/plain", "page_count": 1}
    document = row(Document, {**content, **source}, game_id=game.id)
    session.add(document)
    session.flush()
    page = row(Page, {"number": 1, "method": "plain", "reason": "Plain.", "confidence": 1}, document_id=document.id)
    session.add(page)
    session.flush()
    for seq, text in enumerate(texts):
        shape = {"seq": seq, "kind": "paragraph", "language": language, "confidence": 1}
        words = {"raw_text": text, "text": " ".join(text.split())}
        passage = row(Passage, {**shape, **words}, document_id=document.id, page_id=page.id)
        session.add(passage)
        session.flush()
        if "  " in text:
            gap = {"position": text.index("  "), "length": 2, "before": "  ", "after": " ", "reason": "repeated spaces"}
            session.add(row(Repair, gap, passage_id=passage.id))
            mention = {"surface": "karty", "position": passage.text.index("karty"), "score": 100, "margin": 100}
            session.add(row(Mention, mention, passage_id=passage.id, concept_id=1))
    session.flush()
    return document


def czech(session: Session) -> Passage:
    return session.exec(select(Passage).where(Passage.language == "cs", Passage.seq == 0)).one()


def test_every_language_has_the_passages_that_state_a_rule(session: Session, game: Game, pack: Pack) -> None:
    align_rules(session, game, pack)
    joined = select(Rule.code, RuleText.language, Passage.seq).select_from(RuleText).join(Rule).join(Passage)
    found = session.exec(joined).all()
    assert sorted(found) == [("deck-empty", "cs", 1), ("deck-empty", "en", 1), ("sun", "cs", 0), ("sun", "en", 0)]


def test_a_lost_icon_is_restored_with_a_repair_that_names_its_source(session: Session, game: Game, pack: Pack) -> None:
    align_rules(session, game, pack)
    passage = czech(session)
    repair = session.exec(select(Repair).where(Repair.passage_id == passage.id)).one()
    assert passage.text == "Každý [icon:sun] nechá uzrát 2 karty."
    assert EditedText(passage.raw_text, [RepairShape.model_validate(repair, from_attributes=True)]).text == passage.text
    assert (repair.reason, repair.made_by) == ("repeated spaces, icon restored", "restore-icons")
    assert session.get_one(Passage, repair.source_id).language == "en"
    mention = session.exec(select(Mention)).one()
    assert passage.text[mention.position :].startswith(mention.surface)


def test_aligning_again_changes_nothing(session: Session, game: Game, pack: Pack) -> None:
    align_rules(session, game, pack)
    first = (
        czech(session).text,
        session.exec(select(Repair)).one().model_dump(),
        len(session.exec(select(RuleText)).all()),
    )
    align_rules(session, game, pack)
    again = (
        czech(session).text,
        session.exec(select(Repair)).one().model_dump(),
        len(session.exec(select(RuleText)).all()),
    )
    assert first == again


def test_an_icon_goes_with_the_document_that_gave_it(session: Session, game: Game, pack: Pack) -> None:
    align_rules(session, game, pack)
    session.delete(session.exec(select(Document).where(Document.language == "en")).one())
    for passage in session.exec(select(Passage).where(Passage.language == "en")).all():
        for text in session.exec(select(RuleText).where(RuleText.passage_id == passage.id)).all():
            session.delete(text)
        session.delete(passage)
    session.flush()
    take_back_icons(session, game)
    align_rules(session, game, pack)
    assert czech(session).text == "Každý nechá uzrát 2 karty."
    repair = session.exec(select(Repair)).one()
    assert (repair.reason, repair.made_by, repair.source_id) == ("repeated spaces", "", None)

"""Loading: a reading becomes rows once, replaces what it supersedes, and can be taken out again."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Engine, func
from sqlmodel import Session, col, select

from db.errors import DatabaseProblem
from db.games_without_packs import join_games, split_document
from db.load import find_twin, forget_document, is_unchanged, load_reading
from db.open import session
from schema.base import row, tables
from schema.cards import Card, CardShape, CardText, Deck
from schema.claims import Claim, Finding, Mention
from schema.discovered import TermShape
from schema.documents import Document, Page, Passage, PassageRegion, Repair
from schema.games import Concept, Edition, Game, Name, NameShape
from schema.reading import ClaimRead, ConceptKey, Discovered, NameRead, Reading, TermRead

MakeReading = Callable[..., Reading]


def _counts(opened: Session) -> dict[str, int]:
    return {str(table.__tablename__): opened.exec(select(func.count()).select_from(table)).one() for table in tables()}


def _load(engine: Engine, *readings: Reading) -> None:
    for reading in readings:
        with session(engine) as opened:
            load_reading(opened, reading)


def test_every_part_of_a_reading_becomes_rows(packed: Engine, make_reading: MakeReading) -> None:
    with session(packed) as opened:
        before = _counts(opened)
        load_reading(opened, make_reading())
        after = _counts(opened)
    assert {table: after[table] - before[table] for table in after if after[table] != before[table]} == {
        "document": 1,
        "page": 2,
        "passage": 4,
        "passage_region": 1,
        "repair": 1,
        "name": 1,
        "mention": 1,
        "claim": 2,
        "card_text": 1,
        "finding": 2,
        "component": 1,
        "seal": 7,
    }


def test_each_row_points_to_the_passage_and_page_it_was_read_from(packed: Engine, make_reading: MakeReading) -> None:
    _load(packed, make_reading("pl"), make_reading("cs"))
    with session(packed, read_only=True) as opened:
        passages = {p.id: p for p in opened.exec(select(Passage)).all()}
        pages = {p.id: p.number for p in opened.exec(select(Page)).all()}
        claims = opened.exec(select(Claim).where(Claim.attribute == "enter.points")).all()
        mentions = opened.exec(select(Mention)).all()
        region = opened.exec(select(PassageRegion)).first()
        repair = opened.exec(select(Repair)).first()
        named = opened.exec(select(Name).where(col(Name.document_id).is_not(None))).all()
        noted = opened.exec(select(Finding.passage_id).order_by(col(Finding.id))).all()
        concept = opened.exec(select(Concept).where(Concept.code == "lodz")).one()
    assert {c.language: passages[c.passage_id or 0].text for c in claims} == {
        "cs": "Kdo vstoupí do města Łódź, ztratí 3 body.",
        "pl": "Kto wejdzie do miasta Łódź, traci 4 punkty.",
    }
    assert {pages[passages[c.passage_id or 0].page_id] for c in claims} == {2}
    assert {(passages[m.passage_id].seq, m.concept_id) for m in mentions} == {(1, concept.id)}
    assert region is not None
    assert (pages[region.page_id], passages[region.passage_id].seq, region.x1) == (2, 2, 110)
    assert repair is not None
    assert passages[repair.passage_id].raw_text == "Desk a"
    assert {(n.language, passages[n.passage_id or 0].seq) for n in named} == {("cs", 1), ("pl", 1)}
    assert [number is None for number in noted] == [False, True, False, True]


def test_a_claim_holds_for_the_edition_of_its_document(packed: Engine, make_reading: MakeReading) -> None:
    _load(packed, make_reading())
    with session(packed, read_only=True) as opened:
        second = opened.exec(select(Edition.id).where(Edition.code == "2nd")).one()
        assert set(opened.exec(select(Claim.edition_id)).all()) == {second}


def test_a_document_read_again_replaces_its_old_rows(packed: Engine, make_reading: MakeReading) -> None:
    with session(packed) as opened:
        load_reading(opened, make_reading())
        first = _counts(opened)
        load_reading(opened, make_reading(value="-5"))
        assert _counts(opened) == first
        values = select(Claim.value).where(Claim.attribute == "enter.points")
        assert opened.exec(values).all() == ["-5"]


def test_rows_held_by_a_session_do_not_outlive_the_document_they_came_from(
    packed: Engine, make_reading: MakeReading
) -> None:
    with session(packed) as opened:
        load_reading(opened, make_reading())
        held = opened.exec(select(Claim).where(Claim.attribute == "enter.points")).one()
        assert held.value == "-3"
        load_reading(opened, make_reading(value="-5"))
        assert opened.exec(select(Claim).where(Claim.attribute == "enter.points")).one().value == "-5"


def test_the_same_content_from_another_place_adds_nothing(packed: Engine, make_reading: MakeReading) -> None:
    with session(packed) as opened:
        first = load_reading(opened, make_reading())
        before = _counts(opened)
        second = load_reading(opened, make_reading(source="elsewhere/copy.pdf"))
        assert second.id == first.id
        assert second.source == "books/rules-cs.pdf"
        assert _counts(opened) == before
        assert find_twin(opened, "elsewhere/copy.pdf", first.sha256) is not None
        assert find_twin(opened, first.source, first.sha256) is None


def test_a_copy_read_in_another_way_takes_the_place_of_the_first(packed: Engine, make_reading: MakeReading) -> None:
    with session(packed) as opened:
        load_reading(opened, make_reading())
        again = make_reading(source="elsewhere/copy.pdf", recipe="recipe-2", value="-5", content="cs -3")
        load_reading(opened, again)
        assert opened.exec(select(Document.source)).all() == ["elsewhere/copy.pdf"]
        assert opened.exec(select(Claim.value).where(Claim.attribute == "enter.points")).all() == ["-5"]


def test_a_file_that_became_a_copy_of_another_no_longer_says_what_it_said(
    packed: Engine, make_reading: MakeReading
) -> None:
    cs, pl = make_reading("cs"), make_reading("pl")
    _load(packed, cs, pl)
    overwritten = replace(cs, document=cs.document.model_copy(update={"source": pl.document.source}))
    with session(packed) as opened:
        assert load_reading(opened, overwritten).source == cs.document.source
        assert opened.exec(select(Document.source)).all() == [cs.document.source]


def _stranger(made: Reading, game: str, *, is_given: bool = False) -> Reading:
    document = made.document.model_copy(update={"is_game_given": is_given})
    return replace(
        made, document=document, game=game, game_name=game.title(), edition=None, names=(), mentions=(), card_texts=()
    )


def _counted(made: Reading, *counts: tuple[str, str]) -> Reading:
    shape = made.claims[0].claim
    said = [shape.model_copy(update={"subject": s, "attribute": "count", "value": v}) for s, v in counts]
    return replace(made, claims=tuple(ClaimRead(claim, made.claims[0].passage) for claim in said))


def test_the_form_by_which_a_term_is_shown_stays_the_first_of_its_names(
    empty: Engine, make_reading: MakeReading
) -> None:
    made = _stranger(make_reading("cs"), "chess")
    forms = ("carta", "cartas", "cartita", "cartas")
    term = ConceptKey("term", "carta")
    names = tuple(
        NameRead(NameShape(language="es", text=f, origin="rulebook"), made.claims[0].passage, term) for f in forms
    )
    shape = TermShape(language="es", uses=4, evidence="frequent", score=60)
    _load(empty, replace(made, names=names, discovered=Discovered(terms=(TermRead(shape, term, None),))))
    with session(empty, read_only=True) as opened:
        stored = opened.exec(select(Name.text).join(Concept).where(Concept.kind == "term").order_by(col(Name.id))).all()
    assert stored == ["carta", "cartas", "cartita"]


def test_books_of_one_title_make_one_game_where_their_numbers_agree(empty: Engine, make_reading: MakeReading) -> None:
    one = _counted(_stranger(make_reading("cs"), "chess"), ("component:figurky", "32"), ("component:pole", "64"))
    same = _counted(_stranger(make_reading("pl"), "chess"), ("component:bierki", "32"), ("component:pola", "64"))
    _load(empty, one, same)
    with session(empty, read_only=True) as opened:
        assert opened.exec(select(Game.code)).all() == ["chess"]


def test_books_of_one_title_that_do_not_agree_are_two_games(empty: Engine, make_reading: MakeReading) -> None:
    one = _counted(_stranger(make_reading("cs"), "chess"), ("component:figurky", "32"), ("component:hodiny", "1"))
    other = _counted(_stranger(make_reading("pl"), "chess"), ("component:figurky", "40"), ("component:hodiny", "1"))
    _load(empty, one, other)
    with session(empty, read_only=True) as opened:
        codes = opened.exec(select(Game.code)).all()
        assert len(codes) == 2
        assert all(code.startswith("chess") for code in codes)


def test_a_stranger_named_like_a_taught_game_does_not_touch_it(packed: Engine, make_reading: MakeReading) -> None:
    _load(packed, make_reading("cs"), _stranger(make_reading("pl"), "monsters"))
    with session(packed, read_only=True) as opened:
        games = {game.code: game.id for game in opened.exec(select(Game))}
        assert len(games) == 2
        assert opened.exec(select(Document.language).where(Document.game_id == games["monsters"])).all() == ["cs"]


def test_a_person_joins_and_splits_games(empty: Engine, make_reading: MakeReading) -> None:
    one, other = _stranger(make_reading("cs"), "chess"), _stranger(make_reading("pl"), "draughts")
    _load(empty, one, other)
    with session(empty) as opened:
        assert join_games(opened, "draughts", "Chess").code == "chess"
    with session(empty, read_only=True) as opened:
        assert opened.exec(select(Game.code)).all() == ["chess"]
        chess = opened.exec(select(Game.id)).one()
        assert set(opened.exec(select(Claim.game_id))) == {chess}
    _load(empty, _stranger(make_reading("pl"), "chess", is_given=True))
    with session(empty) as opened:
        assert opened.exec(select(Game.code)).all() == ["chess"]
        polish = opened.exec(select(Document).where(Document.language == "pl")).one()
        assert split_document(opened, polish, "draughts", "Draughts").code == "draughts"
        assert sorted(opened.exec(select(Game.code))) == ["chess", "draughts"]


def test_a_taught_game_is_not_joined(packed: Engine, make_reading: MakeReading) -> None:
    _load(packed, make_reading("cs"), _stranger(make_reading("pl"), "chess"))
    with session(packed) as opened:
        with pytest.raises(DatabaseProblem, match="monsters is a taught game"):
            join_games(opened, "chess", "monsters")
        with pytest.raises(DatabaseProblem, match="no game “go”"):
            join_games(opened, "chess", "go")
        taught = opened.exec(select(Document).where(Document.language == "cs")).one()
        with pytest.raises(DatabaseProblem, match="--game NAME"):
            split_document(opened, taught, "chess", "Chess")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "lacks the game `chess`"),
        ({"edition": "9th"}, "lacks the edition `9th` of the game `monsters`"),
        ({"names": "concept"}, "lacks the concepts `location:atlantis`"),
        ({"card_texts": "card"}, "lacks the cards `dragon`"),
    ],
)
def test_what_no_pack_brought_is_named_and_nothing_is_stored(
    packed: Engine, make_reading: MakeReading, change: dict[str, str], words: str
) -> None:
    reading = make_reading()
    if "names" in change:
        reading = replace(reading, names=(replace(reading.names[0], concept=ConceptKey("location", "atlantis")),))
    elif "card_texts" in change:
        reading = replace(reading, card_texts=(replace(reading.card_texts[0], card="dragon"),))
    else:
        reading = replace(reading, **change)
    with pytest.raises(DatabaseProblem) as caught, session(packed) as opened:
        load_reading(opened, reading)
    assert words in str(caught.value)
    assert str(caught.value).startswith("rules-cs.pdf cannot be stored")
    with session(packed, read_only=True) as opened:
        assert opened.exec(select(Document)).all() == []


def test_only_the_same_content_read_in_the_same_way_is_unchanged(packed: Engine, make_reading: MakeReading) -> None:
    document = make_reading().document
    source, sha256, recipe = document.source, document.sha256, document.recipe
    with session(packed) as opened:
        assert not is_unchanged(opened, source, sha256, recipe)
        load_reading(opened, make_reading())
        assert is_unchanged(opened, source, sha256, recipe)
        assert not is_unchanged(opened, source, "0" * 64, recipe)
        assert not is_unchanged(opened, source, sha256, "recipe-2")
        assert is_unchanged(opened, "elsewhere/copy.pdf", sha256, recipe)
        assert not is_unchanged(opened, "elsewhere/copy.pdf", sha256, "recipe-2")


def test_each_document_keeps_what_it_prints_of_a_card(packed: Engine, make_reading: MakeReading) -> None:
    bodies = {"cs": "Kdo ji potká, prohraje.", "pl": "Prohraje."}
    for language, body in bodies.items():
        reading = make_reading(language)
        printed = reading.card_texts[0]
        text = printed.text.model_copy(update={"language": "cs", "body": body})
        _load(packed, replace(reading, card_texts=(replace(printed, text=text),)))
    with session(packed) as opened:
        assert set(opened.exec(select(CardText.body).where(CardText.language == "cs"))) == set(bodies.values())
        forget_document(opened, make_reading("cs").document.sha256)
    with session(packed, read_only=True) as opened:
        assert opened.exec(select(CardText.body).where(CardText.language == "cs")).all() == [bodies["pl"]]


def test_printed_words_go_to_the_card_of_their_edition(packed: Engine, make_reading: MakeReading) -> None:
    with session(packed) as opened:
        deck = opened.exec(select(Deck)).one()
        editions = {e.code: e.id for e in opened.exec(select(Edition)).all()}
        for code in ("1st", "2nd"):
            keys = {"game_id": deck.game_id, "deck_id": deck.id, "edition_id": editions[code]}
            opened.add(row(Card, CardShape(code="beast", origin="card-list"), **keys))
    _load(packed, make_reading())
    with session(packed, read_only=True) as opened:
        printed = opened.exec(
            select(Card.edition_id)
            .join(CardText, col(CardText.card_id) == Card.id)
            .where(CardText.origin == "rulebook")
        ).all()
    assert printed == [editions["2nd"]]


@pytest.mark.parametrize("which", ["rules-cs.pdf", "Pravidla cs", "pravidla CS", "books/rules-cs.pdf", "sha"])
def test_a_forgotten_document_leaves_nothing_behind(packed: Engine, make_reading: MakeReading, which: str) -> None:
    reading = make_reading()
    which = reading.document.sha256[:12] if which == "sha" else which
    with session(packed) as opened:
        before = _counts(opened)
        load_reading(opened, reading)
        assert forget_document(opened, which) == ["books/rules-cs.pdf"]
        assert _counts(opened) == before


def test_forgetting_one_document_keeps_the_others(filled: Engine) -> None:
    with session(filled) as opened:
        forget_document(opened, "rules-cs.pdf")
        assert opened.exec(select(Document.language)).all() == ["pl"]
        assert set(opened.exec(select(Claim.language)).all()) == {"pl"}


def test_an_unknown_document_is_answered_with_the_nearest(filled: Engine) -> None:
    with pytest.raises(DatabaseProblem, match=r"no document `rule-cs`.*`rules-cs\.pdf`"), session(filled) as opened:
        forget_document(opened, "rule-cs")


def test_an_ambiguous_document_is_answered_with_the_candidates(packed: Engine, make_reading: MakeReading) -> None:
    _load(packed, make_reading(), make_reading(content="other", source="old/rules-cs.pdf"))
    with pytest.raises(DatabaseProblem) as caught, session(packed) as opened:
        forget_document(opened, "rules-cs.pdf")
    assert "fits 2 documents" in str(caught.value)
    assert "books/rules-cs.pdf" in str(caught.value)
    assert "old/rules-cs.pdf" in str(caught.value)
    with session(packed) as opened:
        assert forget_document(opened, "old/rules-cs.pdf") == ["old/rules-cs.pdf"]

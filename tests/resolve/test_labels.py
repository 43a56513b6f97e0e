"""Labels that lost their places find them again through the other language, or it is said that they did not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlmodel import Session, col, select

from ingest.resolve.labels import join_labels
from schema.base import row
from schema.claims import Claim, Finding, Mention
from schema.documents import Document, Passage
from schema.games import Concept

Resolve = Callable[..., Session]

BOARD_PL = "SZTOKHOLM\n\n+4 podejrzenie\n\nTREBLINKA\n\n+3 determinacja\n\nZURYCH\n\n+3 determinacja\n"
BOARD_CS = "CURYCH STOCKHOLM TREBLINKA\n\nBALÍČEK\n\nPři vstupu: +3 motivace\n\nPři vstupu: +4 podezření\n"


def entering(opened: Session, language: str) -> set[tuple[str, str, str]]:
    query = select(Claim).join(Document, col(Document.id) == Claim.document_id)
    claims = opened.exec(query.where(Document.language == language, col(Claim.attribute).startswith("enter.")))
    return {(claim.subject, claim.attribute, claim.value) for claim in claims}


def findings(opened: Session, kind: str) -> list[str]:
    return [finding.message for finding in opened.exec(select(Finding).where(Finding.kind == kind))]


def test_a_label_belongs_where_the_other_language_prints_the_same(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", pl=BOARD_PL, cs=BOARD_CS)
    assert ("location:stockholm", "enter.suspicion", "+4") in entering(opened, "cs")


def test_a_label_that_fits_two_places_is_undecided(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", pl=BOARD_PL, cs=BOARD_CS)
    assert not [claim for claim in entering(opened, "cs") if claim[1] == "enter.motivation"]
    assert ["+3 motivace" in message for message in findings(opened, "undecided-label")] == [True]


def test_a_label_without_another_language_is_undecided(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", cs=BOARD_CS)
    assert entering(opened, "cs") == set()
    assert len(findings(opened, "undecided-label")) == 2


def test_every_effect_of_the_real_board_has_its_place_in_both_languages(resolved_seeds: Session) -> None:
    assert entering(resolved_seeds, "cs") == entering(resolved_seeds, "pl") - {
        ("location:paris", "enter.suspicion", "-2")
    }
    assert findings(resolved_seeds, "undecided-label") == []


def test_the_label_beside_its_place_is_joined_with_that_place(resolved_seeds: Session) -> None:
    query = select(Passage.seq).join(Claim, col(Claim.passage_id) == Passage.id)
    joined = query.join(Document, col(Document.id) == Passage.document_id).where(Document.language == "cs")
    at = {
        place: resolved_seeds.exec(joined.where(Claim.subject == f"location:{place}")).first()
        for place in ("treblinka", "auschwitz")
    }
    assert (at["treblinka"] or 0) < (at["auschwitz"] or 0)


def test_names_that_a_document_does_not_print_are_said(resolved_seeds: Session) -> None:
    messages = findings(resolved_seeds, "unnamed-concepts")
    assert not [message for message in messages if message.startswith(("000", "001"))]


def board(shelf: Any, *labels: str) -> Document:
    """A document that says what entering the well and the gate brings, and one that prints labels without places."""
    sure = shelf.document("cs", number=1)
    shelf.claim("location:well enter.hunger", "-2", sure)
    shelf.claim("location:gate enter.hunger", "+1", sure)
    bare = shelf.document("en", number=2)
    for label in labels:
        shelf.passage(bare, label, "label")
    join_labels(shelf.session, shelf.game, shelf.pack)
    return bare


def test_a_joined_claim_is_of_the_label_and_less_sure_than_it(shelf: Any) -> None:
    bare = board(shelf, "-2 hunger")
    (claim,) = shelf.session.exec(select(Claim).where(Claim.document_id == bare.id))
    passage = shelf.session.get_one(Passage, claim.passage_id)
    assert (claim.subject, claim.attribute, claim.value) == ("location:well", "enter.hunger", "-2")
    assert (passage.text, claim.context) == ("-2 hunger", "board")
    assert claim.confidence < passage.confidence


def test_a_label_that_says_anything_else_is_left_alone(shelf: Any) -> None:
    bare = board(shelf, "-2 hunger for whoever is thirsty", "The mill")
    assert not shelf.session.exec(select(Claim).where(Claim.document_id == bare.id)).all()
    assert shelf.findings("undecided-label") == []


def test_joining_again_makes_no_claim_twice(shelf: Any) -> None:
    bare = board(shelf, "-2 hunger", "+1 hunger")
    join_labels(shelf.session, shelf.game, shelf.pack)
    assert len(shelf.session.exec(select(Claim).where(Claim.document_id == bare.id)).all()) == 2


def test_another_edition_tells_no_place(shelf: Any) -> None:
    shelf.claim("location:well enter.hunger", "-2", shelf.document("cs", number=1, edition="2nd"))
    bare = shelf.document("en", number=2, edition="1st")
    shelf.passage(bare, "-2 hunger", "label")
    join_labels(shelf.session, shelf.game, shelf.pack)
    assert len(shelf.findings("undecided-label")) == 1


def test_a_document_that_names_most_of_a_kind_is_asked_for_the_rest(shelf: Any) -> None:
    document = shelf.document()
    passage = shelf.passage(document, "Garden Gate, Old Well")
    for concept in shelf.session.exec(select(Concept).where(col(Concept.code).in_(("gate", "well")))):
        shape = {"surface": "x", "position": 0, "score": 100, "margin": 100}
        shelf.add(row(Mention, shape, passage_id=passage.id, concept_id=concept.id))
    join_labels(shelf.session, shelf.game, shelf.pack)
    (message,) = shelf.findings("unnamed-concepts")
    assert "2 of 3 of the kind location; not found: beehive" in message


def test_a_game_without_forms_for_places_joins_nothing(shelf: Any) -> None:
    shelf.pack = replace(shelf.pack, notation=shelf.pack.notation.model_copy(update={"build": {}}))
    bare = board(shelf, "-2 hunger")
    assert not shelf.session.exec(select(Claim).where(Claim.document_id == bare.id)).all()

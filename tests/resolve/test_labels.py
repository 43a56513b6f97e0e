"""Labels that lost their places find them again through the other language, or it is said that they did not."""

from collections.abc import Callable

from sqlmodel import Session, col, select

from schema.claims import Claim, Finding
from schema.documents import Document, Passage

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

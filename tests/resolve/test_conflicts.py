"""Where documents disagree: between languages, inside one document, between editions, and with their own sums."""

from collections.abc import Callable

import pytest
from sqlmodel import Session, col, select

from ingest.resolve.choose import Stated, choose
from ingest.sums import balances
from schema.base import row
from schema.claims import Claim, Conflict, ConflictClaim, Fact
from schema.documents import Document
from schema.games import Edition
from schema.pack import Pack

Resolve = Callable[..., Session]
Key = tuple[str, str, str]
"""Kind, subject and attribute of a conflict."""


def conflicts(opened: Session) -> dict[Key, str]:
    return {(c.kind, c.subject, c.attribute): c.chosen_value for c in opened.exec(select(Conflict))}


def claimed(opened: Session, key: Key) -> set[tuple[str, str]]:
    """Language and value of the claims that take part in a conflict."""
    kind, subject, attribute = key
    query = (
        select(Document.language, Claim.value)
        .join(Claim, col(Claim.document_id) == Document.id)
        .join(ConflictClaim, col(ConflictClaim.claim_id) == Claim.id)
        .join(Conflict, col(Conflict.id) == ConflictClaim.conflict_id)
        .where(Conflict.kind == kind, Conflict.subject == subject, Conflict.attribute == attribute)
    )
    return set(opened.exec(query))


@pytest.mark.parametrize(
    ("key", "values"),
    [
        (("translation", "deck:event", "size.key"), {("cs", "8"), ("pl", "7")}),
        (("translation", "deck:event", "size.normal"), {("cs", "61"), ("pl", "62")}),
        (("internal", "location:paris", "enter.suspicion"), {("cs", "-3"), ("pl", "-3"), ("pl", "-2")}),
        (("internal", "leader:hitler", "penalty.motivation"), {("it", "-1"), ("it", "+1")}),
        (("edition", "deck:conspirator", "size"), {("cs", "51"), ("pl", "51"), ("it", "54")}),
        (("edition", "deck:interrogation", "size"), {("cs", "24"), ("pl", "24"), ("it", "6")}),
        (("edition", "action:release", "released-at"), {("cs", "high"), ("pl", "high"), ("it", "extreme")}),
    ],
)
def test_the_real_rulebooks_disagree_where_they_do(
    resolved_seeds: Session, key: Key, values: set[tuple[str, str]]
) -> None:
    assert claimed(resolved_seeds, key) == values


def test_a_misprint_that_the_rules_refute_is_kept_but_not_played(resolved_seeds: Session) -> None:
    found = conflicts(resolved_seeds)
    assert found["internal", "leader:hitler", "penalty.motivation"] == "-1"
    assert found["internal", "location:paris", "enter.suspicion"] == "-3"


def test_parts_of_the_real_rulebooks_add_up(resolved_seeds: Session, games: dict[str, Pack]) -> None:
    edition = resolved_seeds.exec(select(Edition.id).where(Edition.code == "2nd")).one()
    facts = resolved_seeds.exec(select(Fact).where(Fact.edition_id == edition))
    values = {(fact.subject, fact.attribute): fact.value for fact in facts}
    made = {(b.form.subject, b.whole, b.shown) for b in balances(games["black-orchestra"].game.sums, values)}
    # The Czech box counts eight key events, although each of the seven stages has one; the Polish book counts seven.
    odd = {("deck:event", 8, "1 × 7 = 7")}
    assert {whole for _, whole, _ in made - odd} == {51, 84, 24}
    assert all(shown.endswith(f"= {whole}") for _, whole, shown in made - odd)
    assert len(made) >= 4


@pytest.mark.parametrize(("in_words", "chosen"), [("-1", "-1"), ("-2", "+1")])
def test_a_sentence_refutes_a_sign_but_not_another_amount(in_words: str, chosen: str) -> None:
    told = {"subject": "location:zurich", "attribute": "enter.suspicion", "origin": "rulebook"}
    stated = [
        Stated(row(Claim, {**told, "value": value, "context": context}, game_id=1), None)
        for value, context in (("+1", "board"), (in_words, "prose"))
    ]
    assert choose(stated).value == chosen


def test_languages_that_agree_are_in_no_conflict(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", cs="Balíček výslechu má 24 karet.", pl="Talia przesłuchań ma 24 karty.")
    assert not [key for key in conflicts(opened) if key[1] == "deck:interrogation"]


def test_one_number_in_another_language_makes_a_conflict(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", cs="Balíček výslechu má 24 karet.", pl="Talia przesłuchań ma 25 kart.")
    assert "size" in [attribute for kind, _, attribute in conflicts(opened) if kind == "translation"]

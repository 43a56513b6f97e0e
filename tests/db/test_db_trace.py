"""Tracing: from a value back to every page, box and language it came from."""

import dataclasses
import json

import pytest
from sqlalchemy import Engine

from db.errors import DatabaseProblem
from db.open import session
from db.trace import Trace, trace_subject
from db.trace_row import trace_rule
from schema.base import row
from schema.games import Concept, ConceptShape, Game, GameShape
from schema.reading import Box


def _trace(engine: Engine, subject: str, game: str | None = None) -> Trace:
    with session(engine, read_only=True) as opened:
        return trace_subject(opened, subject, game)


def test_a_claim_is_traced_to_its_document_page_box_and_passage(filled: Engine) -> None:
    claims = {c.language: c for c in _trace(filled, "location:lodz").claims}
    assert {language: c.value for language, c in claims.items()} == {"cs": "-3", "pl": "-4"}
    place = claims["pl"].place
    assert place is not None
    assert (place.document, place.file_name, place.page) == ("Pravidla pl", "rules-pl.pdf", 2)
    assert place.boxes == ((2, Box(10, 20, 110, 40)),)
    assert place.text == "Kto wejdzie do miasta Łódź, traci 4 punkty."
    assert (claims["pl"].origin, claims["pl"].confidence) == ("rulebook", 0.8)


def test_a_fact_is_told_with_its_edition_and_reason(filled: Engine) -> None:
    (fact,) = _trace(filled, "location:lodz").facts
    assert (fact.edition, fact.value, fact.reason) == ("2nd", "-3", "Board first.")


def test_a_conflict_is_told_with_both_sides(filled: Engine) -> None:
    (conflict,) = _trace(filled, "location:lodz").conflicts
    assert (conflict.kind, conflict.chosen_value) == ("translation", "-3")
    assert [(c.language, c.value) for c in conflict.claims] == [("cs", "-3"), ("pl", "-4")]


def test_a_space_is_told_with_its_effects_and_those_of_its_deliveries(filled: Engine) -> None:
    effects = _trace(filled, "location:lodz").effects
    assert [(e.owner_kind, e.notation) for e in effects] == [
        ("location", "enter: points -3"),
        ("delivery", "deliver boat: points +1"),
    ]
    assert effects[0].place is not None
    assert effects[0].place.page == 2


def test_a_concept_is_told_with_its_names_in_every_language(filled: Engine) -> None:
    names = _trace(filled, "location:lodz").names
    assert [(n.language, n.text, n.document) for n in names] == [
        ("cs", "Lodž", None),
        ("cs", "Łódź", "Pravidla cs"),
        ("pl", "Łódź", "Pravidla pl"),
    ]


def test_a_rule_is_told_with_its_passages_and_a_card_with_its_words(filled: Engine) -> None:
    rule = _trace(filled, "rule:enter-city").texts
    assert [(t.language, t.place.page if t.place else None) for t in rule] == [("cs", 2), ("pl", 2)]
    assert [t.title for t in rule] == ["Vstup do města stojí body.", "Entering a city costs points."]
    with session(filled, read_only=True) as opened:
        told = [trace_rule(opened, "rule:enter-city", None, language)[0].summary for language in ("cs", "pl")]
    assert told == [t.title for t in rule]
    card = _trace(filled, "card:beast").texts
    assert [(t.language, t.title, t.origin) for t in card] == [
        ("cs", "Příšera", "rulebook"),
        ("pl", "Příšera", "rulebook"),
    ]


@pytest.mark.parametrize("asked", ["lodz", "Łódź", "LODZ"])
def test_a_bare_code_or_a_printed_name_is_enough_where_it_is_plain(filled: Engine, asked: str) -> None:
    assert _trace(filled, asked).subject == "location:lodz"


def test_an_unknown_subject_is_answered_with_the_nearest(filled: Engine) -> None:
    with pytest.raises(DatabaseProblem, match=r"no subject `location:lodx`. Did you mean `location:lodz`"):
        _trace(filled, "location:lodx")
    with pytest.raises(DatabaseProblem, match="Nothing in it is called alike"):
        _trace(filled, "qqqq")


def test_a_code_of_two_things_is_answered_with_both(filled: Engine) -> None:
    with session(filled) as opened:
        opened.add(row(Concept, ConceptShape(kind="deck", code="lodz"), game_id=1))
    with pytest.raises(DatabaseProblem, match=r"can be several subjects\. Did you mean `deck:lodz`, `location:lodz`"):
        _trace(filled, "lodz")


def test_a_game_asked_for_is_the_only_one_traced(filled: Engine) -> None:
    with session(filled) as opened:
        opened.add(row(Game, GameShape(code="chess", name="Chess")))
    assert len(_trace(filled, "location:lodz", "monsters").claims) == 2
    with pytest.raises(DatabaseProblem, match="no subject `location:lodz`"):
        _trace(filled, "location:lodz", "chess")
    with pytest.raises(DatabaseProblem, match=r"no game `go`. It knows `chess`, `monsters`"):
        _trace(filled, "location:lodz", "go")


def test_a_trace_can_be_written_for_machines(filled: Engine) -> None:
    told = json.loads(json.dumps(dataclasses.asdict(_trace(filled, "location:lodz"))))
    assert told["claims"][0]["place"]["boxes"] == [[2, {"x0": 10, "y0": 20, "x1": 110, "y1": 40}]]

"""The views: each common question answered by name."""

from typing import Any

from sqlalchemy import Engine, text
from sqlmodel import select

from db.open import session
from schema.base import row
from schema.cards import Card, CardShape, Deck
from schema.claims import Fact
from schema.games import Edition


def _rows(engine: Engine, sql: str) -> list[tuple[Any, ...]]:
    with engine.connect() as connection:
        return [tuple(found) for found in connection.execute(text(sql))]


def test_cards_are_listed_with_their_title_in_each_language(filled: Engine) -> None:
    assert _rows(filled, "SELECT card, language, title FROM card_titles ORDER BY card, language") == [
        ("beast", "cs", "Příšera"),
        ("beast", "pl", "Příšera"),
        ("ghost", "en", "Ghost"),
    ]


def test_a_card_without_words_is_still_listed(packed: Engine) -> None:
    assert _rows(packed, "SELECT language, title FROM card_titles WHERE card = 'beast'") == [(None, None)]


_COVERAGE = "SELECT edition, origin, declared, copies, copies_of_all_origins FROM deck_coverage ORDER BY 1, 2"


def test_coverage_sets_known_copies_by_origin_beside_the_declared_size(filled: Engine) -> None:
    assert _rows(filled, _COVERAGE) == [
        ("1st", "card-list", None, 2, 5),
        ("1st", "inferred", None, 3, 5),
        ("2nd", "card-list", 12, 2, 5),
        ("2nd", "inferred", 12, 3, 5),
    ]


def test_an_editions_own_card_counts_in_place_of_the_one_for_all(filled: Engine) -> None:
    with session(filled) as opened:
        deck = opened.exec(select(Deck)).one()
        first = opened.exec(select(Edition).where(Edition.code == "1st")).one()
        shape = CardShape(code="ghost", copies=7, origin="card-list")
        opened.add(row(Card, shape, game_id=deck.game_id, deck_id=deck.id, edition_id=first.id))
    assert _rows(filled, _COVERAGE) == [
        ("1st", "card-list", None, 9, 9),
        ("2nd", "card-list", 12, 2, 5),
        ("2nd", "inferred", 12, 3, 5),
    ]


def test_a_declared_size_that_is_no_number_is_left_open(filled: Engine) -> None:
    with session(filled) as opened:
        opened.exec(select(Fact).where(Fact.attribute == "size")).one().value = "10 or 12"
    assert _rows(filled, "SELECT DISTINCT declared FROM deck_coverage") == [(None,)]


def test_a_deck_without_known_cards_is_still_listed(packed: Engine) -> None:
    with packed.begin() as connection:
        connection.exec_driver_sql("DELETE FROM card")
    assert _rows(packed, "SELECT deck, edition, origin, copies FROM deck_coverage ORDER BY edition") == [
        ("monster", "1st", None, 0),
        ("monster", "2nd", None, 0),
    ]


def test_claims_are_listed_with_their_source(filled: Engine) -> None:
    sql = "SELECT value, fact, language, document, page, passage_text, confidence FROM claim_sources"
    assert _rows(filled, f"{sql} WHERE subject = 'location:lodz' ORDER BY language") == [
        ("-3", "-3", "cs", "Pravidla cs", 2, "Kdo vstoupí do města Łódź, ztratí 3 body.", 0.8),
        ("-4", None, "pl", "Pravidla pl", 2, "Kto wejdzie do miasta Łódź, traci 4 punkty.", 0.8),
    ]


def test_facts_are_listed_with_edition_and_support(filled: Engine) -> None:
    assert _rows(filled, "SELECT edition, subject, value, claims FROM facts ORDER BY subject") == [
        ("2nd", "deck:monster", "12", 2),
        ("2nd", "location:lodz", "-3", 1),
    ]


def test_conflicts_are_listed_with_every_claim_in_them(filled: Engine) -> None:
    sql = "SELECT kind, chosen_value, claimed_value, language FROM conflict_claims ORDER BY language"
    assert _rows(filled, sql) == [("translation", "-3", "-3", "cs"), ("translation", "-3", "-4", "pl")]


def test_a_space_is_listed_in_each_edition_with_names_wants_and_effects(filled: Engine) -> None:
    sql = "SELECT edition, names, deliveries, effects FROM location_overview WHERE location = 'lodz' ORDER BY 1"
    assert _rows(filled, sql) == [
        ("1st", "cs: Lodž; cs: Łódź; pl: Łódź", "boat if night", None),
        ("2nd", "cs: Lodž; cs: Łódź; pl: Łódź", "boat if night", "enter: points -3; deliver boat: points +1"),
    ]


def test_rules_are_listed_with_their_passages_in_each_language(filled: Engine) -> None:
    sql = "SELECT rule, language, document, page FROM rule_passages ORDER BY language"
    assert _rows(filled, sql) == [("enter-city", "cs", "Pravidla cs", 2), ("enter-city", "pl", "Pravidla pl", 2)]


def test_a_rule_that_no_document_states_is_still_listed(packed: Engine) -> None:
    assert _rows(packed, "SELECT rule, language FROM rule_passages") == [("enter-city", None)]


def test_documents_are_listed_with_what_was_read_from_them(filled: Engine) -> None:
    sql = "SELECT document, pages, passages, repairs, mentions, claims, findings, confidence FROM document_overview"
    assert _rows(filled, f"{sql} WHERE language = 'cs'") == [("Pravidla cs", 2, 4, 1, 1, 2, 2, 1.0)]

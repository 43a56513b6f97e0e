"""Sentences that rule are rules of a game without a pack; read again, they keep their codes."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, col, select

from db.load import load_reading
from db.open import open_database, session, sqlite_url
from ingest.files.addresses import address_of
from ingest.pipeline import read_document
from ingest.resolve.discovered_rules import RuleSettings, make_rules
from ingest.resolve.run import resolve_game
from schema.base import row
from schema.claims import Fact, Finding
from schema.discovered import Component, GlossaryTerm, Outline
from schema.games import Concept, Game
from schema.rules import Rule, RuleText

BOOK = """# Lantern Harbour

A game for 2 to 4 players.

## Components

- 24 lantern tokens
- 12 harbour cards (4 red, 8 blue)
- 2 dice

## Set-up

1. Shuffle the harbour cards and place them face down.
2. Give each player three lantern tokens.

## The round

The active player must roll both dice. A player may relight one lantern. You may not relight a drowned lantern.

Example: Ada rolls a five and relights her lantern.

The harbour has been quiet for a hundred years.

## End of the game

The game ends when the last lantern token is taken. The player with the most lantern tokens wins.
"""

Store = Callable[[str], Session]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    file = tmp_path / "lantern.md"
    with session(open_database(sqlite_url(tmp_path / "lantern.db"))) as opened:

        def stored(text: str) -> Session:
            file.write_text(text, encoding="utf-8")
            load_reading(opened, read_document(address_of(str(file)), {}, candidates=["en"], recipe=text))
            (game,) = opened.exec(select(Game)).all()
            resolve_game(opened, game.code, None)
            return opened

        yield stored


def codes(opened: Session) -> dict[str, str]:
    return {rule.words: rule.code for rule in opened.exec(select(Rule).order_by(col(Rule.seq)))}


def test_a_book_alone_gives_components_box_terms_outline_and_rules(store: Store) -> None:
    opened = store(BOOK)
    facts = {(fact.subject, fact.attribute): fact.value for fact in opened.exec(select(Fact))}
    assert facts["component:lantern-tokens", "count"] == "24"
    assert facts["component:harbour-cards", "count"] == "12"
    assert (facts["box", "players.least"], facts["box", "players.most"]) == ("2", "4")
    assert {part.part_of for part in opened.exec(select(Component)) if part.name in ("red", "blue")} == {
        "harbour-cards"
    }
    assert {"setup", "round", "end", "components", "step"} <= {part.kind for part in opened.exec(select(Outline))}
    terms = opened.exec(select(Concept.code).join(GlossaryTerm)).all()
    assert any(code.startswith("lantern") for code in terms)


def test_sentences_that_rule_are_rules_and_stories_are_not(store: Store) -> None:
    said = codes(store(BOOK))
    assert any("must roll both dice" in words for words in said)
    assert any("may not relight" in words for words in said)
    assert not any("quiet for a hundred years" in words for words in said)
    assert not any("lantern tokens 24" in words for words in said)


def test_an_example_belongs_to_the_rule_before_it(store: Store) -> None:
    opened = store(BOOK)
    (example,) = opened.exec(select(RuleText).where(RuleText.role == "example")).all()
    assert "drowned" in opened.get_one(Rule, example.rule_id).words


def test_a_discovered_rule_has_no_summary_and_says_so(store: Store) -> None:
    rules = store(BOOK).exec(select(Rule)).all()
    assert {(rule.summary, rule.origin) for rule in rules} == {("", "discovery")}
    assert {"setup", "round", "end"} <= {rule.topic for rule in rules}


def test_a_later_reading_keeps_the_codes_of_what_is_said_again(store: Store) -> None:
    before = codes(store(BOOK))
    changed = BOOK.replace("must roll both dice", "must always roll both dice").replace(
        "## The round", "## The round\n\nBefore all else, every player may pay a coin."
    )
    after = codes(store(changed))
    old = next(code for words, code in before.items() if "must roll" in words)
    assert next(code for words, code in after.items() if "must always roll" in words) == old
    for words in before.keys() & after.keys():
        assert before[words] == after[words]
    new = next(code for words, code in after.items() if "pay a coin" in words)
    assert new not in before.values()


def test_more_than_the_box_holds_is_marked(store: Store) -> None:
    opened = store(BOOK.replace("three lantern tokens", "30 lantern tokens"))
    (finding,) = opened.exec(select(Finding).where(Finding.kind == "more-than-box")).all()
    assert "30" in finding.message
    assert "24" in finding.message


def test_a_list_that_leaves_out_a_number_is_marked(store: Store) -> None:
    opened = store(BOOK.replace("2. Give each", "2. Light a lamp on the pier.\n4. Give each"))
    (finding,) = opened.exec(select(Finding).where(Finding.kind == "list-numbering")).all()
    assert "no number 3" in finding.message


def stated(shelf: Any) -> dict[str, list[str]]:
    """The roles of the texts of each discovered rule, by its words."""
    rules = shelf.session.exec(select(Rule).where(Rule.origin == "discovery").order_by(col(Rule.seq))).all()
    texts = shelf.session.exec(select(RuleText).order_by(col(RuleText.id))).all()
    return {rule.words: [text.role for text in texts if text.rule_id == rule.id] for rule in rules}


def test_two_books_that_hardly_differ_state_one_rule(shelf: Any) -> None:
    shelf.passage(shelf.document(number=1), "Each player may relight one of the lanterns on the pier.")
    shelf.passage(shelf.document(number=2), "Every player may relight one of the lanterns on the pier.")
    make_rules(shelf.session, shelf.game)
    assert list(stated(shelf).values()) == [["rule", "rule"]]
    make_rules(shelf.session, shelf.game, settings=RuleSettings(same=100))
    assert list(stated(shelf).values()) == [["rule"], ["rule"]]


def test_the_same_passage_in_another_language_states_the_same_rule(shelf: Any) -> None:
    english = shelf.passage(shelf.document(number=1), "Each player may relight one lantern.")
    german = shelf.passage(shelf.document("de", number=2), "Jeder Spieler darf eine Laterne anzünden.")
    make_rules(shelf.session, shelf.game)
    assert len(stated(shelf)) == 2
    make_rules(shelf.session, shelf.game, {german.id: english.id})
    assert stated(shelf) == {"each player may relight one lantern": ["rule", "rule"]}


def test_a_rule_that_one_language_alone_tells_stands_where_the_other_language_speaks_of_it(shelf: Any) -> None:
    one, other = shelf.document(number=1), shelf.document("de", number=2)
    for document, words in ((one, ("Set-up", "End")), (other, ("Aufbau", "Ende"))):
        for at, title in enumerate(words):
            head = shelf.passage(document, title, kind="heading", level=1)
            shape = {"seq": at, "level": 1, "title": title, "kind": "section", "path": title.lower()}
            keys = {"game_id": shelf.game.id, "document_id": document.id, "passage_id": head.id}
            shelf.session.add(row(Outline, shape, **keys))
            if title == "Set-up":
                quiet = shelf.passage(document, "Three lanterns for everybody.")
            elif title == "Aufbau":
                ruling = shelf.passage(document, "Jeder Spieler muss drei Laternen nehmen.")
            elif title == "End":
                shelf.passage(document, "The game ends when the deck is empty.")
    make_rules(shelf.session, shelf.game, {ruling.id: quiet.id})
    rules = shelf.session.exec(select(Rule).where(Rule.origin == "discovery").order_by(col(Rule.seq))).all()
    assert [(rule.code, rule.topic) for rule in rules] == [("set-up.1", "set-up"), ("end.1", "end")]


def test_an_answer_is_tied_to_its_rule_and_makes_none(shelf: Any) -> None:
    book, answers = shelf.document(number=1), shelf.document(number=2, kind="faq")
    shelf.passage(book, "Each player may relight one lantern on the pier.")
    shelf.passage(book, "The game ends when the deck is empty.")
    shelf.passage(answers, "A player may relight one lantern on the pier even at night.")
    shelf.passage(answers, "Coins must never be traded between friends.")
    make_rules(shelf.session, shelf.game)
    assert list(stated(shelf).values()) == [["rule", "answer"], ["rule"]]


def test_a_rule_that_is_said_no_more_is_gone(shelf: Any) -> None:
    document = shelf.document()
    shelf.passage(document, "Each player may relight one lantern.")
    gone = shelf.passage(document, "The game ends when the deck is empty.")
    make_rules(shelf.session, shelf.game)
    assert len(stated(shelf)) == 2
    gone.text = "The deck was printed long ago."
    make_rules(shelf.session, shelf.game)
    assert list(stated(shelf)) == ["each player may relight one lantern"]

"""A hundred searches in four languages, each with the thing a person wants, scored on the five rulebooks."""

import csv
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database, session, sqlite_url
from db.query import ask
from db.ranking import Thing, ranked
from db.rule_terms import best
from db.search import asked_words, find, read_words
from db.snapshot import make_snapshot
from ingest.resolve.run import resolve_game
from schema.pack import Pack
from schema.reading import Reading

SEARCHES = Path(__file__).with_name("searches.tsv")
QUESTIONS = {
    "second": (40, 37, 38),
    "third": (30, 28, 30),
    "fourth": (30, 26, 30),
    "fifth": (38, 32, 35),
    "sixth": (40, 37, 40),
    "seventh": (290, 239, 262),
    "eighth": (100, 81, 93),
    "ninth": (100, 83, 86),
    "tenth": (100, 88, 94),
    "eleventh": (100, 84, 89),
    "twelfth": (100, 84, 92),
    "thirteenth": (100, 82, 93),
    "fourteenth": (100, 93, 97),
    "fifteenth": (100, 86, 89),
    "barclay": (30, 29, 30),
    "taught": (810, 635, 730),
}
"""Nearly all of them questions, drawn and written before the search was changed: how many they are, and how many must
stand first and among the first three. Scored once before they were looked at: second 26 and 32, fourth 22 and 27,
fifth 30 and 33, sixth 27 and 37, eighth 80 and 95, ninth 88 and 92, thirteenth 83 and 94, fourteenth 93 and 97,
fifteenth 86 and 89, and on the samples tenth 71 and 76, eleventh 61 and 72, twelfth 86 and 94; the third and the
seventh were worked with, and by now weights are learnt from all but the seventh, the fourteenth and the fifteenth.
Some of the seventh to the ninth ask for games that are not among these books. Those of barclay are Polish and
Italian, written with its pack in view."""
MISSPELT = {
    "seventh": 25,
    "eighth": 16,
    "ninth": 16,
    "tenth": 18,
    "eleventh": 18,
    "twelfth": 12,
    "thirteenth": 17,
    "fourteenth": 17,
    "fifteenth": 17,
    "taught": 80,
}
"""How many of the misspelt ones must stand first; of the other sets all."""
BOOKS = {"black-orchestra": ("000", "001", "003"), "resist": ("002",), "operation-barclay": ("004",)}
FLOORS = {"right": (0.90, 0.98), "wrong": (0.85, 0.95)}
"""The part of searches whose thing stands first, and among the first three."""


@pytest.fixture(scope="module")
def rulebooks(
    tmp_path_factory: pytest.TempPathFactory, games: dict[str, Pack], read_seed: Callable[[str], Reading]
) -> Iterator[sqlite3.Connection]:
    folder = tmp_path_factory.mktemp("searches")
    engine = open_database(sqlite_url(folder / "rulewright.db"))
    with session(engine) as opened:
        for game, numbers in BOOKS.items():
            load_pack(opened, games[game])
            for number in numbers:
                load_reading(opened, read_seed(number))
            resolve_game(opened, game, games[game])
    snapshot = make_snapshot(engine, folder / "site.db")
    engine.dispose()
    with closing(sqlite3.connect(snapshot)) as opened:
        yield opened


def _is_wanted(opened: sqlite3.Connection, thing: Thing, game: str, wanted: str) -> bool:
    """Whether this is the thing: a card by its code, also under its deck's name; anything else by kind and code."""
    if thing.game != game:
        return False
    for each in wanted.split(","):
        kind, code = each.split(":")
        if thing.kind in ("location", "name") and thing.code == each:
            return True
        if thing.kind in ("card", "rule") and thing.code == code:
            decks = "SELECT deck.code FROM deck JOIN card ON card.deck_id = deck.id WHERE card.code = ?"
            kinds = {thing.kind, *(deck for (deck,) in opened.execute(decks, (code,)) if thing.kind == "card")}
            if kind in kinds:
                return True
    return False


def _places(rulebooks: sqlite3.Connection, file: Path) -> dict[str, list[int]]:
    """At which place each search of a file finds what is wanted, by its spelling."""
    words = read_words(rulebooks)
    places: dict[str, list[int]] = {"right": [], "wrong": []}
    with file.open(encoding="utf-8") as opened:
        for row in csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE):
            things = ranked(rulebooks, find(rulebooks, row["query"], words, 40))
            wanted = [(game, row["wanted"]) for game in row["game"].split(",")]
            hits = (at for at, thing in enumerate(things) if any(_is_wanted(rulebooks, thing, *w) for w in wanted))
            places[row["spelling"]].append(next(hits, 999))
    return places


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_in_other_words_than_the_books_are_found(rulebooks: sqlite3.Connection, name: str) -> None:
    total, first, three = QUESTIONS[name]
    places = _places(rulebooks, Path(__file__).with_name(f"searches_{name}.tsv"))
    asked, misspelt = places["right"], places["wrong"]
    assert len(asked) == total
    assert sum(place == 0 for place in asked) >= first
    assert sum(place < 3 for place in asked) >= three
    assert misspelt.count(0) >= MISSPELT.get(name, len(misspelt))


def test_what_a_person_wants_comes_first(rulebooks: sqlite3.Connection) -> None:
    places = _places(rulebooks, SEARCHES)
    assert len(places["right"]) >= 100
    for spelling, (first, three) in FLOORS.items():
        found = places[spelling]
        assert sum(place == 0 for place in found) / len(found) >= first, spelling
        assert sum(place < 3 for place in found) / len(found) >= three, spelling


@pytest.mark.parametrize(
    ("query", "code"), [("dungeon", "location:prison"), ("kriminál", "location:prison"), ("prison", "location:prison")]
)
def test_a_thing_is_found_by_what_else_people_call_it(rulebooks: sqlite3.Connection, query: str, code: str) -> None:
    first = ranked(rulebooks, find(rulebooks, query, read_words(rulebooks)))[0]
    assert (first.code, first.hit.title.casefold() != query) == (code, query != "prison")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("what does Jacinto do", "jacinto"),
        ("co dělá Antonio", "antonio"),
        ("quale luogo è il campo di concentramento", "location:treblinka"),
        ("gdzie jest wilczy szaniec", "location:wolfsschanze"),
    ],
)
def test_a_thing_is_found_by_its_name_within_a_question(rulebooks: sqlite3.Connection, query: str, code: str) -> None:
    assert ranked(rulebooks, find(rulebooks, query, read_words(rulebooks)))[0].code == code


def test_a_misspelt_word_is_first_taken_for_one_of_the_language_of_the_question(rulebooks: sqlite3.Connection) -> None:
    words = read_words(rulebooks)
    assert asked_words(rulebooks, "the dark braek", words)["braek"][0] == "break"
    assert asked_words(rulebooks, "ile kart braek", words)["braek"][0] == "brak"


def test_a_word_that_only_begins_alike_is_no_meaning_of_another() -> None:
    assert best([("recupero", 0.0), ("recruit", 0.5), ("recruit", 0.9)]) == {"recruit": 0.9}


def test_a_query_finds_cards_by_what_they_are(rulebooks: sqlite3.Connection) -> None:
    found = ask(rulebooks, "deck:event stage:3 lang:cs -himmler")
    assert {answer.code for answer in found} == {"gestapo-raid-stage-3", "visit-from-hitler-stage-3"}
    raising = {answer.code for answer in ask(rulebooks, "effect:suspicion>=2")}
    assert "visit-from-himmler-stage-1" in raising
    assert {answer.kind for answer in ask(rulebooks, "type:rule topic:setup lang:cs")} == {"rule"}
    late = ask(rulebooks, "deck:event stage>=6")
    assert {a.code for a in late} == {a.code for n in (6, 7) for a in ask(rulebooks, f"deck:event stage:{n}")}
    whole = {a.id for a in ask(rulebooks, "type:card deck:event")}
    parts = [{a.id for a in ask(rulebooks, f"type:card deck:event {sign}himmler")} for sign in ("", "-")]
    assert parts[0] | parts[1] == whole
    assert not parts[0] & parts[1]

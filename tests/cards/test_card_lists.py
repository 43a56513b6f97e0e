"""Lists of cards that people keep become cards, by what stands above and in their columns."""

import io
import json
from pathlib import Path

import pytest
from openpyxl import Workbook
from sqlmodel import select
from typer.testing import CliRunner

from db.open import open_database, session, sqlite_url
from ingest.files.card_lists import CSV, JSON, XLSX, find_list
from ingest.pipeline import Options
from rulewright.app import app
from rulewright.ingesting import ingest_documents
from schema.cards import Card, CardText, Deck
from schema.claims import Claim
from schema.games import Game

ROWS = [
    ("Název", "Popis", "Balíček", "Počet", "Cena"),
    ("Stará hrušeň", "Na začátku tahu si vezmi dvě hrušky.", "stromy", "3", "4"),
    ("Krupobití", "Každý hráč ztratí tři jablka.", "počasí", "1", "0"),
    ("Košík", "Můžeš nést o dvě věci více.", "stromy", "2", "1"),
]


def as_csv() -> bytes:
    return "\n".join(";".join(row) for row in ROWS).encode()


def as_json() -> bytes:
    return json.dumps({"cards": [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]}).encode()


def as_xlsx() -> bytes:
    book, file = Workbook(), io.BytesIO()
    for row in ROWS:
        book.active.append([int(cell) if cell.isdecimal() else cell for cell in row])
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"), [(as_csv(), CSV), (as_json(), JSON), (as_xlsx(), XLSX)], ids=["csv", "json", "xlsx"]
)
def test_columns_are_told_by_their_heads(data: bytes, kind: str) -> None:
    found = find_list(data, kind)
    assert found is not None
    assert dict(found.columns) == {"title": 0, "text": 1, "deck": 2, "copies": 3}
    assert list(found.others(found.rows[0])) == [("Cena", "4")]


def test_columns_without_known_heads_are_told_by_what_stands_in_them() -> None:
    table = b"a,b,c\n1,Old Pear,Take two pears at the start.\n2,Hail,Each of you loses three apples.\n"
    found = find_list(table, CSV)
    assert found is not None
    assert dict(found.columns) == {"title": 1, "text": 2}


@pytest.mark.parametrize("above", ["sep=;", "Loc cards, version 3;;;", ";;;\nprinted 2 May"])
def test_what_stands_above_the_heads_is_no_card(above: str) -> None:
    found = find_list(
        above.encode() + b"\nNr;Kartenname;Wirkung;Anzahl\n1;Old Pear;Take two.;2\n2;Hail;Lose one.;1\n", CSV
    )
    assert found is not None
    assert [found.cell(row, "title") for row in found.rows] == ["Old Pear", "Hail"]
    assert list(found.columns) == ["title", "text", "copies"]


@pytest.mark.parametrize("said", ["3", "x3", "3x", "× 3", "3 pcs", "3 ks"])
def test_copies_are_counted_however_they_are_written(said: str) -> None:
    found = find_list(f"Title,Copies\nOld Pear,{said}\nHail,{said}\n".encode(), CSV)
    assert found is not None
    assert {found.cell(row, "copies") for row in found.rows} == {"3"}


@pytest.mark.parametrize("said", ["-3", "3/4", "3.5", "three", "A3"])
def test_what_is_no_count_tells_no_copies(said: str) -> None:
    found = find_list(f"Title,Copies\nOld Pear,{said}\nHail,1\n".encode(), CSV)
    assert found is not None
    assert "copies" not in found.columns


def test_a_name_in_two_languages_and_a_head_of_two_words_are_told() -> None:
    cards = [
        {"name": {"en": en, "cs": cs}, "stripped_text": "Ring."} for en, cs in (("Pear", "Hruška"), ("Hail", "Kroupy"))
    ]
    found = find_list(json.dumps(cards).encode(), JSON)
    assert found is not None
    assert found.heads == ("name en", "name cs", "stripped_text")
    assert dict(found.columns) == {"title": 0, "text": 2}
    assert list(found.others(found.rows[0])) == [("name cs", "Hruška")]


def test_a_table_of_numbers_is_no_list_of_cards() -> None:
    assert find_list(b"x,y\n1,2\n3,4\n5,6\n", CSV) is None
    assert find_list(b'{"name": "rulewright", "version": "1.0"}', JSON) is None


def test_a_list_becomes_cards_that_name_it_and_states_nothing(tmp_path: Path) -> None:
    (tmp_path / "sad.csv").write_bytes(as_csv())
    db = sqlite_url(tmp_path / "list.db")
    ingest_documents(db, [tmp_path / "sad.csv"], Options(game="Starý sad"))
    engine = open_database(db)
    with session(engine, read_only=True) as opened:
        rows = opened.exec(
            select(Card, Deck.code, CardText)
            .join(Deck)
            .join(CardText)
            .join(Game, Game.id == Card.game_id)
            .where(  # type: ignore[arg-type]
                Game.name == "Starý sad"
            )
        ).all()
        told = {text.title: (deck, card.copies, text.body, text.origin) for card, deck, text in rows}
        assert told == {
            title: (deck, int(copies), body, "card-list")
            for (title, body, _, copies, _), deck in zip(ROWS[1:], ("stromy", "pocasi", "stromy"), strict=True)
        }
        assert {card.component for card, _, _ in rows} == {f"list sad.csv; cena: {n}" for n in (4, 0, 1)}
        assert not opened.exec(select(Claim).where(Claim.document_id != None)).all()  # noqa: E711
    engine.dispose()


def test_markdown_sections_are_cards_where_a_person_says_so(tmp_path: Path) -> None:
    text = "# Our cards\n\n## Old Pear\n\nTake two pears.\n\n- copies: 2\n\n## Hail\n\nLose three apples.\n"
    (tmp_path / "cards.md").write_text(text)
    db = sqlite_url(tmp_path / "md.db")
    ingest_documents(db, [tmp_path / "cards.md"], Options(game="Old Orchard", kind="cards"))
    engine = open_database(db)
    with session(engine, read_only=True) as opened:
        rows = opened.exec(select(Card, CardText).join(CardText).where(Card.is_found)).all()
        assert {text.title: (card.copies, text.body) for card, text in rows} == {
            "Old Pear": (2, "Take two pears."),
            "Hail": (1, "Lose three apples."),
        }
    engine.dispose()


def test_a_dry_run_shows_the_cards_and_stores_nothing(tmp_path: Path) -> None:
    (tmp_path / "sad.csv").write_bytes(as_csv())
    db = tmp_path / "none.db"
    done = CliRunner().invoke(app, ["ingest", str(tmp_path / "sad.csv"), "--dry-run", "--json", "--db", sqlite_url(db)])
    assert done.exit_code == 0, done.output
    (file,) = json.loads(done.output)["files"]
    assert file["columns"] == {"title": "Název", "text": "Popis", "deck": "Balíček", "copies": "Počet"}
    assert [card["title"] for card in file["cards"]] == [row[0] for row in ROWS[1:]]
    assert not db.exists()

"""Games and cards as files: whole, valid against their published schema, and readable by the usual programs."""

import csv
import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import select

from db.export import export_tables
from db.export_games import write_card_list, write_cards, write_games, write_references
from db.nested import games_of, nested_game
from db.open import session
from db.snapshot import make_snapshot
from schema.base import row
from schema.exports import CardFile, GameFile, GamePart, json_schema
from schema.games import Game
from schema.results import Simulation, SimulationShape, Validation, ValidationShape


@pytest.fixture
def game(filled: Engine) -> GamePart:
    with session(filled, read_only=True) as opened:
        (found,) = (nested_game(opened, each) for each in games_of(opened))
    return found


def validate(content: Any, schema: dict[str, Any]) -> None:
    """By a program that knows nothing of us."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(content)


def test_a_game_is_one_file_with_everything_nested(game: GamePart, tmp_path: Path) -> None:
    assert write_games([game], tmp_path, "9.9") == 1
    content = json.loads((tmp_path / f"{game.code}.json").read_text(encoding="utf-8"))
    assert GameFile.model_validate(content).data == game
    data = content["data"]
    (rule,) = [rule for rule in data["rules"] if rule["texts"]]
    assert {text["source"]["document"] for text in rule["texts"]} <= {d["sha256"] for d in data["documents"]}
    (place,) = [space for space in data["locations"] if space["code"] == "lodz"]
    assert place["names"]
    assert {fact["attribute"] for fact in place["facts"]}
    assert data["conflicts"]
    schema = json.loads((tmp_path / "game.schema.json").read_text(encoding="utf-8"))
    assert schema == json_schema(GameFile)
    validate(content, schema)


def test_a_card_is_one_file_with_its_words_effects_and_sources(game: GamePart, tmp_path: Path) -> None:
    assert write_cards([game], tmp_path, "9.9") == len(game.cards)
    for file in (tmp_path / game.code).glob("*.json"):
        content = json.loads(file.read_text(encoding="utf-8"))
        assert CardFile.model_validate(content).data in game.cards
        validate(content, json.loads((tmp_path / "card.schema.json").read_text(encoding="utf-8")))
    (printed,) = [card for card in game.cards if any(text.source for text in card.texts)]
    assert {text.language for text in printed.texts} == {"cs", "pl"}


def test_the_schema_refuses_what_is_no_game(game: GamePart) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    with pytest.raises(jsonschema.ValidationError):
        validate({"meta": {}, "data": {}}, json_schema(GameFile))


def test_cards_are_one_flat_list(game: GamePart, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    assert write_card_list([game], file) == len(game.cards)
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["code"] for row in rows] == [card.code for card in game.cards]
    assert {"title_cs", "text_cs", "title_pl", "text_pl"} <= rows[0].keys()
    assert "Vyhraješ." in {row["text_cs"] for row in rows}
    pandas = pytest.importorskip("pandas")
    assert list(pandas.read_csv(file)["copies"]) == [card.copies for card in game.cards]


def test_a_reference_tells_rules_by_topic_with_excerpts_unless_told_otherwise(game: GamePart, tmp_path: Path) -> None:
    write_references([game], tmp_path / "short", full_text=False)
    write_references([game], tmp_path / "full", full_text=True)
    short, full = ((tmp_path / kind / f"{game.code}.md").read_text(encoding="utf-8") for kind in ("short", "full"))
    (rule,) = [rule for rule in game.rules if rule.texts]
    assert f"**{rule.code}**" in short
    assert rule.summaries == {"cs": "Vstup do města stojí body."}
    assert "  - cs: Vstup do města stojí body. — " in short
    assert rule.texts[0].source.text in full
    assert rule.texts[0].source.text not in short


def test_what_validate_and_simulate_stored_is_written_too(filled: Engine, tmp_path: Path) -> None:
    now = datetime.datetime.now(datetime.UTC)
    with session(filled) as opened:
        keys = {"game_id": opened.exec(select(Game.id)).one(), "ran_at": now}
        opened.add(row(Validation, ValidationShape(check="c", status="passed", message="m"), **keys))
        played = SimulationShape(players=1, player="rules", games=2, seed=1, result="{}")
        opened.add(row(Simulation, played, **keys))
    export_tables(filled, tmp_path, "parquet")
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as asked:
        told = asked.execute(f"SELECT games, year(ran_at) FROM '{tmp_path}/simulation.parquet'").fetchall()
        assert asked.execute(f"SELECT status FROM '{tmp_path}/validation.parquet'").fetchall() == [("passed",)]
        assert asked.execute(f"SELECT count(date) FROM '{tmp_path}/document.parquet'").fetchone()
    assert told == [(2, now.year)]


def test_the_whole_database_opens_in_sqlite_utils(filled: Engine, tmp_path: Path) -> None:
    sqlite_utils = pytest.importorskip("sqlite_utils")
    opened = sqlite_utils.Database(make_snapshot(filled, tmp_path / "rules.db"))
    assert opened["card"].count == len(list(opened.query("SELECT * FROM card")))
    assert list(opened["search"].search("Lodz"))

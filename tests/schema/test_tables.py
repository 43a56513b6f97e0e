"""Tables are described, closed word lists are enforced, and a wrong row cannot be stored."""

from pathlib import Path

import pytest
from pydantic import ValidationError
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel, create_engine, text

import schema
from schema.base import describe, row, tables
from schema.claims import Claim, ClaimShape
from schema.games import Game, GameShape
from schema.whole import MODULES

CONTRACT = {
    "game", "edition", "document", "page", "passage", "passage_region", "repair", "concept", "name", "mention",
    "claim", "fact", "conflict", "conflict_claim", "finding", "deck", "card", "card_text", "location",
    "connection", "delivery", "rule", "rule_text", "rule_code", "effect", "phrase", "scenario", "validation",
    "simulation",
}  # fmt: skip


@pytest.fixture
def engine() -> Engine:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        connection.execute(text("PRAGMA foreign_keys = ON"))
    SQLModel.metadata.create_all(engine)
    return engine


def test_every_table_of_the_contract_exists() -> None:
    assert schema.VERSION >= 1
    assert {model.__tablename__ for model in tables()} >= CONTRACT


def test_every_module_of_tables_is_part_of_the_whole() -> None:
    folder = Path(schema.__file__).parent
    made = {file.stem for file in folder.glob("*.py") if "table=True)" in file.read_text(encoding="utf-8")}
    assert made == {module.__name__.removeprefix("schema.") for module in MODULES}


@pytest.mark.parametrize("model", list(tables()), ids=lambda m: m.__tablename__)
def test_every_table_and_column_is_described(model: type[SQLModel]) -> None:
    sentence, columns = describe(model)
    assert sentence.endswith(".")
    assert {name for name, description in columns.items() if not description} == set()
    assert {c.comment for c in model.__table__.columns} == set(columns.values())  # type: ignore[attr-defined]


def test_a_word_outside_its_list_is_refused_by_the_shape() -> None:
    with pytest.raises(ValidationError, match="rulebook"):
        ClaimShape(subject="deck:event", attribute="size", value="1", origin="hearsay")  # type: ignore[arg-type]


def test_a_row_is_validated_and_knows_no_strange_columns() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        row(Game, GameShape(code="x", name="X"), colour="red")
    with pytest.raises(ValidationError):
        row(Claim, {"subject": "", "attribute": "size", "value": "1", "origin": "house"}, game_id=1)


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"origin": "rulebook"}, "rulebook_claim_has_its"),
        ({"origin": "house", "note": ""}, "other_claim_says_where_from"),
    ],
)
def test_a_claim_without_its_source_cannot_be_stored(engine: Engine, changes: dict[str, str], constraint: str) -> None:
    with Session(engine) as session:
        session.add(row(Game, GameShape(code="x", name="X"), id=1))
        session.flush()
        shape = ClaimShape(subject="deck:event", attribute="size", value="1", origin="house", note="ours")
        session.add(row(Claim, {**shape.model_dump(), **changes}, game_id=1))
        with pytest.raises(IntegrityError, match=constraint):
            session.flush()


def test_the_database_itself_refuses_a_word_outside_its_list(engine: Engine) -> None:
    insert = "INSERT INTO finding (kind, severity, message, suggestion, game_id) VALUES ('k', 'fatal', 'm', '', 1)"
    with engine.begin() as connection, pytest.raises(IntegrityError, match="finding_severity_is_known"):
        connection.execute(text(insert))

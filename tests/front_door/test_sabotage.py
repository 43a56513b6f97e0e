"""Rows that play or site depend on are changed one by one, behind the program's back; `validate` names each of them."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine
from sqlmodel import Session

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database, sqlite_url
from db.told import NOT_TOLD, Told, copy_into_memory, differences
from ingest.packs.read import Shared, read_pack
from ingest.pipeline import read_document
from ingest.resolve.run import resolve_game
from rulewright.proving import (
    documents_of,
    prove_derived,
    prove_inside,
    prove_sealed,
    stored_and_derived,
    tell_differences,
)
from schema.base import tables
from schema.pack import Pack
from schema.results import ValidationShape

GAMES = Path(__file__).resolve().parents[2] / "games"
READ = {
    "black-orchestra": ("black-orchestra-cs.pdf", "black-orchestra-en.md"),
    "hearts": ("hearts-en.md",),
}
LISTED = Path(__file__).with_name("sabotages.txt")
"""A statement of SQL that changes as few rows as it can, then the words by which its place is to be named."""
SHORT = {
    "second": "edition_id = (select id from edition where code = '2nd')",
    "printed": "(select min(passage_id) from claim where subject = 'action:release' and document_id is not null)",
    "paris": "(select id from location where code = 'paris')",
}


def read_sabotages() -> list[tuple[str, str, str]]:
    """The table, the statement and the place of each."""
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    found = []
    for written, place in zip(lines[::2], lines[1::2], strict=True):
        statement = written
        for name, text in SHORT.items():
            statement = statement.replace(f"{{{name}}}", text)
        table = re.match(r'\w+ (?:from |into )?"?(\w+)', statement)
        assert table, statement
        found.append((table[1], statement, place.removeprefix("  -> ")))
    return found


def batches() -> list[list[tuple[str, str, str]]]:
    """Sabotages that can be tried together, because no two change the same table or name the same place."""
    made: list[list[tuple[str, str, str]]] = []
    for table, statement, place in read_sabotages():
        fitting = (batch for batch in made if all(table != t and place != p for t, _, p in batch))
        batch = next(fitting, None)
        if batch is None:
            made.append(batch := [])
        batch.append((table, statement, place))
    return made


NOT_IN_THESE_GAMES = {"space", "occasion", "verb", "telling", "variant", "team", "role"}
"""Tables that neither game has rows of; they are told like the others."""
NOT_COVERED = {"component", "term", "outline", "candidate", "card_part", "card_picture", "counterpart"}
"""What discovery and card pictures write while a document is read: it has no seal yet."""


@pytest.fixture(scope="module")
def packs() -> dict[str, Pack]:
    shared = Shared.of(GAMES)
    return {code: read_pack(GAMES / code, shared) for code in READ}


@pytest.fixture(scope="module")
def stored(packs: dict[str, Pack], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A database of two games, in memory."""
    made = copy_into_memory(_nothing(tmp_path_factory.mktemp("nothing")))
    with Session(made) as session:
        for code, pack in packs.items():
            load_pack(session, pack)
            for name in READ[code]:
                file = GAMES / code / "samples" / name
                load_reading(session, read_document(file, packs, candidates=("cs", "en"), recipe="test"))
        for code, pack in packs.items():
            resolve_game(session, code, pack)
        session.commit()
    yield made
    made.dispose()


def _nothing(folder: Path) -> Connection:
    return open_database(sqlite_url(folder / "empty.db")).connect()


@pytest.fixture(scope="module")
def derived(stored: Engine, packs: dict[str, Pack]) -> Told:
    """What follows from the documents and packs; no row that is derived has a part in it."""
    with Session(stored) as session:
        return stored_and_derived(session, packs)[1]


@contextmanager
def sabotaged(stored: Engine, statements: Iterable[str]) -> Iterator[Connection]:
    """The database with some changes, which are undone afterwards."""
    with stored.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN")
        for statement in statements:
            assert connection.exec_driver_sql(statement).rowcount > 0, f"nothing is changed by {statement}"
        yield connection
        connection.rollback()


def failures(outcomes: Iterable[ValidationShape]) -> list[ValidationShape]:
    return [outcome for outcome in outcomes if outcome.status == "failed"]


def found(connection: Connection, derived: Told) -> list[ValidationShape]:
    with Session(connection) as session:
        documents = [document for game in READ for document in documents_of(session, game)]
        wrong = list(differences(Told(connection), derived))
        proofs = [*tell_differences(wrong), *prove_sealed(session, documents), *prove_inside(session, documents)]
        return failures(proofs)


def prove(session: Session, packs: dict[str, Pack]) -> list[ValidationShape]:
    """Everything at once, as `validate` does it."""
    made = []
    for game in READ:
        documents = documents_of(session, game)
        made += [*prove_derived(session, packs, game), *prove_sealed(session, documents)]
        made += prove_inside(session, documents)
    return made


def test_nothing_is_said_of_what_nobody_changed(stored: Engine, packs: dict[str, Pack]) -> None:
    with Session(stored) as session:
        assert {outcome.status for outcome in prove(session, packs)} == {"passed"}


@pytest.mark.parametrize("batch", batches(), ids=lambda batch: batch[0][0])
def test_every_changed_row_is_named(stored: Engine, derived: Told, batch: list[tuple[str, str, str]]) -> None:
    with sabotaged(stored, [statement for _, statement, _ in batch]) as connection:
        named = [f"{outcome.subject}: {outcome.message}" for outcome in found(connection, derived)]
    unnoticed = [(statement, place) for _, statement, place in batch if not any(place in each for each in named)]
    assert unnoticed == [], named


def test_a_changed_row_is_named_by_all_proofs_together(stored: Engine, packs: dict[str, Pack]) -> None:
    wanted = {table: (statement, place) for table, statement, place in reversed(read_sabotages())}
    some = [wanted[table] for table in ("fact", "passage", "zone")]
    with sabotaged(stored, [statement for statement, _ in some]) as connection, Session(connection) as session:
        told = failures(prove(session, packs))
    assert all(any(place in each.message for each in told) for _, place in some)
    assert all("Run `rulewright ingest" in each.message for each in told)


def test_every_table_is_changed_once() -> None:
    changed = {table for table, _, _ in read_sabotages()}
    named = {table.__table__.name for table in tables()}  # type: ignore[attr-defined]
    assert named - changed == {*NOT_TOLD, *NOT_IN_THESE_GAMES, *NOT_COVERED}
    assert len(read_sabotages()) >= 80

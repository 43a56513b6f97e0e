"""Documents from anywhere: folders, archives and stores, by addresses that fsspec knows."""

import zipfile
from pathlib import Path

import fsspec
import pytest
from sqlmodel import select

from db.open import open_database, session, sqlite_url
from ingest.errors import MissingProgram, UnreadableDocument
from ingest.files.addresses import Address, Remote, address_of
from ingest.files.open import find_documents, open_document
from ingest.pipeline import Options
from rulewright.ingest_report import Report
from rulewright.ingesting import ingest_documents
from rulewright.run import run
from schema.claims import Claim
from schema.documents import Document

RULES = "# The Walled Orchard\n\n## Components\n\n- 40 fruit cards\n- 12 weather cards\n\nGarden Gate: +1 hunger\n"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "books.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("en/rules.md", RULES)
        file.writestr("en/cover.xyz", "no document")
        file.writestr("more/faq.txt", RULES.replace("40", "41"))
    return path


def ingest(db: Path, games: Path, *places: Address) -> Report:
    return ingest_documents(sqlite_url(db), places, Options(game="orchard"), games=games)


def stored(db: Path) -> dict[str, set[tuple[str, str, str]]]:
    engine = open_database(sqlite_url(db), create=False)
    with session(engine, read_only=True) as opened:
        found: dict[str, set[tuple[str, str, str]]] = {}
        for document, claim in opened.exec(select(Document, Claim).join(Claim)).all():
            found.setdefault(document.source, set()).add((claim.subject, claim.attribute, claim.value))
    engine.dispose()
    return found


def test_a_folder_an_archive_and_memory_give_the_same_claims(archive: Path, tmp_path: Path, tiny_games: Path) -> None:
    local = tmp_path / "rules.md"
    local.write_text(RULES, encoding="utf-8")
    fsspec.filesystem("memory").pipe("/shelf/rules.md", RULES.encode())
    addresses = [local, address_of(f"zip://en::{archive}"), address_of("memory://shelf"), address_of(f"file://{local}")]
    claims = []
    for number, place in enumerate(addresses):
        report = ingest(tmp_path / f"{number}.db", tiny_games, place)
        assert not report.problems
        assert report.loaded == 1
        (found,) = stored(tmp_path / f"{number}.db").values()
        claims.append(found)
    assert len(claims[0]) > 2
    assert claims[1:] == claims[:1] * 3


def test_a_whole_archive_is_searched_and_each_document_keeps_its_address(
    archive: Path, tmp_path: Path, tiny_games: Path
) -> None:
    address = f"zip://::{archive}"
    ingest(tmp_path / "db", tiny_games, address_of(address))
    assert set(stored(tmp_path / "db")) == {f"zip://en/rules.md::{archive}", f"zip://more/faq.txt::{archive}"}
    again = ingest(tmp_path / "db", tiny_games, address_of(address))
    assert (again.loaded, again.skipped) == (0, 2)


def test_one_file_of_an_archive_is_read_whatever_its_extension(archive: Path) -> None:
    (place,) = find_documents([address_of(f"zip://en/cover.xyz::{archive}")])
    assert open_document(place).media_type == "text/plain"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("zip://absent.pdf::{archive}", "there is no such file or folder"),
        ("zip://::{archive}.gone", "there is no such file or folder"),
        ("memory://nowhere", "there is no such file or folder"),
        ("gopher9://x/y", "could not be reached: Protocol not known: gopher9"),
    ],
)
def test_an_address_that_leads_nowhere_is_a_sentence(archive: Path, address: str, message: str) -> None:
    with pytest.raises(UnreadableDocument, match=message):
        find_documents([address_of(address.format(archive=archive))])


def test_an_address_that_needs_a_package_says_which() -> None:
    with pytest.raises(MissingProgram, match="s3fs"):
        find_documents([address_of("s3://books/rules.pdf")])


def test_a_name_and_password_are_not_shown_or_stored() -> None:
    assert str(Remote("ftp://ada:secret@host/rules.pdf")) == "ftp://host/rules.pdf"
    assert str(Remote("zip://a.pdf::ftp://ada:secret@host/b.zip")) == "zip://a.pdf::ftp://host/b.zip"


@pytest.mark.parametrize(
    ("text", "is_address"),
    [("rules.pdf", False), ("C:/books/rules.pdf", False), ("s3://b/k", True), ("zip://::a.zip", True)],
)
def test_what_looks_like_an_address_is_one(text: str, is_address: bool) -> None:
    assert isinstance(address_of(text), Remote) == is_address


def test_only_what_others_cannot_reach_is_near() -> None:
    near = [Remote("memory://a"), Remote("zip://a::b.zip"), Remote("zip://a::file:///b.zip")]
    far = [Remote("s3://a/b"), Remote("zip://a::s3://b/c.zip")]
    assert [place.is_near for place in near + far] == [True, True, True, False, False]


def test_the_command_names_what_cannot_be_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code = run(["ingest", "memory://nothing-here", "--db", str(tmp_path / "x.db")])
    assert code == 4
    assert "memory://nothing-here: there is no such file or folder" in capfd.readouterr().err

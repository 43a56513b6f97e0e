"""Ingest keeps a picture of each page that has a layout, for as long as its document is in the database."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import typst
from PIL import Image
from sqlmodel import select
from typer.testing import CliRunner

from db.open import open_database, session, sqlite_url
from db.trace import Place
from ingest.pipeline import Options
from rulewright import crops
from rulewright.app import app
from rulewright.commands import forget
from rulewright.ingest_report import Report
from rulewright.ingesting import ingest_documents
from schema.documents import Document, Page, PassageRegion
from schema.reading import Box

SETTING = "#set page(width: 300pt, height: 420pt, margin: 30pt)\n#set text(size: 12pt)\n"
RULES = (
    "The head gardener draws {number} fruit cards and shuffles the weather cards.\n#pagebreak()\nThe Old Well is dry.\n"
)
DARK = 128
SLACK = 5
"""In pixels: letters do not fill their line."""

Ingest = Callable[..., Report]


@pytest.fixture
def build(tmp_path: Path, tiny_games: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database in it, and the pictures of its pages beside it."""
    monkeypatch.setattr(forget, "GAMES", tiny_games)
    return tmp_path / "build"


@pytest.fixture
def ingest(build: Path, tiny_games: Path) -> Ingest:
    def run(*paths: Path, db: Path = build / "rulewright.db", **options: object) -> Report:
        options = {"games": tiny_games, **options}
        return ingest_documents(sqlite_url(db), paths, Options(game="orchard"), **options)  # type: ignore[arg-type]

    return run


@pytest.fixture
def rulebook(tmp_path: Path) -> Path:
    return write_rulebook(tmp_path / "rules.pdf", 40)


def write_rulebook(path: Path, number: int) -> Path:
    path.write_bytes(typst.compile((SETTING + RULES.format(number=number)).encode()))
    return path


def images(db: Path) -> list[str | None]:
    with session(open_database(sqlite_url(db)), read_only=True) as opened:
        return list(opened.exec(select(Page.image).order_by(Page.document_id, Page.number)))  # type: ignore[arg-type]


def checksum(db: Path) -> str:
    with session(open_database(sqlite_url(db)), read_only=True) as opened:
        return opened.exec(select(Document.sha256)).one()


def pictured(build: Path) -> set[str]:
    return {folder.name for folder in (build / "rulewright.db.pages").iterdir()}


def test_each_page_of_a_pdf_has_a_picture_and_text_has_none(
    build: Path, ingest: Ingest, rulebook: Path, rules_en: Path
) -> None:
    ingest(rulebook)
    sha256 = checksum(build / "rulewright.db")
    assert images(build / "rulewright.db") == [f"{sha256}/1.webp", f"{sha256}/2.webp"]
    with Image.open(build / "rulewright.db.pages" / sha256 / "2.webp") as picture:
        assert picture.size == (459, 642)
    ingest(rules_en)
    assert images(build / "rulewright.db")[2:] == [None]


def test_a_crop_shows_the_passage_and_the_paper_around_it(
    build: Path, ingest: Ingest, rulebook: Path, tmp_path: Path
) -> None:
    ingest(rulebook)
    with session(open_database(sqlite_url(build / "rulewright.db")), read_only=True) as opened:
        region = opened.exec(select(PassageRegion).join(Page).where(Page.number == 2)).one()
        box = Box(region.x0, region.y0, region.x1, region.y1)
        place = Place("rules", rulebook.name, 2, ((2, box),), "", "", 0.0, str(rulebook))
        (file,) = crops.cut_crops(opened, [place], build / "rulewright.db.pages", tmp_path / "crops")
    with Image.open(file) as crop:
        paper = crop.convert("L").point([255 if tone < DARK else 0 for tone in range(256)])
        ink = paper.getbbox()
        edge = crops.MARGIN * crop.height / (box.y1 - box.y0 + 2 * crops.MARGIN)
    assert ink is not None
    assert ink == pytest.approx((edge, edge, crop.width - edge, crop.height - edge), abs=SLACK)


def test_pictures_that_are_there_are_not_made_again(build: Path, ingest: Ingest, rulebook: Path) -> None:
    ingest(rulebook)
    files = sorted((build / "rulewright.db.pages").rglob("*.webp"))
    files[0].write_bytes(b"as it was")
    files[1].unlink()
    ingest(rulebook, again=True)
    assert files[0].read_bytes() == b"as it was"
    assert files[1].is_file()


def test_a_folder_that_cannot_be_written_costs_the_pictures_only(
    build: Path, ingest: Ingest, rulebook: Path, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("a file, not a folder", encoding="utf-8")
    report = ingest(rulebook, pictures=tmp_path / "taken")
    assert (report.loaded, report.problems) == (1, [])
    assert images(build / "rulewright.db") == [None, None]


def test_a_changed_document_takes_its_old_pictures_along(build: Path, ingest: Ingest, rulebook: Path) -> None:
    ingest(rulebook)
    before = pictured(build)
    write_rulebook(rulebook, 41)
    ingest(rulebook)
    assert pictured(build) == {checksum(build / "rulewright.db")}
    assert not pictured(build) & before


def test_forgotten_documents_take_their_pictures_along_and_no_others(
    build: Path, ingest: Ingest, rulebook: Path
) -> None:
    first, other = build / "rulewright.db", build / "other.db"
    ingest(rulebook, db=first)
    ingest(rulebook, db=other)
    for db, left in ((other, {checksum(first)}), (first, set())):
        result = CliRunner().invoke(app, ["forget", rulebook.name, "--db", str(db)])
        assert result.exit_code == 0, result.output
        assert pictured(build) == left
    assert not [*(build / "other.db.pages").iterdir()]


def test_samples_that_go_take_their_pictures_along(
    build: Path, ingest: Ingest, tiny_games: Path, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    shutil.copytree(tiny_games, games)
    (games / "orchard" / "samples").mkdir()
    sample = write_rulebook(games / "orchard" / "samples" / "rules.pdf", 40)
    own = write_rulebook(tmp_path / "own.pdf", 50)
    ingest(sample, games=games)
    ingest(own, games=games, without_samples=True)
    assert pictured(build) == {checksum(build / "rulewright.db")}

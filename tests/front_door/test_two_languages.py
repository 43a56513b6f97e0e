"""Two versions of a rulebook are compared, and from two languages of one a pack is drafted."""

import asyncio
import shutil
import tomllib
from pathlib import Path

import pytest
from sqlmodel import select
from typer.testing import CliRunner

from db.open import open_database, session, sqlite_url
from db.site.serve import build_site
from db.snapshot import make_snapshot
from ingest.files.addresses import address_of
from ingest.packs.read import read_packs
from ingest.pipeline import Options
from rulewright.app import app
from rulewright.exits import Exit
from rulewright.ingesting import ingest_documents
from schema.claims import Claim, Finding
from schema.games import Game
from schema.rules import Rule, RuleText

BOOKS = Path(__file__).parents[1] / "resolve" / "books"
# A rulebook of our own in two languages.
ENGLISH = (BOOKS / "lantern-road-en.md").read_text(encoding="utf-8")
GERMAN = (BOOKS / "lantern-road-de.md").read_text(encoding="utf-8")

NEWER = ENGLISH.replace("deal 5 path cards", "deal 6 path cards").replace(
    "A lantern protects its owner from the storm.\n\n", ""
)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Languages, and no game at all."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copytree(Path(__file__).parents[2] / "games" / "languages", folder / "languages")
    return folder


def read(folder: Path, games: Path, **books: str) -> str:
    """A database of these books of one game, by the names of their files."""
    files = []
    for name, text in books.items():
        file = folder / f"{name}.md"
        file.write_text(text, encoding="utf-8")
        files.append(address_of(str(file)))
    db = sqlite_url(folder / "books.db")
    ingest_documents(db, files, Options(game="Lantern Road"), games=games)
    return db


def test_versions_are_compared_and_shown(tmp_path: Path, games: Path) -> None:
    dated = {"first": f"{ENGLISH}\n\n© 2019 Lantern Press\n", "second": f"{NEWER}\n\n© 2023 Lantern Press\n"}
    engine = open_database(read(tmp_path, games, **dated))
    with session(engine, read_only=True) as opened:
        told = [finding.message for finding in opened.exec(select(Finding).where(Finding.kind == "changed-version"))]
    assert any("0 passages added, 1 dropped, 2 changed" in message for message in told), told
    assert any("has 5 where this has 6" in message for message in told)
    site = build_site(make_snapshot(engine, tmp_path / "site.db"))
    page = asyncio.run(site.client.get("/en/compare/lantern-road")).text
    engine.dispose()
    assert "<del>5</del>" in page
    assert "<ins>6</ins>" in page
    assert "A lantern protects its owner from the storm." in page


def test_a_pack_is_drafted_and_reads_its_own_books(tmp_path: Path, games: Path) -> None:
    packs = tmp_path / "games"
    shutil.copytree(games, packs)
    files = []
    for name, text in (("english", ENGLISH), ("german", GERMAN)):
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
        files.append(str(tmp_path / f"{name}.md"))
    draft = ["new", "game", "lantern-road", "--games", str(packs), "--from", *files]
    assert CliRunner().invoke(app, draft).exit_code == Exit.DONE
    pack = read_packs(packs)["lantern-road"]
    assert {"en", "de"} <= pack.languages.keys()
    ours = pack.languages["de"].names["component"]
    assert any("Glasperlen" in names for names in ours.values())

    # A person renames a thing, throws another away, and writes a summary: a second draft changes nothing of it.
    folder = packs / "lantern-road"
    english = (folder / "en.toml").read_text(encoding="utf-8")
    first = next(iter(tomllib.loads(english)["names"]["component"]))
    mine = english.replace(f"{first} = [", f'{first} = ["my own word", ')
    (folder / "en.toml").write_text(mine, encoding="utf-8")
    rules = (folder / "rules.toml").read_text(encoding="utf-8").replace('summary = ""', 'summary = "In my words."', 1)
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    before = {file: file.read_text(encoding="utf-8") for file in folder.rglob("*.toml")}
    again = CliRunner().invoke(app, draft)
    assert again.exit_code == Exit.DONE
    assert "0 lines are new" in again.output
    assert before == {file: file.read_text(encoding="utf-8") for file in folder.rglob("*.toml")}

    db = sqlite_url(tmp_path / "taught.db")
    ingest_documents(db, [address_of(file) for file in files], Options(), games=packs)
    engine = open_database(db)
    with session(engine, read_only=True) as opened:
        game = opened.exec(select(Game).where(Game.code == "lantern-road")).one()
        counts = {
            (c.language, c.subject, c.value)
            for c in opened.exec(select(Claim).where(Claim.game_id == game.id, Claim.attribute == "count"))
        }
        stated = set(opened.exec(select(RuleText.language).join(Rule).where(Rule.game_id == game.id)))
    engine.dispose()
    assert {value for _, _, value in counts} <= {"40", "6", "24", "1"}
    assert {language for language, _, _ in counts} == {"en", "de"}
    assert stated == {"en", "de"}


def test_components_are_not_counted_under_a_heading_that_tells_another_number(tmp_path: Path, games: Path) -> None:
    def wordings(english: str) -> dict[str, list[str]]:
        packs = tmp_path / str(len(english))
        shutil.copytree(games, packs)
        (tmp_path / "english.md").write_text(english, encoding="utf-8")
        draft = ["new", "game", "lantern-road", "--games", str(packs), "--from", str(tmp_path / "english.md")]
        assert CliRunner().invoke(app, draft).exit_code == Exit.DONE
        told = tomllib.loads((packs / "lantern-road" / "en.toml").read_text(encoding="utf-8"))
        return dict(told.get("patterns", {}))

    assert "component-count" in wordings(ENGLISH)
    dealt = ENGLISH.replace("- 1 road board\n", "- 1 road board\n\nEach player draws 5 path cards.\n")
    assert dealt != ENGLISH
    assert "component-count" not in wordings(dealt)


def test_a_pack_that_is_there_is_not_drafted_over(tmp_path: Path, games: Path) -> None:
    packs = tmp_path / "games"
    shutil.copytree(games, packs)
    assert CliRunner().invoke(app, ["new", "game", "mine", "--games", str(packs)]).exit_code == Exit.DONE
    before = (packs / "mine" / "game.toml").read_text(encoding="utf-8")
    (tmp_path / "a.md").write_text(ENGLISH, encoding="utf-8")
    for extra in ([], ["--from", str(tmp_path / "a.md")]):
        result = CliRunner().invoke(app, ["new", "game", "mine", "--games", str(packs), *extra])
        assert result.exit_code == Exit.WRONG_USE
    assert (packs / "mine" / "game.toml").read_text(encoding="utf-8") == before


def test_nothing_is_written_where_nothing_could_be_read(tmp_path: Path, games: Path) -> None:
    packs = tmp_path / "games"
    shutil.copytree(games, packs)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    result = CliRunner().invoke(
        app, ["new", "game", "mine", "--games", str(packs), "--from", str(tmp_path / "broken.pdf")]
    )
    assert result.exit_code == Exit.UNREADABLE_INPUT
    assert not (packs / "mine").exists()


def test_a_language_is_drafted_for_a_pack_from_a_book_it_knows(tmp_path: Path, games: Path) -> None:
    packs = tmp_path / "games"
    shutil.copytree(games, packs)
    files = []
    for name, text in (("english", ENGLISH), ("german", GERMAN)):
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
        files.append(str(tmp_path / f"{name}.md"))
    assert (
        CliRunner().invoke(app, ["new", "game", "lantern-road", "--games", str(packs), "--from", files[0]]).exit_code
        == 0
    )
    english = (packs / "lantern-road" / "en.toml").read_text(encoding="utf-8")
    result = CliRunner().invoke(app, ["new", "language", "lantern-road", "de", "--games", str(packs), "--from", *files])
    assert result.exit_code == Exit.DONE, result.output
    names = read_packs(packs)["lantern-road"].languages
    beads = next(code for code, said in names["en"].names["component"].items() if "glass beads" in said)
    assert "Glasperlen" in names["de"].names["component"][beads]
    assert (packs / "lantern-road" / "en.toml").read_text(encoding="utf-8") == english

"""A rulebook of no taught game in two languages: its passages, rules and terms are joined, a pack is drafted."""

import asyncio
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import Session, select
from typer.testing import CliRunner

from db.open import open_database, session, sqlite_url
from db.site.serve import build_site
from db.snapshot import make_snapshot
from ingest.addresses import address_of
from ingest.packs import read_packs
from ingest.pipeline import Options
from rulewright.app import app
from rulewright.exits import Exit
from rulewright.ingesting import ingest_documents
from schema.claims import Claim, Finding
from schema.counterparts import Counterpart
from schema.documents import Passage
from schema.games import Concept, Game, Name
from schema.rules import Rule, RuleText

BOOKS = Path(__file__).parents[1] / "resolve" / "books"
# A rulebook of our own in two languages.
ENGLISH = (BOOKS / "lantern-road-en.md").read_text(encoding="utf-8")
GERMAN = (BOOKS / "lantern-road-de.md").read_text(encoding="utf-8")

# The German book has another number, lacks a rule, and left a rule in English.
FAULTY = (
    GERMAN.replace("zahle 2 Glasperlen", "zahle 4 Glasperlen")
    .replace("Eine Laterne schützt ihren Besitzer vor dem Sturm.\n\n", "")
    .replace(
        "Wenn du keine Wegkarte spielen kannst, darfst du 3 Wegkarten abwerfen und 3 Wegkarten ziehen.",
        "If you cannot play a path card, you may discard 3 path cards and draw 3 path cards.",
    )
)
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


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, games: Path) -> Iterator[Session]:
    """The English book and the faulty German one."""
    engine = open_database(read(tmp_path_factory.mktemp("both"), games, english=ENGLISH, german=FAULTY))
    with session(engine, read_only=True) as opened:
        yield opened
    engine.dispose()


def marked(opened: Session, kind: str) -> list[str]:
    found = select(Passage.text).join(Finding).where(Finding.kind == kind)
    return list(opened.exec(found).all())


def test_passages_of_two_languages_are_counterparts(both: Session) -> None:
    texts = {passage.id: passage.text for passage in both.exec(select(Passage))}
    pairs = {(texts[one.passage_id], texts[one.other_id]) for one in both.exec(select(Counterpart))}
    assert ("Each player takes 3 glass beads from the supply.", "Jeder Spieler nimmt 3 Glasperlen aus dem Vorrat.") in {
        (one[3:], other[3:]) for one, other in pairs
    }


def test_another_number_in_the_translation_is_marked(both: Session) -> None:
    assert [text for text in marked(both, "other-number") if "pay 2 glass beads" in text]


def test_a_line_left_in_the_other_language_is_marked(both: Session) -> None:
    assert marked(both, "untranslated") == [
        "If you cannot play a path card, you may discard 3 path cards and draw 3 path cards."
    ]


def test_rules_are_stated_in_both_languages(both: Session) -> None:
    languages: dict[str, set[str]] = {}
    for rule, text in both.exec(select(Rule, RuleText).join(RuleText)):
        languages.setdefault(rule.code, set()).add(text.language)
    assert sum(spoken == {"en", "de"} for spoken in languages.values()) >= 0.6 * len(languages)


def test_a_term_has_names_in_both_languages(both: Session) -> None:
    named: dict[int, set[str]] = {}
    for concept, name in both.exec(select(Concept, Name).join(Name)):
        named.setdefault(concept.id or 0, set()).add(name.language)
    assert any(languages == {"en", "de"} for languages in named.values())


def test_versions_are_compared_and_shown(tmp_path: Path, games: Path) -> None:
    engine = open_database(read(tmp_path, games, first=ENGLISH, second=NEWER))
    with session(engine, read_only=True) as opened:
        told = [finding.message for finding in opened.exec(select(Finding).where(Finding.kind == "changed-version"))]
    assert any("0 passages added, 1 dropped, 1 changed" in message for message in told)
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

"""A book of a taught game in a language its pack does not speak: read as any rulebook, put beside the others."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.open import sqlite_url
from ingest.pipeline import Options
from rulewright.exits import Exit
from rulewright.ingest_report import Report
from rulewright.ingesting import ingest_documents
from rulewright.run import run

GAMES = Path(__file__).resolve().parents[2] / "games"
ENGLISH = GAMES / "windfall" / "samples" / "windfall-en.md"
GERMAN = """\
# Windfall

Ein Spiel für 1 bis 4 Spieler, die gemeinsam das Obst eines alten Gartens einbringen, bevor der Sturm losbricht.

## Was ihr braucht

- den Spielplan: ein Garten mit Scheune, Brunnen und fünf Bäumen, durch Wege verbunden
- Obstmarker, eine Spielfigur und einen Korb für jeden Spieler
- Wetterkarten und einen Marker für den Sturm

## Vorbereitung

Legt Obst auf die Bäume:

- Apfelbaum: 4 Obst
- Birnbaum: 3 Obst
- Pflaumenbaum: 3 Obst
- Kirschbaum: 5 Obst
- Quittenbaum: 2 Obst

Alle Figuren beginnen an der Scheune mit leeren Körben. Mischt die Wetterkarten und legt sie verdeckt hin.

## Ein Zug

Die Spieler sind im Uhrzeigersinn an der Reihe. In deinem Zug hast du 4 Schritte. Jede dieser Handlungen kostet einen:

- Gehen: Zieh deine Figur auf einem Weg zu einem Ort neben deinem.
- Pflücken: Nimm ein Obst von dem Baum, an dem du stehst, in deinen Korb. Ein Korb fasst höchstens 3 Obst.
- Ausladen: Leg an der Scheune alles Obst aus deinem Korb in die Scheune.

Du darfst jederzeit rasten: Die übrigen Schritte verfallen.

## Das Wetter

Am Ende jedes Zuges wird eine Wetterkarte aufgedeckt.

- Böe: Ein Obst fällt von dem Baum, den die Karte nennt, und ist verloren.
- Wolke: Der Sturm kommt um eins näher.
- Sonne: Nichts geschieht.

Wenn die Wetterkarten ausgehen, mischt die aufgedeckten zu einem neuen Stapel.

## Das Ende

Alle gewinnen zusammen, sobald genug Obst in der Scheune liegt: mit 1-2 Spielern 9 Obst, mit 3-4 Spielern 11 Obst.

Wenn der Sturm 6 erreicht, bricht er am Ende dieses Zuges los, und alle haben verloren.
"""
FACTS = "SELECT f.subject, f.attribute, f.value FROM fact f JOIN game g ON g.id = f.game_id WHERE g.code = 'windfall'"
RULES = """
    SELECT r.code, p.text FROM rule_text t JOIN rule r ON r.id = t.rule_id JOIN passage p ON p.id = t.passage_id
    WHERE t.language = 'de' AND t.role = 'rule'
"""


Rows = list[tuple[str, ...]]


def ask(db: Path, question: str) -> Rows:
    with closing(sqlite3.connect(db)) as file:
        return file.execute(question).fetchall()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Rows, Report]:
    """A database of the English book and then the German one, the facts before it, and what was told of it."""
    folder = tmp_path_factory.mktemp("windfall")
    (folder / "windfall-de.md").write_text(GERMAN, encoding="utf-8")
    db = folder / "windfall.db"
    ingest_documents(sqlite_url(db), [ENGLISH], Options(), games=GAMES)
    before = ask(db, FACTS)
    german = Options(game="windfall")
    return db, before, ingest_documents(sqlite_url(db), [folder / "windfall-de.md"], german, games=GAMES)


def test_it_states_no_fact_and_says_why_with_the_way_out(shelf: tuple[Path, Rows, Report]) -> None:
    db, before, report = shelf
    assert before
    assert ask(db, FACTS) == before
    (german,) = report.documents
    assert (german.game, german.language, german.claims) == ("windfall", "de", 0)
    (warning,) = german.warnings
    assert "has no words of “de”" in warning
    assert "`rulewright new language windfall de`" in warning


def test_the_way_out_that_is_told_can_be_gone(tmp_path: Path) -> None:
    packs = shutil.copytree(GAMES, tmp_path / "games", ignore=shutil.ignore_patterns("samples", "marks"))
    assert run(["new", "language", "windfall", "de", "--games", str(packs)]) == Exit.DONE
    assert (packs / "windfall" / "de.toml").exists()


def test_its_terms_are_found_as_those_of_any_rulebook(shelf: tuple[Path, Rows, Report]) -> None:
    terms = ask(shelf[0], "SELECT n.text FROM term t JOIN name n ON n.concept_id = t.concept_id")
    assert {"Scheune", "Sturm"} <= {term for (term,) in terms}


def test_a_rule_is_stated_by_what_lies_beside_its_passage_in_a_spoken_language(
    shelf: tuple[Path, Rows, Report],
) -> None:
    found = dict(ask(shelf[0], RULES))
    wanted = {"walk": "Gehen", "pick": "Pflücken", "gust": "Böe", "cloud": "Wolke", "storm-breaks": "Wenn der Sturm 6"}
    assert {rule: found.get(rule, "")[: len(begin)] for rule, begin in wanted.items()} == wanted

"""`rulewright validate` as people and build servers use it."""

import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from db.open import reading, sqlite_url
from rules_engine.validate import validate_editions
from rulewright.app import app
from rulewright.exits import Exit
from rulewright.workers import open_map

FAST = ("--only", "rows", "--only", "examples")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["validate", *map(str, arguments)], env={"COLUMNS": "200"})


def copy_database(source: Path, target: Path) -> Path:
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)
    return target


@pytest.fixture(scope="module")
def db(resist_db: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of its own, because validating writes to it."""
    source = Path(resist_db.removeprefix("sqlite:///"))
    return copy_database(source, tmp_path_factory.mktemp("validate") / "resist.db")


def rows(db: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(db)) as opened:
        return opened.execute(query, values).fetchall()


def test_all_families_are_told_in_a_line_each_with_shares(db: Path) -> None:
    done = run("--db", db, "--game", "resist")
    assert done.exit_code == Exit.DONE, done.output
    lines = done.output.splitlines()
    for family in ("stored", "rows", "rules", "executed", "examples", "languages", "numbers", "play"):
        assert [line for line in lines if line.startswith(f"✓ {family} ")]
    assert re.search(r"rules executed \d+ of \d+ \(\d+ %\)", done.output)
    assert "No failures in 1 editions." in done.output
    assert len(lines) < 20
    checks = {check for (check,) in rows(db, "select distinct [check] from validation")}
    assert {"random games come to an end and lose no card", "a changed number changes play"} <= checks
    assert rows(db, "select count(*) from rule_code") != [(0,)]
    (told,) = rows(db, "select passage_id is not null from scenario where code = 'railroad-bridge'")
    assert told == (1,)


def test_one_check_is_shown_in_full_and_leaves_the_stored_others_alone(db: Path) -> None:
    run("--db", db, *FAST)
    before = rows(db, "select count(*) from validation where [check] like '%add up%'")
    done = run("--db", db, "--only", "examples-are-played")
    assert "Played to the end that it states, as it is told in resist-cs.pdf" in " ".join(done.output.split())
    assert rows(db, "select count(*) from validation where [check] like '%add up%'") == before != [(0,)]


def test_a_check_can_be_called_by_its_claim_too(db: Path) -> None:
    done = run("--db", db, "--only", "the facts the engine needs are there", "--json")
    (found,) = json.loads(done.stdout)["resist 1st"]
    assert (found["family"], found["code"], found["status"]) == ("rows", "facts-are-there", "passed")
    assert found["more"] == "rulewright validate --game resist --only facts-are-there"


def test_a_failure_is_told_with_its_evidence_and_exit_code_1(db: Path, tmp_path: Path) -> None:
    broken, report = copy_database(db, tmp_path / "broken.db"), tmp_path / "reports" / "junit.xml"
    with closing(sqlite3.connect(broken)) as opened:
        opened.execute("update card set copies = 2 where code = 'abel'")
        opened.commit()
    done = run("--db", broken, "--only", "rows", "--junit", report)
    assert done.exit_code == Exit.FOUND
    assert "25 of 24 cards known" in done.output
    assert "rulewright trace deck:maquis --game resist" in done.output
    suite = ElementTree.parse(report).getroot().find("testsuite")
    assert suite is not None
    cases = suite.findall("testcase")
    failures = [case for case in cases if case.find("failure") is not None]
    assert (suite.get("name"), suite.get("tests")) == ("resist 1st", str(len(cases)))
    assert suite.get("failures") == str(len(failures))
    assert any("cards are known" in str(case.get("name")) for case in failures)
    kept = rows(broken, "select message from validation where status = 'failed'")
    assert any("25 of 24 cards known" in str(message) for (message,) in kept)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--only", "gams-are-played"], "Did you mean “games-are-played”"),
        (["--only", "weather"], "The families are stored, rows, rules"),
        (["--jobs", "0"], "--jobs"),
    ],
)
def test_a_check_that_does_not_exist_is_answered_with_the_nearest(
    db: Path, arguments: Sequence[str], words: str
) -> None:
    done = run("--db", db, *arguments)
    assert done.exit_code == Exit.WRONG_USE
    assert words in " ".join(done.output.split())


def test_the_matrix_shows_code_tests_and_passages_of_every_rule(db: Path) -> None:
    matrix = json.loads(run("--db", db, "--rules", "--json").stdout)["resist 1st"]
    rules = {rule["code"]: rule for rule in matrix["rules"]}
    assert matrix["languages"] == ["cs", "en"]
    assert matrix["strangers"] == []
    guards = rules["guards-first"]
    assert any(entry["file"] == "games/resist/play.toml" for entry in guards["obeyed"])
    assert any(test.startswith("tests/rules_engine/test_resist_") for test in guards["tests"])
    shown = run("--db", db, "--rules").output
    assert "guards-first" in shown
    assert "games/resist/play.toml:" in shown
    kept = "select c.file from rule_code c join rule r on r.id = c.rule_id where r.code = 'guards-first'"
    assert {file for (file,) in rows(db, kept)} == {entry["file"] for entry in guards["obeyed"]}


def test_outcomes_do_not_depend_on_how_work_is_split(db: Path) -> None:
    found, families = [], ("rows", "play", "examples")
    for jobs in (1, 2):
        with open_map(jobs, None) as mapped:
            opening = partial(reading, sqlite_url(db))
            found.append(validate_editions(opening, [("resist", "1st")], only=families, mapped=mapped))
    one, two = ([outcome.found for outcome in each["resist", "1st"]] for each in found)
    assert one == two


def test_what_was_accepted_is_expected_until_a_value_changes(db: Path, tmp_path: Path) -> None:
    mine = copy_database(db, tmp_path / "mine.db")

    def copies(count: int) -> None:
        with closing(sqlite3.connect(mine)) as opened:
            opened.execute("update card set copies = ? where code = 'abel'", (count,))
            opened.commit()

    only = ("--db", mine, "--only", "cards-are-known")
    copies(2)
    assert run(*only).exit_code == Exit.FOUND
    accepted = run(*only, "--accept")
    assert accepted.exit_code == Exit.DONE
    assert "mine.db.expected.toml" in "".join(accepted.output.split())
    again = run(*only)
    assert again.exit_code == Exit.DONE
    assert "Expected, because they were declared: 1" in again.output
    (found,) = [o for o in json.loads(run(*only, "--json").stdout)["resist 1st"] if o["status"] == "failed"]
    assert found["expected"] is True
    copies(3)
    assert run(*only).exit_code == Exit.FOUND
    (tmp_path / "mine.db.expected.toml").write_text("[[expected]]\nnonsense", encoding="utf-8")
    broken = run(*only)
    assert broken.exit_code == Exit.WRONG_USE
    assert "mine.db.expected.toml" in "".join(broken.output.split())


def test_a_row_changed_behind_the_back_is_told_first_with_what_to_do(db: Path, tmp_path: Path) -> None:
    broken = copy_database(db, tmp_path / "broken.db")
    with closing(sqlite3.connect(broken)) as opened:
        of_resist = "select min(rule.id) from rule join game on game.id = rule.game_id where game.code = 'resist'"
        opened.execute(f"update rule set summary = 'Spies may sing.' where id = ({of_resist})")
        opened.commit()
    done = run("--db", broken, "--only", "stored")
    assert done.exit_code == Exit.FOUND
    first, second, *_ = done.output.splitlines()
    assert first.startswith("Failed 1 · resist 1st: rule:")
    assert "summary is “Spies may sing.” and should be" in second
    assert "Run `rulewright ingest --again`" in done.output

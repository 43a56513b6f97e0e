"""Commands about games that are played from rows: the turn to read, a rule both ways, files for other engines."""

import asyncio
import html
import io
import json
import re
import runpy
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import rulewright.run
from db.open import open_database, sqlite_url
from db.site.serve import build_site
from db.snapshot import make_snapshot
from ingest.pipeline import Options
from rulewright.exits import Exit
from rulewright.ingesting import ingest_documents

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def rows_db(tmp_path_factory: pytest.TempPathFactory) -> str:
    url = sqlite_url(tmp_path_factory.mktemp("rows") / "rows.db")
    samples = [ROOT / "games" / game / "samples" / f"{game}-en.md" for game in ("pig", "hearts", "harvest-fair")]
    assert ingest_documents(url, samples, Options()).problems == []
    return url


@pytest.fixture
def run(rows_db: str) -> Run:
    def run_it(command: str, *options: object) -> tuple[int, str, str]:
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            code = rulewright.run.run([*command.split(), "--db", rows_db, *map(str, options)])
        return code, out.getvalue(), " ".join(err.getvalue().split())

    return run_it


def test_the_turn_is_listed_in_its_order_with_its_rules(run: Run) -> None:
    code, out, _ = run("play hearts --outline")
    told = " ".join(out.replace("│", " ").split())
    assert code == Exit.DONE
    parts = ["phase match", "phase passing", "action pass", "phase trick:", "modifier follow-suit", "ending one-deal"]
    assert [told.index(part) for part in parts] == sorted(told.index(part) for part in parts)
    assert "[follow-suit" in told
    assert "follow-suit: Whoever has a card of the suit that was led must play one." in told


def test_roles_are_listed_before_the_turn_with_what_is_their_own(run: Run) -> None:
    code, out, _ = run("play harvest-fair --outline")
    told = " ".join(out.replace("│", " ").split())
    assert code == Exit.DONE
    for part in (
        "role baker: points: craft-bonus times count of cards in stall with kind bread [craft",
        "role hermit: aim: goods-value is lowest goods-value [hermit",
        "action swap: only the role: peddler; choose card",
        "first: pass every hand left [passing",
        "who is equal wins together; who also wins: aim of role of you is met; otherwise shared [winning",
    ):
        assert part in told


def test_a_simulation_counts_victories_that_were_shared(run: Run) -> None:
    code, out, _ = run("simulate harvest-fair", "--games", 20, "--player", "random", "--jobs", 1)
    assert code == Exit.DONE
    assert re.search(r"shared victory\s+[1-9]", out)


def test_a_rule_of_the_turn_names_the_page_that_prints_it(resist_db: str) -> None:
    with redirect_stdout(io.StringIO()) as out:
        assert rulewright.run.run(["play", "resist", "--outline", "--db", resist_db]) == Exit.DONE
    assert "[plan-play, resist-en.md, page 1]" in " ".join(out.getvalue().replace("│", " ").split())


def test_a_game_with_code_of_its_own_has_no_outline(run: Run) -> None:
    code, _, err = run("play operation-barclay --outline")
    assert code == Exit.WRONG_USE
    assert "is not played from rows" in err


def test_the_site_shows_the_turn_beside_the_print(rows_db: str, tmp_path: Path) -> None:
    site = build_site(make_snapshot(open_database(rows_db, create=False), tmp_path / "site.db"))

    def page(path: str) -> Any:
        return asyncio.run(site.client.get(path))

    shown = page("/cs/turn/hearts")
    assert shown.status_code == 200
    text = html.unescape(shown.text)
    assert 'href="/cs/rule/hearts/follow-suit"' in text
    assert "If you have a card of the suit that was led" in text
    assert "queen-does-not-break" in text
    drawn = re.findall(r'href="#rule-([\w-]+)" lang="en">([\w ]+)</a>( [↻⟳])?', text)
    assert ("trick", "trick", " ⟳") in drawn
    assert [code for _, code, _ in drawn].index("play") < [code for _, code, _ in drawn].index("end of match")
    roles = html.unescape(page("/cs/turn/harvest-fair").text)
    assert "Role <code>hermit</code></strong> <code>aim: goods-value is lowest goods-value</code>" in roles
    assert "/en/turn/hearts" in page("/en/rules/hearts").text
    assert "/en/turn/" not in page("/en/rules/black-orchestra").text
    assert page("/en/turn/black-orchestra").status_code == 404


def test_a_rule_is_played_both_ways_on_the_same_seeds(run: Run) -> None:
    options = ("--games", 40, "--player", "random", "--option", "length=deal", "--jobs", 1)
    code, out, err = run("simulate hearts", "--json", "--compare", "rule:no-points-first points-at-once", *options)
    assert code == Exit.DONE, err
    (found,) = json.loads(out)
    assert found["change"] == "rule:no-points-first points-at-once"
    assert found["games"] == 40
    assert any(outcome["low"] < outcome["high"] for outcome in found["outcomes"])
    _, told, _ = run("simulate hearts", "--compare", "rule:no-points-first points-at-once", *options)
    assert "Hearts and the queen may be played to the first trick." in told


@pytest.mark.parametrize(
    ("game", "compared", "said"),
    [
        ("hearts", "rule:breaking-hearts never", "it has `queen-does-not-break`, `hearts-any-time`"),
        ("pig", "rule:hold never", "The game lists none in its play.toml."),
        ("hearts", "rule:nothing never", "The game has `rule:breaking-hearts queen-does-not-break`"),
    ],
)
def test_a_variant_that_is_not_listed_is_told_with_those_that_are(
    run: Run, game: str, compared: str, said: str
) -> None:
    code, _, err = run(f"simulate {game}", "--games", 2, "--compare", compared)
    assert code == Exit.WRONG_USE
    assert said in err


@pytest.fixture(scope="module")
def conformance(rows_db: str, resist_db: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("conformance")
    for game, db in (("pig", rows_db), ("harvest-fair", rows_db), ("resist", resist_db)):
        with redirect_stdout(io.StringIO()):
            asked = ["export", "--db", db, "--conformance", str(folder), "--game", game, "--traces", "1"]
            assert rulewright.run.run(asked) == Exit.DONE
    return folder


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", ["pig", "harvest-fair", "resist"])
def test_conformance_files_obey_their_schema(conformance: Path, game: str) -> None:
    jsonschema.validate(read(conformance / f"{game}.json"), read(conformance / "conformance.schema.json"))


def test_every_rule_that_a_step_names_is_told_with_its_passages(conformance: Path) -> None:
    data = read(conformance / "resist.json")["data"]
    rules = {rule["code"]: rule for rule in data["rules"]}
    named = {event["rule"] for game in data["games"] for step in game["steps"] for event in step["events"]}
    assert named <= rules.keys()
    assert any(rule["passages"] for rule in rules.values())
    assert [example["code"] for example in data["examples"] if example["state"] and example["passages"]]
    assert any(step["refused"] for step in data["games"][0]["steps"])


def test_what_chance_gave_is_written_where_it_has_one_door(conformance: Path) -> None:
    steps = [step for game in read(conformance / "pig.json")["data"]["games"] for step in game["steps"]]
    rolled = [step for step in steps if step["action"] == "roll"]
    assert all(len(step["chance"]) == 1 and step["is_chance"] for step in rolled)
    assert len({step["chance"][0] for step in rolled}) > 1


def check(file: Path, *command: str) -> tuple[int, str]:
    """Run the runner, as a person would."""
    arguments, sys.argv = sys.argv, ["check_engine.py", str(file), sys.executable, *command]
    try:
        with redirect_stdout(io.StringIO()) as out:
            code: int = runpy.run_path(str(EXAMPLES / "check_engine.py"))["main"]()
    finally:
        sys.argv = arguments
    return code, out.getvalue()


@pytest.mark.parametrize("game", ["pig", "harvest-fair", "resist"])
def test_our_own_engine_in_a_pipe_does_what_the_file_says(
    conformance: Path, rows_db: str, resist_db: str, game: str
) -> None:
    pipe, db = str(EXAMPLES / "engine_in_a_pipe.py"), resist_db if game == "resist" else rows_db
    code, out = check(conformance / f"{game}.json", pipe, game, "--db", db)
    assert (code, ": 0 differences in " in out) == (0, True), out


def test_an_engine_by_another_rule_is_found_out(conformance: Path, rows_db: str) -> None:
    pipe = str(EXAMPLES / "engine_in_a_pipe.py")
    code, out = check(conformance / "pig.json", pipe, "pig", "--db", rows_db, "--set", "die", "bad-face", "6")
    assert code == 1
    assert "game 1, step" in out


def test_what_cannot_be_played_is_named(run: Run, tmp_path: Path) -> None:
    code, _, err = run("export", "--conformance", tmp_path / "out", "--game", "black-orchestra")
    assert code == Exit.DATABASE
    assert "cannot be played yet" in err

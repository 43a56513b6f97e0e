"""`rulewright trace` on saved games, rules, cards and rows."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from db.open import open_database, session
from rules_engine.players import make_player, play_game
from rules_engine.read import read_ruleset
from rulewright.app import app
from rulewright.exits import Exit


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["trace", *map(str, arguments)], env={"COLUMNS": "220"})


@pytest.fixture(scope="module")
def db(resist_db: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which a passage states a rule, and its page has a picture."""
    copy = tmp_path_factory.mktemp("trace") / "resist.db"
    source = resist_db.removeprefix("sqlite:///")
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(copy)) as opened:
        original.backup(opened)
        opened.execute("delete from rule_text")
        opened.execute(
            "insert into rule_text (rule_id, language, passage_id, score, role, position, length) "
            "select r.id, 'cs', g.passage_id, 90, 'rule', 0, 0 from rule r, passage_region g "
            "where r.code = 'plan-choose-mission' order by g.id limit 1"
        )
        opened.execute("update page set image = 'resist-cs-1.png' where id in (select page_id from passage_region)")
        opened.commit()
    return copy


@pytest.fixture(scope="module")
def saved(db: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that was played from the database."""
    with session(open_database(f"sqlite:///{db}", create=False), read_only=True) as opened:
        ruleset = read_ruleset(opened, "resist")
    record = play_game(ruleset, make_player(ruleset, "rules"), seed=7).record
    file = tmp_path_factory.mktemp("games") / "game.json"
    file.write_text(json.dumps(record.to_json()), encoding="utf-8")
    return file


@pytest.fixture
def pictures(db: Path) -> Path:
    """Pictures of pages, where the program looks for them."""
    folder = Path(f"{db}.pages")
    folder.mkdir(exist_ok=True)
    Image.new("RGB", (1200, 1700), "white").save(folder / "resist-cs-1.png")
    return folder


def test_a_saved_game_is_told_event_by_event(db: Path, saved: Path) -> None:
    events = json.loads(run(saved, "--db", db, "--json").stdout)
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert {"plan-choose-mission", "play-side"} <= {event["event"]["rule"] for event in events}
    assert events[0]["sentence"] in " ".join(run(saved, "--db", db).output.split())


def test_an_event_leads_to_its_effect_its_rule_and_the_code(db: Path, saved: Path, tmp_path: Path) -> None:
    events = json.loads(run(saved, "--db", db, "--json").stdout)
    number = next(event["number"] for event in events if event["event"]["effect"])
    explained = json.loads(run(saved, "--db", db, "--event", number, "--json", "--crops", tmp_path).stdout)
    (effect,) = explained["effect"]["effects"]
    assert explained["effect"]["subject"].startswith("card:")
    assert effect["notation"]
    assert explained["summary"].endswith(".")
    assert all(re.match(r"games/resist/play\.toml:\d+ \w+", place) for place in explained["code"])
    shown = run(saved, "--db", db, "--event", number, "--crops", tmp_path).output
    assert effect["notation"] in shown
    assert explained["summary"] in shown
    assert f"Event {number} of {len(events)}, after action" in shown


def test_an_event_leads_to_the_passages_and_a_cutting_of_the_page(
    db: Path, saved: Path, pictures: Path, tmp_path: Path
) -> None:
    events = json.loads(run(saved, "--db", db, "--json").stdout)
    number = next(e["number"] for e in events if e["event"]["rule"] == "plan-choose-mission")
    crops = tmp_path / "crops"
    explained = json.loads(run(saved, "--db", db, "--event", number, "--json", "--crops", crops).stdout)
    (text,) = explained["rule"]["texts"]
    assert (text["language"], text["place"]["file_name"]) == ("cs", "resist-cs.pdf")
    assert text["place"]["boxes"]
    (file,) = explained["crops"]
    with Image.open(file) as cutting, Image.open(pictures / "resist-cs-1.png") as page:
        assert 0 < cutting.width < page.width
        assert 0 < cutting.height < page.height


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        (("{saved}", "--event", "100000"), Exit.UNREADABLE_INPUT, "there is none of the number 100000"),
        (("{tmp}/nothing.json",), Exit.UNREADABLE_INPUT, "cannot be read"),
        (("{other}",), Exit.UNREADABLE_INPUT, "other rules than the database holds now"),
        (("{damaged}",), Exit.UNREADABLE_INPUT, "“fly”, which is not legal there"),
        (("rule:guards-first", "--event", "3"), Exit.WRONG_USE, "only a saved game has events"),
        (("claim:999999",), None, "no claim 999999"),
        (("claim:abc",), None, "`claim:17`"),
        (("scenario:nothing",), None, "no worked example `nothing`"),
    ],
)
def test_a_mistake_is_answered_with_a_sentence(
    db: Path, saved: Path, tmp_path: Path, arguments: tuple[str, ...], exit_code: Exit | None, words: str
) -> None:
    record = json.loads(saved.read_text(encoding="utf-8"))
    files = {"saved": saved, "tmp": tmp_path, "other": tmp_path / "other.json", "damaged": tmp_path / "damaged.json"}
    files["other"].write_text(json.dumps({**record, "fingerprint": "0" * 64}), encoding="utf-8")
    files["damaged"].write_text(json.dumps({**record, "actions": ["fly"]}), encoding="utf-8")
    done = run(*(argument.format(**files) for argument in arguments), "--db", db)
    said = " ".join(done.output.split()) + str(done.exception)
    assert words in said
    if exit_code is not None:  # the front door turns the others into theirs
        assert done.exit_code == exit_code


def test_a_rule_a_card_a_claim_an_effect_and_an_example_can_be_traced(db: Path) -> None:
    rule = json.loads(run("rule:plan-choose-mission", "--db", db, "--json").stdout)
    assert rule["rules"][0]["game"] == "resist"
    assert rule["texts"][0]["place"]["page"] >= 1
    card = json.loads(run("card:abel", "--db", db, "--json").stdout)
    assert {text["language"] for text in card["texts"]} == {"cs", "en", "it", "pl"}
    with closing(sqlite3.connect(db)) as opened:
        query = "select id, value from claim where subject = 'hand' and attribute = 'size' and language = 'cs'"
        number, value = opened.execute(query).fetchone()
        (effect, notation) = opened.execute("select id, notation from effect limit 1").fetchone()
    claim = json.loads(run(f"claim:{number}", "--db", db, "--json").stdout)
    assert claim["subject"] == "hand"
    assert {c["attribute"] for c in claim["claims"]} == {"size"}
    assert (claim["claims"][0]["language"], claim["claims"][0]["value"]) == ("cs", value)
    traced = json.loads(run(f"effect:{effect}", "--db", db, "--json").stdout)
    assert [e["notation"] for e in traced["effects"]] == [notation]
    assert "railroad-bridge" in run("scenario:railroad-bridge", "--db", db).output

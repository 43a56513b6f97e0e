"""Black Orchestra at the table: the map in 80 columns, sentences for what is done, and what a changed fact is worth."""

import io
import random
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from rich.console import Console

import rulewright.run
from db.open import reading, sqlite_url
from ingest.pipeline import Options
from rules_engine.black_orchestra.terminal import draw
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.speech import Speech
from rules_engine.terminal.table import table_of
from rules_engine.terminal.words import TableWords, words_of
from rulewright.ingesting import ingest_documents

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "games" / "black-orchestra" / "samples" / "black-orchestra-en.md"
WIDTH = 80
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def orchestra_db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a database of Black Orchestra, read from its English sample."""
    url = sqlite_url(tmp_path_factory.mktemp("orchestra") / "orchestra.db")
    assert ingest_documents(url, [SAMPLE], Options()).problems == []
    return url


@pytest.fixture(scope="module")
def spoken(orchestra_db: str) -> tuple[Ruleset, TableWords]:
    with reading(orchestra_db) as opened:
        ruleset = read_ruleset(opened, "black-orchestra", "2nd")
    return ruleset, words_of(ruleset, "en")


@pytest.fixture
def run(orchestra_db: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    def do(command: str, *options: object, lines: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        monkeypatch.setenv("COLUMNS", str(WIDTH))
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            code = rulewright.run.run([command, "black-orchestra", "--db", orchestra_db, *map(str, options)])
        return code, out.getvalue(), " ".join(err.getvalue().split())

    return do


def shown(ruleset: Ruleset, words: TableWords, moves: int, seed: int) -> str:
    state, chance = ruleset.start(3, seed, {}), random.Random(seed)
    for _ in range(moves):
        actions = ruleset.legal(state)
        if not actions:
            break
        ruleset.advance(state, chance.choice(actions))
    console = Console(width=WIDTH, file=io.StringIO(), force_terminal=False)
    with console.capture() as captured:
        console.print(draw(ruleset, ruleset.view(state, 0), words))
    return captured.get()


@pytest.mark.parametrize("seed", range(4))
def test_the_map_fits_80_columns_and_names_every_space(spoken: tuple[Ruleset, TableWords], seed: int) -> None:
    ruleset, words = spoken
    table = shown(ruleset, words, 25 * seed, seed)
    assert max(map(len, table.splitlines())) <= WIDTH
    for code in ruleset.spaces:
        name = words.name("location", code)
        assert name[:12].rstrip() in table, name


def test_conspirators_leaders_and_items_stand_where_they_are(spoken: tuple[Ruleset, TableWords]) -> None:
    table = shown(*spoken, moves=0, seed=1)
    assert re.search(r"Train Station 123", table), "all begin at the station"
    assert re.search(r"Deutschlandhalle \? ♚", table), "Hitler begins here, beside an item face down"
    assert "Wehrwolf5" in table, "a space says in which stage it opens"


def test_every_action_of_many_games_is_a_sentence(spoken: tuple[Ruleset, TableWords]) -> None:
    ruleset, words = spoken
    speech = Speech(ruleset, words, table_of("black-orchestra").slots)
    seen: dict[str, str] = {}
    for seed in range(30):
        state, chance = ruleset.start(1 + seed % 5, seed, {}), random.Random(seed)
        while actions := ruleset.legal(state):
            seen |= {action: speech.action(action) for action in actions}
            ruleset.advance(state, chance.choice(actions))
    assert len({action.split()[0] for action in seen}) > 15
    assert not {action for action, said in seen.items() if said == action}


def test_a_game_is_watched_to_its_end(run: Run) -> None:
    code, told, complaints = run("play", "--players", 2, "--watch", "random", "--seed", 4)
    assert (code, complaints) == (0, "")
    assert "The game is over: " in told


def test_the_worth_of_a_changed_fact_is_told_with_its_interval(run: Run) -> None:
    options = ("--games", 30, "--player", "random", "--players", 2, "--jobs", 1)
    code, told, complaints = run("simulate", *options, "--compare", "turn actions 1")
    assert (code, complaints) == (0, "Playing 30 seeds twice: turn actions 1")
    assert "turn actions is 3 in the database" in " ".join(told.split())
    assert "defeat" in told


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("turn actions", "must be a subject, an attribute and a value"),
        ("turn pages 3", "There is no fact `turn` `pages`. The nearest of `turn` are `actions`"),
        ("moon phase full", "There is no subject `moon`. Did you mean"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(run: Run, change: str, message: str) -> None:
    code, _, complaints = run("simulate", "--games", 5, "--compare", change)
    assert code == 2
    assert message in complaints


def test_a_fact_that_play_does_not_use_changes_nothing(run: Run) -> None:
    code, told, _ = run("simulate", "--games", 5, "--compare", "component:reference count 9")
    assert code == 0
    assert "The engine plays the same either way" in " ".join(told.split())


def test_help_is_given_beside_a_table_with_words_of_its_own(run: Run) -> None:
    code, told, complaints = run("play", "--seed", 3, lines="?\n? 1\nq\nn\n")
    assert (code, complaints) == (0, "")
    assert "undo the last action" in told

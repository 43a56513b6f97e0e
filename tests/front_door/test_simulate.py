"""Batches of games: the same numbers however the work is split, and intervals that mean what they say."""

import io
import json
import math
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import delete, select

import rulewright.run
from db.open import open_database, session
from rules_engine.intervals import games_to_tell, paired, wilson
from rules_engine.read import read_ruleset
from rules_engine.simulate import FEWEST_GAMES, Played, Tally, compare_points, widest
from rulewright.commands.simulate import ROWS, draw_histogram
from rulewright.exits import Exit
from schema.results import Simulation

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(resist_db: str) -> Run:
    def simulate(*options: object) -> tuple[int, str, str]:
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            code = rulewright.run.run(["simulate", "resist", "--db", resist_db, *map(str, options)])
        return code, out.getvalue(), " ".join(err.getvalue().split())

    return simulate


@pytest.fixture
def report(run: Run) -> Callable[..., dict[str, Any]]:
    def simulate(*options: object) -> dict[str, Any]:
        code, out, err = run("--json", *options)
        assert code == 0, err
        found: dict[str, Any] = json.loads(out)
        return found

    return simulate


def test_the_same_seed_gives_the_same_numbers_whatever_the_jobs(report: Callable[..., dict[str, Any]]) -> None:
    alone = report("--games", 45, "--player", "random", "--seed", 3, "--jobs", 1)
    together = report("--games", 45, "--player", "random", "--seed", 3, "--jobs", 3)
    assert (alone.pop("timing")["jobs"], together.pop("timing")["jobs"]) == (1, 3)
    assert alone == together
    assert alone["games"] == 45
    other = report("--games", 45, "--player", "random", "--seed", 500, "--jobs", 1)
    assert (other["points"], other["decisions"]) != (alone["points"], alone["decisions"])


def test_batches_of_neighbouring_seeds_add_up(report: Callable[..., dict[str, Any]]) -> None:
    def points(games: int, seed: int) -> Counter[str]:
        found = report("--games", games, "--player", "random", "--seed", seed, "--jobs", 1)
        return Counter(found["points"]["histogram"])

    assert points(12, 1) + points(13, 13) == points(25, 1)


def test_every_number_of_a_report_agrees_with_the_counts(report: Callable[..., dict[str, Any]]) -> None:
    found = report("--games", 60, "--player", "random", "--jobs", 1)
    for counted in ("outcomes", "endings"):
        assert sum(each["count"] for each in found[counted]) == 60
        assert all(each["low"] <= each["share"] <= each["high"] for each in found[counted])
    histogram = {int(points): count for points, count in found["points"]["histogram"].items()}
    assert sum(histogram.values()) == 60
    assert found["points"]["mean"] == pytest.approx(sum(p * n for p, n in histogram.items()) / 60)
    assert found["outcomes"][-1]["or_better"] == 1
    assert found["decisions"]["fewest"] <= found["decisions"]["mean"] <= found["decisions"]["most"]


def test_playing_stops_at_the_same_game_once_shares_are_known_well_enough(
    report: Callable[..., dict[str, Any]],
) -> None:
    alone, together = (report("--player", "random", "--until-ci", 0.07, "--jobs", jobs) for jobs in (1, 2))
    assert alone["games"] == together["games"] >= FEWEST_GAMES
    assert all((each["high"] - each["low"]) / 2 <= 0.07 for each in alone["outcomes"])
    assert report("--player", "random", "--until-ci", 0.001, "--games", 30, "--jobs", 1)["games"] == 30


def test_a_batch_is_stored_once(run: Run, resist_db: str) -> None:
    engine = open_database(resist_db)
    with session(engine) as opened:
        opened.exec(delete(Simulation))
    for option in ("random", "random", "chosen"):
        assert run("--games", 20, "--player", "random", "--option", f"maquis={option}", "--jobs", 1)[0] == 0
    with session(engine, read_only=True) as opened:
        stored = opened.exec(select(Simulation).order_by(Simulation.options)).all()
        assert [json.loads(batch.options)["maquis"] for batch in stored] == ["chosen", "random"]
        assert {(batch.games, batch.player, batch.seed) for batch in stored} == {(20, "random", 1)}
        ruleset = read_ruleset(opened, "resist")
        best = json.loads(stored[0].result)["points"]["most"]
        assert compare_points(opened, ruleset, 0) is None
        above = compare_points(opened, ruleset, best + 100)
        assert above is not None
        assert above.share == 0


def test_a_person_sees_results_and_a_histogram(run: Run) -> None:
    code, out, _ = run("--games", 40, "--player", "random", "--jobs", 1)
    assert code == 0
    assert "40 games of the player “random”, seeds 1 to 40" in out
    assert all(words in out for words in ("Epic Victory", "Loss", "or better", "█"))
    assert "Stored in the table `simulation`." in out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--player", "grandmaster"], "there is no player “grandmaster”"),
        (["--players", "4"], "is played by 1"),
        (["--option", "maquis=best"], "there are maquis=random, maquis=chosen"),
        (["--games", "0"], "greater than or equal to 1"),
    ],
)
def test_a_wrong_option_of_a_batch_gets_a_sentence(run: Run, options: list[str], words: str) -> None:
    code, _, err = run(*options)
    assert code == Exit.WRONG_USE
    assert words in err


def test_wilsons_interval_agrees_with_its_published_values() -> None:
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=5e-5)
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=5e-5)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)


@given(st.integers(1, 100_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_a_share_lies_in_its_interval_and_the_interval_between_0_and_1(counted: tuple[int, int]) -> None:
    count, games = counted
    low, high = wilson(count, games)
    assert 0 <= low <= count / games <= high <= 1
    assert math.isclose(low, 1 - wilson(games - count, games)[1], abs_tol=1e-9), "losing is the mirror of winning"


GAMES_PLAYED = st.lists(
    st.builds(
        Played,
        st.integers(),
        st.sampled_from(["victory", "loss"]),
        st.sampled_from(["a", "b"]),
        st.integers(0, 30),
        st.integers(1, 90),
    ),
    min_size=1,
)


@given(st.lists(GAMES_PLAYED, min_size=1, max_size=5), st.randoms())
def test_tallies_add_up_the_same_in_any_order(parts: list[list[Played]], chance: Any) -> None:
    def added(order: list[list[Played]]) -> Tally:
        whole = Tally()
        for part in order:
            whole.add(part)
        return whole

    shuffled = chance.sample(parts, len(parts))
    assert added(parts) == added(shuffled)
    assert added(parts).outcomes.total() == added(parts).rules.total() == added(parts).points.total()
    assert 0 < widest(added(parts)) <= 0.5


@given(st.dictionaries(st.integers(0, 200), st.integers(1, 10_000), min_size=1))
def test_a_histogram_counts_every_game_in_few_rows(counts: dict[int, int]) -> None:
    lines = list(draw_histogram(counts))
    assert len(lines) <= ROWS
    assert sum(int(line.split()[-2].replace(",", "")) for line in lines) == sum(counts.values())
    assert max(map(len, lines)) <= 80


def test_a_difference_that_cannot_be_told_says_how_many_games_would_tell_it() -> None:
    assert games_to_tell(5, 5, 100) is None
    needed = games_to_tell(8, 12, 100)
    assert needed is not None
    low, _ = paired(8 * needed // 100, 12 * needed // 100, needed)
    assert low == pytest.approx(0, abs=0.005)
    assert paired(8, 12, 100)[0] < 0 < paired(4 * 8 * needed // 100, 4 * 12 * needed // 100, 4 * needed)[0]

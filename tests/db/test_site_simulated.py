"""What charts of simulated games tell, and which games the front page shows."""

import asyncio
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlmodel import select

from db.load_pack import load_pack
from db.open import session
from db.site.serve import build_site
from db.site.simulated import Drawing, bars_of, points_of
from db.snapshot import make_snapshot
from ingest.packs.read import Shared, read_pack
from schema.games import Game

GAMES = Path(__file__).parents[2] / "games"
SHARE = {"share": 0.25, "low": 0.2, "high": 0.31, "count": 250}
POINTS = {"mean": 3.5, "low": 3.1, "high": 3.9, "median": 4, "most": 6, "histogram": {"0": 1, "4": 6, "6": 3}}
PLAYED = {
    "outcomes": [{"outcome": "win", **SHARE}],
    "endings": [{"rule": "enter-city", **SHARE}],
    "points": POINTS,
    "decisions": {"mean": 12.25, "fewest": 3, "most": 40},
}
COMPARED = {
    "change": "turn cards 9",
    "stored_value": "3",
    "obstacle": "",
    "outcomes": [
        {"outcome": "win", "stored": 0.25, "changed": 0.35, "difference": 0.1, "low": 0.02, "high": 0.18},
    ],
    "points": {"mean": -1.5, "low": -2.0, "high": -1.0},
}


def _site(engine: Engine, folder: Path) -> Any:
    return build_site(make_snapshot(engine, folder / "site.db"))


def _page(site: Any, path: str) -> str:
    answer = asyncio.run(site.client.get(path))
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return html.unescape(answer.text)


@pytest.fixture
def simulated(filled: Engine, tmp_path: Path) -> Any:
    """A site with a batch of games and a comparison of two rules."""
    with session(filled) as opened:
        for result in (PLAYED, COMPARED):
            row = {"result": json.dumps(result)}
            opened.connection().execute(
                text(
                    "INSERT INTO simulation (players, player, games, seed, options, supposed, result, game_id, ran_at) "
                    "SELECT 2, 'random', 1000, 1, '{}', '', :result, id, '2026-01-01' FROM game WHERE code = 'monsters'"
                ),
                row,
            )
    return _site(filled, tmp_path)


def test_a_batch_tells_its_outcomes_endings_points_and_length(simulated: Any) -> None:
    page = _page(simulated, "/en/game/monsters")
    assert "Points: 3.5 on average (3.1 to 3.9), median 4, most 6." in page
    assert "Decisions in a game: 12.2 on average, 3 to 40." in page
    assert re.search(r'<th scope="row"><a href="/en/rule/monsters/enter-city">', page)
    assert page.count("25.0 %") >= 2


def test_the_histogram_is_drawn_and_stands_as_a_table(simulated: Any) -> None:
    page = _page(simulated, "/en/game/monsters")
    drawn = page.partition('class="histogram" aria-hidden="true"')[2].partition("</svg>")[0]
    assert drawn.count('class="part-1"') == 3
    assert drawn.count('class="whisker"') == 1
    assert '<tr><th scope="row">4</th><td class="num">6</td></tr>' in page


def test_compared_variants_stand_apart_from_games_as_the_rules_are(simulated: Any) -> None:
    page = _page(simulated, "/en/game/monsters")
    compared = page.partition("Compared variants")[2]
    assert "<code>turn cards 9</code>" in compared
    assert "+10.0" in compared
    assert "Points: −1.5 on average (−2.0 to −1.0)." in compared
    assert "turn cards 9" not in page.partition("Compared variants")[0]


def test_bars_share_out_all_games_over_equal_stretches() -> None:
    counted = {-3: 2, 0: 5, 96: 1}
    bars = bars_of(counted, Drawing(bars=10))
    assert len(bars) <= 10
    assert sum(bar["games"] for bar in bars) == 8
    assert (bars[0]["first"], bars[-1]["last"]) == (-3, 96)
    assert {bar["last"] - bar["first"] + 1 for bar in bars} == {10}


@pytest.mark.parametrize("points", [None, {}, {**POINTS, "histogram": {"0": 60}}])
def test_a_game_without_points_has_no_histogram(points: dict[str, Any] | None) -> None:
    assert points_of({"points": points}) is None


def test_games_that_were_read_stand_before_those_that_only_could_be(filled: Engine, tmp_path: Path) -> None:
    with session(filled) as opened:
        load_pack(opened, read_pack(GAMES / "pig", Shared.of(GAMES)))
        assert len(opened.exec(select(Game)).all()) > 1
    page = _page(_site(filled, tmp_path), "/en")
    assert page.count('<article class="game">') == 1
    assert '<a href="/en/game/pig">Pig</a>' in page.partition("Games it could read")[2]


def test_where_nothing_was_read_all_games_are_shown(packed: Engine, tmp_path: Path) -> None:
    page = _page(_site(packed, tmp_path), "/en")
    assert page.count('<article class="game">') == 1
    assert "Games it could read" not in page

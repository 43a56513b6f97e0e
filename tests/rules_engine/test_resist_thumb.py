"""Rules of thumb for Resist!: what an attack is enough for, who is revealed for it, and what actions are for."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.players import make_player, play_game
from rules_engine.resist.outlook import Goal, Share, Target, best_plan
from rules_engine.ruleset import Ruleset

Lay = Callable[..., Any]
BRIDGE, BORDER = "destroy-the-railroad-bridge", "cross-the-border"
WINS = ("minor-victory", "victory", "major-victory", "epic-victory")


def says(table: Any) -> str:
    """What the rules of thumb do on a table."""
    return str(make_player(table.ruleset, "rules")(table.state, table.legal))


def test_a_guard_is_paid_for_before_the_mission() -> None:
    goal = Goal(3, 10, (Target(2, 1, guards=1), Target(1, 1)))
    assert [goal.best(attack)[2] for attack in (4, 5, 6)] == [False, True, True]
    assert [len(goal.best(attack)[1]) for attack in (5, 6)] == [1, 2]


def test_who_shields_others_falls_first() -> None:
    shield, other = Target(3, 1, shields=True), Target(1, 5)
    goal = Goal(99, 0, (shield, other))
    assert [goal.best(attack)[1] for attack in (2, 3, 4)] == [(), (shield,), (shield, other)]


def test_the_dearest_are_discarded_and_the_others_fought() -> None:
    goal = Goal(99, 0, (Target(4, 1), Target(1, 1)))
    assert [len(goal.best(1, rid)[1]) for rid in (0, 1)] == [1, 2]


def test_enemies_left_standing_take_from_the_prize() -> None:
    assert Goal(1, 10, (Target(5, 1),), per_standing=4).best(1)[0] == 6


def test_maquis_are_revealed_only_for_what_is_worth_it() -> None:
    sides = [Share(1), Share(3, cost=2, is_revealed=True)]
    revealed = [
        sum(s.is_revealed for s in best_plan(Goal(price, 10, ()), 0, [sides, sides])[1]) for price in (2, 4, 6, 7)
    ]
    assert revealed == [0, 1, 2, 0]


def test_no_more_are_revealed_than_a_card_allows() -> None:
    sides = [Share(1), Share(3, cost=2, is_revealed=True)]
    goal = Goal(6, 10, (), most_revealed=1)
    assert sum(share.is_revealed for share in best_plan(goal, 0, [sides, sides])[1]) == 0


@pytest.mark.parametrize(
    ("hand", "missions", "chosen", "play"),
    [
        (["ricardo", "roberto"], {BRIDGE: [], BORDER: []}, BRIDGE, "play ricardo revealed use"),
        (["roberto"], {BORDER: [], BRIDGE: []}, BORDER, "play roberto revealed"),
        (["anastasio", "carlos", "ramona"], {BORDER: ["guard-3"], BRIDGE: []}, BORDER, "play anastasio hidden use"),
    ],
    ids=["halve-the-mission", "attack", "discard-the-guard"],
)
def test_what_maquis_do_is_used_for_the_mission(
    lay: Lay, hand: list[str], missions: dict[str, list[str]], chosen: str, play: str
) -> None:
    table = lay(hand=hand, missions=missions, hidden=[]).do(f"choose {chosen}")
    played = []
    while any(action.startswith("play ") for action in table.legal):
        played.append(says(table))
        table.do(played[-1])
    assert play in played


def test_rules_of_thumb_win_some_games(resist: Ruleset) -> None:
    """Of 2,000 games on other seeds one in twelve is won; those that only counted attack won three."""
    games = [play_game(resist, make_player(resist, "rules"), seed=seed).result for seed in range(200)]
    assert sum(game.outcome in WINS for game in games) >= 4
    assert sum(game.points for game in games) / len(games) > 6

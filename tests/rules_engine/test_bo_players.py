"""Players of Black Orchestra: rules of thumb that gather and strike, a search that judges what it does not play out."""

from typing import Any

import pytest

from rules_engine.black_orchestra.players import QuickPlayer, RulePlayer
from rules_engine.black_orchestra.value import AHEAD, KEPT, is_far, worth
from rules_engine.players import at_random, by_search, make_player, play_game
from rules_engine.ruleset import Ruleset

MUNICH = {"hitler": "munich", "goring": "hannover", "bormann": "hannover"}
"""Next to Nuremberg; nobody else is there."""
STRIKER = {"motivation": "committed", "suspicion": "low", "cards": ["hidden-bomb"], "items": ["explosives", "keys"]}
HELPER = {"suspicion": "low", "items": ["explosives", "explosives"]}


def choice(table: Any) -> str:
    return RulePlayer(table.ruleset.engine)(table.state, table.legal)


def munich(seat: Any, edition: str, striker: str, helper: str, active: str = "kordt") -> Any:
    people = {"kordt": {**STRIKER, "location": striker}, "canaris": {**HELPER, "location": helper}}
    return seat(edition, conspirators=people, leaders=MUNICH, squares={}, stage=5, active=active, actions_left=1)


def test_who_is_to_strike_waits_next_door_for_who_helps(seat: Any) -> None:
    """With what Canaris has it is far likelier, but only where items of others count."""
    assert choice(munich(seat, "2nd", "nuremberg", "vienna")) != "move munich"
    assert choice(munich(seat, "2nd", "nuremberg", "munich")) == "move munich"
    assert choice(munich(seat, "1st", "nuremberg", "vienna")) == "move munich"


def test_who_helps_comes_to_where_the_plot_can_be_carried_out(seat: Any) -> None:
    assert choice(munich(seat, "2nd", "nuremberg", "vienna", "canaris")) == "move munich"


def test_a_plot_is_attempted_when_all_are_there(seat: Any) -> None:
    assert choice(munich(seat, "2nd", "munich", "munich")) == "plot hidden-bomb"
    assert choice(munich(seat, "2nd", "munich", "hannover")) != "plot hidden-bomb"


def test_an_item_that_the_plan_needs_is_not_delivered(seat: Any) -> None:
    people = {"kordt": {**STRIKER, "suspicion": "high", "location": "zeughaus"}, "canaris": {}}
    assert choice(seat("2nd", conspirators=people, squares={}, actions_left=1)) != "deliver keys"
    people["kordt"]["items"] = ["explosives", "keys", "keys"]
    assert choice(seat("2nd", conspirators=people, squares={}, actions_left=1)) == "deliver keys"


@pytest.mark.parametrize("edition", ["black_orchestra", "black_orchestra_1st"])
def test_rules_of_thumb_win_more_often_than_one_game_in_sixteen(edition: str, request: pytest.FixtureRequest) -> None:
    """They won two or three in a hundred before they gathered."""
    game: Ruleset = request.getfixturevalue(edition)
    ends = [play_game(game, make_player(game, "rules"), seed=seed, players=2).result for seed in range(48)]
    assert sum(end.outcome == "victory" for end in ends) >= 3


def test_neither_player_looks_at_what_is_hidden(black_orchestra: Ruleset) -> None:
    engine: Any = black_orchestra.engine
    chance = at_random(2)
    for seed in range(3):
        state = black_orchestra.start(3, seed=seed)
        while actions := black_orchestra.legal(state):
            alike = engine.redeal(state, 0, seed + 1)
            found = black_orchestra.legal(alike)
            assert RulePlayer(engine)(alike, found) == RulePlayer(engine)(state, actions)
            assert QuickPlayer(engine)(alike, found) == QuickPlayer(engine)(state, actions)
            assert engine.worth(alike) == engine.worth(state)
            black_orchestra.advance(state, chance(state, actions))


def test_the_same_seed_deals_the_same_whatever_is_hidden(black_orchestra: Ruleset) -> None:
    engine = black_orchestra.engine
    state = black_orchestra.start(3, seed=1)
    other = engine.redeal(state, 0, 7)
    assert engine.save(other) != engine.save(state)
    assert engine.save(engine.redeal(other, 0, 3)) == engine.save(engine.redeal(state, 0, 3))


def test_a_search_judges_a_state_after_a_turn_or_when_a_plot_is_attempted(seat: Any) -> None:
    table = munich(seat, "2nd", "munich", "munich")
    before = table.state.copy()
    engine = table.ruleset.engine
    assert not is_far(engine, before, table.state)
    table.do("plot hidden-bomb")
    assert is_far(engine, before, table.state)
    assert not is_far(engine, table.state, table.state.copy())
    later = before.copy()
    later.turn += AHEAD
    assert is_far(engine, before, later)


def test_a_state_is_worth_the_chance_of_what_is_attempted(seat: Any) -> None:
    """Of six dice three targets and fewer than three eagles: the plot, a civilian, three explosives, keys."""
    table = munich(seat, "2nd", "munich", "munich")
    engine, before = table.ruleset.engine, worth(table.ruleset.engine, table.state)
    table.do("plot hidden-bomb")
    chance = 0.3157
    assert worth(engine, table.state) == pytest.approx(chance + (1 - chance) * KEPT * before, abs=0.002)
    table.state.outcome = ("victory", 0, "")
    assert worth(engine, table.state) == 1.0
    table.state.outcome = ("defeat", 0, "")
    assert worth(engine, table.state) == 0.0


def test_courage_items_and_calm_are_worth_something(seat: Any) -> None:
    def value(**kordt: Any) -> float:
        people = {"kordt": {**STRIKER, "location": "hannover", **kordt}, "canaris": {}}
        table = seat("2nd", conspirators=people, leaders=MUNICH, stage=5)
        return worth(table.ruleset.engine, table.state)

    assert value() > value(suspicion="extreme")
    assert value() > value(items=[])
    assert value() > value(motivation="timid")
    assert value() > value(cards=[])


def test_a_search_of_a_fixed_seed_repeats_itself(black_orchestra: Ruleset) -> None:
    def first(count: int) -> list[str]:
        state, player, done = black_orchestra.start(3, seed=5), by_search(black_orchestra, 1, rollouts=2), []
        for _ in range(count):
            done.append(player(state, black_orchestra.legal(state)))
            black_orchestra.advance(state, done[-1])
        return done

    assert first(25) == first(25)

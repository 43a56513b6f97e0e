"""The odds of plots, and rules of thumb that use nothing that is hidden and let go of what betrays them."""

from math import comb

import pytest

from rules_engine.black_orchestra.odds import rolled, success
from rules_engine.black_orchestra.plans import Thumbs
from rules_engine.black_orchestra.players import RulePlayer
from rules_engine.black_orchestra.prison import DONE
from rules_engine.black_orchestra.rulebook import SUSPICION
from rules_engine.players import make_player
from rules_engine.ruleset import Ruleset

NOW_AND_THEN = 7
"""Every so many states are looked at from another deal."""


def test_targets_alone_follow_the_binomial() -> None:
    whole = sum(comb(4, hits) * 2**hits * 4 ** (4 - hits) for hits in (3, 4)) / 6**4
    assert success(4, allowed=4, needed=3) == pytest.approx(whole)


def test_a_roll_succeeds_is_detected_or_fails() -> None:
    for dice in range(1, 8):
        roll = rolled(dice, 1, 3)
        assert 0 <= roll.success + roll.detected <= 1
        assert roll.detected == pytest.approx(1 - (5 / 6) ** dice - dice * (1 / 6) * (5 / 6) ** (dice - 1))
    assert rolled(3, -1, 2).detected == 1


def test_what_a_detection_undoes_counts_against_a_roll() -> None:
    calm, watched = rolled(4, 2, 3), rolled(4, 0, 3)
    assert calm.worth > watched.worth
    assert watched.worth < watched.success


@pytest.mark.parametrize("edition", ["black_orchestra", "black_orchestra_1st"])
def test_rules_of_thumb_do_not_look_at_what_is_hidden(edition: str, request: pytest.FixtureRequest) -> None:
    game: Ruleset = request.getfixturevalue(edition)
    player = make_player(game, "rules")
    for seed in range(3):
        state, number = game.start(3, seed, {}), 0
        while actions := game.legal(state):
            number += 1
            if number % NOW_AND_THEN == 0 and len(actions) > 1:
                alike = game.engine.redeal(state, game.to_move(state), seed + 1)
                assert player(alike, game.legal(alike)) == player(state, actions)
            game.advance(state, player(state, actions))


def test_restricted_cards_go_before_a_raid_while_they_would_betray(black_orchestra_1st: Ruleset) -> None:
    game = black_orchestra_1st
    restricted = next(card.code for card in game.cards if card.kind == "illegal")
    state = game.start(2, 1, {})
    state.asker = state.active
    player, options = RulePlayer(game.engine, Thumbs(borne=1)), [f"discard {restricted}", DONE]
    for suspicion, answer in ((0, DONE), (1, options[0])):
        state.conspirators[state.active].levels[SUSPICION] = suspicion
        assert player(state, options) == answer

"""The months of Operation Barclay: turns, drawing, predictions, and how a month goes over into the next."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.players import at_random
from rules_engine.ruleset import Ruleset

LCS, ABWEHR = 0, 1
Lay = Callable[..., Any]
DULL = {"abwehr": ["pink-2", "red-3", "blue-4", "green-8"], "lcs": ["pink-3", "red-4", "blue-8", "green-9"]}
"""Cards without an effect."""


def turns(ruleset: Ruleset, seed: int) -> list[tuple[int, str, int, str]]:
    """Month, phase, player and first word of every action of a random game."""
    state, chance, taken = ruleset.start(2, seed, {"tokens": "random"}), random.Random(seed), []
    while actions := ruleset.legal(state):
        action = chance.choice(actions)
        view = ruleset.view(state, ABWEHR)
        taken.append((view["month"], view["phase"], ruleset.to_move(state), action.split()[0]))
        ruleset.advance(state, action)
    return taken


@pytest.mark.parametrize("seed", range(4))
def test_cards_are_played_in_turn_and_the_abwehr_begins(operation_barclay: Ruleset, seed: int) -> None:
    taken = turns(operation_barclay, seed)
    for month in range(1, taken[-1][0] + 1):
        for phase, count in (("first-cards", 3), ("last-cards", 2)):
            players = [player for m, p, player, verb in taken if (m, p, verb) == (month, phase, "play")]
            assert players == [ABWEHR, LCS] * count
        predictors = [player for m, _, player, verb in taken if (m, verb) == (month, "predict")]
        assert predictors == [ABWEHR, LCS]


def test_after_a_card_the_hand_is_filled_from_a_deck_of_choice(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=DULL, deck={"intelligence": ["pink-4"], "defector": ["red-8"]})
    table.do("play pink-2")
    assert table.legal == ["draw intelligence", "draw abwehr", "draw defector"]
    assert table.refused("draw lcs") == "draw-own-side"
    assert table.refused("play red-3") == "phase-order"
    table.do("draw defector")
    assert table.sees("hand", ABWEHR) == ["red-3", "blue-4", "green-8", "red-8"]
    assert table.sees("to-move") == "lcs"


def test_with_short_decks_play_goes_on_with_a_smaller_hand(lay_barclay: Lay) -> None:
    empty: dict[str, list[str]] = {"intelligence": [], "defector": [], "abwehr": [], "lcs": []}
    table = lay_barclay(hand={"abwehr": ["pink-2", "red-3"], "lcs": ["pink-3"]}, deck=empty)
    table.do("play pink-2", "play pink-3")
    assert table.legal == ["play red-3"]
    table.do("play red-3")
    assert table.legal == ["pass"]
    table.do("pass", "pass", "pass", "predict lcs", "predict lcs")
    assert table.sees("phase") == "last-cards"
    assert table.refused("draw intelligence") == "draw-after-play"


def test_an_empty_deck_cannot_be_drawn_from(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=DULL, deck={"intelligence": []})
    table.do("play pink-2")
    # The own deck is the only one with cards, so that there is nothing to choose.
    assert table.sees("enemy-hand", LCS) == {"abwehr": 1, "intelligence": 3}


def test_the_last_cards_lie_face_down_until_the_evaluation(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=DULL, phase="last-cards", analysis={"abwehr": "lcs", "lcs": "abwehr"})
    table.do("play pink-2", "draw abwehr")
    assert table.sees("spaces", LCS)["abwehr"] == [{"card": None, "back": "intelligence", "face-down": True}]
    assert table.sees("spaces", ABWEHR)["abwehr"][0]["card"] == "pink-2"


def test_played_cards_go_to_the_discard_piles_and_hands_are_kept(operation_barclay: Ruleset) -> None:
    state = operation_barclay.start(2, 5, {"tokens": "random"})
    player = at_random(5)
    spaces: list[list[str]] = []
    while state.month == 1:
        spaces = [[table_code(operation_barclay, lying.card) for lying in space] for space in state.spaces]
        operation_barclay.advance(state, player(state, operation_barclay.legal(state)))
    discards = operation_barclay.view(state, LCS)["discards"]
    assert [set(spaces[LCS]) <= set(discards["lcs"]), set(spaces[ABWEHR]) <= set(discards["abwehr"])] == [True, True]
    assert [len(hand) for hand in state.hands] == [4, 4]
    assert state.spaces == [[], []]


def table_code(ruleset: Ruleset, card: int) -> str:
    return ruleset.engine.codes[card]  # type: ignore[attr-defined, no-any-return]


def test_evidence_tokens_are_drawn_anew_every_month(operation_barclay: Ruleset) -> None:
    state, player, drawn = operation_barclay.start(2, 8, {"tokens": "random"}), at_random(8), {}
    while actions := operation_barclay.legal(state):
        if state.phase == 2:
            drawn[state.month] = [list(field) for field in state.fields]
            assert sorted(colour for field in state.fields for colour in field) == [0, 1, 2, 3, 4, 5]
        operation_barclay.advance(state, player(state, actions))
    assert len({str(fields) for fields in drawn.values()}) > 1


def test_a_card_for_the_analysis_is_played_in_no_other_phase(lay_barclay: Lay) -> None:
    hand = {"lcs": ["ultra", "red-4", "blue-8", "green-9"], "abwehr": DULL["abwehr"]}
    for phase in ("first-cards", "last-cards"):
        table = lay_barclay(hand=hand, phase=phase, turn="lcs")
        assert "play ultra" not in table.legal
        assert table.refused("play ultra") == "effect-in-its-phase"


def test_a_player_predicts_once(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=DULL, phase="analysis")
    assert table.legal == ["predict lcs", "predict abwehr"]
    table.do("predict abwehr")
    assert table.sees("to-move") == "lcs"
    assert table.sees("predictions", LCS) == {"lcs": None, "abwehr": "face-down"}
    table.do("predict abwehr")
    assert table.refused("predict lcs") == "analysis"


def test_changed_numbers_of_cards_change_a_month(barclay_rows: Any) -> None:
    barclay_rows.state_fact("month", "cards.face-up", 2)
    barclay_rows.state_fact("month", "cards.face-down", 1)
    taken = turns(barclay_rows.ruleset(), 1)
    played = [phase for month, phase, _, verb in taken if (month, verb) == (1, "play")]
    assert played.count("first-cards") == 4
    assert played.count("last-cards") == 2


@pytest.mark.parametrize(("attribute", "left"), [("cards.face-down", "first-cards"), ("cards.face-up", "last-cards")])
def test_a_phase_without_cards_goes_by(barclay_rows: Any, attribute: str, left: str) -> None:
    barclay_rows.state_fact("month", attribute, 0)
    assert {phase for _, phase, _, _ in turns(barclay_rows.ruleset(), 1)} == {left, "analysis", "evaluation"}


def test_a_changed_number_of_months_changes_the_end(barclay_rows: Any) -> None:
    barclay_rows.state_fact("month", "count", 2)
    ruleset = barclay_rows.ruleset()
    player, ended = at_random(2), set()
    for seed in range(10):
        state = ruleset.start(2, seed, {"tokens": "random"})
        while actions := ruleset.legal(state):
            ruleset.advance(state, player(state, actions))
        ended.add(ruleset.result(state).points)
    assert ended == {2}

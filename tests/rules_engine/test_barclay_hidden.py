"""What is hidden in Operation Barclay stays hidden: in views, events, saved games and what is dealt anew."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules_engine.game import told_to
from rules_engine.ruleset import Ruleset

LCS, ABWEHR = 0, 1
FACTIONS = ("lcs", "abwehr")
GREEN, UP, PEEKED, DOWN = 1, 2, 4, 1
Lay = Callable[..., Any]
HANDS = {"abwehr": ["pink-2", "red-3", "blue-4", "green-8"], "lcs": ["pink-3", "red-4", "blue-8", "green-9"]}


def walk(ruleset: Ruleset, seed: int) -> Iterator[tuple[Any, str]]:
    """The states of a random game and what is done in each."""
    state, chance = ruleset.start(2, seed), random.Random(seed)
    while actions := ruleset.legal(state):
        action = chance.choice(actions)
        yield state, action
        ruleset.advance(state, action)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("player", [LCS, ABWEHR])
def test_states_that_look_the_same_are_dealt_anew_and_saved_the_same(
    operation_barclay: Ruleset, seed: int, player: int
) -> None:
    engine: Any = operation_barclay.engine
    for number, (state, _) in enumerate(walk(operation_barclay, seed)):
        if number % 4:
            continue
        other = engine.redeal(state, player, number)
        assert operation_barclay.view(other, player) == operation_barclay.view(state, player)
        assert engine.redeal(other, player, seed) == engine.redeal(state, player, seed)
        assert engine.save_for(other, player) == engine.save_for(state, player)


def secrets_of(ruleset: Ruleset, event: Any) -> Iterator[str]:
    """The cards that an event names."""
    for name, value in event.data.items():
        if name in ("card", "new", "actor") and value in ruleset.engine.number_of:  # type: ignore[attr-defined]
            yield str(value)


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_told_of_a_card_that_they_do_not_know(operation_barclay: Ruleset, seed: int) -> None:
    cards: Any = operation_barclay.engine
    is_masked = False
    for state, action in walk(operation_barclay, seed):
        events: list[Any] = []
        after = state.copy()
        operation_barclay.advance(after, action, events)
        for event in events:
            for player in (LCS, ABWEHR):
                told = told_to(operation_barclay.engine, event, player)
                assert told is not None
                assert operation_barclay.tell(told).endswith(".")
                is_masked = is_masked or told != event
                for card in secrets_of(operation_barclay, told):
                    assert after.known[cards.number_of[card]] >> player & 1, (told, FACTIONS[player])
    assert is_masked


def heard(ruleset: Ruleset, state: Any, action: str, player: int) -> list[Any]:
    """What a player hears of an action."""
    events: list[Any] = []
    assert ruleset.advance(state, action, events) is None
    return [told_to(ruleset.engine, event, player) for event in events]


@pytest.mark.parametrize(
    ("given", "one", "other"),
    [
        ({"phase": "last-cards", "turn": "lcs"}, "play pink-3", "play blue-8"),
        ({"phase": "analysis", "analysis": {"abwehr": "lcs"}}, "predict lcs", "predict abwehr"),
    ],
)
def test_what_is_done_face_down_sounds_and_looks_the_same(
    lay_barclay: Lay, given: dict[str, Any], one: str, other: str
) -> None:
    tables = [lay_barclay(hand=HANDS, **given) for _ in range(2)]
    ruleset = tables[0].ruleset
    told = [heard(ruleset, table.state, action, ABWEHR) for table, action in zip(tables, (one, other), strict=True)]
    assert told[0] == told[1]
    assert ruleset.view(tables[0].state, ABWEHR) == ruleset.view(tables[1].state, ABWEHR)
    assert ruleset.view(tables[0].state, LCS) != ruleset.view(tables[1].state, LCS)
    own = [lay_barclay(hand=HANDS, **given) for _ in range(2)]
    assert heard(ruleset, own[0].state, one, LCS) != heard(ruleset, own[1].state, other, LCS)


def test_the_set_up_sounds_the_same_wherever_the_offensives_are(operation_barclay: Ruleset) -> None:
    told, views = [], []
    for actions in (
        ("primary sicily", "secondary dodecanese", "lay south-france green green red red red"),
        ("primary south-france", "secondary sicily", "lay south-france green green green green red"),
    ):
        state = operation_barclay.start(2, 4)
        told.append([event for action in actions for event in heard(operation_barclay, state, action, ABWEHR)])
        views.append(operation_barclay.view(state, ABWEHR))
    assert told[0] == told[1]
    assert views[0] == views[1]


def test_a_card_that_was_drawn_is_told_to_its_owner_alone(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=HANDS, deck={"intelligence": ["purple-9"]})
    table.do("play pink-2")
    told = {
        player: heard(table.ruleset, table.state.copy(), "draw intelligence", player)[0] for player in (LCS, ABWEHR)
    }
    assert (told[ABWEHR].kind, told[ABWEHR].data["card"]) == ("drew", "purple-9")
    assert (told[LCS].kind, dict(told[LCS].data)) == ("drew-unseen", {"faction": "abwehr", "deck": "intelligence"})


def test_a_game_saved_for_a_player_holds_no_secret_of_the_other(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=HANDS, tokens={}, offensives={"primary": "sicily", "secondary": "dodecanese"})
    engine = table.ruleset.engine
    saved = [engine.save_for(table.state, ABWEHR, seed) for seed in range(40)]
    assert all(entry["hand"][ABWEHR] == HANDS["abwehr"] for entry in saved)
    assert len({json.dumps(entry["hand"][LCS]) for entry in saved}) > 30
    assert {entry["primary"] for entry in saved} == set(engine.regions)
    assert {engine.load(entry).chance for entry in saved}.isdisjoint({table.state.chance})


def test_offensives_that_are_dealt_anew_fit_what_the_abwehr_has_seen(lay_barclay: Lay) -> None:
    tokens = {"sicily": {"green": 3}, "dodecanese": {"red": 2}, "peloponnese": {"red": 3}}
    table = lay_barclay(tokens=tokens, offensives={"primary": "sicily", "secondary": "south-france"})
    table.state.tokens[0] |= PEEKED
    engine = table.ruleset.engine
    dealt = [engine.redeal(table.state, ABWEHR, seed) for seed in range(300)]
    assert {state.primary for state in dealt} == {0, 1, 2}
    for state in dealt:
        assert state.tokens[0] == table.state.tokens[0]
        greens = [sum(token & GREEN for token in state.tokens[at * 5 : at * 5 + 5]) for at in range(5)]
        assert sorted(greens) == [2, 2, 2, 3, 4]
        assert greens[state.primary] == 4
        assert greens[state.secondary] == 3
    assert engine.redeal(table.state, LCS, 1).tokens == table.state.tokens


def test_a_card_that_cannot_lie_face_down_is_not_dealt_there(lay_barclay: Lay) -> None:
    table = lay_barclay(
        hand={**HANDS, "lcs": ["ultra", "safe-house", "pink-3", "red-4"]},
        face_down={"lcs": ["radio-chatter"]},
        phase="last-cards",
        deck={"lcs": []},
    )
    engine = table.ruleset.engine
    ultra = engine.number_of["ultra"]
    held = set()
    for seed in range(60):
        state = engine.redeal(table.state, ABWEHR, seed)
        (down,) = [lying.card for lying in state.spaces[LCS] if lying.facing == DOWN]
        assert down != ultra
        held.add(down)
    assert len(held) == 2


def test_a_peeked_card_stays_known_until_it_is_played(lay_barclay: Lay) -> None:
    table = lay_barclay(hand={**HANDS, "abwehr": ["listening-post", *HANDS["abwehr"][1:]]}, phase="analysis")
    table.do("play listening-post", "predict abwehr", "draw abwehr", "predict lcs")
    known = table.sees("enemy-known", ABWEHR)
    assert len(known) == 2
    table.do(table.legal[0], "draw abwehr", f"play {known[0]}", "draw lcs")
    # Whether the card was played face down or is still held, the Abwehr cannot tell.
    assert table.sees("enemy-known", ABWEHR) == known
    engine = table.ruleset.engine
    number = engine.number_of[known[0]]
    places = {number in engine.redeal(table.state, ABWEHR, seed).hands[LCS] for seed in range(40)}
    assert places == {True, False}

"""What every game that the engine plays whole must keep to, whatever its rules are."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.game import Player
from rules_engine.playable import playable_games
from rules_engine.players import at_random, make_player, play_game
from rules_engine.record import Record, replay
from rules_engine.ruleset import Ruleset

FROM_ROWS = sorted(file.parent.name for file in (Path(__file__).parents[2] / "games").glob("*/play.toml"))
WHOLE = list(dict.fromkeys([*playable_games(), *FROM_ROWS]))
LONGEST = 2_000
"""No game takes more actions than this."""
IS_THOROUGH = settings.get_current_profile_name() == "thorough"
SHORT, MANY = 40, 120_000 if IS_THOROUGH else 40_000
"""States that are always looked at, and actions that are enough for a test of many games."""
FEW = settings(max_examples=60 if IS_THOROUGH else 15, suppress_health_check=[HealthCheck.function_scoped_fixture])
SEEDS = st.integers(0, 2**40)


@pytest.fixture(scope="session", params=WHOLE)
def game(request: pytest.FixtureRequest) -> Ruleset:
    """The ruleset of each game, from a fixture that is called as the game is."""
    ruleset: Ruleset = request.getfixturevalue(request.param.replace("-", "_"))
    return ruleset


def fewest(game: Ruleset) -> int:
    """The fewest players that the game can be played by."""
    return game.engine.players[0]


def starts(game: Ruleset, seed: int) -> Any:
    """A first state, with options that differ from seed to seed."""
    options = {name: values[seed % len(values)] for name, values in game.choices.items()}
    players = game.engine.players
    return game.start(players[seed % len(players)], seed, options)


def walk(game: Ruleset, seed: int) -> Iterator[tuple[Any, list[str], str]]:
    """The states of a random game, what is legal in each, and what is done; games are drawn out, to see more."""
    state, chance = starts(game, seed), random.Random(seed)
    while actions := list(game.legal(state)):
        likely = [action for action in actions if action != "end"] or actions
        action = chance.choice(likely if chance.random() < 0.9 else actions)
        yield state, actions, action
        assert game.advance(state, action) is None
    yield state, [], ""


def leaning(seed: int) -> Player:
    """A player at random who likes some kinds of actions up to ten times as much as others."""
    chance, liking = random.Random(seed), dict[str, float]()

    def choose(_: Any, actions: Sequence[str]) -> str:
        kinds: dict[str, list[str]] = {}
        for action in actions:
            kinds.setdefault(action.split(" ")[0], []).append(action)
        weights = [liking.setdefault(kind, 10 ** -chance.random()) for kind in kinds]
        return chance.choice(kinds[chance.choices(list(kinds), weights)[0]])

    return choose


def some(walked: Iterator[tuple[Any, list[str], str]]) -> Iterator[tuple[Any, list[str], str]]:
    """Of a long game, the beginning and then every third state: enough where each look is dear."""
    return (entry for number, entry in enumerate(walked) if number < SHORT or number % 3 == 0)


@FEW
@given(seed=SEEDS)
def test_what_is_legal_applies_and_leaves_the_given_state_alone(game: Ruleset, seed: int) -> None:
    for state, actions, _ in walk(game, seed):
        before = state.copy()
        assert len(set(actions)) == len(actions)
        for action in actions:
            applied = game.apply(state, action)
            assert not hasattr(applied, "sentence"), f"{action}: {applied}"
            assert applied.state != before  # type: ignore[union-attr]
        assert state == before


@FEW
@given(seed=SEEDS, other=SEEDS)
def test_what_is_not_legal_is_refused_and_changes_nothing(game: Ruleset, seed: int, other: int) -> None:
    others = random.Random(other)
    known = sorted({action for number in range(3) for _, actions, _ in walk(game, number) for action in actions})
    for state, actions, _ in walk(game, seed):
        before = state.copy()
        for action in [*others.sample(known, min(len(known), 25)), "", "nonsense", f"{known[0]} twice"]:
            if action not in actions:
                refusal = game.advance(state, action)
                assert refusal is not None, action
                assert refusal.sentence.endswith(".")
                assert refusal.rule in game.rules
        assert state == before


@FEW
@given(seed=SEEDS)
def test_advancing_in_place_does_what_applying_does(game: Ruleset, seed: int) -> None:
    for state, actions, action in walk(game, seed):
        if not actions:
            continue
        silent, told = state.copy(), state.copy()
        events: list[Any] = []
        game.advance(silent, action)
        game.advance(told, action, events)
        applied = game.apply(state, action)
        assert silent == told == applied.state  # type: ignore[union-attr]
        assert tuple(events) == applied.events  # type: ignore[union-attr]


@FEW
@given(seed=SEEDS)
def test_a_saved_state_goes_on_as_the_state_would_have(game: Ruleset, seed: int) -> None:
    for state, actions, action in some(walk(game, seed)):
        loaded = game.load(json.loads(json.dumps(game.save(state))))
        assert loaded == state
        assert game.legal(loaded) == actions
        if actions:
            kept = state.copy()
            game.advance(loaded, action)
            game.advance(kept, action)
            assert loaded == kept


@FEW
@given(seed=SEEDS)
def test_a_record_replays_to_the_same_end(game: Ruleset, seed: int) -> None:
    events: list[Any] = []
    finished = play_game(game, at_random(seed), seed=seed, players=fewest(game), events=events)
    record = Record.from_json(json.loads(json.dumps(finished.record.to_json())))
    again: list[Any] = []
    assert replay(game, record, again) == finished.state
    assert again == events


@FEW
@given(seed=SEEDS)
def test_no_card_is_lost_or_doubled(game: Ruleset, seed: int) -> None:
    whole = {card.code: card.copies for card in game.cards if card.copies}
    for state, actions, _ in walk(game, seed):
        assert game.engine.census(state) == whole
        assert (game.result(state) is None) == bool(actions)


@FEW
@given(seed=SEEDS, deal=SEEDS)
def test_a_view_tells_nothing_that_is_hidden(game: Ruleset, seed: int, deal: int) -> None:
    """What is hidden is dealt anew: the player sees the same, and can do the same, although the state is another."""
    is_other = False
    for state, actions, _ in some(walk(game, seed)):
        for player in range(max(game.engine.players)):
            other = game.engine.redeal(state, player, deal)
            assert game.view(other, player) == game.view(state, player)
            if player == game.to_move(state):
                assert game.legal(other) == actions
            assert game.engine.census(other) == game.engine.census(state)
            is_other = is_other or other != state
    assert is_other


@FEW
@given(seed=SEEDS)
def test_events_can_be_told_and_cite_a_rule_and_a_row(game: Ruleset, seed: int) -> None:
    events: list[Any] = []
    play_game(game, at_random(seed), seed=seed, players=fewest(game), events=events)
    assert events
    for event in events:
        assert event.rule in game.rules
        assert event.effect is None or event.effect in game.effects
        for language in ("cs", "en", "pl"):
            sentence = game.tell(event, language)
            assert sentence.endswith(".")
            assert "{" not in sentence


def test_thousands_of_random_games_end(game: Ruleset) -> None:
    """Every second player has leanings: who plays cards blindly never sees how a careful game ends."""
    blind, results, taken = at_random(11), set(), 0
    for seed in range(2_000):
        player = leaning(seed) if seed % 2 else blind
        state, count = starts(game, seed), 0
        while actions := game.legal(state):
            game.advance(state, player(state, actions))
            count += 1
            assert count < LONGEST
        results.add(game.result(state))
        taken += count
        if taken > MANY:
            break
        if seed % 100 == 0:
            assert sum(game.engine.census(state).values()) == sum(card.copies for card in game.cards)
    assert len(results) > 1


def test_the_same_seed_gives_the_same_game_and_another_seed_another(game: Ruleset) -> None:
    games = [play_game(game, at_random(3), seed=seed, players=fewest(game)).record for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert len({json.dumps(game.save(game.start(fewest(game), seed))) for seed in range(50)}) == 50


def test_a_game_of_other_rules_is_not_replayed(game: Ruleset) -> None:
    record = play_game(game, at_random(3), seed=1, players=fewest(game)).record
    record.fingerprint = "0" * 64
    with pytest.raises(ValueError, match="another ruleset"):
        replay(game, record)
    assert game.result(replay(game, record, under_any_rules=True))


def test_a_record_that_cannot_be_is_named(game: Ruleset) -> None:
    record = play_game(game, at_random(3), seed=1, players=fewest(game)).record
    record.actions.insert(2, "nonsense")
    with pytest.raises(ValueError, match="Action 3, “nonsense”, is refused by the rule"):
        replay(game, record)
    with pytest.raises(ValueError, match="seed, options, actions is missing"):
        Record.from_json({"game": game.game, "edition": None, "fingerprint": "", "players": 1})
    with pytest.raises(ValueError, match="no saved state"):
        game.load({"game": "chess"})
    with pytest.raises(ValueError, match="does not fit these rules"):
        game.load({**game.save(game.start(fewest(game))), "hand": ["queen"]})


def test_players_take_what_is_legal_to_the_end(game: Ruleset) -> None:
    for name in ("random", "rules"):
        for options in ({}, {choice: values[-1] for choice, values in game.choices.items()}):
            finished = play_game(game, make_player(game, name, seed=2), seed=4, players=fewest(game), options=options)
            assert game.result(finished.state) == finished.result
    with pytest.raises(ValueError, match="There is no player"):
        make_player(game, "genius")

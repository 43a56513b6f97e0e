"""Games played from rows: numbers of the rulebook are obeyed, secrets are kept, and general words have their code."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.errors import RulesetError
from rules_engine.from_rows.engine import FromRows
from rules_engine.from_rows.expressions import EXPRESSIONS
from rules_engine.from_rows.statements import STATEMENTS
from rules_engine.game import told_to
from rules_engine.players import at_random, make_player, play_game
from rules_engine.ruleset import Ruleset
from schema.play_words import CHOSEN_KINDS, CONDITIONS, QUERIES, STEPS

Changed = Callable[..., Ruleset]


def test_every_general_word_has_its_code_and_every_code_its_word() -> None:
    listed = {form for forms in QUERIES.values() for form in forms} | set(CONDITIONS) | set(STEPS)
    assert EXPRESSIONS.keys() | STATEMENTS.keys() | CHOSEN_KINDS.keys() == listed


@pytest.mark.parametrize(
    "game", ["pig", "liars_dice", "hearts", "hanabi", "goofspiel", "windfall", "spades", "harvest_fair"]
)
def test_no_code_names_a_game_that_is_played_from_rows(game: str, request: pytest.FixtureRequest) -> None:
    ruleset: Ruleset = request.getfixturevalue(game)
    assert type(ruleset.engine) is FromRows


def test_a_number_changed_in_the_rulebook_changes_play(read_changed: Changed) -> None:
    usual, short = read_changed("pig", {}), read_changed("pig", {"100 points": "20 points"})
    assert [play_game(each, at_random(1), seed=1, players=2).result.points >= 100 for each in (usual, short)] == [
        True,
        False,
    ]
    safe = read_changed("pig", {"rolls a 1 ": "rolls a 6 "})
    state = safe.engine.arrange({"phase": "turn", "turn": "player-1"})
    after = safe.engine.play_example(state, {"do": "roll", "chance": ["1"]})
    assert safe.view(after, 0)["turn-total"] == 1


def test_a_frame_without_its_number_says_which_is_missing(read_changed: Changed) -> None:
    with pytest.raises(RulesetError, match="No document or list states `game` `goal` of Pig"):
        read_changed("pig", {"100 points or more": "enough points"}).start(2)


def test_a_worked_turn_goes_as_told(pig: Ruleset) -> None:
    state = pig.engine.arrange({"players": 3, "phase": "turn", "turn": "player-2", "counters": {"turn-total": 7}})
    for entry in ({"do": "roll", "chance": ["4"]}, {"do": "hold"}):
        state = pig.engine.play_example(state, entry)
    assert pig.view(state, 0)["score"] == {"player-1": 0, "player-2": 11, "player-3": 0}
    assert pig.to_move(state) == 2
    lost = pig.engine.play_example(state, {"do": "roll", "chance": ["1"]})
    assert (pig.view(lost, 0)["turn-total"], pig.to_move(lost)) == (0, 0)


def test_what_cannot_be_arranged_is_said(pig: Ruleset, hearts: Ruleset) -> None:
    for given, said in (
        ({"phase": "war"}, "There is no phase “war”"),
        ({"zones": {"hat": []}}, "There is no zone “hat”"),
        ({"counters": {"luck": 1}}, "There is no counter “luck”"),
        ({"phase": "turn", "turn": "player-9"}, "There is no seat “player-9”"),
        ({"table": 1}, "“table” cannot be given"),
    ):
        with pytest.raises(ValueError, match=said):
            pig.engine.arrange(given)
    with pytest.raises(ValueError, match="no card “queen-of-hearts” left"):
        hearts.engine.arrange({"zones": {"hand": {"player-1": ["queen-of-hearts", "queen-of-hearts"]}}})


def test_refusals_name_the_rule_that_forbids(hearts: Ruleset, liars_dice: Ruleset) -> None:
    held = {
        "player-1": ["ace-of-clubs", "two-of-hearts"],
        "player-2": ["nine-of-hearts", "ten-of-clubs", "jack-of-clubs"],
    }
    given = {"zones": {"hand": held, "played": {"player-1": ["two-of-clubs"]}}, "counters": {"led": "clubs"}}
    state = hearts.engine.arrange({**given, "phase": "trick", "turn": "player-2"})
    assert hearts.engine.refuse(state, "play nine-of-hearts").rule == "follow-suit"
    assert hearts.engine.refuse(state, "play ace-of-clubs").rule == "trick"
    assert hearts.engine.refuse(state, "pass ten-of-clubs").rule == "passing"
    bidding = liars_dice.start(2, 1)
    liars_dice.advance(bidding, "bid 3 4")
    refusal = liars_dice.advance(bidding, "bid 3 4")
    assert refusal is not None
    assert refusal.rule == "higher-bid"


@pytest.mark.parametrize("game", ["liars_dice", "hearts", "hanabi", "goofspiel", "spades", "harvest_fair"])
def test_what_is_hidden_is_told_to_nobody_else(game: str, request: pytest.FixtureRequest) -> None:
    """Hidden things are dealt anew: what the others see, hear and are refused stays the same to the letter."""
    ruleset: Ruleset = request.getfixturevalue(game)
    engine, chance = ruleset.engine, random.Random(5)
    compared = 0
    for seed in range(6):
        state = ruleset.start(ruleset.engine.players[-1], seed)
        while (actions := ruleset.legal(state)) and compared < 400:
            mover, action = ruleset.to_move(state), chance.choice(actions)
            onlooker = (mover + 1) % state.players
            other = engine.redeal(state, mover, chance.getrandbits(32))
            assert engine.legal(other) == actions
            assert engine.refuse(state, "nonsense") == engine.refuse(other, "nonsense")
            for each in (state, other):
                events: list[Any] = []
                ruleset.advance(each, action, events)
                for event in events:
                    heard, seen = told_to(engine, event, onlooker), str(event.data.get("seen-by", "all")).split()
                    assert heard is not None
                    assert "seen-by" not in heard.data
                    assert {"all", str(onlooker)} & {*seen} or not {"cards", "dice", "action"} & heard.data.keys()
            compared += 1
    assert compared > 100


@pytest.mark.parametrize(
    "game", ["liars_dice", "hearts", "hanabi", "goofspiel", "windfall", "resist", "spades", "harvest_fair"]
)
def test_nothing_that_a_player_is_shown_or_refused_depends_on_what_is_hidden(
    game: str, request: pytest.FixtureRequest
) -> None:
    """To each player the state and one in which the hidden things lie otherwise are the same to the letter."""
    ruleset: Ruleset = request.getfixturevalue(game)
    engine, chance = ruleset.engine, random.Random(11)
    moved = 0
    for seed in range(4):
        state = ruleset.start(engine.players[seed % len(engine.players)], seed)
        known: dict[str, None] = {}
        for _ in range(60):
            actions = ruleset.legal(state)
            if not actions:
                break
            known |= dict.fromkeys(actions)
            for player in range(state.players):
                other = engine.redeal(state, player, chance.getrandbits(32))
                moved += other.zones != state.zones
                assert engine.view(other, player) == engine.view(state, player)
                assert engine.census(other) == engine.census(state)
                if player == engine.to_move(state):
                    assert engine.legal(other) == actions
                    for action in chance.sample(sorted(known), min(8, len(known))):
                        if action not in actions:
                            assert engine.refuse(other, action) == engine.refuse(state, action)
            ruleset.advance(state, chance.choice([each for each in actions if each != "end"] or actions))
    assert moved > 60


def test_a_board_is_walked_along_its_paths(windfall: Ruleset) -> None:
    state = windfall.engine.arrange({"phase": "stepping", "counters": {"steps": 2, "place": {"player-1": "well"}}})
    walks = {action for action in windfall.legal(state) if action.startswith("walk ")}
    assert walks == {"walk barn", "walk cherry-tree", "walk pear-tree"}
    refusal = windfall.advance(state, "walk plum-tree")
    assert refusal is not None
    assert refusal.rule == "walk"
    loaded = windfall.load(windfall.save(state))
    assert (loaded, windfall.save(state)["counters"]["place"][0]) == (state, "well")


def test_what_is_stated_of_a_place_lies_there_at_first(read_changed: Changed) -> None:
    windfall = read_changed("windfall", {"Plum Tree: 3 fruit": "Plum Tree: 7 fruit"})
    fruit = windfall.view(windfall.start(1, 1))["fruit"]
    assert (fruit["plum-tree"], fruit["barn"], fruit["cherry-tree"]) == (7, 0, 5)


def test_a_deck_that_runs_out_is_refilled_from_what_was_turned_up(windfall: Ruleset) -> None:
    state = windfall.start(1, 4)
    lengths = []
    while windfall.legal(state):
        windfall.advance(state, "rest")
        lengths.append(windfall.view(state)["sky"])
    drawn = [len(sky) for sky in lengths]
    assert 1 in drawn[14:]
    assert windfall.result(state).rule == "storm-breaks"  # type: ignore[union-attr]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_goal_fits_the_number_of_players(windfall: Ruleset, players: int) -> None:
    goal = 9 if players <= 2 else 11
    given = {"players": players, "phase": "stepping", "counters": {"steps": 2, "stored": goal - 1}}
    state = windfall.engine.arrange({**given, "counters": {**given["counters"], "basket": {"player-1": 1}}})  # type: ignore[dict-item]
    assert windfall.advance(state, "unload") is None
    assert windfall.result(state).outcome == "saved"  # type: ignore[union-attr]


def test_a_smaller_hand_makes_a_shorter_game(read_changed: Changed) -> None:
    short = read_changed("goofspiel", {"takes 13 bidding cards": "takes 7 bidding cards"})
    assert play_game(short, at_random(1), seed=1, players=2).decisions == 2 * (7 - 1)


def test_a_prize_that_nobody_takes_stays_in_the_variant(goofspiel: Ruleset) -> None:
    hands = {"player-1": ["bid-3", "bid-4", "bid-6"], "player-2": ["bid-3", "bid-5", "bid-7"]}
    for ruleset, lying in ((goofspiel, 1), (goofspiel.with_variant("equal-bids", "prize-stays"), 2)):
        state = ruleset.engine.arrange({"phase": "bidding", "zones": {"prize": ["prize-9"], "hand": hands}})
        state.frames[-1].seats = 1  # the other seat has still to bid
        for action in ("bid bid-3", "bid bid-3"):
            assert ruleset.advance(state, action) is None
        assert len(ruleset.view(state)["prize"]) == lying


def test_a_game_that_does_not_end_is_told(windfall: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_engine.players.LONGEST", 20)
    with pytest.raises(ValueError, match="The game of seed 1 has not ended after 20 actions"):
        play_game(windfall.with_fact("storm", "limit", "1000000"), at_random(1), seed=1)


def test_who_plays_together_by_rules_of_thumb_does_better_than_chance(windfall: Ruleset) -> None:
    def points(name: str) -> int:
        player = make_player(windfall, name, seed=1)
        return sum(play_game(windfall, player, seed=seed).result.points for seed in range(6))

    assert points("rules") > 2 * points("random")


def test_where_all_can_lose_everything_rules_of_thumb_are_careful(hanabi: Ruleset) -> None:
    assert list(hanabi.engine.dangers) == ["fuses"]  # type: ignore[attr-defined]
    results = [play_game(hanabi, make_player(hanabi, "rules"), seed=seed, players=2).result for seed in (5001, 5002)]
    assert [result.outcome for result in results] == ["finished", "finished"]
    assert all(result.points > 8 for result in results)

"""Both editions of Black Orchestra are played from start to end, from samples and from single seeds alone."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, create_engine, select

from db.load import load_reading
from db.load_pack import load_pack
from ingest.resolve.build import build_board, build_effects
from ingest.resolve.facts import resolve_facts
from rules_engine.players import at_random, make_player, play_game
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from schema.games import Game
from schema.pack import Pack
from schema.reading import Reading

SEEDS = range(10)
OFTEN = 5
"""Every so many states are looked at closely."""


def walk(game: Ruleset, seed: int) -> Iterator[tuple[Any, list[str]]]:
    chance = random.Random(seed)
    options = {name: values[seed % len(values)] for name, values in game.choices.items()}
    state = game.start(1 + seed % 5, seed, options)
    while actions := game.legal(state):
        yield state, actions
        likely = [action for action in actions if action != "end"] or actions
        assert game.advance(state, chance.choice(likely)) is None
    yield state, []


def test_the_first_edition_keeps_to_what_every_game_must(black_orchestra_1st: Ruleset) -> None:
    game = black_orchestra_1st
    whole = {card.code: card.copies for card in game.cards if card.copies}
    for seed in SEEDS:
        for number, (state, actions) in enumerate(walk(game, seed)):
            if number % OFTEN:
                continue
            before = state.copy()
            for action in actions:
                applied = game.apply(state, action)
                assert applied.state != before  # type: ignore[union-attr]
                assert all(event.rule in game.rules for event in applied.events)  # type: ignore[union-attr]
            assert state == before
            loaded = game.load(json.loads(json.dumps(game.save(state))))
            assert (loaded, game.legal(loaded)) == (state, actions)
            assert game.engine.census(state) == whole
            other = game.engine.redeal(state, game.to_move(state), seed)
            other.options = None
            assert (game.view(other, 0), game.legal(other)) == (game.view(state, 0), actions)


@pytest.mark.parametrize("edition", ["black_orchestra", "black_orchestra_1st"])
def test_rules_of_thumb_beat_chance_and_easy_is_easier_than_hard(edition: str, request: pytest.FixtureRequest) -> None:
    game: Ruleset = request.getfixturevalue(edition)
    won = {"random": 0, "easy": 0, "hard": 0}
    for seed in range(30):
        for name, player, difficulty in (
            ("random", at_random(seed), "easy"),
            ("easy", make_player(game, "rules"), "easy"),
            ("hard", make_player(game, "rules"), "hard"),
        ):
            finished = play_game(game, player, seed=seed, options={"difficulty": difficulty})
            won[name] += finished.result.outcome == "victory"
    assert won["easy"] > 5 * won["random"]
    assert won["easy"] > won["hard"]


def played_from(readings: list[Reading], pack: Pack, edition: str) -> Ruleset:
    """The ruleset of a database that has read only these documents, and the card lists."""
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as session:
        load_pack(session, pack)
        for reading in readings:
            load_reading(session, reading)
        game = session.exec(select(Game).where(Game.code == pack.code)).one()
        resolve_facts(session, game, pack.game.sums)
        build_board(session, game)
        build_effects(session, game, pack)
        ruleset = read_ruleset(session, pack.code, edition)
    engine.dispose()
    return ruleset


@pytest.mark.parametrize(
    ("seeds", "edition"), [(("003",), "1st"), (("000", "001"), "2nd"), (("000",), "2nd"), (("001",), "2nd")]
)
def test_whole_games_are_played_from_seeds_and_card_lists_alone(
    seeds: tuple[str, ...], edition: str, read_seed: Callable[[str], Reading], games: dict[str, Pack]
) -> None:
    ruleset = played_from([read_seed(number) for number in seeds], games["black-orchestra"], edition)
    assert ruleset.not_executable == ()
    rules = set()
    for seed in range(25):
        finished = play_game(ruleset, at_random(seed), seed=seed, players=1 + seed % 5)
        rules.add(finished.result.rule)
    assert len(rules) > 1
    assert not [fact for fact in ruleset.used if fact not in ruleset.facts]

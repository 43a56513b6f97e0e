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
from rules_engine.change import Change
from rules_engine.gaps import open_facts, suppose
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
        player = at_random(seed) if seed % 2 else make_player(ruleset, "rules")
        finished = play_game(ruleset, player, seed=seed, players=1 + seed % 5)
        rules.add(finished.result.rule)
    assert len(rules) > 1
    assert not [fact for fact in ruleset.used if fact not in ruleset.facts]


@pytest.fixture(scope="module")
def by_their_books(read_seed: Callable[[str], Reading], games: dict[str, Pack]) -> dict[str, Ruleset]:
    """Each edition as its own books state it, and nothing else."""
    pack = games["black-orchestra"]
    seeds = {"1st": ("003",), "2nd": ("000", "001")}
    return {edition: played_from([read_seed(n) for n in numbers], pack, edition) for edition, numbers in seeds.items()}


TWO = {"oster": {"location": "hannover"}, "kordt": {"location": "hannover"}}
AWAY = {"hess": "munich"}


@pytest.mark.parametrize(
    ("edition", "drawn", "support"), [("1st", "yugoslavia-surrenders", 4), ("2nd", "western-offensive", 3)]
)
def test_the_old_key_event_stays_until_the_first_event_of_the_stage_is_resolved(
    by_their_books: dict[str, Ruleset], seat: Any, edition: str, drawn: str, support: int
) -> None:
    events = ["western-offensive", "invasion-of-norway", drawn] if edition == "1st" else ["western-offensive"]
    given = {"conspirators": TWO, "leaders": AWAY, "stage": 2, "key_event": "invasion-of-poland", "events": events}
    table = seat(by_their_books[edition], **given)
    table.do("end")
    assert (table.state.current, table.state.levels["military-support"]) == (drawn, support)
    assert table.state.key_event == ""
    assert table.state.stage == (4 if edition == "1st" else 3)
    if edition == "1st":
        assert {"western-offensive", "invasion-of-norway", "invasion-of-poland"} <= set(table.state.event_discard)


def test_in_the_first_edition_a_stage_begins_after_its_first_event_and_that_event_means_its_own_stage(
    by_their_books: dict[str, Ruleset], seat: Any
) -> None:
    table = seat(by_their_books["1st"], conspirators=TWO, leaders=AWAY, stage=4, events=["rommel-defeated"])
    before = len(table.state.event_decks[4])
    told = by_their_books["1st"].apply(table.state, "end").events  # type: ignore[union-attr]
    kinds = [event.kind for event in told]
    assert kinds.index("events-removed") < kinds.index("stage-began")
    assert {event.rule for event in told if event.kind == "stage-began"} == {"stage-begins-resolved"}
    table.do("end")
    assert len(table.state.event_decks[4]) == before - 3


@pytest.mark.parametrize(("edition", "motivation"), [("1st", 1), ("2nd", 0)])
def test_only_the_second_edition_spares_prisoners(
    by_their_books: dict[str, Ruleset], seat: Any, edition: str, motivation: int
) -> None:
    people = TWO | {"beck": {"location": "prison"}}
    table = seat(by_their_books[edition], conspirators=people, leaders=AWAY, events=["kristallnacht"])
    table.do("end")
    levels = {code: person.levels["motivation"] for code, person in table.state.conspirators.items()}
    assert levels == {"oster": 1, "kordt": 1, "beck": motivation}


@pytest.mark.parametrize(("edition", "suspicion"), [("1st", 0), ("2nd", 1)])
def test_a_shared_reward_reaches_a_prisoner_in_the_first_edition_alone(
    by_their_books: dict[str, Ruleset], seat: Any, edition: str, suspicion: int
) -> None:
    people = {"oster": {"location": "prague", "items": ["signature"]}, "beck": {"location": "prison"}}
    table = seat(by_their_books[edition], conspirators=people, leaders=AWAY, stage=3, squares={})
    table.do("deliver signature")
    assert table.state.conspirators["beck"].levels["suspicion"] == suspicion


def test_nobody_walks_out_of_prison(by_their_books: dict[str, Ruleset], seat: Any) -> None:
    people = {"oster": {"location": "hannover"}, "beck": {"location": "prison"}}
    table = seat(by_their_books["1st"], conspirators=people, leaders=AWAY, stage=3, events=["western-offensive"])
    table.do("end")
    assert table.state.conspirators["beck"].location == "prison"


def test_in_a_raid_of_the_first_edition_any_cards_may_be_discarded(
    by_their_books: dict[str, Ruleset], seat: Any
) -> None:
    people = {"oster": {"location": "hannover", "cards": ["cover-story", "inspiring-letter"]}, "kordt": TWO["kordt"]}
    given = {"leaders": AWAY, "stage": 2, "events": ["gestapo-raid-stage-2"]}
    first, second = (seat(by_their_books[e], conspirators=people, **given) for e in ("1st", "2nd"))
    first.do("end")
    assert first.legal == ["discard cover-story", "discard inspiring-letter", "done"]
    first.do("discard cover-story", "done")
    assert first.state.conspirators["oster"].cards == ["inspiring-letter"]
    assert first.state.conspirators["oster"].levels["suspicion"] == 2
    second.do("end")
    assert second.legal == ["discard inspiring-letter", "keep inspiring-letter"]


def test_in_the_first_edition_only_items_make_room_while_sharing(by_their_books: dict[str, Ruleset], seat: Any) -> None:
    cards = ["cover-story", "inspiring-letter"]
    people = {
        "oster": {"location": "hannover", "cards": ["safe"], "items": ["map"]},
        "kordt": {"location": "hannover", "cards": cards, "items": ["keys", "intel", "badge", "poison"]},
    }
    first, second = (seat(by_their_books[e], conspirators=people, leaders=AWAY) for e in ("1st", "2nd"))
    assert "give safe kordt" in second.legal
    assert "give safe kordt" not in first.legal
    assert first.refused("give safe kordt") == "items-make-room"
    first.do("give map kordt")
    assert "discard keys" in first.legal


def test_in_the_first_edition_items_are_discarded_at_will(by_their_books: dict[str, Ruleset], seat: Any) -> None:
    people = {"oster": {"location": "hannover", "items": ["map"]}, "kordt": {"location": "munich", "items": ["keys"]}}
    first, second = (seat(by_their_books[e], conspirators=people, leaders={"hess": "posen"}) for e in ("1st", "2nd"))
    assert not [action for action in second.legal if action.startswith("discard ")]
    left = first.state.actions_left
    first.do("discard map oster", "discard keys kordt")
    assert (first.state.actions_left, first.state.discarded_items) == (left, ["map", "keys"])


def test_what_one_language_alone_has_lost_is_named_and_can_be_given(
    read_seed: Callable[[str], Reading], games: dict[str, Pack], seat: Any
) -> None:
    czech = played_from([read_seed("000")], games["black-orchestra"], "2nd")
    found = open_facts(czech)
    lost = {subject for subject, _ in found.left_out}
    assert lost == {"location:auschwitz", "location:stockholm", "location:treblinka"}
    assert all(part.startswith("location:") for part in found.left_out.values())
    whole = suppose(czech, [Change(subject, attribute, "+1") for subject, attribute in found.left_out])
    assert open_facts(whole).left_out == {}
    table = seat(whole, conspirators={"oster": {"location": "riga"}}, stage=4, leaders=AWAY)
    table.do("move stockholm")
    assert table.state.conspirators["oster"].levels["suspicion"] == 2


def test_where_the_book_says_so_players_choose_their_boards_and_who_begins(black_orchestra: Ruleset) -> None:
    chosen = {"boards": "chosen", "first-player": "chosen"}
    state, dealt = (black_orchestra.start(3, 5, options) for options in (chosen, {}))
    wanted = [*list(dealt.boards)[:1], *reversed(list(dealt.conspirators)[:2])]
    assert len(black_orchestra.legal(state)) == len(dealt.conspirators) + len(dealt.boards)
    for seat, code in enumerate(wanted):
        assert black_orchestra.to_move(state) == seat
        black_orchestra.advance(state, f"board {code}")
        assert f"board {code}" not in black_orchestra.legal(state)
    assert list(state.conspirators) == wanted
    assert black_orchestra.legal(state) == [f"begin {code}" for code in wanted]
    black_orchestra.advance(state, f"begin {wanted[2]}")
    assert (state.active, state.turn) == (wanted[2], 1)
    assert sorted([*state.conspirators, *state.boards]) == sorted([*dealt.conspirators, *dealt.boards])


def test_where_the_book_deals_boards_only_who_begins_is_chosen(
    black_orchestra: Ruleset, black_orchestra_1st: Ruleset
) -> None:
    assert "boards" in black_orchestra.choices
    assert "boards" not in black_orchestra_1st.choices
    state = black_orchestra_1st.start(2, 5, {"first-player": "chosen"})
    last = list(state.conspirators)[-1]
    black_orchestra_1st.advance(state, f"begin {last}")
    assert state.active == last

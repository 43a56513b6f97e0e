"""The worked examples of Operation Barclay's rulebook, played from their rows, and games from the ruined seed alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, SQLModel, create_engine, select

from db.load import load_reading
from db.load_pack import load_pack
from ingest.packs.read import Shared, read_pack
from ingest.pipeline import read_document
from ingest.resolve.run import resolve_game
from rules_engine.checks.expect import play_through
from rules_engine.operation_barclay.rulebook import needed_facts
from rules_engine.players import at_random
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from schema.rules import Scenario

ROOT = Path(__file__).parents[2]
GAMES, SEEDS = ROOT / "games", ROOT.parent / "shared" / "seeds"
EXAMPLES = (
    "recon-against-commando",
    "cancelled-recon-leaves-a-tie",
    "only-one-region-left",
    "no-other-region-has-room",
    "ultra-before-the-own-prediction",
    "spy-fills-the-defector-deck",
    "double-agent-orders-the-defector-deck",
)


@pytest.fixture(scope="module")
def examples(operation_barclay_engine: Engine) -> dict[str, dict[str, Any]]:
    with Session(operation_barclay_engine) as session:
        rows = session.exec(select(Scenario)).all()
        return {row.code: {n: json.loads(getattr(row, n)) for n in ("given", "actions", "expect")} for row in rows}


def test_all_examples_have_rows(examples: dict[str, Any]) -> None:
    assert set(EXAMPLES) <= set(examples)


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_is_played_to_the_end_it_states(
    operation_barclay: Ruleset, examples: dict[str, Any], code: str
) -> None:
    example = examples[code]
    assert play_through(operation_barclay, example["given"], example["actions"], example["expect"]) == []


@pytest.mark.parametrize(
    ("code", "name", "value"),
    [
        ("recon-against-commando", "count", {"abwehr": 2, "lcs": 2}),
        ("cancelled-recon-leaves-a-tie", "tie", False),
        ("only-one-region-left", "proof", {"primary": "sicily"}),
        ("no-other-region-has-room", "winner", "lcs"),
        ("ultra-before-the-own-prediction", "symbols", {"lcs": {"recon": 0}}),
        ("ultra-before-the-own-prediction", "hidden-from-abwehr", []),
        ("spy-fills-the-defector-deck", "deck", {"defector": ["purple-8"]}),
    ],
)
def test_an_example_that_states_something_else_differs(
    operation_barclay: Ruleset, examples: dict[str, Any], code: str, name: str, value: Any
) -> None:
    example = examples[code]
    differences = play_through(operation_barclay, example["given"], example["actions"], {name: value})
    assert [difference.name for difference in differences] == [name]


def test_an_example_of_the_logic_needs_all_its_tokens(operation_barclay: Ruleset, examples: dict[str, Any]) -> None:
    given = examples["no-other-region-has-room"]["given"]
    fewer = {**given["tokens"], "sicily": {"green": 2, "red": 1, "hidden": 2}}
    engine: Any = operation_barclay.engine
    state = engine.play_example(engine.arrange({"tokens": fewer}), "check-proof")
    assert operation_barclay.result(state) is None


@pytest.mark.parametrize(
    ("given", "entry", "expected"),
    [
        ({}, "dance", "cannot do “dance”"),
        ({}, {"player": "lcs", "do": "draw", "deck": "lcs"}, "not for lcs to decide"),
        ({}, {"player": "abwehr", "do": "draw", "deck": "lcs"}, "is refused by the rule draw-after-play"),
        ({"weather": "fine"}, "", "cannot be laid out with weather"),
        ({"hand": {"lcs": ["joker"]}}, "", "no card “joker” left"),
        ({"tokens": {"sicily": {"green": 5}}}, "", "No offensives fit"),
        ({"tokens": {"sicily": {"green": 4, "red": 2}}}, "", "holds 5 tokens"),
        ({"fields": {"gamma": []}}, "", "no “gamma” among"),
    ],
)
def test_what_cannot_be_laid_out_or_done_is_named(
    operation_barclay: Ruleset, given: dict[str, Any], entry: Any, expected: str
) -> None:
    engine = operation_barclay.engine
    with pytest.raises(ValueError, match=expected):
        engine.play_example(engine.arrange(given), entry)


@pytest.fixture(scope="module")
def ruined() -> Ruleset:
    """The ruleset of the pack and the damaged Czech rulebook alone, without our samples."""
    found = sorted(SEEDS.glob("004*"))
    if not found:
        pytest.skip("the seed rulebooks are not beside the project")
    made = create_engine("sqlite://")
    SQLModel.metadata.create_all(made)
    pack = read_pack(GAMES / "operation-barclay", Shared.of(GAMES))
    with Session(made) as session:
        load_pack(session, pack)
        reading = read_document(found[0], {"operation-barclay": pack}, candidates=("cs", "en"), recipe="test")
        load_reading(session, reading)
        resolve_game(session, "operation-barclay", pack)
        ruleset = read_ruleset(session, game="operation-barclay")
    made.dispose()
    assert [" ".join(fact) for fact in needed_facts(ruleset) if fact not in ruleset.facts] == []
    return ruleset


def test_the_ruined_rulebook_alone_makes_a_game_that_is_played_to_its_end(ruined: Ruleset) -> None:
    player, winners = at_random(4), set()
    for seed in range(60):
        state = ruined.start(2, seed)
        while actions := ruined.legal(state):
            ruined.advance(state, player(state, actions))
        result = ruined.result(state)
        assert result is not None
        winners.add(result.outcome)
    assert winners == {"lcs", "abwehr"}


def test_the_ruined_rulebook_and_the_sample_are_played_by_the_same_numbers(
    ruined: Ruleset, operation_barclay: Ruleset
) -> None:
    tables: list[Any] = [ruined.engine, operation_barclay.engine]
    assert tables[0].numbers == tables[1].numbers

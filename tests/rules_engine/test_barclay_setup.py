"""Set-up of Operation Barclay: the tokens that the LCS lays in secret, the decks and the hands."""

from collections import Counter
from typing import Any

import pytest

from rules_engine.errors import RulesetError
from rules_engine.gaps import open_facts
from rules_engine.ruleset import Ruleset

LCS, ABWEHR = 0, 1
REGIONS = ("south-france", "sardinia-corsica", "sicily", "peloponnese", "dodecanese")


def begun(ruleset: Ruleset, seed: int = 3, tokens: str = "random") -> Any:
    return ruleset.start(2, seed, {"tokens": tokens})


def radars(ruleset: Ruleset, state: Any) -> dict[str, tuple[int, int]]:
    """Green and red radars by region, as the LCS knows them."""
    regions = ruleset.view(state, LCS)["regions"].items()
    return {code: (r["tokens"].count("green"), r["tokens"].count("red")) for code, r in regions}


def test_the_lcs_plans_the_offensives_and_lays_every_region(operation_barclay: Ruleset) -> None:
    state = begun(operation_barclay, tokens="chosen")
    for action in ("primary sicily", "secondary dodecanese"):
        assert operation_barclay.to_move(state) == LCS
        operation_barclay.advance(state, action)
    for region in REGIONS:
        options = operation_barclay.legal(state)
        assert {option.split()[1] for option in options if option != "scatter"} == {region}
        operation_barclay.advance(state, options[-2])
    assert radars(operation_barclay, state) == {
        "south-france": (2, 3),
        "sardinia-corsica": (2, 3),
        "sicily": (4, 1),
        "peloponnese": (2, 3),
        "dodecanese": (3, 2),
    }
    assert operation_barclay.view(state, LCS)["offensives"] == {"primary": "sicily", "secondary": "dodecanese"}
    assert operation_barclay.view(state, LCS)["regions"]["sicily"]["tokens"] == [
        "red",
        "green",
        "green",
        "green",
        "green",
    ]


def test_a_region_can_be_laid_in_every_order(operation_barclay: Ruleset) -> None:
    state = begun(operation_barclay, tokens="chosen")
    operation_barclay.advance(state, "primary south-france")
    operation_barclay.advance(state, "secondary sicily")
    assert len(operation_barclay.legal(state)) == 5 + 1
    operation_barclay.advance(state, "lay south-france green green red green green")
    assert len(operation_barclay.legal(state)) == 10 + 1


def test_both_offensives_cannot_be_planned_in_one_region(operation_barclay: Ruleset) -> None:
    state = begun(operation_barclay, tokens="chosen")
    operation_barclay.advance(state, "primary sicily")
    refusal = operation_barclay.advance(state, "secondary sicily")
    assert refusal is not None
    assert refusal.rule == "setup-offensives"


def test_chance_lays_what_the_lcs_leaves_to_it(operation_barclay: Ruleset) -> None:
    planned = set()
    for seed in range(60):
        state = begun(operation_barclay, seed, "chosen")
        operation_barclay.advance(state, "primary sicily")
        operation_barclay.advance(state, "scatter")
        assert sorted(radars(operation_barclay, state).values()) == [(2, 3), (2, 3), (2, 3), (3, 2), (4, 1)]
        assert state.primary == REGIONS.index("sicily")
        planned.add(state.secondary)
    assert planned == {0, 1, 3, 4}


def test_the_game_begins_with_hands_and_full_decks(operation_barclay: Ruleset) -> None:
    state = begun(operation_barclay)
    view = operation_barclay.view(state, ABWEHR)
    assert (view["month"], view["phase"], view["to-move"]) == (1, "first-cards", "abwehr")
    assert len(view["hand"]) == 4
    assert view["enemy-hand"] == {"intelligence": 4}
    assert view["decks"] == {"intelligence": 52, "lcs": 16, "abwehr": 16, "defector": []}
    assert {name: len(tokens) for name, tokens in view["fields"].items()} == {
        "alpha": 2,
        "beta": 3,
        "recon-commando": 1,
    }
    lying = Counter(colour for tokens in view["fields"].values() for colour in tokens)
    assert lying == Counter(["pink", "red", "blue", "green", "purple", "black"])


def test_the_abwehr_sees_no_token(operation_barclay: Ruleset) -> None:
    view = operation_barclay.view(begun(operation_barclay), ABWEHR)
    assert {token for region in view["regions"].values() for token in region["tokens"]} == {None}
    assert view["offensives"] is None


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (
            {("offensive:primary", "green"): 5, ("offensive:primary", "red"): 0},
            [(2, 3), (2, 3), (2, 3), (3, 2), (5, 0)],
        ),
        ({("offensive:decoy", "green"): 1, ("offensive:decoy", "red"): 4}, [(1, 4), (1, 4), (1, 4), (3, 2), (4, 1)]),
    ],
)
def test_a_changed_number_of_radars_changes_the_set_up(barclay_rows: Any, stated: Any, expected: Any) -> None:
    for (subject, attribute), value in stated.items():
        barclay_rows.state_fact(subject, attribute, value)
    ruleset = barclay_rows.ruleset()
    assert sorted(radars(ruleset, begun(ruleset)).values()) == expected


def test_changed_numbers_of_cards_and_evidence_tokens_change_the_set_up(barclay_rows: Any) -> None:
    barclay_rows.state_fact("hand", "size", 6)
    barclay_rows.state_fact("field:alpha", "tokens", 3)
    barclay_rows.state_fact("field:beta", "tokens", 1)
    ruleset = barclay_rows.ruleset()
    state = begun(ruleset)
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert [len(field) for field in state.fields] == [3, 1, 1]


@pytest.mark.parametrize(
    ("subject", "attribute", "value", "expected"),
    [
        ("offensive:primary", "red", 6, "must be at most 5, as a region holds"),
        ("component:evidence-token", "count", 0, "must be 1 or more"),
        ("card:pink-9", "colour", "mauve", "must be of pink, red, blue, green, purple, black"),
        ("card:pink-9", "rank", "nine", "must be a number, or several with a stroke between them"),
        ("card:a-force", "plays", "evening", "must be of first-cards, analysis, last-cards"),
    ],
)
def test_a_number_that_cannot_be_is_named(
    barclay_rows: Any, subject: str, attribute: str, value: Any, expected: str
) -> None:
    barclay_rows.state_fact(subject, attribute, value)
    with pytest.raises(RulesetError, match=expected) as error:
        _ = barclay_rows.ruleset().engine
    assert subject in error.value.sentence


@pytest.mark.parametrize(
    ("subject", "attribute", "value", "played"),
    [
        ("region", "count", 4, "5"),
        ("region", "tokens", 4, "5"),
        ("offensive:primary", "green", 3, "4"),
        ("field:recon-commando", "tokens", 2, "1"),
        ("field:alpha", "tokens", 7, "6"),
        ("component:analysis-token", "per-player", 3, "2"),
        ("month", "cards.face-down", 40, "12"),
        ("location:sicily", "colour", "white", "blue"),
        ("hand:pair", "place", 1, "2"),
    ],
)
def test_what_cards_and_board_cannot_bear_is_played_as_far_as_they_do(
    barclay_rows: Any, subject: str, attribute: str, value: Any, played: str
) -> None:
    barclay_rows.state_fact(subject, attribute, value)
    ruleset = barclay_rows.ruleset()
    begun(ruleset)
    assert ruleset.curbed[subject, attribute] == played
    assert open_facts(ruleset).curbed[subject, attribute] == played


def test_evidence_tokens_are_spread_evenly_over_the_colours(barclay_rows: Any) -> None:
    barclay_rows.state_fact("component:evidence-token", "count", 8)
    barclay_rows.state_fact("field:alpha", "tokens", 4)
    ruleset = barclay_rows.ruleset()
    tokens = Counter(colour for field in begun(ruleset).fields for colour in field)
    assert not ruleset.curbed
    assert tokens.total() == 8
    assert sorted(tokens.values()) == [1, 1, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("subject", "attribute"), [("field:alpha", "tie"), ("month", "count"), ("card-type:spy", "ranks")]
)
def test_a_missing_fact_is_named_with_where_it_could_come_from(barclay_rows: Any, subject: str, attribute: str) -> None:
    barclay_rows.forget_fact(subject, attribute)
    with pytest.raises(RulesetError, match=f"No document or list states `{subject}` `{attribute}`"):
        _ = barclay_rows.ruleset().engine


def test_only_two_play(operation_barclay: Ruleset) -> None:
    with pytest.raises(ValueError, match="is played by 2, not by 1"):
        operation_barclay.start(1, 0)

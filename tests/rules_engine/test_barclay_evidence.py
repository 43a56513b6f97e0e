"""Evidence in Operation Barclay: who takes the tokens of each field, and what they turn up."""

from collections.abc import Callable
from typing import Any

import pytest

LCS, ABWEHR = 0, 1
Lay = Callable[..., Any]
FIELDS = {"alpha": ["pink", "red"], "beta": ["blue", "green", "purple"], "recon-commando": ["black"]}
HIGH, LOW, AS_LOW = ["pink-12", "red-12"], ["blue-5", "green-7"], ["purple-5", "red-7"]
"""Cards without symbols: a pair, two cards that make less, and two that make as little."""


def awarded(lay: Lay, ruleset: Any = None, *, abwehr: Any, lcs: Any, predicted: tuple[str, str], **given: Any) -> Any:
    """A table after the evaluation of these cards, up to the first decision."""
    given = {
        "phase": "evaluation",
        "fields": FIELDS,
        "face_up": {"abwehr": abwehr, "lcs": lcs},
        "analysis": {"abwehr": predicted[0], "lcs": predicted[1]},
        "symbols": {"lcs": {"recon": 9}},
        "tokens": {},
        "offensives": {"primary": "sicily", "secondary": "dodecanese"},
        **given,
    }
    return lay(ruleset, **given) if ruleset else lay(**given)


def test_the_best_combination_takes_all_tokens_of_alpha(lay_barclay: Lay) -> None:
    table = awarded(lay_barclay, abwehr=HIGH, lcs=LOW, predicted=("lcs", "lcs"))
    assert table.legal == ["use pink", "use red"]
    assert table.sees("evidence") == {"lcs": ["black"], "abwehr": ["pink", "red"]}


def test_of_equal_combinations_the_abwehr_takes_one_token_of_alpha(lay_barclay: Lay) -> None:
    table = awarded(lay_barclay, abwehr=LOW, lcs=AS_LOW, predicted=("lcs", "abwehr"))
    assert table.legal == ["take pink", "take red"]
    assert table.sees("predictions", LCS)["abwehr"] == "face-down"
    table.do("take red")
    assert table.sees("evidence")["abwehr"] == []
    assert table.sees("using") == "red"
    assert {option.split()[1] for option in table.legal} == {"sardinia-corsica"}


def test_who_alone_was_right_takes_all_tokens_of_beta(lay_barclay: Lay) -> None:
    table = awarded(lay_barclay, abwehr=HIGH, lcs=LOW, predicted=("abwehr", "lcs"))
    assert table.sees("evidence")["abwehr"] == ["pink", "red", "blue", "green", "purple"]
    table = awarded(lay_barclay, abwehr=HIGH, lcs=LOW, predicted=("lcs", "abwehr"))
    assert table.sees("evidence") == {"lcs": ["blue", "green", "purple", "black"], "abwehr": ["pink", "red"]}


def test_where_both_were_right_the_abwehr_takes_one_token_of_beta(lay_barclay: Lay) -> None:
    table = awarded(lay_barclay, abwehr=HIGH, lcs=LOW, predicted=("abwehr", "abwehr"))
    assert table.legal == ["take blue", "take green", "take purple"]
    table.do("take green")
    assert table.sees("evidence")["abwehr"] == ["pink", "red", "green"]


def test_where_nobody_was_right_nobody_takes_the_tokens_of_beta(lay_barclay: Lay) -> None:
    table = awarded(lay_barclay, abwehr=HIGH, lcs=LOW, predicted=("lcs", "lcs"))
    assert table.sees("fields")["beta"] == ["blue", "green", "purple"]
    table = awarded(lay_barclay, abwehr=LOW, lcs=AS_LOW, predicted=("abwehr", "lcs"))
    table.do("take pink")
    assert table.sees("fields") == {"alpha": ["red"], "beta": ["blue", "green", "purple"], "recon-commando": []}


@pytest.mark.parametrize(
    ("symbols", "winner"),
    [
        ({"abwehr": {"recon": 2}, "lcs": {"commando": 3}}, "lcs"),
        ({"abwehr": {"recon": 3, "commando": 1}, "lcs": {"recon": 2, "commando": 2}}, "abwehr"),
        ({"abwehr": {"recon": 2}, "lcs": {"commando": 2}}, "abwehr"),
        ({"abwehr": {"recon": 1, "cancel-commando": 1}, "lcs": {"commando": 4}}, "abwehr"),
        ({"abwehr": {"recon": 4}, "lcs": {"commando": 1, "cancel-recon": 1}}, "lcs"),
        ({"abwehr": {}, "lcs": {"commando": -2}}, "abwehr"),
    ],
)
def test_the_larger_kind_of_symbols_takes_the_last_token(lay_barclay: Lay, symbols: Any, winner: str) -> None:
    table = awarded(lay_barclay, abwehr=HIGH, lcs=LOW, predicted=("lcs", "lcs"), symbols=symbols)
    taken = [faction for faction, tokens in table.sees("evidence").items() if "black" in tokens]
    assert taken == [winner]


def test_the_abwehr_chooses_the_order_and_the_token_that_is_turned_up(lay_barclay: Lay) -> None:
    table = lay_barclay(evidence={"abwehr": ["pink", "blue"]}, tokens={}, offensives={"primary": "sicily"})
    assert table.legal == ["use pink", "use blue"]
    table.do("use blue")
    assert table.legal == [f"turn sicily {space}" for space in range(1, 6)]
    assert table.refused("turn south-france 1") == "evidence-reveals"
    table.do("turn sicily 5")
    assert table.sees("regions", ABWEHR)["sicily"]["tokens"] == [None, None, None, None, "red"]
    assert table.legal == [f"turn south-france {space}" for space in range(1, 6)]


def test_the_black_token_works_in_any_region(lay_barclay: Lay) -> None:
    table = lay_barclay(evidence={"abwehr": ["black"]}, tokens={"sicily": {"green": 2, "red": 1}})
    assert len(table.legal) == 22
    table.do("turn dodecanese 2")
    assert table.sees("regions", ABWEHR)["dodecanese"]["face-up"] == [2]


def test_a_token_for_a_finished_region_has_no_effect(lay_barclay: Lay) -> None:
    tokens = {"sicily": {"green": 2, "red": 3}}
    table = lay_barclay(evidence={"abwehr": ["blue", "pink"]}, tokens=tokens)
    assert {option.split()[1] for option in table.legal} == {"south-france"}
    events: list[Any] = []
    table.ruleset.advance(table.state, "turn south-france 1", events)
    dropped = [event.data["colour"] for event in events if event.kind == "without-effect"]
    assert dropped == ["blue"]
    assert table.state.month == 2


def test_tokens_of_the_lcs_do_nothing(lay_barclay: Lay) -> None:
    table = lay_barclay(evidence={"lcs": ["blue", "black"], "abwehr": []})
    assert table.state.month == 2
    assert not any(token & 2 for token in table.state.tokens)


def test_a_shielded_token_turns_nothing_up(lay_barclay: Lay) -> None:
    table = awarded(
        lay_barclay, abwehr=HIGH, lcs=["radio-silence"], predicted=("lcs", "lcs"), symbols={"abwehr": {"recon": 1}}
    )
    assert table.sees("evidence")["abwehr"] == ["pink", "red", "black"]
    assert table.legal == ["use pink", "use red"]


def test_a_wild_token_works_outside_its_region_once(lay_barclay: Lay) -> None:
    table = awarded(lay_barclay, abwehr=["neutral-consul", *HIGH], lcs=LOW, predicted=("lcs", "lcs"))
    assert table.legal == ["wild 1", "decline"]
    table.do("wild 1", "use pink")
    assert len(table.legal) == 25
    table.do("turn sicily 1")
    assert {option.split()[1] for option in table.legal} == {"sardinia-corsica"}


def test_a_wild_token_used_at_home_leaves_the_other_one_wild(lay_barclay: Lay) -> None:
    table = awarded(lay_barclay, abwehr=["neutral-consul", *HIGH], lcs=LOW, predicted=("lcs", "lcs"))
    table.do("wild 1", "use pink", "turn south-france 1")
    assert len(table.legal) == 24


def test_changed_numbers_change_what_is_taken_and_turned_up(barclay_rows: Any, lay_barclay: Lay) -> None:
    barclay_rows.state_fact("field:alpha", "tie", 2)
    barclay_rows.state_fact("field:beta", "both-right", 2)
    barclay_rows.state_fact("component:evidence-token", "reveals", 2)
    ruleset = barclay_rows.ruleset()
    table = awarded(lay_barclay, ruleset, abwehr=LOW, lcs=AS_LOW, predicted=("lcs", "lcs"))
    table.do("take red")
    assert table.legal == ["use red", "use pink"]
    table.do("use red", "turn sardinia-corsica 1", "turn sardinia-corsica 4")
    assert table.sees("regions", ABWEHR)["sardinia-corsica"]["face-up"] == [1, 4]
    table = awarded(lay_barclay, ruleset, abwehr=HIGH, lcs=LOW, predicted=("abwehr", "abwehr"))
    table.do("take green", "take blue")
    assert table.sees("evidence")["abwehr"] == ["pink", "red", "green", "blue"]

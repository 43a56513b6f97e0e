"""The rulebooks' worked examples of Black Orchestra, played from the examples of the pack."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules_engine.black_orchestra.examples import spelled
from rules_engine.ruleset import Ruleset

FOLDER = Path(__file__).parents[2] / "games" / "black-orchestra" / "examples"
EXAMPLES = [example for file in sorted(FOLDER.glob("*.toml")) for example in tomllib.loads(file.read_text())["example"]]
PLAIN = ("leaders", "stage", "current", "military-support")


def is_allowed(ruleset: Ruleset, state: Any, entry: Mapping[str, Any]) -> bool:
    """Whether what an entry means can be done now."""
    wanted = spelled(entry).split(" ")
    return any(action.split(" ")[: len(wanted)] == wanted for action in ruleset.legal(state))


def check(ruleset: Ruleset, state: Any, expected: Mapping[str, Any], seen: Mapping[str, Any]) -> None:
    """What the example says it comes to."""
    view = ruleset.view(state)
    for name in PLAIN:
        if name in expected:
            wanted = expected[name]
            assert (view[name] if not isinstance(wanted, dict) else {k: view[name][k] for k in wanted}) == wanted
    for code, entry in expected.get("conspirators", {}).items():
        assert {name: view["conspirators"][code][name] for name in entry} == entry
    for entry in expected.get("allowed", ()):
        assert is_allowed(ruleset, state, entry), entry
    for entry in expected.get("refused", ()):
        assert not is_allowed(ruleset, state, entry), entry
    if "dice" in expected:
        assert seen["dice"] == expected["dice"]
    if "is-won" in expected:
        assert (ruleset.result(state) is not None) == expected["is-won"]
    if "is-detected" in expected:
        assert (view["conspirators"][seen["by"]]["location"] == "prison") == expected["is-detected"]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["code"] for example in EXAMPLES])
def test_the_example_plays_as_the_rulebook_tells(
    example: Mapping[str, Any], black_orchestra: Ruleset, black_orchestra_1st: Ruleset
) -> None:
    ruleset = {"1st": black_orchestra_1st, "2nd": black_orchestra}[example["edition"]]
    state = ruleset.engine.arrange(example["given"], 1)
    seen: Mapping[str, Any] = {}
    for entry in example["actions"]:
        state = ruleset.engine.play_example(state, entry)
        seen = ruleset.view(state).get("plot", seen)
    check(ruleset, state, example["expect"], seen)


def test_what_cannot_be_is_told(black_orchestra: Ruleset) -> None:
    engine = black_orchestra.engine
    state = engine.arrange({"conspirators": {"kordt": {}, "oster": {}}})
    with pytest.raises(ValueError, match="refused by the rule move-adjacent"):
        engine.play_example(state, {"do": "move", "to": "paris"})
    for given, message in (
        ({"weather": "fine"}, "weather"),
        ({}, "no conspirators"),
        ({"conspirators": {"falstaff": {}}}, "no character “falstaff”"),
        ({"conspirators": {"kordt": {"location": "rome"}}}, "no space “rome”"),
        ({"conspirators": {"kordt": {"items": ["map"] * 4}}}, "no token “map” left"),
        ({"conspirators": {"kordt": {"cards": ["safe", "safe"]}}}, "no card “safe” left"),
        ({"conspirators": {"kordt": {}}, "events": ["moon-landing"]}, "no event “moon-landing”"),
        ({"conspirators": {"kordt": {}}, "leaders": {"bismarck": "munich"}}, "no leader “bismarck”"),
    ):
        with pytest.raises(ValueError, match=message):
            engine.arrange(given)

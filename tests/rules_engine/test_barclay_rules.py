"""What happens in a game of Operation Barclay names the rule by which it happens, and so does what is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.players import at_random
from rules_engine.ruleset import Ruleset
from schema.catalogue import section

Lay = Callable[..., Any]
GAMES = 120
HIDDEN = "-unseen"


@pytest.fixture(scope="module")
def cited(operation_barclay: Ruleset) -> set[tuple[str, str]]:
    """Kind and rule of everything that happens in some random games."""
    player, found = at_random(6), set()
    for seed in range(GAMES):
        state = operation_barclay.start(2, seed)
        while actions := operation_barclay.legal(state):
            events: list[Any] = []
            operation_barclay.advance(state, player(state, actions), events)
            found |= {(event.kind, event.rule) for event in events}
    return found


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("planned", "setup-offensives"),
        ("laid", "setup-secret"),
        ("drew", "setup-hands"),
        ("drew", "draw-where"),
        ("month", "game-length"),
        ("evidence", "preparation-draw"),
        ("discarded", "preparation-discard"),
        ("played", "play-face-up"),
        ("played-down", "play-face-down"),
        ("effect", "spy"),
        ("effect", "double-agent"),
        ("effect", "effect-at-once"),
        ("effect", "effect-waits"),
        ("effect", "traitors"),
        ("effect", "replacement"),
        ("effect", "ultra"),
        ("effect", "a-force"),
        ("effect", "evaluation-abwehr-decides-first"),
        ("covered", "replacement-keeps-symbol"),
        ("returned", "defector-deck-begins"),
        ("predicted", "analysis"),
        ("turned-up", "evaluation-reveal"),
        ("counts-as", "lowest-or-highest"),
        ("counts-as", "several-numbers"),
        ("coloured", "several-colours"),
        ("combination", "high-card"),
        ("combination", "pairs-tie"),
        ("combination", "combination-order"),
        ("best", "alpha-award"),
        ("took", "alpha-award"),
        ("took", "alpha-tie"),
        ("took", "beta-award"),
        ("took", "beta-everyone-right"),
        ("nobody-right", "beta-nobody-right"),
        ("took", "symbols-award"),
        ("took", "symbols-tie"),
        ("symbols", "symbols-larger-kind"),
        ("used", "evidence-order"),
        ("used", "evidence-black"),
        ("revealed", "evidence-reveals"),
        ("without-effect", "evidence-finished-region"),
        ("marker", "timeline"),
        ("proved", "win-logic"),
        ("proved", "win-revealed"),
        ("won", "win-lcs"),
    ],
)
def test_what_happens_names_its_rule(cited: set[tuple[str, str]], kind: str, rule: str) -> None:
    assert (kind, rule) in cited


def test_every_kind_of_event_happens_or_is_what_the_other_hears(cited: set[tuple[str, str]]) -> None:
    kinds, told = {kind for kind, _ in cited}, section("game", "operation-barclay", "events")["en"]
    assert {kind for kind in told if not kind.endswith(HIDDEN)} - kinds <= {"passed"}
    assert kinds <= set(told)
    assert {kind.removesuffix(HIDDEN) for kind in told if kind.endswith(HIDDEN)} <= kinds


@pytest.mark.parametrize(
    ("given", "action", "rule"),
    [
        ({}, "draw abwehr", "draw-after-play"),
        ({}, "play ultra", "play-face-up"),
        ({}, "primary sicily", "setup-offensives"),
        ({}, "lay sicily green", "setup-secret"),
        ({}, "pass", "phase-order"),
        ({}, "sing", "phase-order"),
        ({}, "predict lcs", "analysis"),
        ({}, "count pink-1-13 as 1", "several-numbers"),
        ({}, "colour balkan-network red", "several-colours"),
        ({}, "take pink", "alpha-tie"),
        ({"evidence": {"abwehr": ["pink", "red"]}}, "use blue", "evidence-order"),
        ({"evidence": {"abwehr": ["pink"]}}, "turn sicily 1", "evidence-reveals"),
        ({"evidence": {"abwehr": ["pink"]}}, "play pink-4", "phase-order"),
    ],
)
def test_what_is_refused_names_the_rule_it_is_against(lay_barclay: Lay, given: Any, action: str, rule: str) -> None:
    assert lay_barclay(hand={"abwehr": ["pink-2"], "lcs": ["pink-3"]}, **given).refused(action) == rule


def test_an_effect_goes_before_everything_else(lay_barclay: Lay) -> None:
    table = lay_barclay(hand={"abwehr": ["red-6", "pink-2"], "lcs": ["pink-3"]})
    table.do("play red-6")
    assert table.refused("play pink-2") == "spy"

"""Every effect of every card of Black Orchestra is executed, whatever the dice and the answers, and loses no card."""

import random

import pytest

from rules_engine.black_orchestra.engine import BlackOrchestra
from rules_engine.black_orchestra.lines import Triggered, push
from rules_engine.black_orchestra.rulebook import FACES
from rules_engine.machine.steps import run_frames
from rules_engine.ruleset import Ruleset

TIMES = 6
"""How often each effect is tried, each time with other luck."""
PATIENCE = 80
"""Decisions after which an effect must be over."""
PEOPLE = {
    "oster": {"location": "munich", "motivation": "committed", "items": ["map", "keys"], "cards": ["safe"]},
    "beck": {
        "location": "munich",
        "motivation": "reckless",
        "items": ["badge", "weapons"],
        "cards": ["inspiring-letter"],
    },
    "kordt": {"location": "prague", "motivation": "motivated", "suspicion": "high", "items": ["poison"]},
    "canaris": {"location": "prison", "motivation": "skeptical"},
}


def execute(engine: BlackOrchestra, key: str, seed: int) -> None:
    """Let an effect happen to its end on a table with something of everything."""
    chance = random.Random(f"{key} {seed}")
    program = engine.programs[key]
    assert isinstance(program, Triggered)
    state = engine.arrange({"conspirators": PEOPLE, "stage": 3, "dissent": 2, "leaders": {"hitler": "munich"}}, seed)
    before = dict(engine.census(state))
    actor = "canaris" if program.trigger.startswith("option") else "oster"
    faces = [chance.choice(FACES) for _ in range(3)]
    state.options = None
    frame = push(state, program, actor, card=program.owner[1], roll=faces)
    run_frames(engine, state)
    for _ in range(PATIENCE):
        if state.outcome is not None or frame not in state.frames or not state.options:
            break
        assert engine.advance(state, chance.choice(state.options)) is None
    assert state.outcome is not None or all(held.program is not program for held in state.frames), f"{key} does not end"
    assert engine.census(state) == before, key


@pytest.mark.parametrize("edition", ["black_orchestra", "black_orchestra_1st"])
def test_every_effect_of_every_card_comes_to_its_end(edition: str, request: pytest.FixtureRequest) -> None:
    ruleset: Ruleset = request.getfixturevalue(edition)
    engine = BlackOrchestra(ruleset)
    keys = [key for key in engine.programs if key.startswith("card/")]
    assert len(keys) == sum(len(ruleset.effects_of("card", card.code)) for card in ruleset.cards) > 200
    for key in keys:
        for seed in range(TIMES):
            execute(engine, key, seed)

"""A whole game of each game that the engine plays, with every value it gives, compared line by line.

Write the files anew with `REGENERATE=1 .venv/bin/pytest tests/rules_engine/test_engine_golden.py`, and read the diff.
"""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_engine.playable import playable_games
from rules_engine.ruleset import Ruleset

GOLDEN = Path(__file__).parents[1] / "golden"
FROM_ROWS = [file.parent.name for file in (GOLDEN.parents[1] / "games").glob("*/play.toml")]
WHOLE = sorted({"black-orchestra-1st", *playable_games(), *FROM_ROWS})
"""The games, and the edition of one of them that is not its usual one."""
SEEDS = (14, 267)


def playthrough(ruleset: Ruleset, seed: int) -> Iterator[str]:
    """A random game that nobody ends early, in words of codes, so that rows and languages do not matter.

    Of what whoever moves sees, only that is written which they saw otherwise at their last decision.
    """
    chance = random.Random(seed)
    options = {name: values[seed % len(values)] for name, values in ruleset.choices.items()}
    state = ruleset.start(ruleset.engine.players[0], seed, options)
    yield f"game {ruleset.game} edition {ruleset.edition} seed {seed} options {json.dumps(options)}"
    number, seen = 0, dict[tuple[int, str], str]()
    while actions := ruleset.legal(state):
        number += 1
        yield ""
        yield f"decision {number}"
        player = ruleset.to_move(state)
        view = {name: json.dumps(value) for name, value in ruleset.view(state, player).items()}
        yield from (f"  {name}: {value}" for name, value in view.items() if seen.get((player, name)) != value)
        seen.update({(player, name): value for name, value in view.items()})
        yield f"  legal: {'; '.join(actions)}"
        action = chance.choice([action for action in actions if action != "end"] or actions)
        yield f"> {action}"
        applied = ruleset.apply(state, action)
        for event in applied.events:  # type: ignore[union-attr]
            effect = f" by “{ruleset.effects[event.effect].line}”" if event.effect is not None else ""
            yield f"  {event.kind} {json.dumps(dict(event.data))} [{event.rule}]{effect}"
        state = applied.state  # type: ignore[union-attr]
    yield ""
    result = ruleset.result(state)
    yield f"result {result}"
    if result and len(result.winners) > 1:
        yield f"winners {', '.join(result.winners)}"


@pytest.mark.parametrize("code", WHOLE)
def test_the_game_goes_as_it_went(code: str, request: pytest.FixtureRequest) -> None:
    ruleset: Ruleset = request.getfixturevalue(code.replace("-", "_"))
    lines = [line for seed in SEEDS for line in playthrough(ruleset, seed)]
    file = GOLDEN / f"{code}.txt"
    if os.environ.get("REGENERATE"):
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = file.read_text(encoding="utf-8").splitlines()
    for number, (line, known) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == known, f"{file.name} line {number} differs"
    assert len(lines) == len(expected)


def test_every_game_that_is_played_has_its_golden_file() -> None:
    missing = [code for code in WHOLE if not (GOLDEN / f"{code}.txt").exists()]
    assert missing == [], "write the file with REGENERATE=1, as the first lines of this test say"
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(WHOLE)

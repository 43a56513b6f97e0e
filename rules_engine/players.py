"""Players: one who takes anything, one with rules of thumb, and one who tries out what each action leads to."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.events import Event
from rules_engine.game import Action, Player, Result
from rules_engine.record import Record, begin
from rules_engine.ruleset import Ruleset

PLAYERS = ("random", "rules", "search")
ROLLOUTS = 12
"""How often the searching player plays each action out."""


def make_player(ruleset: Ruleset, name: str, seed: int = 0) -> Player:
    """A player by name."""
    if name == "random":
        return at_random(seed)
    if name == "rules":
        return ruleset.engine.rule_player()
    if name == "search":
        return by_search(ruleset, seed)
    raise ValueError(f"There is no player “{name}”; there are {', '.join(PLAYERS)}.")


def at_random(seed: int) -> Player:
    """A player who takes any action."""
    draw = random.Random(seed).random
    return lambda _, actions: actions[int(draw() * len(actions))]


def by_search(ruleset: Ruleset, seed: int, rollouts: int = ROLLOUTS) -> Player:
    """Flat Monte Carlo: deal anew what is hidden, try each action, and play on by the rules of thumb.

    All actions are tried on the same deals, so that they differ by what they do and not by luck.
    """
    engine, chance = ruleset.engine, random.Random(seed)
    thumb = engine.rule_player()

    def play_on(state: Any) -> float:
        while actions := engine.legal(state):
            engine.advance(state, thumb(state, actions))
        return engine.worth(state)

    def choose(state: Any, actions: Sequence[Action]) -> Action:
        if len(actions) == 1:
            return actions[0]
        worth = dict.fromkeys(actions, 0.0)
        for _ in range(rollouts):
            dealt = engine.redeal(state, engine.to_move(state), chance.getrandbits(32))
            for action in actions:
                tried = dealt.copy()
                engine.advance(tried, action)
                worth[action] += play_on(tried)
        return max(actions, key=lambda action: worth[action])

    return choose


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that was played to its end."""

    record: Record
    state: Any
    result: Result
    decisions: int
    """States in which there was more than one thing to do."""


def play_game(
    ruleset: Ruleset,
    player: Player,
    *,
    seed: int,
    players: int = 1,
    options: Mapping[str, str] | None = None,
    events: list[Event] | None = None,
) -> Finished:
    """Let a player play a game to its end."""
    record, decisions = begin(ruleset, seed, players, options), 0
    state = ruleset.start(players, seed, options)
    while actions := ruleset.legal(state):
        decisions += len(actions) > 1
        action = player(state, actions)
        refusal = ruleset.advance(state, action, events)
        if refusal:
            raise ValueError(f"The player took “{action}”, which the rule {refusal.rule} refuses: {refusal.sentence}")
        record.actions.append(action)
    result = ruleset.result(state)
    assert result is not None, "a game in which nothing can be done is over"
    return Finished(record, state, result, decisions)

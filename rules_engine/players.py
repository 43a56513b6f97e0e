"""Players: one who takes anything, one with rules of thumb, and one who tries out what each action leads to."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, pstdev
from typing import Any

from rules_engine.events import Event
from rules_engine.game import Action, LooksAhead, Player, PlaysOnAtRandom, PlaysQuickly, Result, Shortlists
from rules_engine.record import Record, begin
from rules_engine.ruleset import Ruleset

PLAYERS = ("random", "rules", "search")
LONGEST = 100_000
"""Actions after which a game is taken to be endless: ten times what the trials of `validate` allow."""
SURE = 1.0
"""Standard errors by which an action must be better than what the rules of thumb say; less is luck of the deals.
By `benchmarks/players.py --only resist --rollouts 16 --games 200 --seed 30001` search brings 9.7 points, rules of thumb
7.5 (+1.4 to +2.8)."""
ROLLOUTS = 32
"""How many games the searching player plays out before it drops the worse half of the actions."""


def make_player(ruleset: Ruleset, name: str, seed: int = 0) -> Player:
    """A player by name."""
    if name == "random":
        return at_random(seed)
    if name == "rules":
        return ruleset.engine.rule_player()
    if name == "search":
        return by_search(ruleset, seed)
    raise ValueError(f"There is no player “{name}”; there are {', '.join(PLAYERS)}.")


class ByThumb:
    """Rules of thumb of a game: by the step that it is in, and for answers within effects."""

    steps: Mapping[int, Player]
    usual = 0
    """Which action is taken where no rule speaks of the step."""

    def __call__(self, state: Any, actions: Sequence[Action]) -> Action:
        if len(actions) == 1:
            return actions[0]
        if state.frames:
            return self.answer(state, actions)
        step = self.steps.get(state.step)
        return step(state, actions) if step else actions[self.usual]

    def answer(self, state: Any, actions: Sequence[Action]) -> Action:
        """What to pick inside an effect."""
        raise NotImplementedError


def at_random(seed: int) -> Player:
    """A player who takes any action."""
    draw = random.Random(seed).random
    return lambda _, actions: actions[int(draw() * len(actions))]


def by_search(ruleset: Ruleset, seed: int, rollouts: int = ROLLOUTS) -> Player:
    """Information-set Monte Carlo: deal anew what the player cannot know, try each action, and play on from there.

    It plays on by the rules of thumb; where the game says so, only the others answer by them, and then all play at
    random for a while. All actions are tried on the same deals, so that they differ by what they do and not by luck.
    The worse half is dropped again and again, so that most of the time goes into telling the best apart. What the rules
    of thumb say is never dropped, and is done unless another action surely brings more on the same deals.
    """
    engine, chance = ruleset.engine, random.Random(seed)
    thumb, anything = engine.rule_player(), at_random(seed)
    quick = engine.quick_player() if isinstance(engine, PlaysQuickly) else thumb
    steps = engine.steps_ahead if isinstance(engine, PlaysOnAtRandom) else 0
    is_far = engine.is_far if isinstance(engine, LooksAhead) else lambda *_: False

    def play_on(state: Any, before: Any, me: int) -> float:
        for step in range(steps or LONGEST):
            actions = () if is_far(before, state) else engine.legal(state)
            if not actions:
                break
            player = anything if steps and step >= state.players - 1 else quick
            engine.advance(state, player(state, actions))
        return engine.worth(state, me)

    def choose(state: Any, actions: Sequence[Action]) -> Action:
        if len(actions) == 1:
            return actions[0]
        first = thumb(state, actions)
        if isinstance(engine, Shortlists):
            actions = engine.shortlist(state, actions)
        left = [first, *(action for action in actions if action != first)]
        brought: dict[Action, list[float]] = {action: [] for action in left}
        me = engine.to_move(state)
        while len(left) > 1:
            for _ in range(max(rollouts // len(left), 1)):
                dealt = engine.redeal(state, me, chance.getrandbits(32))
                for action in left:
                    tried = dealt.copy()
                    engine.advance(tried, action)
                    brought[action].append(play_on(tried, state, me))
            # Whatever looks best, it is always compared with the rules of thumb on the same deals.
            rest = sorted(left[1:], key=lambda action: -sum(brought[action]))
            kept = len(left) // 2
            left = [first, *rest[:kept]] if len(left) > 2 else [_better(first, rest[0], brought)]
        return left[0]

    return choose


def _better(usual: Action, other: Action, brought: Mapping[Action, Sequence[float]]) -> Action:
    """The other action where it surely brings more than the usual one on the same deals."""
    more = [its - mine for its, mine in zip(brought[other], brought[usual], strict=True)]
    return other if mean(more) > SURE * (pstdev(more) / math.sqrt(len(more))) else usual


def make_players(ruleset: Ruleset, spelled: str, seed: int) -> Player:
    """Whoever plays all sides, spelled ``rules`` or ``lcs=rules abwehr=search``, each with luck of its own."""
    named = players_of(spelled, ruleset.sides)
    if not named:
        return make_player(ruleset, spelled, seed)
    return at_seats(ruleset, [make_player(ruleset, name, seed + seat) for seat, name in enumerate(named.values())])


def players_of(spelled: str, sides: Sequence[str]) -> Mapping[str, str]:
    """The kind of player at each side."""
    if "=" not in spelled:
        return dict.fromkeys(sides, spelled)
    return dict(part.split("=", 1) for part in spelled.split())


def spell_players(given: Sequence[str], sides: Sequence[str]) -> str:
    """Who plays, as typed, in one spelling: a single name where everyone is of that kind."""
    chosen, everyone = dict.fromkeys(sides, PLAYERS[1]), PLAYERS[1]
    for text in given:
        side, is_named, name = text.rpartition("=")
        if name not in PLAYERS:
            raise ValueError(f"there is no player “{name}”; there are {', '.join(PLAYERS)}.")
        if is_named and side not in sides:
            offered = f"it has {' and '.join(sides)}" if sides else "all play together"
            raise ValueError(f"the game has no side “{side}”; {offered}.")
        if is_named:
            chosen[side] = name
        else:
            everyone, chosen = name, dict.fromkeys(sides, name)
    if len(set(chosen.values())) <= 1:
        return next(iter(chosen.values()), everyone)
    return " ".join(f"{side}={name}" for side, name in chosen.items())


def at_seats(ruleset: Ruleset, seats: Sequence[Player]) -> Player:
    """Several players as one who plays: each decides when it is their turn."""
    to_move = ruleset.engine.to_move
    return lambda state, actions: seats[to_move(state)](state, actions)


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
        if len(record.actions) >= LONGEST:
            raise ValueError(
                f"The game of seed {seed} has not ended after {LONGEST:,} actions, so that by these rules it may never "
                "end. Look at its endings with `rulewright play --outline`, and at the facts they use; "
                "`rulewright lint` names numbers that do not add up."
            )
    result = ruleset.result(state)
    assert result is not None, "a game in which nothing can be done is over"
    return Finished(record, state, result, decisions)

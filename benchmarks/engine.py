"""Decisions a second with random players on one core, against RLCard and OpenSpiel in the same run.

.venv/bin/python benchmarks/engine.py [--seconds 1] [--rounds 3] [--games 12]

One loop for all: legal actions are asked for, one is taken at random, and only states with two or more legal actions
count. No observations are built and no events are made. The peers are benchmark extras
(`pip install rlcard open_spiel`); one that cannot be imported is left out and named.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "reference"))

from resist_by_hand import BY_HAND
from rows import loaded, ruleset_of

from rules_engine.players import at_seats, make_player, play_game
from rules_engine.read import build_ruleset, read_ruleset
from rules_engine.rows import read_rows
from rules_engine.ruleset import Ruleset

SAMPLES = {"resist": "resist-en.md", "operation-barclay": "operation-barclay-en.pdf"}
OURS = "Rulewright"
REFERENCE = "By hand"
SHARE = 0.7
"""A game from rows is to be at least so fast as the same game by hand."""
FLOORS = {"RLCard uno": 1.5, "OpenSpiel python_liars_poker": 2.0}
Start = Callable[[int], Any]
Legal = Callable[[Any], Sequence[Any]]
Advance = Callable[[Any, Any], object]
Peer = tuple[str, Start, Legal, Advance]


def rulesets_of(game: str) -> tuple[Ruleset, Ruleset | None]:
    """The ruleset of a game from its pack and its English sample; of one from rows that by hand beside it."""
    with loaded(game, SAMPLES[game]) as opened:
        started = time.perf_counter()
        ruleset = read_ruleset(opened, game=game)
        ruleset.start(players=min(ruleset.engine.players), seed=0)
        print(f"Reading the ruleset of {game} took {time.perf_counter() - started:.3f} s (floor: under 0.3 s).")
        rows = read_rows(opened, game)
    return ruleset, build_ruleset(rows, BY_HAND)[0] if rows.play.is_there else None


def ours(ruleset: Ruleset, told: str = "") -> Peer:
    """This engine."""
    players = min(ruleset.engine.players)
    return f"{told or OURS} {ruleset.game}", lambda seed: ruleset.start(players, seed), ruleset.legal, ruleset.advance


def rlcard_uno() -> Peer:
    """RLCard's uno, driven below its environment, so that it encodes no observations."""
    from rlcard.games.uno import Game  # type: ignore[import-not-found]

    def start(_: int) -> Any:
        game = Game()
        game.init_game()
        return game

    return (
        "RLCard uno",
        start,
        lambda game: [] if game.is_over() else game.get_legal_actions(),
        lambda game, action: game.step(action),
    )


def spiel(name: str) -> Peer:
    """A game of OpenSpiel; its chance nodes are played in the same step and not counted."""
    import pyspiel  # type: ignore[import-not-found]
    from open_spiel.python.games import liars_poker  # type: ignore[import-not-found]  # noqa: F401

    game = pyspiel.load_game(name)
    draw = random.Random(0).random

    def settle(state: Any) -> Any:
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
        return state

    def advance(state: Any, action: int) -> None:
        state.apply_action(action)
        settle(state)

    return (
        f"OpenSpiel {name}",
        lambda _: settle(game.new_initial_state()),
        lambda state: [] if state.is_terminal() else state.legal_actions(),
        advance,
    )


def rate(peer: Peer, seconds: float, seed: int) -> float:
    """Decisions in a second of the processor, so that other programs on the machine do not count."""
    _, start, legal, advance = peer
    draw, clock = random.Random(seed).random, time.process_time
    decisions, began = 0, clock()
    while clock() - began < seconds:
        state = start(seed)
        seed += 1
        actions = legal(state)
        while actions:
            count = len(actions)
            if count > 1:
                decisions += 1
            advance(state, actions[int(draw() * count)])
            actions = legal(state)
    return decisions / (clock() - began)


def peers() -> Iterator[Peer]:
    """The peers that are installed."""
    makers: list[tuple[str, Callable[[], Peer]]] = [
        ("rlcard", rlcard_uno),
        ("open_spiel", lambda: spiel("python_liars_poker")),
        ("open_spiel", lambda: spiel("hearts")),
    ]
    for package, make in makers:
        try:
            yield make()
        except ImportError:
            print(f"{package} is not installed and left out; `pip install {package}` adds it.")


def compare(rulesets: Sequence[Ruleset], by_hand: Sequence[Ruleset], seconds: float, rounds: int) -> bool:
    """Print the rates, measured in turns so that all share the machine's moods; false when a floor is missed."""
    entrants = [*map(ours, rulesets), *(ours(ruleset, REFERENCE) for ruleset in by_hand), *peers()]
    rates: dict[str, list[float]] = {entrant[0]: [] for entrant in entrants}
    for number in range(rounds):
        for entrant in entrants:
            rates[entrant[0]].append(rate(entrant, seconds, number * 100_000))
    own = {name: max(measured) for name, measured in rates.items() if name.startswith(OURS)}
    is_fast = True
    for ruleset in by_hand:
        share = own[f"{OURS} {ruleset.game}"] / max(rates[f"{REFERENCE} {ruleset.game}"])
        told = "kept" if share >= SHARE else "MISSED"
        print(f"{ruleset.game} from rows is {share:.2f} times as fast as by hand, floor {SHARE}: {told}")
        is_fast = is_fast and share >= SHARE
    for name, measured in rates.items():
        print(f"{name:30} {max(measured):>10,.0f} decisions/s")
        for game, fastest in own.items() if name not in own else ():
            ratio, floor = fastest / max(measured), FLOORS.get(name)
            told = f", floor {floor}: {'kept' if ratio >= floor else 'MISSED'}" if floor else ""
            is_fast = is_fast and (floor is None or ratio >= floor)
            print(f"{'':30} {game} is {ratio:.2f} times that{told}")
    return is_fast


ROW_GAMES = {
    "hearts": ("hearts", 4, {"length": "deal"}),
    "liars-dice": ("liars_dice(numdice=5)", 2, {"length": "round"}),
    "hanabi": ("hanabi", 2, {}),
    "pig": ("pig(horizon=100000)", 2, {}),
}
"""Games from rows with the same game of OpenSpiel, which is written in C++."""


def side_by_side(seconds: float, rounds: int) -> None:
    """Print how fast games from rows are beside the same games of OpenSpiel, in the same loop."""
    for game, (peer, players, options) in ROW_GAMES.items():
        ruleset = ruleset_of(game)
        begin = partial(_begin, ruleset, players, options)
        entrants = (game, begin, ruleset.legal, ruleset.advance), spiel(peer)
        rates = [max(rate(each, seconds, number * 100_000) for number in range(rounds)) for each in entrants]
        told = f"{rates[0]:>10,.0f} decisions/s, OpenSpiel's in C++ {rates[1]:>10,.0f}"
        print(f"{game + ' from rows':24} {told}: {rates[0] / rates[1]:.3f} of it")


def _begin(ruleset: Ruleset, players: int, options: dict[str, str], seed: int) -> Any:
    return ruleset.start(players, seed, options)


def strength(ruleset: Ruleset, games: int) -> None:
    """Print what the players reach: mean points, losses counting nothing, and the share of games not lost."""
    for name, share in (("random", 10), ("rules", 10), ("search", 1)):
        player, results = make_player(ruleset, name, seed=1), []
        began = time.perf_counter()
        for seed in range(games * share):
            results.append(play_game(ruleset, player, seed=seed).result)
        spent = (time.perf_counter() - began) / len(results)
        not_lost = mean(result.outcome != "loss" for result in results)
        points = mean(result.points for result in results)
        print(f"{name:8} {len(results):5} games: {points:6.2f} points, {not_lost:4.0%} not lost, {spent:.3f} s a game")


def balance(ruleset: Ruleset, games: int) -> None:
    """Print how often each side wins when equal players meet, and when the better one plays one side."""
    pairs = [("random", "random", 20), ("rules", "rules", 20), ("rules", "random", 5), ("random", "rules", 5)]
    first, second = ruleset.concepts["faction"]
    for *names, share in [*pairs, ("search", "search", 1)]:
        began, won = time.perf_counter(), 0
        for seed in range(games * share):
            players = [make_player(ruleset, name, seed * 2 + seat) for seat, name in enumerate(names)]
            won += play_game(ruleset, at_seats(ruleset, players), seed=seed, players=2).result.outcome == second
        spent = (time.perf_counter() - began) / (games * share)
        told = f"{first} {names[0]:6} against {second} {names[1]:6}"
        print(f"{told:32} {games * share:5} games: {second} wins {won / (games * share):4.0%}, {spent:.3f} s a game")


def main() -> int:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=1.0, help="how long each entrant plays in a round")
    options.add_argument("--rounds", type=int, default=3, help="rounds; the best one counts")
    options.add_argument(
        "--games", type=int, default=12, help="games of the searching player; the others play many times as many"
    )
    chosen = options.parse_args()
    (resist, by_hand), (barclay, _) = (rulesets_of(game) for game in SAMPLES)
    is_fast = compare([resist, barclay], [by_hand] if by_hand else [], chosen.seconds, chosen.rounds)
    side_by_side(chosen.seconds, chosen.rounds)
    strength(resist, chosen.games)
    balance(barclay, chosen.games)
    return 0 if is_fast else 1


if __name__ == "__main__":
    sys.exit(main())

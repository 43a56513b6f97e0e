"""Games played from rows beside OpenSpiel's, in step on the same chance: who moves, what is legal, what comes out.

.venv/bin/python benchmarks/rows.py [--games 2000] [--only pig]

Our engine deals, OpenSpiel is dealt the same. Wherever either offers two actions or more, both must offer the same to
the same player; at the end both must give the same returns. OpenSpiel comes with the packages for development.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmodel import Session

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database, session
from ingest.packs.read import Shared, read_pack
from ingest.pipeline import read_document
from ingest.resolve.run import resolve_game
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset

GAMES = Path(__file__).resolve().parent.parent / "games"
FEWEST_CHOICES = 2
ONE_SIZE = ("hearts", "spades")
"""Games of the peer that are not told how many play."""
EQUAL = 1e-9


@contextmanager
def loaded(game: str, sample: str = "") -> Iterator[Session]:
    """A database of a game: its pack and one of its samples, mostly the English one in Markdown."""
    pack = read_pack(GAMES / game, Shared.of(GAMES))
    document = GAMES / game / "samples" / (sample or f"{game}-en.md")
    engine = open_database("sqlite://")
    with session(engine) as opened:
        load_pack(opened, pack)
        load_reading(opened, read_document(document, {game: pack}, candidates=("cs", "en"), recipe="benchmark"))
        resolve_game(opened, game, pack)
    with session(engine, read_only=True) as opened:
        yield opened
    engine.dispose()


def ruleset_of(game: str) -> Ruleset:
    """The ruleset of a game from its pack and its English sample."""
    with loaded(game) as opened:
        return read_ruleset(opened, game=game)


@dataclass(frozen=True)
class Peer:
    """A game of OpenSpiel, and how its words are ours."""

    game: str
    spiel: str
    players: int
    parameters: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """What our rulebook says otherwise than the peer plays."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Rules that are played the other way, by their variants."""
    action: Callable[[str, int], str] = lambda told, _: told
    """The peer's action, as it prints it, in our spelling; it may depend on whose it is."""
    ours: Callable[[str], str] = lambda action: action
    """What of our spelling the peer prints too."""
    chance: Callable[[str], str] = lambda told: told
    """What chance gives, in the same way."""
    returns: Callable[[Any], list[float]] = lambda state: list(state.scores)
    first: Callable[[random.Random], tuple[dict[str, str], list[str]]] = lambda _: ({}, [])
    """Options of the set-up that the peer leaves to chance, and what chance must give for them."""


def won_or_lost(state: Any) -> list[float]:
    """The winner gets one, the others share what is lost."""
    best = max(state.scores)
    return [1.0 if got == best else -1 / (state.players - 1) for got in state.scores]


def won_or_drawn(state: Any) -> list[float]:
    """The winner of two gets one from the other; equal points are worth nothing to both."""
    first, second = state.scores
    return [float((first > second) - (first < second)), float((second > first) - (second < first))]


def bid(told: str, _: int) -> str:
    """`3-5` is a bid."""
    return "challenge" if told == "Liar" else f"bid {told.replace('-', ' ')}"


RANKS = "two three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
RANK_SIGNS = "23456789TJQKA"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
DIRECTIONS = {"No Pass": "keep", "Left": "left", "Across": "across", "Right": "right"}


def card(told: str) -> str:
    """`QS` is the queen of spades; the direction of passing is dealt as well."""
    return DIRECTIONS.get(told) or f"{RANKS[RANK_SIGNS.index(told[0])]}-of-{SUITS[told[1]]}"


def any_direction(rng: random.Random) -> tuple[dict[str, str], list[str]]:
    """The peer draws the direction of passing."""
    direction = rng.choice(sorted(DIRECTIONS.values()))
    return {"first-pass": direction}, [direction]


def hearts(parameters: Mapping[str, Any] | None = None, variants: Mapping[str, str] | None = None) -> Peer:
    """One deal, by the usual rules or with some of them the other way."""
    return Peer(
        "hearts",
        "hearts",
        4,
        parameters or {},
        {"length": "deal"},
        variants=variants or {},
        action=lambda told, _: card(told),
        chance=card,
        first=any_direction,
        ours=lambda action: action.split()[1],
        returns=lambda state: [26.0 - got for got in state.scores],
    )


def trick_or_bid(told: str, _: int) -> str:
    """`SQ` is the queen of spades, `4` a bid of four tricks and `Nil` one of none."""
    if told == "Nil" or told.isdigit():
        return f"bid {0 if told == 'Nil' else told}"
    return f"play {card(told[::-1])}"


COLOURS = {"R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue"}


def firework(told: str) -> str:
    """`(Deal R1)` is a card."""
    sign = told.strip("()").split()[-1]
    return f"{COLOURS[sign[0]]}-{sign[1]}"


def hanabi(players: int) -> Callable[[str, int], str]:
    """`(Play 0)` names a place, `(Reveal player +1 color R)` somebody from whoever moves on."""

    def action(told: str, mover: int) -> str:
        verb, *words = told.strip("()").split()
        if verb != "Reveal":
            return f"{verb.lower()} {int(words[0]) + 1}"
        partner = f"player-{(mover + int(words[1])) % players + 1}"
        if words[2] == "color":
            return f"hint-colour {partner} {COLOURS[words[3]]}"
        return f"hint-number {partner} {words[3]}"

    return action


def shared(state: Any) -> list[float]:
    """All get what was reached together."""
    return [float(state.outcome[1])] * state.players


PEERS = [
    Peer(
        "pig",
        "pig",
        2,
        {"players": 2, "horizon": 100_000},
        action=lambda told, _: {"roll": "roll", "stop": "hold"}[told],
        chance=lambda told: told.split()[-1],
        returns=won_or_lost,
    ),
    Peer(
        "pig",
        "pig",
        3,
        {"players": 3, "horizon": 100_000},
        action=lambda told, _: {"roll": "roll", "stop": "hold"}[told],
        chance=lambda told: told.split()[-1],
        returns=won_or_lost,
    ),
    Peer(
        "liars-dice",
        "liars_dice",
        2,
        {"numdice": 5},
        {"length": "round"},
        action=bid,
        chance=lambda told: told.split()[-1],
    ),
    Peer(
        "liars-dice",
        "liars_dice",
        2,
        {"numdice": 3, "dice_sides": 4},
        {"length": "round"},
        {("cup", "dice"): "3", ("die", "faces"): "4", ("die", "wild-face"): "4"},
        action=bid,
        chance=lambda told: told.split()[-1],
    ),
    hearts(),
    hearts({"qs_breaks_hearts": False}, {"breaking-hearts": "queen-does-not-break"}),
    hearts({"must_break_hearts": False}, {"breaking-hearts": "hearts-any-time"}),
    hearts({"no_pts_on_first_trick": False}, {"no-points-first": "points-at-once"}),
    Peer(
        "spades",
        "spades",
        4,
        options={"length": "deal"},
        variants={"breaking-spades": "never-broken"},  # the peer asks whether spades are broken, and never breaks them
        action=trick_or_bid,
        chance=lambda told: card(told[::-1]),
    ),
    Peer(
        "goofspiel",
        "goofspiel",
        2,
        {"imp_info": True},
        action=lambda told, _: f"bid bid-{told.split()[-1]}",
        chance=lambda told: f"prize-{told.split()[-1]}",
        returns=won_or_drawn,
    ),
    *(
        Peer("hanabi", "hanabi", n, {"players": n}, action=hanabi(n), chance=firework, returns=shared)
        for n in (2, 3, 5)
    ),
    Peer(
        "hanabi",
        "hanabi",
        4,
        {"players": 4, "max_life_tokens": 50},
        facts={("fuses", "count"): "50"},
        action=hanabi(4),
        chance=firework,
        returns=shared,
    ),
]


class OutOfStep(AssertionError):
    """Where the two part, in a sentence."""


def play_in_step(ruleset: Ruleset, peer: Peer, spiel_game: Any, seed: int) -> int:
    """Play a random game with both; gives the number of decisions, or raises OutOfStep."""
    rng, dealt = random.Random(seed), list[str]()
    engine: Any = ruleset.engine
    options, forced = peer.first(rng)

    def deal(words: list[str]) -> int:
        number = rng.randrange(len(words))
        dealt.append(words[number])
        return number

    engine.dealer = deal
    try:
        dealt += forced
        state = ruleset.start(peer.players, seed, {**peer.options, **options})
        spiel = spiel_game.new_initial_state()
        return _follow(ruleset, peer, state, spiel, dealt, rng)
    finally:
        engine.dealer = None


def _follow(ruleset: Ruleset, peer: Peer, state: Any, spiel: Any, dealt: list[str], rng: random.Random) -> int:
    decisions = 0
    while not spiel.is_terminal():
        if spiel.is_chance_node():
            wanted = dealt.pop(0)
            given = {peer.chance(spiel.action_to_string(-1, a)): a for a, _ in spiel.chance_outcomes()}
            spiel.apply_action(given[wanted])
            continue
        mover, offered = spiel.current_player(), spiel.legal_actions()
        if len(offered) < FEWEST_CHOICES:
            spiel.apply_action(offered[0])
            continue
        theirs = {peer.action(spiel.action_to_string(mover, action), mover): action for action in offered}
        ours = {peer.ours(action): action for action in ruleset.legal(state)}
        if (ruleset.to_move(state), sorted(ours)) != (mover, sorted(theirs)):
            only = (
                f"ours alone {sorted(ours.keys() - theirs.keys())}, theirs alone {sorted(theirs.keys() - ours.keys())}"
            )
            raise OutOfStep(f"decision {decisions}: {ruleset.to_move(state)} or {mover} to move; {only}\n{spiel}")
        chosen = rng.choice(sorted(ours))
        ruleset.advance(state, ours[chosen])
        spiel.apply_action(theirs[chosen])
        decisions += 1
    if ruleset.result(state) is None:
        raise OutOfStep(f"after {decisions} decisions theirs is over, ours is not: {ruleset.legal(state)}\n{spiel}")
    got, given = peer.returns(state), spiel.returns()
    if any(abs(a - b) > EQUAL for a, b in zip(got, given, strict=True)):
        raise OutOfStep(f"the returns are {got} and {given}\n{spiel}")
    return decisions


def prepared(peer: Peer) -> tuple[Ruleset, Any]:
    """Our ruleset and the peer's game."""
    import pyspiel  # type: ignore[import-not-found]

    ruleset = ruleset_of(peer.game)
    ruleset = ruleset.with_facts(peer.facts) if peer.facts else ruleset
    for rule, variant in peer.variants.items():
        ruleset = ruleset.with_variant(rule, variant)
    game = pyspiel.load_game(
        peer.spiel,
        {"players": peer.players, **peer.parameters} if peer.spiel not in ONE_SIZE else dict(peer.parameters),
    )
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    return ruleset, game


def main() -> int:
    """Play all games; 0 when every step was the same."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    for peer in PEERS:
        if asked.only and asked.only != peer.game:
            continue
        ruleset, spiel_game = prepared(peer)
        started, decisions = time.perf_counter(), 0
        for seed in range(asked.games):
            try:
                decisions += play_in_step(ruleset, peer, spiel_game, seed)
            except OutOfStep as error:
                print(f"{peer.game}, {peer.players} players, seed {seed}: {error}")
                return 1
        took = time.perf_counter() - started
        print(f"{peer.game}, {peer.players} players: {asked.games} games, {decisions} decisions in step, {took:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())

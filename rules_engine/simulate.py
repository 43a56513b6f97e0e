"""Plays many games and counts how they end; what comes out depends on the seeds alone."""

import datetime
import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, NamedTuple

from sqlmodel import Session, col, delete, select

from rules_engine.card_tally import CARD_GAMES, CardTally, Happened, happened
from rules_engine.change import tell_supposed
from rules_engine.events import Event
from rules_engine.intervals import CONFIDENCE, mean_of, median_of, share_of, wilson
from rules_engine.players import Finished, make_players, play_game, players_of
from rules_engine.rows import find_edition, find_game
from rules_engine.ruleset import Ruleset
from rules_engine.tasks import Map
from schema.base import row
from schema.games import Game
from schema.results import CardPlay, Simulation, SimulationShape

FEWEST_GAMES = 200
"""An interval of fewer games than this is not trusted to stop on."""
CHUNK = 10
"""Games that are played at a time; also how often the width of intervals is looked at."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Games that differ by their seeds alone: who plays them, and how they are set up."""

    players: int
    player: str
    """The kind of player, or the kind at each side as `lcs=rules abwehr=search`."""
    seed: int
    """Of the first game; the next has the next."""
    games: int
    options: Mapping[str, str] = field(default_factory=dict)

    def chunks(self, size: int) -> list[range]:
        """The seeds in portions."""
        end = self.seed + self.games
        return [range(start, min(start + size, end)) for start in range(self.seed, end, size)]


class Played(NamedTuple):
    """How one game ended."""

    seed: int
    outcome: str
    rule: str
    points: int
    decisions: int
    cards: Happened | None = None
    """What happened with its cards, where that was looked at."""
    winners: tuple[str, ...] = ()
    """Sides that have won; none where the outcome names the one that has."""


@dataclass(slots=True)
class Tally:
    """How games ended, in whole numbers, so that tallies add up the same in any order."""

    endings: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """Games by outcome, the rule that ended them, and points."""
    won: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Games by side that has won them, alone or with others, and points."""
    decisions: Counter[int] = field(default_factory=Counter)
    """Games by the number of decisions they took."""
    cards: CardTally = field(default_factory=CardTally)

    def add(self, games: Iterable[Played]) -> None:
        """Count games."""
        for game in games:
            self.endings[game.outcome, game.rule, game.points] += 1
            self.won.update((side, game.points) for side in game.winners or (game.outcome,))
            self.decisions[game.decisions] += 1
            if game.cards is not None:
                self.cards.add(game.outcome, game.cards)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.endings.total()

    @property
    def outcomes(self) -> Counter[str]:
        """Games by outcome."""
        return _summed((outcome, count) for (outcome, _, _), count in self.endings.items())

    @property
    def rules(self) -> Counter[str]:
        """Games by the rule that ended them."""
        return _summed((rule, count) for (_, rule, _), count in self.endings.items())

    @property
    def points(self) -> Counter[int]:
        """Games by points."""
        return _summed((points, count) for (_, _, points), count in self.endings.items())


@dataclass(frozen=True, slots=True)
class Simulated:
    """A finished batch."""

    ruleset: Ruleset
    batch: Batch
    tally: Tally
    seconds: float


def simulate(
    ruleset: Ruleset,
    batch: Batch,
    *,
    until: float | None = None,
    chunk: int = CHUNK,
    mapped: Map = map,
    on_games: Callable[[Sequence[Played]], None] = lambda _: None,
) -> Simulated:
    """Play the games, or fewer when every share of an outcome is known to within ``until`` before that."""
    started = time.perf_counter()
    ruleset.start(players=batch.players, seed=batch.seed, options=batch.options)
    tally = Tally()
    for played in mapped(partial(play_games, ruleset, batch), batch.chunks(chunk)):
        tally.add(played)
        on_games(played)
        if until is not None and tally.games >= FEWEST_GAMES and widest(tally) <= until:
            break
    return Simulated(ruleset, batch, tally, time.perf_counter() - started)


def player_seed(seed: int) -> int:
    """The seed of the player in the game of this seed: the player's luck must not follow that of the cards."""
    return int.from_bytes(hashlib.sha256(f"player {seed}".encode()).digest()[:8])


def play_seed(ruleset: Ruleset, batch: Batch, seed: int, events: list[Event] | None = None) -> Finished:
    """The game of a seed; the luck of its players has a seed of its own."""
    player = make_players(ruleset, batch.player, seed=player_seed(seed))
    return play_game(ruleset, player, seed=seed, players=batch.players, options=batch.options, events=events)


def play_games(ruleset: Ruleset, batch: Batch, seeds: range) -> list[Played]:
    """The games of these seeds."""
    played, codes = [], {card.code for card in ruleset.cards}
    for seed in seeds:
        events: list[Event] | None = [] if seed < batch.seed + CARD_GAMES else None
        done = play_seed(ruleset, batch, seed, events)
        cards = None if events is None else happened(codes, events)
        end = done.result
        played.append(Played(seed, end.outcome, end.rule, end.points, done.decisions, cards, end.winners))
    return played


def widest(tally: Tally) -> float:
    """Half the width of the widest interval of an outcome's share."""
    intervals = (wilson(count, tally.games) for count in tally.outcomes.values())
    return max((high - low) / 2 for low, high in intervals)


def report(done: Simulated, jobs: int = 1) -> dict[str, Any]:
    """Everything about a batch for machines; what two runs of the same seeds may differ in is under `timing`."""
    return {
        "game": done.ruleset.game,
        "edition": done.ruleset.edition,
        "supposed": tell_supposed(done.ruleset),
        **asdict(done.batch),
        "games": done.tally.games,
        **findings(done),
        "timing": {
            "ran_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "jobs": jobs,
            "seconds": round(done.seconds, 3),
            "games_per_second": round(done.tally.games / done.seconds, 1),
        },
    }


def findings(done: Simulated) -> dict[str, Any]:
    """What the games showed."""
    tally, points = done.tally, done.tally.points
    rules = sorted(tally.rules.items(), key=lambda item: (-item[1], item[0]))
    return {
        "fingerprint": done.ruleset.fingerprint,
        "confidence": CONFIDENCE,
        "outcomes": _outcomes(done),
        **({"sides": _sides(done)} if done.ruleset.sides else {}),
        "endings": [{"rule": rule, **share_of(count, tally.games)} for rule, count in rules],
        "points": {
            **asdict(mean_of(points)),
            "median": median_of(points),
            "most": max(points),
            "histogram": {str(p): points[p] for p in sorted(points)},
        },
        "decisions": {
            "mean": mean_of(tally.decisions).mean,
            "fewest": min(tally.decisions),
            "most": max(tally.decisions),
        },
    }


def store_simulation(opened: Session, done: Simulated) -> None:
    """Store the batch."""
    stored = store_played(opened, done.ruleset, done.batch, done.tally.games, findings(done))
    opened.flush()
    for card, shape in done.tally.cards.rows(done.ruleset):
        opened.add(row(CardPlay, shape, simulation_id=stored.id, card_id=card))


def store_played(
    opened: Session, ruleset: Ruleset, batch: Batch, games: int, result: Mapping[str, Any], **more: str
) -> Simulation:
    """Store what was played and what it showed; the same of an earlier run gives way to it."""
    game = find_game(opened, ruleset.game)
    edition = find_edition(opened, game, ruleset.edition) if ruleset.edition else None
    shape = SimulationShape(
        players=batch.players,
        player=batch.player,
        games=games,
        seed=batch.seed,
        options=json.dumps(dict(sorted({**batch.options, **more}.items())), ensure_ascii=False),
        supposed=tell_supposed(ruleset),
        result=json.dumps(result, ensure_ascii=False),
    )
    edition_id = edition.id if edition else None
    same = [getattr(Simulation, name) == value for name, value in shape.model_dump(exclude={"result"}).items()]
    opened.exec(
        delete(Simulation).where(col(Simulation.game_id) == game.id, col(Simulation.edition_id) == edition_id, *same)
    )
    ran_at = datetime.datetime.now(datetime.UTC)
    stored = row(Simulation, shape, game_id=game.id, edition_id=edition_id, ran_at=ran_at)
    opened.add(stored)
    return stored


@dataclass(frozen=True, slots=True)
class Compared:
    """How often a player of a stored batch got so many points or more."""

    player: str
    games: int
    share: float


def compare_points(opened: Session, ruleset: Ruleset, points: int) -> Compared | None:
    """Points against the latest batch that was played by the same rules, if there is one and there are points."""
    if points <= 0 or ruleset.sides:
        return None
    stored = opened.exec(
        select(Simulation)
        .join(Game)
        .where(Game.code == ruleset.game)
        .order_by(col(Simulation.ran_at).desc(), col(Simulation.id).desc())
    )
    for batch in stored:
        found = json.loads(batch.result)
        if found.get("fingerprint") == ruleset.fingerprint:
            as_good = sum(count for got, count in found["points"]["histogram"].items() if int(got) >= points)
            return Compared(batch.player, batch.games, as_good / batch.games)
    return None


def _outcomes(done: Simulated) -> list[dict[str, Any]]:
    """The outcomes from the best to the worst, with the share of games that ended so or better."""
    counts, games, order = done.tally.outcomes, done.tally.games, done.ruleset.endings
    rank = {code: place for place, code in enumerate(order)}
    found, better = [], 0
    named = {*counts, *filter(None, order)}
    for code in sorted(named, key=lambda code: (rank.get(code, len(rank)), code)):
        better += counts[code]
        found.append({"outcome": code, **share_of(counts[code], games), "or_better": better / games})
    return found


def _sides(done: Simulated) -> list[dict[str, Any]]:
    """What each side won with its player, alone or with others, and with how many points."""
    sides, won_by = done.ruleset.sides[: done.batch.players], done.tally.won
    players = players_of(done.batch.player, done.ruleset.sides)
    found = []
    for side in sides:
        points = _summed((points, count) for (winner, points), count in won_by.items() if winner == side)
        histogram = {str(p): points[p] for p in sorted(points)}
        won = share_of(points.total(), done.tally.games)
        found.append({"side": side, "player": players[side], **won, "points": histogram})
    return found


def _summed(items: Iterable[tuple[Any, int]]) -> Counter[Any]:
    counts: Counter[Any] = Counter()
    for name, count in items:
        counts[name] += count
    return counts

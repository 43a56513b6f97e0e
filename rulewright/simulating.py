"""Plays many games over several processes; what comes out depends on the seeds alone, never on how work was split."""

import datetime
import hashlib
import json
import math
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from statistics import NormalDist
from typing import Any

from sqlmodel import Session, col, delete, select

from db.errors import DatabaseProblem
from db.open import open_database, session
from rules_engine.players import make_player, play_game
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from schema.base import row
from schema.games import Edition, Game
from schema.results import Simulation, SimulationShape

CHUNK = 10
"""Games that a process plays at a time; also how often the width of the intervals is looked at."""
AHEAD = 4
"""Chunks that wait for each process, so that none is idle and few are thrown away."""
CONFIDENCE = 0.95
FEWEST_GAMES = 200
"""An interval of fewer games than this is not trusted to stop on."""
MOST_GAMES = 1_000_000
"""Where playing until the intervals are narrow gives up, unless told otherwise."""
SCORES, OUTCOMES = ("score", "result"), ("outcome",)
"""Kinds of concepts that name how games end, the best first; a game that no score fits ends between the two."""
NO_OUTCOME = ""
CHANGED_MEANWHILE = (
    "The rules in the database changed while games were played from them, so nothing was stored. "
    "Wait until the other program is done, and run the same command again."
)


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played, by whom, and from which seed on."""

    game: str
    edition: str | None
    players: int
    player: str
    seed: int
    options: Mapping[str, str]


@dataclass(slots=True)
class Tally:
    """How games ended, in whole numbers, so that tallies add up the same in any order."""

    endings: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """Games by outcome, the rule that ended them, and points."""
    decisions: Counter[int] = field(default_factory=Counter)
    """Games by the number of decisions they took."""

    def add(self, other: "Tally") -> None:
        """Take in what another tally counted."""
        self.endings += other.endings
        self.decisions += other.decisions

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

    setting: Setting
    fingerprint: str
    tally: Tally
    order: tuple[str, ...]
    """The outcomes, the best first."""
    seconds: float
    jobs: int


def simulate(
    db: str,
    setting: Setting,
    *,
    games: int,
    jobs: int = 1,
    until: float | None = None,
    on_games: Callable[[int], None] = lambda _: None,
) -> Simulated:
    """Play the games, or fewer when every share of an outcome is known to within ``until`` before that."""
    started = time.perf_counter()
    ruleset = _ruleset_of(db, setting)
    ruleset.start(players=setting.players, seed=setting.seed, options=setting.options)
    tally = Tally()
    for chunk in _play_chunks(db, ruleset, setting, games, jobs):
        tally.add(chunk)
        on_games(chunk.games)
        if until is not None and tally.games >= FEWEST_GAMES and widest(tally) <= until:
            break
    return Simulated(setting, ruleset.fingerprint, tally, _order(ruleset), time.perf_counter() - started, jobs)


def player_seed(seed: int) -> int:
    """The seed of the player in the game of this seed: the player's luck must not follow that of the cards."""
    return int.from_bytes(hashlib.sha256(f"player {seed}".encode()).digest()[:8])


def wilson(count: int, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a share (Wilson's score), which stays sound for shares near 0 and 1."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, weight = count / games, z * z / games
    middle = share + weight / 2
    reach = z * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    low, high = (middle - reach) / (1 + weight), (middle + reach) / (1 + weight)
    return (0.0 if count == 0 else low), (1.0 if count == games else high)


def widest(tally: Tally) -> float:
    """Half the width of the widest interval of an outcome's share."""
    intervals = (wilson(count, tally.games) for count in tally.outcomes.values())
    return max((high - low) / 2 for low, high in intervals)


def report(done: Simulated) -> dict[str, Any]:
    """Everything about a batch for machines; what two runs of the same seeds may differ in is under `timing`."""
    setting = done.setting
    return {
        "game": setting.game,
        "edition": setting.edition,
        "players": setting.players,
        "player": setting.player,
        "games": done.tally.games,
        "seed": setting.seed,
        "options": dict(setting.options),
        **findings(done),
        "timing": {
            "ran_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "jobs": done.jobs,
            "seconds": round(done.seconds, 3),
            "games_per_second": round(done.tally.games / done.seconds, 1),
        },
    }


def findings(done: Simulated) -> dict[str, Any]:
    """What the games showed."""
    tally = done.tally
    rules = sorted(tally.rules.items(), key=lambda item: (-item[1], item[0]))
    return {
        "fingerprint": done.fingerprint,
        "confidence": CONFIDENCE,
        "outcomes": _outcomes(done),
        "endings": [{"rule": rule, **_share(count, tally.games)} for rule, count in rules],
        "points": _points(tally),
        "decisions": {
            "mean": _mean(tally.decisions),
            "fewest": min(tally.decisions),
            "most": max(tally.decisions),
        },
    }


def store_simulation(opened: Session, done: Simulated) -> None:
    """Store the batch; the same batch of an earlier run gives way to it."""
    setting = done.setting
    game = opened.exec(select(Game).where(Game.code == setting.game)).one()
    edition = opened.exec(
        select(Edition).where(Edition.game_id == game.id, Edition.code == setting.edition)
    ).one_or_none()
    shape = SimulationShape(
        players=setting.players,
        player=setting.player,
        games=done.tally.games,
        seed=setting.seed,
        options=json.dumps(dict(sorted(setting.options.items())), ensure_ascii=False),
        result=json.dumps(findings(done), ensure_ascii=False),
    )
    edition_id = edition.id if edition else None
    same = [getattr(Simulation, name) == value for name, value in shape.model_dump(exclude={"result"}).items()]
    opened.exec(
        delete(Simulation).where(col(Simulation.game_id) == game.id, col(Simulation.edition_id) == edition_id, *same)
    )
    ran_at = datetime.datetime.now(datetime.UTC)
    opened.add(row(Simulation, shape, game_id=game.id, edition_id=edition_id, ran_at=ran_at))


@dataclass(frozen=True, slots=True)
class Compared:
    """How often a player of a stored batch got so many points or more."""

    player: str
    games: int
    share: float


def compare_points(opened: Session, ruleset: Ruleset, points: int) -> Compared | None:
    """Points against the latest batch that was played by the same rules, if there is one and there are points."""
    if points <= 0:
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


def _ruleset_of(db: str, setting: Setting) -> Ruleset:
    engine = open_database(db, create=False)
    try:
        with session(engine, read_only=True) as opened:
            return read_ruleset(opened, setting.game, setting.edition)
    finally:
        engine.dispose()


def _play_chunks(db: str, ruleset: Ruleset, setting: Setting, games: int, jobs: int) -> Iterator[Tally]:
    """The tallies of the chunks in the order of their seeds, whichever was done first."""
    starts = range(0, games, CHUNK)
    if jobs == 1:
        yield from (_play_chunk(ruleset, setting, start, min(CHUNK, games - start)) for start in starts)
        return
    with ProcessPoolExecutor(min(jobs, len(starts)), initializer=_prepare, initargs=(db, setting)) as pool:
        waiting = iter(starts)

        def submit(count: int) -> list[Future[tuple[str, Tally]]]:
            chosen = islice(waiting, count)
            return [pool.submit(_play_in_process, setting, start, min(CHUNK, games - start)) for start in chosen]

        futures = deque(submit(AHEAD * jobs))
        try:
            while futures:
                fingerprint, tally = futures.popleft().result()
                if fingerprint != ruleset.fingerprint:
                    raise DatabaseProblem(CHANGED_MEANWHILE)
                futures.extend(submit(1))
                yield tally
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _play_chunk(ruleset: Ruleset, setting: Setting, start: int, count: int) -> Tally:
    tally = Tally()
    for seed in range(setting.seed + start, setting.seed + start + count):
        player = make_player(ruleset, setting.player, seed=player_seed(seed))
        done = play_game(ruleset, player, seed=seed, players=setting.players, options=setting.options)
        tally.endings[done.result.outcome, done.result.rule, done.result.points] += 1
        tally.decisions[done.decisions] += 1
    return tally


_ready: list[Ruleset] = []
"""The ruleset of this process, if it is one that plays chunks."""


def _prepare(db: str, setting: Setting) -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that holds the tally
    _ready.append(_ruleset_of(db, setting))


def _play_in_process(setting: Setting, start: int, count: int) -> tuple[str, Tally]:
    (ruleset,) = _ready
    return ruleset.fingerprint, _play_chunk(ruleset, setting, start, count)


def _order(ruleset: Ruleset) -> tuple[str, ...]:
    scores, outcomes = ([c for kind in kinds for c in ruleset.concepts.get(kind, ())] for kinds in (SCORES, OUTCOMES))
    return (*scores, NO_OUTCOME, *outcomes)


def _outcomes(done: Simulated) -> list[dict[str, Any]]:
    """The outcomes from the best to the worst, with the share of games that ended so or better."""
    counts, games = done.tally.outcomes, done.tally.games
    rank = {code: place for place, code in enumerate(done.order)}
    found, better = [], 0
    named = {*counts, *done.order} - {code for code in (NO_OUTCOME,) if not counts[code]}
    for code in sorted(named, key=lambda code: (rank.get(code, len(rank)), code)):
        better += counts[code]
        found.append({"outcome": code, **_share(counts[code], games), "or_better": better / games})
    return found


def _share(count: int, games: int) -> dict[str, Any]:
    low, high = wilson(count, games)
    return {"count": count, "share": count / games, "low": low, "high": high}


def _points(tally: Tally) -> dict[str, Any]:
    points, games = tally.points, tally.games
    total, squares = sum(p * n for p, n in points.items()), sum(p * p * n for p, n in points.items())
    mean = total / games
    deviation = math.sqrt((games * squares - total * total) / (games * max(games - 1, 1)))
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * deviation / math.sqrt(games)
    return {
        "mean": mean,
        "low": mean - reach,
        "high": mean + reach,
        "deviation": deviation,
        "median": _median(points),
        "most": max(points),
        "histogram": {str(p): points[p] for p in sorted(points)},
    }


def _mean(counts: Counter[int]) -> float:
    return sum(value * count for value, count in counts.items()) / counts.total()


def _median(counts: Counter[int]) -> int:
    """The lower of the two middle values where there are two."""
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        if 2 * passed >= counts.total():
            return value
    raise ValueError("There is no median of no games.")


def _summed(items: Iterator[tuple[Any, int]]) -> Counter[Any]:
    counts: Counter[Any] = Counter()
    for name, count in items:
        counts[name] += count
    return counts

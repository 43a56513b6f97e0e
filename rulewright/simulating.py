"""Plays many games and counts how they end; what comes out depends on the seeds alone."""

import datetime
import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any, NamedTuple

from sqlmodel import Session, col, delete, select

from rules_engine.ruleset import Ruleset
from rulewright.batches import Batch, Setting, play_seed, read_rules, run_batch
from rulewright.playing.seats import players_of, sides_of
from schema.base import row
from schema.games import Edition, Game
from schema.results import Simulation, SimulationShape

CONFIDENCE = 0.95
FEWEST_GAMES = 200
"""An interval of fewer games than this is not trusted to stop on."""
MOST_GAMES = 1_000_000
"""Where playing until the intervals are narrow gives up, unless told otherwise."""
SCORES, OUTCOMES = ("score", "result"), ("outcome",)
"""Kinds of concepts that name how games end, the best first; a game that no score fits ends between the two."""
NO_OUTCOME = ""


class Played(NamedTuple):
    """How one game ended."""

    seed: int
    outcome: str
    rule: str
    points: int
    decisions: int


@dataclass(slots=True)
class Tally:
    """How games ended, in whole numbers, so that tallies add up the same in any order."""

    endings: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """Games by outcome, the rule that ended them, and points."""
    decisions: Counter[int] = field(default_factory=Counter)
    """Games by the number of decisions they took."""

    def add(self, games: Iterable[Played]) -> None:
        """Count games."""
        for game in games:
            self.endings[game.outcome, game.rule, game.points] += 1
            self.decisions[game.decisions] += 1

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
    sides: tuple[str, ...]
    """The sides that play against each other, each an outcome too; none where there are no sides."""
    seconds: float
    jobs: int


def simulate(
    db: str,
    setting: Setting,
    *,
    games: int,
    jobs: int = 1,
    until: float | None = None,
    cluster: str | None = None,
    on_games: Callable[[Sequence[Played]], None] = lambda _: None,
) -> Simulated:
    """Play the games, or fewer when every share of an outcome is known to within ``until`` before that."""
    started = time.perf_counter()
    ruleset = read_rules(db, setting)
    ruleset.start(players=setting.players, seed=setting.seed, options=setting.options)
    tally = Tally()
    batch = Batch(play_games, [ruleset], [db], setting, games)
    for chunk in run_batch(batch, jobs, cluster):
        tally.add(chunk)
        on_games(chunk)
        if until is not None and tally.games >= FEWEST_GAMES and widest(tally) <= until:
            break
    seconds = time.perf_counter() - started
    return Simulated(setting, ruleset.fingerprint, tally, _order(ruleset), sides_of(ruleset), seconds, jobs)


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
        **({"sides": _sides(done)} if done.sides else {}),
        "endings": [{"rule": rule, **_share(count, tally.games)} for rule, count in rules],
        "points": _points(tally),
        "decisions": {
            "mean": _mean(tally.decisions),
            "fewest": min(tally.decisions),
            "most": max(tally.decisions),
        },
    }


def store_simulation(opened: Session, done: Simulated) -> None:
    """Store the batch."""
    store_played(opened, done.setting, done.tally.games, done.setting.options, findings(done))


def store_played(
    opened: Session, setting: Setting, games: int, options: Mapping[str, str], result: Mapping[str, Any]
) -> None:
    """Store what was played and what it showed; the same of an earlier run gives way to it."""
    game = opened.exec(select(Game).where(Game.code == setting.game)).one()
    edition = opened.exec(
        select(Edition).where(Edition.game_id == game.id, Edition.code == setting.edition)
    ).one_or_none()
    shape = SimulationShape(
        players=setting.players,
        player=setting.player,
        games=games,
        seed=setting.seed,
        options=json.dumps(dict(sorted(options.items())), ensure_ascii=False),
        result=json.dumps(result, ensure_ascii=False),
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
    if points <= 0 or sides_of(ruleset):
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


def play_games(rulesets: Sequence[Ruleset], setting: Setting, seeds: range) -> list[Played]:
    """The games of these seeds."""
    (ruleset,) = rulesets
    played = []
    for seed in seeds:
        done = play_seed(ruleset, setting, seed)
        played.append(Played(seed, done.result.outcome, done.result.rule, done.result.points, done.decisions))
    return played


def _order(ruleset: Ruleset) -> tuple[str, ...]:
    scores, outcomes = ([c for kind in kinds for c in ruleset.concepts.get(kind, ())] for kinds in (SCORES, OUTCOMES))
    return (*scores, *sides_of(ruleset), NO_OUTCOME, *outcomes)


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


def _sides(done: Simulated) -> list[dict[str, Any]]:
    """What each side won with its player, and with how many points, which is how long it took."""
    players, endings = players_of(done.setting.player, done.sides), done.tally.endings
    found = []
    for side in done.sides:
        points = _summed((points, count) for (outcome, _, points), count in endings.items() if outcome == side)
        histogram = {str(p): points[p] for p in sorted(points)}
        won = _share(points.total(), done.tally.games)
        found.append({"side": side, "player": players[side], **won, "points": histogram})
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

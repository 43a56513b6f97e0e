"""Plays the same seeds by the stored rules and with one fact changed, and says what the difference is worth."""

import math
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import NormalDist
from typing import Any

from sqlmodel import Session, col, select

from db.open import open_database, session, sqlite_url
from db.snapshot import make_snapshot
from ingest.resolve.build import build_board, build_effects
from rules_engine.errors import RulesetError
from rules_engine.ruleset import Ruleset
from rulewright.batches import Batch, Setting, play_seed, read_rules, run_batch
from rulewright.simulating import CONFIDENCE, store_played
from schema.claims import Claim, Conflict, ConflictClaim, Fact
from schema.games import Edition, Game
from schema.pack import Pack


@dataclass(frozen=True, slots=True)
class Change:
    """A fact as it could also be."""

    subject: str
    attribute: str
    value: str

    def __str__(self) -> str:
        return f"{self.subject} {self.attribute} {self.value}"


def read_change(text: str) -> Change:
    """A change in the words of a person, or a ValueError that says what is missing."""
    words = text.split(maxsplit=2)
    if len(words) != 3:
        raise ValueError(f"“{text}” must be a subject, an attribute and a value: location:paris enter.suspicion -2.")
    return Change(*words)


@dataclass(slots=True)
class Pairs:
    """Games of the same seeds played both ways, in whole numbers that add up the same in any order."""

    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often a game ended the one way as stored and the other way as changed."""
    points: Counter[int] = field(default_factory=Counter)
    """How often the change brought so many points more."""

    def add(self, other: "Pairs") -> None:
        """Take in what others counted."""
        self.outcomes += other.outcomes
        # Differences of zero and below must be kept, which adding counters would drop.
        self.points.update(other.points)

    @property
    def games(self) -> int:
        """Seeds that were played."""
        return self.outcomes.total()


@dataclass(frozen=True, slots=True)
class Difference:
    """How much an outcome's share changes, with the ends of its interval."""

    outcome: str
    stored: float
    changed: float
    low: float
    high: float

    @property
    def is_shown(self) -> bool:
        """Whether the interval leaves no doubt that there is a difference."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a change is worth."""

    change: Change
    stored_value: str
    setting: Setting
    pairs: Pairs
    obstacle: str = ""
    """Why nothing was played, where nothing was."""

    @property
    def differences(self) -> list[Difference]:
        """For every outcome that occurred."""
        seen = sorted({outcome for pair in self.pairs.outcomes for outcome in pair})
        return [difference(self.pairs, outcome) for outcome in seen]

    def as_dict(self) -> dict[str, Any]:
        """The comparison for machines."""
        return {
            "change": str(self.change),
            "stored_value": self.stored_value,
            "games": self.pairs.games,
            "obstacle": self.obstacle,
            "outcomes": [
                {
                    "outcome": d.outcome,
                    "stored": d.stored,
                    "changed": d.changed,
                    "difference": d.changed - d.stored,
                    "low": d.low,
                    "high": d.high,
                }
                for d in self.differences
            ],
            "points": mean_points(self.pairs),
        }


def difference(pairs: Pairs, outcome: str) -> Difference:
    """Paired: only games that ended differently tell, so that luck shared by both ways cancels out."""
    games = pairs.games
    stored = sum(n for (one, _), n in pairs.outcomes.items() if one == outcome)
    changed = sum(n for (_, other), n in pairs.outcomes.items() if other == outcome)
    both = pairs.outcomes[outcome, outcome]
    lost, won = stored - both, changed - both
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    middle = (won - lost) / games
    # One game of doubt either way keeps the interval honest where few or no games differ.
    reach = z * math.sqrt(won + lost + 1 - (won - lost) ** 2 / games) / games
    return Difference(outcome, stored / games, changed / games, middle - reach, middle + reach)


def mean_points(pairs: Pairs) -> dict[str, float]:
    """The mean change of points with its interval."""
    games = pairs.points.total()
    if not games:
        return {}
    total = sum(points * n for points, n in pairs.points.items())
    squares = sum(points * points * n for points, n in pairs.points.items())
    mean = total / games
    deviation = math.sqrt(max(squares / games - mean * mean, 0.0))
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * deviation / math.sqrt(games)
    return {"mean": mean, "low": mean - reach, "high": mean + reach}


def compare(
    db: str,
    setting: Setting,
    change: Change,
    pack: Pack,
    *,
    games: int,
    jobs: int = 1,
    cluster: str | None = None,
    on_games: Callable[[int], None] = lambda _: None,
) -> Comparison:
    """Play the same seeds both ways; a ValueError where there is no such fact."""
    with _changed(db, setting, change, pack) as (stored_value, other):
        try:
            rulesets = [read_rules(address, setting) for address in (db, other)]
            batch = Batch(play_both, rulesets, [db, other], setting, games)
            fingerprints = set(batch.fingerprints)
        except RulesetError as error:
            return Comparison(change, stored_value, setting, Pairs(), str(error))
        if len(fingerprints) == 1:
            return Comparison(change, stored_value, setting, Pairs(), "The engine plays the same either way.")
        pairs = Pairs()
        for chunk in run_batch(batch, jobs, cluster):
            pairs.add(chunk)
            on_games(chunk.games)
    return Comparison(change, stored_value, setting, pairs)


def open_conflicts(opened: Session, game: str, edition: str | None) -> list[Change]:
    """For every conflict that an edition takes part in, the values that it does not play by."""
    rows = opened.exec(
        select(Conflict, Claim)
        .join(ConflictClaim, col(ConflictClaim.conflict_id) == Conflict.id)
        .join(Claim, col(Claim.id) == ConflictClaim.claim_id)
        .join(Game, col(Game.id) == Conflict.game_id)
        .join(Edition, col(Edition.id) == Conflict.edition_id, isouter=True)
        .where(Game.code == game, (col(Edition.code) == edition) | col(Edition.code).is_(None))
        .order_by(Conflict.subject, Conflict.attribute, Claim.value)
    ).all()
    found: dict[Change, None] = {}
    for conflict, claim in rows:
        facts = _facts(opened, game, conflict.subject, edition, conflict.attribute)
        if facts and claim.value != facts[0].value:
            found[Change(conflict.subject, conflict.attribute, claim.value)] = None
    return list(found)


@contextmanager
def _changed(db: str, setting: Setting, change: Change, pack: Pack) -> Iterator[tuple[str, str]]:
    """A copy of the database with the fact changed and its effects built anew, and the value that is stored."""
    source = open_database(db, create=False)
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        copy = make_snapshot(source, Path(folder) / "changed.db")
        source.dispose()
        engine = open_database(sqlite_url(copy))
        try:
            with session(engine) as opened:
                stored = _override(opened, setting, change)
                game = opened.exec(select(Game).where(Game.code == setting.game)).one()
                build_board(opened, game)
                build_effects(opened, game, pack)
        finally:
            engine.dispose()
        yield stored, sqlite_url(copy)


def _override(opened: Session, setting: Setting, change: Change) -> str:
    """Change the fact that the edition plays by; what held for all editions holds for the others still."""
    meant = _facts(opened, setting.game, change.subject, setting.edition, change.attribute)
    if not meant:
        known = sorted({fact.attribute for fact in _facts(opened, setting.game, change.subject, setting.edition)})
        listed = f" It has {', '.join(known)}." if known else " Nothing is known of that subject."
        raise ValueError(f"There is no fact `{change.subject}` `{change.attribute}`.{listed}")
    stored = meant[0].value
    meant[0].value = change.value
    opened.add(meant[0])
    opened.flush()
    return stored


def _facts(opened: Session, game: str, subject: str, edition: str | None, attribute: str | None = None) -> list[Fact]:
    """The facts of a subject that an edition plays by, its own before those of all editions."""
    found = opened.exec(
        select(Fact)
        .join(Game, col(Game.id) == Fact.game_id)
        .join(Edition, col(Edition.id) == Fact.edition_id, isouter=True)
        .where(Game.code == game, Fact.subject == subject)
        .where((col(Edition.code) == edition) | col(Edition.code).is_(None))
    ).all()
    meant = [fact for fact in found if attribute in (None, fact.attribute)]
    return sorted(meant, key=lambda fact: fact.edition_id is None)


def play_both(rulesets: Sequence[Ruleset], setting: Setting, seeds: range) -> Pairs:
    """The games of these seeds, each by both rulesets."""
    pairs = Pairs()
    for seed in seeds:
        one, other = (play_seed(ruleset, setting, seed).result for ruleset in rulesets)
        pairs.outcomes[one.outcome, other.outcome] += 1
        pairs.points[other.points - one.points] += 1
    return pairs


def store_comparison(opened: Session, done: Comparison) -> None:
    """Store what a change is worth beside the batches of games."""
    options = {**done.setting.options, "compare": str(done.change)}
    store_played(opened, done.setting, done.pairs.games, options, done.as_dict())

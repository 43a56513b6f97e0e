"""Plays the same seeds by the stored rules and with one fact changed, and says what the difference is worth."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlmodel import Session, col, select

from rules_engine.change import Change
from rules_engine.errors import RulesetError
from rules_engine.intervals import Mean, games_to_tell, mean_of, paired
from rules_engine.rows import find_game
from rules_engine.ruleset import Ruleset
from rules_engine.simulate import CHUNK, Batch, play_seed, store_played
from rules_engine.tasks import Map
from schema.claims import Claim, Conflict, ConflictClaim
from schema.games import Edition

SAME = "The engine plays the same either way."


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
    would_tell: int | None = None
    """How many games would tell whether there is a difference of this size; none where none was seen."""

    @property
    def difference(self) -> float:
        """How much more often games end so."""
        return self.changed - self.stored

    @property
    def is_shown(self) -> bool:
        """Whether the interval leaves no doubt that there is a difference."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a change is worth."""

    change: Change
    stored_value: str
    pairs: Pairs
    obstacle: str = ""
    """Why nothing was played, where nothing was."""

    @property
    def differences(self) -> list[Difference]:
        """For every outcome that occurred."""
        seen = sorted({outcome for pair in self.pairs.outcomes for outcome in pair})
        return [difference(self.pairs, outcome) for outcome in seen]

    @property
    def points(self) -> Mean | None:
        """How many points more the change brings; none where nothing was played."""
        return mean_of(self.pairs.points) if self.pairs.games else None

    def as_dict(self) -> dict[str, Any]:
        """The comparison for machines."""
        points = self.points
        return {
            "change": str(self.change),
            "stored_value": self.stored_value,
            "games": self.pairs.games,
            "obstacle": self.obstacle,
            "outcomes": [
                {name: getattr(d, name) for name in ("outcome", "stored", "changed", "difference", "low", "high")}
                | {"is_shown": d.is_shown, "would_tell": None if d.is_shown else d.would_tell}
                for d in self.differences
            ],
            "points": {name: getattr(points, name) for name in ("mean", "low", "high")} if points else {},
        }


def difference(pairs: Pairs, outcome: str) -> Difference:
    """How much more or less often games end so."""
    games = pairs.games
    stored = sum(n for (one, _), n in pairs.outcomes.items() if one == outcome)
    changed = sum(n for (_, other), n in pairs.outcomes.items() if other == outcome)
    both = pairs.outcomes[outcome, outcome]
    lost, won = stored - both, changed - both
    needed = games_to_tell(lost, won, games)
    return Difference(outcome, stored / games, changed / games, *paired(lost, won, games), needed)


def compare(
    ruleset: Ruleset,
    change: Change,
    batch: Batch,
    *,
    chunk: int = CHUNK,
    mapped: Map = map,
    on_games: Callable[[int], None] = lambda _: None,
) -> Comparison:
    """Play the same seeds both ways; a ValueError where there is no such fact or variant."""
    stored, pairs = ruleset.find_fact(change.subject, change.attribute) or "", Pairs()
    try:
        changed = _with(ruleset, change)
        if changed.fingerprint == ruleset.fingerprint:
            return Comparison(change, stored, pairs, SAME)
    except RulesetError as error:
        return Comparison(change, stored, pairs, str(error))
    for played in mapped(partial(play_both, ruleset, changed, batch), batch.chunks(chunk)):
        pairs.add(played)
        on_games(played.games)
    return Comparison(change, stored, pairs)


def _with(ruleset: Ruleset, change: Change) -> Ruleset:
    if change.is_of_rule:
        return ruleset.with_variant(change.rule, change.value)
    return ruleset.with_fact(change.subject, change.attribute, change.value)


def play_both(ruleset: Ruleset, changed: Ruleset, batch: Batch, seeds: range) -> Pairs:
    """The games of these seeds, each by both rulesets."""
    pairs = Pairs()
    for seed in seeds:
        one, other = (play_seed(rules, batch, seed).result for rules in (ruleset, changed))
        pairs.outcomes[one.outcome, other.outcome] += 1
        pairs.points[other.points - one.points] += 1
    return pairs


def open_conflicts(opened: Session, ruleset: Ruleset) -> list[Change]:
    """For every conflict that an edition takes part in, the values that it does not play by."""
    rows = opened.exec(
        select(Conflict, Claim)
        .join(ConflictClaim, col(ConflictClaim.conflict_id) == Conflict.id)
        .join(Claim, col(Claim.id) == ConflictClaim.claim_id)
        .join(Edition, col(Edition.id) == Conflict.edition_id, isouter=True)
        .where(Conflict.game_id == find_game(opened, ruleset.game).id)
        .where((col(Edition.code) == ruleset.edition) | col(Edition.code).is_(None))
        .order_by(Conflict.subject, Conflict.attribute, Claim.value)
    ).all()
    found: dict[Change, None] = {}
    for conflict, claim in rows:
        stored = ruleset.find_fact(conflict.subject, conflict.attribute)
        if stored is not None and claim.value != stored:
            found[Change(conflict.subject, conflict.attribute, claim.value)] = None
    return list(found)


def store_comparison(opened: Session, ruleset: Ruleset, batch: Batch, done: Comparison) -> None:
    """Store what a change is worth beside the batches of games."""
    store_played(opened, ruleset, batch, done.pairs.games, done.as_dict(), compare=str(done.change))

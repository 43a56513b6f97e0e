"""Plays seeds in chunks: here, in processes, or on a cluster; what they count comes in the order of the seeds."""

import hashlib
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from db.errors import DatabaseProblem
from db.open import open_database, session
from rules_engine.players import Finished, play_game
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from rulewright.cluster import open_cluster, run_tasks
from rulewright.playing.seats import make_players
from rulewright.sent_database import pack_database, unchanged, unpacked

CHUNK = 10
"""Games that are played at a time; also how often the width of intervals is looked at."""
CLUSTER_CHUNK = 200
"""Games of a task that is sent away, so that sending costs little beside playing."""
AHEAD = 4
"""Chunks that wait for each process, so that none is idle and few are thrown away."""
CHANGED_MEANWHILE = (
    "The rules in the database changed while games were played from them, so nothing was stored. "
    "Wait until the other program is done, and run the same command again."
)

CountT = TypeVar("CountT")


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played, by whom, and from which seed on."""

    game: str
    edition: str | None
    players: int
    player: str
    """The kind of player, or the kind at each side as `lcs=rules abwehr=search`."""
    seed: int
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Batch(Generic[CountT]):
    """Games to play by one ruleset, or by several for each seed."""

    play: Callable[[Sequence[Ruleset], Setting, range], CountT]
    """Plays the seeds of a range and counts; a function of a module, so that it can be sent."""
    rulesets: Sequence[Ruleset]
    sources: Sequence[str]
    """The databases that the rulesets were read from."""
    setting: Setting
    games: int

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """What the games are played by."""
        return tuple(ruleset.fingerprint for ruleset in self.rulesets)

    def chunks(self, size: int) -> list[range]:
        """The seeds in portions."""
        first, end = self.setting.seed, self.setting.seed + self.games
        return [range(start, min(start + size, end)) for start in range(first, end, size)]


def run_batch(batch: Batch[CountT], jobs: int = 1, cluster: str | None = None) -> Iterator[CountT]:
    """What each chunk counted, in the order of the seeds, whichever was done first."""
    if cluster:
        return _on_cluster(batch, jobs, cluster)
    if jobs == 1:
        return (batch.play(batch.rulesets, batch.setting, seeds) for seeds in batch.chunks(CHUNK))
    return _in_processes(batch, jobs)


def read_rules(db: str, setting: Setting) -> Ruleset:
    """The ruleset of a setting."""
    engine = open_database(db, create=False)
    try:
        with session(engine, read_only=True) as opened:
            return read_ruleset(opened, setting.game, setting.edition)
    finally:
        engine.dispose()


def player_seed(seed: int) -> int:
    """The seed of the player in the game of this seed: the player's luck must not follow that of the cards."""
    return int.from_bytes(hashlib.sha256(f"player {seed}".encode()).digest()[:8])


def play_seed(ruleset: Ruleset, setting: Setting, seed: int) -> Finished:
    """The game of a seed; the luck of its players has a seed of its own."""
    player = make_players(ruleset, setting.player, seed=player_seed(seed))
    return play_game(ruleset, player, seed=seed, players=setting.players, options=setting.options)


def _in_processes(batch: Batch[CountT], jobs: int) -> Iterator[CountT]:
    chunks = batch.chunks(CHUNK)
    with ProcessPoolExecutor(min(jobs, len(chunks)), initializer=_ignore_interrupts) as pool:
        waiting = iter(chunks)

        def submit(count: int) -> list[Future[tuple[tuple[str, ...], Any]]]:
            chosen = islice(waiting, count)
            return [pool.submit(_play_in_process, batch.play, batch.sources, batch.setting, c) for c in chosen]

        futures = deque(submit(AHEAD * jobs))
        try:
            while futures:
                fingerprints, counted = futures.popleft().result()
                if fingerprints != batch.fingerprints:
                    raise DatabaseProblem(CHANGED_MEANWHILE)
                futures.extend(submit(1))
                yield counted
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _ignore_interrupts() -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that holds the tally


_known: dict[Any, list[Ruleset]] = {}
"""The rulesets of this process, if it is one that plays chunks for others."""


def _play_in_process(
    play: Callable[..., CountT], sources: Sequence[str], setting: Setting, seeds: range
) -> tuple[tuple[str, ...], CountT]:
    key = (*sources, setting.game, setting.edition)
    if key not in _known:
        _known.clear()
        _known[key] = [read_rules(source, setting) for source in sources]
    rulesets = _known[key]
    return tuple(ruleset.fingerprint for ruleset in rulesets), play(rulesets, setting, seeds)


def _on_cluster(batch: Batch[CountT], jobs: int, address: str) -> Iterator[CountT]:
    """Workers may have no way to the databases, so that a snapshot of each goes with the work."""
    chunks = batch.chunks(CLUSTER_CHUNK)
    with open_cluster(address, jobs) as client:
        packed = client.submit(unchanged, [pack_database(source) for source in batch.sources])
        tasks = ((at, (batch.play, packed, batch.setting, seeds)) for at, seeds in enumerate(chunks))
        done: dict[int, CountT] = {}
        following = 0
        for at, found in run_tasks(client, _play_on_worker, tasks):
            if isinstance(found, Exception):
                raise found
            fingerprints, done[at] = found
            if fingerprints != batch.fingerprints:
                raise DatabaseProblem(CHANGED_MEANWHILE)
            while following in done:
                yield done.pop(following)
                following += 1


def _play_on_worker(
    play: Callable[..., CountT], packed: Sequence[bytes], setting: Setting, seeds: range
) -> tuple[tuple[str, ...], CountT]:
    return _play_in_process(play, [unpacked(data) for data in packed], setting, seeds)

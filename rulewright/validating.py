"""Runs the checks of all editions over several processes; what comes out does not depend on how work was split."""

import signal
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

from db.open import open_database, session
from rules_engine.checks.evidence import Check, Evidence
from rules_engine.validate import checks_of, gather, run_checks
from rulewright.cluster import open_cluster, run_tasks
from rulewright.sent_database import pack_database, unchanged, unpacked
from schema.results import ValidationShape

LONG = ("executed", "numbers", "play", "languages")
"""Families that take long; they are begun first, so that no process is left alone with one at the end."""
TRACED = ("card", "rule", "location", "deck", "claim", "fact", "mission", "maquis", "track", "delivery", "character")
"""Kinds of subjects that `trace` leads from."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check found, with the check."""

    check: Check
    found: ValidationShape

    def as_json(self, game: str) -> dict[str, Any]:
        """For machines."""
        return {
            "family": self.check.family,
            "code": self.check.code,
            **self.found.model_dump(),
            "more": self.more(game),
        }

    def more(self, game: str) -> str:
        """The command that shows more about what was found."""
        subject = self.found.subject.split(" ")[0]
        if subject.partition(":")[0] in TRACED:
            return f"rulewright trace {subject} --game {game}"
        return see_more(game, self.check)


def see_more(game: str, check: Check) -> str:
    """The command that shows everything a check found."""
    return f"rulewright validate --game {game} --only {check.code}"


Edition = tuple[str, str]
"""Code of a game and of its edition."""


def validate_editions(
    db: str,
    editions: Sequence[Edition],
    *,
    only: Collection[str] = (),
    is_deep: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    on_check: Callable[[], None] = lambda: None,
) -> dict[Edition, list[Outcome]]:
    """What the checks found about each edition, in the order of the checks."""
    tasks = [(game, edition, place) for game, edition in editions for place in range(len(checks_of(game, only)))]
    tasks.sort(key=lambda task: checks_of(task[0], only)[task[2]].family not in LONG)
    found: dict[tuple[str, str, int], list[ValidationShape]] = {}
    for task, shapes in _run(db, tasks, only, is_deep, jobs, cluster):
        found[task] = shapes
        on_check()
    return {
        (game, edition): [
            Outcome(check, shape)
            for place, check in enumerate(checks_of(game, only))
            for shape in found[game, edition, place]
        ]
        for game, edition in editions
    }


Task = tuple[str, str, int]


def _run(
    db: str, tasks: Sequence[Task], only: Collection[str], is_deep: bool, jobs: int, cluster: str | None
) -> Iterator[tuple[Task, list[ValidationShape]]]:
    if cluster:
        yield from _run_on_cluster(db, tasks, only, is_deep, jobs, cluster)
        return
    if jobs == 1 or len(tasks) == 1:
        worker = _Worker(db, only, is_deep)
        yield from ((task, worker.check(task)) for task in tasks)
        worker.close()
        return
    with ProcessPoolExecutor(min(jobs, len(tasks)), initializer=_prepare, initargs=(db, only, is_deep)) as pool:
        try:
            yield from zip(tasks, pool.map(_check_in_process, tasks), strict=True)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _run_on_cluster(
    db: str, tasks: Sequence[Task], only: Collection[str], is_deep: bool, jobs: int, address: str
) -> Iterator[tuple[Task, list[ValidationShape]]]:
    with open_cluster(address, jobs) as client:
        packed = client.submit(unchanged, [pack_database(db)])
        for task, found in run_tasks(
            client, _check_on_worker, ((task, (packed, tuple(only), is_deep, task)) for task in tasks)
        ):
            if isinstance(found, Exception):
                raise found
            yield task, found


class _Worker:
    """A process that runs checks; it reads each edition once."""

    def __init__(self, db: str, only: Collection[str], is_deep: bool) -> None:
        self.key = (db, tuple(only), is_deep)
        self._open = ExitStack()
        engine = open_database(db, create=False)
        self._open.callback(engine.dispose)
        self._session = self._open.enter_context(session(engine, read_only=True))
        self._only, self._is_deep = only, is_deep
        self._read: dict[Edition, Evidence] = {}

    def check(self, task: Task) -> list[ValidationShape]:
        """What one check finds about one edition."""
        game, edition, place = task
        if (game, edition) not in self._read:
            self._read[game, edition] = gather(self._session, game, edition, is_deep=self._is_deep)
        return run_checks(self._read[game, edition], [checks_of(game, self._only)[place]])

    def close(self) -> None:
        """Let the database go."""
        self._open.close()


_ready: list[_Worker] = []
"""What this process works with, if it is one that runs checks."""


def _prepare(db: str, only: Collection[str], is_deep: bool) -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gathers the outcomes
    _ready.append(_Worker(db, only, is_deep))


def _check_in_process(task: Task) -> list[ValidationShape]:
    (worker,) = _ready
    return worker.check(task)


def _check_on_worker(
    packed: Sequence[bytes], only: Collection[str], is_deep: bool, task: Task
) -> list[ValidationShape]:
    """Of a worker that lives on between tasks, the evidence of the last database is kept."""
    address = unpacked(packed[0])
    if not _ready or _ready[0].key != (address, tuple(only), is_deep):
        _ready[:] = [_Worker(address, only, is_deep)]
    return _ready[0].check(task)

"""Work on a Dask cluster: what is done at home, sent to workers in small tasks."""

import hashlib
import importlib.util
import os
import pickle
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlmodel import Session

from db.errors import MissingExtra
from db.open import open_database, reading, sqlite_url
from db.snapshot import make_snapshot
from ingest.files.limits import Limits
from rulewright import __version__
from rulewright.console import err
from rulewright.workers import Ended, ResultT, TaskT, Work, attempt

if TYPE_CHECKING:
    from distributed import Client, Future

LOCAL = "local"
"""The address that starts a cluster on this machine, for as long as the command runs."""
RETRIES = 2
"""How often a task is tried again that the cluster lost."""
AHEAD = 4
"""Tasks that wait for each worker, so that none is idle and little is in memory."""
CONNECT_SECONDS = 10


class ClusterProblem(Exception):
    """A sentence that says why no work can be sent to the cluster."""


def require_dask() -> None:
    """Refuse to begin where Dask is not installed."""
    if importlib.util.find_spec("distributed") is None:
        raise MissingExtra("Clusters", "distributed")


@contextmanager
def open_cluster(address: str, jobs: int, limits: Limits | None = None) -> Iterator["Cluster"]:
    """Connect to a scheduler, or start workers on this machine; what was started is stopped at the end."""
    require_dask()
    import distributed

    started = None
    try:
        if address == LOCAL:
            started = distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL"
            )
        with distributed.Client(started or address, timeout=CONNECT_SECONDS) as client:
            _check(client)
            workers = len(client.scheduler_info(n_workers=-1)["workers"])
            err.print(f"Cluster of {workers} workers, watch it at {client.dashboard_link}", highlight=False)
            yield Cluster(client, limits)
    except (OSError, TimeoutError, ValueError) as error:
        if started is None and not isinstance(error, ClusterProblem):
            raise ClusterProblem(
                f"No Dask scheduler answers at {address}. Start one with `dask scheduler` and workers with "
                f"`dask worker {address}`, or use `--cluster {LOCAL}`."
            ) from error
        raise
    finally:
        if started is not None:
            started.close()


def _check(client: "Client") -> None:
    """Workers must be there, and run this version of the program."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError as error:
        sentence = "The cluster has no workers yet. Start some with `dask worker`, and try again."
        raise ClusterProblem(sentence) from error
    found = client.run(_version, on_error="ignore")  # a worker that dies right now is no reason to give up
    others = {version for version in found.values() if version != __version__}
    if others:
        raise ClusterProblem(
            f"Workers run Rulewright {', '.join(sorted(others))}, but this is {__version__}. "
            "Install the same version everywhere."
        )


def _version() -> str:
    return __version__


class Cluster:
    """The workers of a cluster; stands where processes of this machine would."""

    def __init__(self, client: "Client", limits: Limits | None) -> None:
        self._client = client
        self._limits = limits

    def run(self, work: Work[TaskT, ResultT], tasks: Iterable[TaskT]) -> Iterator[tuple[TaskT, ResultT | Exception]]:
        """Each task with its result or with what went wrong, in the order in which they are done."""
        import cloudpickle  # comes with Dask
        from distributed import KilledWorker, as_completed

        # A task, and not data sent around, so that it can be made again when the worker that had it is gone.
        packed = self._client.submit(_unchanged, cloudpickle.dumps(work))
        waiting = iter(tasks)
        sent: dict[Future, TaskT] = {}

        def submit(count: int) -> list["Future"]:
            futures = []
            for task in islice(waiting, count):
                futures.append(self._client.submit(_do, packed, task, self._limits, pure=False, retries=RETRIES))
                sent[futures[-1]] = task
            return futures

        workers = max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))
        done = as_completed(submit(AHEAD * workers))
        for future in done:
            done.update(submit(1))
            try:
                found = pickle.loads(future.result())
            except KilledWorker:
                found = Ended("all workers")
            except Exception as error:  # also where the worker died between finishing a task and handing it over
                found = Ended("cluster", f"{type(error).__name__}: {error}")
            yield sent.pop(future), found


_ONE_AT_A_TIME = threading.Lock()
"""What reads PDFs and databases does one thing at a time, however many threads a worker has."""
_works: dict[bytes, Work[Any, Any]] = {}
"""What this worker does, unpacked once."""


def _do(packed: bytes, task: Any, limits: Limits | None) -> bytes:
    """Do a task on a worker; one that takes too long ends the worker, which the cluster starts again."""
    with _ONE_AT_A_TIME, _ended_after(limits.file_seconds) if limits else nullcontext():
        if packed not in _works:
            _works.clear()
            _works[packed] = pickle.loads(packed)
        return attempt(_works[packed], task, lambda _step, _steps: None)


@contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    watch = threading.Timer(seconds, _end_worker)
    watch.daemon = True
    last_moment = time.monotonic() + seconds
    watch.start()
    try:
        yield
    finally:
        watch.cancel()
        if time.monotonic() > last_moment:  # the watch did not get its turn in time
            _end_worker()


def _end_worker() -> None:
    import psutil  # comes with Dask

    for child in psutil.Process().children(recursive=True):
        child.kill()
    os._exit(1)


def _unchanged(value: Any) -> Any:
    return value


class SentDatabase:
    """A database that goes with the work: workers may have no way to the one that the command reads."""

    _folders: list["tempfile.TemporaryDirectory[str]"] = []  # noqa: RUF012
    """Where a worker keeps what was sent to it, until it ends."""

    def __init__(self, source: str) -> None:
        """A snapshot of the database as it is now."""
        engine = open_database(source, create=False)
        with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
            self._data = make_snapshot(engine, Path(folder) / "rules.db").read_bytes()
        engine.dispose()

    def address(self) -> str:
        """Where the database is once it was sent."""
        if not self._folders:
            self._folders.append(tempfile.TemporaryDirectory(prefix="rulewright-"))
        path = Path(self._folders[0].name) / f"{hashlib.sha256(self._data).hexdigest()}.db"
        if not path.exists():
            partial = path.with_suffix(".partial")
            partial.write_bytes(self._data)
            partial.replace(path)
        return sqlite_url(path)


@contextmanager
def read_sent(database: SentDatabase) -> Iterator[Session]:
    """A session that reads a database that was sent."""
    with reading(database.address()) as opened:
        yield opened

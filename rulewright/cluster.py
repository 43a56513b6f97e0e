"""Work on a Dask cluster: the functions that run at home, sent to workers in small tasks."""

import importlib.util
import os
import pickle
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from db.export import MissingExtra
from ingest.addresses import Address, Remote
from ingest.errors import MissingProgram, UnreadableDocument
from ingest.limits import Limits
from ingest.open import read_bytes, storable
from ingest.pipeline import source_of
from rulewright import __version__
from rulewright.console import err
from rulewright.progress import Progress
from rulewright.reading_process import Job, Outcome, attempt
from schema.reading import Reading

if TYPE_CHECKING:
    from distributed import Client, Future

LOCAL = "local"
"""The address that starts a cluster on this machine, for as long as the command runs."""
RETRIES = 2
"""How often a task that failed in a way nobody foresaw is tried again."""
AHEAD = 4
"""Tasks that wait for each worker, so that none is idle and little is in memory."""
CONNECT_SECONDS = 10

KeyT = TypeVar("KeyT", bound=Hashable)


class ClusterProblem(Exception):
    """A sentence that says why no work can be sent to the cluster."""


def require_dask() -> None:
    """Refuse to begin where Dask is not installed."""
    if importlib.util.find_spec("distributed") is None:
        raise MissingExtra("Clusters", "cluster")


@contextmanager
def open_cluster(address: str, jobs: int) -> Iterator["Client"]:
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
            yield client
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


def run_tasks(
    client: "Client", function: Callable[..., Any], tasks: Iterable[tuple[KeyT, Sequence[Any]]]
) -> Iterator[tuple[KeyT, Any]]:
    """Each task with what became of it, result or exception, as they are done; few are under way at a time."""
    from distributed import as_completed

    waiting = iter(tasks)
    keys: dict[Future, KeyT] = {}

    def submit(count: int) -> list["Future"]:
        sent = []
        for key, arguments in islice(waiting, count):
            future = client.submit(function, *arguments, pure=False, retries=RETRIES)
            keys[future] = key
            sent.append(future)
        return sent

    workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    done = as_completed(submit(AHEAD * workers))
    for future in done:
        done.update(submit(1))
        try:
            found = future.result()
        except Exception as error:  # also where the worker died between finishing a task and handing it over
            found = error
        yield keys.pop(future), found


class ClusterReaders:
    """Reads documents on the workers of a cluster; stands where a crew of local processes would."""

    def __init__(self, job: Job, client: "Client", limits: Limits, progress: Progress) -> None:
        self._client = client
        self._limits = limits
        self._progress = progress
        # A task, and not data sent around, so that it can be made again when the worker that had it is gone.
        self._job = client.submit(_unchanged, pickle.dumps(job, pickle.HIGHEST_PROTOCOL))

    def read_all(self, files: Iterable[Address]) -> Iterable[Outcome]:
        """Each file with its reading or with what was wrong, in the order in which they are done."""
        refused: list[Outcome] = []
        for file, found in run_tasks(self._client, read_on_worker, self._tasks(files, refused)):
            self._progress.done(file)
            self._progress.refresh()
            yield file, self._understood(file, found)
        yield from refused

    def _tasks(self, files: Iterable[Address], refused: list[Outcome]) -> Iterator[tuple[Address, Sequence[Any]]]:
        for file in files:
            try:
                # What workers cannot reach themselves is sent to them.
                data = None if isinstance(file, Remote) and not file.is_near else read_bytes(file)
            except (UnreadableDocument, MissingProgram) as error:
                refused.append((file, error))
                continue
            yield file, (self._job, file, data, self._limits)

    def _understood(self, file: Address, found: Any) -> Reading | Exception:
        from distributed import KilledWorker

        if isinstance(found, bytes):
            result: Reading | Exception = pickle.loads(found)
            return result if isinstance(result, Exception) else self._as_called_here(file, result)
        if isinstance(found, KilledWorker):
            return UnreadableDocument(
                file, "it ended every worker that tried to read it: it hangs, crashes or takes too much memory."
            )
        if isinstance(found, Exception):
            return UnreadableDocument(file, f"the cluster could not read it: {type(found).__name__}: {found}.")
        raise TypeError(f"A worker answered with {found!r}.")

    @staticmethod
    def _as_called_here(file: Address, reading: Reading) -> Reading:
        """A worker may run in another folder, and files are called relative to that of the command."""
        document = reading.document.model_copy(update={"source": source_of(storable(file))})
        return replace(reading, document=document)


_ONE_AT_A_TIME = threading.Lock()
"""What reads PDFs works on one document at a time, however many threads a worker has."""
_jobs: dict[bytes, Job] = {}
"""The job of this worker, unpacked once."""


def read_on_worker(packed: bytes, file: Address, data: bytes | None, limits: Limits) -> bytes:
    """Read a document on a worker; a file that takes too long ends the worker, which the cluster starts again."""
    with _ONE_AT_A_TIME, _ended_after(limits.file_seconds):
        if packed not in _jobs:
            _jobs.clear()
            _jobs[packed] = pickle.loads(packed)
        job = _jobs[packed]
        return attempt(lambda place, on_page: job(place, on_page, data), file, lambda _page, _pages: None)


@contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    watch = threading.Timer(seconds, _end_worker)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def _end_worker() -> None:
    import psutil  # comes with Dask

    for child in psutil.Process().children(recursive=True):
        child.kill()
    os._exit(1)


def _unchanged(value: Any) -> Any:
    return value

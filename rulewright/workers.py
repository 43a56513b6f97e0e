"""Work in other processes: tasks go out, results come back, and one that hangs, crashes or swells harms no other."""

import contextlib
import errno
import faulthandler
import multiprocessing
import os
import pickle
import resource
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from ingest.files.limits import Cause, Limits
from rules_engine.tasks import Map

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")
Tell = Callable[[int, int], None]
"""Tells how far a task has got, and of how much, e.g. in pages; also a sign of life."""
Work = Callable[[TaskT, Tell], ResultT]

PAUSE = 0.2
"""Seconds between two looks at what processes tell, and between two tellings of a process."""
GRACE_SECONDS = 5.0
_PROC = Path("/proc")
_BUSY = slice(11, 15)
"""Where a process's own time and that of its ended children stand among what the system tells of it."""
OUT_OF_MEMORY = 12
"""Exit code of a process that was refused memory; a process in that state can do nothing else."""

# A fork starts at once, with all that was read before in memory; the program that forks has one thread.
_FORK = multiprocessing.get_context("fork")


class Ended(Exception):
    """The process that did a task was ended, or ended by itself."""

    def __init__(self, cause: Cause, details: str = "", step: int = 0, steps: int = 0) -> None:
        super().__init__(cause, details, step, steps)
        self.cause, self.details, self.step, self.steps = cause, details, step, steps

    def __str__(self) -> str:
        return f"A process that worked on this has ended ({self.details or self.cause})."


class Workers(Protocol):
    """Whoever does tasks: processes of this machine, or a cluster."""

    def run(self, work: Work[TaskT, ResultT], tasks: Iterable[TaskT]) -> Iterator[tuple[TaskT, ResultT | Exception]]:
        """Each task with its result or with what went wrong, as they are done; few are under way at a time."""
        ...


class Watch(Protocol):
    """Whoever shows how far the tasks have got."""

    def show(self, task: Any, step: int, steps: int, /) -> None:
        """A task is at this step."""
        ...

    def refresh(self) -> None:
        """Nothing may have happened, but time has passed."""
        ...


@contextmanager
def open_workers(
    count: int, cluster: str | None, limits: Limits | None = None, watch: Watch | None = None
) -> Iterator[Workers]:
    """So many processes of this machine, or a cluster, for as long as there is work."""
    if cluster:
        from rulewright.cluster import open_cluster

        with open_cluster(cluster, count, limits) as workers:
            yield workers
    else:
        with Processes(count, limits, watch) as processes:
            yield processes


@contextmanager
def open_map(jobs: int, cluster: str | None) -> Iterator[Map]:
    """What stands for ``map`` in the other rooms: itself, processes, or a cluster."""
    if jobs == 1 and not cluster:
        yield map
    else:
        with open_workers(jobs, cluster) as workers:
            yield partial(in_order, workers)


def in_order(workers: Workers, function: Callable[[TaskT], ResultT], tasks: Iterable[TaskT]) -> Iterator[ResultT]:
    """What ``map`` gives, in the order of the tasks, whichever is done first."""
    done: dict[int, ResultT] = {}
    following = 0
    for (number, _), found in workers.run(lambda numbered, _: function(numbered[1]), enumerate(tasks)):
        if isinstance(found, Exception):
            raise found
        done[number] = found
        while following in done:
            yield done.pop(following)
            following += 1


class Processes:
    """Processes of this machine; each serves many tasks and is replaced when it fails on one, or keeps too much."""

    def __init__(self, count: int, limits: Limits | None = None, watch: Watch | None = None) -> None:
        self._count = count
        self._limits = limits
        self._watch = watch
        self._crew: list[_Process] = []

    def __enter__(self) -> "Processes":
        """Processes start when there is work for them."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes, whatever they are doing."""
        while self._crew:
            self._crew.pop().end()

    def run(self, work: Work[TaskT, ResultT], tasks: Iterable[TaskT]) -> Iterator[tuple[TaskT, ResultT | Exception]]:
        """Each task with its result or with what went wrong, in the order in which they are done."""
        waiting = iter(tasks)
        while self._hand_out(work, waiting):
            for outcome in self._listen():
                self._hand_out(work, waiting)  # the others work on while the caller does something with this one
                yield outcome
        self.__exit__(None, None, None)

    def _hand_out(self, work: Work[Any, Any], waiting: Iterator[Any]) -> bool:
        """Give tasks to those who have none; tells whether anyone is at work."""
        idle = [process for process in self._crew if not process.is_busy]
        for task in islice(waiting, self._count - len(self._crew) + len(idle)):
            (idle.pop() if idle else self._hire(work)).begin(task)
        return any(process.is_busy for process in self._crew)

    def _hire(self, work: Work[Any, Any]) -> "_Process":
        process = _Process.start(work, self._limits, [other.connection for other in self._crew])
        self._crew.append(process)
        return process

    def _listen(self) -> list[tuple[Any, Any]]:
        """What was finished; what was told meanwhile is heard before anyone is found silent."""
        busy = {process.connection: process for process in self._crew if process.is_busy}
        ready = wait(list(busy), timeout=PAUSE)
        outcomes = []
        for connection, process in busy.items():
            found = self._hear(process) if connection in ready else _NOTHING
            if isinstance(found, _Step):
                process.turn_to(found)
                if self._watch:
                    self._watch.show(process.task, *found)
                found = _NOTHING
            if found is _NOTHING:  # who tells of many steps may take too long for all of them
                found = process.overdue()
            if found is not _NOTHING:
                outcomes.append((process.task, found))
                process.is_busy = False
                if isinstance(found, Ended) or process.is_worn():
                    self._crew.remove(process)
                    process.end()
        if self._watch:
            self._watch.refresh()
        return outcomes

    @staticmethod
    def _hear(process: "_Process") -> Any:
        try:
            return pickle.loads(process.connection.recv_bytes())
        except (EOFError, OSError):
            return process.why_it_died()


class _Moment(NamedTuple):
    """By the clock, and by how long a process and those it started have worked."""

    clock: float
    work: float

    @classmethod
    def now(cls, pid: int) -> "_Moment":
        return cls(time.monotonic(), _worked(pid))

    def since(self, other: "_Moment", patience: float) -> float:
        """Seconds of work, or so much less than by the clock as patience allows; by the clock where no work is told."""
        by_clock = self.clock - other.clock
        return max(self.work - other.work, by_clock / patience) if _PROC.exists() else by_clock


def _worked(pid: int) -> float:
    """Seconds for which a process and all that it started have kept a core busy; 0 where the system does not tell."""
    try:
        told = (_PROC / str(pid) / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        tasks = [task / "children" for task in (_PROC / str(pid) / "task").iterdir()]
        children = [int(child) for task in tasks for child in task.read_text(encoding="ascii").split()]
    except OSError:
        return 0.0
    return sum(map(int, told[_BUSY])) / os.sysconf("SC_CLK_TCK") + sum(map(_worked, children))


class _Step(NamedTuple):
    step: int
    steps: int


_BEGINNING = _Step(0, 0)
_NOTHING = object()


@dataclass(slots=True)
class _Process:
    """A process as the one who watches it sees it."""

    process: Any
    connection: Connection
    limits: Limits | None
    task: Any = None
    is_busy: bool = False
    step: _Step = _BEGINNING
    began: "_Moment | None" = None
    heard: "_Moment | None" = None

    @classmethod
    def start(cls, work: Work[Any, Any], limits: Limits | None, others: list[Connection]) -> "_Process":
        ours, theirs = Pipe()
        process = _FORK.Process(target=_serve, args=(work, theirs, [ours, *others], limits, os.getpid()), daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours, limits)

    def begin(self, task: Any) -> None:
        self.task, self.is_busy, self.step = task, True, _BEGINNING
        self.began = self.heard = _Moment.now(self.process.pid)
        with contextlib.suppress(OSError):  # a process that died meanwhile is noticed when it is listened to
            self.connection.send(task)

    def turn_to(self, step: _Step) -> None:
        self.step, self.heard = step, _Moment.now(self.process.pid)

    def overdue(self) -> Any:
        """Why the task has to be given up, if it has to."""
        if self.limits is None or self.began is None or self.heard is None:
            return _NOTHING
        now, patience = _Moment.now(self.process.pid), self.limits.patience
        if now.since(self.began, patience) > self.limits.file_seconds:
            return Ended("too long", "", *self.step)
        if now.since(self.heard, patience) > self.limits.silence(*self.step):
            return Ended("silent", "", *self.step)
        return _NOTHING

    def is_worn(self) -> bool:
        """Whether so much stayed of what it has done that another had better go on."""
        return self.limits is not None and _memory_of(self.process.pid).resident > self.limits.kept_bytes

    def why_it_died(self) -> Ended:
        self.process.join(GRACE_SECONDS)
        code = self.process.exitcode
        if code == OUT_OF_MEMORY:
            return Ended("memory", "", *self.step)
        details = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
        return Ended("crash", details, *self.step)

    def end(self) -> None:
        """End the process with all that it started itself."""
        _kill_group(self.process.pid)
        self.process.kill()
        self.process.join(GRACE_SECONDS)
        self.process.close()
        self.connection.close()


def _serve(
    work: Work[Any, Any], connection: Connection, inherited: list[Connection], limits: Limits | None, parent: int
) -> None:
    """The life of a process: tasks come in, results go out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who watches it ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.setsid()
    for other in inherited:
        other.close()
    _be_quiet()
    threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    try:
        while True:
            task = connection.recv()
            if limits:  # for each task anew: what others left in memory is not its own
                _limit_memory(limits.memory_bytes)
            connection.send_bytes(attempt(work, task, _teller(connection)))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except (EOFError, OSError):
        return


def _teller(connection: Connection) -> Tell:
    """Tells of steps, but not more often than anybody looks."""
    told = 0.0

    def tell(step: int, steps: int) -> None:
        nonlocal told
        if time.monotonic() - told > PAUSE or step == steps:
            connection.send_bytes(pickle.dumps(_Step(step, steps)))
            told = time.monotonic()

    return tell


def attempt(work: Work[TaskT, Any], task: TaskT, tell: Tell) -> bytes:
    """The result of a task or the exception it ended with, pickled; where it happened is noted in the exception."""
    try:
        return pickle.dumps(work(task, tell), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            raise MemoryError from error
        error.add_note(traceback.format_exc())
        return _pickled(error)


def _pickled(error: Exception) -> bytes:
    """An exception, or another that tells of it where it cannot be sent."""
    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        told = RuntimeError(f"{type(error).__name__}: {error}")
        told.add_note(traceback.format_exc())
        return pickle.dumps(told)
    return data


def _be_quiet() -> None:
    """What libraries print about a bad file helps nobody: the sentence about it does."""
    faulthandler.disable()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.close(nowhere)


class _Memory(NamedTuple):
    """Bytes of a process."""

    addressed: int
    resident: int


def _memory_of(pid: int | Literal["self"]) -> _Memory:
    """What a process takes; nothing where the system does not tell, or the process has ended."""
    try:
        addressed, resident = (_PROC / str(pid) / "statm").read_text(encoding="ascii").split()[:2]
    except OSError:
        return _Memory(0, 0)
    return _Memory(int(addressed) * resource.getpagesize(), int(resident) * resource.getpagesize())


def _limit_memory(allowed: int) -> None:
    """Limit the address space to what is taken now and what is allowed on top; where a system counts it."""
    taken = _memory_of("self").addressed
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    if taken and (most == resource.RLIM_INFINITY or taken + allowed < most):
        resource.setrlimit(resource.RLIMIT_AS, (taken + allowed, most))


def _die_with(parent: int) -> None:
    """End this process and what it started when nobody waits for its results any more."""
    while os.getppid() == parent:
        time.sleep(PAUSE)
    _kill_group(os.getpid())


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)

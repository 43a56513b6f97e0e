"""Reads documents in processes of their own, so that a file that hangs, crashes or swells harms no other."""

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
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from types import TracebackType
from typing import Any

from ingest.addresses import Address
from ingest.errors import MissingProgram, UnreadableDocument, printable
from ingest.limits import GIGABYTE, MEGABYTE, Limits
from rulewright.progress import Progress
from schema.reading import Reading

OnPage = Callable[[int, int], None]
Job = Callable[..., Reading]
"""Called with the file and what to tell of its pages, and with its bytes where they were read elsewhere."""
Outcome = tuple[Address, Reading | Exception]

PAUSE = 0.2
"""Seconds between two looks at what the readers report, and between two reports of a reader."""
GRACE_SECONDS = 5.0
OUT_OF_MEMORY = 12
"""Exit code of a reader that was refused memory; a reader in that state can do nothing else."""

# A fork starts at once, with packs and language model in memory; the program that forks has one thread.
_FORK = multiprocessing.get_context("fork")


class ReaderBug(Exception):
    """Reading a file failed in a way that nobody foresaw."""

    def __init__(self, path: Address, summary: str, trace: str) -> None:
        super().__init__(path, summary, trace)
        self.path = path
        self.summary = summary
        self.trace = trace

    def __str__(self) -> str:
        return (
            f"{printable(self.path)}: reading it failed through a bug in Rulewright: {self.summary}. "
            "Please report it with the file build/crash.txt."
        )


class Readers:
    """A crew of reading processes; each serves many documents and is replaced when it fails on one."""

    def __init__(self, job: Job, count: int, limits: Limits, progress: Progress) -> None:
        self._job = job
        self._count = count
        self._limits = limits
        self._progress = progress
        self._crew: list[_Reader] = []

    def __enter__(self) -> "Readers":
        """Processes start when there is work for them."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes, whatever they are doing."""
        while self._crew:
            self._crew.pop().end()

    def read_all(self, files: Iterable[Address]) -> Iterable[Outcome]:
        """Each file with its reading or with what was wrong, in the order in which they are done."""
        waiting = deque(files)
        while self._hand_out(waiting):
            for outcome in self._listen():
                self._hand_out(waiting)  # the crew reads on while the caller stores
                yield outcome

    def _hand_out(self, waiting: deque[Address]) -> bool:
        """Give files to those who have none; tells whether anyone is at work."""
        idle = [reader for reader in self._crew if reader.file is None]
        while waiting and (idle or len(self._crew) < self._count):
            reader = idle.pop() if idle else self._hire()
            reader.begin(waiting.popleft())
        return any(reader.file for reader in self._crew)

    def _hire(self) -> "_Reader":
        reader = _Reader.start(self._job, self._limits, [other.connection for other in self._crew])
        self._crew.append(reader)
        return reader

    def _listen(self) -> list[Outcome]:
        """What was finished; reports that came meanwhile are heard before anyone is found silent."""
        busy = {reader.connection: reader for reader in self._crew if reader.file}
        ready = wait(list(busy), timeout=PAUSE)
        outcomes: list[Outcome] = []
        for connection, reader in busy.items():
            assert reader.file is not None
            if connection in ready:
                found = self._hear(reader)
            elif sentence := reader.overdue():
                found = UnreadableDocument(reader.file, sentence)
                self._dismiss(reader)
            else:
                continue
            if found is not None:
                outcomes.append((reader.file, found))
                self._progress.done(reader.file)
                reader.file = None
        self._progress.refresh()
        return outcomes

    def _hear(self, reader: "_Reader") -> Reading | Exception | None:
        """The result, or None after the report of a page."""
        assert reader.file is not None
        try:
            message = pickle.loads(reader.connection.recv_bytes())
        except (EOFError, OSError):
            why = reader.why_it_died()
            self._dismiss(reader)
            return UnreadableDocument(reader.file, why)
        if isinstance(message, tuple):
            reader.turn_to(*message)
            self._progress.show(reader.file, reader.page, reader.pages)
            return None
        result: Reading | Exception = message
        return result

    def _dismiss(self, reader: "_Reader") -> None:
        reader.end()
        self._crew.remove(reader)


@dataclass(slots=True)
class _Reader:
    """A reading process as the one who watches it sees it."""

    process: Any
    connection: Connection
    limits: Limits
    file: Address | None = None
    page: int = 0
    pages: int = 0
    began: float = field(default=0.0)
    heard: float = field(default=0.0)

    @classmethod
    def start(cls, job: Job, limits: Limits, others: list[Connection]) -> "_Reader":
        ours, theirs = Pipe()
        arguments = (job, theirs, [ours, *others], limits, os.getpid())
        process = _FORK.Process(target=_serve, args=arguments, daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours, limits)

    def begin(self, file: Address) -> None:
        self.file, self.page, self.pages = file, 0, 0
        self.began = self.heard = time.monotonic()
        with contextlib.suppress(OSError):  # a reader that died meanwhile is noticed when it is listened to
            self.connection.send(file)

    def turn_to(self, page: int, pages: int) -> None:
        self.page, self.pages = page, pages
        self.heard = time.monotonic()

    def overdue(self) -> str:
        """Why the file has to be given up, if it has to."""
        now = time.monotonic()
        if now - self.began > self.limits.file_seconds:
            limit = _duration(self.limits.file_seconds)
            return f"reading it took longer than the limit of {limit} for one file; split it."
        if now - self.heard > self.limits.silence(self.page, self.pages):
            limit = _duration(self.limits.page_seconds)
            return (
                f"reading it came to a halt {self._where()} and was given up at the limit of {limit} for a page; "
                "export the file again, or leave out what stands there."
            )
        return ""

    def why_it_died(self) -> str:
        self.process.join(GRACE_SECONDS)
        limit = _size(self.limits.memory_bytes)
        code = self.process.exitcode
        if code == OUT_OF_MEMORY:
            return f"reading it takes more than the limit of {limit} of memory; split it, or export it again."
        cause = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
        return (
            f"it made the reading process crash {self._where()} ({cause}), with {limit} of memory to use; "
            "the file is damaged or asks for too much. Export it again."
        )

    def end(self) -> None:
        """End the process with all that it started itself."""
        _kill_group(self.process.pid)
        self.process.kill()
        self.process.join(GRACE_SECONDS)
        self.process.close()
        self.connection.close()

    def _where(self) -> str:
        if not self.page:
            return "at its beginning"
        return f"after page {self.page} of {self.pages}" if self.page < self.pages else "after its last page"


def _serve(job: Job, connection: Connection, inherited: list[Connection], limits: Limits, parent: int) -> None:
    """The life of a reading process: files come in, readings go out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who watches it ends it
    os.setsid()
    for other in inherited:
        other.close()
    _be_quiet()
    threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    _limit_memory(limits.memory_bytes)
    try:
        while True:
            connection.send_bytes(attempt(job, connection.recv(), _teller(connection)))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except (EOFError, OSError):
        return


def _teller(connection: Connection) -> OnPage:
    """Reports pages, but not more often than anybody looks."""
    reported = 0.0

    def tell(page: int, pages: int) -> None:
        nonlocal reported
        if time.monotonic() - reported > PAUSE or page == pages:
            connection.send_bytes(pickle.dumps((page, pages)))
            reported = time.monotonic()

    return tell


def attempt(job: Job, file: Address, tell: OnPage) -> bytes:
    """The reading of a file, or what was wrong with it, pickled."""
    try:
        return pickle.dumps(job(file, tell), pickle.HIGHEST_PROTOCOL)
    except (UnreadableDocument, MissingProgram) as error:
        return pickle.dumps(error)
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            raise MemoryError from error
        return pickle.dumps(ReaderBug(file, f"{type(error).__name__}: {error}", traceback.format_exc()))


def _be_quiet() -> None:
    """What libraries print about a bad file helps nobody: the sentence about it does."""
    faulthandler.disable()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _limit_memory(allowed: int) -> None:
    """Limit the address space to what is taken now and what is allowed on top; where a system counts it."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        taken = int(statm.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + allowed, taken + allowed))


def _die_with(parent: int) -> None:
    """End this process and what it started when nobody waits for its readings any more."""
    while os.getppid() == parent:
        time.sleep(PAUSE)
    _kill_group(os.getpid())


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _duration(seconds: float) -> str:
    return f"{seconds / 3600:g} hours" if seconds >= 3600 else f"{seconds:g} seconds"


def _size(count: int) -> str:
    return f"{count / GIGABYTE:g} GB" if count >= GIGABYTE else f"{count // MEGABYTE} MB"

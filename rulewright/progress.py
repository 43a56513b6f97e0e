"""A progress display by file and page, with the time left, on a terminal only."""

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from multiprocessing import Manager
from multiprocessing.managers import SyncManager
from types import TracebackType
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from rulewright.console import err

PAUSE = 0.2
"""Seconds between two looks at what the readers report."""


class Progress:
    """Shows which file and page the readers are at."""

    def __init__(self, files: int) -> None:
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=err,
            transient=True,
            disable=not err.is_terminal or not files,
        )
        self._task = self._bar.add_task("Reading", total=files)
        self._is_over = threading.Event()
        self._manager: SyncManager | None = Manager() if files else None
        self.pages: Any = self._manager.Queue() if self._manager else None
        self._listener: threading.Thread | None = None

    def __enter__(self) -> "Progress":
        """Start the display."""
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the display and whatever listens."""
        self._is_over.set()
        if self._listener:
            self._listener.join()
        self._bar.stop()
        if self._manager:
            self._manager.shutdown()

    def watch(self, futures: Sequence[Future[Any]]) -> None:
        """Show the pages that the readers report until all are done."""
        self._listener = threading.Thread(target=self._listen, args=(futures,), daemon=True)
        self._listener.start()

    def done(self, name: str) -> None:
        """One more file is done."""
        self._bar.update(self._task, advance=1, description=f"Read {name}")

    def _listen(self, futures: Sequence[Future[Any]]) -> None:
        while not self._is_over.is_set() and not all(f.done() for f in futures):
            try:
                name, page, count = self.pages.get(timeout=PAUSE)
            except queue.Empty:
                continue
            self._bar.update(self._task, description=f"{name}, page {page} of {count}")

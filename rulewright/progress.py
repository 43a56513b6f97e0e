"""A progress display by file and page, with the time left, on a terminal only."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Column

from ingest.errors import printable
from ingest.files.addresses import Address
from ingest.reader import Book
from rulewright.console import err, remark

PAUSE = 0.2
"""Seconds between two drawings."""
NAMES_SHOWN = 2
LINES_APART = 30.0
"""Seconds between two lines where no bar can be drawn."""
BAR_WIDTH = 20


@contextmanager
def show_bar(description: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Shows how much is done whenever it is told that there is more; without a thread, so that processes can fork."""
    bar = Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        auto_refresh=False,
        disable=not err.is_terminal,
    )
    task = bar.add_task(description, total=total)
    told = time.monotonic()

    def advance(more: int) -> None:
        nonlocal told
        bar.update(task, advance=more, refresh=True)
        if not err.is_terminal and time.monotonic() - told >= LINES_APART:
            told = time.monotonic()
            remark(f"{description}: {bar.tasks[0].completed:,.0f}{f' of {total:,}' if total else ''}")

    with bar:
        yield advance


class Progress:
    """Shows which files and pages the readers are at; draws only when asked, so that no thread is needed."""

    def __init__(self, files: int) -> None:
        self._bar = Bar(
            TextColumn(
                "{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")
            ),
            BarColumn(BAR_WIDTH),
            MofNCompleteColumn(),
            TextColumn("files, time left"),
            TimeRemainingColumn(),
            console=err,
            transient=True,
            auto_refresh=False,
            expand=True,
            disable=not err.is_terminal or not files,
        )
        self._task = self._bar.add_task("Reading", total=files)
        self._files, self._done = files, 0
        self._at: dict[Address | Book, tuple[int, int]] = {}
        self._drawn = 0.0

    def __enter__(self) -> "Progress":
        """Start the display."""
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the display."""
        self._bar.stop()

    @property
    def share(self) -> str:
        """How many files are done, of how many."""
        return f"{self._done} of {max(self._files, self._done)}"

    @property
    def completed(self) -> float:
        """Files that are done, and the parts of those that are being read."""
        return self._done + sum(page / pages for page, pages in self._at.values())

    @property
    def description(self) -> str:
        """The files being read and the page of each."""
        shown = [f"{printable(file.name)}, page {page} of {n}" for file, (page, n) in self._at.items()]
        more = f" and {len(shown) - NAMES_SHOWN} more" if len(shown) > NAMES_SHOWN else ""
        return "; ".join(shown[:NAMES_SHOWN]) + more or "Reading"

    def show(self, file: Address | Book, page: int, pages: int) -> None:
        """A reader is at this page of this file."""
        self._at[file] = (page, max(1, pages))

    def done(self, file: Address | Book) -> None:
        """One more file is done."""
        self._at.pop(file, None)
        self._done += 1

    def drawn(self) -> RenderableType:
        """The display as it is now."""
        return self._bar.get_renderable()

    def refresh(self) -> None:
        """Draw, unless that was done a moment ago."""
        if time.monotonic() - self._drawn >= PAUSE:
            self._bar.update(self._task, completed=self.completed, description=self.description, refresh=True)
            self._drawn = time.monotonic()

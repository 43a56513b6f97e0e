"""What is told while a long run goes on: what was done and what was refused, at once, to people and to a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TextIO

from rulewright.console import complain, err, remark


@dataclass(slots=True)
class Telling:
    """Refusals are told always; what was done is told where it was asked for, and where no bar can show."""

    is_quiet: bool = False
    is_verbose: bool = False
    log: TextIO | None = None

    def done(self, sentence: str) -> None:
        """Something went as it should."""
        self.keep(sentence)
        if self.is_verbose or not (self.is_quiet or err.is_terminal):
            remark(f"{_now()} {sentence}")

    def refused(self, sentence: str) -> None:
        """Something could not be done."""
        self.keep(sentence)
        complain(sentence if err.is_terminal else f"{_now()} {sentence}")

    def keep(self, sentence: str) -> None:
        """Something for the log alone."""
        if self.log:
            self.log.write(f"{datetime.now().isoformat(' ', 'seconds')} {sentence}\n")
            self.log.flush()


@contextmanager
def open_telling(*, is_quiet: bool, is_verbose: bool, log: Path | None) -> Iterator[Telling]:
    """Tell as the options say; a log is added to."""
    if log is None:
        yield Telling(is_quiet, is_verbose)
        return
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        yield Telling(is_quiet, is_verbose, file)


def _now() -> str:
    return datetime.now().strftime("%H:%M:%S")

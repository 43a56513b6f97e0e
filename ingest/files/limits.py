"""How much one document may ask for; what goes beyond is refused with the limit named."""

from dataclasses import dataclass
from typing import Literal

Cause = Literal["too long", "silent", "memory", "crash", "all workers", "cluster"]
"""Why the process that read a document was ended, or ended by itself."""
MEGABYTE = 1024 * 1024
GIGABYTE = 1024 * MEGABYTE


@dataclass(frozen=True, slots=True)
class FileLimits:
    """What a file may hold; chosen so that any rulebook passes and no file fills the memory."""

    max_bytes: int = 512 * MEGABYTE
    """Of the whole file."""
    max_pages: int = 10_000
    """A longer file is no rulebook."""
    max_pixels: int = 89_000_000
    """Of one picture: a page of A3 at 600 dpi has 70 million."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the reading of one document may take; several times what the slowest sample takes.

    Seconds are those of its own work, so that a busy machine refuses nothing that an idle one reads.
    """

    page_seconds: float = 420.0
    """Letters of a page may be read up to three times, and each time has a shorter limit of its own."""
    settling_seconds: float = 0.5
    """What each page may add to the time between the last page and the end, when the pages are put together."""
    file_seconds: float = 6 * 3600.0
    """A file that takes longer is refused."""
    memory_bytes: int = 2 * GIGABYTE
    """On top of what the program itself takes, and keeps of the files before."""
    kept_bytes: int = 1 * GIGABYTE
    """A process that keeps more after a file is replaced: words of a language take 200 MB, an archive has dozens."""
    patience: float = 10.0
    """By the clock it may take so many times longer: it waits for its turn, or for nothing at all."""

    def silence(self, page: int, pages: int) -> float:
        """Seconds that may pass after one page before the next, or the end, is reported."""
        is_settling = 0 < pages <= page
        return self.page_seconds + (self.settling_seconds * pages if is_settling else 0.0)

    def refusal(self, cause: Cause, details: str, page: int, pages: int) -> str:
        """The sentence for a document whose reading was ended after that page."""
        memory = _size(self.memory_bytes)
        where = f"after page {page} of {pages}" if page < pages else "after its last page"
        where = where if page else "at its beginning"
        sentences: dict[Cause, str] = {
            "too long": f"reading it took longer than the limit of {_duration(self.file_seconds)} for one file; "
            "split it.",
            "silent": f"reading it came to a halt {where} and was given up at the limit of "
            f"{_duration(self.page_seconds)} for a page; export the file again, or leave out what stands there.",
            "memory": f"reading it takes more than the limit of {memory} of memory; split it, or export it again.",
            "crash": f"it made the reading process crash {where} ({details}), with {memory} of memory to use; "
            "the file is damaged or asks for too much. Export it again.",
            "all workers": "it ended every worker that tried to read it: it hangs, crashes or takes too much memory.",
            "cluster": f"the cluster could not read it: {details}.",
        }
        return sentences[cause]


def _duration(seconds: float) -> str:
    return f"{seconds / 3600:g} hours" if seconds >= 3600 else f"{seconds:g} seconds"


def _size(count: int) -> str:
    return f"{count / GIGABYTE:g} GB" if count >= GIGABYTE else f"{count // MEGABYTE} MB"

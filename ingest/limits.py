"""How much one document may ask for; what goes beyond is refused with the limit named."""

from dataclasses import dataclass
from typing import Literal

Cause = Literal["too long", "silent", "memory", "crash", "all workers", "cluster"]
"""Why the process that read a document was ended, or ended by itself."""
MEGABYTE = 1024 * 1024
GIGABYTE = 1024 * MEGABYTE

MAX_BYTES = 512 * MEGABYTE
MAX_PAGES = 10_000
MAX_PIXELS = 89_000_000
"""Of one picture: a page of A3 at 600 dpi has 70 million."""

PAGE_SECONDS = 420.0
"""Recognition may look at a page up to three times, and has a shorter limit of its own for each look."""
SETTLING_SECONDS = 0.5
"""What each page may add to the time between the last page and the end, when the pages are put together."""
FILE_SECONDS = 6 * 3600.0
MEMORY_BYTES = 2 * GIGABYTE
"""On top of what the program itself takes."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the reading of one document may take."""

    page_seconds: float = PAGE_SECONDS
    file_seconds: float = FILE_SECONDS
    memory_bytes: int = MEMORY_BYTES

    def silence(self, page: int, pages: int) -> float:
        """Seconds that may pass after one page before the next, or the end, is reported."""
        is_settling = 0 < pages <= page
        return self.page_seconds + (SETTLING_SECONDS * pages if is_settling else 0.0)

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

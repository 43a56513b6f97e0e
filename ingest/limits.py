"""How much one document may ask for; what goes beyond is refused with the limit named."""

from dataclasses import dataclass

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

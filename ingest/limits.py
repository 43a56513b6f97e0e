"""How much one document may ask for; what goes beyond is refused with the limit named."""

from dataclasses import dataclass

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
    """What the reading of one document may take; several times what the slowest sample takes."""

    page_seconds: float = 420.0
    """Letters of a page may be read up to three times, and each time has a shorter limit of its own."""
    settling_seconds: float = 0.5
    """What each page may add to the time between the last page and the end, when the pages are put together."""
    file_seconds: float = 6 * 3600.0
    """A file that takes longer is refused."""
    memory_bytes: int = 2 * GIGABYTE
    """On top of what the program itself takes."""

    def silence(self, page: int, pages: int) -> float:
        """Seconds that may pass after one page before the next, or the end, is reported."""
        is_settling = 0 < pages <= page
        return self.page_seconds + (self.settling_seconds * pages if is_settling else 0.0)

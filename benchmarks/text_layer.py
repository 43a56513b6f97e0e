"""Pages a second of our text layer against pdfplumber's words on the same typeset file."""

import io
import random
import time
from collections.abc import Callable

import pdfplumber
import pypdfium2 as pdfium
import typst

from ingest.text_layer import page_words

PAGES = 100
PEER_PAGES = 10
"""pdfplumber is slow; a part of the pages is enough to know its pace."""


def rulebook(pages: int = PAGES) -> bytes:
    """A two-column rulebook of so many pages, the same at each run."""
    chance = random.Random(1)
    syllables = ["ka", "rta", "hrá", "č", "ta", "hu", "de", "ska", "mě", "sto", "žet", "on", "plá", "nu", "pra", "vid"]

    def word() -> str:
        return "".join(chance.choice(syllables) for _ in range(chance.randint(1, 4)))

    page = "\n\n".join(" ".join(word() for _ in range(60)) + "." for _ in range(9))
    body = "#pagebreak()".join(f"= Nadpis\n#columns(2)[{page}]" for _ in range(pages))
    return bytes(typst.compile(f'#set text(lang: "cs", size: 9pt)\n{body}'.encode()))


def timed(read: Callable[[], int]) -> tuple[float, int]:
    """The seconds that reading takes, and the words it found."""
    start = time.perf_counter()
    words = read()
    return time.perf_counter() - start, words


def ours(data: bytes) -> int:
    """Words of all pages through pdfium."""
    with pdfium.PdfDocument(data) as document:
        return sum(len(page_words(document[i])) for i in range(len(document)))


def theirs(data: bytes) -> int:
    """Words of the first pages through pdfplumber."""
    with pdfplumber.open(io.BytesIO(data)) as document:
        return sum(len(page.extract_words(extra_attrs=["fontname", "size"])) for page in document.pages[:PEER_PAGES])


def main() -> None:
    """Print both paces and their ratio."""
    data = rulebook()
    our_seconds, our_words = timed(lambda: ours(data))
    their_seconds, their_words = timed(lambda: theirs(data))
    our_pace, their_pace = PAGES / our_seconds, PEER_PAGES / their_seconds
    print(f"text layer  {our_pace:8.1f} pages/s  {our_words / PAGES:6.0f} words a page")
    print(f"pdfplumber  {their_pace:8.1f} pages/s  {their_words / PEER_PAGES:6.0f} words a page")
    print(f"ratio       {our_pace / their_pace:8.1f}")


if __name__ == "__main__":
    main()

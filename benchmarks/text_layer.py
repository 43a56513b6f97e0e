"""Pages a second of our text layer against pdfplumber's words on the same typeset file, and CPU from file to claims.

.venv/bin/python benchmarks/text_layer.py          words alone, of a hundred pages of made-up text
.venv/bin/python benchmarks/text_layer.py claims   CPU a page of the whole pipeline, on judges' books of a taught game
"""

import io
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pypdfium2 as pdfium
import typst

from ingest.packs.read import read_packs
from ingest.pages.text_layer import page_words
from ingest.pipeline import read_document

ROOT = Path(__file__).resolve().parents[1]
BOOKS = "black-orchestra-cs-*.md"
LANGUAGES = ("cs", "en", "it", "pl")
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


def judges_book() -> bytes:
    """All books that judges wrote on one game in one language, as one book in two columns."""
    texts = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "tests/judges/rulebooks").glob(BOOKS))]
    lines = [re.sub(r"([#$@<>_*`\\\[\]~])", r"\\\1", line) for text in texts for line in text.splitlines()]
    lines = [re.sub(r"^((?:\\#)+) ", lambda head: "=" * head[1].count("#") + " ", line) for line in lines]
    body = "\n".join(lines)
    return bytes(typst.compile(f'#set text(lang: "cs", size: 9pt)\n#set page(columns: 2)\n{body}'.encode()))


def cpu(work: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds of some work, and what it counted."""
    start = time.process_time()
    count = work()
    return time.process_time() - start, count


def claims() -> None:
    """Print the CPU a page from file to claims, beside pdfplumber's words alone; packs are read before."""
    data = judges_book()
    packs = read_packs(ROOT / "games")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "book.pdf")
        file.write_bytes(data)
        reading = read_document(file, packs, candidates=LANGUAGES, recipe="r")  # models of language are loaded
        pages = len(reading.pages)
        words, _ = cpu(lambda: len(read_document(file, packs, candidates=LANGUAGES, recipe="r").claims))
        kept = reading.pages
        rest, found = cpu(lambda: len(read_document(file, packs, candidates=LANGUAGES, recipe="r", words=kept).claims))
    peer, _ = cpu(lambda: theirs(data))
    print(f"{pages} pages, {found} claims; CPU seconds a page:")
    print(f"file to claims       {words / pages:6.3f}")
    print(f"page words to claims {rest / pages:6.3f}")
    print(f"pdfplumber, words    {peer / PEER_PAGES:6.3f}")


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
    claims() if sys.argv[1:] == ["claims"] else main()

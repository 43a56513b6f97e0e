"""The words of pages are kept as they were read, and only what fits is used again."""

from pathlib import Path

import pytest

from ingest.files.kept_words import WORDS_FILE, kept_words, pack_words
from ingest.files.open import open_document
from ingest.pages.read import read_pages
from rulewright.review_words import place_words
from schema.documents import PageShape
from schema.reading import Box, LaidCard, Word, WordPage

SAMPLE = Path("games/operation-barclay/samples/operation-barclay-cs.pdf")
SHAPE = PageShape(number=1, method="ocr", reason="The page is a picture.", confidence=0.9, width=100, height=80)
LAID = LaidCard(((0.1, 0.2), (0.9, 0.2), (0.9, 0.8), (0.1, 0.8)), 1)
SCAN = WordPage(SHAPE, (Word("Łódź", 0, Box(0.1, 0.2, 9.99, 5), confidence=0.31),), laid=(LAID,), grids=(((None,),),))


def _keep(folder: Path, data: bytes) -> Path:
    (folder / "abc").mkdir()
    file = folder / "abc" / WORDS_FILE
    file.write_bytes(data)
    return file


def test_words_come_back_as_they_were(tmp_path: Path) -> None:
    pages = (*read_pages(open_document(SAMPLE), languages=["cs"]), SCAN)
    _keep(tmp_path, pack_words(pages, "key"))
    assert kept_words(tmp_path, "abc", "key") == pages
    assert kept_words(tmp_path, "abc") == pages
    assert kept_words(tmp_path, "abc", "another recipe") is None
    assert kept_words(tmp_path, "another document", "key") is None


@pytest.mark.parametrize(
    "harm", [lambda d: d[:-9], lambda d: b"", lambda d: b"PK" + d, lambda d: d[:40] + b"0" + d[41:]]
)
def test_a_damaged_file_counts_as_none(tmp_path: Path, harm: object) -> None:
    assert callable(harm)
    _keep(tmp_path, harm(pack_words([SCAN], "key")))
    assert kept_words(tmp_path, "abc", "key") is None


def test_plain_text_needs_no_file() -> None:
    plain = PageShape(number=1, method="plain", reason="The file is text.", confidence=1)
    assert pack_words([WordPage(plain, (Word("word", 0),))], "key") == b""


def _row(texts: str, y: float, x: float = 0) -> list[Word]:
    return [Word(text, 0, Box(x + 10 * at, y, x + 10 * at + 8, y + 5)) for at, text in enumerate(texts.split())]


def test_of_equal_words_each_has_its_own_place() -> None:
    words = [*_row("a card and a card", 0), *_row("a card beside it", 0, 100), *_row("a card below", 10)]
    placed = place_words(["a", "card", "and", "a", "card", "a", "card", "below"], [(0, 0, 50, 15)], words)
    assert placed == [word.box for word in (*words[:5], *words[9:])]
    assert place_words(["two", "one", "none"], [(0, 0, 50, 15)], _row("one two", 0)) == [
        Box(10, 0, 18, 5),
        Box(0, 0, 8, 5),
        None,
    ]

"""Tell noise from text: litter that pictures leave, and phrases that a reader of letters repeats without end."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.layout.lines import Block, Line
from ingest.legibility import is_speakable
from schema.folding import fold

UNSURE = 0.3
"""Below this confidence a block in which no whole word can be seen is picture litter."""
DOUBTFUL = 0.6
"""Below this confidence a block that holds few words is litter too."""
WORD_SHARE = 0.5
"""A block is soup where less of it than this stands in words and numbers."""
SOUP_RUNS = 14
"""A block of more runs of letters is judged by its prose, not by single signs."""
LITTERED_BLOCKS = 5
LITTERED_SHARE = 0.02
"""In a document with so much sure litter, letters that are no words are litter without further signs."""
SEEN_OFTEN = 3
"""A short run of letters that stands so often among longer words is a word."""
PROSE_WORDS = 8
DAMAGED_LETTERS = 5
"""A run so long is a word, be it damaged: which one is for the repair to find out."""

REPEATED_PAIRS = 12
"""Fewer pairs of words do not show that a text repeats itself."""
NEW_SHARE = 0.45
"""Of the pairs of words in a list, so many at least are new in each honest one."""
SAME_SHARE = 0.5
"""So many items of an invented list say what another item says."""
PHRASE_WORDS = 3
"""Shorter items may well recur, as `no effect` does."""

_SETTLED = frozenset({"gap", "noise", "heading", "table", "card"})
_RUN = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_LITTER = re.compile(r"[\]\[=&@%$§\\<>{}~^_\"'|#°©®£¥¢]")
_ADDRESS = re.compile(r"https?://|www\.|\w@\w")
_MARK = re.compile(r"\A[\W_]*(?:\w{1,2}[.)]\s+)?")
"""What opens an item: a bullet, `a)`, `12.`"""


def mark_litter(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, those that are litter of pictures marked as noise; headings and rows told by their marks stay."""
    words = _short_words(blocks)
    sure = [_is_litter(block, words) for block in blocks]
    is_littered = sum(sure) >= max(LITTERED_BLOCKS, LITTERED_SHARE * len(blocks))
    return [
        replace(block, kind="noise", level=None) if litter or (is_littered and _is_soup(block, words)) else block
        for block, litter in zip(blocks, sure, strict=True)
    ]


def is_litter_line(line: Line) -> bool:
    """Whether a line of a card is what was seen in its picture: unsure, and neither a word nor a number."""
    sure = max(word.confidence for word in line.words)
    return sure < DOUBTFUL and not _holds_word(line.text) and not any(map(str.isdigit, line.text))


def _short_words(blocks: Iterable[Block]) -> frozenset[str]:
    """The one- and two-letter words of the document: those that stand in its prose again and again."""
    seen: Counter[str] = Counter()
    for block in blocks:
        if block.word_count >= PROSE_WORDS:
            seen.update(run for run in _RUN.findall(block.text.casefold()) if len(run) < PHRASE_WORDS)
    return frozenset(word for word, count in seen.items() if count >= SEEN_OFTEN)


def _is_litter(block: Block, words: frozenset[str]) -> bool:
    """Whether the block is litter by its own signs, whatever the document is like."""
    if block.kind in _SETTLED:
        return False
    text = block.text.strip()
    if block.confidence < UNSURE and not _holds_word(text):
        return True
    has_sign = _LITTER.search(text) is not None
    if not _LETTERS.search(text):
        return has_sign or (len(text) == 1 and text.islower())
    return (has_sign or block.confidence < DOUBTFUL) and _is_soup(block, words)


def _holds_word(text: str) -> bool:
    """Whether a whole word can be seen; Tesseract is unsure of good words beside lines and pictures too."""
    runs = _RUN.findall(text)
    return sum(run.isdigit() or _is_long_word(run) for run in runs) > len(runs) / 2 and any(map(_is_long_word, runs))


def _is_long_word(run: str) -> bool:
    return run.isalpha() and len(run) >= DAMAGED_LETTERS and is_speakable(run)


def _is_soup(block: Block, words: frozenset[str]) -> bool:
    """Whether less than half of a short block stands in words and numbers; labels of digits alone are none."""
    runs = _RUN.findall(block.text)
    if _ADDRESS.search(block.text):
        return False
    if block.kind in _SETTLED or len(runs) > SOUP_RUNS or all(run.isdigit() for run in runs):
        return False
    marks = sum(not c.isspace() for c in block.text)
    return sum(len(run) for run in runs if _is_told(run, words)) < WORD_SHARE * marks


def _is_told(run: str, words: frozenset[str]) -> bool:
    """Whether a run of letters and digits is a word, a number, or long enough to be a damaged word."""
    if run.isdigit() or run.casefold() in words:
        return True
    if len(run) >= DAMAGED_LETTERS:
        return True
    return run.isalpha() and len(run) >= PHRASE_WORDS and is_speakable(run)


def mark_repetition(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, invented lists and endless phrases marked as noise.

    A reader of letters that cannot read a small picture goes on with what it wrote last: item after item of a list says
    the same. An honest list never does, and one that shares a few words with its neighbour is left alone.
    """
    noise = {i for start, end in _lists(blocks) if _is_invented(blocks[start:end]) for i in range(start, end)}
    noise |= {i for i, block in enumerate(blocks) if block.kind not in _SETTLED and _repeats_itself([block.text])}
    return [replace(block, kind="noise", level=None) if i in noise else block for i, block in enumerate(blocks)]


def _lists(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """Runs of items with single headings between and before them, as a reference card has them."""
    start, has_items = 0, False
    for i, block in enumerate(blocks):
        if block.kind == "item":
            has_items = True
        elif block.kind != "heading" or (i > start and blocks[i - 1].kind == "heading"):
            if has_items:
                yield start, _last_item(blocks, start, i) + 1
            start, has_items = (i if block.kind == "heading" else i + 1), False
    if has_items:
        yield start, _last_item(blocks, start, len(blocks)) + 1


def _last_item(blocks: Sequence[Block], start: int, end: int) -> int:
    return max(i for i in range(start, end) if blocks[i].kind == "item")


def _is_invented(blocks: Sequence[Block]) -> bool:
    bodies = [_body(block.text) for block in blocks if block.kind == "item"]
    count = Counter(body for body in bodies if len(body.split()) >= PHRASE_WORDS)
    same = sum(n for n in count.values() if n > 1)
    return same >= SAME_SHARE * len(bodies) and _repeats_itself(bodies)


def _body(text: str) -> str:
    return " ".join(_RUN.findall(fold(_MARK.sub("", text.replace("\n", " ")))))


def _repeats_itself(texts: Iterable[str]) -> bool:
    """Whether most pairs of neighbouring words have stood there before."""
    pairs = [pair for text in texts for pair in pairwise(_RUN.findall(fold(text))) if not _is_counting(pair)]
    return len(pairs) >= REPEATED_PAIRS and len(set(pairs)) < NEW_SHARE * len(pairs)


def _is_counting(pair: tuple[str, str]) -> bool:
    return pair[0].isdigit() and pair[1].isdigit()

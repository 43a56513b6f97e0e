"""Tell noise from text: litter that pictures leave, and phrases that a reader of letters repeats without end."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ingest.languages.legibility import is_speakable
from ingest.layout.lines import Block, Line
from schema.folding import EAST_ASIAN, fold

_SETTLED = frozenset({"gap", "noise", "heading", "table", "card"})
_RUN = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_LITTER = re.compile(r"[\]\[=&@%$§\\<>{}~^_\"'|#°©®£¥¢]")
_UNSPACED = re.compile(rf"[{EAST_ASIAN}]{{2}}|\d[{EAST_ASIAN}]")
"""Letters of scripts that set no space between words: two of them are a word as good as any, or one behind a number."""
_ADDRESS = re.compile(r"https?://|www\.|\w@\w")
_MARK = re.compile(r"\A[\W_]*(?:\w{1,2}[.)]\s+)?")
"""What opens an item: a bullet, `a)`, `12.`"""


@dataclass(frozen=True, slots=True)
class NoiseSettings:
    """What tells litter of pictures and invented lists from text; chosen by eye on sample pages and seeds."""

    unsure: float = 0.3
    """Below this confidence a block in which no whole word can be seen is picture litter."""
    doubtful: float = 0.6
    """Below this confidence a block that holds few words is litter too."""
    word_share: float = 0.5
    """A block is soup where less of it than this stands in words and numbers."""
    soup_runs: int = 14
    """A block of more runs of letters is judged by its prose, not by single signs."""
    littered_blocks: int = 5
    """A document with so many blocks of sure litter is a littered one."""
    littered_share: float = 0.02
    """So is one with this share of them: there, letters that are no words are litter without further signs."""
    seen_often: int = 3
    """A short run of letters that stands so often among longer words is a word."""
    prose_words: int = 8
    """A block of so many words is prose, whose short words are words."""
    damaged_letters: int = 5
    """A run so long is a word, be it damaged: which one is for the repair to find out."""
    repeated_pairs: int = 12
    """Fewer pairs of words do not show that a text repeats itself."""
    new_share: float = 0.45
    """Of the pairs of words in a list, so many at least are new in each honest one."""
    same_share: float = 0.5
    """So many items of an invented list say what another item says."""
    phrase_words: int = 3
    """Shorter items may well recur, as `no effect` does."""


def mark_litter(blocks: Sequence[Block], settings: NoiseSettings = NoiseSettings()) -> list[Block]:
    """The blocks, those that are litter of pictures marked as noise; headings and rows told by their marks stay."""
    words = _short_words(blocks, settings)
    sure = [_is_litter(block, words, settings) for block in blocks]
    is_littered = sum(sure) >= max(settings.littered_blocks, settings.littered_share * len(blocks))
    marked = [s or (is_littered and _is_soup(b, words, settings)) for b, s in zip(blocks, sure, strict=True)]
    return [replace(b, kind="noise", level=None) if is_noise else b for b, is_noise in zip(blocks, marked, strict=True)]


def is_litter_line(line: Line, settings: NoiseSettings = NoiseSettings()) -> bool:
    """Whether a line of a card is what was seen in its picture: unsure, and neither a word nor a number."""
    sure = max(word.confidence for word in line.words)
    return sure < settings.doubtful and not _holds_word(line.text, settings) and not any(map(str.isdigit, line.text))


def _short_words(blocks: Iterable[Block], settings: NoiseSettings) -> frozenset[str]:
    """The one- and two-letter words of the document: those that stand in its prose again and again."""
    seen: Counter[str] = Counter()
    for block in blocks:
        if block.word_count >= settings.prose_words:
            seen.update(run for run in _RUN.findall(block.text.casefold()) if len(run) < settings.phrase_words)
    return frozenset(word for word, count in seen.items() if count >= settings.seen_often)


def _is_litter(block: Block, words: frozenset[str], settings: NoiseSettings) -> bool:
    """Whether the block is litter by its own signs, whatever the document is like."""
    if block.kind in _SETTLED:
        return False
    text = block.text.strip()
    if block.confidence < settings.unsure and not _holds_word(text, settings):
        return True
    has_sign = _LITTER.search(text) is not None
    if not _LETTERS.search(text):
        return has_sign or (len(text) == 1 and text.islower())
    return (has_sign or block.confidence < settings.doubtful) and _is_soup(block, words, settings)


def _holds_word(text: str, settings: NoiseSettings) -> bool:
    """Whether a whole word can be seen; Tesseract is unsure of good words beside lines and pictures too."""
    runs = _RUN.findall(text)
    long = [run.isalpha() and len(run) >= settings.damaged_letters and is_speakable(run) for run in runs]
    return sum(long) + sum(map(str.isdigit, runs)) > len(runs) / 2 and any(long)


def _is_soup(block: Block, words: frozenset[str], settings: NoiseSettings) -> bool:
    """Whether less than half of a short block stands in words and numbers; labels of digits alone are none."""
    runs = _RUN.findall(block.text)
    if _ADDRESS.search(block.text):
        return False
    if block.kind in _SETTLED or len(runs) > settings.soup_runs or all(run.isdigit() for run in runs):
        return False
    marks = sum(not c.isspace() for c in block.text)
    return sum(len(run) for run in runs if _is_told(run, words, settings)) < settings.word_share * marks


def _is_told(run: str, words: frozenset[str], settings: NoiseSettings) -> bool:
    """Whether a run of letters and digits is a word, a number, or long enough to be a damaged word."""
    if run.isdigit() or run.casefold() in words:
        return True
    if len(run) >= settings.damaged_letters or _UNSPACED.search(run):
        return True
    return run.isalpha() and len(run) >= settings.phrase_words and is_speakable(run)


def mark_repetition(blocks: Sequence[Block], settings: NoiseSettings = NoiseSettings()) -> list[Block]:
    """The blocks, invented lists and endless phrases marked as noise.

    A reader of letters that cannot read a small picture goes on with what it wrote last: item after item of a list says
    the same. An honest list never does, and one that shares a few words with its neighbour is left alone.
    """
    noise = {i for start, end in _lists(blocks) if _is_invented(blocks[start:end], settings) for i in range(start, end)}
    open_blocks = ((i, block) for i, block in enumerate(blocks) if block.kind not in _SETTLED)
    noise |= {i for i, block in open_blocks if _repeats_itself([block.text], settings)}
    return [replace(block, kind="noise", level=None) if i in noise else block for i, block in enumerate(blocks)]


def _lists(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """Runs of items with single headings between and before them, as a reference card has them."""
    start, end, has_items = 0, 0, False
    for i, block in enumerate(blocks):
        if block.kind == "item":
            has_items, end = True, i + 1
        elif block.kind != "heading" or (i > start and blocks[i - 1].kind == "heading"):
            if has_items:
                yield start, end
            start, has_items = (i if block.kind == "heading" else i + 1), False
    if has_items:
        yield start, end


def _is_invented(blocks: Sequence[Block], settings: NoiseSettings) -> bool:
    texts = [_MARK.sub("", block.text.replace("\n", " ")) for block in blocks if block.kind == "item"]
    bodies = [" ".join(_RUN.findall(fold(text))) for text in texts]
    count = Counter(body for body in bodies if len(body.split()) >= settings.phrase_words)
    same = sum(n for n in count.values() if n > 1)
    return same >= settings.same_share * len(bodies) and _repeats_itself(bodies, settings)


def _repeats_itself(texts: Iterable[str], settings: NoiseSettings) -> bool:
    """Whether most pairs of neighbouring words have stood there before; two numbers in a row count something."""
    pairs = [
        (a, b) for text in texts for a, b in pairwise(_RUN.findall(fold(text))) if not a.isdigit() or not b.isdigit()
    ]
    return len(pairs) >= settings.repeated_pairs and len(set(pairs)) < settings.new_share * len(pairs)

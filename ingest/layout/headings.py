"""Tell headings, labels, examples and notes from paragraphs, and give headings their level."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ingest.layout.lines import (
    HEADING_WORDS,
    Block,
    could_be_heading,
    ends_sentence,
    is_capitals,
    is_counted,
    is_numbered,
    number_of,
)
from ingest.layout.paragraphs import LAST_LEVEL
from schema.folding import fold
from schema.reading import Word

LARGER = 1.15
LARGER_IN_PICTURE = 1.2
"""Sizes of type in a picture are estimates."""
ALIKE = 1.08
HEADING_LINES = 3
SHORT_WORDS = 14
"""A block of more words is no label."""
NEIGHBOURS = 3
SHORT_NEIGHBOURS = 4
PROSE_WORDS = 8

_TITLE, _NUMBERED, _CAPITALS = 1, 2, 3
_LETTERS = re.compile(r"[^\W\d_]{3}")


def body_size(words: Iterable[Word]) -> float:
    """The size most of the words are set in, 0 where sizes are not known."""
    letters: Counter[float] = Counter()
    for word in words:
        letters[round(word.size * 2) / 2] += len(word.text)
    return letters.most_common(1)[0][0] if letters else 0.0


def name_kinds(
    blocks: Sequence[Block], body: float, example_words: Collection[str], note_words: Collection[str]
) -> list[Block]:
    """The blocks of one page, or of one stretch between gaps, each with its kind."""
    openings = {fold(word): "example" for word in example_words} | {fold(word): "note" for word in note_words}
    named = [_opened(block, openings) for block in blocks]
    named = [replace(b, kind="heading") if is_set_as_heading(b, body) else b for b in named]
    has_marks = any(block.level is not None for block in named)
    told = [block for block in named if block.kind != "noise"]
    judged = iter([_by_neighbours(told, i, has_marks) for i in range(len(told))])
    return [block if block.kind == "noise" else next(judged) for block in named]


def _opened(block: Block, openings: dict[str, str]) -> Block:
    if block.kind not in ("paragraph", "item"):
        return block
    start = fold(re.sub(r"^[\W_]+", "", block.text.replace("\n", " ")))
    for word, kind in openings.items():
        if re.match(rf"{re.escape(word)}\b", start):
            return replace(block, kind="example" if kind == "example" else "note")
    return block


def is_set_as_heading(block: Block, body: float) -> bool:
    """Whether its type is larger or bolder than the text's."""
    if block.kind not in ("paragraph", "item") or not body or block.lines[0].box is None:
        return False
    if len(block.lines) > HEADING_LINES or len(block.words) > 2 * HEADING_WORDS or not _LETTERS.search(block.text):
        return False
    is_in_picture = not block.words[0].font
    if block.size >= body * (LARGER_IN_PICTURE if is_in_picture else LARGER):
        return True
    return block.is_bold and not ends_sentence(block.text) and not is_counted(block.text)


def _by_neighbours(blocks: Sequence[Block], index: int, has_marks: bool) -> Block:
    """A short block among short ones is a label, one before prose may be a heading.

    Where headings are marked, or set in a type of their own, this tells nothing; capitals still do.
    """
    block = blocks[index]
    if _is_numbered_heading(blocks, index):
        return replace(block, kind="heading")
    if block.kind != "paragraph" or not _is_short(block):
        return block
    around = [*blocks[max(0, index - NEIGHBOURS) : index], *blocks[index + 1 : index + 1 + NEIGHBOURS]]
    if sum(_is_short(other) for other in around) >= SHORT_NEIGHBOURS:
        return replace(block, kind="label")
    following = blocks[index + 1] if index + 1 < len(blocks) else None
    is_over_prose = following is not None and (
        following.kind in ("item", "table", "heading", "example") or following.word_count >= PROSE_WORDS
    )
    text = block.text.replace("\n", " ")
    says_so = not has_marks and (not block.words[0].font or is_capitals(text))
    if is_over_prose and says_so and could_be_heading(text) and not is_counted(text):
        return replace(block, kind="heading")
    return replace(block, kind="label") if not ends_sentence(text) and block.word_count <= HEADING_WORDS else block


def _is_numbered_heading(blocks: Sequence[Block], index: int) -> bool:
    """Whether a short numbered line continues no list and opens none, but stands over prose."""
    block, text = blocks[index], blocks[index].text
    if block.kind != "item" or not is_numbered(text) or not could_be_heading(text) or index + 1 == len(blocks):
        return False
    following, number = blocks[index + 1], number_of(text)
    before = number_of(blocks[index - 1].text) if index else None
    continues = number is not None and before is not None and number == before + 1
    return not continues and following.kind == "paragraph" and following.word_count >= PROSE_WORDS


def _is_short(block: Block) -> bool:
    return (
        block.kind in ("paragraph", "label")
        and block.word_count <= SHORT_WORDS
        and not (ends_sentence(block.text) and block.word_count > 3)
    )


def level_headings(blocks: Sequence[Block]) -> list[Block]:
    """Each heading with its level: by its marks, by its size, or by the way it is written."""
    sizes = _size_steps(b.size for b in blocks if _is_sized(b))
    return [
        replace(block, level=block.level or _level(block, sizes)) if block.kind == "heading" else block
        for block in blocks
    ]


def _is_sized(block: Block) -> bool:
    return block.kind == "heading" and block.level is None and block.lines[0].box is not None


def _size_steps(sizes: Iterable[float]) -> list[float]:
    steps: list[float] = []
    for size in sorted(set(sizes), reverse=True):
        if not steps or steps[-1] > size * ALIKE:
            steps.append(size)
    return steps


def _level(block: Block, sizes: Sequence[float]) -> int:
    if _is_sized(block):
        return min(LAST_LEVEL, 1 + sum(step > block.size * ALIKE for step in sizes))
    text = block.text.strip()
    if is_numbered(text):
        return _NUMBERED
    return _CAPITALS if is_capitals(text) else _TITLE

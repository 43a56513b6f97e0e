"""Tell headings, labels, examples and notes from paragraphs."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ingest.layout.lines import (
    Block,
    LineSettings,
    could_be_heading,
    ends_sentence,
    is_capitals,
    is_counted,
    is_numbered,
    number_of,
)
from ingest.layout.numbering import numbers_of
from schema.folding import fold
from schema.reading import Word

_LETTERS = re.compile(r"[^\W\d_]{3}")


@dataclass(frozen=True, slots=True)
class HeadingSettings:
    """What sets headings and labels apart from paragraphs; chosen by eye on the sample pages."""

    larger: float = 1.15
    """A heading's type is so much larger than the text's."""
    larger_in_picture: float = 1.2
    """The same in a picture, where sizes are estimates."""
    heading_lines: int = 3
    """A heading has no more lines."""
    short_words: int = 14
    """A block of more words is no label."""
    neighbours: int = 3
    """So many blocks before and after tell whether a short one is a label."""
    short_neighbours: int = 4
    """So many of them must be short too."""
    prose_words: int = 8
    """A block of so many words is prose, over which a heading may stand."""
    listed: int = 3
    """So many names of one type in a row, with nothing beneath any of them, are a list and no headings."""
    lines: LineSettings = LineSettings()


def body_size(words: Iterable[Word]) -> float:
    """The size most of the words are set in, 0 where sizes are not known."""
    letters: Counter[float] = Counter()
    for word in words:
        letters[round(word.size * 2) / 2] += len(word.text)
    return letters.most_common(1)[0][0] if letters else 0.0


def name_kinds(
    blocks: Sequence[Block],
    body: float,
    example_words: Collection[str],
    note_words: Collection[str],
    settings: HeadingSettings = HeadingSettings(),
) -> list[Block]:
    """The blocks of one page, or of one stretch between gaps, each with its kind."""
    openings = {fold(word): "example" for word in example_words} | {fold(word): "note" for word in note_words}
    named = [_opened(block, openings) for block in blocks]
    named = [replace(b, kind="heading") if is_set_as_heading(b, body, settings=settings) else b for b in named]
    named = _without_lists(named, settings)
    has_marks = any(block.level is not None for block in named)
    fonts = Counter(word.font for block in named for word in block.words)
    body_font = max(fonts, key=fonts.__getitem__, default="")
    told = [block for block in named if block.kind != "noise"]
    judged = iter([_by_neighbours(told, i, has_marks, body_font, settings) for i in range(len(told))])
    return [block if block.kind == "noise" else next(judged) for block in named]


def _without_lists(blocks: Sequence[Block], settings: HeadingSettings) -> list[Block]:
    """The blocks, names in a row of one type as labels: places of a board, of which none stands over anything."""
    found: list[Block] = []
    for (kind, _, _), group in groupby(blocks, key=lambda b: (b.kind, b.size, b.frames)):
        run = list(group)
        is_list = kind == "heading" and len(run) >= settings.listed and all(b.lines[0].box for b in run)
        is_list = is_list and not any(b.level or numbers_of(b.text) for b in run)
        found += [replace(block, kind="label") for block in run] if is_list else run
    return found


def _opened(block: Block, openings: dict[str, str]) -> Block:
    if block.kind not in ("paragraph", "item"):
        return block
    start = fold(re.sub(r"^[\W_]+", "", block.text.replace("\n", " ")))
    for word, kind in openings.items():
        if start.startswith(word) and re.match(rf"{re.escape(word)}\b", start):
            return replace(block, kind="example" if kind == "example" else "note")
    return block


def is_set_as_heading(block: Block, body: float, settings: HeadingSettings = HeadingSettings()) -> bool:
    """Whether its type is larger or bolder than the text's."""
    if block.kind not in ("paragraph", "item") or not body or block.lines[0].box is None:
        return False
    is_long = len(block.lines) > settings.heading_lines or len(block.words) > 2 * settings.lines.heading_words
    if is_long or not _LETTERS.search(block.text):
        return False
    is_in_picture = not block.words[0].font
    if block.size >= body * (settings.larger_in_picture if is_in_picture else settings.larger):
        return True
    return block.is_bold and not ends_sentence(block.text) and not is_counted(block.text)


def _by_neighbours(
    blocks: Sequence[Block], index: int, has_marks: bool, body_font: str, settings: HeadingSettings
) -> Block:
    """A short block among short ones is a label, one before prose may be a heading.

    Where headings are marked, or set in a type of their own, this tells nothing; capitals still do.
    """
    block = blocks[index]
    if _is_numbered_heading(blocks, index, settings):
        return replace(block, kind="heading")
    if block.kind != "paragraph" or not _is_short(block, settings):
        return block
    reach = settings.neighbours
    around = [*blocks[max(0, index - reach) : index], *blocks[index + 1 : index + 1 + reach]]
    if sum(_is_short(other, settings) for other in around) >= settings.short_neighbours:
        return replace(block, kind="label")
    following = blocks[index + 1] if index + 1 < len(blocks) else None
    is_over_prose = following is not None and (
        following.kind in ("item", "table", "heading", "example") or following.word_count >= settings.prose_words
    )
    text = block.text.replace("\n", " ")
    fonts = {word.font for word in block.words}
    says_so = not has_marks and (not block.words[0].font or is_capitals(text) or body_font not in fonts)
    if is_over_prose and says_so and could_be_heading(text, settings.lines) and not is_counted(text):
        return replace(block, kind="heading")
    is_label = not ends_sentence(text) and block.word_count <= settings.lines.heading_words
    return replace(block, kind="label") if is_label else block


def _is_numbered_heading(blocks: Sequence[Block], index: int, settings: HeadingSettings) -> bool:
    """Whether a short numbered line continues no list and opens none, but stands over prose."""
    block, text = blocks[index], blocks[index].text
    is_item = block.kind == "item" and is_numbered(text) and could_be_heading(text, settings.lines)
    if not is_item or index + 1 == len(blocks):
        return False
    following, number = blocks[index + 1], number_of(text)
    before = number_of(blocks[index - 1].text) if index else None
    continues = number is not None and before is not None and number == before + 1
    return not continues and following.kind == "paragraph" and following.word_count >= settings.prose_words


def _is_short(block: Block, settings: HeadingSettings) -> bool:
    is_few = block.kind in ("paragraph", "label") and block.word_count <= settings.short_words
    return is_few and not (ends_sentence(block.text) and block.word_count > 3)

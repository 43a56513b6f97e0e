"""Give headings their level: by their marks, by the numbers printed before them, by their type."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.layout.lines import Block, is_capitals, is_numbered
from ingest.layout.numbering import NumberingSettings, PrintedNumber, numbers_of, series_of
from ingest.layout.paragraphs import LAST_LEVEL

_TITLE, _NUMBERED, _CAPITALS = 1, 2, 3


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """Which headings are of one level; chosen by eye on the sample pages."""

    alike: float = 1.08
    """Sizes nearer to one another than this are one level of headings."""
    measured_alike: float = 1.13
    """The same of sizes measured in a picture: on two scanned sample books headings of 16.9 pt measure 16 to 18.5."""
    numbering: NumberingSettings = NumberingSettings()


def level_headings(
    blocks: Sequence[Block], settings: LevelSettings = LevelSettings(), *, body: float = 0.0
) -> list[Block]:
    """Each heading with its level; those that count on from one another are of one level, whatever their size.

    ``body`` is the size most of the document is set in.
    """
    sized = [(i, block) for i, block in enumerate(blocks) if _is_sized(block)]
    sizes = {i: block.size for i, block in sized}
    for series in series_of(sized, settings.numbering):
        sizes |= dict.fromkeys(series.members, series.size)
    if any(_is_measured(block) for _, block in sized):
        settings = replace(settings, alike=settings.measured_alike)
    levels = _by_size(sizes, settings)
    _nest_by_numbers(levels, sizes, blocks, settings)
    # Small labels of a picture measure so unevenly that none can be told to stand under another.
    levels |= {i: LAST_LEVEL for i, block in sized if _is_measured(block) and sizes[i] < body}
    return [
        replace(block, level=block.level or min(LAST_LEVEL, levels.get(i) or _as_written(block)))
        if block.kind == "heading"
        else block
        for i, block in enumerate(blocks)
    ]


def _is_sized(block: Block) -> bool:
    return block.kind == "heading" and block.level is None and block.lines[0].box is not None


def _is_measured(block: Block) -> bool:
    """Whether its size was seen in a picture, where no font tells it."""
    return any(word.confidence < 1 and not word.font for word in block.words)


def _by_size(sizes: dict[int, float], settings: LevelSettings) -> dict[int, int]:
    steps: list[float] = []
    for size in sorted(set(sizes.values()), reverse=True):
        if not steps or steps[-1] > size * settings.alike:
            steps.append(size)
    return {i: 1 + sum(step > size * settings.alike for step in steps) for i, size in sizes.items()}


def _nest_by_numbers(
    levels: dict[int, int], sizes: dict[int, float], blocks: Sequence[Block], settings: LevelSettings
) -> None:
    """Put 1.1 one level below 1, and what is set smaller than such headings below them."""
    seen: dict[PrintedNumber, int] = {}
    nested: dict[int, int] = {}
    for i in levels:
        for number in numbers_of(blocks[i].text):
            seen[number] = i
            parent = seen.get(PrintedNumber(number.kind, number.parts[:-1]))
            if parent is not None:
                levels[i] = nested[i] = levels[parent] + 1
    for i in levels.keys() - nested.keys():
        above = [level for j, level in nested.items() if sizes[j] > sizes[i] * settings.alike]
        levels[i] = max([levels[i], *(level + 1 for level in above)])


def _as_written(block: Block) -> int:
    """The level of a heading whose type is not known."""
    text = block.text.strip()
    if is_numbered(text):
        return _NUMBERED
    return _CAPITALS if is_capitals(text) else _TITLE

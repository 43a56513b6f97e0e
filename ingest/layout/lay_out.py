"""Turn pages of words into passages in reading order: blocks, their kinds, and the sections they stand in."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ingest.layout.furniture import FurnitureSettings, mark_furniture
from ingest.layout.headings import HeadingSettings, body_size, name_kinds
from ingest.layout.levels import LevelSettings, level_headings
from ingest.layout.lines import (
    GAP_MARK,
    Block,
    Line,
    begins_lower,
    box_around,
    ends_sentence,
    is_capitals,
    is_item,
)
from ingest.layout.noise import NoiseSettings, is_litter_line, mark_litter, mark_repetition
from ingest.layout.paragraphs import ParagraphSettings, part_markdown, part_plain, plain_groups
from ingest.layout.placed import PlacedSettings, placed_blocks
from ingest.layout.right_to_left import is_right_to_left, mirrored, mirrored_back
from ingest.layout.sections import with_sections
from schema.documents import PassageShape, RegionShape
from schema.reading import PassageRead, Word, WordPage

UNDETERMINED = "und"
_DANGLING = re.compile(r"\s[^\W\d_A-Z]{1,3}$")
"""A short word in small letters at the end, as `za` or `on`: what it belongs to must follow."""
_NUMBER = re.compile(r"\d+")
FLOWING = frozenset({"paragraph", "item", "example", "note"})


@dataclass(frozen=True, slots=True)
class LayoutSettings:
    """When a block goes on across a break, chosen by eye on the sample pages; and the settings of all other parts."""

    prose_width: int = 14
    """In ems: narrower lines are those of a label, however full the last of them is."""
    full_line: float = 0.85
    """Share of the widest line that the line before a break fills at least."""
    furniture: FurnitureSettings = FurnitureSettings()
    headings: HeadingSettings = HeadingSettings()
    levels: LevelSettings = LevelSettings()
    noise: NoiseSettings = NoiseSettings()
    paragraphs: ParagraphSettings = ParagraphSettings()
    placed: PlacedSettings = PlacedSettings()


def lay_out(
    pages: Sequence[WordPage],
    *,
    example_words: Collection[str] = (),
    note_words: Collection[str] = (),
    settings: LayoutSettings = LayoutSettings(),
) -> tuple[PassageRead, ...]:
    """The passages of the document; words that open an example or a note come from the language's pack."""
    turned = {page.page.number for page in pages if is_right_to_left(page)}
    pages = [mirrored(page) if page.page.number in turned else page for page in pages]
    parted = mark_furniture([_blocks_of_page(page, settings) for page in pages], settings.furniture)
    plain = {p.page.number for p in pages if not p.is_markdown and not _is_placed(p)}
    blocks = _continued([block for page in parted for block in page], plain, settings)
    body = body_size(word for page in pages for word in page.words)
    named: list[Block] = []
    for stretch in _stretches(mark_litter(blocks, settings.noise)):
        named.extend(name_kinds(stretch, body, example_words, note_words, settings.headings))
    levelled = mark_repetition(level_headings(named, settings.levels, body=body), settings.noise)
    passages = with_sections(_passage(seq, block) for seq, block in enumerate(levelled))
    passages = mirrored_back(passages, pages, turned) if turned else passages
    return _with_added(passages, pages)


def _with_added(passages: Sequence[PassageRead], pages: Sequence[WordPage]) -> tuple[PassageRead, ...]:
    """The passages, and after those of each page what was laid upon it."""
    added = [(page.page.number, text) for page in pages for text in page.added]
    if not added:
        return tuple(passages)
    reads = [*passages]
    for number, text in added:
        shape = PassageShape(
            seq=0, kind=text.kind, language=UNDETERMINED, raw_text=text.text, text=text.text, confidence=1
        )
        box = text.box
        reads.append(PassageRead(shape, number, ((number, RegionShape(x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)),)))
    reads.sort(key=lambda read: read.page)  # stable: what is printed stays before what was added
    return tuple(replace(read, passage=read.passage.model_copy(update={"seq": seq})) for seq, read in enumerate(reads))


def _is_placed(page: WordPage) -> bool:
    return any(word.box is not None for word in page.words)


def _blocks_of_page(page: WordPage, settings: LayoutSettings) -> list[Block]:
    number = page.page.number
    if page.cards:
        return list(_card_blocks(page, settings.noise))
    if _is_placed(page):
        return [part for block in placed_blocks(page, settings.placed) for part in _parted_at_gaps(block)]
    blocks: list[Block] = []
    part = part_markdown if page.is_markdown else part_plain
    for group in plain_groups(_lines(page.words, number), settings.paragraphs):
        for is_gap, run in groupby(group, key=_is_gap):
            lines = tuple(run)
            blocks.extend([Block(lines, "gap")] if is_gap else part(lines, settings.paragraphs))
    return blocks


def _card_blocks(page: WordPage, settings: NoiseSettings) -> Iterator[Block]:
    """One block for each card of a picture of cards."""
    for card in page.cards:
        words = [word for word in page.words if word.box and card.holds(word.box)]
        lines = [line for line in _lines(words, page.page.number) if not is_litter_line(line, settings)]
        if lines:
            yield Block(tuple(lines), "card")


def _is_gap(line: Line) -> bool:
    return GAP_MARK.search(line.text) is not None


def _lines(words: Sequence[Word], page: int) -> Iterator[Line]:
    """Words of one line together; a hole is a line of its own."""
    for _, run in groupby(_with_gaps_apart(words), key=lambda word: (word.line, bool(GAP_MARK.search(word.text)))):
        yield Line(tuple(run), page)


def _with_gaps_apart(words: Sequence[Word]) -> list[Word]:
    """The words with holes set apart from what they are glued to."""
    apart: list[Word] = []
    for word in words:
        if not GAP_MARK.search(word.text):
            apart.append(word)
            continue
        at = 0
        for hole in GAP_MARK.finditer(word.text):
            apart += [replace(word, text=word.text[at : hole.start()]), replace(word, text=hole[0])]
            at = hole.end()
        apart.append(replace(word, text=word.text[at:]))
    return [word for word in apart if word.text.strip()]


def _parted_at_gaps(block: Block) -> Iterator[Block]:
    if not GAP_MARK.search(block.text):
        yield block
        return
    lines = [part for line in block.lines for part in _lines(line.words, line.page)]
    for is_gap, run in groupby(lines, key=_is_gap):
        yield replace(block, lines=tuple(run), kind="gap" if is_gap else block.kind)


def _continued(blocks: Sequence[Block], plain_pages: Collection[int], settings: LayoutSettings) -> list[Block]:
    """Blocks joined to the one they continue across a blank line, a column or a page."""
    joined: list[Block] = []
    last: int | None = None
    for block in blocks:
        if last is not None and _continues(joined[last], block, is_plain=block.page in plain_pages, settings=settings):
            joined[last] = replace(joined[last], lines=joined[last].lines + block.lines)
            continue
        joined.append(block)
        if block.kind != "noise":
            last = len(joined) - 1 if block.kind in FLOWING else None
    return joined


def _continues(previous: Block, block: Block, settings: LayoutSettings, *, is_plain: bool) -> bool:
    if block.kind != "paragraph" or ends_sentence(previous.text) or is_item(block.text):
        return False
    before, text = previous.text.rstrip(), block.text.lstrip()
    are_vertical = (
        len(b.lines) > 3 and all(len(line.text.strip()) <= 3 for line in b.lines) for b in (previous, block)
    )
    if any(are_vertical) or len(text.strip()) == 1:
        return False
    if not is_plain:
        is_same_type = abs(previous.lines[-1].size - block.lines[0].size) <= 0.1 * previous.lines[-1].size
        return is_same_type and _is_broken_off(previous, settings) and begins_lower(text)
    if text.startswith("("):
        return True
    if is_capitals(before.rpartition("\n")[2]):
        return False
    if begins_lower(text) or before.endswith(","):
        return not is_capitals(text)
    return len(text.split()) == 1 and text.istitle() and _DANGLING.search(before) is not None


def _is_broken_off(block: Block, settings: LayoutSettings) -> bool:
    """Whether its last line is as full as those before it; a label or the end of a paragraph is shorter."""
    widths = [line.box.width for line in block.lines if line.box is not None]
    is_prose = (
        block.text.rstrip().endswith("-") or max(widths, default=0.0) >= settings.prose_width * block.lines[-1].size
    )
    return bool(widths) and is_prose and len(block.words) > 3 and widths[-1] >= settings.full_line * max(widths)


def _stretches(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Blocks among which neighbours count: those between gaps, and those of one page that has a layout."""
    stretch: list[Block] = []
    for block in blocks:
        is_new_page = stretch and block.page != stretch[-1].page and block.lines[0].box is not None
        if stretch and (block.kind == "gap" or is_new_page):
            yield stretch
            stretch = []
        stretch.append(block)
    if stretch:
        yield stretch


def _passage(seq: int, block: Block) -> PassageRead:
    passage = PassageShape(
        seq=seq,
        kind=block.kind,
        level=block.level,
        language=UNDETERMINED,
        raw_text=block.text,
        text=block.text,
        confidence=round(block.confidence, 4),
    )
    return PassageRead(
        passage, block.page, tuple(_regions(block)), frames=block.frames, unsure_numbers=_unsure_numbers(block)
    )


def _unsure_numbers(block: Block) -> tuple[tuple[str, float], ...]:
    """The numbers that were recognised, each with the best confidence it was read with in this block."""
    found: dict[str, float] = {}
    for word in block.words:
        for number in _NUMBER.findall(word.text):
            found[number] = max(word.confidence, found.get(number, 0.0))
    return tuple((number, sureness) for number, sureness in found.items() if sureness < 1)


def _regions(block: Block) -> Iterator[tuple[int, RegionShape]]:
    """One rectangle for each page and column the block runs through."""
    parts: list[list[Line]] = []
    for line in block.lines:
        last = parts[-1][-1] if parts else None
        is_higher = last and line.box and last.box and line.box.y1 < last.box.y0
        if last is None or line.page != last.page or is_higher:
            parts.append([])
        parts[-1].append(line)
    for part in parts:
        if box := box_around([word for line in part for word in line.words]):
            yield part[0].page, RegionShape(x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)

"""Find running heads, footers and page numbers, which recur on the pages and belong to no passage."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.layout.lines import Block

_LETTER = re.compile(r"[^\W\d_]")
_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class FurnitureSettings:
    """What recurs often enough to be a running head or a page number; chosen by eye on the sample pages."""

    fewest_pages: int = 3
    """What recurs stands on so many pages at least."""
    fewest_placed_pages: int = 2
    """The same where it stands word for word at one height."""
    share_of_pages: float = 0.5
    """And on this share of the pages."""
    at_edge: int = 2
    """So many blocks from the top and from the bottom of a page may be furniture."""
    most_words: int = 10
    """A block of more words is text."""


def mark_furniture(
    pages: Sequence[Sequence[Block]], settings: FurnitureSettings = FurnitureSettings()
) -> list[list[Block]]:
    """The blocks of each page with its furniture marked as noise."""
    edges = [_edge(page, settings) for page in pages]
    counts: Counter[_Key] = Counter()
    for page, edge in zip(pages, edges, strict=True):
        counts.update({key for i in edge for key in _keys(page[i])})
    filled = sum(bool(page) for page in pages)
    marked: list[list[Block]] = []
    for page, edge in zip(pages, edges, strict=True):
        furniture = {i for i in edge if _is_furniture(page[i], counts, filled, settings)}
        marked.append([replace(b, kind="noise", level=None) if i in furniture else b for i, b in enumerate(page)])
    return marked


def _is_furniture(block: Block, counts: Counter[_Key], pages: int, settings: FurnitureSettings) -> bool:
    """Whether it recurs: word for word, on two pages if at one height, or with a number that counts the pages."""
    is_placed = block.lines[0].box is not None
    if is_placed and block.text.strip() == str(block.page):
        return True
    exact, counting = _keys(block)
    share = settings.share_of_pages * pages
    fewest = settings.fewest_placed_pages if is_placed else settings.fewest_pages
    if _LETTER.search(block.text) and counts[exact] >= max(fewest, share):
        return True
    return exact[0] != counting[0] and counts[counting] >= max(settings.fewest_pages, share)


def _edge(page: Sequence[Block], settings: FurnitureSettings) -> set[int]:
    """Positions of the highest and lowest blocks, or of the first and last where blocks have no place."""
    tops = [block.lines[0].box.y0 if block.lines[0].box else float(i) for i, block in enumerate(page)]
    order = sorted(range(len(page)), key=tops.__getitem__)
    outermost = order[: settings.at_edge] + order[-settings.at_edge :]
    return {i for i in outermost if len(page[i].text.split()) <= settings.most_words}


def _keys(block: Block) -> tuple[_Key, _Key]:
    """What may recur: the text, and the text with numbers as their distance from the page's; both at a height."""
    box = block.lines[0].box
    height = round(box.y0) if box else 0
    text = " ".join(block.text.split()).casefold()
    counting = re.sub(r"\d{1,4}", lambda number: f"#{int(number[0]) - block.page}", text)
    return (text, height), (counting, height)

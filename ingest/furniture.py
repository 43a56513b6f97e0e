"""Find running heads, footers and page numbers, which recur on the pages and belong to no passage."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ingest.lines import Block

FEWEST_PAGES = 3
FEWEST_PLACED_PAGES = 2
SHARE_OF_PAGES = 0.5
AT_EDGE = 2
"""So many blocks from the top and from the bottom of a page may be furniture."""
MOST_WORDS = 10

_NUMBER = re.compile(r"\W*(?:\w{1,8}\.?\s)?\W*(\d{1,4})(?:\s*(?:/|z|of|di)\s*\d{1,4})?\W*$")


def mark_furniture(pages: Sequence[Sequence[Block]]) -> list[list[Block]]:
    """The blocks of each page with its furniture marked as noise."""
    edges = [_edge(page) for page in pages]
    counts = Counter(key for page, edge in zip(pages, edges, strict=True) for key in {_key(page[i]) for i in edge})
    filled = sum(bool(page) for page in pages)
    offset = _page_number_offset(pages, edges, filled)

    def is_furniture(block: Block) -> bool:
        return counts[_key(block)] >= _needed(block, filled) or _is_page_number(block, offset)

    return [
        [
            replace(block, kind="noise", level=None) if i in edge and is_furniture(block) else block
            for i, block in enumerate(page)
        ]
        for page, edge in zip(pages, edges, strict=True)
    ]


def _needed(block: Block, pages: int) -> float:
    """On how many pages it must recur; two are enough where it stands at the same height on both."""
    fewest = FEWEST_PAGES if block.lines[0].box is None else FEWEST_PLACED_PAGES
    return max(fewest, SHARE_OF_PAGES * pages)


def _edge(page: Sequence[Block]) -> set[int]:
    """Positions of the highest and lowest blocks, or of the first and last where blocks have no place."""
    tops = [block.lines[0].box.y0 if block.lines[0].box else float(i) for i, block in enumerate(page)]
    order = sorted(range(len(page)), key=tops.__getitem__)
    return {i for i in order[:AT_EDGE] + order[-AT_EDGE:] if len(page[i].text.split()) <= MOST_WORDS}


def _key(block: Block) -> tuple[str, int]:
    """What recurs: the text without its numbers, at its height on the page."""
    box = block.lines[0].box
    return re.sub(r"\d+", "#", " ".join(block.text.split())).casefold(), round(box.y0) if box else 0


def _page_number_offset(pages: Sequence[Sequence[Block]], edges: Sequence[set[int]], filled: int) -> int | None:
    """Printed page number less number in the file, where most pages agree on it."""
    offsets: Counter[int] = Counter()
    for page, edge in zip(pages, edges, strict=True):
        found = {number - page[i].page for i in edge if (number := _printed_number(page[i])) is not None}
        offsets.update(found)
    for offset, count in offsets.most_common(1):
        if count >= max(FEWEST_PAGES, SHARE_OF_PAGES * filled):
            return offset
    return None


def _printed_number(block: Block) -> int | None:
    found = _NUMBER.match(block.text)
    return int(found[1]) if found else None


def _is_page_number(block: Block, offset: int | None) -> bool:
    if block.lines[0].box is not None and block.text.strip() == str(block.page):
        return True
    return offset is not None and _printed_number(block) == block.page + offset

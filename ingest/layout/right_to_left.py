"""Pages written from right to left: laid out as their mirror image, so that lines and columns keep their order."""

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from schema.documents import RegionShape
from schema.reading import Box, PassageRead, Word, WordPage

RIGHT_TO_LEFT = frozenset({"R", "AL"})
"""Directions of letters, as Unicode names them: Hebrew and its like, Arabic and its like."""


def is_right_to_left(page: WordPage) -> bool:
    """Whether the page has a layout, and most of its letters run to the left."""
    letters = [letter for word in page.words if word.box for letter in word.text if letter.isalpha()]
    return 2 * sum(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in letters) > len(letters)


def mirrored(page: WordPage) -> WordPage:
    """The page as a mirror shows it, but words of the other direction that stand together keep their order."""
    width = page.page.width
    grids = tuple(
        tuple(tuple(cell and _mirrored(cell, width) for cell in reversed(row)) for row in grid) for grid in page.grids
    )
    cards = tuple(_mirrored(card, width) for card in page.cards)
    return replace(page, words=tuple(_words(page.words, width)), grids=grids, cards=cards)


def mirrored_back(
    passages: Sequence[PassageRead], pages: Sequence[WordPage], turned: Collection[int]
) -> tuple[PassageRead, ...]:
    """The passages with their regions where the page really has them."""
    widths = {page.page.number: page.page.width for page in pages if page.page.number in turned}
    return tuple(
        replace(read, regions=tuple((at, _region(region, widths.get(at))) for at, region in read.regions))
        for read in passages
    )


def _region(region: RegionShape, width: float | None) -> RegionShape:
    if width is None:
        return region
    return region.model_copy(update={"x0": width - region.x1, "x1": width - region.x0})


def _mirrored(box: Box, width: float) -> Box:
    return Box(width - box.x1, box.y0, width - box.x0, box.y1)


def _words(words: Sequence[Word], width: float) -> Iterator[Word]:
    for (_, is_foreign), together in groupby(words, key=lambda word: (word.line, _is_foreign(word))):
        run = list(together)
        boxes = [word.box for word in run if word.box]
        # What stands together is moved as a whole: to the other side, without being turned itself.
        shift = width - min(box.x0 for box in boxes) - max(box.x1 for box in boxes) if boxes else 0.0
        for word in run:
            if word.box is None:
                yield word
            elif is_foreign:
                yield replace(word, box=replace(word.box, x0=word.box.x0 + shift, x1=word.box.x1 + shift))
            else:
                yield replace(word, box=_mirrored(word.box, width))


def _is_foreign(word: Word) -> bool:
    """Whether the word runs to the right; numbers and signs go with what is around them."""
    return any(unicodedata.bidirectional(letter) == "L" for letter in word.text)

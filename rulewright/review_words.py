"""Where on its page each word of a passage stands, by the words of the page that were kept."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from schema.reading import Box, Word

Boxes = Sequence[tuple[float, float, float, float]]
SLACK = 1.0
"""In points: by so much the middle of a word may lie outside the box of its passage."""


def place_words(printed: Sequence[str], boxes: Boxes, words: Iterable[Word]) -> list[Box | None]:
    """The box of each printed word of a passage that lies in ``boxes``; None for one that is not on the page so.

    Both rows are in reading order: where a word stands twice in a passage, its neighbours tell which one it is.
    """
    within = [word for word in words if word.box is not None and any(_holds(box, word.box) for box in boxes)]
    places: list[Box | None] = [None] * len(printed)
    same = SequenceMatcher(None, [word.text for word in within], list(printed), autojunk=False)
    for block in same.get_matching_blocks():
        for step in range(block.size):
            places[block.b + step] = within[block.a + step].box
    _place_rest(printed, places, within)
    return places


def _place_rest(printed: Sequence[str], places: list[Box | None], within: Sequence[Word]) -> None:
    """Words of tables may be read in another order than they were recognised; of equal ones the first is first."""
    taken = {box for box in places if box is not None}
    free: dict[str, list[Box]] = {}
    for word in within:
        if word.box is not None and word.box not in taken:
            free.setdefault(word.text, []).append(word.box)
    for at, text in enumerate(printed):
        if places[at] is None and free.get(text):
            places[at] = free[text].pop(0)


def _holds(box: tuple[float, float, float, float], word: Box) -> bool:
    x0, y0, x1, y1 = box
    across, down = (word.x0 + word.x1) / 2, word.middle
    return x0 - SLACK <= across <= x1 + SLACK and y0 - SLACK <= down <= y1 + SLACK

"""Headings that head nothing: what stands large on a cover or a box, and who made the game."""

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from ingest.discover.words import Words, begins, folded_words
from schema.reading import PassageRead

RUNNING = frozenset({"paragraph", "item", "table"})
LABEL_WORDS = 4
"""Words of “Graphic design by”, before the name; chosen by eye."""
BOX_WORDS = 8
"""A heading of the box tells a number or two and what they are of; chosen by eye."""
_MADE = re.compile(r"[©®™]|\(c\)\s*\d{4}|https?://|www\.|@\w+\.", re.IGNORECASE)


def no_chapters(passages: Sequence[PassageRead], words: Words, of_box: Collection[int]) -> set[int]:
    """The headings that are no part of the book; ``of_box`` are the passages that tell players, time or age."""
    cover = _cover(passages)
    return {
        read.passage.seq
        for read in passages
        if read.passage.kind == "heading"
        and (read.page in cover or _is_of_makers(read.passage.text, words) or _is_of_box(read, of_box))
    }


def _cover(passages: Sequence[PassageRead]) -> set[int]:
    """The pages before the first one with running text, where there is one."""
    running = {read.page for read in passages if read.passage.kind in RUNNING}
    pages = sorted({read.page for read in passages})
    return set(takewhile(lambda page: page not in running, pages)) if running else set()


def _is_of_makers(text: str, words: Words) -> bool:
    """“Design: Ada Miller”, “© 2020 Harbour Games”, an address."""
    label, colon, name = text.partition(":")
    said = folded_words(label)
    is_label = bool(colon) and bool(name.strip()) and 0 < len(said) <= LABEL_WORDS
    is_named = is_label and any(begins(said[at:], words.author + words.publisher) for at in range(len(said)))
    return is_named or _MADE.search(text) is not None


def _is_of_box(read: PassageRead, of_box: Collection[int]) -> bool:
    return read.passage.seq in of_box and len(read.passage.text.split()) <= BOX_WORDS

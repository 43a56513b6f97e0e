"""Lines set in small capitals, which are read now large, now small, spelt in one case."""

import re
from collections.abc import Sequence
from dataclasses import replace

from schema.reading import Word

_SMALL_CAPITALS = re.compile(r"[a-z][A-Z]\b")
_I_AMONG_CAPITALS = re.compile(r"(?<=[A-Z])l(?=[A-Z]|\b)")
"""A small l between capitals is a capital I."""


def in_one_case(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words of a line; all in capitals where it is set in small capitals, which are read now large, now small.

    No word that is set otherwise ends with a capital after a small letter.
    """
    texts = [_I_AMONG_CAPITALS.sub("I", word.text) for word in words]
    if any(_SMALL_CAPITALS.search(text) for text in texts):
        texts = [text.upper() for text in texts]
    return tuple(replace(word, text=text) for word, text in zip(words, texts, strict=True))

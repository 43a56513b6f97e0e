"""The standing of the numbers of a document: a passage is read with what it needs around it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.standing.own import read_own_names
from ingest.standing.tell import StandingSettings, tell_standings
from ingest.standing.text import Standing
from ingest.standing.words import StandingWords
from schema.documents import PassageShape
from schema.pack import SharedLanguageFile

_ITEM = re.compile(r"^\s*(?:\d+[.)]|\(\d+\))(?=\s)")
_NUMBERING = re.compile(r"^\s*\d+(?:\.\d+)+[.)]?(?=\s)")
IN_BOOKS = StandingSettings(ordinary=1.4, faint=frozenset({"instead", "print", "document", "change", "arrow"}))
"""In rulebooks untrue numbers are rarer than in the texts that were fitted to. How much so was chosen on `score5`,
`score6`, `score7` and `train1` of tests/judges/standing, each told by weights that had not seen it: of their untrue
numbers 269 of 1379 are believed and 43 of 1720 true ones are not; at 1.0 it is 225 and 52, and rulebooks lose facts."""


def tell_passages(
    passages: Sequence[PassageShape], shared: SharedLanguageFile, language: str, called: str = ""
) -> dict[tuple[int, int], Standing]:
    """Every number by its passage and the place where it ends.

    A question is read with what answers it behind it, a row of a table with the heads of its columns before it, and all
    of it under the title of the document and the heading of its section. What the document is called is said before
    its title, where it is known to be something that the title does not tell.
    """
    title = next((passage.text for passage in passages if passage.kind == "heading"), "")
    words = StandingWords(shared.standing, shared.numbers, language)
    title = title if words.announces_corrections(title) else f"{called} {title}".strip()
    own = read_own_names(passages, words)
    found: dict[tuple[int, int], Standing] = {}
    heads = ""
    for at, passage in enumerate(passages):
        following = passages[at + 1] if at + 1 < len(passages) else None
        heads = heads or f"{passage.text}\n" if passage.kind == "table" else ""
        before = heads if passage.kind == "table" and heads != f"{passage.text}\n" else ""
        # The number of an item in its list says nothing of the game.
        text = before + _ITEM.sub(lambda mark: " " * len(mark.group()), passage.text)
        numbering = _NUMBERING.match(passage.text)
        numbered = numbering.end() if numbering else 0
        if following is not None and passage.text.rstrip().endswith("?"):
            text = f"{text}\n{following.text}"
        for standing in tell_standings(text, words, f"{title} {passage.section}", IN_BOOKS, own=own):
            start, end = standing.start - len(before), standing.end - len(before)
            if start >= 0 and end <= len(passage.text):
                is_beside = standing.is_beside or end <= numbered
                found[passage.seq, end] = replace(standing, start=start, end=end, is_beside=is_beside)
    return found

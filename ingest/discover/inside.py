"""Headings of components that stand inside a passage, where plain text has no empty lines around them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.discover.words import Words, folded_words, has_any
from schema.reading import PassageRead

HEADING_WORDS = 3
"""Words of a line that heads the list by itself; chosen by eye."""
_COUNTED = re.compile(r"\d")


def with_headings(passages: Sequence[PassageRead], words: Words) -> Iterator[PassageRead]:
    """The passages; one in which a line heads components that are counted right under it is taken apart there."""
    for read in passages:
        lines = read.passage.raw_text.split("\n")
        at = _heading(lines, words) if read.passage.kind == "paragraph" else None
        if at is None:
            yield read
            continue
        begin = at + 1 + (lines[at + 1].strip() == lines[at].strip())
        end = next((i for i in range(begin, len(lines)) if _ends(lines[i])), len(lines))
        if at:
            yield _part(read, lines[:at], "paragraph")
        yield _part(read, lines[at : at + 1], "heading")
        yield _part(read, lines[begin:end], "paragraph")
        if end < len(lines):
            yield _part(read, lines[end : end + 1], "heading")
        if end + 1 < len(lines):
            yield _part(read, lines[end + 1 :], "paragraph")


def _heading(lines: Sequence[str], words: Words) -> int | None:
    """The line that names components in a few words and begins with a capital; a number begins the next one."""
    for at, line in enumerate(lines[:-1]):
        said = folded_words(line)
        following = lines[at + 2] if lines[at + 1].strip() == line.strip() and at + 2 < len(lines) else lines[at + 1]
        is_name = (
            0 < len(said) <= HEADING_WORDS and line.strip()[:1].isupper() and not line.rstrip().endswith((".", ","))
        )
        if is_name and has_any(said, words.components) and re.match(r"\W*\d", following):
            return at
    return None


def _ends(line: str) -> bool:
    """Whether a line is a heading in capitals, or with a colon, that counts nothing."""
    plain = line.strip()
    is_short = 0 < len(folded_words(plain)) <= 2 * HEADING_WORDS and not _COUNTED.search(plain)
    return is_short and (plain.isupper() or plain.endswith(":"))


def _part(read: PassageRead, lines: Sequence[str], kind: str) -> PassageRead:
    text = "\n".join(lines).strip()
    level = 1 if kind == "heading" else None
    shape = read.passage.model_copy(update={"kind": kind, "level": level, "raw_text": text, "text": text})
    return replace(read, passage=shape)

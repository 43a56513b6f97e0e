"""What stands under a heading of components, and beside it."""

from collections.abc import Iterator, Sequence

from ingest.discover.entries import Entry
from ingest.discover.words import Words, folded_words, has_any

RUNNING_WORDS = 12
"""A passage with more words is running text; chosen by eye."""


def beside(entries: Sequence[Entry], at: int) -> list[Entry]:
    """What stands on the page of its first heading and was read before it: labels of pictures around it."""
    before = [entry for entry in entries[:at] if entry.page == entries[at].page]
    is_first = entries[at].passage.kind == "heading" and all(e.passage.kind == "label" for e in before)
    return before if is_first else []


def reach(entries: Sequence[Entry], words: Words) -> Iterator[Entry]:
    """What stands under the first entry, which is a heading.

    Where another heading stands right behind it, with no text between, the captions under that may be of the first.
    """
    first = entries[0].passage
    is_empty, is_beyond = True, False
    yield entries[0]
    for at, entry in enumerate(entries[1:], start=1):
        passage = entry.passage
        if passage.kind == "heading" and not entry.things:
            if first.kind != "heading":
                return
            if (passage.level or 6) <= (first.level or 6):
                if first.seq == 0 and _is_in_list(entries, at) and not _is_of_play(entry, words):
                    continue
                if not is_empty or is_beyond or _is_of_play(entry, words):
                    return
                is_beyond = True
                continue
        elif is_beyond and entry.words > RUNNING_WORDS and not entry.things:
            return
        is_empty = is_empty and passage.kind == "heading"
        yield entry


LEAST_BEHIND = 2
"""So many counted entries among the next few go on with the list; chosen by eye."""


def _is_in_list(entries: Sequence[Entry], at: int) -> bool:
    """Whether a list goes on behind a heading of its page: a name drawn large beside what the page begins with."""
    behind = [entry for entry in entries[at + 1 :] if entry.passage.kind != "heading"][: LEAST_BEHIND + 1]
    counted = [entry for entry in behind if entry.things and entry.page == entries[0].page]
    return any(entry.things for entry in entries[1:at]) and len(counted) >= LEAST_BEHIND


def _is_of_play(entry: Entry, words: Words) -> bool:
    parts = words.setup + words.round + words.phase + words.step + words.action + words.end
    return has_any(folded_words(entry.text), parts)

"""What the line right above a list says of its numbers: that they are of each player, of an example, or of kinds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from ingest.discover.counted import Counted
from ingest.discover.entries import SENTENCE, Entry
from ingest.discover.words import Words, first_of, folded_words


def as_introduced(entries: Sequence[Entry], words: Words) -> Iterator[Entry]:
    """The entries; what stands under “Each player gets:” is of each, and “Examples:” makes that nothing is counted.

    Nor is what stands deeper under “Of each colour:”, which is a share of what the box holds.
    """
    of_each = is_aside = False
    kind = ""
    deeper: int | None = None
    for entry, following in zip(entries, [*entries[1:], None], strict=False):
        if deeper is not None and entry.indent <= deeper:
            of_each = is_aside = False
            deeper = None
        if entry.things and (not kind or entry.passage.kind == kind):
            kind = entry.passage.kind
            things = () if is_aside else tuple(of_player(t) for t in entry.things) if of_each else entry.things
            yield replace(entry, things=things, is_aside=is_aside)
            continue
        yield entry
        if entry.passage.kind == "table" and not entry.things:
            continue  # the heading of a table stands between it and the line above
        introduces = not entry.things and _introduces(entry, following)
        said = folded_words(SENTENCE.split(entry.text.strip())[-1]) if introduces else []
        deeper = entry.indent if introduces and following is not None and following.indent > entry.indent else None
        of_each, kind = says_each(said, words), ""
        is_share = deeper is not None and not of_each and first_of(said, words.per) is not None
        is_aside = is_share or first_of(said, words.example) is not None


def without_captions_of_one(entries: Sequence[Entry], words: Words) -> Iterator[Entry]:
    """The entries; captions under “51 pieces, 17 of each colour:” are what one colour has."""
    is_share = False
    for entry in entries:
        is_share &= entry.passage.kind == "label"
        yield replace(entry, things=(), is_aside=True) if is_share else entry
        if entry.things and entry.text.rstrip(" *_").endswith((":", "：")):
            said = folded_words(entry.text)
            is_share |= first_of(said, words.per) is not None and not says_each(said, words)


def _introduces(entry: Entry, following: Entry | None) -> bool:
    is_before_table = following is not None and following.passage.kind == "table"
    return entry.text.rstrip(" *_").endswith((":", "：")) or (is_before_table and entry.passage.kind == "paragraph")


def says_each(said: Sequence[str], words: Words) -> bool:
    """Whether a row of folded words says “each player” or “per player”."""
    at = first_of(said, words.per)
    return at is not None and first_of(said[at:], words.player) is not None


def is_headed_each(entry: Entry, words: Words) -> bool:
    """Whether it stands under a heading like “Each player receives”."""
    return says_each(folded_words(entry.passage.section.rpartition(" / ")[2]), words)


def of_player(thing: Counted) -> Counted:
    """The thing, with its parts, as one that each player has."""
    parts = tuple(replace(part, per="player") for part in thing.parts if part.per == "box")
    return replace(thing, per="player", parts=parts)


def without_kinds(listed: Sequence[Entry], entries: Sequence[Entry]) -> list[Entry]:
    """The list without “There are 4 goods:” where four names follow that it counts elsewhere: it tells kinds."""
    named = [set(folded_words(thing.name)) for entry in listed for thing in entry.things]
    return [entry for entry in listed if not _tells_kinds(entry, entries, named)]


def _tells_kinds(entry: Entry, entries: Sequence[Entry], named: Sequence[set[str]]) -> bool:
    if len(entry.things) != 1 or not entry.text.rstrip(" *_").endswith((":", "：")):
        return False
    at = next(i for i, other in enumerate(entries) if other.passage is entry.passage and other.text == entry.text)
    following = takewhile(lambda other: other.passage.kind == "item" and not other.things, entries[at + 1 :])
    kinds = [set(folded_words(other.text)) for other in following]
    are_counted = all(any(kind <= name for name in named) for kind in kinds)
    return len(kinds) == entry.things[0].count and are_counted

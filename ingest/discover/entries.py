"""Lines that prove by themselves that they list components: parts that make the number told above them, and
labels that say what their number counts; and numbers that only number."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.discover.counted import Counted, CountedSettings
from ingest.discover.words import SHORT, Words, first_of, folded_words
from schema.documents import PassageShape


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the document that may be an entry of the list."""

    passage: PassageShape
    page: int
    text: str
    things: tuple[Counted, ...]
    indent: int = 0

    @property
    def words(self) -> int:
        return len(self.text.split())


def are_chapters(passages: Sequence[PassageShape]) -> bool:
    """Whether headings are numbered from one on without a full stop: “2 Materials”, “3 Rules”."""
    begun = [re.match(r"(\d{1,2})\s", passage.text) for passage in passages if passage.kind == "heading"]
    numbers = [int(match[1]) for match in begun if match]
    return numbers[:2] == [1, 2] and len(numbers) > 2


_TOLD_ABOVE = re.compile(r"(?<![\w.,+\-–−/])(?P<count>\d{1,4})\s+(?P<name>[^\W\d_][^\d:.;,()]*):$")
_MARKS = re.compile(r"\*\*|__|`")
_PLAYERS_COUNTED = re.compile(r"\d+\s+[^\W\d_]+")
"""“A game for 4 players with a deck of 54 cards:” gives nobody anything: its players are counted."""
LEAST_PARTS = 2
STEM = 4
"""Label and thing share a beginning of so many letters."""


def told_above(entry: Entry, words: Words) -> Counted | None:
    """“The deck has 108 cards:”: the thing that a line counts before it goes on to its kinds."""
    match = _TOLD_ABOVE.search(" ".join(_MARKS.sub("", entry.text).split()))
    if match is None or _is_person(_PLAYERS_COUNTED.sub(" ", entry.text), words) or _is_person(match["name"], words):
        return None
    return Counted(_head(match["name"]), int(match["count"]))


def find_summed(entries: Sequence[Entry], words: Words, settings: CountedSettings) -> list[Entry]:
    """“… a deck of 54 cards:” and the counted lines under it, where these make 54; the first such list."""
    for at, entry in enumerate(entries):
        whole = None if entry.things else told_above(entry, words)
        if whole is None or whole.count > settings.largest:
            continue
        parts = _counted_after(entries, at)
        are_things = not any(_is_person(thing.name, words) for part in parts for thing in part.things)
        makes = sum(thing.count for part in parts for thing in part.things)
        if len(parts) >= LEAST_PARTS and makes == whole.count and are_things:
            return [replace(entry, things=(whole,)), *parts]
    return []


def _counted_after(entries: Sequence[Entry], at: int) -> list[Entry]:
    """The entries right behind one that each count one thing."""
    following = entries[at + 1 :]
    end = next((i for i, entry in enumerate(following) if len(entry.things) != 1), len(following))
    return [entry for entry in following[:end] if entry.things[0].per == "box" and not entry.things[0].is_value]


def _head(name: str) -> str:
    """A name up to the first small word behind its first word: “runes in this order” are runes."""
    words = name.split()
    small = next((i for i, word in enumerate(words) if i and len(word) <= SHORT), len(words))
    return " ".join(words[:small])


def _is_person(text: str, words: Words) -> bool:
    """Whether players are counted, or what each of them gets is."""
    return first_of(folded_words(text), words.player + words.per) is not None


def find_self_named(entries: Sequence[Entry], words: Words, settings: CountedSettings) -> list[Entry]:
    """“Cards: 52 cards of a common deck”: items whose label and counted thing are one word."""
    found = []
    for entry in entries:
        label, colon, rest = _MARKS.sub("", entry.text).partition(":")
        match = re.match(r"\s*(?P<count>\d{1,4})\s+(?P<name>[^\W\d_]+)", rest)
        said = folded_words(label)
        if not colon or match is None or not 0 < len(said) <= 2 or entry.passage.kind not in ("item", "label"):
            continue
        name = folded_words(match["name"])[0]
        is_same = len(name) >= STEM and any(word[:STEM] == name[:STEM] for word in said)
        if is_same and 1 < int(match["count"]) <= settings.largest and not _is_person(f"{label} {name}", words):
            found.append(replace(entry, things=(Counted(match["name"], int(match["count"])),)))
    return found

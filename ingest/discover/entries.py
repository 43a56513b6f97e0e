"""Lines that prove by themselves that they list components: parts that make the number told above them, and
labels that say what their number counts; and numbers that only number."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from ingest.discover.classified import as_counted
from ingest.discover.counted import Counted, CountedSettings, without_piece
from ingest.discover.words import SHORT, Words, begins, first_of, folded_words
from schema.documents import PassageShape


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the document that may be an entry of the list."""

    passage: PassageShape
    page: int
    text: str
    things: tuple[Counted, ...]
    indent: int = 0
    is_aside: bool = False
    """Whether it is of an example or tells the share of something: what it counts is not what the box holds."""

    @property
    def words(self) -> int:
        return len(self.text.split())


def are_chapters(passages: Sequence[PassageShape]) -> bool:
    """Whether headings are numbered from one on without a full stop: “2 Materials”, “3 Rules”, “3.1 Turns”."""
    headings = [passage.text for passage in passages if passage.kind == "heading"]
    numbers = [int(match[1]) for text in headings if (match := re.match(r"(\d{1,2})\s", text))]
    deeper = {int(match[1]) for text in headings if (match := re.match(r"(\d{1,2})\.\d{1,2}\s", text))}
    has_deeper = numbers[:1] == [1] and numbers == sorted(set(numbers)) and bool(deeper & set(numbers))
    return has_deeper or (numbers[:2] == [1, 2] and len(numbers) > 2)


_TO_PAGE = re.compile(r"(?:\.\s?){4,}|…|_{4,}")


def without_pages(entries: Sequence[Entry], least: int) -> list[Entry]:
    """The entries, none of which counts by a number that dots lead to, where these numbers never fall: pages."""
    led = [entry for entry in entries if entry.things and _TO_PAGE.search(entry.text)]
    counts = [entry.things[0].count for entry in led]
    if len(led) < least or counts != sorted(counts):
        return list(entries)
    pages = {id(entry) for entry in led}
    return [replace(entry, things=()) if id(entry) in pages else entry for entry in entries]


_TOLD_ABOVE = re.compile(r"(?<![\w.,+\-–−/])(?P<count>\d{1,4})\s+(?P<name>[^\W\d_][^\d:.;,()]*)(?:,[^\d:]{1,20})?:$")
_MARKS = re.compile(r"\*\*|__|`")
_PLAYERS_COUNTED = re.compile(r"\d+\s+[^\W\d_]+")
"""“A game for 4 players with a deck of 54 cards:” gives nobody anything: its players are counted."""
LEAST_PARTS = 2
LEAST_AGAIN = 2
"""So many other passages speak of a thing by the number in its heading."""
LABEL_WORDS = 3
"""“Front sides:” may stand between a whole and its parts."""
STEM = 4
"""Label and thing share a beginning of so many letters."""


def told_above(entry: Entry, words: Words, settings: CountedSettings = CountedSettings()) -> Counted | None:
    """“The deck has 108 cards:”: the thing that a line counts before it goes on to its kinds."""
    match = _TOLD_ABOVE.search(" ".join(as_counted(_MARKS.sub("", entry.text), words).split()))
    if match is None or _is_person(_PLAYERS_COUNTED.sub(" ", entry.text), words) or _is_person(match["name"], words):
        return None
    count = int(match["count"])
    is_count = count <= settings.largest and not settings.first_year <= count <= settings.last_year
    return Counted(_head(without_piece(match["name"], words)), count) if is_count else None


def find_summed(entries: Sequence[Entry], words: Words, settings: CountedSettings) -> list[Entry]:
    """“… a deck of 54 cards:” and the counted lines under it, where these make 54; the first such list."""
    for at, entry in enumerate(entries):
        whole = None if entry.things else told_above(entry, words, settings)
        if whole is None:
            continue
        parts = _counted_after(entries, at)
        parts = _with_lone(entries[at + 1 :], whole.count) or parts
        are_things = not any(_is_person(thing.name, words) for part in parts for thing in part.things)
        makes = sum(thing.count for part in parts for thing in part.things)
        if len(parts) >= LEAST_PARTS and makes == whole.count and are_things:
            return [replace(entry, things=(whole,)), *parts]
    return []


def _counted_after(entries: Sequence[Entry], at: int) -> list[Entry]:
    """The entries right behind one that each count one thing."""
    following = entries[at + 1 :]
    if following and following[0].text.rstrip(" *_").endswith(":") and following[0].words <= LABEL_WORDS:
        following = following[1:]
    end = next((i for i, entry in enumerate(following) if len(entry.things) != 1), len(following))
    return [entry for entry in following[:end] if entry.things[0].per == "box" and not entry.things[0].is_value]


LONE_WORDS = 3
_LONE = re.compile(r"^[\s•●*\-–—]*(?P<name>[^\W\d_][^\d:.;,()]*?)\s*(?::|$)")
"""“Joker: whoever has it begins.”"""


def _with_lone(following: Sequence[Entry], total: int) -> list[Entry]:
    """The items right behind a number, where those that say none are there once and so all make it."""
    items = list(takewhile(lambda e: e.passage.kind == "item", following))
    lone = {id(e): match for e in items if not e.things and (match := _LONE.match(_MARKS.sub("", e.text)))}
    are_named = all(len(match["name"].split()) <= LONE_WORDS for match in lone.values())
    counted = [entry for entry in items if len(entry.things) == 1 and entry.things[0].per == "box"]
    is_whole = sum(entry.things[0].count for entry in counted) + len(lone) == total
    if not (lone and counted and are_named and is_whole) or len(lone) + len(counted) != len(items):
        return []
    return [replace(e, things=(Counted(lone[id(e)]["name"], 1),)) if id(e) in lone else e for e in items]


def _head(name: str) -> str:
    """A name up to the first small word behind its first word: “runes in this order” are runes."""
    words = name.split()
    small = next((i for i, word in enumerate(words) if i and len(word) <= SHORT), len(words))
    return " ".join(words[:small])


def _is_person(text: str, words: Words) -> bool:
    """Whether players are counted, or what each of them gets is."""
    return first_of(folded_words(text), words.player + words.per) is not None


_TIMES = re.compile(r"×\s?\d|\d\s?×")


def find_times(entries: Sequence[Entry], least: int) -> list[Entry]:
    """“Boats ×3”: the items and rows that count with the sign of times, wherever they stand, where there are enough.

    What something costs is written so too; but then the same name comes again with another number, and all is refused.
    """
    sure = [replace(e, things=tuple(t for t in e.things if not t.is_value)) for e in entries if _TIMES.search(e.text)]
    listed = [e for e in sure if e.things and e.passage.kind in ("item", "label", "table")]
    counts: dict[str, set[int]] = {}
    for thing in (thing for entry in listed for thing in entry.things):
        counts.setdefault(thing.name.casefold(), set()).add(thing.count)
    items = sum(entry.passage.kind != "table" for entry in listed)  # a table with the sign alone is one of rates
    is_sure = items >= least and all(len(told) == 1 for told in counts.values())
    return listed if is_sure else []


SENTENCE = re.compile(r"(?<=[.!?。！？])\s*(?=\S)")
PACKS = (24, 32, 36, 40, 48, 52, 54, 78, 104, 108)
"""Cards of the packs that are sold everywhere, and of two of them."""


def find_pack(entries: Sequence[Entry], words: Words) -> list[Entry]:
    """“… is played with 32 cards”: a pack of a usual size, where all that the document tells of packs is that size.

    Smaller numbers may be of what is dealt of it, where the pack itself is told more often than any of them. In a book
    of several games, each with its set-up, the pack of one is not that of all.
    """
    if len({entry.passage.section for entry in entries if _sets_up(entry, words)}) >= SEVERAL_GAMES:
        return []
    told = [(entry, *pack) for entry in entries for pack in _packs(entry, words)]
    sizes = Counter(count for _, count, _, _ in told)
    largest = max(sizes, default=0)
    if any(often >= sizes[largest] for size, often in sizes.items() if size != largest):
        return []
    whole = [(entry, count, name) for entry, count, name, is_share in told if count == largest and not is_share]
    return [replace(entry, things=(Counted(name, count),)) for entry, count, name in whole[:1]]


SEVERAL_GAMES = 3
"""So many chapters that each begin with setting up are so many games; chosen by eye."""


def _sets_up(entry: Entry, words: Words) -> bool:
    """Whether a line begins with a label like “Set-up:”."""
    label, colon, _ = entry.text.partition(":")
    return bool(colon) and len(label.split()) <= LABEL_WORDS and begins(folded_words(label), words.setup)


def _packs(entry: Entry, words: Words) -> Iterator[tuple[int, str, bool]]:
    """Numbers of cards that a pack may have, the word for cards behind them, and whether each player has so many."""
    text = as_counted(_MARKS.sub("", entry.text), words)
    for sentence in SENTENCE.split(text):
        is_share = first_of(folded_words(sentence), words.per) is not None
        for match in _NUMBER_OF.finditer(sentence):
            names = [name for name in match["names"].split() if begins(folded_words(name), words.card)]
            if names and int(match["count"]) in PACKS:
                yield int(match["count"]), names[0], is_share


_NUMBER_OF = re.compile(r"(?<![\w.,+\-–−/×])(?P<count>\d{2,3})\s+(?P<names>[^\W\d_]+(?:\s+[^\W\d_]+)?)")


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


_HEADED_BY_NAME = re.compile(r"^[\s#*]*(?P<name>[^\W\d_]{3,})\s*\(\s*(?P<count>\d{1,3})\b[^()\d]*\)")


def find_repeated(entries: Sequence[Entry], words: Words) -> list[Entry]:
    """“Pieces (16 different)”: headings with a number behind, where the text speaks of that many by that name again."""
    found = []
    played = words.round + words.phase + words.step + words.action + words.end + words.points
    for entry in entries:
        match = _HEADED_BY_NAME.match(entry.text) if entry.passage.kind == "heading" else None
        if match is None or _is_person(match["name"], words) or begins(folded_words(match["name"]), played):
            continue
        again = re.compile(rf"(?<![\w.,+\-–−/]){match['count']}\s+{re.escape(match['name'][:STEM])}", re.IGNORECASE)
        told = {id(other.passage) for other in entries if other is not entry and again.search(other.text)}
        if len(told) >= LEAST_AGAIN:
            found.append(replace(entry, things=(Counted(match["name"], int(match["count"])),)))
    return found


COUNTED_SHARE = 0.75
"""Of the lines read before their heading, so many are counted; chosen by eye."""


def read_before(entries: Sequence[Entry], at: int, least: int) -> list[Entry]:
    """The counted lines right before a heading with nothing under it.

    Where two headings stand side by side, the list under the first may be read before both.
    """
    following = entries[at + 1] if at + 1 < len(entries) else entries[at]
    if following.passage.kind != "heading" or following.things or following is entries[at]:
        return []
    above = reversed(entries[:at])
    run = list(takewhile(lambda e: e.passage.kind in ("label", "item") and e.page == entries[at].page, above))
    counted = [entry for entry in run[::-1] if entry.things]
    return counted if len(counted) >= max(least, COUNTED_SHARE * len(run)) else []

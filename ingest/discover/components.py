"""The list of components: the stretch of a document with the most counted things, read as a tree with its sums."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from types import MappingProxyType

from ingest.discover.contents_page import without_page_rows
from ingest.discover.counted import CELL_SEPARATOR, CountedSettings, read_entry
from ingest.discover.entries import (
    Entry,
    are_chapters,
    find_pack,
    find_repeated,
    find_self_named,
    find_summed,
    find_times,
    read_before,
    told_above,
    without_pages,
)
from ingest.discover.foreign_bullets import with_bullets
from ingest.discover.headed import HeadedSettings, read_headed
from ingest.discover.inside import with_headings
from ingest.discover.introduced import (
    as_introduced,
    is_headed_each,
    of_player,
    without_captions_of_one,
    without_kinds,
)
from ingest.discover.reach import beside, reach
from ingest.discover.tree import PlacedThing, TreeSettings, components_of
from ingest.discover.uncounted import without_uncounted
from ingest.discover.words import Words, are_labels, folded_words, has_any
from schema.documents import PassageShape
from schema.folding import PICTURES
from schema.reading import ComponentRead, PassageRead

SILENT = ("gap", "noise", "example")
NO_NUMBERS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ComponentSettings:
    """Which stretch is the list; chosen on eight rulebooks in six languages."""

    counted: CountedSettings = CountedSettings()
    headed: HeadedSettings = HeadedSettings()
    tree: TreeSettings = TreeSettings()
    least_without_heading: int = 4
    """So many counted things are a list of components though no heading says so."""
    least_in_front: int = 3
    """So many in one sentence before the rules are what the box holds; chosen by eye."""
    least_alone: int = 2
    """So many are one where nothing else in the document is counted, and all are items of one list."""
    least_share: float = 0.5
    """Of the entries of such a list, so many are counted."""
    least_rising: int = 4
    """So many numbers in a row that go up by one count nothing; chosen by eye."""
    label_cost: float = 0.4
    """What a short line without a number takes from a stretch; a counted thing gives 1, a heading takes twice."""
    headed_label_cost: float = 0.15
    """The same under a heading of components, where captions of pictures stand between the things."""
    prose_cost: float = 1.5
    """What running text takes."""
    prose_words: int = 12
    """A passage with more words is running text."""
    label_words: int = 3
    """Words before the colon of “Contents: 56 cards”."""


def find_components(
    passages: Sequence[PassageRead],
    words: Words,
    settings: ComponentSettings = ComponentSettings(),
    numbers: Mapping[str, int] = NO_NUMBERS,
) -> tuple[ComponentRead, ...]:
    """The components that the document lists, in order; a name with two numbers is left out, for one is wrong."""
    return components_of(list_things(passages, words, settings, numbers), settings.tree)


def list_things(
    passages: Sequence[PassageRead],
    words: Words,
    settings: ComponentSettings = ComponentSettings(),
    numbers: Mapping[str, int] = NO_NUMBERS,
    *,
    states_rules: bool = True,
) -> list[PlacedThing]:
    """The counted things of the list, in order; ``numbers`` are those that the language writes in letters.

    In a document that hardly states rules only a list that is announced counts what a box holds.
    """
    opened = list(with_headings(passages, words))
    told = without_uncounted(list(_entries(opened, words, settings)), settings.least_rising)
    entries = list(without_captions_of_one(list(as_introduced(told, words)), words))
    headed = _under_heading(entries, words, numbers, settings) or _labelled(entries, words, numbers, settings)
    found = headed or (_without_heading(entries, words, numbers, settings) if states_rules else [])
    counting = _without_numbering(found, settings)
    listed = without_kinds(list(_with_sets(counting)), entries)
    return [PlacedThing(thing, entry) for entry in listed for thing in entry.things if not thing.is_of_kinds]


def _without_heading(
    entries: Sequence[Entry], words: Words, numbers: Mapping[str, int], settings: ComponentSettings
) -> list[Entry]:
    """The list that nothing announces, and the list of what each player has where that is another one."""
    chosen = (
        find_summed(entries, words, settings.counted)
        or find_self_named(entries, words, settings.counted)
        or find_times(entries, settings.least_without_heading)
        or _densest(entries, settings)
    )
    listed = {id(entry.passage) for entry in chosen}
    sections = groupby(_counting(entries), key=lambda entry: entry.passage.section)
    parts = [_densest_of(list(section), settings.label_cost, settings) for _, section in sections]
    of_each = [part for part in parts if _is_list(part, settings) and _is_of_players(part)]
    apart = [part for part in of_each if not any(id(entry.passage) in listed for entry in part)]
    apart = [part for part in apart if is_headed_each(part[0], words)] or apart
    listed_apart = [*chosen, *(apart[0] if len(apart) == 1 else ())]
    return (
        listed_apart
        or _told_in_front(entries, words, numbers, settings)
        or find_pack(entries, words)
        or find_repeated(entries, words)
    )


def _told_in_front(
    entries: Sequence[Entry], words: Words, numbers: Mapping[str, int], settings: ComponentSettings
) -> list[Entry]:
    """The one paragraph before set-up and play that counts several things in a row: “Included is one board, …”."""
    rules = words.setup + words.round + words.phase + words.action + words.end
    front = takewhile(lambda e: e.passage.kind != "heading" or not has_any(folded_words(e.text), rules), entries)
    told = [_told_inside(e, words, numbers, settings) for e in front if e.passage.kind == "paragraph"]
    rows = [entry for entry in told if sum(t.per == "box" for t in entry.things) >= settings.least_in_front]
    return rows if len(rows) == 1 else []


def _without_numbering(entries: Sequence[Entry], settings: ComponentSettings) -> list[Entry]:
    """The entries without those whose numbers go up by one from each to the next: they number what they stand at."""
    rising: set[int] = set()
    run: list[int] = []
    for at, entry in enumerate(entries):
        is_next = bool(run and entry.things) and entry.things[0].count == entries[run[-1]].things[0].count + 1
        run = [*run, at] if is_next else [at] if entry.things else []
        rising.update(run if len(run) >= settings.least_rising else ())
    return [entry for at, entry in enumerate(entries) if at not in rising]


def _with_sets(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries; what stands deeper under “4 sets (1 per player):” is what each player has."""
    of_set: int | None = None
    for entry in entries:
        if of_set is not None and entry.indent <= of_set:
            of_set = None
        if of_set is not None:
            yield replace(entry, things=tuple(of_player(thing) for thing in entry.things))
            continue
        yield entry
        each = [part for thing in entry.things for part in thing.parts if part.per == "player" and part.count == 1]
        if each and entry.text.rstrip(" *_").endswith(":"):
            of_set = entry.indent


def _entries(passages: Sequence[PassageRead], words: Words, settings: ComponentSettings) -> Iterator[Entry]:
    chapters = are_chapters([read.passage for read in passages])
    for read in passages:
        if read.passage.kind in SILENT:
            continue
        for line in _lines(read.passage):
            is_chapter = _is_numbered(line) or (
                chapters and read.passage.kind == "heading" and read.passage.text[:1].isdigit()
            )
            things = () if is_chapter else read_entry(line, words, settings.counted)
            entry = Entry(read.passage, read.page, line, things, len(line) - len(line.lstrip()))
            is_each = bool(things) and is_headed_each(entry, words)
            yield replace(entry, things=tuple(map(of_player, things))) if is_each else entry


_NUMBERED = re.compile(r"^\s*(?:\*\*)?\d{1,3}[.)]\s|^\s*\d{1,3}\s[^.]+(?:\.\s?){5,}\d")


def _is_numbered(line: str) -> bool:
    """Whether a line is a step or chapter: behind its number is a full stop or bracket, or dots lead to its page."""
    return bool(_NUMBERED.match(line))


_BEGINS_COUNTED = re.compile(rf"^[\s>]*[•·●*\-–]?[\s{PICTURES}]*(?:\*\*)?\d{{1,4}}\s*[x×]?\s+[«„“\x22]?[^\W\d_]")
_ENDS_COUNTED = re.compile(r"^\s*[^\W_][^()\n]*\(\s*[x×]?\d{1,4}\s*[x×]?\)$")
"""“Starting cards (24)”: captions of a picture under one another."""
_BULLETED = re.compile(r"^\s*[•·●*\-–+]\s+\S")


def _lines(passage: PassageShape) -> Iterator[str]:
    """The passage line by line where its lines are entries of their own, else as a whole."""
    printed = with_bullets(passage.raw_text)
    text = printed if passage.kind != "table" else printed.replace("\n", " ")
    lines = [line for line in text.split("\n") if line.strip()]
    if are_labels(lines) and lines[-1].rstrip().endswith((":", "：")):
        yield from lines  # “Players: 2”, and under it “Contents:”
        return
    if passage.kind == "item" and len(lines) > 1 and all(_BULLETED.match(line) for line in lines):
        yield from lines
        return
    ended = sum(bool(_ENDS_COUNTED.match(line)) for line in lines)
    if ended > 1 and 2 * ended > len(lines) and CELL_SEPARATOR not in text:
        yield from lines
        return
    begun = [line for line in lines if _BEGINS_COUNTED.match(line)]
    if len(begun) < 2 or CELL_SEPARATOR in text:
        yield text
        return
    joined: list[str] = []
    for line in lines:
        is_open = bool(joined) and joined[-1].count("(") > joined[-1].count(")")
        goes_on = is_open or (bool(joined) and ":" in joined[-1] and joined[-1].rstrip().endswith(","))
        if joined and (goes_on or not _BEGINS_COUNTED.match(line)):
            joined[-1] += "\n" + line
        else:
            joined.append(line)
    yield from joined


def is_heading_of_components(passage: PassageShape, words: Words) -> bool:
    """Whether a heading, or a line that stands like one, announces the components."""
    if passage.kind not in ("heading", "label", "item", "paragraph"):
        return False
    if passage.kind != "heading" and passage.text[:1].islower():
        return False  # the rest of a sentence
    said = [word for word in folded_words(_last_label(passage)) if not word.isdigit()]
    few = 5 if passage.kind == "heading" or passage.text.rstrip().endswith((":", "：")) else 3
    return 0 < len(said) <= few and has_any(said, words.components + words.needed)


def _last_label(passage: PassageShape) -> str:
    """The last line of “Players: 2 / Contents:”, where every line has its label; else the text."""
    lines = passage.raw_text.strip().split("\n")
    return lines[-1] if are_labels(lines) else passage.text


def _under_heading(
    entries: Sequence[Entry], words: Words, numbers: Mapping[str, int], settings: ComponentSettings
) -> list[Entry]:
    """The best stretch that begins with a heading of components and ends with the next one of its rank."""
    best: list[Entry] = []
    for at, entry in enumerate(entries):
        if entry.things or not is_heading_of_components(entry.passage, words):
            continue
        told = [_told_inside(entry, words, numbers, settings) for entry in reach(entries[at:], words)]
        led = without_pages([*beside(entries, at), *told], settings.least_rising)
        under = without_page_rows(led, entries, words, settings.least_rising)
        stretch = _with_items(under, _densest_of(under, settings.headed_label_cost, settings))
        stretch = stretch or read_before(entries, at, settings.least_without_heading)
        if _worth(stretch) > _worth(best):
            best = stretch
    return _counted_alike(best, settings)


def _counted_alike(stretch: list[Entry], settings: ComponentSettings) -> list[Entry]:
    """The stretch without rows of a table that only have a number behind a name, where a list of its own counts."""
    listed = sum(bool(entry.things) and entry.passage.kind != "table" for entry in stretch)
    if listed < settings.least_without_heading:
        return stretch
    return [e for e in stretch if e.passage.kind != "table" or not all(thing.is_value for thing in e.things)]


def _worth(stretch: Sequence[Entry]) -> tuple[int, int]:
    """How many things a stretch counts: first those whose number can be nothing else, then all."""
    things = [part for entry in stretch for thing in entry.things for part in (thing, *thing.parts)]
    return sum(not thing.is_value for thing in things), len(things)


def _with_items(under: Sequence[Entry], stretch: Sequence[Entry]) -> list[Entry]:
    """The stretch with what long explanations part from it: counted items right under the heading, and headings of
    things, which have their number behind: “Artifact cards (36)”."""
    own = under[1].passage.section if len(under) > 1 else ""
    kept = {id(entry) for entry in (*stretch, *_counted_headings(under))}
    return [e for e in under if id(e) in kept or (e.things and (_is_item_of(e, own) or _is_headed_thing(e)))]


def _counted_headings(under: Sequence[Entry]) -> list[Entry]:
    """“15 market cards” and “38 agent cards”: headings of one rank that begin with a number, but number nothing."""
    counted = [e for e in under if e.things and e.passage.kind == "heading" and e.passage.text[:1].isdigit()]
    counts = [entry.things[0].count for entry in counted]
    is_numbering = counts == list(range(counts[0], counts[0] + len(counts))) if counts else True
    return [] if is_numbering or len({entry.passage.level for entry in counted}) > 1 else counted


def _is_item_of(entry: Entry, section: str) -> bool:
    is_listed = entry.passage.kind == "item" or (
        entry.passage.kind == "paragraph" and entry.text.rstrip().endswith(":")
    )
    return is_listed and entry.passage.section == section


def _is_headed_thing(entry: Entry) -> bool:
    return entry.passage.kind == "heading" and not entry.passage.text[:1].isdigit()


def _labelled(
    entries: Sequence[Entry], words: Words, numbers: Mapping[str, int], settings: ComponentSettings
) -> list[Entry]:
    """The first line that is headed by itself, “Contents: 56 cards”, and what is counted right behind it."""
    for at, entry in enumerate(entries):
        label, colon, rest = entry.text.partition(":")
        said = folded_words(label)
        if not colon or not 0 < len(said) <= settings.label_words or not has_any(said, words.components):
            continue
        things = read_headed(rest.strip(), "item", words, numbers, settings.headed)
        if things:
            return [replace(entry, things=things), *takewhile(lambda other: other.things, entries[at + 1 :])]
    return []


def _told_inside(entry: Entry, words: Words, numbers: Mapping[str, int], settings: ComponentSettings) -> Entry:
    """The entry with what it counts under a heading of components; what is read without it stays."""
    is_chapter = (
        entry.passage.kind == "heading" and not entry.things and bool(re.match(r"\d{1,2}\s", entry.passage.text))
    )
    is_of_others = CELL_SEPARATOR in entry.text or any(thing.per != "box" for thing in entry.things)
    if is_chapter or is_of_others or entry.is_aside or _is_numbered(entry.text):
        return entry
    headed = read_headed(entry.text, entry.passage.kind, words, numbers, settings.headed)
    if not headed and entry.passage.kind in ("paragraph", "label") and (above := told_above(entry, words)):
        headed = (above,)
    return replace(entry, things=headed) if len(headed) > len(entry.things) else entry


def _densest(entries: Sequence[Entry], settings: ComponentSettings) -> list[Entry]:
    """The densest stretch where it is a list."""
    stretch = _densest_of(_counting(entries), settings.label_cost, settings)
    return stretch if _is_list(stretch, settings) or _is_only_list(entries, stretch, settings) else []


def _counting(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with what they count though no heading says so."""
    return [replace(entry, things=tuple(t for t in entry.things if not t.is_value)) for entry in entries]


def _is_of_players(stretch: Sequence[Entry]) -> bool:
    return all(thing.per == "player" for entry in stretch for thing in entry.things)


_SHARED_OUT = re.compile(r"^[^\w]*[^\W\d_][^\d:]{1,40}:\s*\d")


def _is_list(stretch: Sequence[Entry], settings: ComponentSettings) -> bool:
    """Whether enough is counted, and not most of it as “London: 2 ships, 1 fort”: that is laid out, place by place."""
    counted = [entry for entry in stretch if entry.things]
    shared_out = sum(bool(_SHARED_OUT.match(entry.text)) for entry in counted)
    is_dense = len(counted) >= settings.least_without_heading and len(counted) >= settings.least_share * len(stretch)
    return is_dense and shared_out < settings.least_share * len(counted)


def _is_only_list(entries: Sequence[Entry], stretch: Sequence[Entry], settings: ComponentSettings) -> bool:
    """Whether a short stretch is items that all are counted, and nothing else of the document is."""
    are_items = all(entry.things and entry.passage.kind == "item" for entry in stretch)
    are_several = any(thing.count > 1 for entry in stretch for thing in entry.things)
    others = sum(bool(entry.things) for entry in entries) - len(stretch)
    return len(stretch) >= settings.least_alone and are_items and are_several and not others


def _densest_of(entries: Sequence[Entry], label_cost: float, settings: ComponentSettings) -> list[Entry]:
    """The stretch with the highest sum: things count for it, running text against it."""
    best, best_sum, begin, total = (0, 0), 0.0, 0, 0.0
    for at, entry in enumerate(entries):
        total += _weight(entry, label_cost, settings)
        if total <= 0:
            begin, total = at + 1, 0.0
        elif total > best_sum:
            best, best_sum = (begin, at + 1), total
    return list(entries[best[0] : best[1]])


_ASIDE = re.compile(r"\s*\([^()]*\)\s*")
"""What stands in brackets says more of the thing before it."""


def _weight(entry: Entry, label_cost: float, settings: ComponentSettings) -> float:
    is_prose = entry.words > settings.prose_words
    if not entry.things and _ASIDE.fullmatch(entry.text):
        return 0.0
    if entry.things:
        return 1.0 if not is_prose or len(entry.things) > 1 else 0.6
    if is_prose:
        return -settings.prose_cost
    return -label_cost * (2 if entry.passage.kind == "heading" else 1)

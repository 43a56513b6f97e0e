"""The listed things as a tree of components: parts tied to their whole, names told apart, sums looked at."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.discover.counted import Counted
from ingest.discover.entries import Entry
from ingest.discover.words import folded_words
from schema.claims import FindingShape
from schema.discovered import ComponentShape
from schema.reading import ComponentRead, FindingRead


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """What ties parts to their whole; chosen on eight rulebooks in six languages."""

    least_stem: int = 4
    """Names of whole and part share a beginning of so many letters."""
    code_words: int = 6
    """Words of a printed name that make a component's code; chosen by eye."""


@dataclass(slots=True)
class PlacedThing:
    """A counted thing on its way into the tree."""

    thing: Counted
    entry: Entry
    part_of: str = ""


def components_of(placed: Sequence[PlacedThing], settings: TreeSettings = TreeSettings()) -> tuple[ComponentRead, ...]:
    """The listed things as a tree of components."""
    _nest(placed, settings)
    _tell_apart(placed, settings)
    return tuple(_rows(placed, settings))


def _tell_apart(placed: Sequence[PlacedThing], settings: TreeSettings) -> None:
    """Things of one name and several numbers are named with what stands behind, where that differs for all of them."""
    named: dict[tuple[str, str], list[PlacedThing]] = {}
    for one in placed:
        named.setdefault((code_of(one.thing.name, settings), one.thing.per), []).append(one)
    for alike in named.values():
        behind = {one.thing.apart for one in alike}
        if len({one.thing.count for one in alike}) > 1 and "" not in behind and len(behind) == len(alike):
            for one in alike:
                one.thing = replace(one.thing, name=f"{one.thing.name} ({one.thing.apart})")


def wrong_sums_of(placed: Sequence[PlacedThing]) -> tuple[FindingRead, ...]:
    """Things whose parts in brackets make another number."""
    return tuple(
        FindingRead(
            FindingShape(
                kind="sum",
                severity="warning",
                message=f"“{one.thing.name}” are stated as {one.thing.count}, but their parts make "
                f"{one.thing.parts_make}. Compare the numbers with the components themselves.",
                suggestion=str(one.thing.parts_make),
            ),
            one.entry.passage.seq,
        )
        for one in placed
        if one.thing.parts_make is not None
    )


def _nest(placed: Sequence[PlacedThing], settings: TreeSettings) -> None:
    """Tie parts to their whole: those in brackets, those set deeper, and those whose numbers add up to it."""
    for at, whole in enumerate(placed):
        if whole.part_of or whole.thing.parts:
            continue
        run = _adding_up(placed[at + 1 :], whole.thing.count)
        if run and (len(run) > 2 or _is_of(whole, run, settings)):
            for part in run:
                part.part_of = whole.thing.name


def _adding_up(following: Sequence[PlacedThing], total: int) -> list[PlacedThing]:
    """The things that follow at once and together make the number."""
    run: list[PlacedThing] = []
    left = total
    for part in following:
        if part.thing.per != "box" or part.part_of or part.thing.count > left:
            break
        run.append(part)
        left -= part.thing.count
        if left == 0:
            return run if len(run) > 1 else []
    return []


def _is_of(whole: PlacedThing, run: Sequence[PlacedThing], settings: TreeSettings) -> bool:
    """Whether the parts are set deeper than the whole or are named like it."""
    if all(part.entry.indent > whole.entry.indent for part in run):
        return True
    stems = {w[: settings.least_stem] for w in folded_words(whole.thing.name) if len(w) >= settings.least_stem}
    return all(stems & {w[: settings.least_stem] for w in folded_words(part.thing.name)} for part in run)


def _rows(placed: Sequence[PlacedThing], settings: TreeSettings) -> Iterator[ComponentRead]:
    made: dict[tuple[str, str, str], list[ComponentRead]] = {}
    for one in placed:
        for thing, part_of in ((one.thing, one.part_of), *((part, one.thing.name) for part in one.thing.parts)):
            above = "" if thing.per != "box" else code_of(part_of, settings)
            code = code_of(thing.name, settings)
            shape = ComponentShape(
                code=code,
                name=thing.name,
                language=one.entry.passage.language,
                count=thing.count,
                per=thing.per,
                part_of=above if above != code else "",
                seq=0,
            )
            key = (shape.code, shape.per, shape.part_of)
            made.setdefault(key, []).append(ComponentRead(shape, one.entry.passage.seq))
    sure = (reads[0] for reads in made.values() if len({read.component.count for read in reads}) == 1)
    for seq, read in enumerate(sure):
        yield ComponentRead(read.component.model_copy(update={"seq": seq}), read.passage)


def code_of(name: str, settings: TreeSettings = TreeSettings()) -> str:
    """The printed name folded, as a code; “value -2” is another than “value 2”."""
    return "-".join(folded_words(_MINUS.sub(" minus ", name))[: settings.code_words])


_MINUS = re.compile(r"(?<!\w)[-−](?=\d)")

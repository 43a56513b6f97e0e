"""Name the icons that were seen in pictures by what stands beside them in the tables that explain them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from schema.folding import fold
from schema.pack import LanguageFile
from schema.reading import FIRST_SEEN_ICON, PassageRead

_KEY = re.compile(rf"\s*([{FIRST_SEEN_ICON}-\U0010fffd])\W*\|([^|]+)")
"""A row of a table whose first cell is an icon alone; the next cell says what it means."""
OWN_KIND = "icon"


@dataclass(frozen=True, slots=True)
class LegendSettings:
    """When a word of a legend is one of a name; chosen on the words of the packs."""

    stem: int = 4
    """So many letters at least are those of both."""
    ending: int = 2
    """So many letters at the end may differ: words are inflected."""


def named_icons(
    passages: Iterable[PassageRead], words: LanguageFile, settings: LegendSettings = LegendSettings()
) -> dict[str, str]:
    """Which icon of the game each private sign is that a table of the document explains by its name."""
    names = {icon: list(_names(icon, words.names)) for icon in dict.fromkeys(words.glyphs.values())}
    found: dict[str, str] = {}
    for read in passages:
        if key := _KEY.match(read.passage.raw_text):
            said = [word for word in fold(key[2]).split() if word.isalpha()]  # a sign is no part of a name
            meant = [icon for icon, own in names.items() if any(_is_named(said, name, settings) for name in own)]
            if len(meant) == 1 and said:
                found.setdefault(key[1], meant[0])
    return found


def _names(icon: str, names: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[list[str]]:
    """The words of all names of what the icon stands for."""
    for kind, codes in names.items():
        if kind != OWN_KIND:
            yield from (fold(name).split() for name in codes.get(icon, ()))


def _is_named(said: Sequence[str], name: Sequence[str], settings: LegendSettings) -> bool:
    """Whether each word that was said is one of the name's, inflected or not."""
    return all(any(_is_same(one, other, settings) for other in name) for one in said)


def _is_same(one: str, other: str, settings: LegendSettings) -> bool:
    if one == other:
        return True
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared >= settings.stem and max(len(one), len(other)) - shared <= settings.ending

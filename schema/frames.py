"""Frames: what a clause that states a claim speaks of, in no language at all.

    counts = "deck:mission|card"          what the number counts: the noun beside it
    says = "removed ?box !variant"        what else the clause, or what stands above it, must, may or must not say

`kind:code` is a concept of the game, `kind:` any concept of that kind, every other term a role whose words each
language lists once for all games. `a|b` takes either, `?a` only helps, `!a` excludes what is said of it, `!!a` also
where it is said anywhere in the clause or right before it, `^a` must stand above the clause: in a heading, a lead-in,
a label or the head of a row or column. What the slots of the claim want (`{era}`)
need not be said again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

_TERM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?::(?:[a-z0-9]+(?:-[a-z0-9]+)*)?)?")


class FrameError(ValueError):
    """A frame that cannot be read."""


@dataclass(frozen=True, slots=True)
class FrameTerm:
    """Something a clause says by any of the choices."""

    choices: frozenset[str]
    is_above: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """What a clause speaks of that states a claim."""

    counts: frozenset[str]
    wanted: tuple[FrameTerm, ...]
    helpful: tuple[FrameTerm, ...]
    unwanted: frozenset[str]
    barred: frozenset[str] = frozenset()
    terms: frozenset[str] = field(init=False)
    """Every term it names."""

    def __post_init__(self) -> None:
        said = (term.choices for term in (*self.wanted, *self.helpful))
        object.__setattr__(self, "terms", self.counts.union(self.unwanted, self.barred, *said))

    def roles(self) -> frozenset[str]:
        """The terms that a language must have words for."""
        return frozenset(term for term in self.terms if ":" not in term)


@cache
def parse_frame(counts: str, says: str) -> Frame:
    """The frame that two lines of a pack write."""
    wanted, helpful = [], []
    unwanted: set[str] = set()
    barred: set[str] = set()
    for part in says.split():
        names = _names(part.lstrip("?!^"), part)
        if part.startswith("!!"):
            barred |= names
        elif part.startswith("!"):
            unwanted |= names
        elif part.startswith("?"):
            helpful.append(FrameTerm(names))
        else:
            wanted.append(FrameTerm(names, part.startswith("^")))
    return Frame(_names(counts, counts), tuple(wanted), tuple(helpful), frozenset(unwanted), frozenset(barred))


def _names(choices: str, source: str) -> frozenset[str]:
    names: Sequence[str] = choices.split("|") if choices else []
    for name in names:
        if not _TERM.fullmatch(name):
            raise FrameError(f"“{name}” in the frame “{source}” is neither a role in lower-kebab nor a concept.")
    return frozenset(names)

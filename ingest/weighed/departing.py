"""Late chapters that say otherwise what the book has said before, time and again: they tell of other ways to play.

“Fiddling with it”, “For those who have had enough”: no list of words knows all headings of variants, but five cards in
hand instead of six and two spies instead of three are no slips.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ingest.frames.settings import VARIANT
from ingest.weighed.seen import Key
from schema.claims import StandingWord
from schema.folding import fold
from schema.reading import ClaimRead

STEP = " / "
"""What stands between the headings of a section."""


@dataclass(frozen=True, slots=True)
class DepartingSettings:
    """What such a chapter is. Of 50 books new to the weights 14 have one that is found so, asides by their headings;
    of the five seeds and eight samples none."""

    least: int = 2
    """So many facts it states otherwise, and more than it states alike."""
    plenty: int = 3
    """With fewer it must state nothing for the first time: two misread numbers do not undo a chapter of rules, which
    tells something new, while other ways to play change what was told."""
    late: float = 0.5
    """The share of a book's values that stand before it: a list of components is no rule, and comes first."""
    own: float = 0.5
    """So likely a value states this fact, of all that it may state."""
    score: float = 1.0
    """So much speaks for it, at least."""


class Statement(NamedTuple):
    """What one value of the book states."""

    key: Key
    value: str
    score: float
    at: int
    """The number of the value in the book."""


def departing(
    statements: Iterable[Statement],
    sections: Sequence[str],
    settings: DepartingSettings,
    explaining: Collection[str] = (),
) -> frozenset[int]:
    """The numbers of the values that stand in such chapters; `sections` tells where each value of the book stands.

    Chapters with words of `explaining` in their headings, questions and corrections, explain the book itself.
    """
    begin: dict[str, int] = {}
    within = {section: frozenset(_chapters(section)) for section in set(sections)}
    for at, section in enumerate(sections):
        for chapter in _chapters(section):
            begin.setdefault(chapter, at)
    late = [
        chapter
        for chapter, at in begin.items()
        if at >= settings.late * len(sections) and not any(word in fold(chapter) for word in explaining)
    ]
    stated: dict[Key, list[Statement]] = defaultdict(list)
    for each in statements:
        stated[each.key].append(each)
    alike, otherwise, first = Counter[str](), Counter[str](), Counter[str]()
    for said in stated.values():
        for chapter in late:
            before = [each for each in said if each.at < begin[chapter]]
            inside = {each.value for each in said if chapter in within[sections[each.at]]}
            if before and inside:
                usual = max(before, key=lambda each: each.score).value
                (alike if usual in inside else otherwise)[chapter] += 1
            first[chapter] += bool(inside) and not before
    found = {
        c for c in late if otherwise[c] >= (settings.plenty if first[c] else settings.least) and otherwise[c] > alike[c]
    }
    return frozenset(at for at, section in enumerate(sections) if not found.isdisjoint(within[section]))


def _chapters(section: str) -> Iterator[str]:
    """A section and all that it stands in, but for the book itself."""
    parts = section.split(STEP)
    return (STEP.join(parts[:depth]) for depth in range(min(2, len(parts)), len(parts) + 1))


def set_apart(found: Iterable[ClaimRead], apart: Collection[int]) -> list[ClaimRead]:
    """The claims, those of chapters of other ways to play as said of something else, unless they name the variant."""
    return [
        with_standing(read, "elsewhere")
        if read.passage in apart and not read.claim.subject.startswith(f"{VARIANT}:")
        else read
        for read in found
    ]


def with_standing(read: ClaimRead, standing: StandingWord) -> ClaimRead:
    """The claim with this standing, if it was asserted."""
    is_so = read.claim.standing == "asserted"
    return ClaimRead(read.claim.model_copy(update={"standing": standing}), read.passage) if is_so else read

"""What nearness is worth to frames, and the roles that have a meaning of their own."""

from collections.abc import Mapping
from dataclasses import dataclass

from ingest.frames.signs import AT_LEAST, AT_MOST, LOWER, RAISE
from schema.pack import CHANGE

THEM, JOINTS = "them", frozenset(["and", "or"])
CHANGES = frozenset([RAISE, LOWER, f"{CHANGE}:"])
EXTRA = "extra"
"""A role: so many more, or fewer, than usual."""
NUMBERED = frozenset(["phase", "stage", "step", "round"])
"""Roles of things that have numbers: “phase 3” counts nothing."""
SOURCE = "source"
"""A role: what is taken from a thing is not laid upon it. Frames exclude it right before what fills a slot."""
EXACTLY = "exactly"
"""A role: what tells that “one” behind it is a number."""
OTHERWISE = "otherwise"
"""A role: what holds where nothing said before does; the same words tell of other ways to play in a heading."""
INSTEAD, SOME = "instead", "some"
"""Roles of special cases: “two instead of three” and “some plots” state nothing of what is usual."""
BOUND = frozenset([AT_LEAST, AT_MOST])
"""Roles that hold for the clause they stand in and for no other."""
EXAMPLE, VARIANT, EDITION, FORMER, THIS = "example", "variant", "edition", "former", "this"
"""Roles: what is told beside an edition, or under a heading of a former one, was so in another printing of the game;
“this edition” is the one that is told of."""
ASKED, THUS = "asked", "thus"
"""Roles: a heading of questions that were asked, and what draws a conclusion: “so he keeps eight cards”."""
SAME = "same"
"""A role that points back to a number: “four for a map and the same for keys”."""
DEIXIS = 2
"""So many words may stand between “this” and “edition”."""
SIGNED = ("change", "amount", "signed")
ENDS = ("low", "high")
LISTED = ("low", "middle", "high")
FIGURES = (*SIGNED, *LISTED, "number", "range")
"""Slots of values that a number fills."""
TABLE = ("row", "column", "name")
TITLES = ("heading", "lead", "column", "corner")
"""Layers that give a name to what stands below or beside them."""
TITLE = 6
"""So many words of a first sentence are a title: “House rule we rather like.”"""
OUTSIDE = ("topic", "before", "earlier", "corner", "heading")
"""Layers of words that only stand around a clause."""
REMOTE = ("earlier", "corner", "heading")
"""Layers that stand farther off than right before the clause."""
CONTRAST = 1
"""So many words may stand between “instead” and the number."""
OPENING = 2
"""The last of the words with which a sentence opens."""
NEARNESS: Mapping[str, float] = {
    "column": 0.95, "row": 0.95, "name": 0.9, "lead": 0.8, "topic": 0.7, "before": 0.7, "earlier": 0.4, "corner": 0.4,
    "heading": 0.65,
}  # fmt: skip
"""What it is worth that a thing is said above the clause instead of in it."""
ROLE_ABOVE: Mapping[str, float] = {"before": 0.45, "topic": 0.55}
"""The same of roles, where that differs: what is done in one sentence is seldom done in the next one, too."""
TITLE_OF_TABLE = 0.85
"""The same of the heading over a table, which speaks of every cell."""
UNIT_ABOVE: Mapping[str, float] = {"topic": 0.4, "heading": 0.4, "before": 0.62}
"""The same of what a number counts, where that differs."""
POINTED = 0.8
"""What a number counts that points back to what was named: “two of them”."""
HERE_FIRST = 0.5
"""A noun of the same sentence that is so near to a number goes before all that are named outside of it."""


@dataclass(frozen=True, slots=True)
class FrameSettings:
    """What nearness is worth; chosen on tests/judges/rulebooks/*-work.md with benchmarks/rulebooks.py."""

    is_read: bool = True
    """Whether claims are found by frames beside patterns; off to measure what patterns find alone."""
    least_name: float = 80.0
    """Of 100: less like a name than this is another word."""
    least: float = 0.6
    """A worse fit states nothing."""
    margin: float = 0.04
    """Two claims that fit a number this much alike leave it to neither."""
    word: float = 0.03
    """What each word between lowers nearness."""
    word_behind: float = 0.1
    """The same for what a number counts, where it stands behind it: hardly more than an adjective comes between."""
    border: float = 0.08
    """What each comma, bracket or other border between lowers it."""
    apart: float = 0.35
    """The same for a noun behind its number: a comma or an “and” sets them apart."""
    number: float = 0.12
    """What each other number between lowers it."""
    behind: float = 0.12
    """A noun behind its number counts for more than one before it."""
    series: float = 0.75
    """A number without a noun of its own has that of the other numbers of its clause."""
    joint: int = 2
    """So many small words may stand between things that share a number: “for keys and for a map”."""
    parallel: int = 4
    """So many words may stand between each of several things and where each of them is: “keys brought to the tower”."""
    foreign: float = 0.5
    """What it costs when the noun beside the number is another one than what the frame counts."""
    said_here: float = 0.6
    """What a thing in the same sentence is worth at least, however far from the number."""
    counted: float = 0.3
    """What it costs when the noun has another number of its own right before it."""
    beside: float = 0.75
    """So near to a number a thing that must not be said is said of it."""
    lone_one: float = 0.5
    """“One” in letters may be no number at all."""
    paired_one: float = 0.9
    """How sure it is one where it has a thing of its own in a series."""
    ladder: int = 3
    """So many things of a kind in a row are a list of all that there are."""
    said_of_one: float = 0.03
    """What each thing that the frame wants adds to its being one."""
    unsaid: float = 0.9
    """How sure an amount is whose direction no word tells, where only one is possible."""
    turned: float = 0.8
    """So near a word must stand that tells another direction than the only one that is possible."""
    helpful: float = 0.05
    """What is won by each thing that a frame does not need but likes to see."""

"""How likely a value is what a book says of a fact, by all that speaks for it: a pattern, a frame, learnt weights."""

import math
from dataclasses import dataclass

NEVER = 0.003
"""No share counts for less than this, nor for more than all but this."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one value of a fact."""

    is_patterned: bool = False
    """Whether a pattern finds it."""
    fit: float = 0.0
    """How well the best frame fits that finds it where no pattern does; 0 where none does."""
    share: float = 0.0
    """How likely it is by learnt weights."""
    other: float = 0.0
    """How likely the likeliest other value is."""
    own: float = 0.0
    """How likely its places state this fact, of all that they may state."""
    is_late: bool = False
    """Whether a pattern or a frame finds another value before it."""
    is_uncounted: bool = False
    """Whether the likeliest place is no number for sure: “one”, “the first”."""
    is_guessed: bool = False
    """Whether that place does not say whose value it is."""
    is_untold: bool = False
    """Whether that place seems to tell another printing or what is denied."""
    is_example: bool = False
    """Whether that place tells an example. What a lone card can do is often told in one alone: of 14 values that only
    examples told in books new to the weights 13 were right."""
    is_added: bool = False
    """Whether other numbers of the book add up with it."""
    is_unadded: bool = False
    """Whether they add up with another value."""

    @property
    def is_found(self) -> bool:
        """Whether a pattern or a frame finds it."""
        return self.is_patterned or self.fit > 0


@dataclass(frozen=True, slots=True)
class DecisionSettings:
    """What each evidence is worth, in log odds; fitted by `benchmarks/sureness.py` to books that the weights had not
    seen. Settings fitted to the other sets told each set nearly as well as its own."""

    base: float = 0.08
    """Of any value."""
    patterned: float = 1.7
    """Where a pattern finds it."""
    framed: float = -2.5
    """Where a frame finds it and no pattern,"""
    fit: float = 3.6
    """and this for how well it fits, from 0 to 1."""
    share: float = 0.4
    """For each unit of the log odds of its share."""
    other: float = -0.49
    """The same of the likeliest other value."""
    alone: float = -0.66
    """Where neither a pattern nor a frame finds it."""
    late: float = -2.1
    """Where something else was found before it."""
    uncounted: float = -1.0
    """Where its place is no number for sure."""
    guessed: float = -0.6
    """Where its place does not say whose value it is."""
    untold: float = -1.5
    """Where its place seems to tell of something else."""
    added: float = 1.5
    """Where other numbers of the book add up with it."""
    unadded: float = -1.5
    """Where they add up with another value."""
    least: float = 0.72
    """A value that is less likely is not told."""
    unlikely: float = 0.4
    """In a book in the patterns' own words one of several values that patterns find is overruled below this, where
    another is told."""
    alone_share: float = 0.4
    """What neither a pattern nor a frame finds must be so likely,"""
    alone_own: float = 0.1
    """and so likely what its number is there for."""
    alone_known: float = 0.85
    """The same share in a book in the patterns' own words: in samples and real rulebooks six values that weights alone
    found were wrong below this and none above."""
    alone_uncounted: float = 0.999
    """The same of what may be no number."""
    known: float = 0.82
    """Where patterns find so much of what patterns and frames find together, they were made from a book in these words,
    and stand. In real rulebooks they find 0.88 and more of it, in 40 books in other words 0.25 to 0.75."""


def likelihood(evidence: Evidence, settings: DecisionSettings = DecisionSettings()) -> float:
    """How likely the value is right."""
    score = settings.base
    score += settings.patterned * evidence.is_patterned + settings.alone * (not evidence.is_found)
    score += settings.framed + settings.fit * evidence.fit if evidence.fit else 0.0
    score += settings.share * _log_odds(evidence.share) + settings.other * _log_odds(evidence.other)
    score += settings.late * evidence.is_late + settings.uncounted * evidence.is_uncounted
    score += settings.guessed * evidence.is_guessed + settings.untold * evidence.is_untold
    score += settings.added * evidence.is_added + settings.unadded * evidence.is_unadded
    return 1 / (1 + math.exp(-score))


def is_told(evidence: Evidence, settings: DecisionSettings = DecisionSettings()) -> bool:
    """Whether enough speaks for a value to state it."""
    is_alone = not evidence.is_found and not evidence.is_added
    if is_alone and (evidence.share <= settings.alone_share or evidence.own <= settings.alone_own):
        return False
    return likelihood(evidence, settings) > settings.least


def is_sure(evidence: Evidence, settings: DecisionSettings = DecisionSettings()) -> bool:
    """Whether a value is told even where patterns know the book and are silent of the fact."""
    is_plain = not (evidence.is_guessed or evidence.is_untold or evidence.is_example)
    least = settings.alone_uncounted if evidence.is_uncounted else settings.alone_known
    return evidence.is_found or (is_plain and evidence.share > least)


def _log_odds(share: float) -> float:
    held = min(max(share, NEVER), 1 - NEVER)
    return math.log(held / (1 - held))

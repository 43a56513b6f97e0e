"""Words that their language does not know, spelt as the reader of letters also saw them where that makes a known one.

Drawn letters look like others: a C like a G, a c like an e. The reader tells how likely each was; which of them people
write in a word it does not know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import log10, prod

from ingest.languages.frequency import how_common
from schema.reading import Word


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as it was read, and what else it may be."""

    step: int
    """Where it stands, in steps of its line."""
    sign: str
    sure: float
    others: tuple[tuple[str, float], ...] = ()
    """Other letters, each with how likely it is."""


@dataclass(frozen=True, slots=True)
class SeenWord(Word):
    """A word as it was read, and how else it may be spelt."""

    others: tuple[tuple[str, float], ...] = ()
    """Other spellings, each with how likely it is against the first."""


@dataclass(frozen=True, slots=True)
class SecondChoiceSettings:
    """When another spelling of a word is taken; chosen on ten titles of four games that were misread by a letter."""

    most: int = 3
    """So many letters of a word may be others."""
    shortest: int = 4
    """A shorter word is left as it was read: too many are words by chance."""
    unknown: float = 1.0
    """A word that is less common (Zipf) is not known."""
    known: float = 1.5
    """A spelling that is at least so common, less what it was less likely read (as a logarithm), is one."""


def other_spellings(
    letters: Sequence[Letter], settings: SecondChoiceSettings = SecondChoiceSettings()
) -> tuple[tuple[str, float], ...]:
    """How else a word may be spelt by the second choices for its letters."""
    doubtful = sum(bool(letter.others) for letter in letters)
    if not 0 < doubtful <= settings.most or len(letters) < settings.shortest:
        return ()
    choices = [((letter.sign, letter.sure), *letter.others) for letter in letters]
    first = prod(letter.sure for letter in letters)
    made = (("".join(s for s, _ in spelling), prod(sure for _, sure in spelling)) for spelling in product(*choices))
    return tuple((text, min(1.0, likely / first)) for text, likely in islice(made, 1, None))


def in_known_words(
    words: Sequence[Word], language: str, settings: SecondChoiceSettings = SecondChoiceSettings()
) -> tuple[Word, ...]:
    """The words, those that the language does not know spelt otherwise where it knows that."""
    return tuple(_spelt(word, language, settings) if isinstance(word, SeenWord) else word for word in words)


def _spelt(word: SeenWord, language: str, settings: SecondChoiceSettings) -> Word:
    if not word.others or how_common(_bare(word.text), language) >= settings.unknown:
        return word
    best, text = max(_known(word, language), default=(0.0, word.text))
    return replace(word, text=text) if best >= settings.known else word


def _known(word: SeenWord, language: str) -> Iterator[tuple[float, str]]:
    for text, likely in word.others:
        common = how_common(_bare(text), language)
        if common > 0:
            yield common + log10(likely), text


def _bare(text: str) -> str:
    return text.strip(".,!?:;…“”„\"'()[]").lower()

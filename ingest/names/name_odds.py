"""How likely a query is a misread name of a list, and how likely it is a name that the list does not hold.

A misread name is a name with letters taken for others, lost or added, at a rate that nobody knows beforehand. A strange
name is a run of letters such as those of the list. What the two say is compared, not how like two strings are:
“Mqgisxroto” can only be a misread “Magistrato”, while “Ombre” may well be another name than “Ombra”.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log

from rapidfuzz.distance import Levenshtein

from ingest.languages.frequency import how_common
from schema.folding import fold

SAME_SHAPE = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "5": "s", "2": "z", "q": "g", "c": "e", "u": "n", "h": "b", "f": "t", "y": "v"}
)
JOINED_SHAPES = (("rn", "m"), ("cl", "d"), ("vv", "w"))
_WORDS = re.compile(r"[^\W_]+")
_NUMBERING = re.compile(r"(?:[0-9]{1,3}[a-z]?|[ivx]{1,4})$")
_BEFORE, _AFTER = "\x02", "\x03"


@dataclass(frozen=True, slots=True)
class OddsSettings:
    """What goes wrong when names are read, and how strange names are; the shares are round numbers that nothing was
    fitted to, the others were chosen on German and Italian names of three games."""

    rates: tuple[float, ...] = (0.03, 0.12, 0.25)
    """Shares of misread letters, each as likely as the others."""
    confused: float = 0.45
    """Of misread letters: taken for one of the same shape."""
    replaced: float = 0.25
    """Of misread letters: taken for any other."""
    lost: float = 0.2
    """Of misread letters: not read at all."""
    added: float = 0.1
    """Of misread letters: read where none is printed."""
    other_letters: int = 25
    """As many letters one may be taken for."""
    order: int = 4
    """Letters of a strange name are told by so many less one before them."""
    signs: int = 60
    """A letter that the list never shows is one of so many."""
    strange_counts: float = 0.6
    """How much the letters of a strange name count: a list shows few of the names that there are."""
    sister: float = 0.05
    """How likely a name that is numbered otherwise is one that the list lacks."""
    real_words: float = 3.0
    """By how much (as a logarithm) another name is likelier where all that differs is a word of its language."""
    common: float = 2.0
    """From this frequency on (Zipf) it is one."""
    shortest_word: int = 3
    """A shorter run of letters is no word of its own."""


@dataclass(frozen=True, slots=True)
class Spelt:
    """A name as it is compared."""

    name: str
    letters: str
    """Folded letters and digits: recognition splits and joins words."""
    shape: str
    """The same with letters that recognition takes for each other made one."""


def spelt(name: str) -> Spelt:
    """The name as it is compared."""
    bare = letters(name)
    return Spelt(name, bare, shape(bare))


def letters(name: str) -> str:
    """The folded letters and digits of a name."""
    return "".join(filter(str.isalnum, fold(name)))


def shape(squeezed: str) -> str:
    """The letters with those that recognition confuses made the same."""
    for seen, meant in JOINED_SHAPES:
        squeezed = squeezed.replace(seen, meant)
    return squeezed.translate(SAME_SHAPE)


class Misreading:
    """How likely names are read as they were."""

    def __init__(self, settings: OddsSettings) -> None:
        said = settings
        self._settings = settings
        self._chances = [
            (
                log(1 - rate),
                log(rate * said.confused),
                log(rate * said.replaced / said.other_letters),
                log(rate * said.lost),
                log(rate * said.added / said.other_letters),
            )
            for rate in said.rates
        ]

    def chance(self, name: Spelt, query: Spelt) -> float:
        """The logarithm of how likely the name is read as the query."""
        lost = added = replaced = 0
        for kind, _, _ in Levenshtein.editops(name.shape, query.shape).as_list():
            if kind == "replace":
                replaced += 1
            elif kind == "delete":
                lost += 1
            else:
                added += 1
        unlike = lost + added + replaced
        confused = max(0, Levenshtein.distance(name.letters, query.letters) - unlike)
        kept = max(0, len(name.shape) - replaced - lost - confused)
        return log_sum(
            kept * right + confused * alike + replaced * other + lost * gone + added * more
            for right, alike, other, gone, more in self._chances
        ) - log(len(self._chances))

    def sister_chance(self, name: Spelt, query: Spelt) -> float | None:
        """How likely the query is the name with another number, as “II” for “III”; None where it tells no other."""
        stem, numbers = _numbered(query.name)
        known_stem, known = _numbered(name.name)
        if not numbers or len(numbers) != len(known) or list(map(shape, numbers)) == list(map(shape, known)):
            return None
        return self.chance(spelt(known_stem), spelt(stem)) + log(self._settings.sister)

    def is_reworded(self, name: Spelt, query: Spelt, language: str) -> bool:
        """Whether the query has other words than the name, all of them words of its language: nobody misreads so."""
        said = self._settings
        known = set(_WORDS.findall(name.name.casefold()))
        new = [word for word in _WORDS.findall(query.name.casefold()) if word not in known]
        return bool(new) and all(
            len(word) >= said.shortest_word and how_common(word, language) >= said.common for word in new
        )


class StrangeNames:
    """How likely a run of letters is a name, told by the runs of letters in the names of a list."""

    def __init__(self, names: Sequence[str], settings: OddsSettings) -> None:
        self._order = settings.order
        self._unseen = 1 / settings.signs
        self._counts: dict[str, int] = {}
        self._before: dict[str, tuple[int, int]] = {}
        """Of the letters before one: how often they stand, and before how many different ones."""
        self._likely: dict[str, float] = {}
        for name in names:
            for run in self._runs(name):
                for start in range(len(run)):
                    self._count(run[start:])

    def chance(self, name: str) -> float:
        """The logarithm of how likely a name of such letters is."""
        return sum(log(self._likely.get(run) or self._chance(run)) for run in self._runs(name))

    def _runs(self, name: str) -> list[str]:
        text = _BEFORE * (self._order - 1) + name + _AFTER
        return [text[at : at + self._order] for at in range(len(name) + 1)]

    def _count(self, run: str) -> None:
        often, different = self._before.get(run[:-1], (0, 0))
        seen = self._counts.get(run, 0)
        self._counts[run] = seen + 1
        self._before[run[:-1]] = often + 1, different + (not seen)

    def _chance(self, run: str) -> float:
        """Of the last letter behind the others; shorter runs count as far as longer ones are rare (Witten and Bell)."""
        if run not in self._likely:
            shorter = self._chance(run[1:]) if len(run) > 1 else self._unseen
            often, different = self._before.get(run[:-1], (0, 0))
            seen = self._counts.get(run, 0) + different * shorter
            self._likely[run] = seen / (often + different) if often else shorter
        return self._likely[run]


def log_sum(chances: Iterable[float]) -> float:
    """The logarithm of the sum of what these are logarithms of."""
    listed = list(chances)
    most = max(listed)
    return most + log(sum(exp(chance - most) for chance in listed))


def _numbered(name: str) -> tuple[str, list[str]]:
    """A name without what numbers it (figures, Roman figures, a last letter by itself), and these."""
    words = _WORDS.findall(fold(name))
    last = len(words) - 1
    numbers = [at for at, w in enumerate(words) if at and (_NUMBERING.match(w) or (at == last and len(w) == 1))]
    return "".join(w for at, w in enumerate(words) if at not in numbers), [words[at] for at in numbers]

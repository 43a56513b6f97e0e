"""The words of a game at the table in one language: titles of cards, names of concepts, sentences of the program."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from rapidfuzz import process

from rules_engine.playable import Playable, find_playable
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.labels import LABELS
from rules_engine.words import ENGLISH
from schema.folding import fold

ThingT = TypeVar("ThingT")
ByLanguage = Mapping[str, Mapping[str, str]]
NEAR = 70
"""From this likeness of 100 on, a card is offered for a name that fits none."""


@dataclass(frozen=True)
class TableWords:
    """How cards and concepts are called, and what the program says."""

    language: str
    titles: Mapping[str, str]
    """Titles of cards by code."""
    names: Mapping[tuple[str, str], str]
    """Names of concepts by kind and code."""
    endings: tuple[str, ...]
    """Kinds of concepts that name how games end, or who won them."""
    labels: ByLanguage
    """What stands on the game's own table; a language that is not here is spoken to in English."""

    @cached_property
    def _labels(self) -> Mapping[str, str]:
        common, own = (by.get(self.language, by.get(ENGLISH, {})) for by in (LABELS, self.labels))
        return {**common, **own}

    @cached_property
    def _shared(self) -> frozenset[str]:
        """Titles of more than one card."""
        counts = Counter(self.titles.values())
        return frozenset(title for title, count in counts.items() if count > 1)

    def say(self, label: str, **values: object) -> str:
        """A sentence or label of the program."""
        return self._labels[label].format(**values)

    def card(self, code: str) -> str:
        """The title of a card."""
        return self.titles.get(code) or spelled(code)

    def told_apart(self, code: str) -> str:
        """The title of a card, with the end of its code where several cards have that title."""
        title = self.card(code)
        return f"{title} {code.rpartition('-')[2]}" if title in self._shared else title

    def name(self, kind: str, code: str) -> str:
        """The name of a concept."""
        return self.names.get((kind, code)) or spelled(code)

    def outcome(self, code: str) -> str:
        """The name of a result; empty when the code is."""
        named = (self.names.get((kind, code)) for kind in self.endings)
        return next(filter(None, named), spelled(code))

    def has(self, label: str) -> bool:
        """Whether the program has a sentence or label of this name."""
        return label in self._labels

    def cards_called(self, text: str) -> list[str]:
        """The codes of the cards with this title or code, or whose title begins so, without regard to diacritics."""
        wanted = fold(text.strip())
        called = [(code, fold(title)) for code, title in self.titles.items()]
        same = [code for code, title in called if wanted in (title, code)]
        return same or [code for code, title in called if title.startswith(wanted) or code.startswith(wanted)]

    def nearest(self, text: str) -> str | None:
        """The title that is most like this one, if any is."""
        titles = {title: fold(title) for title in self.titles.values()}
        found = process.extractOne(fold(text), titles, score_cutoff=NEAR)
        return str(found[2]) if found else None


def spelled(code: str) -> str:
    """A code as words, for what has no name."""
    return code.replace("-", " ").capitalize()


def words_of(ruleset: Ruleset, language: str, labels: ByLanguage | None = None) -> TableWords:
    """The words of a game in a language; English, then any other language, where it has none."""
    playable = find_playable(ruleset.game) or Playable()
    words = ruleset.words
    return TableWords(
        language,
        _preferred(((code, spoken, title) for spoken, code, title in words.titles), language),
        _preferred((((kind, code), spoken, text) for spoken, kind, code, text in words.names), language),
        playable.endings,
        labels or {},
    )


def _preferred(found: Iterable[tuple[ThingT, str, str]], language: str) -> dict[ThingT, str]:
    """The first text of each thing in the best language it has."""
    best: dict[ThingT, tuple[int, str]] = {}
    for thing, spoken, text in found:
        rank = 0 if spoken == language else 1 if spoken == ENGLISH else 2
        if text and (thing not in best or rank < best[thing][0]):
            best[thing] = (rank, text)
    return {thing: text for thing, (_, text) in best.items()}

"""Words for codes, effects, actions and events, from the phrasebooks and names in the rows."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from schema.notation import Line, Vocabulary
from schema.phrasebook import Phrasebook, Unspeakable
from schema.reading import ConceptKey

ThingT = TypeVar("ThingT")
ENGLISH = "en"
CARD = "card"
"""The kind under which titles of cards are kept."""


@dataclass(frozen=True, slots=True)
class Naming:
    """By which kinds of concepts a game's events and actions name things; what is not listed is a card."""

    data: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the names of the data of events."""
    verbs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the first word of an action."""
    other: tuple[str, ...] = (CARD,)
    """What the words of any other action may be."""


UNTRANSLATED = "*"
"""Behind a title that is printed in another language only."""


@dataclass(frozen=True)
class LanguageNames:
    """How cards and concepts are called in one language; in English, else in any other, where it has no word."""

    language: str
    titles: Mapping[str, str]
    """Titles of cards by code."""
    names: Mapping[tuple[str, str], str]
    """Names of concepts by kind and code."""

    @cached_property
    def _shared(self) -> frozenset[str]:
        """Titles of more than one card."""
        counts = Counter(self.titles.values())
        return frozenset(title for title, count in counts.items() if count > 1)

    def told_apart(self, code: str) -> str | None:
        """The title of a card, with the end of its code where several cards have that title."""
        title = self.titles.get(code)
        return f"{title} {code.rpartition('-')[2]}" if title in self._shared else title


@dataclass(frozen=True)
class Words:
    """What the rows say in each language."""

    phrases: Sequence[tuple[str, str, str]] = ()
    names: Sequence[tuple[str, str, str, str]] = ()
    titles: Sequence[tuple[str, str, str]] = ()
    naming: Naming = field(default_factory=Naming)
    _books: dict[str, Phrasebook] = field(default_factory=dict)
    _named: dict[str, LanguageNames] = field(default_factory=dict)

    @property
    def languages(self) -> list[str]:
        """The languages in which the game's concepts have names."""
        return sorted({language for language, *_ in self.names})

    def render(self, line: Line, language: str, vocabulary: Vocabulary) -> str | None:
        """What a line says, where the language has words for all of it."""
        if language not in self._books:
            names: dict[ConceptKey, list[str]] = {}
            for spoken, kind, code, text in self.names:
                if spoken == language:
                    names.setdefault(ConceptKey(kind, code), []).append(text)
            entries = {form: [wording] for spoken, form, wording in self.phrases if spoken == language}
            self._books[language] = Phrasebook(language, entries, vocabulary, names)
        try:
            return self._books[language].render(line)
        except Unspeakable:
            return None

    def datum(self, name: str, value: str, language: str) -> str:
        """What stands under that name in an event, in words."""
        return self.word(value, language, self.naming.data.get(name, (CARD,)))

    def action(self, action: str, language: str) -> str:
        """An action with the names of what it speaks of in place of their codes."""
        verb, *rest = action.split()
        kinds = self.naming.verbs.get(verb, self.naming.other)
        return " ".join([verb, *(self.word(word, language, kinds) for word in rest)])

    def word(self, code: str, language: str, kinds: Sequence[str] = (CARD,)) -> str:
        """The name of a code, or the code itself."""
        spoken = self.names_in(language)
        found = (spoken.told_apart(code) if kind == CARD else spoken.names.get((kind, code)) for kind in kinds)
        return next(filter(None, found), code)

    def names_in(self, language: str) -> LanguageNames:
        """What everything is called in a language."""
        if language not in self._named:
            titles = _preferred(((code, spoken, title) for spoken, code, title in self.titles), language)
            titles |= {code: titles[code] + UNTRANSLATED for code in self.untranslated(language)}
            names = _preferred((((kind, code), spoken, text) for spoken, kind, code, text in self.names), language)
            self._named[language] = LanguageNames(language, titles, names)
        return self._named[language]

    def rendered(self, code: str, kind: str, language: str) -> str | None:
        """Our own name for a card whose title is printed in another language only, where we have one."""
        title, name = self.names_in(language).titles.get(code, ""), self.names_in(language).names.get((kind, code))
        return name if title.endswith(UNTRANSLATED) and name != title.removesuffix(UNTRANSLATED) else None

    def untranslated(self, language: str) -> list[str]:
        """The cards without a title in a language in which the game is spoken of."""
        if language == ENGLISH or language not in self.languages:
            return []
        titled = {code for spoken, code, title in self.titles if spoken == language and title}
        return [code for code in dict.fromkeys(code for _, code, title in self.titles if title) if code not in titled]


def _preferred(found: Iterable[tuple[ThingT, str, str]], language: str) -> dict[ThingT, str]:
    """The first text of each thing in the best language it has."""
    best: dict[ThingT, tuple[int, str]] = {}
    for thing, spoken, text in found:
        rank = 0 if spoken == language else 1 if spoken == ENGLISH else 2
        if text and (thing not in best or rank < best[thing][0]):
            best[thing] = (rank, text)
    return {thing: text for thing, (_, text) in best.items()}

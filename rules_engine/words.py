"""Words for codes, effects, actions and events, from the phrasebooks and names in the rows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from schema.notation import Line, Vocabulary
from schema.phrasebook import Phrasebook, Unspeakable
from schema.reading import ConceptKey

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


@dataclass(frozen=True)
class Words:
    """What the rows say in each language."""

    phrases: Sequence[tuple[str, str, str]] = ()
    names: Sequence[tuple[str, str, str, str]] = ()
    titles: Sequence[tuple[str, str, str]] = ()
    naming: Naming = field(default_factory=Naming)
    _books: dict[str, Phrasebook] = field(default_factory=dict)
    _said: dict[str, dict[tuple[str, str], str]] = field(default_factory=dict)

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
        """The name of a code in the language, else in English, else the code itself."""
        for spoken in dict.fromkeys((language, ENGLISH)):
            if spoken not in self._said:
                self._said[spoken] = self._gather(spoken)
            for kind in kinds:
                if (kind, code) in self._said[spoken]:
                    return self._said[spoken][kind, code]
        return code

    def _gather(self, language: str) -> dict[tuple[str, str], str]:
        """Names by kind and code; titles that several cards share are told apart by the end of their codes."""
        said: dict[tuple[str, str], str] = {}
        for spoken, kind, code, text in self.names:
            if spoken == language:
                said.setdefault((kind, code), text)
        titles = {code: title for spoken, code, title in reversed(self.titles) if spoken == language and title}
        counts = Counter(titles.values())
        for code, title in titles.items():
            said[CARD, code] = f"{title} {code.rpartition('-')[2]}" if counts[title] > 1 else title
        return said

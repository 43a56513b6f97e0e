"""Words for codes, effects, actions and events, from the phrasebooks and names in the rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from schema.notation import Line, Vocabulary
from schema.phrasebook import Phrasebook, Unspeakable
from schema.reading import ConceptKey

ENGLISH = "en"
VALUE_KINDS = ("deck", "pile", "place", "side", "group", "score")
"""Kinds of concepts whose codes stand in events and actions beside cards."""


@dataclass(frozen=True)
class Words:
    """What the rows say in each language."""

    phrases: Sequence[tuple[str, str, str]] = ()
    names: Sequence[tuple[str, str, str, str]] = ()
    titles: Sequence[tuple[str, str, str]] = ()
    _books: dict[str, Phrasebook] = field(default_factory=dict)
    _said: dict[str, dict[str, str]] = field(default_factory=dict)

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

    def word(self, code: str, language: str) -> str:
        """The name of a card or other code in the language, else in English, else the code itself."""
        if language not in self._said:
            self._said[language] = self._gather(language)
        return self._said[language].get(code) or (self.word(code, ENGLISH) if language != ENGLISH else code)

    def _gather(self, language: str) -> dict[str, str]:
        said: dict[str, str] = {}
        for spoken, kind, code, text in self.names:
            if spoken == language and kind in VALUE_KINDS:
                said.setdefault(code, text)
        return said | self._cards(language)

    def _cards(self, language: str) -> dict[str, str]:
        """Titles of cards; those that several cards share are told apart by the end of their codes."""
        titles = {code: title for spoken, code, title in reversed(self.titles) if spoken == language and title}
        shared = {title for title in titles.values() if list(titles.values()).count(title) > 1}
        return {code: f"{t} {code.rpartition('-')[2]}" if t in shared else t for code, t in titles.items()}

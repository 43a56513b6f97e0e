"""The words of a game at the table in one language: titles of cards, names of concepts, sentences of the program."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import process

from rules_engine.playable import playable_of
from rules_engine.ruleset import Ruleset
from rules_engine.words import ENGLISH, UNTRANSLATED, LanguageNames
from schema.catalogue import attribute_words, section
from schema.folding import fold

NEAR = 70
"""From this likeness of 100 on, a card is offered for a name that fits none."""


@dataclass(frozen=True)
class TableWords(LanguageNames):
    """How cards and concepts are called, and what the program says."""

    endings: tuple[str, ...]
    """Kinds of concepts that name how games end, or who won them."""
    game: str

    @cached_property
    def _labels(self) -> Mapping[str, str]:
        return {**self.said("program"), **self.said("game", self.game, "table")}

    def said(self, *names: str) -> Mapping[str, str]:
        """A section of the catalogue, in English where it does not have the language."""
        by_language = section(*names)
        return by_language.get(self.language, by_language[ENGLISH])

    def say(self, label: str, **values: object) -> str:
        """A sentence or label of the program."""
        return self._labels[label].format(**values)

    def card(self, code: str) -> str:
        """The title of a card."""
        return self.titles.get(code) or spelled(code)

    def name(self, kind: str, code: str) -> str:
        """The name of a concept."""
        return self.names.get((kind, code)) or spelled(code)

    def called(self, word: str) -> str:
        """A word of the game, whatever it stands for; one that names nothing as it is."""
        return self.titles.get(word) or self._by_code.get(word, word)

    @cached_property
    def _by_code(self) -> Mapping[str, str]:
        return {code: name for (_, code), name in reversed(list(self.names.items()))}

    def part(self, code: str) -> str:
        """A part of the game that is left out: what a space does, a delivery, the score, or a variant by its name."""
        kind, _, name = code.partition(":")
        label = f"part-{kind}"
        return self.say(label, name=self.called(name)) if self.has(label) else self.called(code)

    def fact(self, attribute: str, value: str) -> str:
        """A fact of a card, with words in place of codes."""
        said = attribute_words(self.game, self.language)
        label = said.get(attribute) or ", ".join(said.get(part) or self.called(part) for part in attribute.split("."))
        named = (
            "/".join(self.names.get((attribute, one)) or self.called(one) for one in word.split("/"))
            for word in value.split()
        )
        return f"{label}: {', '.join(named)}"

    def origin(self, code: str) -> str:
        """Where something comes from."""
        return self.said("codes", "origin_told")[code]

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
        called = [(code, fold(title.removesuffix(UNTRANSLATED))) for code, title in self.titles.items()]
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


def words_of(ruleset: Ruleset, language: str) -> TableWords:
    """The words of a game in a language."""
    named = ruleset.words.names_in(language)
    return TableWords(language, named.titles, named.names, playable_of(ruleset).endings, ruleset.game)

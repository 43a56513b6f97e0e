"""Actions in words, from the phrases in the rows."""

from functools import cached_property
from typing import Any

from rules_engine.words import CARD, ENGLISH
from schema.phrases import NestedClause
from schema.play_words import CHOSEN_KINDS

PLACE = "places in {pile}"


class Speech:
    """Speaks of a game that is played from rows."""

    def __init__(self, ruleset: Any) -> None:
        self._ruleset = ruleset

    @cached_property
    def _phrases(self) -> dict[tuple[str, str], str]:
        return {(language, notation): wording for language, notation, wording in self._ruleset.words.phrases}

    @cached_property
    def _forms(self) -> dict[str, str]:
        return {action.code: action.spelled for action in self._ruleset.frame.play.action}

    def _worded(self, notation: str, language: str) -> str | None:
        return self._phrases.get((language, notation)) or self._phrases.get((ENGLISH, notation))

    def action(self, action: str, language: str) -> str:
        """An action as the phrasebook says it; without words for it, its code; empty where it is spelled otherwise."""
        code, *words = action.split()
        if code not in self._forms:
            return ""
        taken = self._ruleset.frame.taken.get(code, {})
        wording = self._worded(self._forms.get(code, ""), language)
        told = [self._told(choice, word, language) for choice, word in zip(taken.values(), words, strict=False)]
        if wording is None:
            return " ".join([code, *told])
        return wording.format_map(dict(zip(taken, told, strict=False)))

    def _told(self, choice: NestedClause, word: str, language: str) -> str:
        kind = CHOSEN_KINDS[choice.form]
        if kind == "card" and choice.form != PLACE:
            return str(self._ruleset.words.word(word, language, (CARD,)))
        if kind == "number" or choice.form == PLACE:
            return word
        naming = self._ruleset.words.naming
        return str(self._ruleset.words.word(word, language, naming.data.get("value", naming.other)))

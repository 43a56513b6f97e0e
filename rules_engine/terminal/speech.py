"""Actions and events as sentences: a game's own where it has them in the language, else what the engine says."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules_engine.events import Event
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.words import TableWords, spelled
from rules_engine.words import CARD

ANY_WORD = "word"
"""What the names of slots begin with that take any word; those that are not listed take numbers."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Speaks of a game in one language."""

    ruleset: Ruleset
    words: TableWords
    slots: Mapping[str, str] = field(default_factory=dict)
    """Kinds of concepts that a slot of a sentence may name; one called card, or listed as that, names a card."""

    def action(self, action: str) -> str:
        """An action as a sentence."""
        given = action.split()
        for form, sentence in self._own("actions").items():
            values = self._values(form.split(), given)
            if values is not None:
                return sentence.format_map(values)
        # An action that is a single word is often the name of what is chosen.
        named = next((slot for slot in self.slots if self._fits(slot, action)), None)
        return self._told(named, action) if named else self.ruleset.say(action, self.words.language)

    def event(self, event: Event) -> str:
        """What happened, in a sentence."""
        sentence = self._own("events").get(event.kind)
        if sentence is None:
            return self.ruleset.tell(event, self.words.language)
        return sentence.format_map({slot: self._told(slot, str(value)) for slot, value in event.data.items()})

    def _own(self, part: str) -> Mapping[str, str]:
        """What the game's own part of the catalogue says of actions, events, or words in them."""
        return self.words.said("game", self.ruleset.game, part)

    def _values(self, form: list[str], given: list[str]) -> dict[str, str] | None:
        """What stands in the slots of a form, or none when the action is not of that form."""
        if len(form) != len(given):
            return None
        values: dict[str, str] = {}
        for part, word in zip(form, given, strict=True):
            if not part.startswith("{"):
                if part != word:
                    return None
                continue
            slot = part.strip("{}")
            if not self._fits(slot, word):
                return None
            values[slot] = self._told(slot, word)
        return values

    def _kinds(self, slot: str) -> list[str]:
        return self.slots.get(slot, CARD if slot == CARD else "").split()

    def _fits(self, slot: str, word: str) -> bool:
        kinds = self._kinds(slot)
        if kinds == [CARD]:
            return word in self.words.titles
        if kinds:
            return any((kind, word) in self.words.names for kind in kinds)
        return slot.startswith(ANY_WORD) or word.isdecimal()

    def _called(self, code: str) -> str:
        """What something is called that is no card, of whatever kind it is."""
        return next((name for (_, known), name in self.words.names.items() if known == code), None) or spelled(code)

    def _told(self, slot: str, value: str) -> str:
        kinds = self._kinds(slot)
        if kinds == [CARD]:
            return self.words.told_apart(value) or self._called(value)
        named = (self.words.names.get((kind, value)) for kind in kinds)
        own = self._own("words")
        # Several words, such as the faces of dice, are told one by one.
        return (
            next(filter(None, named), None)
            or own.get(value)
            or " ".join(own.get(word, word) for word in value.split(" "))
        )

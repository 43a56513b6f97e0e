"""What can be chosen, as Python: loops over what a row takes, and from the words of a choice back to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules_engine.from_rows.compiling import Compiler, Scope
from rules_engine.from_rows.expressions import Sifted
from rules_engine.from_rows.layout import Layout
from rules_engine.from_rows.writing import identifier, indented
from schema.phrases import NestedClause, Word

FACE_DOWN = "face-down"
"""How a card is called that lies so."""


SPELLED_ONCE = ("{cards}", "{spaces}")
"""Choices whose spelling depends on a card alone."""
NOTHING_TAKEN = NestedClause("", ())


@dataclass(frozen=True)
class Choosing:
    """What one row takes, on its way into Python."""

    compiler: Compiler
    spelled: str
    """How a choice is spelled, with what is taken in braces."""
    taken: Mapping[str, NestedClause]
    scope: Scope
    """Without what is taken."""

    @property
    def layout(self) -> Layout:
        """Of the game."""
        return self.compiler.layout

    @property
    def within(self) -> Scope:
        """The scope with all that is taken."""
        return self._scope(len(self.taken))

    def _scope(self, count: int) -> Scope:
        scope = self.scope
        return Scope(scope.parameters, scope.slots, (*scope.taken, *list(self.taken)[:count]), scope.verb)

    @property
    def names(self) -> list[str]:
        """What is taken, as names of Python."""
        return [identifier(name) for name in self.taken]

    def loops(self, leaf: Sequence[str], condition: str = "") -> list[str]:
        """Loops over everything that can be taken, around what is done with it."""
        body = [f"if {condition}:", *indented(leaf)] if condition else list(leaf)
        for number, (name, choice) in reversed(list(enumerate(self.taken.items()))):
            loop = self._loop(identifier(name), choice, self._scope(number))
            body = [*loop, *indented(body, len(loop) if choice.form == "{cards}" else min(len(loop), 2))]
        return body

    def _parts(self, choice: NestedClause, scope: Scope) -> list[str]:
        return [self.compiler.expression(part, scope) for part in choice.parts]

    def _loop(self, name: str, choice: NestedClause, scope: Scope) -> list[str]:
        parts = self._parts(choice, scope)
        if choice.form == "{low=number} to {high=number}":
            return [f"for {name} in range({parts[0]}, {parts[1]} + 1):"]
        if choice.form == "{cards}":
            cards = parts[0]
            return cards.loop(name) if isinstance(cards, Sifted) else [f"for {name} in {cards}:"]
        if choice.form == "places in {pile}":
            return [f"for place_of_{name}, {name} in enumerate({parts[0].lying}, 1):"]  # type: ignore[attr-defined]
        return [f"for {name} in {self._listed(choice, parts)}:"]

    def _listed(self, choice: NestedClause, parts: Sequence[str]) -> str:
        """Where the same can be chosen always, all of it."""
        if choice.form in ("{spaces}", "{seats}"):
            return parts[0]
        if choice.form == "either {a=word} or {b=word}":
            return f"({', '.join(parts)})"
        assert isinstance(choice.parts[0], Word)
        values = [value for value in self.layout.attributes[choice.parts[0].code] if value is not None]
        is_word = choice.form == "words of {trait}"
        return repr(tuple(dict.fromkeys(values) if is_word else sorted(set(values))))

    def is_single(self, choice: NestedClause) -> bool:
        """Whether all cards that can be chosen are called differently, whatever happens."""
        layout = self.layout
        if choice.form != "{cards}":
            return True
        if len(set(layout.codes)) == len(layout.codes):
            return True
        cards = choice.parts[0]
        while isinstance(cards, NestedClause):
            if cards.form == "{cards} with {trait} {word}" and cards.parts[1] == Word("trait", "deck"):
                return self._is_of_single(cards) and not _is_face_up(layout, cards)
            cards = cards.parts[0] if cards.parts else Word("cards", "")
        return False

    def _is_of_single(self, cards: NestedClause) -> bool:
        """Whether each card of the deck that a phrase speaks of is there once."""
        deck = cards.parts[2]
        named = self.scope.slots.get(deck.code, deck.code) if isinstance(deck, Word) else ""
        codes = [code for code, of in zip(self.layout.codes, self.layout.decks, strict=True) if of == named]
        return bool(codes) and len(codes) == len(set(codes))

    def listed(self, condition: str = "") -> list[str]:
        """A function that lists the words of all choices, each once."""
        if all(self.is_single(choice) for choice in self.taken.values()):
            loops = self.loops([f"options.append({self.words()})"], condition)
            return ["options = []", *loops, "return options"]
        return ["found = {}", *self.loops([f"found[{self.words()}] = None"], condition), "return list(found)"]

    def words(self) -> str:
        """The spelling of a choice, as an f-string."""
        said = self.spelled
        for slot, word in self.scope.slots.items():
            said = said.replace(f"{{{slot}}}", word)
        said = said.replace("{there}", f"{{{self.compiler.name_of('there')}}}") if "{there}" in said else said
        (name, choice), *others = self.taken.items() or [("", NOTHING_TAKEN)]
        if not others and said.count("{") == 1 and choice.form in SPELLED_ONCE:
            return self._said(said, name, choice)
        for name, choice in self.taken.items():
            said = said.replace(f"{{{name}}}", f"{{{self._word(name, choice)}}}")
        return f'f"{said}"' if "{" in said else repr(said)

    def _said(self, said: str, name: str, choice: NestedClause) -> str:
        """Where one card or space is chosen, the spelling was made once for each card."""
        slot, name = f"{{{name}}}", identifier(name)
        listed = self.compiler.source.constant("said", tuple(said.replace(slot, code) for code in self.layout.codes))
        if choice.form == "{spaces}" and self.layout.places:
            said_so = tuple(said.replace(slot, code) for code in self.layout.places)
            return f"{self.compiler.source.constant('said_of_place', said_so)}[{name}]"
        if choice.form == "{spaces}":
            row = self.compiler.frame.play.space[0]
            lying = self.layout.zone_places[row.called].of(name).lying
            return f"{listed}[{lying}[-1]] if {lying} else {said.replace(slot, row.otherwise)!r}"
        if self._card(name, choice).startswith("CODES"):
            return f"{listed}[{name}]"
        return f"{said.replace(slot, FACE_DOWN)!r} if state.down >> {name} & 1 else {listed}[{name}]"

    def _word(self, name: str, choice: NestedClause) -> str:
        name = identifier(name)
        if choice.form == "{cards}":
            return self._card(name, choice)
        if choice.form == "places in {pile}":
            return f"place_of_{name}"
        if choice.form == "{seats}":
            return f"table.seats[{name}]"
        return self.compiler.name_of(name) if choice.form == "{spaces}" else name

    def _card(self, name: str, choice: NestedClause) -> str:
        is_seen = not any(zone.seen == "face-up" for zone in self.layout.play.zone) or self.is_single(choice)
        return f"CODES[{name}]" if is_seen else f"({FACE_DOWN!r} if state.down >> {name} & 1 else CODES[{name}])"

    def bind(self) -> list[str]:
        """From the words of a choice to what it stands for, in the order of taking."""
        said = self.spelled.split()
        lines = ["words = words.split(' ')"]
        for number, (name, choice) in enumerate(self.taken.items()):
            at = said.index(f"{{{name}}}")
            lines += self._bound(identifier(name), choice, f"words[{at}]", self._scope(number))
        names = "".join(f"{identifier(name)}, " for name in self.taken)
        return [*lines, f"return ({names})"]

    def _bound(self, name: str, choice: NestedClause, word: str, scope: Scope) -> list[str]:
        parts = self._parts(choice, scope)
        if choice.form == "{cards}":
            return self._found(name, parts[0], self._card(name, choice), word)
        if choice.form == "places in {pile}":
            return [f"{name} = {parts[0].lying}[int({word}) - 1]"]  # type: ignore[attr-defined]
        if choice.form == "{seats}":
            return [f"{name} = table.seats.index({word})"]
        if choice.form == "{spaces}":
            return self._found(name, parts[0], self.compiler.name_of(name), word)
        is_number = choice.form in ("{low=number} to {high=number}", "numbers of {measure}")
        return [f"{name} = int({word})" if is_number else f"{name} = {word}"]

    def _found(self, name: str, among: str, called_so: str, word: str) -> list[str]:
        """The first that is called so, or a ValueError."""
        return [
            f"for {name} in {among}:",
            f"    if {called_so} == {word}:",
            "        break",
            "else:",
            f"    raise ValueError({word})",
        ]

    def static(self, name: str) -> tuple[str, ...]:
        """What can always be chosen."""
        choice = self.taken[name]
        return tuple(
            part.strip("'") for part in self._listed(choice, self._parts(choice, self.scope))[1:-1].split(", ")
        )

    def is_static(self, name: str) -> bool:
        """Whether the same can always be chosen."""
        return self.taken[name].form in ("either {a=word} or {b=word}", "words of {trait}", "numbers of {measure}")


def _is_face_up(layout: Layout, cards: NestedClause) -> bool:
    """Whether a phrase speaks of a zone in which cards can lie face-down."""
    down = {zone.code for zone in layout.play.zone if zone.seen == "face-up"}
    return bool(down & set(cards.words))

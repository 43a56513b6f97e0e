"""The general words that ask, as Python: each form with the expression that is written for it.

What stands in the slots has been written already. In what is written `state` is the state, `zones`, `counters` and
`marks` are parts of it, `actor` is whoever acts; what a phrase asks about is `it`, `they` or `there`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules_engine.from_rows.layout import Place

Written = str | Callable[..., "str | Place"]


@dataclass(frozen=True, slots=True)
class Means:
    """A number that is worked out or stated, of a seat, a card or a space, by a function of its own."""

    function: str
    owner: str

    def of(self, whose: str) -> str:
        """The call of the function."""
        if self.owner == "space":
            return f"{self.function}[{whose}]"
        return f"{self.function}(state, actor, {whose})" if self.owner == "card" else f"{self.function}(state, {whose})"


def _of(own: Place | Means, whose: str) -> str:
    return own.of(whose) if isinstance(own, Means) else own.of(whose).value


def _every(own: Place | Means, best: str) -> str:
    return f"{best}([{_of(own, 'they')} for they in range(state.players)])"


def _in_every(own: Place) -> str:
    """Zones of the seats that play, or of all spaces."""
    end = "state.players" if own.owner == "player" else "table.layout.spaces"
    return f"[each for held in zones[{own.base} : {own.base} + {end}] for each in held]"


def _lines(cards: str, lines: str) -> str:
    """Of one card what it does then; of several, one after the other."""
    if cards.startswith("[") and cards[1:-1].isidentifier():
        return f"{lines}[{cards[1:-1]}]"
    return f"[line for each in {cards} for line in {lines}[each]]"


EXPRESSIONS: Mapping[str, Written] = {
    "{tally}": lambda tally: tally.value,
    "{held=seat-holder}": lambda held: held.value,
    "{held=card-holder}": lambda held: held.value,
    "{held=word-holder}": lambda held: held.value,
    "{held=space-holder}": lambda held: held.value,
    "{own=player-number} of {seat}": lambda own, seat: own.of(seat),
    "{own=card-number} of {card}": lambda own, card: own.of(card),
    "{own=space-number} of {space}": lambda own, space: own.of(space),
    "{own=space-tally} of {space}": lambda own, space: own.of(space),
    "sum of {own=space-tally|space-number} of {spaces}": lambda own, spaces: (
        f"sum([{_of(own, 'there')} for there in {spaces}])"
    ),
    "{own=player-space-holder} of {seat}": lambda own, seat: own.of(seat).value,
    "space called {word}": "PLACES.index({word})",
    "spaces next to {space}": "NEXT_TO[{space}]",
    "{own=player-tally} of {seat}": lambda own, seat: own.of(seat),
    "{own=card-tally} of {card}": lambda own, card: own.of(card),
    "{own=player-pile} of {seat}": lambda own, seat: own.of(seat),
    "{own=space-pile} of {space}": lambda own, space: own.of(space),
    "{own=player-cup} of {seat}": lambda own, seat: own.of(seat),
    "count of {cards}": "len({cards})",
    "count of {dice}": "len({dice})",
    "count of {spaces}": "len({spaces})",
    "count of seats where {condition}": "sum([1 for they in range(state.players) if {condition}])",
    "total of {dice}": "sum({dice})",
    "sum of {measure} of {cards}": "sum([{measure}[each] for each in {cards}])",
    "sum of {own=card-tally} of {cards}": lambda own, cards: (
        f"(sum([{own.of('each').value} for each in {cards}]) if marks else 0)"
    ),
    "highest {measure} of {cards}": "max([{measure}[each] for each in {cards}], default=0)",
    "lowest {measure} of {cards}": "min([{measure}[each] for each in {cards}], default=0)",
    "highest {own=player-tally|player-number}": lambda own: _every(own, "max"),
    "lowest {own=player-tally|player-number}": lambda own: _every(own, "min"),
    "{measure} of {card}": "{measure}[{card}]",
    "{trait} of {card}": "{trait}[{card}]",
    "{a=number} but at most {b=number}": "min({a}, {b})",
    "{a=number} but at least {b=number}": "max({a}, {b})",
    "{number} when {condition}": "({number} if {condition} else 0)",
    "{a=number} plus {b=number}": "({a} + {b})",
    "{a=number} minus {b=number}": "({a} - {b})",
    "{a=number} times {b=number}": "{a} * {b}",
    "half of {number}": "({number} + 1) // 2",
    "{a=number} then {b=number}": "({a}, {b})",
    "seat after {seat}": "({seat} + 1) % state.players",
    "seat before {seat}": "({seat} - 1) % state.players",
    "next seat from {seat} where {condition}": (
        "next((they for they in seats_from(state, {seat}) if {condition}), {seat})"
    ),
    "owner of {card}": "owner_of(table, state, {card})",
    "last of {cards}": "next(reversed({cards}), NOTHING)",
    "first of {cards}": "next(iter({cards}), NOTHING)",
    "card with highest {measure} of {cards}": "max({cards}, key={measure}.__getitem__, default=NOTHING)",
    "card with lowest {measure} of {cards}": "min({cards}, key={measure}.__getitem__, default=NOTHING)",
    "one of {cards} by chance": "one_by_chance(table, state, {cards})",
    "{card}": "[{card}]",
    "all cards": "ALL_CARDS",
    "cards in {pile}": lambda pile: pile.lying,
    "dice in {cup}": lambda cup: cup.lying,
    "cards in every {own=player-pile|space-pile}": _in_every,
    "dice in every {own=player-cup}": _in_every,
    "{cards} beside {card}": "[each for each in {cards} if each != {card}]",
    "cards in {own=space-pile} of each of {spaces}": lambda own, spaces: (
        f"[each for there in {spaces} for each in {own.of('there').lying}]"
    ),
    "first {number} of {cards}": "{cards}[:{number}]",
    "{a=cards} together with {b=cards}": "[*{a}, *{b}]",
    "{cards} lying face-down": "[each for each in {cards} if state.down >> each & 1]",
    "{cards} lying face-up": "[each for each in {cards} if not state.down >> each & 1]",
    "{cards} whose {lines} can happen": "[it for it in {cards} if can_happen(state, actor, {lines}, this, VERB)]",
    "{cards} when {condition}": "({cards} if {condition} else [])",
    "{cards} where {condition}": "[it for it in {cards} if {condition}]",
    "{cards} with {trait} {word}": "[each for each in {cards} if {trait}[each] == {word}]",
    "{cards} with {measure} {number}": "[each for each in {cards} if {measure}[each] == {number}]",
    "all spaces": "ALL_SPACES",
    "spaces where {condition}": "[there for there in ALL_SPACES if {condition}]",
    "{spaces} where {condition}": "[there for there in {spaces} if {condition}]",
    "lines of {cards} at {word}": lambda cards, word: _lines(cards, f"LINES_AT[{word}]"),
    "lines of {cards} at {a=word} {b=word}": lambda cards, a, b: _lines(cards, f"LINES_AT[{a}, {b}]"),
    "{dice} showing {number}": "[each for each in {dice} if each == {number}]",
    "{dice} showing {a=number} or {b=number}": "[each for each in {dice} if each in ({a}, {b})]",
    "name of {space}": "",  # the rows of the game say by which zone
    "signed {number}": "f'{{{number}:+d}}'",
    "{a=number} is {b=number}": "{a} == {b}",
    "{a=word} is {b=word}": "{a} == {b}",
    "{a=seat} is {b=seat}": "{a} == {b}",
    "{a=card} is {b=card}": "{a} == {b}",
    "{a=space} is {b=space}": "{a} == {b}",
    "{a=number} is other than {b=number}": "{a} != {b}",
    "{a=word} is other than {b=word}": "{a} != {b}",
    "{a=seat} is other than {b=seat}": "{a} != {b}",
    "{a=space} is other than {b=space}": "{a} != {b}",
    "{a=space} is next to {b=space}": "{b} in NEXT_TO[{a}]",
    "{held=word-holder} stands at {word}": lambda held, word: f"{held.value} == {word}",
    "{held=space-holder|card-holder} is there": lambda held: f"{held.value} != NOTHING",
    "{card} has {measure}": "{measure}[{card}] is not None",
    "{card} lies face-down": "state.down >> {card} & 1",
    "{a=number} is above {b=number}": "{a} > {b}",
    "{a=rank} is above {b=rank}": "{a} > {b}",
    "{a=number} is below {b=number}": "{a} < {b}",
    "{a=number} is at least {b=number}": "{a} >= {b}",
    "{a=number} is at most {b=number}": "{a} <= {b}",
    "any {them=cards|dice|spaces}": "{them}",
    "no {them=cards|dice|spaces}": "not {them}",
    "{card} is among {cards}": "{card} in {cards}",
    "{a=condition} or {b=condition}": "({a} or {b})",
    "both {a=condition} plus {b=condition}": "({a} and {b})",
}
"""By form; where a template does not do, a function of what stands in the slots."""

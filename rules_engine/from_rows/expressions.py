"""The general words that ask, as Python: each form with the expression that is written for it.

What stands in the slots has been written already. In what is written `state` is the state, `zones`, `counters` and
`marks` are parts of it, `actor` is whoever acts; what a phrase asks about is `it`, `they` or `there`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
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


class Measured(str):
    """The name of what is stated of each card."""

    some: str
    """Where it is nothing for most cards: the name of those for which it is something."""


class Sifted(str):
    """Cards of which only some are kept; what is sifted twice goes through one sieve."""

    source: str
    tests: tuple[tuple[str, str], ...]
    """Each with the name of the card that is tested in it."""

    @property
    def among(self) -> str:
        """Where only what is stated of a card tells whether it is kept: the name of all such cards."""
        stated = re.fullmatch(r"holds_(\d+)\[\w+\]", self.tests[0][0])
        return f"all_{stated[1]}" if stated and len(self.tests) == 1 else ""

    def asked_once(self, ask: Callable[[str, str], str]) -> "str":
        """The same with tests of what is stated of a card asked once for each card."""
        made: str = self.source
        for test, name in self.tests:
            made = Sifted.of(made, ask(test, name), name)
        return made

    @staticmethod
    def of(cards: str, test: str, name: str = "each") -> str:
        """Of the cards those for which the test holds, in which each is called by that name."""
        if not re.search(rf"\b{name}\b", test):
            return f"({cards} if {test} else [])"
        tests: tuple[tuple[str, str], ...] = ((test, name),)
        if isinstance(cards, Sifted) and _are_apart((*cards.tests, *tests)):
            tests, cards = (*cards.tests, *tests), cards.source
        name = next((name for _, name in tests if name != "each"), "each")
        asked = " and ".join(re.sub(r"\beach\b", name, test) if n == "each" else test for test, n in tests)
        made = Sifted(f"[{name} for {name} in {cards} if {asked}]")
        made.source, made.tests = cards, tests
        return made

    def loop(self, name: str) -> list[str]:
        """A loop over them, each called by a name; within it what is done comes two steps further in."""
        if any(re.search(rf"\b{name}\b", test) for test, _ in self.tests):
            return [f"for {name} in {self}:"]
        asked = " and ".join(re.sub(rf"\b{called}\b", name, test) for test, called in self.tests)
        return [f"for {name} in {self.source}:", f"    if {asked}:"]


def _are_apart(tests: Sequence[tuple[str, str]]) -> bool:
    """Whether the card of each test can be called as in the others without being taken for something else."""
    names = {name for _, name in tests}
    return not any(re.search(rf"\b{other}\b", test) for test, name in tests for other in names if other != name)


class Marked(str):
    """A number that is none as long as no card has counters."""

    inner: str

    @staticmethod
    def of(inner: str) -> "Marked":
        """With what is to be worked out where any card has counters."""
        made = Marked(f"({inner} if marks else 0)")
        made.inner = inner
        return made


def _plus(a: str, b: str) -> str:
    both = isinstance(a, Marked) and isinstance(b, Marked)
    return Marked.of(f"({a.inner} + {b.inner})") if both else f"({a} + {b})"  # type: ignore[attr-defined]


def _times(a: str, b: str) -> str:
    return Marked.of(f"{a.inner} * {b}") if isinstance(a, Marked) else f"{a} * {b}"


def _spaces(condition: str) -> str:
    """Where the condition names the one space, that one."""
    named = re.fullmatch(r"there == (\w+\[\d+\])", condition)
    if named:
        return f"([{named[1]}] if {named[1]} != NOTHING else [])"
    return f"[there for there in ALL_SPACES if {condition}]"


ZONE = re.compile(r"zones\[[^\[\]]+(\[\w+\])?\]")
"""All that lies in a zone."""


def _end_of(cards: str, at: int) -> str:
    """The first or last card of a zone, NOTHING where it is empty; no words for other cards."""
    return f"({cards}[{at}] if {cards} else NOTHING)" if ZONE.fullmatch(cards) else ""


def _no(them: str) -> str:
    is_stated = isinstance(them, Sifted) and them.among
    return f"{them.among}.isdisjoint({them.source})" if is_stated else f"not {_any(them)}"  # type: ignore[attr-defined]


def _any(them: str) -> str:
    """Whether there are any: where something worked out is sifted, there is often nothing to sift."""
    if isinstance(them, Sifted) and them.among:
        return f"(not {_no(them)})"
    if isinstance(them, Sifted) and them.source.startswith("means_"):
        return f"({them.source} and {them})"
    return them


def _count(cards: str) -> str:
    is_stated = isinstance(cards, Sifted) and cards.among
    return f"len({cards.among}.intersection({cards.source}))" if is_stated else f"len({cards})"  # type: ignore[attr-defined]


def _of(own: Place | Means, whose: str) -> str:
    return own.of(whose) if isinstance(own, Means) else own.of(whose).value


def _every(own: Place | Means, best: str) -> str:
    return f"{best}([{_of(own, 'they')} for they in range(state.players)])"


def _of_seats(own: Place | Means, seats: str) -> str:
    return f"[{_of(own, 'they')} for they in {seats}]"


def _every_team(own: Place, best: str) -> str:
    return f"{best}(counters[{own.base} : {own.base} + len(table.people.teams)])"


def _in_every(own: Place) -> str:
    """Zones of the seats that play, or of all teams or spaces."""
    end = {"player": "state.players", "team": "len(table.people.teams)"}.get(own.owner, "table.layout.spaces")
    return f"[each for held in zones[{own.base} : {own.base} + {end}] for each in held]"


def _lines(cards: str, word: str) -> str:
    """Of one card what it does then; of several, one after the other."""
    if cards.startswith("[") and cards[1:-1].isidentifier():
        return f"LINES_AT[{word}][{cards[1:-1]}]"
    listed = f"[line for each in {cards} for line in LINES_AT[{word}][each]]"
    return f"([] if ACTING_AT[{word}].isdisjoint({cards}) else {listed})" if ZONE.fullmatch(cards) else listed


def _sum(measure: str, cards: str) -> str:
    total = f"sum([{measure}[each] for each in {cards}])"
    is_rare = isinstance(measure, Measured) and measure.some and ZONE.fullmatch(cards)
    return f"(0 if {measure.some}.isdisjoint({cards}) else {total})" if is_rare else total  # type: ignore[attr-defined]


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
    "{own=team-tally} of {team}": lambda own, team: own.of(team),
    "{own=card-tally} of {card}": lambda own, card: own.of(card),
    "{own=player-pile} of {seat}": lambda own, seat: own.of(seat),
    "{own=team-pile} of {team}": lambda own, team: own.of(team),
    "{own=space-pile} of {space}": lambda own, space: own.of(space),
    "{own=player-cup} of {seat}": lambda own, seat: own.of(seat),
    "count of {cards}": _count,
    "count of {dice}": "len({dice})",
    "count of {spaces}": "len({spaces})",
    "count of {seats}": "len({seats})",
    "sum of {own=player-tally|player-number} of {seats}": lambda own, seats: f"sum({_of_seats(own, seats)})",
    "highest {own=player-tally|player-number} of {seats}": lambda own, seats: (
        f"max({_of_seats(own, seats)}, default=0)"
    ),
    "lowest {own=player-tally|player-number} of {seats}": lambda own, seats: f"min({_of_seats(own, seats)}, default=0)",
    "highest {own=team-tally}": lambda own: _every_team(own, "max"),
    "lowest {own=team-tally}": lambda own: _every_team(own, "min"),
    "points of role of {seat}": "points_of_role(state, {seat})",
    "total of {dice}": "sum({dice})",
    "sum of {measure} of {cards}": _sum,
    "sum of {own=card-tally} of {cards}": lambda own, cards: Marked.of(
        f"sum([{own.of('each').value} for each in {cards}])"
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
    "{a=number} plus {b=number}": _plus,
    "{a=number} minus {b=number}": "({a} - {b})",
    "{a=number} times {b=number}": _times,
    "half of {number}": "({number} + 1) // 2",
    "{a=number} then {b=number}": "({a}, {b})",
    "seat after {seat}": "({seat} + 1) % state.players",
    "seat before {seat}": "({seat} - 1) % state.players",
    "next seat from {seat} where {condition}": (
        "next((they for they in seats_from(state, {seat}) if {condition}), {seat})"
    ),
    "owner of {card}": "owner_of(table, state, {card})",
    "partner of {seat}": "partner_of(state, {seat})",
    "all seats": "range(state.players)",
    "seats of {team}": "[seat for seat in range(state.players) if team_of(state, seat) == {team}]",
    "seats where {condition}": "[they for they in range(state.players) if {condition}]",
    "team of {seat}": "team_of(state, {seat})",
    "last of {cards}": lambda cards: _end_of(cards, -1) or f"next(reversed({cards}), NOTHING)",
    "first of {cards}": lambda cards: _end_of(cards, 0) or f"next(iter({cards}), NOTHING)",
    "card with highest {measure} of {cards}": "max({cards}, key={measure}.__getitem__, default=NOTHING)",
    "card with lowest {measure} of {cards}": "min({cards}, key={measure}.__getitem__, default=NOTHING)",
    "one of {cards} by chance": "one_by_chance(table, state, {cards})",
    "{card}": "[{card}]",
    "all cards": "ALL_CARDS",
    "cards in {pile}": lambda pile: pile.lying,
    "dice in {cup}": lambda cup: cup.lying,
    "cards in every {own=player-pile|team-pile|space-pile}": _in_every,
    "cards in {own=player-pile} of each of {seats}": lambda own, seats: (
        f"[each for they in {seats} for each in {own.of('they').lying}]"
    ),
    "dice in every {own=player-cup}": _in_every,
    "{cards} beside {card}": lambda cards, card: Sifted.of(cards, f"each != {card}"),
    "cards in {own=space-pile} of each of {spaces}": lambda own, spaces: (
        f"[each for there in {spaces} for each in {own.of('there').lying}]"
    ),
    "first {number} of {cards}": "{cards}[:{number}]",
    "{a=cards} together with {b=cards}": "[*{a}, *{b}]",
    "{cards} lying face-down": lambda cards: Sifted.of(cards, "state.down >> each & 1"),
    "{cards} lying face-up": lambda cards: Sifted.of(cards, "not state.down >> each & 1"),
    "{cards} whose {lines} can happen": "[it for it in {cards} if can_happen(state, actor, {lines}, this, VERB)]",
    "{cards} when {condition}": "({cards} if {condition} else [])",
    "{cards} where {condition}": lambda cards, condition: Sifted.of(cards, condition, "it"),
    "{cards} with {trait} {word}": lambda cards, trait, word: Sifted.of(cards, f"{trait}[each] == {word}"),
    "{cards} with {measure} {number}": lambda cards, measure, number: Sifted.of(cards, f"{measure}[each] == {number}"),
    "all spaces": "ALL_SPACES",
    "spaces where {condition}": _spaces,
    "{spaces} where {condition}": "[there for there in {spaces} if {condition}]",
    "lines of {cards} at {word}": _lines,
    "lines of {cards} at {a=word} {b=word}": lambda cards, a, b: _lines(cards, f"{a}, {b}"),
    "{dice} showing {number}": "[each for each in {dice} if each == {number}]",
    "{dice} showing {a=number} or {b=number}": "[each for each in {dice} if each in ({a}, {b})]",
    "role of {seat}": "role_of(state, {seat})",
    "name of {space}": "",  # the rows of the game say by which zone
    "signed {number}": "f'{{{number}:+d}}'",
    "{a=number} is {b=number}": "{a} == {b}",
    "{a=word} is {b=word}": "{a} == {b}",
    "{a=seat} is {b=seat}": "{a} == {b}",
    "{a=card} is {b=card}": "{a} == {b}",
    "{a=space} is {b=space}": "{a} == {b}",
    "{a=team} is {b=team}": "{a} == {b}",
    "{a=team} is other than {b=team}": "{a} != {b}",
    "aim of role of {seat} is met": "is_aim_met(state, {seat})",
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
    "any {them=cards|dice|spaces|seats}": _any,
    "no {them=cards|dice|spaces|seats}": _no,
    "{seat} is among {seats}": "{seat} in {seats}",
    "{card} is among {cards}": "{card} in {cards}",
    "{a=condition} or {b=condition}": "({a} or {b})",
    "both {a=condition} plus {b=condition}": "({a} and {b})",
}
"""By form; where a template does not do, a function of what stands in the slots."""

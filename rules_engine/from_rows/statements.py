"""The general words by which something happens, as Python: each form with the lines that are written for it.

Where a game tells in its own words, a step is written out; where general events tell of it, `happenings` is called.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules_engine.from_rows.expressions import ZONE
from rules_engine.from_rows.layout import Layout, Place
from schema.play import ZoneShape


@dataclass(frozen=True, slots=True)
class Telling:
    """The code that tells an event, with the rule of the row which it stands in."""

    code: str
    rule: str
    data: str
    """Python for the data, as keywords of a call."""


@dataclass(frozen=True)
class Line:
    """The line of a row that is being written: its rule, what is chosen, and how things are told."""

    layout: Layout
    rule: str
    names: tuple[str, ...]
    """What was chosen, so that it is not told twice."""
    bounds: Mapping[str, tuple[str, str]]
    """By counter the least and the most."""
    is_own_telling: bool
    telling: Callable[[str], Telling]
    """How something is told in the words of the row."""
    in_line: bool
    """Whether a line of a card happens, so that there is a frame for it."""

    @property
    def about(self) -> str:
        """What every call of a happening begins with."""
        return f"table, state, actor, {self.rule!r}"

    def changed(self, place: Place, value: str) -> list[str]:
        """A counter gets a value, between its bounds."""
        least, most = self.bounds.get(place.code, ("", ""))
        value = f"max({value}, {least})" if least else value
        value = f"min({value}, {most})" if most else value
        return self.kept(place, value)

    def kept(self, place: Place, value: str) -> list[str]:
        """The same without bounds."""
        if place.owner == "line":
            return [f"frame.count({place.code!r}, {value})"]
        if self.is_own_telling or place.owner == "card":
            return [f"{place.target} = {value}"]
        return [f"keep({self.about}, {place.code!r}, {place.at}, {place.seat}, {value})"]

    def told(self, code: str, kind: str = "") -> list[str]:
        """An event, where anybody listens."""
        telling = self.telling(code)
        frame = "frame" if self.in_line else "None"
        rule = "frame.program.rule" if self.in_line and not telling.rule else repr(telling.rule or self.rule)
        call = f"tell(state, {frame}, {kind or telling.code!r}, {rule}{', ' if telling.data else ''}{telling.data})"
        return ["if state.log is not None:", f"    {call}"]


def _under(_: Line, cards: str, pile: Place) -> list[str]:
    if ZONE.fullmatch(cards):
        return [f"{pile.lying}[:0] = {cards}", f"{cards}.clear()"]
    return [f"lay_under(table, state, {cards}, {pile.at})"]


def _move(line: Line, cards: str, pile: Place) -> list[str]:
    if line.is_own_telling:
        return [f"lay(table, state, {cards}, {pile.at})"]
    return [f"move({line.about}, {cards}, {pile.at}, ({''.join(f'{name}, ' for name in line.names)}))"]


def _move_from(line: Line, cards: str, from_: Place, to: Place) -> list[str]:
    if not line.is_own_telling:
        return _move(line, cards, to)
    zones = {zone.code: zone for zone in line.layout.play.zone}
    if zones[from_.code].seen in ("owner", "others"):
        return _move(line, cards, to)
    single = cards[1:-1].isidentifier() and cards == f"[{cards[1:-1]}]"
    known = [f"state.mixed.append((1, {cards[1:-1]}))" if single else f"state.mixed += [(1, each) for each in {cards}]"]
    lost = known if zones[from_.code].seen == "all" and zones[to.code].seen == "none" else []
    return [*lost, *_moved(zones, cards, from_, to)]


def _moved(zones: Mapping[str, ZoneShape], cards: str, from_: Place, to: Place) -> list[str]:
    """The same without a word of who saw the cards."""
    is_shown = zones[from_.code].seen == "face-up" != zones[to.code].seen
    shown = ["    state.down &= ~(1 << each)"] if is_shown else []
    turned = _turned(from_.lying, "&= ~(1 << each)")
    if cards == f"[{cards[1:-1]}]" and cards[1:-1].isidentifier():
        each = cards[1:-1]
        shown = [f"state.down &= ~(1 << {each})"] if is_shown else []
        return [f"{from_.lying}.remove({each})", f"{to.lying}.append({each})", *shown]
    chosen = re.fullmatch(r"\[each for each in (zones\[\d+\]) if (.+)\]", cards)
    if chosen and chosen[1] == from_.lying and not is_shown:
        rest = f"[each for each in {from_.lying} if not ({chosen[2]})]"
        return [f"{to.lying} += {cards}", f"{from_.lying} = {rest}"]
    if cards.startswith(f"{from_.lying}[:"):
        return [f"{to.lying} += {cards}", f"del {cards}"]
    if cards == from_.lying:
        return [*(turned if is_shown else ()), f"{to.lying} += {from_.lying}", f"{from_.lying}.clear()"]
    return [f"for each in list({cards}):", f"    {from_.lying}.remove(each)", f"    {to.lying}.append(each)", *shown]


def _turned(cards: str, how: str) -> list[str]:
    """Cards are turned, each a bit."""
    return ["down = state.down", f"for each in {cards}:", f"    down {how}", "state.down = down"]


def _draw(line: Line, number: str, from_: Place, to: Place) -> list[str]:
    zone = next(zone for zone in line.layout.play.zone if zone.code == from_.code)
    if line.is_own_telling and zone.kept == "stack":
        refill = line.layout.zone_places[zone.refill].at if zone.refill else "NOTHING"
        told = line.telling(zone.tells) if zone.tells else None
        about = f"{told.code!r}, {told.rule!r}" if told else "'', ''"
        return [
            f"drawn = draw_top(state, {number}, {from_.at}, {refill}, {about}, {zone.code!r})",
            f"{to.lying} += drawn",
        ]
    return [f"drawn = draw({line.about}, {number}, {from_.at}, {to.at})"]


def _shuffle(line: Line, pile: Place) -> list[str]:
    if line.is_own_telling:
        return [f"state.chance = shuffle({pile.lying}, state.chance)", f"state.mixed.append((0, *{pile.lying}))"]
    return [f"mix({line.about}, {pile.at}, {pile.code!r})"]


def begin_lines(line: Line, lines: str, card: str = "NOTHING", telling: str = "") -> list[str]:
    """Lines of cards happen next, and are told if anybody listens."""
    found = [f"lines = {lines}", "if lines:", f"    begun = begin(state, actor, lines, {card})"]
    if not telling:
        return found
    told = line.telling(telling)
    rule = repr(told.rule) if told.rule else "each.program.rule"
    call = f"tell(state, each, {told.code!r}, {rule}, {told.data})"
    return [
        *found,
        "    for each in begun if state.log is not None else ():",
        "        it = each.card",
        f"        {call}",
    ]


STATEMENTS: Mapping[str, Callable[..., list[str]]] = {
    "move {cards} to {pile}": _move,
    "move {cards} from {from=pile} to {to=pile}": _move_from,
    "put {cards} under {pile}": _under,
    "turn {cards} face-up": lambda _, cards: _turned(cards, "&= ~(1 << each)"),
    "turn {cards} face-down": lambda _, cards: _turned(cards, "|= 1 << each"),
    "fill {own=space-pile} from {pile}": lambda _, own, pile: [
        "for there in ALL_SPACES:",
        f"    if {pile.lying} and not {own.of('there').lying}:",
        f"        {own.of('there').lying}.append({pile.lying}.pop())",
    ],
    "do {verb}": lambda _, verb: [f"for there in {verb.each}:", f"    {verb.does}(state, actor, NOTHING, None, there)"],
    "raise {own=card-tally} of each {cards} by {number}": lambda _, own, cards, number: [
        f"for each in {cards}:",
        f"    {own.of('each').target} = {own.of('each').value} + {number}",
    ],
    "forget {card}": lambda _, card: [f"frame.those = tuple([each for each in frame.those if each != {card}])"],
    "remember {cards}": lambda _, cards: [f"frame.those = tuple({cards})"],
    "clear {cards}": lambda _, cards: ["if marks:", f"    clear(table, state, {cards})"],
    "empty {held=space-holder|card-holder}": lambda line, held: line.kept(held, "NOTHING"),
    "begin {lines}": begin_lines,
    "begin {lines} for {card}": begin_lines,
    "begin {lines} telling {telling}": begin_lines,
    "begin {lines} for {card} telling {telling}": begin_lines,
    "tell {telling}": lambda line, telling: line.told(telling),
    "tell {telling} of each {cards}": lambda line, telling, cards: [
        f"for it in {cards} if state.log is not None else ():",
        *(f"    {each}" for each in line.told(telling)[1:]),
    ],
    "draw {number} from {from=pile} to {to=pile}": _draw,
    "deal {number} from {from=pile} to each {own=player-pile}": lambda line, number, from_, own: [
        f"deal({line.about}, {number}, {from_.at}, {own.base}, {own.code!r})"
    ],
    "pass every {own=player-pile} left": lambda line, own: [f"pass_on({line.about}, {own.base}, 1)"],
    "pass every {own=player-pile} right": lambda line, own: [f"pass_on({line.about}, {own.base}, -1)"],
    "shuffle {pile}": _shuffle,
    "roll {cup}": lambda line, cup: [f"roll({line.about}, {cup.at})"],
    "roll every {own=player-cup}": lambda line, own: [
        "for they in range(state.players):",
        f"    roll({line.about}, {own.base} + they)",
    ],
    "take {number} dice from {cup}": lambda line, number, cup: [
        f"take_dice({line.about}, {number}, {cup.at}, {cup.seat})"
    ],
    "show every {own=player-cup}": lambda line, own: [f"show({line.about}, {own.base})"],
    "raise {tally} by {number}": lambda line, tally, number: line.changed(tally, f"{tally.value} + {number}"),
    "lower {tally} by {number}": lambda line, tally, number: line.changed(tally, f"{tally.value} - {number}"),
    "set {tally} to {number}": lambda line, tally, number: line.changed(tally, number),
    "set {held=seat-holder} to {seat}": lambda line, held, seat: line.kept(held, seat),
    "set {held=card-holder} to {card}": lambda line, held, card: line.kept(held, card),
    "set {held=space-holder} to {space}": lambda line, held, space: line.kept(held, space),
    "set {held=word-holder} to {word}": lambda line, held, word: line.kept(held, word),
    "turn {held=word-holder} on": lambda line, held: line.kept(
        held, f"following({line.layout.counters[held.code].words.split()!r}, {held.value})"
    ),
    "tell {seat} which {cards} have {trait} {word}": lambda line, seat, cards, trait, word: [
        f"learn({line.about}, {seat}, {cards}, {trait}, {word})"
    ],
    "tell {seat} which {cards} have {measure} {number}": lambda line, seat, cards, measure, number: [
        f"learn({line.about}, {seat}, {cards}, {measure}, {number})"
    ],
    "end {phase}": lambda _, phase: [f"end(table, state, {phase!r})"],
}
"""By form a function of the line and of what stands in the slots."""

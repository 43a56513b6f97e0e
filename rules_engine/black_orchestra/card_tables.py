"""Tables on which what single cards say comes about: somebody holds the card, or it lies as the current event."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from rules_engine.black_orchestra.rulebook import HITLER, MOTIVATION, PRISON, SUSPICION
from rules_engine.black_orchestra.state import read_ladders
from rules_engine.ruleset import Effect, Ruleset, Space
from rules_engine.trial import Position

ATTEMPT = (*("spend",) * 8, "roll", "settle")
"""All that helps a plot, and the roll."""
ANYTHING = ("",) * 4
CONSPIRE = ("conspire 4", "conspire 3", "conspire")
"""With many dice, where that is possible."""
FEW, ROLLS = range(2), range(30)
"""Turns of chance where dice matter little, and where all their faces are wanted."""
HELD = ("any-time", "held", "conspire", "action", "before {leader} moves")
"""What sets off the lines of cards that somebody holds."""


def card_tables(ruleset: Ruleset) -> Iterator[Position]:
    """Tables for every card whose lines seldom come about."""
    for effect in ruleset.effects.values():
        kind, code = effect.owner
        if kind != "card" or effect.compiled is None:
            continue
        if effect.trigger == "bonus":
            yield from _helped(ruleset, code)
        elif effect.trigger in ("current", "dissent full"):
            yield from _under_way(ruleset, code)
        elif effect.trigger.startswith("option"):
            yield _questioned(ruleset, code, effect)
        elif effect.trigger in HELD:
            yield from _held(ruleset, code, effect)
        elif effect.trigger == "ability":
            yield from _able(ruleset, code)


def _helped(ruleset: Ruleset, code: str) -> Iterator[Position]:
    """A plot is attempted by one of each affiliation, where and when its card asks for it."""
    own = [line for line in ruleset.effects_of("card", code) if line.trigger.startswith("plot")]
    for space, actor in product(_spaces(ruleset), _affiliated(ruleset)):
        given = _scene(ruleset, actor, space, [code])
        if own:
            yield Position(f"card:{code}", given, (f"plot {code}", *ATTEMPT), FEW)
            beside = _scene(ruleset, actor, space, [code], stands_in=min(space.neighbours, default=space.code))
            yield Position(f"card:{code}", beside, (f"plot {code}", *ATTEMPT), FEW)
    if not own:
        yield from _after_moves(ruleset, code)


def _after_moves(ruleset: Ruleset, code: str) -> Iterator[Position]:
    """An event moves the leader, after which the plot can be attempted."""
    space = _spaces(ruleset)[0]
    moving = [line for line in ruleset.effects.values() if f"move {HITLER} to" in str(line.line)]
    events = [line.owner[1] for line in moving if line.trigger == "event"]
    for event, actor in product(events[:2], _affiliated(ruleset)):
        given = {**_scene(ruleset, actor, space, [code]), "events": [event], "actions-left": 0}
        yield Position(f"card:{code}", given, ("end", f"plot {code}", *ATTEMPT), FEW)


def _under_way(ruleset: Ruleset, code: str) -> Iterator[Position]:
    """A plot is attempted by a suspect while the event is the current one, or the last dissent is roused."""
    actor = _affiliated(ruleset)[0]
    for space in _spaces(ruleset):
        given = {**_scene(ruleset, actor, space, _plots(ruleset)), "current": code}
        given["conspirators"][actor][SUSPICION] = read_ladders(ruleset)[SUSPICION][-1]
        yield Position(f"card:{code}", given, ("plot", *ATTEMPT), ROLLS)
    nearly_full = ruleset.number("track:dissent", "size") - 1
    given = {**_scene(ruleset, actor, _spaces(ruleset)[0], []), "current": code, "dissent": nearly_full}
    yield Position(f"card:{code}", given, (*CONSPIRE, *ANYTHING), ROLLS)


def _questioned(ruleset: Ruleset, code: str, effect: Effect) -> Position:
    """A prisoner is asked by the card and takes the option; everybody has something to lose."""
    free, prisoner, *others = _affiliated(ruleset)
    deck = [card.code for card in ruleset.cards if card.deck == "conspirator" and card.copies]
    middle = {track: ladder[len(ladder) // 2] for track, ladder in read_ladders(ruleset).items() if track != "support"}
    items = ruleset.concepts["item"]
    people: dict[str, Mapping[str, Any]] = {
        free: {"items": items, "cards": deck[:6], **middle},
        prisoner: {"location": PRISON, "items": items, "cards": deck[6:12], **middle},
        **{other: dict(middle) for other in others},
    }
    given = {"conspirators": people, "active": free, "actions-left": 0, "interrogations": [code], "dissent": 2}
    return Position(f"card:{code}", given, (str(effect.line.trigger), "") * 4, ROLLS)


def _held(ruleset: Ruleset, code: str, effect: Effect) -> Iterator[Position]:
    """The card is played, used in a plot or while conspiring; where its line names a space, there."""
    line = str(effect.line)
    named = [space for space in ruleset.spaces.values() if space.code in line.split(":")[0]]
    first = _affiliated(ruleset)[0]
    for space in named or _spaces(ruleset)[:3]:
        given = _scene(ruleset, first, space, [code, *_plots(ruleset)])
        tense = {**given, "military-support": ruleset.number("track:military-support", "max"), "dissent": 2}
        use = f"use {code}"
        for words in (
            (f"play {code}", *ANYTHING),
            (use, *ANYTHING),
            ("plot", use, *ATTEMPT),
            ("plot", "roll", use, "settle"),
            (*CONSPIRE, *ANYTHING),
        ):
            yield Position(f"card:{code}", tense, words, ROLLS if words[0] in CONSPIRE else FEW)
    yield _raided(ruleset, code)


def _raided(ruleset: Ruleset, code: str) -> Position:
    """Whoever holds the card, and others that are forbidden, is raided."""
    raids = [line.owner[1] for line in ruleset.effects.values() if str(line.line) == "event: raid"]
    illegal = [card.code for card in ruleset.cards if card.kind == "illegal" and card.copies and card.code != code]
    first = _affiliated(ruleset)[0]
    given = _scene(ruleset, first, _spaces(ruleset)[0], [code, *illegal[:1]])
    given["conspirators"][first]["items"] = []
    return Position(f"card:{code}", {**given, "events": raids[:1], "actions-left": 0}, ("keep", "done") * 4, FEW)


def _able(ruleset: Ruleset, code: str) -> Iterator[Position]:
    """The character attempts a plot, and takes one item more than anybody may have."""
    for space in _spaces(ruleset)[:2]:
        given = _scene(ruleset, code, space, _plots(ruleset))
        yield Position(f"card:{code}", given, ("plot", *ATTEMPT), FEW)
    given = _scene(ruleset, code, space, [])
    lying = given["conspirators"][code]["items"].pop()
    laid = {"squares": {space.code: lying}, "face-up": [space.code]}
    yield Position(f"card:{code}", {**given, **laid}, ("procure", *ANYTHING), FEW)


def _scene(ruleset: Ruleset, actor: str, space: Space, cards: Sequence[str], stands_in: str = "") -> dict[str, Any]:
    """Hitler in a space, and there or elsewhere two conspirators, one of them bold and with all items."""
    ladders, where = read_ladders(ruleset), stands_in or space.code
    copies = range(ruleset.number("component:item-token", "copies"))
    items = [item for item in ruleset.concepts["item"] for _ in copies]
    person = {
        "location": where,
        MOTIVATION: ladders[MOTIVATION][-1],
        SUSPICION: ladders[SUSPICION][0],
        "items": items,
        "cards": list(dict.fromkeys(cards)),
    }
    other = next(code for code in _characters(ruleset) if code != actor)
    stage = space.opens_in_stage or 1
    return {
        "conspirators": {actor: person, other: {"location": where}},
        "leaders": {HITLER: space.code},
        "stage": stage,
        "squares": {},
    }


def _spaces(ruleset: Ruleset) -> list[Space]:
    """A space of each kind: fortified or not, of each region, by the stage in which it opens."""
    kinds: dict[tuple[Any, ...], Space] = {}
    for space in ruleset.spaces.values():
        if space.neighbours:
            kinds.setdefault((space.is_fortified, space.region, space.opens_in_stage), space)
    return list(kinds.values())


def _affiliated(ruleset: Ruleset) -> list[str]:
    """A character of each affiliation."""
    found: dict[str, str] = {}
    for code in _characters(ruleset):
        found.setdefault(ruleset.find_fact(f"character:{code}", "affiliation") or "", code)
    return list(found.values())


def _characters(ruleset: Ruleset) -> list[str]:
    return [card.code for card in ruleset.cards if card.deck == "character"]


def _plots(ruleset: Ruleset) -> list[str]:
    return [card.code for card in ruleset.cards if card.kind == "plot" and card.copies]

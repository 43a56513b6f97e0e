"""Tables on which numbers matter that seldom do: spaces as they open and close, deliveries, plots, variants, prison."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from rules_engine.black_orchestra.card_tables import card_tables
from rules_engine.black_orchestra.proof import FIRST_STAGE, Untried, meeting
from rules_engine.black_orchestra.rulebook import MOTIVATION, SUSPICION
from rules_engine.black_orchestra.state import read_ladders
from rules_engine.ruleset import ANY_ITEM, Ruleset, Space, Spot
from rules_engine.trial import Position

ANYTHING = ("",) * 6
"""Whatever is offered first, a few times."""
ATTEMPT = ("plot", *("spend",) * 8, "roll", "settle")
"""A plot with all that helps it."""
ROLLS = range(60)
"""Enough turns of chance for dice to fall this way and that."""


def positions(ruleset: Ruleset) -> Iterator[Position]:
    """Everything that is worth a table of its own."""
    for space in ruleset.spaces.values():
        if space.neighbours:
            yield from _entered(ruleset, space)
        for spot in space.spots:
            with suppress(Untried):
                yield _delivered(ruleset, space, spot)
    yield from _plotted(ruleset)
    yield from card_tables(ruleset)
    all_but_one = ruleset.number("component:die", "count") - 1
    yield Position("component:die", {"conspirators": _people(ruleset, {}), "dissent": all_but_one})
    for variant in ruleset.choices:
        chosen = {variant: ruleset.choices[variant][-1]}
        yield Position(f"variant:{variant}", {"conspirators": _people(ruleset, {}), "choices": chosen})


def _entered(ruleset: Ruleset, space: Space) -> Iterator[Position]:
    """A space is entered as soon as it is open, and looked at from next door when it has closed."""
    about, next_door = f"location:{space.code}", min(space.neighbours)
    amounts = {a.removeprefix("enter."): f.value for (s, a), f in ruleset.facts.items() if s == about}
    opened = space.opens_in_stage or FIRST_STAGE
    for stage in (opened, space.closes_in_stage):
        if stage:
            person = {"location": next_door, **_room(ruleset, amounts)}
            given = {"conspirators": _people(ruleset, person), "stage": stage, "squares": {}}
            yield Position(about, given, (f"move {space.code}", *ANYTHING))


def _delivered(ruleset: Ruleset, space: Space, spot: Spot) -> Position:
    """An item is delivered by one, in a stage and beside leaders for whom the condition holds."""
    who, stage, leaders = meeting(ruleset, space, spot)
    item = ruleset.concepts["item"][0] if spot.item == ANY_ITEM else spot.item
    amount = ruleset.find_fact(*spot.fact) or ""
    person = {"location": space.code, "items": [item], **_room(ruleset, {SUSPICION: amount})}
    given = {"conspirators": _people(ruleset, person, who), "stage": stage, "leaders": leaders, "squares": {}}
    return Position(f"delivery:{spot.item}", given, (f"deliver {item}", *ANYTHING))


def _plotted(ruleset: Ruleset) -> Iterator[Position]:
    """A plot is attempted in every stage, under every suspicion, with deputies at hand."""
    plots = [card.code for card in ruleset.cards if card.kind == "plot" and card.copies]
    ladders = read_ladders(ruleset)
    suspicion = ladders[SUSPICION]
    space = ruleset.fact("leader:hitler", "start")
    items = [item for item in ruleset.concepts["item"] for _ in range(ruleset.number("component:item-token", "copies"))]
    starts = {code: ruleset.number("track:military-support", f"start.{code}") for code in ruleset.choices["difficulty"]}
    choices = {"difficulty": min(starts, key=lambda code: starts[code])}
    person = {"location": space, "motivation": ladders[MOTIVATION][-1], "items": items, "cards": plots}

    def attempt(about: str, level: str = suspicion[0], words: Sequence[str] = ATTEMPT, **given: Any) -> Position:
        people = _people(ruleset, {**person, "suspicion": level})
        return Position(about, {"conspirators": people, "squares": {}, "choices": choices, **given}, words, ROLLS)

    for stage in range(1, ruleset.number("stage", "count") + 1):
        yield attempt(f"score:stage-{stage}", stage=stage)
    for level, code in product(suspicion, plots):
        yield attempt(f"suspicion:{level}", level, (f"plot {code}", *ATTEMPT[1:]))
    fallen = ruleset.concepts["leader"][: ruleset.number("variant:loyal-deputies", "deputies.min") + 1]
    beside, loyal = dict.fromkeys(fallen, space), {**choices, "loyal-deputies": "two"}
    plenty: dict[str, Any] = {"actions-left": len(plots), "leaders": beside, "choices": loyal}
    yield attempt("variant:loyal-deputies", words=ATTEMPT * len(plots), **plenty)


def _people(ruleset: Ruleset, person: Mapping[str, Any], who: str = "") -> dict[str, Mapping[str, Any]]:
    """Somebody, or whoever is wanted, of whom something is said, and another beside them."""
    known = [card.code for card in ruleset.cards if card.deck == "character" and card.code != who]
    actor, other = (who or known.pop(0)), known[0]
    beside = {"location": person["location"]} if "location" in person else {}
    return {actor: person, other: beside}


def _room(ruleset: Ruleset, amounts: Mapping[str, str]) -> dict[str, str]:
    """The levels from which markers can go the whole way."""
    ladders = read_ladders(ruleset)
    return {
        track: ladders[track][-1 if amount[0] == "-" else 0]
        for track, amount in amounts.items()
        if track in ladders and amount
    }

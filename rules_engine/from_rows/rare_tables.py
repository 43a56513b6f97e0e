"""Tables on which numbers matter that seldom do: each ending just reached, and each card where its number is summed."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rules_engine.from_rows.layout import attributes_of
from rules_engine.ruleset import Ruleset
from rules_engine.trial import Position
from schema.play import PlayFile
from schema.play_reading import attribute_word

SUM = re.compile(r"sum of ([\w-]+) of cards in ([\w-]+)")
BOUND = re.compile(r"(?:count of cards in ([\w-]+)|([\w-]+)) is at (?:least|most) ([\w-]+)")
"""In a condition: what is counted or worked out, and the counter that it is held against."""
IS = re.compile(r"([\w-]+) is ([\w-]+)")


def positions(ruleset: Ruleset) -> Iterator[Position]:
    """The tables of a game from rows."""
    assert ruleset.frame is not None
    play, values = ruleset.frame.play, dict(attributes_of(ruleset))
    sums = {c.code: found.groups() for c in play.counter if (found := SUM.fullmatch(c.means))}
    for (subject, attribute), _ in ruleset.facts.items():
        for name, zone in sums.values():
            code = subject.partition(":")[2]
            if attribute_word(attribute) == name and code in values[name]:
                yield Position(subject, _table(ruleset, {zone: [code]}))
    facts = {c.code: (c.fact.split()[0], c.fact.split()[1]) for c in play.counter if c.fact}
    of_zone = {zone: name for name, zone in sums.values()}
    for ending in play.ending:
        for counted, summed, bound in BOUND.findall(ending.condition):
            name, zone = sums.get(summed, (of_zone.get(counted), counted))
            if bound in facts and name in values and ruleset.find_fact(*facts[bound]):
                worth = {code: 1 if counted else int(value) for code, value in values[name].items()}
                cards = _worth(worth, ruleset.number(*facts[bound]))
                reached = {"phase": ending.phase, "counters": _fitting(play, ending.phase)}
                yield Position(facts[bound][0], _table(ruleset, {zone: cards}) | reached)


def _table(ruleset: Ruleset, zones: Mapping[str, list[str]]) -> dict[str, Any]:
    """Cards where they count; in a zone that several have, in that of the first."""
    assert ruleset.frame is not None
    owners = {zone.code: _first(ruleset, zone.owner) for zone in ruleset.frame.play.zone}
    laid = {zone: {owners[zone]: cards} if owners[zone] else cards for zone, cards in zones.items()}
    return {"is-set-up": True, "zones": laid}


def _first(ruleset: Ruleset, owner: str) -> str:
    """The code of the first who has one of their own; empty where it belongs to the table."""
    engine: Any = ruleset.engine
    named = {"player": engine.seats, "team": engine.people.teams}.get(owner, ())
    return str(named[0]) if named else ""


def _fitting(play: PlayFile, phase: str) -> dict[str, str]:
    """Words of counters with which a phase goes on."""
    words = {counter.code: counter.words.split() for counter in play.counter}
    asked = (row.condition for row in play.phase if row.code == phase)
    return {code: word for code, word in IS.findall(next(asked, "")) if word in words.get(code, ())}


def _worth(cards: Mapping[str, int], number: int) -> list[str]:
    """As few cards as possible that are worth so much together; none where none are."""
    reached: dict[int, list[str]] = {0: []}
    for code, worth in cards.items():
        for total, chosen in list(reached.items()):
            if len(reached.get(total + worth, cards)) > len(chosen) + 1:
                reached[total + worth] = [*chosen, code]
    return reached.get(number, [])

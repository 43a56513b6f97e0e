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
ALIKE = re.compile(r"count of cards in ([\w-]+) with ([\w-]+) ([\w-]+)")
"""In what a counter means: cards of a zone that are alike, by an attribute and its word."""


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
    yield from _steps(ruleset)
    facts = {c.code: (c.fact.split()[0], c.fact.split()[1]) for c in play.counter if c.fact}
    of_zone = {zone: name for name, zone in sums.values()}
    plain = {c.code: c.owner for c in play.counter if not (c.fact or c.means)}
    for ending in play.ending:
        for counted, summed, bound in BOUND.findall(ending.condition):
            name, zone = sums.get(summed, (of_zone.get(counted), counted))
            if bound not in facts or not ruleset.find_fact(*facts[bound]):
                continue
            if name in values:
                worth = {code: 1 if counted else int(value) for code, value in values[name].items()}
                cards = _worth(worth, ruleset.number(*facts[bound]))
                reached = {"phase": ending.phase, "counters": _fitting(play, ending.phase)}
                yield Position(facts[bound][0], _table(ruleset, {zone: cards}) | reached)
            elif summed in plain:
                score, owner = ruleset.number(*facts[bound]), _first(ruleset, plain[summed])
                near = {"phase": _last(play, ending.phase), "counters": {summed: {owner: score} if owner else score}}
                yield Position(facts[bound][0], _table(ruleset, {}) | near)


def _steps(ruleset: Ruleset) -> Iterator[Position]:
    """For a number that goes by how many alike somebody has: so many of each, had by whoever gets points by it."""
    assert ruleset.frame is not None
    play, values, decks = ruleset.frame.play, dict(attributes_of(ruleset)), {card.code: card for card in ruleset.cards}
    roles = next((zone.code for zone in play.zone if zone.is_role), "")
    means = {counter.code: ALIKE.findall(counter.means) for counter in play.counter}
    for counter in (each for each in play.counter if each.per and means.get(each.per)):
        subject, attribute = counter.fact.split()
        role = next((row.code for row in play.role if counter.code in row.points and row.code in decks), "")
        for step in (
            int(a[-1]) for s, a in ruleset.facts if s == subject and a.startswith(attribute.partition("{")[0])
        ):
            laid: dict[str, list[str]] = {roles: [role]} if role else {}
            for zone, name, word in means[counter.per]:
                cards = [code for code, value in values[name].items() if value == word]
                copies = [code for code in cards for _ in range(decks[code].copies)]
                laid[zone] = [*laid.get(zone, []), *copies[:step]]
            yield Position(subject, _table(ruleset, laid) | {"phase": _last(play, "")})


def _last(play: PlayFile, phase: str) -> str:
    """The last phase within a phase."""
    within = [row.code for row in play.phase if row.inside == phase]
    return _last(play, within[-1]) if within else phase


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

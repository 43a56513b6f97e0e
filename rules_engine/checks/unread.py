"""What a book states reaches play: each number and word that play does not read is explained, or told."""

import re
from collections.abc import Callable, Iterator

from rules_engine.checks.evidence import Check, Evidence, passed, unknown
from rules_engine.playable import playable_of
from rules_engine.ruleset import Ruleset
from schema.results import ValidationShape
from schema.slots import FactKey

REACHES = "what a book states reaches play"
BOX, COUNTED = ("component:", "deck:", "enemy:"), ("count", "size", "kinds", "copies", "key-per-stage")
"""Subjects and attributes that tell how many the box holds; play has the cards and pieces themselves."""
FOR_PLAYERS = re.compile(r"(.+\.players)-(\d+)(?:-(\d+))?")
"""An attribute for so many players, or from so many to so many."""
MOST, VALUE = ".max", "value"
"""Ending of an attribute that tells the most that others state, and what it stands behind where any number is meant."""


def stated_is_read(evidence: Evidence) -> Iterator[ValidationShape]:
    """Every printed number and word is read when a game begins, or there is a reason why it need not be."""
    obstacle = evidence.obstacle(REACHES)
    if obstacle:
        yield obstacle
        return
    ruleset = evidence.ruleset
    printed = [key for key, fact in sorted(ruleset.facts.items()) if fact.origin == "rulebook"]
    explained = {key: why_unread(ruleset, key) for key in printed if key not in ruleset.used}
    for (subject, attribute), reason in explained.items():
        value = ruleset.facts[subject, attribute]
        if not reason:
            sentence = f"A book states “{value}”, and play does not read it."
            yield unknown(REACHES, sentence, f"{subject} {attribute}")
        elif not _in_the_box(ruleset, (subject, attribute)):
            yield passed(REACHES, f"“{value}” is not read: {reason}.", f"{subject} {attribute}")
    open_facts = [key for key, reason in explained.items() if not reason]
    counts = sum(bool(_in_the_box(ruleset, key)) for key in explained)
    message = f"{len(printed) - len(explained)} of {len(printed)} printed numbers and words are read by play"
    told = f"{counts} count what the box holds, {len(explained) - counts - len(open_facts)} others are explained"
    share = (len(printed) - len(open_facts), len(printed))
    yield (unknown if open_facts else passed)(REACHES, f"{message}; {told}.", share=share)


CHECKS = (Check("numbers", REACHES, stated_is_read),)


def why_unread(ruleset: Ruleset, fact: FactKey) -> str:
    """Why play need not read a fact; empty where it should."""
    declared = playable_of(ruleset).unread.get(" ".join(fact), "")
    return declared or next(filter(None, (reason(ruleset, fact) for reason in REASONS)), "")


def _in_the_box(_: Ruleset, fact: FactKey) -> str:
    is_counted = fact[0].startswith(BOX) and fact[1].partition(".")[0] in COUNTED
    return "it tells what the box holds" if is_counted else ""


def _said_by_another_range(ruleset: Ruleset, fact: FactKey) -> str:
    """A range of players that lies within others which play reads, and which say the same."""
    subject, attribute = fact
    others = {
        number: ruleset.facts[subject, other].value
        for of, other in ruleset.used
        if of == subject
        for number in _players(other)
    }
    wanted = _players(attribute)
    is_said = bool(wanted) and {others.get(number) for number in wanted} == {ruleset.facts[fact].value}
    return f"other numbers of `{subject}` that play reads say the same for as many players" if is_said else ""


def _players(attribute: str) -> list[tuple[str, int]]:
    """What an attribute tells, with each number of players that it tells it for."""
    found = FOR_PLAYERS.fullmatch(attribute)
    return [(found[1], number) for number in range(int(found[2]), int(found[3] or found[2]) + 1)] if found else []


def _most_of_others(ruleset: Ruleset, fact: FactKey) -> str:
    """The most that is stated of anything of the kind, or of any card of the deck."""
    kind, attribute = fact
    if not attribute.endswith(MOST):
        return ""
    cards = {f"card:{card.code}" for card in ruleset.cards if kind in (card.deck, card.kind)}
    stem = attribute.removesuffix(MOST)
    values = [
        int(other.value)
        for (subject, of), other in ruleset.facts.items()
        if stem in (of, VALUE)
        and _is_number(ruleset, (subject, of))
        and (subject.startswith(f"{kind}:") or subject in cards)
    ]
    return f"it is the most of {len(values)} that are stated one by one" if _is(ruleset, fact, values, max) else ""


def _sum_of_parts(ruleset: Ruleset, fact: FactKey) -> str:
    """A whole of which play reads all parts."""
    subject, attribute = fact
    parts = [key for key in ruleset.facts if key[0] == subject and key[1].startswith(f"{attribute}.")]
    values = [int(ruleset.facts[key].value) for key in parts if key in ruleset.used and _is_number(ruleset, key)]
    is_whole = len(values) == len(parts) and _is(ruleset, fact, values, sum)
    return f"it is the sum of {len(values)} that play reads" if is_whole else ""


def _is_number(ruleset: Ruleset, fact: FactKey) -> bool:
    return ruleset.facts[fact].value.isdigit()


def _as_many_as_listed(ruleset: Ruleset, fact: FactKey) -> str:
    """How many things of a kind there are, which are listed by name."""
    listed = ruleset.concepts.get(fact[1].removesuffix("s"), ())
    return f"the {len(listed)} {fact[1]} are listed by name" if _is(ruleset, fact, listed, len) else ""


def _as_many_as_play(ruleset: Ruleset, fact: FactKey) -> str:
    seats = ruleset.engine.players
    is_said = fact[0] == "players" and _is(ruleset, fact, seats, max)
    return "the game is made for as many" if is_said else ""


def _is(ruleset: Ruleset, fact: FactKey, found: object, measure: Callable[..., int]) -> bool:
    return bool(found) and ruleset.facts[fact].value == str(measure(found))


def _only_seems_stated(ruleset: Ruleset, fact: FactKey) -> str:
    """What was read from words that are not sure to mean it; a person decides whether the book says it at all."""
    return (
        "it only seems to be stated; `rulewright review` asks whether it is"
        if ruleset.facts[fact].is_provisional
        else ""
    )


REASONS = (
    _in_the_box,
    _said_by_another_range,
    _most_of_others,
    _sum_of_parts,
    _as_many_as_listed,
    _as_many_as_play,
    _only_seems_stated,
)

"""Declared sizes against the cards that are known, and parts against their wholes."""

from collections import Counter
from collections.abc import Iterator

from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.ruleset import CardCount
from schema.results import ValidationShape

KNOWN = "as many cards are known as a deck is said to have"
SUM = "the kinds of cards add up to the deck"
STAGES = "the cards of the stages add up to the deck"
COPIES = "kinds times copies make the count"
PER_STAGE = "size.per-stage"
READ = ("rulebook", "card-list")
"""Origins of cards that somebody has seen in print."""
BY_NAME = "name"
"""Value of the fact `known` of a card of which only the name was seen."""


def cards_are_known(evidence: Evidence) -> Iterator[ValidationShape]:
    """A deck of which some cards are not known is a gap; one with too many is an error."""
    ruleset = evidence.ruleset
    for (subject, attribute), size in _numbers(evidence, "size"):
        deck = subject.removeprefix("deck:")
        cards = [card for card in ruleset.cards if card.deck == deck]
        if attribute != "size":
            cards = [card for card in cards if card.kind == attribute.removeprefix("size.")]
            if not cards:
                continue
        count = sum(card.copies for card in cards)
        known = sum(card.copies for card in cards if card.origin in READ)
        named = sum(card.copies for card in cards if ruleset.find_fact(f"card:{card.code}", "known") == BY_NAME)
        message = f"{known} of {size} cards known{f', {named} more by name' if named else ''}{_by_origin(cards)}."
        # How a guessed list divides a deck into kinds is no evidence against the document that says so.
        sure = sum(card.copies for card in cards if attribute == "size" or card.origin in READ)
        where = f"{subject} {attribute}"
        if max(sure, known) > size:
            yield failed(KNOWN, message, where)
        else:
            yield (passed if known == count == size else unknown)(KNOWN, message, where, (known, size))


def parts_add_up(evidence: Evidence) -> Iterator[ValidationShape]:
    """The sizes of a deck's kinds of cards add up to its size."""
    sizes = dict(_numbers(evidence, "size"))
    for subject in dict.fromkeys(subject for subject, _ in sizes):
        parts = {a: n for (s, a), n in sizes.items() if s == subject and a not in ("size", PER_STAGE)}
        whole = sizes.get((subject, "size"))
        if not parts:
            continue
        addition = " + ".join(f"{n} {a.removeprefix('size.')}" for a, n in parts.items())
        total = sum(parts.values())
        missing = sorted(_kinds_of(evidence, subject) - set(parts))
        if whole is None:
            yield unknown(SUM, f"{addition} make {total}; the size of the deck is not stated.", subject)
        elif total == whole:
            yield passed(SUM, f"{addition} make {whole}.", subject)
        elif total < whole and (missing or len(parts) == 1):
            lack = ", ".join(missing) or "the other kinds"
            yield unknown(SUM, f"{addition} make {total} of {whole}; not stated: {lack}.", subject)
        else:
            yield failed(SUM, f"{addition} make {total}, but the deck is said to have {whole}.", subject)


def stages_add_up(evidence: Evidence) -> Iterator[ValidationShape]:
    """The cards of one stage, times the stages, make the deck."""
    sizes = dict(_numbers(evidence, "size"))
    ruleset = evidence.ruleset
    stated = ruleset.find_fact("stage", "count")
    stages = int(stated) if stated and stated.isdigit() else len(ruleset.concepts.get("stage", ()))
    for (subject, attribute), each in sizes.items():
        whole = sizes.get((subject, "size"))
        if attribute != PER_STAGE or whole is None:
            continue
        if stages:
            outcome = passed if each * stages == whole else failed
            yield outcome(
                STAGES, f"{each} cards in each of {stages} stages; the deck is said to have {whole}.", subject
            )
        elif each == 0 or whole % each:
            yield failed(STAGES, f"{whole} cards cannot be dealt out to stages of {each}.", subject)
        else:
            message = f"{whole} cards make {whole // each} stages of {each}; how many stages there are is not stated."
            yield unknown(STAGES, message, subject)


def copies_make_the_count(evidence: Evidence) -> Iterator[ValidationShape]:
    """Where kinds and copies of a component are stated, they make its count."""
    ruleset = evidence.ruleset
    for subject in dict.fromkeys(subject for subject, attribute in ruleset.facts if attribute == "copies"):
        stated = [ruleset.find_fact(subject, attribute) for attribute in ("kinds", "copies", "count")]
        numbers = [int(value) for value in stated if value and value.isdigit()]
        if len(numbers) == len(stated):
            kinds, copies, count = numbers
            message = f"{kinds} kinds of {copies} each; {count} are declared."
            yield (passed if kinds * copies == count else failed)(COPIES, message, subject)


CHECKS = (
    Check("rows", KNOWN, cards_are_known),
    Check("rows", SUM, parts_add_up),
    Check("rows", STAGES, stages_add_up),
    Check("rows", COPIES, copies_make_the_count),
)


def _numbers(evidence: Evidence, stem: str) -> Iterator[tuple[tuple[str, str], int]]:
    """The facts about decks whose attribute is the stem or a part of it."""
    for (subject, attribute), fact in evidence.ruleset.facts.items():
        is_size = attribute == stem or attribute.startswith(f"{stem}.")
        if subject.startswith("deck:") and is_size and fact.value.isdigit():
            yield (subject, attribute), int(fact.value)


def _kinds_of(evidence: Evidence, subject: str) -> set[str]:
    """The parts that any edition or list names of a deck."""
    stated = {f.attribute for f in evidence.rows.facts if f.subject == subject and f.attribute.startswith("size.")}
    listed = {f"size.{c.kind}" for c in evidence.ruleset.cards if f"deck:{c.deck}" == subject and c.kind}
    return (stated | listed) - {PER_STAGE}


def _by_origin(cards: list[CardCount]) -> str:
    """What the list holds beside the cards that were seen."""
    counts: Counter[str] = Counter()
    for card in cards:
        if card.origin not in READ:
            counts[card.origin] += card.copies
    return f"; the list adds {', '.join(f'{n} {origin}' for origin, n in sorted(counts.items()))}" if counts else ""

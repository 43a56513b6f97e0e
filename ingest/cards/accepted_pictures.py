"""Cards that were read off pictures, as people say they are: accepted, corrected, or none at all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ingest.deciding.review import Decisions
from ingest.identify.titles import code_of
from schema.decisions import ACCEPTED, REFUSED
from schema.reading import CardRead, CardTextRead, PassageRead

BETWEEN = "|"
"""Stands between the title and the text of a card that a person writes."""

Known = Callable[[str], str | None]
"""The card of a pack that bears a title."""


PICTURE = "picture:"
MARK = 8
"""So many signs of its checksum tell a file from others of its name: those of two decks are often numbered alike."""


def picture_name(sha256: str, number: int) -> str:
    """What a decision calls the card of a picture; ``number`` is which of the file it is, from 1."""
    return f"{PICTURE}{sha256[:MARK]}" + (f"#{number}" if number > 1 else "")


def as_people_say(
    cards: Sequence[CardRead], passages: Sequence[PassageRead], decisions: Decisions, sha256: str, known: Known
) -> Iterator[CardRead]:
    """The cards without those that are none; what a person accepted or wrote goes before all lists."""
    pictured = (read.passage.seq for read in passages if read.passage.kind == "card")
    names = {seq: picture_name(sha256, number) for number, seq in enumerate(pictured, 1)}
    asked = {decision.subject: decision for decision in decisions.entries if decision.kind == "discovery"}
    own = picture_name(sha256, 1)
    decisions.used.update(d.key for name, d in asked.items() if name.startswith(PICTURE) and not name.startswith(own))
    for card in cards:
        decision = asked.get(names.get(card.passage, ""))
        if decision is None:
            yield card
            continue
        decisions.used.add(decision.key)
        if decision.value != REFUSED:
            yield _accepted(card, decision.value, known)


def _accepted(card: CardRead, said: str, known: Known) -> CardRead:
    """The card as it was read where that was accepted, else with the words that were written."""
    title, _, body = (part.strip() for part in said.partition(BETWEEN))
    if said == ACCEPTED or not title:
        title = card.text.title
    text = card.text.model_copy(update={"title": title, "body": body or card.text.body, "origin": "decided"})
    component = card.component.removesuffix(f". {card.doubt}")
    if title == card.text.title:
        return replace(card, text=text, component=component, doubt="")
    code = known(title)
    is_known = code is not None
    return replace(card, code=code or code_of(title), is_known=is_known, text=text, component=component, doubt="")


def printed_texts(texts: Sequence[CardTextRead], cards: Sequence[CardRead]) -> tuple[CardTextRead, ...]:
    """The words of a pack's cards, with those of accepted pictures in the place of what was read there."""
    accepted = {card.passage: card for card in cards if card.text.origin == "decided"}
    told = [CardTextRead(card.text, card.passage, card.code) for card in accepted.values() if card.is_known]
    return (*(text for text in texts if text.passage not in accepted), *told)

"""Sections of a text that are cards: a heading each, its text below, and items for its deck, copies and numbers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.files.card_lists import COPIES, DECK
from ingest.identify.titles import code_of
from schema.cards import CardTextShape
from schema.reading import CardRead, PassageRead

_ITEM = re.compile(r"^[-*•\s]*([^:]{1,40}):\s*(.+)$")


@dataclass(slots=True)
class _Section:
    heading: PassageRead
    texts: list[str] = field(default_factory=list)
    items: dict[str, str] = field(default_factory=dict)


def listed_cards(passages: Sequence[PassageRead], language: str, file_name: str, deck: str) -> tuple[CardRead, ...]:
    """A card for each section of the deepest level that has a text or items."""
    cards = []
    for section in _sections(passages):
        title = " ".join(section.heading.passage.text.split())
        body = " ".join(section.texts)
        said = section.items.get(COPIES, "")
        others = "; ".join(f"{head}: {value}" for head, value in section.items.items() if head not in (DECK, COPIES))
        text = CardTextShape(language=language, title=title, body=body, origin="card-list")
        cards.append(
            CardRead(
                code=code_of(title),
                is_known=False,
                text=text,
                passage=section.heading.passage.seq,
                deck=code_of(section.items[DECK]) if section.items.get(DECK) else deck,
                copies=int(said) if said.isdecimal() else None,
                component=f"list {file_name}" + (f"; {others}" if others else ""),
            )
        )
    return tuple(cards)


def _sections(passages: Sequence[PassageRead]) -> Iterator[_Section]:
    levels = [read.passage.level or 1 for read in passages if read.passage.kind == "heading"]
    deepest = max(levels, default=0)
    section: _Section | None = None
    for read in passages:
        if read.passage.kind == "heading":
            if section is not None:
                yield section
            section = _Section(read) if (read.passage.level or 1) == deepest else None
        elif section is not None and read.passage.kind not in ("gap", "noise"):
            item = _ITEM.match(read.passage.text) if read.passage.kind == "item" else None
            if item:
                section.items[item[1].strip().casefold()] = item[2].strip()
            else:
                section.texts.append(" ".join(read.passage.text.split()))
    if section is not None:
        yield section

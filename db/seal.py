"""Seals: what was read of a document is marked when it is stored, so that a later change of its rows shows.

A seal covers what reading alone makes. What follows from several documents (restored icons, joined labels, facts) is
derived again by `validate` instead, and where a document lies or which game it belongs to may change by a command. So
repairs count as they were before icons were restored over them, and mentions by their place in the raw text.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlmodel import Session, col, select

from schema.base import row
from schema.cards import Card, CardText
from schema.claims import Claim, Mention
from schema.documents import Document, Page, Passage, PassageRegion, Repair, Seal, SealShape
from schema.games import Concept, Name
from schema.restored import as_read, read_place

TEXT, BOXES, REPAIRS, NAMES, MENTIONS, CLAIMS, CARDS = (
    "text",
    "boxes",
    "repairs",
    "names",
    "mentions",
    "claims",
    "cards",
)
DOCUMENT = "document"
OF_DOCUMENT = ("kind", "language", "sha256", "media_type", "page_count")
OF_PAGE = ("number", "method", "reason", "confidence", "width", "height")
OF_PASSAGE = ("seq", "kind", "level", "section", "language", "raw_text")
OF_REPAIR = ("position", "length", "before", "after", "reason", "runner_up", "confidence")
OF_CLAIM = (
    "subject",
    "attribute",
    "value",
    "language",
    "confidence",
    "origin",
    "context",
    "standing",
    "corrects",
    "is_weak",
)
OF_MENTION = ("surface", "score", "margin")
SIZE = 6
"""Bytes of a checksum: enough to tell a change, which nobody seeks to hide."""

Parts = dict[str, dict[str, list[Any]]]
"""What stands in a document: by page or passage and part, the contents."""


def seal_document(session: Session, document: Document) -> None:
    """Mark what was read of a document, in place of earlier marks."""
    for old in session.exec(select(Seal).where(Seal.document_id == document.id)):
        session.delete(old)
    session.flush()
    found = _digests(session, document)
    shapes = (SealShape(about=about, digest=digest) for about, digest in found.items())
    session.add_all(row(Seal, shape, document_id=document.id) for shape in shapes)
    session.flush()


def broken_seals(session: Session, document: Document) -> list[tuple[str, str]] | None:
    """What of a document is not as it was read: where, and which of its parts; None where it was never marked."""
    marked = {seal.about: seal.digest for seal in session.exec(select(Seal).where(Seal.document_id == document.id))}
    if not marked:
        return None
    found = _digests(session, document)
    broken = [(about, "is gone since it was read") for about in marked if about not in found]
    broken += [(about, "was added after reading") for about in found if about not in marked]
    for about in marked.keys() & found.keys():
        if marked[about] != found[about]:
            broken.append((about, f"has other {', '.join(_parts_between(marked[about], found[about]))} than were read"))
    return sorted(broken, key=lambda each: _place(each[0]))


def wrong_texts(session: Session, document: Document) -> Iterator[Passage]:
    """Passages whose text is not their raw text with its repairs applied."""
    repairs: dict[int, list[Repair]] = defaultdict(list)
    of_document = select(Repair).join(Passage, col(Passage.id) == Repair.passage_id)
    for repair in session.exec(of_document.where(Passage.document_id == document.id)):
        repairs[repair.passage_id].append(repair)
    for passage in session.exec(select(Passage).where(Passage.document_id == document.id).order_by(col(Passage.seq))):
        if repaired(passage.raw_text, repairs[passage.id or 0]) != passage.text:
            yield passage


def repaired(raw: str, repairs: Iterable[Repair]) -> str:
    """A raw text with its repairs applied."""
    text, end = [], 0
    for repair in sorted(repairs, key=lambda each: (each.position, each.length)):
        text += [raw[end : repair.position], repair.after]
        end = repair.position + repair.length
    return "".join((*text, raw[end:]))


def _place(about: str) -> tuple[str, int]:
    kind, _, number = about.partition(" ")
    return kind, int(number or 0)


def _parts_between(one: str, other: str) -> list[str]:
    """The parts in which two marks differ."""
    first, second = (dict(part.split(":") for part in mark.split()) for mark in (one, other))
    return [part for part in {**first, **second} if first.get(part) != second.get(part)]


def _digests(session: Session, document: Document) -> dict[str, str]:
    return {
        about: " ".join(f"{part}:{_digest(contents)}" for part, contents in sorted(parts.items()) if contents)
        for about, parts in _contents(session, document).items()
    }


def _digest(contents: Iterable[Any]) -> str:
    told = "\n".join(sorted(map(repr, contents)))
    return hashlib.blake2b(told.encode(), digest_size=SIZE).hexdigest()


def _values(each: Any, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(getattr(each, name) for name in names)


def _contents(session: Session, document: Document) -> Parts:
    found: Parts = {DOCUMENT: {TEXT: [_values(document, OF_DOCUMENT)]}}
    numbers: dict[int | None, int] = {}
    for page in session.exec(select(Page).where(Page.document_id == document.id)):
        numbers[page.id] = page.number
        found[f"page {page.number}"] = {TEXT: [_values(page, OF_PAGE)]}
    passages: dict[int | None, dict[str, list[Any]]] = {}
    for passage in session.exec(select(Passage).where(Passage.document_id == document.id)):
        parts = defaultdict(list, {TEXT: [(_values(passage, OF_PASSAGE), numbers.get(passage.page_id))]})
        passages[passage.id] = found[f"passage {passage.seq}"] = parts
    for part, passage_id, content in _said(session, document, numbers):
        passages[passage_id][part].append(content)
    return found


def _said(
    session: Session, document: Document, numbers: dict[int | None, int]
) -> Iterator[tuple[str, int | None, tuple[Any, ...]]]:
    """What hangs on the passages of a document: the part, the passage, the content."""
    is_here = Passage.document_id == document.id

    def on_passages(table: Any, *more: Any) -> Any:
        return select(table, *more).join(Passage, col(Passage.id) == table.passage_id).where(is_here)

    for box in session.exec(on_passages(PassageRegion)):
        yield BOXES, box.passage_id, (numbers.get(box.page_id), box.x0, box.y0, box.x1, box.y1)
    repairs: dict[int, list[Repair]] = defaultdict(list)
    for repair in session.exec(on_passages(Repair)):
        repairs[repair.passage_id].append(repair)
        read = as_read(repair)
        if read:
            yield REPAIRS, repair.passage_id, _values(read, OF_REPAIR)
    of_concept = on_passages(Mention, Concept.kind, Concept.code).join(Concept, col(Concept.id) == Mention.concept_id)
    for mention, kind, code in session.exec(of_concept):
        place = read_place(mention.position, repairs[mention.passage_id])
        yield MENTIONS, mention.passage_id, (kind, code, place, *_values(mention, OF_MENTION))
    of_name = on_passages(Name, Concept.kind, Concept.code).join(Concept, col(Concept.id) == Name.concept_id)
    for name, kind, code in session.exec(of_name.where(Name.document_id == document.id)):
        yield NAMES, name.passage_id, (kind, code, name.language, name.text, name.origin)
    for claim in session.exec(on_passages(Claim).where(Claim.document_id == document.id, Claim.made_by == "")):
        yield CLAIMS, claim.passage_id, _values(claim, OF_CLAIM)
    of_card = on_passages(CardText, Card.code).join(Card, col(Card.id) == CardText.card_id)
    for text, code in session.exec(of_card):
        yield CARDS, text.passage_id, (code, text.language, text.title, text.body, text.origin)

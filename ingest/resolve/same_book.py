"""Which documents of games without a pack are one book in two languages: told by nothing but what follows what."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from sqlmodel import Session, col, func, select

from ingest.resolve.bilingual.align_books import BookSettings, align_books
from ingest.resolve.counterparts import passages_of, units_of
from schema.documents import UNSPOKEN, Document, Passage
from schema.games import Game

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class SameBookSettings:
    """When two documents are one book. Six books and their translations had at least .88 of the shorter one's passages
    surely paired, six pairs of unrelated books none."""

    least_share: float = 0.6
    """Share of the shorter document's passages that surely say the same."""
    least_pairs: int = 12
    """Fewer passages may follow each other by chance."""
    sure: float = 0.95
    """Counterparts at least so sure count."""
    least_length: float = 0.5
    """A translation has at least this share of the other's passages."""
    most_tried: int = 3
    """A document is put beside so many others: those whose numbers are most like its own."""
    most_passages: int = 200
    """Only the beginnings are compared, which are enough to tell."""
    books: BookSettings = BookSettings()


@dataclass(frozen=True, slots=True)
class Translation:
    """Two documents that are one book in two languages."""

    one: Document
    other: Document
    pairs: int
    """So many passages surely say the same,"""
    passages: int
    """of so many that were compared."""


def find_translations(
    session: Session, codes: Collection[str], settings: SameBookSettings = SameBookSettings()
) -> list[Translation]:
    """The documents of these games that are another game's book in another language; never ones placed by a person."""
    documents = _unplaced(session)
    lengths = _lengths(session)
    numbers: dict[int, Counter[str]] = {}
    found: list[Translation] = []
    tried: set[frozenset[int]] = set()
    for document, code in documents:
        if code not in codes:
            continue
        others = [other for other, _ in documents if _may_be(document, other, lengths, settings)]
        for other in (document, *others):
            if (other.id or 0) not in numbers:
                numbers[other.id or 0] = _numbers(session, other, settings)
        own = numbers[document.id or 0]
        others.sort(key=lambda other: (-_likeness(own, numbers[other.id or 0]), other.sha256))
        for other in others[: settings.most_tried]:
            pair = frozenset((document.id or 0, other.id or 0))
            if pair not in tried and (translation := _compare(session, document, other, settings)):
                found.append(translation)
            tried.add(pair)
    return found


def _unplaced(session: Session) -> Sequence[tuple[Document, str]]:
    """The rulebooks of games without a pack of which no person said whose they are, each with its game's code."""
    placed = select(Document.game_id).where(col(Document.is_game_given))
    wanted = Game.fingerprint == "", Document.kind == "rulebook", col(Game.id).not_in(placed)
    return [(document, game.code) for document, game in session.exec(select(Document, Game).join(Game).where(*wanted))]


def _lengths(session: Session) -> Mapping[int, int]:
    spoken = col(Passage.kind).not_in(UNSPOKEN), col(Passage.text) != ""
    counted = select(Passage.document_id, func.count(col(Passage.id))).where(*spoken)
    return dict(session.exec(counted.group_by(col(Passage.document_id))).all())


def _may_be(one: Document, other: Document, lengths: Mapping[int, int], settings: SameBookSettings) -> bool:
    if one.language == other.language or one.game_id == other.game_id:
        return False
    short, long = sorted((lengths.get(one.id or 0, 0), lengths.get(other.id or 0, 0)))
    return short >= settings.least_pairs and short >= settings.least_length * long


def _numbers(session: Session, document: Document, settings: SameBookSettings) -> Counter[str]:
    return Counter(
        number
        for passage in passages_of(session, document, settings.most_passages)
        for number in _NUMBER.findall(passage.text)
    )


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """The cosine of how often each number is told."""
    both = sum(times * other[number] for number, times in one.items())
    return both / sqrt((one.total() and sum(t * t for t in one.values()) * sum(t * t for t in other.values())) or 1)


def _compare(session: Session, one: Document, other: Document, settings: SameBookSettings) -> Translation | None:
    left, right = (units_of(passages_of(session, document, settings.most_passages)) for document in (one, other))
    sure = [p for p in align_books(left, right, settings.books).pairs if p.score >= settings.sure]
    pairs, passages = min(len({p.left for p in sure}), len({p.right for p in sure})), min(len(left), len(right))
    is_one_book = pairs >= max(settings.least_pairs, settings.least_share * passages)
    return Translation(one, other, pairs, passages) if is_one_book else None

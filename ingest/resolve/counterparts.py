"""Put the documents of a game side by side and write down which of their passages say the same."""

import datetime
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from sqlmodel import Session, col, delete, or_, select

from ingest.resolve.bilingual.align_books import Alignment, BookSettings, align_books
from ingest.resolve.bilingual.units import Unit
from schema.base import row
from schema.counterparts import Counterpart, Relation
from schema.document_kinds import KINDS
from schema.documents import UNSPOKEN, Document, Passage
from schema.games import Game

TOLD = ("given", "printed")
"""Who tells a document's date for sure; that of a file may be of its copying."""


@dataclass(frozen=True, slots=True)
class CounterpartSettings:
    """Which documents are put side by side; chosen by eye."""

    every_pair: int = 4
    """Of so many documents each is compared with each, of more each with the first alone."""
    least_share: float = 0.35
    """Share of the shorter document's passages that have a counterpart; below it the documents are different books."""
    most_cells: int = 25_000_000
    """Documents with more passages, multiplied, are not compared: it would take the machine's memory."""
    sure: float = 0.75
    """Counterparts at least so sure state the same rule."""
    books: BookSettings = BookSettings()


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two documents of a game, their passages, and which of these say the same."""

    one: Document
    other: Document
    left: Sequence[Passage]
    right: Sequence[Passage]
    alignment: Alignment

    @property
    def relation(self) -> Relation:
        """Whether the languages differ or only the versions."""
        return "version" if self.one.language == self.other.language else "translation"


def find_counterparts(
    session: Session, game: Game, spoken: Collection[str], settings: CounterpartSettings = CounterpartSettings()
) -> list[SideBySide]:
    """Compare the game's documents anew; what is said in two languages of a pack is aligned by its words instead."""
    of_game = select(Passage.id).join(Document).where(Document.game_id == game.id)
    ends = col(Counterpart.passage_id).in_(of_game), col(Counterpart.other_id).in_(of_game)
    session.exec(delete(Counterpart).where(or_(*ends)))
    found = [
        pair
        for one, other in _to_compare(session, game, settings)
        if one.language == other.language or not spoken or _is_translation_for(one, other, spoken)
        if (pair := _side_by_side(session, one, other, settings)) is not None
    ]
    for pair in found:
        for aligned in pair.alignment.pairs:
            shape = {"relation": pair.relation, "score": round(100 * aligned.score, 1)}
            keys = {"passage_id": pair.left[aligned.left].id, "other_id": pair.right[aligned.right].id}
            session.add(row(Counterpart, shape, **keys))
    session.flush()
    return found


def _is_translation_for(one: Document, other: Document, spoken: Collection[str]) -> bool:
    """Whether a document in a language that the pack does not speak lies beside one that tells what it says."""
    known = sum(document.language in spoken for document in (one, other))
    return known == 1 and one.edition_id == other.edition_id


def _to_compare(session: Session, game: Game, settings: CounterpartSettings) -> Iterator[tuple[Document, Document]]:
    documents = sorted(session.exec(select(Document).where(Document.game_id == game.id)), key=_age)
    for kind in KINDS:
        of_kind = [document for document in documents if document.kind == kind]
        few = len(of_kind) <= settings.every_pair
        yield from (pair for pair in combinations(of_kind, 2) if few or pair[0] is of_kind[0])


def _age(document: Document) -> tuple[bool, datetime.date, str]:
    """The oldest first, those without a date last: whichever was read first, the pairs are the same."""
    dated = document.date if document.date_source in TOLD else None
    return dated is None, dated or datetime.date.max, document.sha256


def _side_by_side(session: Session, one: Document, other: Document, settings: CounterpartSettings) -> SideBySide | None:
    left, right = passages_of(session, one), passages_of(session, other)
    if not left or not right or len(left) * len(right) > settings.most_cells:
        return None
    alignment = align_books(units_of(left), units_of(right), settings.books)
    paired = min(len({pair.left for pair in alignment.pairs}), len({pair.right for pair in alignment.pairs}))
    if paired < settings.least_share * min(len(left), len(right)):
        return None
    return SideBySide(one, other, left, right, alignment)


def passages_of(session: Session, document: Document, most: int | None = None) -> Sequence[Passage]:
    """The passages of a document that say something, or so many of them, in order."""
    wanted = Passage.document_id == document.id, col(Passage.kind).not_in(UNSPOKEN), col(Passage.text) != ""
    return session.exec(select(Passage).where(*wanted).order_by(col(Passage.seq)).limit(most)).all()


def units_of(passages: Sequence[Passage]) -> list[Unit]:
    """The passages as the aligner sees them."""
    return [Unit(passage.text, passage.kind, passage.level or 0) for passage in passages]


def earlier_counterparts(
    pairs: Sequence[SideBySide], settings: CounterpartSettings = CounterpartSettings()
) -> dict[int, int]:
    """By passage the surest counterpart in another language among documents that come before its own."""
    found: dict[int, tuple[float, int]] = {}
    for pair in pairs:
        if pair.relation == "version":
            continue
        is_first = pair.one.sha256 < pair.other.sha256
        for aligned in pair.alignment.pairs:
            ends = pair.left[aligned.left].id or 0, pair.right[aligned.right].id or 0
            early, late = ends if is_first else ends[::-1]
            if aligned.score >= settings.sure and aligned.score > found.get(late, (0.0, 0))[0]:
                found[late] = aligned.score, early
    return {late: early for late, (_, early) in found.items()}

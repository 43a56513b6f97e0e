"""Terms of two languages that mean the same thing become names of one concept."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, select, update

from ingest.resolve.counterparts import SideBySide
from schema.base import DISCOVERED
from schema.claims import Mention
from schema.discovered import GlossaryTerm
from schema.documents import Document, Passage
from schema.games import Concept, Game, Name


@dataclass(frozen=True, slots=True)
class JoinSettings:
    """When two terms are one; chosen by eye on rulebooks in four languages."""

    sure: float = 0.9
    """Only counterparts at least so sure are looked at."""
    least_together: int = 2
    """In so many counterparts both are used."""
    least_share: tuple[float, float] = (0.8, 0.6)
    """Of all passages with a counterpart that use either of them the share that uses both: where that is seen no
    oftener than it must be, and where it is."""
    before_rivals: float = 0.1
    """No other term comes as near as this."""


def join_terms(
    session: Session, game: Game, pairs: Sequence[SideBySide], settings: JoinSettings = JoinSettings()
) -> None:
    """Tie the terms of the later document of each pair to the concepts of the earlier one, where both are sure."""
    for pair in pairs:
        if pair.relation == "translation":
            for keep, drop in list(_same(session, pair, settings)):
                _tie(session, pair.other, keep, drop)
    named = select(Name.concept_id)
    unnamed = (col(Concept.game_id) == game.id, col(Concept.origin) == DISCOVERED, col(Concept.id).not_in(named))
    session.exec(delete(Concept).where(*unnamed))
    session.flush()


def _same(session: Session, pair: SideBySide, settings: JoinSettings) -> Iterator[tuple[int, int]]:
    """Concepts of the one and the other document that their passages use together."""
    here, there = _uses(session, pair.one), _uses(session, pair.other)
    together: Counter[tuple[int, int]] = Counter()
    left: Counter[int] = Counter()
    right: Counter[int] = Counter()
    for aligned in pair.alignment.pairs:
        if aligned.score < settings.sure:
            continue
        ours = here.get(pair.left[aligned.left].id or 0, set())
        theirs = there.get(pair.right[aligned.right].id or 0, set())
        left.update(ours)
        right.update(theirs)
        together.update((a, b) for a in ours for b in theirs)
    shares = {(a, b): 2 * n / (left[a] + right[b]) for (a, b), n in together.items()}
    for (a, b), share in shares.items():
        least = settings.least_share[together[a, b] > settings.least_together]
        is_sure = together[a, b] >= settings.least_together and share >= least and a != b
        if is_sure and share - _rival(shares, a, b) >= settings.before_rivals:
            yield a, b


def _rival(shares: Mapping[tuple[int, int], float], a: int, b: int) -> float:
    """The share of the next best pair with either of them."""
    return max((share for (x, y), share in shares.items() if (x == a) != (y == b)), default=0.0)


def _uses(session: Session, document: Document) -> dict[int, set[int]]:
    """By passage the terms that it uses."""
    used = (
        select(Mention.passage_id, Mention.concept_id)
        .join(Passage, col(Passage.id) == Mention.passage_id)
        .join(GlossaryTerm, col(GlossaryTerm.concept_id) == Mention.concept_id)
        .where(Passage.document_id == document.id, GlossaryTerm.document_id == document.id)
    )
    found: dict[int, set[int]] = defaultdict(set)
    for passage_id, concept_id in session.exec(used):
        found[passage_id].add(concept_id)
    return found


def _tie(session: Session, document: Document, keep: int, drop: int) -> None:
    """Put a document's term, its names and its mentions to another concept, unless it has that already."""
    is_discovered = session.get_one(Concept, drop).origin == DISCOVERED
    of_document = GlossaryTerm.document_id == document.id, GlossaryTerm.concept_id == keep
    if not is_discovered or session.exec(select(GlossaryTerm).where(*of_document)).first() is not None:
        return
    passages = select(Passage.id).where(Passage.document_id == document.id)
    for table, wanted in (
        (GlossaryTerm, col(GlossaryTerm.document_id) == document.id),
        (Name, col(Name.document_id) == document.id),
        (Mention, col(Mention.passage_id).in_(passages)),
    ):
        session.exec(update(table).where(wanted, col(table.concept_id) == drop).values(concept_id=keep))
    session.flush()

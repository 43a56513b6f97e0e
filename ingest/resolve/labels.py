"""Join labels of a board that lost their spaces with the spaces to which another language prints the same."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, select

from schema.base import row
from schema.claims import Claim, ClaimShape, Finding, FindingShape, Mention
from schema.documents import Document, Passage
from schema.games import Concept, Game
from schema.pack import BuildForm, Pack
from schema.phrasebook import Phrasebook
from schema.wording import Text

ENTER = "enter"
STEP = "{track} {signed}"
JOIN_LABELS = "join-labels"
"""The name of this step in the claims that it makes."""
JOINED = "Its place was told by the other language, which prints the same effect there."
UNDECIDED, UNNAMED = "undecided-label", "unnamed-concepts"

Effects = frozenset[tuple[str, str]]
"""Attribute and value of all that entering a space does."""


@dataclass(frozen=True, slots=True)
class LabelSettings:
    """How sure labels are joined, and when a document means to name all; chosen by eye on the seeds."""

    sureness: float = 0.7
    """Confidence in a label whose space another language told."""
    mostly: float = 0.6
    """A document that names less of a kind than this does not mean to name them all."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label that tells an effect, and no space."""

    passage: Passage
    effects: Effects


def join_labels(session: Session, game: Game, pack: Pack, settings: LabelSettings = LabelSettings()) -> None:
    """Throw away what was joined before and join anew; what fits no space or too many is a finding."""
    session.exec(delete(Claim).where(col(Claim.game_id) == game.id, col(Claim.made_by) == JOIN_LABELS))
    found = (UNDECIDED, UNNAMED)
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind).in_(found)))
    documents = session.exec(select(Document).where(Document.game_id == game.id).order_by(Document.sha256)).all()
    spaces = {document.id: _spaces(session, document) for document in documents}
    forms = pack.notation.build.get("location", [])
    for document in documents:
        session.add_all(_unnamed(session, game, pack, document, settings))
        if document.language not in pack.languages or not forms:
            continue
        others = [spaces[d.id] for d in documents if d.edition_id == document.edition_id and d.id != document.id]
        free = {space: told for other in others for space, told in other.items() if space not in spaces[document.id]}
        labels = list(_labels(session, document, pack.phrasebook(document.language), forms))
        for label, space in _joined(labels, free):
            if space:
                session.add_all(_claims(game, document, label, space, settings))
            else:
                session.add(_undecided(game, document, label))
    session.flush()


def _spaces(session: Session, document: Document) -> dict[str, Effects]:
    """What a document says of entering each of its spaces, in the order in which it prints them."""
    told: dict[str, set[tuple[str, str]]] = defaultdict(set)
    query = select(Claim).join(Passage, col(Passage.id) == Claim.passage_id).order_by(col(Passage.seq))
    entered = (Claim.document_id == document.id, col(Claim.attribute).startswith(f"{ENTER}."))
    for claim in session.exec(query.where(*entered)):
        told[claim.subject].add((claim.attribute, claim.value))
    return {space: frozenset(effects) for space, effects in told.items()}


def _labels(session: Session, document: Document, book: Phrasebook, forms: Sequence[BuildForm]) -> Iterator[Label]:
    """Labels all of whose words tell effects of entering, from which no claim was made."""
    claimed = select(Claim.passage_id).where(Claim.document_id == document.id)
    query = select(Passage).where(
        Passage.document_id == document.id, Passage.kind == "label", col(Passage.id).not_in(claimed)
    )
    tracks = {track for form in forms for track in form.only.get("track", [])}
    for passage in session.exec(query.order_by(col(Passage.seq))):
        text = Text.of(passage.text, book.lexicon)
        said = list(book.said(text, {"trigger": [ENTER], "step": [STEP]}))
        steps = [one.clause.arguments for one in said if one.part == "step"]
        is_explained = sum(one.end - one.start for one in said) == len(text.tokens)
        if steps and is_explained and all(track in tracks for track, _ in steps):
            yield Label(passage, frozenset((f"{ENTER}.{track}", amount) for track, amount in steps))


def _joined(labels: Sequence[Label], free: Mapping[str, Effects]) -> Iterator[tuple[Label, str | None]]:
    """Each label with its space, in the other document's order; None where labels and spaces differ in number."""
    for effects in dict.fromkeys(label.effects for label in labels):
        alike = [label for label in labels if label.effects == effects]
        fitting = [space for space, told in free.items() if told == effects]
        yield from zip(alike, fitting if len(fitting) == len(alike) else [None] * len(alike), strict=True)


def _claims(game: Game, document: Document, label: Label, space: str, settings: LabelSettings) -> Iterator[Claim]:
    for attribute, value in sorted(label.effects):
        shape = ClaimShape(
            subject=space,
            attribute=attribute,
            value=value,
            language=document.language,
            confidence=round(settings.sureness * label.passage.confidence, 4),
            origin="rulebook",
            context="board",
            note=JOINED,
            made_by=JOIN_LABELS,
        )
        keys = {"document_id": document.id, "edition_id": document.edition_id, "passage_id": label.passage.id}
        yield row(Claim, shape, game_id=game.id, **keys)


def _undecided(game: Game, document: Document, label: Label) -> Finding:
    message = (
        f"The label “{label.passage.text}” stands apart from its place, and no other document tells where it belongs. "
        "Look at the board, or ingest the same edition in another language."
    )
    shape = FindingShape(kind=UNDECIDED, severity="note", message=message)
    return row(Finding, shape, game_id=game.id, document_id=document.id, passage_id=label.passage.id)


def _unnamed(
    session: Session, game: Game, pack: Pack, document: Document, settings: LabelSettings
) -> Iterator[Finding]:
    """Concepts whose names were not found in a document that names most of their kind."""
    query = (
        select(Concept.kind, Concept.code)
        .join(Mention, col(Mention.concept_id) == Concept.id)
        .join(Passage, col(Passage.id) == Mention.passage_id)
        .where(Passage.document_id == document.id)
    )
    named = set(session.exec(query.distinct()))
    for kind in pack.game.kinds.named_in_full:
        codes = pack.game.concepts[kind]
        missing = [code for code in codes if (kind, code) not in named]
        if missing and len(codes) - len(missing) >= settings.mostly * len(codes):
            message = (
                f"{document.file_name} names {len(codes) - len(missing)} of {len(codes)} of the kind {kind}; "
                f"not found: {', '.join(missing)}. Look whether the document prints them in words that the pack lacks."
            )
            shape = FindingShape(kind=UNNAMED, severity="note", message=message)
            yield row(Finding, shape, game_id=game.id, document_id=document.id)

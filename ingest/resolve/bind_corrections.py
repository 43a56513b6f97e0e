"""Terse corrections find their fact: “Event deck: 61, not 62” corrects what another document says of it with 62."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, select

from ingest.standing.passages import tell_passages
from ingest.standing.text import Piece, Standing, read_pieces
from ingest.weighed.weigh import read_weights
from schema.base import row
from schema.claims import Claim, ClaimShape, Mention
from schema.document_kinds import EXPLAINING
from schema.documents import UNSPOKEN, Document, Passage
from schema.folding import fold
from schema.games import Concept, Game
from schema.pack import Pack, SharedLanguageFile

BIND_CORRECTIONS = "bind-corrections"
_WORD = re.compile(r"[^\W\d_]{4,}")
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class BindSettings:
    """When a correction is sure to mean a claim; chosen by eye on our own errata sheets."""

    stem: int = 4
    """Words that begin with as many equal letters are the same word in another form."""
    beside: int = 20
    """Letters before and behind a number in which words speak of it before all."""
    alike: int = 2
    """So many words in common, one of them beside the number, speak as loudly as the naming of the subject."""
    common: float = 0.2
    """Words that stand beside more than this share of all numbers tell none of them apart."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A claim of another document with the words of its passage."""

    claim: Claim
    words: frozenset[str]
    beside: frozenset[str]
    """Those of the words that stand beside the number."""


def bind_corrections(session: Session, game: Game, pack: Pack, settings: BindSettings = BindSettings()) -> None:
    """Throw away what was bound before and bind anew, from what all documents of the game say."""
    session.exec(delete(Claim).where(col(Claim.game_id) == game.id, col(Claim.made_by) == BIND_CORRECTIONS))
    documents = session.exec(select(Document).where(Document.game_id == game.id).order_by(Document.sha256)).all()
    claims = session.exec(select(Claim).where(Claim.game_id == game.id, Claim.origin == "rulebook")).all()
    known = frozenset(read_weights(game.code).keys)
    by_document = {d.id: [c for c in claims if c.document_id == d.id] for d in documents}
    for document in documents:
        shared = pack.shared.get(document.language)
        if document.kind not in EXPLAINING or shared is None:
            continue
        rivals = [
            _rival(claim, session.get_one(Passage, claim.passage_id).text, shared, settings)
            for other in documents
            if _may_correct(document, other)
            for claim in by_document[other.id]
            if claim.standing == "asserted"
        ]
        often = Counter(word for rival in rivals for word in rival.beside)
        common = {word for word, count in often.items() if count > settings.common * len(rivals)}
        passages = _passages(session, document)
        for (seq, _), pair in tell_passages(list(passages.values()), shared, document.language).items():
            passage = passages[seq]
            own = [c for c in by_document[document.id] if c.passage_id == passage.id]
            if pair.corrects is not None and not _is_bound(pair, own, rivals, known):
                words = _words(passage.text, settings) - common
                target = _told(pair, own, rivals) or _target(pair, _subjects(session, passage), words, rivals, settings)
                session.add_all([_claim(game, document, passage, str(pair.value), target)] if target else [])
        for claim, old in _contrasted(by_document[document.id], rivals):
            passage = session.get_one(Passage, claim.passage_id)
            session.add(_claim(game, document, passage, _amount(claim.value), old))
    session.flush()


def without_misread(claims: Sequence[Claim]) -> list[Claim]:
    """The claims but those of a correction that was bound to another fact and names one that no other document states:
    the “four” of “with three and four players: 6, not 7”."""
    bound = {_correction(claim) for claim in claims if claim.made_by == BIND_CORRECTIONS}
    documents: dict[tuple[str, str], set[int | None]] = defaultdict(set)
    for claim in claims:
        documents[claim.subject, claim.attribute].add(claim.document_id)
    return [
        claim
        for claim in claims
        if claim.made_by == BIND_CORRECTIONS
        or not claim.corrects
        or _correction(claim) not in bound
        or len(documents[claim.subject, claim.attribute]) > 1
    ]


def _correction(claim: Claim) -> tuple[int | None, str, str]:
    return claim.passage_id, _amount(claim.value), _amount(claim.corrects)


def _may_correct(one: Document, other: Document) -> bool:
    """Whether a document can speak of another: of the same language and edition, and no correction itself."""
    same_edition = one.edition_id is None or other.edition_id is None or one.edition_id == other.edition_id
    return other.kind not in EXPLAINING and one.language == other.language and same_edition


def _passages(session: Session, document: Document) -> dict[int, Passage]:
    told = select(Passage).where(Passage.document_id == document.id, col(Passage.kind).not_in(UNSPOKEN))
    return {passage.seq: passage for passage in session.exec(told.order_by(col(Passage.seq)))}


def _subjects(session: Session, passage: Passage) -> set[str]:
    """The subjects of which a passage speaks."""
    named = select(Concept).join(Mention, col(Mention.concept_id) == Concept.id)
    concepts = session.exec(named.where(Mention.passage_id == passage.id)).all()
    return {name for c in concepts for name in (f"{c.kind}:{c.code}", c.code)}


def _rival(claim: Claim, text: str, shared: SharedLanguageFile, settings: BindSettings) -> Rival:
    pieces = read_pieces(text, {fold(word): value for word, value in shared.numbers.items()})
    numbers = [piece for piece in pieces if piece.value is not None]
    beside = " ".join(
        _beside(text, numbers, at, settings.beside)
        for at, piece in enumerate(numbers)
        if str(piece.value) == _amount(claim.value)
    )
    return Rival(claim, _words(text, settings), _words(beside, settings))


def _beside(text: str, numbers: Sequence[Piece], at: int, reach: int) -> str:
    """What stands beside a number; behind another number it is said of that one."""
    first = max(numbers[at].start - reach, numbers[at - 1].end if at else 0)
    last = min(numbers[at].end + reach, numbers[at + 1].start if at + 1 < len(numbers) else len(text))
    return text[first:last]


def _words(text: str, settings: BindSettings) -> frozenset[str]:
    return frozenset(word[: settings.stem] for word in _WORD.findall(fold(text)))


def _is_bound(pair: Standing, own: Sequence[Claim], rivals: Sequence[Rival], known: frozenset[tuple[str, str]]) -> bool:
    """Whether patterns or frames already found what the pair corrects: a fact that rulebooks of the game are known to
    state, or that the others state, be it with another value than the old one, as a printing that is not here."""
    old, new = str(pair.corrects), str(pair.value)
    keys = {(c.subject, c.attribute) for c in own if _amount(c.value) == new and _amount(c.corrects) == old}
    return not keys.isdisjoint(known) or any((r.claim.subject, r.claim.attribute) in keys for r in rivals)


def _told(pair: Standing, own: Sequence[Claim], rivals: Sequence[Rival]) -> Claim | None:
    """The claim that the passage itself repeats with its old value and denies: “Dossier, 5 players: 6 → 5”."""
    old = str(pair.corrects)
    denied = {(c.subject, c.attribute) for c in own if c.standing == "denied" and _amount(c.value) == old}
    told = [r.claim for r in rivals if (r.claim.subject, r.claim.attribute) in denied and _amount(r.claim.value) == old]
    return told[0] if len(denied) == 1 and told else None


def _contrasted(own: Sequence[Claim], rivals: Sequence[Rival]) -> Iterator[tuple[Claim, Claim]]:
    """Claims of words beside the one that others state, in one passage: “not Munich but Hannover”.

    Numbers are told apart by their standing, words by what the book says.
    """
    stated = {(r.claim.subject, r.claim.attribute, r.claim.value): r.claim for r in rivals}
    said: dict[tuple[int | None, str, str], dict[str, Claim]] = defaultdict(dict)
    for claim in own:
        if (
            claim.standing == "asserted"
            and not claim.is_weak
            and not claim.corrects
            and not _NUMBER.search(claim.value)
        ):
            said[claim.passage_id, claim.subject, claim.attribute][claim.value] = claim
    for (_, subject, attribute), values in said.items():
        old = [stated[key] for value in values if (key := (subject, attribute, value)) in stated]
        new = [claim for value, claim in values.items() if (subject, attribute, value) not in stated]
        if len(old) == len(new) == 1:
            yield new[0], old[0]


def _target(
    pair: Standing, subjects: set[str], words: frozenset[str], rivals: Sequence[Rival], settings: BindSettings
) -> Claim | None:
    """The claim of the old value that the passage means: of a subject that it names, or told in the same words."""
    likeness: dict[tuple[str, str], tuple[int, Claim]] = {}
    for rival in rivals:
        claim = rival.claim
        if _amount(claim.value) == str(pair.corrects):
            is_named, beside, alike = claim.subject in subjects, len(words & rival.beside), len(words & rival.words)
            if not is_named and (not beside or alike < settings.alike):
                continue
            score = alike + beside + settings.alike * is_named
            key = claim.subject, claim.attribute
            likeness[key] = max(likeness.get(key, (0, claim)), (score, claim), key=lambda scored: scored[0])
    best = sorted(likeness.values(), key=lambda scored: -scored[0])[:2]
    is_sure = best and (len(best) == 1 or best[0][0] > best[1][0])
    return best[0][1] if is_sure else None


def _amount(value: str) -> str:
    return value.lstrip("+-")


def _claim(game: Game, document: Document, passage: Passage, amount: str, target: Claim) -> Claim:
    sign = target.value[: len(target.value) - len(_amount(target.value))]
    shape = ClaimShape(
        subject=target.subject,
        attribute=target.attribute,
        value=f"{sign}{amount}",
        language=document.language,
        confidence=passage.confidence,
        origin="rulebook",
        corrects=target.value,
        note="It names the value that another document states, and the thing that it is said of.",
        made_by=BIND_CORRECTIONS,
    )
    keys = {"document_id": document.id, "edition_id": document.edition_id, "passage_id": passage.id}
    return row(Claim, shape, game_id=game.id, **keys)

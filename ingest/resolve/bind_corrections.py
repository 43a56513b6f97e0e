"""What a sheet of corrections says of the facts of a book: “Event deck: 61, not 62” is said of what the book says of it.

A sheet names a thing in few words. Each of its values is said of the fact of which it speaks most, and where it tells
what stood there, of one of which a book says just that. What its last word leaves as the book has it, it confirms.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmodel import Session, col, delete, select

from ingest.resolve.spoken_of import LikenessSettings, SpokenOf, Weighed, with_keys
from ingest.standing.text import Piece, read_pieces
from ingest.standing.words import StandingWords
from ingest.weighed.seen import Key
from ingest.weighed.weigh import read_weights
from schema.base import row
from schema.claims import Claim, ClaimShape
from schema.document_kinds import CORRECTING, EXPLAINING
from schema.documents import UNSPOKEN, Document, Passage
from schema.games import Game
from schema.pack import Pack

BIND_CORRECTIONS = "bind-corrections"
OF_THE_BOOK = frozenset({"print", "document", "old", "past", "wrong", "formerly", "sorry"})
"""What a sentence says that tells what a book says."""
STAYING = frozenset({"same"})
"""What a sentence says that changes nothing."""


@dataclass(frozen=True, slots=True)
class BindSettings:
    """When a value is sure to be said of a fact; chosen on the first sheets of tests/judges/errata."""

    pair: float = 0.5
    """So much must speak for the fact of a correction that names the old value."""
    lone: float = 3.0
    """So much must speak for the fact of a value that is told without the old one."""
    margin: float = 1.0
    """And so much more than for any other fact."""
    pair_margin: float = 0.5
    """The same, where only facts with the old value are asked."""
    likeness: LikenessSettings = LikenessSettings()


class Bound(NamedTuple):
    """A value of a sheet and the claim of a book that it corrects or confirms."""

    at: int
    value: str
    target: Claim
    speaks: float
    is_pair: bool = False

    @property
    def key(self) -> Key:
        """The fact of which it is said."""
        return self.target.subject, self.target.attribute

    @property
    def confirms(self) -> bool:
        """Whether it says what the book says."""
        return self.value == self.target.value


def bind_corrections(session: Session, game: Game, pack: Pack, settings: BindSettings = BindSettings()) -> None:
    """Throw away what was bound before and bind anew, from what all documents of the game say."""
    session.exec(delete(Claim).where(col(Claim.game_id) == game.id, col(Claim.made_by) == BIND_CORRECTIONS))
    documents = session.exec(select(Document).where(Document.game_id == game.id).order_by(Document.sha256)).all()
    claims = session.exec(select(Claim).where(Claim.game_id == game.id, Claim.origin == "rulebook")).all()
    weighed: dict[int | None, Weighed] = {}
    for document in documents:
        shared = pack.shared.get(document.language)
        books = [other for other in documents if _may_correct(document, other)]
        if document.kind not in EXPLAINING or shared is None or not books:
            continue
        stated = {
            book.id: [c for c in claims if c.document_id == book.id and c.standing == "asserted"] for book in books
        }
        told = [claim for book in books for claim in stated[book.id]]
        weights = with_keys(read_weights(game.code), told)
        for one in (*books, document):
            if one.id not in weighed:
                called = next(iter(shared.kinds.get(one.kind, ())), "") if one.kind in CORRECTING else ""
                weighed[one.id] = Weighed(_passages(session, one), pack, document.language, weights, called)
        spoken = SpokenOf(weighed[document.id], [(weighed[b.id], stated[b.id]) for b in books], settings.likeness)
        sheet = Sheet(spoken, told, StandingWords(shared.standing, shared.numbers, document.language), settings)
        for bound in sheet.bound(is_correcting=document.kind in CORRECTING):
            passage = sheet.passage(bound)
            session.add(_claim(game, document, passage, bound))
    session.flush()


class Sheet:
    """A sheet of corrections or answers, beside the claims of the books that it speaks of."""

    def __init__(self, spoken: SpokenOf, told: Sequence[Claim], words: StandingWords, settings: BindSettings) -> None:
        self._spoken, self._sheet, self._settings = spoken, spoken.sheet, settings
        self._told: dict[Key, list[Claim]] = defaultdict(list)
        for claim in told:
            self._told[claim.subject, claim.attribute].append(claim)
        self._sentences = {seq: Sentences(p.text, words) for seq, p in self._sheet.passages.items()}
        self._by_passage: dict[int, list[int]] = defaultdict(list)
        for at, value in enumerate(self._sheet.values):
            self._by_passage[value.clause.passage.seq].append(at)
        self._standings = [self._sheet.standing(at) for at in range(len(self._sheet.values))]

    def passage(self, bound: Bound) -> Passage:
        """Where a value stands."""
        return self._sheet.passages[self._sheet.values[bound.at].clause.passage.seq]

    def bound(self, *, is_correcting: bool) -> Iterator[Bound]:
        """What the sheet says of each fact, once; of two values that it puts in one place neither holds."""
        found: dict[Key, list[Bound]] = defaultdict(list)
        for places in self._by_passage.values():
            for bound in self._of_passage(places, is_correcting=is_correcting):
                found[bound.key].append(bound)
        for said in found.values():
            best = max(said, key=lambda bound: (bound.is_pair, bound.speaks))
            others = {bound.value for bound in said if bound.is_pair == best.is_pair and not bound.confirms}
            if len(others - {best.value}) == 0:
                yield best

    def _of_passage(self, places: Sequence[int], *, is_correcting: bool) -> Iterator[Bound]:
        paired = {at: bound for at in places for bound in self._pair(at, places)}
        used = {place for at in places for place in self._pair_places(at, places)}
        lone = [bound for at in places if at not in used for bound in self._lone(at)] if is_correcting else []
        keys = {bound.key for bound in paired.values()}
        for bound in (*paired.values(), *(bound for bound in lone if bound.key not in keys)):
            last = self._last_word(bound, places)
            yield bound if last is None else last

    def _pair_places(self, new: int, places: Sequence[int]) -> Iterator[int]:
        """The places of a new and of its old value."""
        said = self._standings[new]
        if said is not None and said.corrects is not None:
            yield new
            for at in places:
                told = self._standings[at]
                if told is not None and told.value == said.corrects and told.standing == "denied":
                    yield at

    def _pair(self, new: int, places: Sequence[int]) -> Iterator[Bound]:
        """The claim of the old value that a correction means."""
        said = self._standings[new]
        if said is None or said.corrects is None or said.is_beside:
            return
        both = list(self._pair_places(new, places))
        speaks = {
            key: max(self._spoken.speaks[at, number] for at in both if self._sheet.said(at, number))
            for key, number in self._sheet.numbers.items()
            if self._sheet.said(new, number) and _amounts(self._told.get(key, ())) == {str(said.corrects)}
        }
        if best := _best(speaks, self._settings.pair, self._settings.pair_margin):
            yield self._bound(new, best, speaks[best], is_pair=True)

    def _lone(self, at: int) -> Iterator[Bound]:
        """The claim of which a value is said that is told without the old one."""
        said = self._standings[at]
        is_number = self._sheet.values[at].kind == "number"
        if is_number and (said is None or said.standing != "asserted" or said.is_beside):
            return
        speaks = {
            key: float(self._spoken.speaks[at, number])
            for key, number in self._sheet.numbers.items()
            if self._sheet.said(at, number)
        }
        best = _best(speaks, self._settings.lone, self._settings.margin)
        if best and self._told.get(best) and not self._is_unchanged(at, best):
            yield self._bound(at, best, speaks[best])

    def _is_unchanged(self, at: int, key: Key) -> bool:
        """Whether it is what the book says, or its sentence says that nothing changes."""
        value = self._sheet.values[at]
        is_same = self._sheet.said(at, self._sheet.numbers[key]) in _amounts(self._told[key])
        is_article = "value|one" in value.seen
        sentences = self._sentences[value.clause.passage.seq]
        return is_same or is_article or bool(sentences.ideas(value.token.start) & STAYING)

    def _last_word(self, bound: Bound, places: Sequence[int]) -> Bound | None:
        """What a later sentence of the passage says of the fact, if it says what the book says: “No. Two is right.”"""
        first = self._sheet.values[bound.at]
        sentences = self._sentences[first.clause.passage.seq]
        number = self._sheet.numbers[bound.key]
        for at in places:
            value, said = self._sheet.values[at], self._standings[at]
            is_later = sentences.number(value.token.start) > sentences.number(first.token.start)
            is_asserted = said is not None and said.standing == "asserted" and "value|aside" not in value.seen
            is_books = self._sheet.said(at, number) == _amount(bound.target.value)
            if is_later and is_asserted and is_books and not sentences.ideas(value.token.start) & OF_THE_BOOK:
                return bound._replace(value=bound.target.value)
        return None

    def _bound(self, at: int, key: Key, speaks: float, *, is_pair: bool = False) -> Bound:
        target = self._told[key][0]
        number = self._sheet.numbers[key]
        usual = target.value[: len(target.value) - len(_amount(target.value))]
        said = self._sheet.said(at, number)
        return Bound(at, self._spoken.sign(at, number, usual) + said, target, speaks, is_pair)


class Sentences:
    """The sentences of a passage, and what each says by classes of words."""

    def __init__(self, text: str, words: StandingWords) -> None:
        self._pieces: Sequence[Piece] = read_pieces(text, words.numbers)
        self._ideas: dict[int, set[str]] = defaultdict(set)
        for cue in words.cues(self._pieces):
            self._ideas[self._pieces[cue.first].sentence].add(cue.idea)

    def number(self, place: int) -> int:
        """In which sentence a place is."""
        return max((piece.sentence for piece in self._pieces if piece.start <= place), default=0)

    def ideas(self, place: int) -> set[str]:
        """What the sentence of a place says."""
        return self._ideas[self.number(place)]


def without_misread(claims: Sequence[Claim]) -> list[Claim]:
    """The claims but those of a sheet that it is known to say otherwise: of a fact of which the same passage is bound
    to say another value, or a value that is bound to another fact and names one that no other document states: the
    “four” of “with three and four players: 6, not 7”."""
    bound = [claim for claim in claims if claim.made_by == BIND_CORRECTIONS]
    said = {(claim.passage_id, claim.subject, claim.attribute): claim.value for claim in bound}
    values = {(claim.passage_id, _amount(claim.value)) for claim in bound}
    documents: dict[Key, set[int | None]] = defaultdict(set)
    for claim in claims:
        documents[claim.subject, claim.attribute].add(claim.document_id)
    return [
        claim
        for claim in claims
        if claim.made_by == BIND_CORRECTIONS
        or (
            said.get((claim.passage_id, claim.subject, claim.attribute), claim.value) == claim.value
            and (
                (claim.passage_id, _amount(claim.value)) not in values
                or len(documents[claim.subject, claim.attribute]) > 1
            )
        )
    ]


def _may_correct(one: Document, other: Document) -> bool:
    """Whether a document can speak of another: of the same language and edition, and no correction itself."""
    same_edition = one.edition_id is None or other.edition_id is None or one.edition_id == other.edition_id
    return other.kind not in EXPLAINING and one.language == other.language and same_edition


def _passages(session: Session, document: Document) -> list[Passage]:
    told = select(Passage).where(Passage.document_id == document.id, col(Passage.kind).not_in(UNSPOKEN))
    return list(session.exec(told.order_by(col(Passage.seq))))


def _best(speaks: Mapping[Key, float], least: float, margin: float) -> Key | None:
    """The fact of which a value speaks most, if it does so clearly."""
    ranked = sorted(speaks, key=lambda key: (-speaks[key], key))
    is_clear = len(ranked) < 2 or speaks[ranked[0]] - speaks[ranked[1]] >= margin
    return ranked[0] if ranked and speaks[ranked[0]] >= least and is_clear else None


def _amounts(claims: Sequence[Claim]) -> set[str]:
    return {_amount(claim.value) for claim in claims}


def _amount(value: str) -> str:
    return value.lstrip("+-")


def _claim(game: Game, document: Document, passage: Passage, bound: Bound) -> Claim:
    shape = ClaimShape(
        subject=bound.target.subject,
        attribute=bound.target.attribute,
        value=bound.value,
        language=document.language,
        confidence=passage.confidence,
        origin="rulebook",
        corrects=bound.target.value if bound.is_pair and not bound.confirms else "",
        note="Of all that the book says, this is what it speaks of.",
        made_by=BIND_CORRECTIONS,
    )
    keys = {"document_id": document.id, "edition_id": document.edition_id, "passage_id": passage.id}
    return row(Claim, shape, game_id=game.id, **keys)

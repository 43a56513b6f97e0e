"""What a sheet of corrections says of the facts of a book: “Event deck: 61, not 62” is said of the deck that has 62.

A sheet names a thing in few words. Each of its values is said of the fact of which it speaks most, and where it tells
what stood there, of one of which a book says just that. What its last word leaves as the book has it, it confirms.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmodel import Session, col, delete, select

from ingest.resolve.sheet_editions import Editions, editions_of, state_for_editions
from ingest.resolve.sheet_sentences import KEPT, Sentences
from ingest.resolve.spoken_of import LikenessSettings, SpokenOf, Weighed, with_keys
from ingest.resolve.unbound_corrections import UNBOUND, Unsure, finding_of
from ingest.standing.words import StandingWords
from ingest.weighed.seen import NAMED, Key
from ingest.weighed.weigh import Weights, read_weights
from schema.base import row
from schema.claims import Claim, ClaimShape, Finding
from schema.document_kinds import CORRECTING, EXPLAINING
from schema.documents import UNSPOKEN, Document, Passage
from schema.games import Game
from schema.pack import Pack

BIND_CORRECTIONS = "bind-corrections"
OF_THE_BOOK = frozenset({"print", "document", "old", "past", "wrong", "formerly", "sorry", "drop"})
"""What a sentence says that tells what a book says."""
STAYING = KEPT | {"refused"}
"""What a sentence says that changes nothing."""
ELSEWHERE = frozenset({"other edition", "elsewhere"})
"""What a sentence says that speaks of another edition or game."""


@dataclass(frozen=True, slots=True)
class BindSettings:
    """When a value is sure to be said of a fact; chosen on the first sheets of tests/judges/errata."""

    pair: float = 1.0
    """So much must speak for the fact of a correction that names the old value."""
    lone: float = 4.0
    """So much must speak for the fact of a value that is told without the old one."""
    word: float = 6.0
    """The same of a value that is no number: names of things stand everywhere."""
    margin: float = 1.5
    """And so much more than for any other fact."""
    pair_margin: float = 0.5
    """The same, where only facts with the old value are asked."""
    another: float = 3.0
    """A value that speaks so much more of another fact corrects none of which it is not said."""
    certain: float = 8.0
    """So much for the fact of a pair outweighs whatever else its new value may speak of."""
    other: float = 0.25
    """How much the lesser of the places of an old and a new value counts beside the other one."""
    brief: int = 4
    """A sentence of so few words takes up what the one before it says: “No. Two is right.”"""
    offered: int = 3
    """So many facts are named that a correction may mean which is bound to none."""
    likeness: LikenessSettings = LikenessSettings()


class Bound(NamedTuple):
    """A value of a sheet and the fact that it is said of."""

    passage: Passage
    key: Key
    value: str
    speaks: float
    target: Claim | None = None
    """What a book says of the fact."""
    at: int | None = None
    """The place of the value, where one was weighed."""
    is_pair: bool = False
    """Whether the sheet tells what stood there."""

    @property
    def confirms(self) -> bool:
        """Whether it says what the book says."""
        return self.target is not None and self.value == self.target.value


def bind_corrections(session: Session, game: Game, pack: Pack, settings: BindSettings = BindSettings()) -> None:
    """Throw away what was bound before and bind anew, from what all documents of the game say."""
    session.exec(delete(Claim).where(col(Claim.game_id) == game.id, col(Claim.made_by) == BIND_CORRECTIONS))
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind) == UNBOUND))
    documents = session.exec(select(Document).where(Document.game_id == game.id).order_by(Document.sha256)).all()
    claims = session.exec(select(Claim).where(Claim.game_id == game.id, Claim.origin == "rulebook")).all()
    weighed: dict[int | None, Weighed] = {}
    editions = editions_of(session, game, pack.game.default_edition)
    state_for_editions(session, game, editions)
    for document in documents:
        shared = pack.shared.get(document.language)
        books = [other for other in documents if _may_correct(document, other, editions)]
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
        own = [claim for claim in claims if claim.document_id == document.id and claim.standing == "asserted"]
        beside = [(weighed[book.id], stated[book.id]) for book in books]
        spoken = SpokenOf(weighed[document.id], own, beside, settings.likeness)
        sheet = Sheet(spoken, own, told, StandingWords(shared.standing, shared.numbers, document.language), settings)
        found = list(sheet.bound(is_correcting=document.kind in CORRECTING))
        session.add_all(_claim(game, document, editions[document.id], bound) for bound in found)
        session.add_all(finding_of(game, document, one) for one in sheet.unsure(found))
    session.flush()


class Sheet:
    """A sheet of corrections or answers, beside the claims of the books that it speaks of."""

    def __init__(
        self,
        spoken: SpokenOf,
        own: Sequence[Claim],
        told: Sequence[Claim],
        words: StandingWords,
        settings: BindSettings,
    ) -> None:
        self._spoken, self._sheet, self._settings = spoken, spoken.sheet, settings
        self._own = own
        self._plain = {(c.passage_id, c.subject, c.attribute, _amount(c.value)) for c in own if not c.is_weak}
        self._told: dict[Key, list[Claim]] = defaultdict(list)
        for claim in told:
            self._told[claim.subject, claim.attribute].append(claim)
        self._sentences = {seq: Sentences(p, words) for seq, p in self._sheet.passages.items()}
        self._by_passage: dict[int, list[int]] = defaultdict(list)
        for at, value in enumerate(self._sheet.values):
            self._by_passage[value.clause.passage.seq].append(at)
        self._standings = [self._sheet.standing(at) for at in range(len(self._sheet.values))]

    def bound(self, *, is_correcting: bool) -> Iterator[Bound]:
        """What the sheet says of each fact, once; of two values that it puts in one place neither holds."""
        found: dict[Key, list[Bound]] = defaultdict(list)
        for places in self._by_passage.values():
            for bound in self._of_passage(places, is_correcting=is_correcting):
                found[bound.key].append(bound)
        for bound in self._unweighed() if is_correcting else ():
            found[bound.key].append(bound)
        for said in found.values():
            best = max(said, key=lambda bound: (bound.is_pair, bound.speaks))
            others = {bound.value for bound in said if bound.is_pair == best.is_pair and not bound.confirms}
            if len(others - {best.value}) == 0:
                yield best

    def _unweighed(self) -> Iterator[Bound]:
        """What is said of facts that no weighed value can state, such as the ranks of a list."""
        passages = {passage.id: passage for passage in self._sheet.passages.values()}
        for claim in self._own:
            key, passage = (claim.subject, claim.attribute), passages.get(claim.passage_id)
            if key not in self._sheet.numbers and passage and not claim.is_weak and key in self._told:
                yield Bound(passage, key, claim.value, claim.confidence, self._told[key][0])

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
        speaks = self._pair_speaks(new, said.corrects, places)
        best = _best(speaks, self._settings.pair, self._settings.pair_margin)
        is_another = best and speaks[best] < self._settings.certain and self._is_of_another(new, best)
        if best and not is_another and not self._is_idle_pair(new, places):
            yield self._bound(new, best, speaks[best], old=str(said.corrects))

    def _pair_speaks(self, new: int, old: int, places: Sequence[int]) -> dict[Key, float]:
        """How much a correction speaks of each fact that has its old value."""
        both = list(self._pair_places(new, places))
        return {
            key: self._both([float(self._spoken.speaks[at, number]) for at in both if self._sheet.said(at, number)])
            for key, number in self._sheet.numbers.items()
            if self._sheet.said(new, number) and str(old) in _amounts(self._told.get(key, ()))
        }

    def _is_idle_pair(self, new: int, places: Sequence[int]) -> bool:
        """Whether a correction speaks of something else, or of an old value that stays."""
        olds = (at for at in self._pair_places(new, places) if at != new)
        return self._is_idle(new, STAYING | ELSEWHERE) or any(map(self._stays, olds))

    def unsure(self, bound: Sequence[Bound]) -> Iterator[Unsure]:
        """The corrections that are bound to nothing, with the facts that they may mean."""
        used, settled = {one.at for one in bound}, {(one.key, _amount(one.value)) for one in bound}
        for places in self._by_passage.values():
            for new in (at for at in places if at not in used and "value|one" not in self._sheet.values[at].seen):
                said, value = self._standings[new], self._sheet.values[new]
                if said is None or said.corrects is None or said.is_beside or self._is_idle(new, ELSEWHERE):
                    continue
                keys = self._may_mean(new, said.corrects, places)
                if not any((key, str(said.value)) in settled for key in keys):
                    passage = self._sheet.passages[value.clause.passage.seq]
                    sentence = self._sentences[passage.seq].text(value.token.start)
                    is_idle = self._is_idle_pair(new, places)
                    yield Unsure(passage, sentence, str(said.value), str(said.corrects), keys, is_idle)

    def _may_mean(self, new: int, old: int, places: Sequence[int]) -> tuple[Key, ...]:
        """The likeliest facts of which a correction may speak."""
        speaks = self._pair_speaks(new, old, places)
        possible = (key for key, worth in speaks.items() if worth > -math.inf)
        return tuple(sorted(possible, key=lambda key: (-speaks[key], key))[: self._settings.offered])

    def _both(self, speaks: Sequence[float]) -> float:
        """How much two places speak for a fact: often only one of them says whose values they are."""
        return max(speaks) + self._settings.other * min(speaks)

    def _is_of_another(self, at: int, key: Key) -> bool:
        """Whether a value surely speaks of another fact, whatever stood there."""
        row = self._spoken.speaks[at]
        most = max(float(row[number]) for number in self._sheet.numbers.values() if self._sheet.said(at, number))
        own = float(row[self._sheet.numbers[key]])
        return most >= self._settings.lone and most - own >= self._settings.another

    def _lone(self, at: int) -> Iterator[Bound]:
        """The claim of which a value is said that is told without the old one."""
        said = self._standings[at]
        is_number = self._sheet.values[at].kind == "number"
        if is_number and (said is None or said.standing != "asserted" or said.is_beside):
            return
        is_place = self._is_place(at)
        speaks = {
            key: float(self._spoken.speaks[at, number])
            for key, number in self._sheet.numbers.items()
            if self._sheet.said(at, number) and (not is_place or self._is_ordinal(key))
        }
        claimed = {key for key in speaks if self._claims(at, key)}
        first = max(speaks, key=lambda key: (speaks[key], key), default=None)
        # What the sheet states plainly, and nothing is nearer to, needs no more to speak for it.
        is_plain = first in claimed
        least = 0.0 if is_plain else self._settings.lone if is_number else self._settings.word
        best = _best(speaks, least, 0.0 if is_plain else self._settings.margin)
        is_article = "value|one" in self._sheet.values[at].seen and not is_plain
        if best is None or is_article or not (is_plain or best in self._told):
            return
        # What the book says alone is often told as the fault, and puts nothing right.
        is_new = _amounts(self._told.get(best, ())) != {self._sheet.said(at, self._sheet.numbers[best])}
        if is_new and not self._is_idle(at, STAYING | ELSEWHERE):
            yield self._bound(at, best, speaks[best])

    def _is_place(self, at: int) -> bool:
        """Whether a value only says where something is, in a label at the head: “Sixth phase: …” counts no phases."""
        value = self._sheet.values[at]
        label, colon, _ = value.clause.passage.text.partition(":")
        return value.kind == "ordinal" and bool(colon) and value.token.end <= len(label)

    def _is_ordinal(self, key: Key) -> bool:
        """Whether a fact tells a stage or a place in a row."""
        return not NAMED.isdisjoint(self._sheet.facts[self._sheet.numbers[key]].slots)

    def _is_idle(self, at: int, ideas: frozenset[str]) -> bool:
        """Whether the sentence of a value says that nothing changes or speaks of something else."""
        value = self._sheet.values[at]
        sentences = self._sentences[value.clause.passage.seq]
        said = sentences.ideas(value.token.start) | (sentences.opening(self._settings.brief) & ELSEWHERE)
        return bool(said & ideas) or sentences.is_part(value.token)

    def _stays(self, at: int) -> bool:
        """Whether the clause of an old value says that it stays: “Six is unchanged, the five is only a proposal.”"""
        value = self._sheet.values[at]
        return not KEPT.isdisjoint(self._sentences[value.clause.passage.seq].ideas(value.token.start))

    def _last_word(self, bound: Bound, places: Sequence[int]) -> Bound | None:
        """What a later sentence of the passage says of the fact, if it says what the book says: “No. Two is right.”"""
        if bound.at is None or bound.target is None:
            return None
        first = self._sheet.values[bound.at]
        sentences = self._sentences[bound.passage.seq]
        number = self._sheet.numbers[bound.key]
        for at in places:
            value, said = self._sheet.values[at], self._standings[at]
            is_later = sentences.number(value.token.start) > sentences.number(first.token.start)
            is_stated = value.kind not in ("number", "ordinal") or (said is not None and said.standing == "asserted")
            is_books = self._sheet.said(at, number) == _amount(bound.target.value)
            is_told = is_stated and "value|aside" not in value.seen
            if is_later and is_told and is_books and self._may_answer(at, bound.key, sentences):
                return bound._replace(value=bound.target.value)
        return None

    def _may_answer(self, at: int, key: Key, sentences: "Sentences") -> bool:
        """Whether a value is told of a fact before all, or in so few words that it takes up what was said."""
        place = self._sheet.values[at].token.start
        if sentences.ideas(place) & OF_THE_BOOK:
            return False
        row = self._spoken.speaks[at]
        speaks = {each: float(row[n]) for each, n in self._sheet.numbers.items() if self._sheet.said(at, n)}
        return max(speaks, key=lambda each: speaks[each]) == key or sentences.words(place) <= self._settings.brief

    def _bound(self, at: int, key: Key, speaks: float, old: str = "") -> Bound:
        told = self._told.get(key, ())
        target = next((claim for claim in told if not old or _amount(claim.value) == old), None)
        number = self._sheet.numbers[key]
        usual = target.value[: len(target.value) - len(_amount(target.value))] if target else ""
        value = self._spoken.sign(at, number, usual) + self._sheet.said(at, number)
        passage = self._sheet.passages[self._sheet.values[at].clause.passage.seq]
        return Bound(passage, key, value, speaks, target, at, bool(old))

    def _claims(self, at: int, key: Key) -> bool:
        """Whether the sheet, read like a book, plainly states the fact where a value stands."""
        passage = self._sheet.passages[self._sheet.values[at].clause.passage.seq]
        return (passage.id, *key, self._sheet.said(at, self._sheet.numbers[key])) in self._plain


def without_unbound(
    claims: Sequence[Claim], documents: Mapping[int | None, Document], weights: Weights, editions: Editions
) -> list[Claim]:
    """The claims but those that a sheet of corrections seems to assert and that were bound to nothing, where a book
    that it corrects is there: what is said of it in few words is easily taken for another fact."""
    bound = {
        document.id
        for document in documents.values()
        if document.kind in CORRECTING
        and weights.knows(document.language)
        and any(_may_correct(document, other, editions) for other in documents.values())
    }
    return [
        claim
        for claim in claims
        if claim.document_id not in bound or claim.made_by == BIND_CORRECTIONS or claim.standing != "asserted"
    ]


def _may_correct(one: Document, other: Document, editions: Editions) -> bool:
    """Whether a document can speak of another: of the same language and edition, and no correction itself."""
    same_edition = editions[one.id] == editions[other.id] or None in (editions[one.id], editions[other.id])
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


def _claim(game: Game, document: Document, edition_id: int | None, bound: Bound) -> Claim:
    shape = ClaimShape(
        subject=bound.key[0],
        attribute=bound.key[1],
        value=bound.value,
        language=document.language,
        confidence=bound.passage.confidence,
        origin="rulebook",
        corrects=bound.target.value if bound.target and bound.is_pair and not bound.confirms else "",
        note="Of all that the book says, this is what it speaks of.",
        made_by=BIND_CORRECTIONS,
    )
    keys = {"document_id": document.id, "edition_id": edition_id, "passage_id": bound.passage.id}
    return row(Claim, shape, game_id=game.id, **keys)

"""State as claims what the printed words of cards do, so that it is compared and chosen like any other value."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, select

from ingest.card_figures import known_effects
from ingest.printed_effects import PrintedEffects, read_effects
from schema.base import row
from schema.cards import Card, CardText
from schema.claims import Claim, ClaimShape, Finding, FindingShape
from schema.documents import Document, Passage
from schema.games import Edition, Game
from schema.notation import Line
from schema.pack import Pack

PRINTED_CARDS = "printed-cards"
"""The name of this step in the claims that it makes."""
EFFECT = "effect."
"""Attribute of a card's effect lines, with their number from 1 behind it."""
PRINTED = ("decided", "rulebook", "card-picture")
"""Origins of the words that stand on a card; decided are those of a picture that a person accepted."""
OFF_PICTURE = "Read off a picture of the card."
"""The note of claims that no rulebook states."""
UNREAD = "unread-card"
"""Finding for a card whose words are printed but could not be turned into notation."""


@dataclass(frozen=True, slots=True)
class PrintedCardSettings:
    """How far a printed card reaches; chosen by eye on the seeds."""

    longest_card: int = 40
    """A pictured card takes no more passages than this."""


@dataclass(frozen=True, slots=True)
class _Words:
    """A card's printed words with where they stand."""

    card: Card
    text: CardText
    passage: Passage
    document: Document

    @property
    def owner(self) -> tuple[int | None, int | None]:
        """Card and edition for which the words count together."""
        return self.card.id, self.document.edition_id


def card_subjects(pack: Pack) -> dict[str, str]:
    """The subject of each card's facts by its code."""
    return {card.code: file.subject.format(code=card.code) for file in pack.cards for card in file.card}


def state_printed_effects(
    session: Session, game: Game, pack: Pack, settings: PrintedCardSettings = PrintedCardSettings()
) -> None:
    """Throw away what was read off cards before and read all printed cards of the game anew."""
    session.exec(delete(Claim).where(col(Claim.game_id) == game.id, col(Claim.made_by) == PRINTED_CARDS))
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind) == UNREAD))
    editions = {e.id: e.code for e in session.exec(select(Edition).where(Edition.game_id == game.id))}
    together: dict[tuple[int | None, int | None], list[_Words]] = defaultdict(list)
    for words in _printed(session, game, pack):
        together[words.owner].append(words)
    subjects = card_subjects(pack)
    listed: set[int | None] = set()
    for (card_id, edition_id), group in together.items():
        known = known_effects(pack, editions.get(edition_id)).get(group[0].card.code, [])
        for words, effects in _read(group, pack, known):
            if effects is None:
                session.add(_unread(game, words))
                continue
            session.add_all(_claims(session, game, words, effects, subjects[words.card.code], settings))
            if card_id not in listed:
                session.add_all(_listed(game, words.card, known, subjects[words.card.code]))
                listed.add(card_id)
    session.flush()


def _printed(session: Session, game: Game, pack: Pack) -> Iterator[_Words]:
    rows = session.exec(
        select(Card, CardText, Passage, Document)
        .join(CardText, col(CardText.card_id) == Card.id)
        .join(Passage, col(Passage.id) == CardText.passage_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(Card.game_id == game.id, col(CardText.origin).in_(PRINTED), CardText.body != "")
        .order_by(col(Document.sha256), col(Passage.seq))
    )
    for card, text, passage, document in rows.all():
        if text.language in pack.languages:
            yield _Words(card, text, passage, document)


def _read(group: Sequence[_Words], pack: Pack, known: Sequence[Line]) -> Iterator[tuple[_Words, PrintedEffects | None]]:
    """What each language's words state; signs that one has lost are taken from one that has them all."""
    books = {words.text.language: pack.phrasebook(words.text.language) for words in group}
    first = [read_effects(words.text.body, books[words.text.language], known) for words in group]
    fullest = max((effects for effects in first if effects), key=lambda effects: effects.share, default=None)
    for words, effects in zip(group, first, strict=True):
        if effects and fullest and effects.share < fullest.share:
            again = read_effects(words.text.body, books[words.text.language], fullest.lines)
            yield words, again or effects
        else:
            yield words, effects


def _claims(
    session: Session, game: Game, words: _Words, effects: PrintedEffects, subject: str, settings: PrintedCardSettings
) -> Iterator[Claim]:
    begins = _begins(session, words, settings)
    for number, (line, start) in enumerate(zip(effects.lines, effects.starts, strict=True), 1):
        passage = [passage for begin, passage in begins if begin <= start][-1]
        shape = ClaimShape(
            subject=subject,
            attribute=f"{EFFECT}{number}",
            value=str(line),
            language=words.text.language,
            confidence=round(effects.share * passage.confidence, 4),
            origin=words.text.origin,
            note="" if words.text.origin == "rulebook" else OFF_PICTURE,
            context="board",
            made_by=PRINTED_CARDS,
        )
        keys = {"document_id": words.document.id, "edition_id": words.document.edition_id, "passage_id": passage.id}
        yield row(Claim, shape, game_id=game.id, **keys)


def _begins(session: Session, words: _Words, settings: PrintedCardSettings) -> list[tuple[int, Passage]]:
    """Where in the card's words each of its passages begins."""
    first = words.passage.seq
    following = (
        select(Passage)
        .where(
            Passage.document_id == words.document.id, Passage.seq >= first, Passage.seq < first + settings.longest_card
        )
        .order_by(col(Passage.seq))
    )
    rest = list(session.exec(following).all())
    begins: list[tuple[int, Passage]] = [(0, words.passage)]
    at = 0
    for line in words.text.body.split("\n"):
        found = next((number for number, passage in enumerate(rest) if passage.text.endswith(line)), None)
        if found is not None:
            begins.append((at, rest[found]))
            rest = rest[found + 1 :]
        at += len(line) + 1
    return begins


def _listed(game: Game, card: Card, known: Sequence[Line], subject: str) -> Iterator[Claim]:
    """The same lines as the card list has them, to be compared with the print."""
    for number, line in enumerate(known, 1):
        shape = ClaimShape(
            subject=subject,
            attribute=f"{EFFECT}{number}",
            value=str(line),
            origin=card.origin,
            context="board",
            note=card.component or "The card list of the game",
            made_by=PRINTED_CARDS,
        )
        yield row(Claim, shape, game_id=game.id, edition_id=card.edition_id)


def _unread(game: Game, words: _Words) -> Finding:
    message = (
        f"What the card “{words.text.title}” says could not be turned into notation, so its card list counts. "
        f"Add the wording to the phrasebook in {words.text.language}.toml of the game, or mend the list."
    )
    shape = FindingShape(kind=UNREAD, severity="note", message=message)
    return row(Finding, shape, game_id=game.id, document_id=words.document.id, passage_id=words.passage.id)

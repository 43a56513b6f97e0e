"""Turn the reading of a document into rows, and take a document's rows out again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz, process
from sqlmodel import Session, SQLModel, col, delete, select

from db.errors import DatabaseProblem, WrongUse
from db.games_without_packs import drop_empty_games, game_put_to, own_game
from db.load_cards import add_cards, drop_untold_cards
from db.load_discovered import add_concepts, add_discoveries, drop_unnamed, keep_rules, rules_told
from db.open import insert_rows
from db.seal import seal_document
from schema.base import row
from schema.cards import Card, CardText
from schema.claims import Claim, Finding, Mention
from schema.documents import Document, Page, Passage, PassageRegion, Repair
from schema.folding import fold
from schema.games import Concept, Edition, Game, Name
from schema.reading import ConceptKey, NameRead, PassageRead, Reading
from schema.row_kinds import SAME_BOOK
from schema.rules import RuleShape

_SHORTEST_PREFIX = 6


def is_unchanged(session: Session, source: str, sha256: str, recipe: str) -> bool:
    """Whether reading this file again in the same way would add nothing."""
    of_source = session.exec(select(Document).where(Document.source == source)).first()
    if of_source is not None:
        return of_source.sha256 == sha256 and of_source.recipe == recipe
    twin = find_twin(session, source, sha256)
    return twin is not None and twin.recipe == recipe


def find_twin(session: Session, source: str, sha256: str) -> Document | None:
    """The document with the same content that was read from another place, if there is one."""
    return session.exec(select(Document).where(Document.sha256 == sha256, Document.source != source)).first()


def load_reading(session: Session, reading: Reading) -> Document:
    """Insert everything that was read from a document; an earlier reading of the same source goes.

    When the same content is known from another source and was read in the same way, nothing is added and
    that document is returned: its ``source`` then differs from the reading's.
    """
    shape = reading.document
    known: list[RuleShape] = []
    put_to: int | None = None
    for old in session.exec(select(Document).where(Document.source == shape.source)).all():
        known += rules_told(session, old)
        put_to = game_put_to(session, old, reading)
        _remove(session, old)
    twin = find_twin(session, shape.source, shape.sha256)
    is_known = twin is not None and twin.recipe == shape.recipe
    if twin is not None and not is_known:
        _remove(session, twin)
    # A document must not find the game that its former reading made, unless a person named it.
    drop_empty_games(session, but=reading.game_name if reading.is_game_given else "")
    if twin is not None and is_known:
        return twin
    loading = _Loading.begin(session, reading, put_to)
    loading.add_texts()
    add_concepts(session, reading, loading.document)
    keep_rules(session, reading, loading.document, known)
    loading.add_statements()
    add_discoveries(session, reading, loading.document, loading.passages)
    seal_document(session, loading.document)
    return loading.document


def forget_document(session: Session, which: str) -> list[str]:
    """Remove the document of that file name, title, source or checksum, and all that came from it.

    Facts and conflicts rest on the claims of all documents and are to be resolved anew afterwards; what people decided
    of it stays.
    """
    document = find_document(session, which)
    source, game = document.source, document.game_id
    _remove(session, document)
    languages = session.exec(select(Document.language).where(Document.game_id == game).distinct()).all()
    if len(languages) < 2:  # what made one game of two books is no longer so
        session.exec(delete(Finding).where(col(Finding.game_id) == game, col(Finding.kind) == SAME_BOOK))
    drop_empty_games(session)
    return [source]


def find_document(session: Session, which: str) -> Document:
    """The document of that file name, title, source or checksum."""
    documents = session.exec(select(Document).order_by(Document.source)).all()
    address = Path(which).absolute().as_posix()
    found = [d for d in documents if which in (d.file_name, d.title, d.source) or d.source == address]
    found = found or [d for d in documents if fold(which) in (fold(d.file_name), fold(d.title))]
    if not found and len(which) >= _SHORTEST_PREFIX:
        found = [d for d in documents if d.sha256.startswith(which.lower())]
    if not found:
        raise (WrongUse if documents else DatabaseProblem)(_unknown_document(which, documents))
    if len(found) > 1:
        listed = "; ".join(f"{d.source} ({d.sha256[:12]})" for d in found)
        raise WrongUse(f"`{which}` fits {len(found)} documents: {listed}. Name one by its path or by its checksum.")
    return found[0]


def _unknown_document(which: str, documents: Sequence[Document]) -> str:
    if not documents:
        return f"There is no document `{which}`: the database holds none yet. Run `rulewright ingest` first."
    names = sorted({d.file_name for d in documents} | {d.title for d in documents})
    near = process.extract(which, names, scorer=fuzz.WRatio, processor=fold, limit=5)
    listed = ", ".join(f"`{name}`" for name, _, _ in near)
    return f"There is no document `{which}`. The nearest are {listed}; name one by file name, title or checksum."


def _remove(session: Session, document: Document) -> None:
    session.delete(document)
    session.flush()
    drop_unnamed(session)
    # Rows that went with it may still be held by the session, and their numbers are given out again.
    session.expire_all()
    drop_untold_cards(session)


@dataclass(slots=True)
class _Loading:
    """A document on its way into the tables, with the row numbers its parts refer to."""

    session: Session
    reading: Reading
    document: Document
    pages: dict[int, int]
    passages: dict[int, int]

    @classmethod
    def begin(cls, session: Session, reading: Reading, put_to: int | None = None) -> "_Loading":
        is_there = put_to is not None and bool(reading.game_name) and session.get(Game, put_to) is not None
        game_id = put_to if put_to is not None and is_there else _game_id(session, reading)
        document = row(Document, reading.document, game_id=game_id, edition_id=_edition_id(session, reading, game_id))
        session.add(document)
        session.flush()
        return cls(session, reading, document, {}, {})

    def add_texts(self) -> None:
        """Pages and passages, which others refer to, then regions and repairs, which nothing refers to."""
        read = self.reading
        pages = [row(Page, p.page, document_id=self.document.id) for p in read.pages]
        self._add_all(pages)
        self.pages = {page.number: _number(page.id) for page in pages}
        passages = [
            row(Passage, p.passage, document_id=self.document.id, page_id=self.pages[p.page]) for p in read.passages
        ]
        self._add_all(passages)
        self.passages = {passage.seq: _number(passage.id) for passage in passages}
        self._insert(
            PassageRegion,
            (
                row(PassageRegion, region, passage_id=self.passages[p.passage.seq], page_id=self.pages[page])
                for p in read.passages
                for page, region in p.regions
            ),
        )
        self._insert(
            Repair,
            (
                row(Repair, repair, passage_id=self.passages[p.passage.seq])
                for p in read.passages
                for repair in p.repairs
            ),
        )

    def add_statements(self) -> None:
        """What the passages say: names, mentions, claims, printed cards, and what wants a look."""
        read, document = self.reading, self.document
        of_document = {"game_id": document.game_id, "document_id": document.id}
        self._add_concepts_spoken_of()
        self._insert(
            Claim,
            (
                row(
                    Claim,
                    c.claim,
                    **of_document,
                    edition_id=document.edition_id,
                    passage_id=self.passages[c.passage],
                )
                for c in read.claims
            ),
        )
        known = self._add_card_texts()
        images = {p.passage.seq: self._image_of(p) for p in read.passages}
        add_cards(self.session, document, read.cards, self.passages, images, known)
        self._insert(
            Finding,
            (
                row(
                    Finding,
                    f.finding,
                    **of_document,
                    passage_id=None if f.passage is None else self.passages[f.passage],
                )
                for f in read.findings
            ),
        )

    def _add_concepts_spoken_of(self) -> None:
        read = self.reading
        spoken = {n.concept for n in read.names} | {m.concept for m in read.mentions}
        spoken |= {m.runner_up for m in read.mentions if m.runner_up is not None}
        ids = self._concept_ids(spoken)
        first: dict[tuple[ConceptKey, str, str], NameRead] = {}
        for name in read.names:  # in their order: of a term's forms the first is the one that is shown
            first.setdefault((name.concept, name.name.language, name.name.text), name)
        self._insert(
            Name,
            (
                row(
                    Name,
                    n.name,
                    concept_id=ids[n.concept],
                    document_id=self.document.id,
                    passage_id=self.passages[n.passage],
                )
                for n in first.values()
            ),
        )
        self._insert(
            Mention,
            (
                row(
                    Mention,
                    m.mention,
                    passage_id=self.passages[m.passage],
                    concept_id=ids[m.concept],
                    runner_up_id=None if m.runner_up is None else ids[m.runner_up],
                )
                for m in read.mentions
            ),
        )

    def _concept_ids(self, spoken: set[ConceptKey]) -> dict[ConceptKey, int]:
        concepts = self.session.exec(select(Concept).where(Concept.game_id == self.document.game_id)).all()
        ids = {ConceptKey(c.kind, c.code): _number(c.id) for c in concepts}
        _require("concepts", self.reading, [str(key) for key in spoken - ids.keys()])
        return ids

    def _image_of(self, read: PassageRead) -> str:
        """The picture of the page that a passage stands on; empty where there is none."""
        return next((page.page.image or "" for page in self.reading.pages if page.page.number == read.page), "")

    def _add_card_texts(self) -> dict[str, int]:
        """Printed words of cards; each document keeps what it prints. Gives the rows of a pack's cards by code."""
        cards = self._card_ids()
        for read in self.reading.card_texts:
            keys = {"card_id": cards[read.card], "passage_id": self.passages[read.passage]}
            self.session.add(row(CardText, read.text, **keys))
        self.session.flush()
        return cards

    def _card_ids(self) -> dict[str, int]:
        """Row of each printed card: that of the document's edition before the one for all editions."""
        wanted = {read.card for read in self.reading.card_texts}
        wanted |= {read.code for read in self.reading.cards if read.is_known}
        if not wanted:
            return {}
        edition = self.document.edition_id
        rows = self.session.exec(
            select(Card).where(Card.game_id == self.document.game_id, col(Card.code).in_(wanted))
        ).all()
        rank = {edition: 0, None: 1}
        rows = sorted(rows, key=lambda card: (rank.get(card.edition_id, 2), card.edition_id or 0), reverse=True)
        fitting = [card for card in rows if edition is None or card.edition_id in rank]
        ids = {card.code: _number(card.id) for card in fitting}
        _require("cards", self.reading, sorted(wanted - ids.keys()))
        return ids

    def _add_all(self, rows: Sequence[SQLModel]) -> None:
        self.session.add_all(rows)
        self.session.flush()

    def _insert(self, table: type[SQLModel], rows: Iterable[SQLModel]) -> None:
        """Insert rows that nothing refers to, without keeping them in the session."""
        insert_rows(self.session.connection(), table, (made.model_dump(exclude={"id"}) for made in rows))


def _game_id(session: Session, reading: Reading) -> int:
    if reading.game_name:
        return _number(own_game(session, reading).id)
    game = session.exec(select(Game).where(Game.code == reading.game)).first()
    _require("game", reading, [] if game is not None else [reading.game])
    return _number(game.id if game is not None else None)


def _edition_id(session: Session, reading: Reading, game_id: int) -> int | None:
    if reading.edition is None:
        return None
    found = session.exec(select(Edition.id).where(Edition.game_id == game_id, Edition.code == reading.edition)).first()
    _require("edition", reading, [] if found is not None else [reading.edition])
    return found


def _require(what: str, reading: Reading, missing: list[str]) -> None:
    if missing:
        listed = ", ".join(f"`{code}`" for code in sorted(missing)[:5])
        raise DatabaseProblem(
            f"{reading.document.file_name} cannot be stored: the database lacks the {what} {listed} of the "
            f"game `{reading.game}`. Load the game's pack first, by running `rulewright ingest` again."
        )


def _number(value: int | None) -> int:
    assert value is not None, "a row that was inserted has its number"
    return value

"""Proofs: what documents and packs say is derived again on the side and compared with what is stored, row by row."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from weakref import WeakKeyDictionary

from sqlmodel import Session, col, select

from db.load_pack import forget_pack, load_pack
from db.seal import broken_seals, wrong_texts
from db.told import Content, Difference, Told, copy_into_memory, data_of, differences, memory_of
from ingest.packs.read import read_packs
from ingest.resolve.run import resolve_game
from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rulewright import GAMES, rule_marks
from schema.documents import Document, Page, Passage, PassageRegion
from schema.games import Edition, Game
from schema.pack import Pack
from schema.results import ValidationShape

DERIVED = "what is stored follows from documents and packs"
SEALED = "documents are stored as they were read"
INSIDE = "every box is on its page"
TOLD = 12
"""Rows of one table that are told; the others are counted."""
SLACK = 2.0
"""Points by which a box may reach over the edge of its page: scans are turned straight by so much."""
AGAIN = "Run `rulewright ingest --again` to make it anew."
LONGEST, MOST = 60, 300
"""Signs of a value, and of an error, that are told."""


@cache
def _packs() -> Mapping[str, Pack]:
    return read_packs(GAMES)


def rows_follow(evidence: Evidence) -> Iterator[ValidationShape]:
    """The packs are loaded and the game is resolved again on the side; every row comes out as it is stored."""
    if is_first_edition(evidence):
        game = evidence.rows.game.code
        yield from prove_derived(evidence.session, _packs(), game)


def documents_are_unchanged(evidence: Evidence) -> Iterator[ValidationShape]:
    """What was read of a document is marked, and still fits its mark."""
    if is_first_edition(evidence):
        yield from prove_sealed(evidence.session, documents_of(evidence.session, evidence.rows.game.code))


def boxes_are_on_pages(evidence: Evidence) -> Iterator[ValidationShape]:
    """No box reaches over the edge of its page."""
    if is_first_edition(evidence):
        yield from prove_inside(evidence.session, documents_of(evidence.session, evidence.rows.game.code))


CHECKS = (
    Check("stored", DERIVED, rows_follow),
    Check("stored", SEALED, documents_are_unchanged),
    Check("stored", INSIDE, boxes_are_on_pages),
    *rule_marks.CHECKS,
)
"""What the front door can check, because it knows both the packs and how documents are resolved; once a game."""


def is_first_edition(evidence: Evidence) -> bool:
    """Whether this is the edition of a game at which it is told what concerns all of them."""
    documents = documents_of(evidence.session, evidence.rows.game.code)
    described = {document.edition_id for document in documents if document.edition_id is not None}
    codes = evidence.session.exec(select(Edition.code).where(col(Edition.id).in_(described))).all()
    edition = evidence.rows.edition
    return edition is None or edition.code == min(codes, default=edition.code)


def documents_of(session: Session, game: str) -> list[Document]:
    """The documents of a game."""
    of_game = select(Document).join(Game, col(Game.id) == Document.game_id).where(Game.code == game)
    return list(session.exec(of_game.order_by(col(Document.id))).all())


def prove_derived(session: Session, packs: Mapping[str, Pack], game: str) -> Iterator[ValidationShape]:
    """Whether packs and resolving give the rows that are stored."""
    pack = packs.get(game)
    stored_game = session.exec(select(Game).where(Game.code == game)).one()
    if pack is not None and stored_game.fingerprint != pack.fingerprint:
        sentence = "The pack of the game is not the one that was loaded."
        yield failed(DERIVED, f"{sentence} Run `rulewright ingest` to load it.", f"game:{game}")
        return
    try:
        stored, unlike = _compared(session, packs, game)
    except Exception as error:  # rows that nobody foresaw must not hide the other outcomes
        sentence = f"Nothing can be derived from what is stored: {type(error).__name__}: {error}"
        yield failed(DERIVED, f"{sentence[:MOST]} {AGAIN}", f"game:{game}")
        return
    found = [each for each in unlike if each.game in (game, "")]
    yield from tell_differences(found)
    if not found:
        rows = sum(1 for (table, _), listed in stored.told.items() if stored.game_of(table, listed[0][1])[0] == game)
        yield passed(DERIVED, f"{rows} rows come out as they are stored.")


_COMPARED: WeakKeyDictionary[Session, tuple[Told, list[Difference]] | None] = WeakKeyDictionary()
"""What came of deriving all games of a session at once; nothing where one of them cannot be derived."""


def _compared(session: Session, packs: Mapping[str, Pack], game: str) -> tuple[Told, list[Difference]]:
    """What is stored, and what is derived otherwise: of all games at once, or of this one where another spoils it."""
    if session not in _COMPARED:
        known = session.exec(select(Game)).all()
        fitting = {
            each.code: packs[each.code]
            for each in known
            if each.code in packs and packs[each.code].fingerprint == each.fingerprint
        }
        try:
            stored, derived = stored_and_derived(session, fitting)
            _COMPARED[session] = stored, list(differences(stored, derived))
        except Exception:  # told where that game is asked for
            _COMPARED[session] = None
    found = _COMPARED[session]
    if found is None or game not in packs:
        stored, derived = stored_and_derived(session, {game: packs.get(game)})
        return stored, list(differences(stored, derived))
    return found


def stored_and_derived(session: Session, packs: Mapping[str, Pack | None]) -> tuple[Told, Told]:
    """The rows as they are stored, and as they come out when the packs are loaded and the games resolved again."""
    stored, data = _copied(session)
    side = memory_of(data)
    with Session(side) as again:
        for code, pack in packs.items():
            if pack is not None:
                forget_pack(again, code)
                load_pack(again, pack)
            resolve_game(again, code, pack)
        again.flush()
        derived = Told(again.connection())
    side.dispose()
    return stored, derived


_COPIES: WeakKeyDictionary[Session, tuple[Told, bytes]] = WeakKeyDictionary()
"""What was stored when a session first asked: it only reads, and asks for one game after the other."""


def _copied(session: Session) -> tuple[Told, bytes]:
    """All rows as they are stored, told and as a database of their own."""
    if session not in _COPIES:
        side = copy_into_memory(session.connection())
        with side.connect() as connection:
            _COPIES[session] = Told(connection), data_of(connection)
        side.dispose()
    return _COPIES[session]


def tell_differences(found: list[Difference]) -> Iterator[ValidationShape]:
    """The rows of each table that differ, the first of them in words."""
    counts = Counter(difference.table for difference in found)
    told: Counter[str] = Counter()
    for difference in found:
        told[difference.table] += 1
        if told[difference.table] <= TOLD:
            yield _told(difference)
    for table, count in counts.items():
        if count > TOLD:
            yield failed(DERIVED, f"{count - TOLD} more rows of `{table}` differ. {AGAIN}", table)


def prove_sealed(session: Session, documents: list[Document]) -> Iterator[ValidationShape]:
    """Whether the rows of each document are those that were read."""
    is_whole = True
    for document in documents:
        for found in _unsealed(session, document):
            is_whole = False
            yield found
    if documents and is_whole:
        yield passed(SEALED, f"Nothing of {_documents(documents)} was changed since it was read.")


def prove_inside(session: Session, documents: list[Document]) -> Iterator[ValidationShape]:
    """Whether the boxes of each document are on its pages."""
    is_whole = True
    for document in documents:
        for found in _outside(session, document):
            is_whole = False
            yield found
    if documents and is_whole:
        yield passed(INSIDE, f"The boxes of {_documents(documents)} are on their pages.")


def _documents(documents: list[Document]) -> str:
    return f"{len(documents)} documents" if len(documents) > 1 else "one document"


def _unsealed(session: Session, document: Document) -> Iterator[ValidationShape]:
    broken, name = broken_seals(session, document), document.file_name
    if broken is None:
        sentence = f"{name} was stored without marks of what was read. Run `rulewright ingest --again` to have them."
        yield unknown(SEALED, sentence, f"document:{document.id}")
        return
    for about, what in broken[:TOLD]:
        yield failed(SEALED, f"{name}, {_where(session, document, about)} {what}. {AGAIN}", about)
    if len(broken) > TOLD:
        yield failed(
            SEALED, f"{name}: {len(broken) - TOLD} more parts are not as they were read.", f"document:{document.id}"
        )
    for passage in wrong_texts(session, document):
        sentence = f"{name}, passage {passage.seq}: its text is not its raw text with the repairs applied. {AGAIN}"
        yield failed(SEALED, sentence, f"passage:{passage.id}")


def _where(session: Session, document: Document, about: str) -> str:
    """A part of a document, with the page of a passage."""
    kind, _, number = about.partition(" ")
    if kind != "passage":
        return about
    of_passage = select(Page.number).join(Passage, col(Passage.page_id) == Page.id)
    page = session.exec(of_passage.where(Passage.document_id == document.id, Passage.seq == int(number))).first()
    return f"{about} on page {page}" if page else about


def _outside(session: Session, document: Document) -> Iterator[ValidationShape]:
    """Boxes that are not on their page, and those that are no boxes."""
    boxes = (
        select(PassageRegion, Page, Passage)
        .join(Page, col(Page.id) == PassageRegion.page_id)
        .join(Passage, col(Passage.id) == PassageRegion.passage_id)
        .where(Passage.document_id == document.id)
    )
    for box, page, passage in session.exec(boxes):
        fits = -SLACK <= box.x0 <= box.x1 <= page.width + SLACK and -SLACK <= box.y0 <= box.y1 <= page.height + SLACK
        if page.document_id != document.id or (page.width and not fits):
            where = f"{document.file_name}, page {page.number}"
            sentence = f"{where}: the box of passage {passage.seq} reaches over the page. {AGAIN}"
            yield failed(INSIDE, sentence, f"passage:{passage.id}")


def _told(difference: Difference) -> ValidationShape:
    """A row that differs, in words."""
    table = difference.table
    name = subject_of(difference)
    named = f"{name} ({difference.edition} edition)" if difference.edition else name
    if difference.first is None:
        sentence = f"`{table}` of {named} is missing; it follows from documents and packs."
    elif difference.second is None:
        sentence = f"`{table}` of {named} is stored, but nothing says so."
    else:
        sentence = f"`{table}` of {named}: {_changes(difference.first, difference.second)}."
    return failed(DERIVED, f"{sentence} {AGAIN}", name)


def _changes(first: Content, second: Content) -> str:
    pairs = zip(first, second, strict=True)
    return "; ".join(f"{column} is “{_short(a)}” and should be “{_short(b)}”" for (column, a), (_, b) in pairs)


def _short(value: str) -> str:
    return value if len(value) <= LONGEST else value[: LONGEST - 1] + "…"


def subject_of(difference: Difference) -> str:
    """What a row is about, as `trace` knows it where it does."""
    table, called = difference.table, difference.called
    words = [part for each in called for part in each.split(" ")]
    if table in ("fact", "claim", "conflict"):
        return " ".join(called[2:4] if table != "claim" else called[4:6])
    if table in OWNED:
        return f"{OWNED[table]}:{words[2]}"
    if table in ("effect", "effect_fact"):
        kind, code = (called[2], called[3].split(" ")[2]) if table == "effect" else (words[2], words[5])
        return f"{'location' if kind == 'delivery' else kind}:{code}"
    if table in ("concept", "name"):
        return f"{words[1]}:{words[2]}"
    if table == "asked_words":
        return called[1]
    if table == "phrase":
        return f"phrase:{called[1]} {called[2]}"
    return f"{table}:{called[-1]}"


OWNED = {
    "card_text": "card",
    "rule_text": "rule",
    "rule_summary": "rule",
    "delivery": "location",
    "connection": "location",
    "card": "card",
    "location": "location",
    "rule": "rule",
    "scenario": "scenario",
}
"""The kind of what the rows of a table are about; the third word of what they are called is its code."""

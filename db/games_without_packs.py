"""Games that no pack teaches: which one a document belongs to, and how a person puts that right."""

from collections.abc import Sequence

from sqlmodel import Session, SQLModel, col, delete, select, update

from db.errors import WrongUse
from db.load_cards import move_cards
from db.load_discovered import move_terms
from schema.base import row, tables
from schema.cards import CardText
from schema.claims import Claim, Finding, Mention
from schema.decisions import Decision
from schema.documents import Document, Passage
from schema.folding import fold
from schema.games import Edition, Game, Name
from schema.reading import Reading
from schema.row_kinds import SAME_BOOK

COUNT = "count"
AGREEING = 2
"""So many equal numbers of components, in whatever language, show two books to be of one game."""
SMALLEST_NUMBER = 2
"""One of something is in every box."""


def own_game(session: Session, reading: Reading) -> Game:
    """The game of a document without a pack: the one a person said, the one it agrees with, or a new one."""
    code, name = reading.game, reading.game_name
    is_named = reading.is_game_given or reading.is_shelved
    found = find_game(session, name) if is_named else None
    found = found or find_game(session, code)
    if found is not None and (found.fingerprint or not (is_named or _agrees(session, found, reading))):
        code, name = f"{code}-{reading.document.sha256[:8]}", f"{name} ({reading.document.file_name})"
        found = find_game(session, code)
    if found is None:
        found = row(Game, {"code": code, "name": name})
        session.add(found)
        session.flush()
    return found


def game_put_to(session: Session, document: Document, reading: Reading) -> int | None:
    """The game that a document was put to as one book with another, while it is read again and says the same."""
    is_same = reading.document.sha256 == document.sha256 and not reading.is_game_given
    noted = select(Finding.id).where(Finding.game_id == document.game_id, Finding.kind == SAME_BOOK)
    return document.game_id if is_same and session.exec(noted).first() is not None else None


def find_game(session: Session, which: str) -> Game | None:
    """The game of that code or name."""
    games = session.exec(select(Game).order_by(Game.code)).all()
    named = (game for game in games if fold(game.name) == fold(which))
    return next((game for game in games if game.code == which), None) or next(named, None)


def join_games(session: Session, one: str, other: str) -> Game:
    """Put all documents of the first game to the second; the first goes."""
    first, second = _untaught(session, one), _untaught(session, other)
    if first.id == second.id:
        raise WrongUse(f"“{one}” and “{other}” are the same game already.")
    put_together(session, first, second)
    for document in session.exec(select(Document).where(Document.game_id == second.id)).all():
        document.is_game_given = True
    return second


def put_together(session: Session, first: Game, second: Game) -> None:
    """Put all documents of the first game to the second, with what people decided of it; the first goes."""
    session.exec(update(Decision).where(col(Decision.game) == first.code).values(game=second.code))
    for document in session.exec(select(Document).where(Document.game_id == first.id)).all():
        _move(session, document, second)
    drop_empty_games(session)


def split_document(session: Session, document: Document, code: str, name: str) -> Game:
    """Make a game of its own of a document that was put to another game without a pack, as a person says."""
    game = session.get_one(Game, document.game_id)
    if game.fingerprint:
        raise WrongUse(
            f"{document.file_name} was read as the taught game {game.code}; name another one: "
            f"`rulewright ingest {document.source} --game NAME`."
        )
    document.is_game_given = True
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind) == SAME_BOOK))
    made = move_alone(session, document, code, name)
    drop_empty_games(session)
    return made


def take_out(session: Session, document: Document, code: str, name: str) -> Game:
    """Make a game of its own of a document that was read with the words of another; only its text stays."""
    passages = select(Passage.id).where(Passage.document_id == document.id)
    session.exec(delete(Mention).where(col(Mention.passage_id).in_(passages)))
    session.exec(delete(CardText).where(col(CardText.passage_id).in_(passages)))
    session.exec(delete(Claim).where(col(Claim.document_id) == document.id))
    session.exec(delete(Name).where(col(Name.document_id) == document.id))
    return move_alone(session, document, code, name)


def move_alone(session: Session, document: Document, code: str, name: str) -> Game:
    """Make a game of its own of a document, with all that it says."""
    if find_game(session, code) is not None:
        code, name = f"{code}-{document.sha256[:8]}", f"{name} ({document.file_name})"
    made = row(Game, {"code": code, "name": name})
    session.add(made)
    session.flush()
    _move(session, document, made)
    return made


def drop_empty_games(session: Session, *, but: str = "") -> None:
    """Forget the games that only documents told of and that none is left of, but the one of that name."""
    kept = select(Document.game_id).union(select(Edition.game_id))  # editions come from packs
    for game in session.exec(select(Game).where(Game.name != but, col(Game.id).not_in(kept))).all():
        session.delete(game)
    session.flush()
    session.expire_all()


def _untaught(session: Session, which: str) -> Game:
    found = find_game(session, which)
    if found is None:
        games = session.exec(select(Game.code).where(Game.fingerprint == "").order_by(Game.code)).all()
        raise WrongUse(f"There is no game “{which}”. Games without a pack: {', '.join(games) or 'none'}.")
    if found.fingerprint:
        raise WrongUse(
            f"{found.code} is a taught game, whose documents are read with its words: "
            f"run `rulewright ingest FILE --game {found.code}` instead."
        )
    return found


def _move(session: Session, document: Document, game: Game) -> None:
    move_cards(session, document, game.id or 0)
    document.game_id, document.edition_id = game.id or 0, None
    session.add(document)
    session.flush()
    move_terms(session, document, game.id or 0)
    for table in _of_documents():
        columns = table.__table__.c  # type: ignore[attr-defined]
        session.exec(update(table).where(columns.document_id == document.id).values(game_id=game.id))


def _of_documents() -> Sequence[type[SQLModel]]:
    """Tables whose rows name both their document and its game."""
    return [table for table in tables() if {"document_id", "game_id"} <= table.model_fields.keys()]


def _agrees(session: Session, game: Game, reading: Reading) -> bool:
    """Whether the document names a component with the same number, or several of its numbers are the game's."""
    known = session.exec(select(Claim).where(Claim.game_id == game.id)).all()
    stated = {(c.subject, c.attribute, c.value) for c in known}
    said = {(r.claim.subject, r.claim.attribute, r.claim.value) for r in reading.claims}
    common = _numbers(stated) & _numbers(said)
    return bool({s for s in stated & said if s[2] in common} or len(common) >= AGREEING)


def _numbers(stated: set[tuple[str, str, str]]) -> set[str]:
    return {v for _, attribute, v in stated if attribute == COUNT and v.isdecimal() and int(v) >= SMALLEST_NUMBER}

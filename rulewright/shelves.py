"""What is known of a file before it is read: what a person once said of it, and the game that its folder holds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from sqlmodel import Session, col, func, or_, select

from ingest.addresses import Remote, address_of
from ingest.evidence import Weights
from ingest.pipeline import Options
from schema.documents import Document, Passage
from schema.folding import fold
from schema.games import Game
from schema.pack import Pack


def taught(name: str, packs: Mapping[str, Pack]) -> str:
    """The code of a taught game however it was named; another game's name as it is."""
    named = {fold(pack.game.name): code for code, pack in packs.items()}
    return named.get(fold(name), name)


def said_before(opened: Session, source: str, sha256: str, options: Options, packs: Mapping[str, Pack]) -> Options:
    """The options, with what a person said of the document when it was read before."""
    same = or_(col(Document.source) == source, col(Document.sha256) == sha256)
    for document, game in opened.exec(select(Document, Game).join(Game).where(same)).all():
        if options.game is None and document.is_game_given:
            options = replace(options, game=game.code if game.code in packs else taught(game.name, packs))
        if options.date is None and document.date_source == "given":
            options = replace(options, date=document.date)
    return options


@dataclass(frozen=True, slots=True)
class _Book:
    """A stored document, as its neighbours see it."""

    source: str
    game: str
    is_taught: bool
    is_small: bool
    lacks: str
    """The taught game that it was not enough for; empty where a person said the game, or nothing spoke for one."""


class Shelves:
    """The documents of the database by the folders they lie in."""

    def __init__(self, opened: Session, weights: Weights = Weights()) -> None:
        words = func.sum(func.length(Passage.text) - func.length(func.replace(Passage.text, " ", "")) + 1)
        query = (
            select(Document, Game, func.coalesce(words, 0))
            .select_from(Document)
            .join(Game, col(Game.id) == Document.game_id)
            .outerjoin(Passage, col(Passage.document_id) == Document.id)
            .group_by(col(Document.id), col(Game.id))
            .order_by(Document.source)
        )
        self._books: dict[Path, list[_Book]] = defaultdict(list)
        for document, game, count in opened.exec(query).all():
            folder = _folder(document.source)
            if folder is not None:
                is_taught = bool(game.fingerprint)
                lacks = "" if is_taught or document.is_game_given else document.runner_up
                book = _Book(document.source, game.code, is_taught, count <= weights.page, lacks)
                self._books[folder].append(book)

    def game_beside(self, source: str) -> str | None:
        """The one taught game that the other documents of its folder are of; none where another game is among them."""
        folder = _folder(source)
        others = [book for book in self._books.get(folder, ()) if book.source != source] if folder is not None else []
        games = {book.game for book in others if book.is_taught or not book.is_small}
        return games.pop() if len(games) == 1 and any(book.is_taught for book in others) else None

    def helped_by_neighbours(self, sources: Iterable[str]) -> list[str]:
        """Small documents in the folders of these which, with the neighbours they have now, are of their game."""
        folders = {folder for source in sources if (folder := _folder(source)) is not None}
        books = (book for folder in sorted(folders) for book in self._books.get(folder, ()))
        return [b.source for b in books if b.is_small and b.lacks and b.lacks == self.game_beside(b.source)]


def _folder(source: str) -> Path | None:
    """The folder of a file on this machine; archives and stores have none that a person laid books into."""
    address = address_of(source)
    return None if isinstance(address, Remote) else address.parent

"""What is known of a file before it is read: what a person once said of it, and the game that its folder holds."""

import warnings
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from PIL import Image
from sqlmodel import Session, col, func, or_, select

from ingest.cards.card_titles import FileWords, words_of_file
from ingest.files.addresses import Address, Remote, address_of
from ingest.files.open import PICTURE_EXTENSIONS
from ingest.identify.evidence import Weights
from ingest.identify.titles import code_of
from ingest.pipeline import Options
from schema.cards import Card, Deck, PrintedPart
from schema.document_kinds import OF_CARDS
from schema.documents import Document, Passage
from schema.folding import fold
from schema.games import Game
from schema.pack import Pack

FEWEST_LIKE, SAME_SHAPE = 3, 0.02
"""So many pictures whose proportions differ by less than this may be a deck."""
FEWEST_CARDS, SHARE_OF_CARDS = 2, 0.3
"""So many cards of a taught game, and such a share of the cards in a folder, speak for the other cards in it."""


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


def taught_by_name(name: str, packs: Mapping[str, Pack]) -> str | None:
    """The taught game that a folder is called after, if it is."""
    code = taught(" ".join(name.replace("_", " ").replace("-", " ").split()), packs)
    return next((known for known in packs if known in (code, code_of(name))), None)


def roots_of(paths: Iterable[Address]) -> tuple[Path, ...]:
    """The folders among what a person named, the deepest first."""
    folders = {path.absolute() for path in paths if isinstance(path, Path) and path.is_dir()}
    return tuple(sorted(folders, key=lambda folder: (-len(folder.parts), folder)))


def shelf_of(file: Path, roots: Sequence[Path]) -> tuple[Path, str]:
    """The folder that holds a game, and the deck that a folder below it stands for; empty where there is none."""
    folder = file.absolute().parent
    root = next((root for root in roots if folder.is_relative_to(root)), folder)
    return root, "" if folder == root else code_of(folder.name)


def has_like_pictures(file: Path) -> bool:
    """Whether so many pictures of its shape lie in its folder that it may be one of a deck."""
    shape = shapes_in(file.absolute().parent).get(file.name)
    if shape is None:
        return False
    alike = [other for other in shapes_in(file.absolute().parent).values() if abs(other / shape - 1) < SAME_SHAPE]
    return len(alike) >= FEWEST_LIKE


def called(file: Path) -> FileWords:
    """What a picture is called in words, where no other picture of its folder is."""
    beside = shapes_in(file.absolute().parent)
    return words_of_file(file.name, [*beside]) if file.name in beside else FileWords()


@lru_cache(maxsize=8)
def shapes_in(folder: Path) -> Mapping[str, float]:
    """The proportions of the pictures in a folder; those that cannot be opened are like no other."""
    files = [file for file in sorted(folder.iterdir()) if file.suffix.lower() in PICTURE_EXTENSIONS and file.is_file()]
    return {file.name: shape for file in files if (shape := _shape(file))}


def _shape(file: Path) -> float | None:
    """Its proportion; a damaged or hostile neighbour has none and stops nobody."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(file) as image:
                return image.width / image.height
    except (OSError, ValueError, SyntaxError, ArithmeticError, Image.DecompressionBombError):
        return None


@dataclass(frozen=True, slots=True)
class _Book:
    """A stored document, as its neighbours see it."""

    source: str
    game: str
    name: str
    is_taught: bool
    is_small: bool
    is_of_cards: bool
    is_given: bool
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
        decks = (
            select(Document.source, Game.name, Deck.code)
            .join(Game, col(Game.id) == Document.game_id)
            .join(Passage, col(Passage.document_id) == Document.id)
            .join(PrintedPart, col(PrintedPart.passage_id) == Passage.id)
            .join(Card, col(Card.id) == PrintedPart.card_id)
            .join(Deck, col(Deck.id) == Card.deck_id)
            .where(Game.fingerprint == "", Document.kind == OF_CARDS)
            .distinct()
        )
        self._placed = {source: (name, deck) for source, name, deck in opened.exec(decks)}
        self._books: dict[Path, list[_Book]] = defaultdict(list)
        for document, game, count in opened.exec(query).all():
            folder = _folder(document.source)
            if folder is not None:
                is_taught = bool(game.fingerprint)
                lacks = "" if is_taught or document.is_game_given else document.runner_up
                is_of_cards = document.kind == OF_CARDS
                is_small = count <= weights.page
                book = _Book(
                    document.source,
                    game.code,
                    game.name,
                    is_taught,
                    is_small,
                    is_of_cards,
                    document.is_game_given,
                    lacks,
                )
                self._books[folder].append(book)

    def game_beside(self, source: str) -> str | None:
        """The one taught game that the other documents of its folder are of; none where another game is among them."""
        folder = _folder(source)
        others = [book for book in self._books.get(folder, ()) if book.source != source] if folder is not None else []
        games = {book.game for book in others if book.is_taught or not book.is_small}
        return games.pop() if len(games) == 1 and any(book.is_taught for book in others) else None

    def cards_beside(self, source: str) -> str | None:
        """The one taught game of which a good share of the other pictures of cards in its folder are."""
        folder = _folder(source)
        books = self._books.get(folder, ()) if folder is not None else ()
        others = [book for book in books if book.source != source and book.is_of_cards]
        known = [book.game for book in others if book.is_taught]
        is_enough = len(known) >= FEWEST_CARDS and len(known) >= SHARE_OF_CARDS * len(others)
        return known[0] if is_enough and len(set(known)) == 1 else None

    def game_below(self, root: Path) -> str | None:
        """The name of the one game without a pack that the rulebooks in a folder and below it are of."""
        below = (book for folder, books in self._books.items() if folder.is_relative_to(root) for book in books)
        names = {book.name for book in below if not book.is_of_cards and not book.is_taught}
        return names.pop() if len(names) == 1 else None

    def placed_before(self, source: str) -> tuple[str, str] | None:
        """The game without a pack, and the deck, whose card a stored picture was."""
        return self._placed.get(source)

    def helped_by_neighbours(self, sources: Iterable[str]) -> list[str]:
        """Small documents in the folders of these which, with the neighbours they have now, are of their game."""
        folders = {folder for source in sources if (folder := _folder(source)) is not None}
        books = (book for folder in sorted(folders) for book in self._books.get(folder, ()))
        return [b.source for b in books if b.is_small and self._is_helped(b)]

    def _is_helped(self, book: _Book) -> bool:
        if book.is_of_cards and not book.is_taught and not book.is_given:
            return self.cards_beside(book.source) is not None
        return bool(book.lacks) and book.lacks == self.game_beside(book.source)


def _folder(source: str) -> Path | None:
    """The folder of a file on this machine; archives and stores have none that a person laid books into."""
    address = address_of(source)
    return None if isinstance(address, Remote) else address.parent

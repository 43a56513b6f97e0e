"""What the pictured cards of a folder have in common, from their rows, and which were read without knowing it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlmodel import Session, col, func, select

from ingest.cards.card_layout import DeckLayout, PlacedLine, layout_of
from ingest.files.addresses import Remote, address_of
from ingest.languages.language import UNDETERMINED
from schema.cards import ICON, PrintedPart
from schema.document_kinds import OF_CARDS
from schema.documents import Document, Page, Passage
from schema.reading import Box


@dataclass(frozen=True, slots=True)
class DeckLanguageSettings:
    """When the cards of a folder tell the language of one of them; chosen on 20 cards in two languages."""

    cards: int = 4
    """So many are in the language."""
    share: float = 0.7
    """Such a share of all that tell theirs."""
    few_words: int = 20
    """A card with more words tells its own language."""


@dataclass(slots=True)
class _Pictured:
    """A picture that shows one card, as its deck sees it."""

    card: int
    source: str
    language: str
    width: float
    height: float
    lines: list[PlacedLine] = field(default_factory=list)

    @property
    def words(self) -> int:
        """How many were read on it."""
        return sum(len(line.text.split()) for line in self.lines)


class DeckLayouts:
    """The layouts of the folders that hold pictures of single cards."""

    def __init__(self, opened: Session, folders: Collection[Path]) -> None:
        self._folders: dict[Path, list[_Pictured]] = defaultdict(list)
        for picture in _pictures(opened).values():
            folder = _folder(picture.source)
            if folder is not None and folder in folders:
                self._folders[folder].append(picture)
        self._layouts = {folder: _layout(pictures) for folder, pictures in self._folders.items()}

    def of(self, source: str) -> DeckLayout:
        """What the cards in the folder of a picture have in common."""
        folder = _folder(source)
        return self._layouts.get(folder, DeckLayout()) if folder else DeckLayout()

    def language_beside(self, source: str, settings: DeckLanguageSettings = DeckLanguageSettings()) -> str | None:
        """The language of nearly all cards in the folder of a picture that has too few words to tell its own."""
        pictures = self._folders.get(_folder(source) or Path(), [])
        own = next((picture for picture in pictures if picture.source == source), None)
        told = Counter(picture.language for picture in pictures if picture.language != UNDETERMINED)
        (language, count), *_ = told.most_common(1) or [("", 0)]
        is_agreed = count >= max(settings.cards, settings.share * told.total())
        return language if own and is_agreed and own.words < settings.few_words else None

    def in_other_languages(self) -> list[str]:
        """The pictures whose few words were told as another language than that of their folder."""
        shown = [picture for pictures in self._folders.values() for picture in pictures]
        return [one.source for one in shown if self.language_beside(one.source) not in (None, one.language)]

    def told_otherwise(self) -> list[str]:
        """The pictures on which another line than the title stands where the others have theirs."""
        return [
            picture.source
            for folder, pictures in self._folders.items()
            for picture in pictures
            if _is_told_otherwise(picture, self._layouts[folder])
        ]


def _folder(source: str) -> Path | None:
    address = address_of(source)
    return None if isinstance(address, Remote) else address.parent


def _pictures(opened: Session) -> Mapping[int | None, _Pictured]:
    """The single cards by their documents; a sheet of several has a layout of its own."""
    single = (
        select(Passage.document_id)
        .join(PrintedPart, col(PrintedPart.passage_id) == Passage.id)
        .group_by(col(Passage.document_id))
        .having(func.count(func.distinct(Passage.id)) == 1)
    )
    rows = opened.exec(
        select(PrintedPart, Document, Page)
        .join(Passage, col(Passage.id) == PrintedPart.passage_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .join(Page, col(Page.id) == Passage.page_id)
        .where(Document.kind == OF_CARDS, col(Document.id).in_(single), Page.width > 0, Page.height > 0)
        .where(PrintedPart.kind != ICON)
        .order_by(col(Document.source), col(PrintedPart.seq))
    )
    found: dict[int | None, _Pictured] = {}
    for part, document, page in rows:
        made = _Pictured(part.card_id, document.source, document.language, page.width, page.height)
        card = found.setdefault(document.id, made)
        box = Box(part.x0 / page.width, part.y0 / page.height, part.x1 / page.width, part.y1 / page.height)
        card.lines.append(PlacedLine(part.text, part.kind, box))
    return found


def _layout(pictures: Collection[_Pictured]) -> DeckLayout:
    """That of different cards: copies of one would make its title recur."""
    return layout_of([*{picture.card: picture.lines for picture in pictures}.values()])


def _is_told_otherwise(picture: _Pictured, layout: DeckLayout) -> bool:
    title = next((line for line in picture.lines if line.kind == "title"), None)
    if title is not None and layout.recurs(title.text):
        return True
    there = [line for line in picture.lines if line.kind != "number" and layout.holds(line.box, 1.0, 1.0)]
    return any(line.kind != "title" for line in there)

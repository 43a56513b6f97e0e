"""A document on its way through the steps of the pipeline, what people said of it, and the settings of all steps."""

import datetime
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ingest.cards.card_layout import DeckLayout
from ingest.cards.card_titles import FileWords
from ingest.cards.photographed import CardSettings
from ingest.cards.pictured_cards import (
    PicturedCard,
    PicturedSettings,
    is_of_cards,
    pictured,
)
from ingest.cleaning.broken_words import BrokenWordSettings
from ingest.cleaning.mark_icons import IconMarkSettings
from ingest.deciding.review import Decisions
from ingest.discover.discover import DiscoverySettings
from ingest.extract import ExtractSettings
from ingest.files.card_lists import LIST_TYPES
from ingest.files.convert import MARKDOWN_TYPES
from ingest.files.open import OpenedFile
from ingest.icon_legends import LegendSettings
from ingest.identify.dates import Dated, DateSettings
from ingest.identify.recognise import Recognised, RecogniseSettings
from ingest.languages.language import LanguageSettings
from ingest.layout.lay_out import LayoutSettings
from ingest.names.match import MatchSettings
from ingest.pages.read_picture import ReadSettings
from ingest.repair.apply import RepairSettings
from ingest.sure_digits import DigitSettings
from schema.document_kinds import OF_CARDS
from schema.documents import ADDED
from schema.pack import Pack
from schema.reading import (
    CardRead,
    CardTextRead,
    ClaimRead,
    Discovered,
    FindingRead,
    MentionRead,
    NameRead,
    PassageRead,
    WordPage,
)


@dataclass(frozen=True, slots=True)
class DocumentSettings:
    """The settings of all steps, in their order."""

    read: ReadSettings = ReadSettings()
    lay_out: LayoutSettings = LayoutSettings()
    clean: BrokenWordSettings = BrokenWordSettings()
    recognise: RecogniseSettings = RecogniseSettings()
    dates: DateSettings = DateSettings()
    repair: RepairSettings = RepairSettings()
    doubtful_share: float = 0.01
    """From this share of doubtful words on a document is said to have them; chosen by eye."""
    icons: IconMarkSettings = IconMarkSettings()
    legends: LegendSettings = LegendSettings()
    languages: LanguageSettings = LanguageSettings()
    written_share: float = 0.05
    """A language in which this share of the passages is written is read with its own patterns; chosen by eye."""
    match: MatchSettings = MatchSettings()
    extract: ExtractSettings = ExtractSettings()
    digits: DigitSettings = DigitSettings()
    discover: DiscoverySettings = DiscoverySettings()
    cards: CardSettings = CardSettings()
    pictured: PicturedSettings = PicturedSettings()


@dataclass(frozen=True, slots=True)
class Options:
    """What a person says of a document instead of letting it be recognised."""

    game: str | None = None
    edition: str | None = None
    language: str | None = None
    kind: str | None = None
    date: datetime.date | None = None
    beside: str | None = None
    """The taught game of the other documents in its folder; nobody said it, but it speaks for a small document."""
    cards_beside: str | None = None
    """The taught game of the other pictures of cards in its folder."""
    shelf: str | None = None
    """The game that its folder is called after, for pictures of cards that tell none."""
    has_like: bool = False
    """Whether other pictures of its shape lie in its folder."""
    deck: str = ""
    """What the folder of a picture of cards is called within that."""
    called: FileWords = FileWords()
    layout: DeckLayout = DeckLayout()
    """What the cards on the other pictures in its folder have in common."""
    language_beside: str | None = None
    """The language of those, where a picture of a card says too little to tell its own."""

    @property
    def spoken(self) -> str | None:
        """The language that a person said, or that its neighbours tell."""
        return self.language or self.language_beside


@dataclass(frozen=True, slots=True)
class Draft:
    """A document on its way through the steps."""

    opened: OpenedFile
    packs: Mapping[str, Pack]
    candidates: tuple[str, ...]
    """Languages that may occur."""
    options: Options = Options()
    on_page: Callable[[int, int], None] | None = None
    settings: DocumentSettings = DocumentSettings()
    pages: tuple[WordPage, ...] = ()
    passages: tuple[PassageRead, ...] = ()
    recognised: Recognised | None = None
    dated: Dated = Dated()
    decisions: Decisions = field(default_factory=lambda: Decisions(()))
    mentions: tuple[MentionRead, ...] = ()
    names: tuple[NameRead, ...] = ()
    claims: tuple[ClaimRead, ...] = ()
    card_texts: tuple[CardTextRead, ...] = ()
    cards: tuple[CardRead, ...] = ()
    is_shelved: bool = False
    findings: tuple[FindingRead, ...] = ()
    discovered: Discovered = Discovered()

    @property
    def is_of_cards(self) -> bool:
        """Whether the document is pictures of cards and nothing else."""
        return self.options.kind in (None, OF_CARDS) and is_of_cards(self.pages)

    @property
    def is_card_list(self) -> bool:
        """Whether the document is a list of cards: a table of them, or Markdown of which a person says so."""
        is_said = self.options.kind == OF_CARDS and self.opened.media_type in MARKDOWN_TYPES
        return is_said or self.opened.media_type in LIST_TYPES

    @property
    def printed(self) -> tuple[PassageRead, ...]:
        """What the document itself says, without comments and form fields: nobody knows who wrote those."""
        return tuple(read for read in self.passages if read.passage.kind not in ADDED)

    def pictured(self) -> list[PicturedCard]:
        """The cards that it shows."""
        return pictured(self.printed, self.pages, self.settings.pictured, self.options.layout)

    @property
    def found(self) -> Recognised:
        """What the document was recognised as; asked only after that step."""
        assert self.recognised is not None
        return self.recognised

    @property
    def pack(self) -> Pack | None:
        """The pack of the document's game, if it has one; a game of its own may have a taught game's code."""
        return None if self.found.game_name else self.packs.get(self.found.game)

    @property
    def speaks(self) -> bool:
        """Whether its game's pack has words of its language."""
        return self.pack is not None and self.found.language in self.pack.languages

    def languages(self) -> list[str]:
        """The languages of the pack in which the document is written, the main one first."""
        if not self.pack:
            return []
        count = Counter(read.passage.language for read in self.printed)
        often = [code for code, n in count.items() if n >= self.settings.written_share * len(self.printed)]
        return [code for code in dict.fromkeys([self.found.language, *sorted(often)]) if code in self.pack.languages]

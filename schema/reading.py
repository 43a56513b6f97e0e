"""What ingest hands on from step to step: words, pages, passages, and in the end the reading of a whole document."""

from dataclasses import dataclass, field

from schema.boxes import Box as Box
from schema.cards import CardPartShape, CardPictureShape, CardTextShape
from schema.claims import ClaimShape, FindingShape, MentionShape
from schema.discovered import CandidateShape, ComponentShape, OutlineShape, TermShape
from schema.documents import AddedKind, DocumentShape, PageShape, PassageShape, RegionShape, RepairShape
from schema.games import NameShape

FIRST_SEEN_ICON = "\U00100000"
"""Private signs from here on stand for the icons that were seen in pictures; no font of a file uses them."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands on a page, whatever it was read with."""

    text: str
    line: int
    """Number of its line as the source has it; a blank line in plain text leaves a gap in the numbers."""
    box: Box | None = None
    font: str = ""
    size: float = 0.0
    confidence: float = 1.0
    is_heavy: bool = False
    """Seen to be bold in a picture, where the font has no name."""


@dataclass(frozen=True, slots=True)
class AddedText:
    """What was laid upon a page after it was printed: a comment, a stamp, a filled-in form field."""

    kind: AddedKind
    text: str
    box: Box


Grid = tuple[tuple[Box | None, ...], ...]
"""A table drawn with lines: the cells of each row; None where a cell is missing."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """How a card of a photo was cut out and turned, before it was laid on a sheet with the others."""

    outline: tuple[tuple[float, float], ...]
    """Its corners in the photo from the top left one clockwise, as shares of the photo's sides."""
    quarters: int
    """By how many quarters it was then turned clockwise to stand upright."""


@dataclass(frozen=True, slots=True)
class WordPage:
    """A page of words in the order in which the source gives them."""

    page: PageShape
    words: tuple[Word, ...]
    is_markdown: bool = False
    grids: tuple[Grid, ...] = ()
    """Tables drawn with lines."""
    rules: tuple[Box, ...] = ()
    """Level and upright lines drawn on the page."""
    frames: tuple[Box, ...] = ()
    """Rectangles drawn on the page."""
    quarters: int = 0
    """By how many quarters its picture was turned clockwise to stand upright."""
    cards: tuple[Box, ...] = ()
    """Where cards lie, on a picture of cards."""
    outline: tuple[tuple[float, float], ...] = ()
    """The corners by which the one card of a picture was cut out, as shares of its sides; empty where it fills it."""
    is_card: bool = False
    """Whether the picture is one card and nothing else."""
    laid: tuple[LaidCard, ...] = ()
    """Of a photo of cards: how each of `cards` was cut out; the page is then a sheet on which they lie straight."""
    advice: str = ""
    """What would have it read, or read better, in a sentence."""
    added: tuple[AddedText, ...] = ()
    """Comments, stamps and form fields that lie upon the page; none of their words is among its own."""


@dataclass(frozen=True, slots=True)
class PassageRead:
    """A passage with its place and the repairs that lead from raw_text to text."""

    passage: PassageShape
    page: int
    regions: tuple[tuple[int, RegionShape], ...] = ()
    """Page number and rectangle of each part."""
    repairs: tuple[RepairShape, ...] = ()
    frames: tuple[int, ...] = ()
    """The drawn frames around it by their numbers, the outermost first; a heading reaches no further than its frame."""
    unsure_numbers: tuple[tuple[str, float], ...] = ()
    """Numbers that were recognised on a picture, each with the best confidence it was read with in the passage."""


@dataclass(frozen=True, slots=True)
class ConceptKey:
    """Names a concept before it has a row."""

    kind: str
    code: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.code}"


@dataclass(frozen=True, slots=True)
class MentionRead:
    """A mention with the passage (by seq) and concepts it ties together."""

    mention: MentionShape
    passage: int
    concept: ConceptKey
    runner_up: ConceptKey | None = None


@dataclass(frozen=True, slots=True)
class ClaimRead:
    """A claim with the passage (by seq) that states it."""

    claim: ClaimShape
    passage: int


@dataclass(frozen=True, slots=True)
class NameRead:
    """A concept's printed name with the first passage (by seq) that prints it."""

    name: NameShape
    passage: int
    concept: ConceptKey


@dataclass(frozen=True, slots=True)
class CardTextRead:
    """A card's printed words with the passage (by seq) they stand in."""

    text: CardTextShape
    passage: int
    card: str


@dataclass(frozen=True, slots=True)
class CardRead:
    """A card of which only documents tell, or a picture of a known one, before it has a row."""

    code: str
    """Of the card of a pack that it is; else what its title makes of it."""
    is_known: bool
    text: CardTextShape
    passage: int
    deck: str = ""
    kind: str = ""
    copies: int | None = None
    """As a list says; pictures are counted."""
    component: str = ""
    parts: tuple[CardPartShape, ...] = ()
    picture: CardPictureShape | None = None
    card: int = 0
    """Which of its page it is, from 0."""
    doubt: str = ""
    """What is unsure of its title, in a sentence."""


@dataclass(frozen=True, slots=True)
class ComponentRead:
    """A component with the passage (by seq) that lists it."""

    component: ComponentShape
    passage: int


@dataclass(frozen=True, slots=True)
class TermRead:
    """A term, its concept, and the passage (by seq) that defines it where one does."""

    term: TermShape
    concept: ConceptKey
    passage: int | None = None


@dataclass(frozen=True, slots=True)
class OutlineRead:
    """A part of the outline with the passage (by seq) that heads it and the part (by seq) it belongs to."""

    outline: OutlineShape
    passage: int
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class CandidateRead:
    """What may be a card or a place, with the passage (by seq) that prints it."""

    candidate: CandidateShape
    passage: int


@dataclass(frozen=True, slots=True)
class Discovered:
    """What a document tells of its game without a pack."""

    components: tuple[ComponentRead, ...] = ()
    terms: tuple[TermRead, ...] = ()
    outline: tuple[OutlineRead, ...] = ()
    candidates: tuple[CandidateRead, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingRead:
    """A finding, and the passage (by seq) it is about where there is one."""

    finding: FindingShape
    passage: int | None = None


@dataclass(frozen=True, slots=True)
class PictureRead:
    """The picture of a page, by its number, or of one of the cards on it, as a WebP file."""

    page: int
    data: bytes = field(repr=False)
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was read from one document; `db.load` turns it into rows."""

    document: DocumentShape
    game: str
    game_name: str = ""
    """What a game without a pack is called; empty where a pack names it."""
    edition: str | None = None
    pages: tuple[WordPage, ...] = ()
    passages: tuple[PassageRead, ...] = ()
    names: tuple[NameRead, ...] = ()
    mentions: tuple[MentionRead, ...] = ()
    claims: tuple[ClaimRead, ...] = ()
    card_texts: tuple[CardTextRead, ...] = ()
    cards: tuple[CardRead, ...] = ()
    is_shelved: bool = False
    """Whether the folder it lies in names its game."""
    findings: tuple[FindingRead, ...] = field(default=())
    discovered: Discovered = Discovered()
    pictures: tuple[PictureRead, ...] = ()
    """For people to look at; no row holds them."""
    words: bytes = field(default=b"", repr=False)
    """The words of its pages as a file, for a later reading; empty where they are kept already."""

    @property
    def is_game_given(self) -> bool:
        """Whether a person said which game it is."""
        return self.document.is_game_given

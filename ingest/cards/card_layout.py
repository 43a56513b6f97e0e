"""What the cards of one deck have in common: where their titles stand, and which lines are no title of any of them."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from schema.cards import PartKind
from schema.folding import fold
from schema.reading import Box

_ROMAN = re.compile(r"[IVX]{1,4}|l|\|")
"""A Roman number; a figure 1 is read as one of these too."""
VOTES: dict[PartKind, float] = {"title": 1.0, "label": 0.5, "body": 0.25, "foot": 0.1}
"""How much a line speaks for its place being that of titles, by what it was taken for on its card alone."""


@dataclass(frozen=True, slots=True)
class DeckLayoutSettings:
    """When places of lines agree; chosen on 97 cards of 18 decks, some of them cut out more narrowly than others."""

    cards: int = 4
    """Fewer cards tell no layout."""
    down: float = 0.045
    """In heights of a card: titles of one deck stand no further apart."""
    across: float = 0.07
    """In widths of a card: so near are their middles or their beginnings."""
    alike: float = 2.5
    """Their boxes differ by less than this in height: some are set in two lines, which take 2.4 times as much."""
    agreed: float = 0.5
    """Against the number of cards: fewer votes tell no place."""
    recurring: tuple[int, float, int] = (3, 0.1, 4)
    """A line that stands on so many cards, and on such a share of them or on so many more, is the title of none."""
    longest: int = 45
    """In letters, of a title."""
    overhang: float = 0.5
    """In heights of a title: lines of one that is set in two stand so far above and below the others."""


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line of a card, its box in shares of the card's width and height."""

    text: str
    kind: PartKind
    box: Box


@dataclass(frozen=True, slots=True)
class DeckLayout:
    """Where the titles of a deck stand, in shares of a card, and the lines that recur on its cards."""

    titles: Box | None = None
    recurring: frozenset[str] = frozenset()

    def holds(
        self, line: Box, width: float, height: float, settings: DeckLayoutSettings = DeckLayoutSettings()
    ) -> bool:
        """Whether a line of a card of that size stands where titles do."""
        if self.titles is None:
            return False
        middle, box = (line.x0 + line.x1) / 2 / width, self.titles
        is_within = box.x0 - settings.across <= middle <= box.x1 + settings.across
        return is_within and box.y0 <= line.middle / height <= box.y1

    def recurs(self, text: str) -> bool:
        """Whether the line stands on many cards of the deck, if with other numbers."""
        return spelt(text) in self.recurring or _without_numbers(text) in self.recurring


def spelt(text: str) -> str:
    """The letters and figures of a line, by which it is known again."""
    return "".join(c for c in fold(text) if c.isalnum())


def _without_numbers(text: str) -> str:
    """The words of a line beside its numbers, as levels, prices and bonuses have them."""
    return spelt(" ".join(word for word in text.split() if not _ROMAN.fullmatch(word) and any(map(str.isalpha, word))))


def layout_of(cards: Sequence[Sequence[PlacedLine]], settings: DeckLayoutSettings = DeckLayoutSettings()) -> DeckLayout:
    """What different cards of one deck have in common; nothing where they are few or do not agree."""
    if len(cards) < settings.cards:
        return DeckLayout()
    recurring = _recurring(cards, settings)
    written = [[line for line in card if _may_be_title(line, recurring, settings)] for card in cards]
    best = max((line for card in written for line in card), key=lambda at: _votes(at, written, settings), default=None)
    if best is None or _votes(best, written, settings) < settings.agreed * len(cards):
        return DeckLayout(None, recurring)
    agreeing = [line.box for card in written if (line := _agreeing(best, card, settings)) is not None]
    high = settings.overhang * median(box.height for box in agreeing)
    around = Box.around(agreeing)
    return DeckLayout(Box(around.x0, around.y0 - high, around.x1, around.y1 + high), recurring)


def _recurring(cards: Sequence[Sequence[PlacedLine]], settings: DeckLayoutSettings) -> frozenset[str]:
    """The lines that stand on many cards; also those that differ by numbers, unless each has one of its own."""
    fewest, share, enough = settings.recurring
    least = max(fewest, min(share * len(cards), enough))
    held = [{(_without_numbers(line.text), spelt(line.text)) for line in card} for card in cards]
    times = Counter(text for card in held for text in {text for _, text in card})
    of_words = Counter(words for card in held for words in {words for words, _ in card})
    forms = Counter(words for words, _ in set().union(*held))
    counted = {words for words, often in of_words.items() if often >= least and forms[words] < often}
    return frozenset({text for text, often in times.items() if often >= least} | counted) - {""}


def _may_be_title(line: PlacedLine, recurring: Iterable[str], settings: DeckLayoutSettings) -> bool:
    return line.kind in VOTES and len(line.text) <= settings.longest and spelt(line.text) not in recurring


def _votes(place: PlacedLine, cards: Sequence[Sequence[PlacedLine]], settings: DeckLayoutSettings) -> float:
    """How much the lines at a place, one of each card, speak for it."""
    return sum(VOTES[line.kind] for card in cards if (line := _agreeing(place, card, settings)) is not None)


def _agreeing(place: PlacedLine, card: Sequence[PlacedLine], settings: DeckLayoutSettings) -> PlacedLine | None:
    """The line of a card that stands at that place and looks most like a title."""
    there = (line for line in card if _is_at(line.box, place.box, settings))
    return max(there, key=lambda line: VOTES[line.kind], default=None)


def _is_at(line: Box, place: Box, settings: DeckLayoutSettings) -> bool:
    is_alike = max(line.height, place.height) < settings.alike * min(line.height, place.height)
    is_level = abs(line.middle - place.middle) < settings.down
    middles, begins = abs(line.x0 + line.x1 - place.x0 - place.x1) / 2, abs(line.x0 - place.x0)
    return is_alike and is_level and min(middles, begins) < settings.across

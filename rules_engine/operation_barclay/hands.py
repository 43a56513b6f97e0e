"""Combinations: what the cards of a month make, as one number that is the higher the better they are.

Only what the rules compare is in the number, so that combinations which tie have the same one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import TypeAlias

from rules_engine.errors import RulesetError
from rules_engine.obeys import obeys
from rules_engine.ruleset import Ruleset

Face: TypeAlias = int
"""The numbers a card may count as, as one digit of a number: added up, faces tell how many there are of each."""
Colours: TypeAlias = int
"""A bit for each colour a card may count as."""
Value: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers and the colours that a card may count as."""
Score: TypeAlias = int
"""A combination; 0 where no card has a number."""

ALL_ALIKE, STRAIGHT_FLUSH, FOUR, FULL_HOUSE = "five-of-a-kind", "straight-flush", "four-of-a-kind", "full-house"
STRAIGHT, THREE, TWO_PAIR, PAIR, HIGH_CARD = "straight", "three-of-a-kind", "two-pair", "pair", "high-card"
KINDS = frozenset({ALL_ALIKE, STRAIGHT_FLUSH, FOUR, FULL_HOUSE, STRAIGHT, THREE, TWO_PAIR, PAIR, HIGH_CARD})

DIGIT = 4
"""Bits of a digit."""
LARGEST = (1 << DIGIT) - 1
"""As many cards may share a face, so that no combination has more."""
NUMBER = 5
"""Bits of a card's number in a score."""
PLACE = "place"
"""Attribute of the fact that says where a kind of combination stands, the best at 1."""


@obeys("combination-order")
def order_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of combinations, the best first, as the rulebook places them.

    A book may place more kinds than the engine knows, so that places are left free; of two at one place the one that
    the game lists first is better. Unless every kind has its place, the list is the order: half an order is none.
    """
    kinds = ruleset.concepts.get("hand", ())
    if set(kinds) != KINDS:
        listed = ", ".join(sorted(KINDS.symmetric_difference(kinds)))
        sentence = f"{ruleset.name} must have exactly the combinations that the engine knows; look at {listed}."
        raise RulesetError("concept", None, listed, sentence)
    if any(ruleset.find_fact(f"hand:{kind}", PLACE) is None for kind in kinds):
        return tuple(kinds)
    places = {kind: ruleset.number(f"hand:{kind}", PLACE) for kind in kinds}
    order = sorted(kinds, key=places.__getitem__)
    for place, (better, kind) in enumerate(pairwise(order), 2):
        if places[better] == places[kind]:
            ruleset.curbed[f"hand:{kind}", PLACE] = str(place)
    return tuple(order)


class Hands:
    """The combinations in the order of a ruleset."""

    def __init__(self, order: Sequence[str], size: int) -> None:
        """Kinds of combinations, the best first, and how many cards a whole one has."""
        if set(order) != KINDS or len(order) != len(KINDS) or not 1 <= size <= LARGEST:
            raise ValueError(f"These are no nine kinds of combinations of {size} cards: {', '.join(order)}.")
        self.order, self.size = tuple(order), size
        self._kinds = ("", *reversed(order))
        self._places = {kind: place for place, kind in enumerate(self._kinds)}
        self._faces: dict[tuple[int, ...], Face] = {}
        self._shades: dict[tuple[int, ...], Colours] = {}
        self._numbers: list[tuple[int, ...]] = []
        self._best: dict[int, tuple[Score, Score]] = {}

    def face(self, numbers: Iterable[int]) -> Face:
        """The face of a card that counts as any of these numbers."""
        written = tuple(numbers)
        found = self._faces.get(written)
        if found is None:
            if not written or min(written) < 0 or max(written) >= 1 << NUMBER:
                raise ValueError(f"No card can have the numbers {written}.")
            found = self._faces[written] = 1 << DIGIT * len(self._numbers)
            self._numbers.append(written)
        return found

    def shades(self, colours: Iterable[int]) -> Colours:
        """The bits of a card that counts as any of these colours."""
        written = tuple(colours)
        found = self._shades.get(written)
        if found is None:
            found = self._shades[written] = sum(1 << colour for colour in set(written))
        return found

    @obeys("lowest-or-highest", "several-numbers", "several-colours")
    def best(self, faces: Sequence[Face], colours: Sequence[Colours]) -> Score:
        """The best that the cards can be, whatever their owner chooses."""
        mixed, same = self.both(sum(faces))
        common = -1
        for colour in colours:
            common &= colour
        if not common:
            return mixed
        if same > mixed or not any(colour & colour - 1 for colour in colours):
            return same
        return mixed

    def both(self, faces: int) -> tuple[Score, Score]:
        """The best that faces, added up, can be in mixed colours, and in one."""
        return self._best.get(faces) or self._fill(faces)

    def best_of(self, cards: Iterable[Value]) -> Score:
        """The best that the cards can be, of numbers and colours as they stand on them."""
        faces, colours = [], []
        for numbers, shades in cards:
            faces.append(self.face(numbers))
            colours.append(self.shades(shades))
        return self.best(faces, colours)

    def choices(self, cards: Sequence[Value]) -> list[Score]:
        """Everything the owner can make of the cards, the best first."""
        numbers = set(product(*(numbers for numbers, _ in cards)))
        colours = {len(set(chosen)) <= 1 for chosen in product(*(shades for _, shades in cards))}
        return sorted({self.score(chosen, is_one) for chosen in numbers for is_one in colours}, reverse=True)

    def kind(self, score: Score) -> str:
        """Which kind of combination it is; empty where there is none."""
        return self._kinds[score >> 2 * NUMBER]

    def deciding(self, score: Score) -> tuple[int, ...]:
        """The numbers that decide between combinations of the kind."""
        low = (1 << NUMBER) - 1
        return tuple(number for number in (score >> NUMBER & low, score & low) if number)

    @obeys("all-alike", "straights", "full-house-tie", "pairs-tie", "no-kickers", "high-card")
    def score(self, numbers: Sequence[int], is_one_colour: bool) -> Score:
        """The combination of cards whose numbers and colours are settled."""
        if not numbers:
            return 0
        groups = sorted(((count, number) for number, count in Counter(numbers).items()), reverse=True)
        (most, first), (next_most, second) = groups[0], groups[1] if len(groups) > 1 else (0, 0)
        kind, minor = HIGH_CARD, 0
        if len(numbers) == self.size and len(groups) == 1:
            kind = ALL_ALIKE
        elif most >= 4:
            kind = FOUR
        elif most == 3 and next_most >= 2:
            kind, minor = FULL_HOUSE, second
        elif len(numbers) == self.size == len(groups) and first - groups[-1][1] == self.size - 1:
            kind = STRAIGHT_FLUSH if is_one_colour else STRAIGHT
        elif most == 3:
            kind = THREE
        elif most == 2 and next_most == 2:
            kind, minor = TWO_PAIR, second
        elif most == 2:
            kind = PAIR
        return (self._places[kind] << NUMBER | first) << NUMBER | minor

    def _fill(self, key: int) -> tuple[Score, Score]:
        """Work out a set of faces once: the best of mixed colours, and of one colour."""
        written: list[tuple[int, ...]] = []
        for place, numbers in enumerate(self._numbers):
            written += [numbers] * (key >> DIGIT * place & (1 << DIGIT) - 1)
        choices = set(product(*written))
        mixed, same = (max(self.score(numbers, is_one) for numbers in choices) for is_one in (False, True))
        self._best[key] = mixed, same
        return mixed, same

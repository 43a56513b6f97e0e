"""Everything that is fixed before a game begins: cards, numbers, regions, and the spelling of what can be done."""

from dataclasses import dataclass
from itertools import combinations

from rules_engine.operation_barclay.cards import Cards
from rules_engine.operation_barclay.hands import Hands, order_of
from rules_engine.operation_barclay.logic import Logic
from rules_engine.operation_barclay.numbers import RADARS, Numbers, read_numbers
from rules_engine.operation_barclay.read_cards import read_cards
from rules_engine.operation_barclay.state import FACTIONS, NOTHING
from rules_engine.ruleset import Ruleset

INTELLIGENCE, DEFECTOR = "intelligence", "defector"
PASS, SCATTER = "pass", "scatter"


@dataclass(slots=True)
class Table:
    """What the functions of the game work with beside the state."""

    ruleset: Ruleset
    numbers: Numbers
    cards: Cards
    hands: Hands
    logic: Logic
    order: tuple[str, ...]
    """The kinds of combinations, the best first."""
    regions: tuple[str, ...]
    colours: tuple[str, ...]
    symbols: tuple[str, ...]
    region_of: list[int]
    """By colour the region where its evidence token works; NOTHING for one that works anywhere."""
    play: list[str]
    """By card how playing it is spelled."""
    draw: tuple[tuple[str, str, str], ...]
    """By player how drawing from the intelligence, the own and the defector deck is spelled."""
    predict: list[str]
    take: list[str]
    """By colour how taking its evidence token is spelled."""
    use: list[str]
    turn: list[str]
    """By space how turning up its intelligence token is spelled."""
    lay: list[dict[str, tuple[int, ...]]]
    """By offensive how the tokens of a region may lie: the green ones are 1."""

    @property
    def size(self) -> int:
        """Intelligence tokens in a region."""
        return self.numbers.tokens


def make_table(ruleset: Ruleset) -> Table:
    """The table of an edition, or a RulesetError for the first fact or row that cannot be played."""
    numbers, cards = read_numbers(ruleset), read_cards(ruleset)
    colours = ruleset.concepts["colour"]
    regions = tuple(code for code in ruleset.concepts["location"] if code in ruleset.spaces)
    order = order_of(ruleset)
    size = numbers.tokens
    return Table(
        ruleset,
        numbers,
        cards,
        Hands(order, numbers.face_up + numbers.face_down),
        Logic(numbers.offensives, len(regions)),
        order,
        regions,
        colours,
        ruleset.concepts["symbol"],
        _regions_of(ruleset, regions, colours),
        [f"play {code}" for code in cards.codes],
        tuple((f"draw {INTELLIGENCE}", f"draw {own}", f"draw {DEFECTOR}") for own in FACTIONS),
        [f"predict {faction}" for faction in FACTIONS],
        [f"take {colour}" for colour in colours],
        [f"use {colour}" for colour in colours],
        [f"turn {region} {space + 1}" for region in regions for space in range(size)],
        [_patterns(green, size) for green, _ in numbers.offensives],
    )


def _regions_of(ruleset: Ruleset, regions: tuple[str, ...], colours: tuple[str, ...]) -> list[int]:
    by_colour = [NOTHING] * len(colours)
    for number, region in enumerate(regions):
        colour = ruleset.fact(f"location:{region}", "colour")
        if colour not in colours or by_colour[colours.index(colour)] != NOTHING:
            raise ruleset.wrong_fact(f"location:{region}", "colour", "a colour that no other region has")
        by_colour[colours.index(colour)] = number
    return by_colour


def _patterns(green: int, size: int) -> dict[str, tuple[int, ...]]:
    """Every way to lay the tokens of a region, by its spelling."""
    patterns = {}
    for places in combinations(range(size), green):
        lying = tuple(int(space in places) for space in range(size))
        patterns[" ".join(RADARS[0] if is_green else RADARS[1] for is_green in lying)] = lying
    return patterns

"""Clues: how much nearer to a proof an evidence token brings the Abwehr."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rules_engine.operation_barclay.logic import Arrangement, Known
from rules_engine.operation_barclay.paths import Paths
from rules_engine.operation_barclay.state import ABWEHR, NOTHING, State

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

Board: TypeAlias = tuple[Known, ...]


class Turned(NamedTuple):
    """What it is worth to turn up a token of a region: an unknown one, or one that is known to be green or red."""

    unknown: float
    green: float
    red: float


class Clues:
    """What is worth turning up."""

    def __init__(self, table: "Table", seen: float) -> None:
        """What turning up any token is worth beside the steps towards a proof that it saves."""
        self.table, self.logic, self.seen = table, table.logic, seen
        self.paths = Paths(table.logic)
        self._turned: dict[tuple[Board, Board], list[Turned]] = {}
        self._true: dict[tuple[Board, Arrangement], list[float]] = {}

    def of_tokens(self, known: Sequence[Known], told: Sequence[Known]) -> list[Turned]:
        """By region what its tokens are worth to one who was told more than lies open."""
        key = tuple(known), tuple(told)
        found = self._turned.get(key)
        if found is None:
            regions = range(self.logic.regions)
            found = self._turned[key] = [self._worth(*key, region) for region in regions]
        return found

    def of_regions(self, known: Sequence[Known], truth: Arrangement) -> list[float]:
        """By region what its next token is worth, to one who knows the truth."""
        key = tuple(known), truth
        found = self._true.get(key)
        if found is None:
            regions = range(self.logic.regions)
            found = self._true[key] = [self._true_worth(key[0], region, truth) for region in regions]
        return found

    def of_colours(self, state: State, regions: Sequence[float]) -> list[float]:
        """By colour what its evidence token is worth, from what the regions are worth."""
        most, is_wild = max(regions), state.wild[ABWEHR] > 0
        worths = [most if is_wild or region == NOTHING else regions[region] for region in self.table.region_of]
        for colour in state.shielded:
            worths[colour] = 0.0
        return worths

    def _worth(self, known: Board, told: Board, region: int) -> Turned:
        before, size = self.paths.expected(known, told), self.logic.size
        (green, red), (told_green, told_red) = known[region], told[region]
        as_green, as_red = _with(known, region, (green + 1, red)), _with(known, region, (green, red + 1))
        unknown = if_green = if_red = 0.0
        if told_green + told_red < size:
            chance, after = self.logic.green_next(told, region), 0.0
            if chance > 0:
                more = _with(told, region, (told_green + 1, told_red))
                after += chance * self.paths.expected(as_green, more)
            if chance < 1:
                more = _with(told, region, (told_green, told_red + 1))
                after += (1 - chance) * self.paths.expected(as_red, more)
            unknown = self.seen + max(before - after, 0.0)
        if told_green > green:
            if_green = max(before - self.paths.expected(as_green, told), 0.0)
        if told_red > red:
            if_red = max(before - self.paths.expected(as_red, told), 0.0)
        return Turned(unknown, if_green, if_red)

    def _true_worth(self, known: Board, region: int, truth: Arrangement) -> float:
        green, red = known[region]
        hidden = self.logic.size - green - red
        if not hidden:
            return 0.0
        chance, left = (self.logic.radars[truth.role(region)][0] - green) / hidden, self.paths.left
        after = chance * left(_with(known, region, (green + 1, red)), truth)
        after += (1 - chance) * left(_with(known, region, (green, red + 1)), truth)
        return self.seen + max(left(known, truth) - after, 0.0)


def _with(board: Board, region: int, known: Known) -> Board:
    """The board with something else known of a region, never more than there is."""
    return (*board[:region], known, *board[region + 1 :])

"""Forecast: how much evidence the Abwehr may expect of a month, from what one of the players can see."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple, TypeAlias

from rules_engine.machine.steps import NOTHING
from rules_engine.operation_barclay.cards import Table
from rules_engine.operation_barclay.evaluation import CANCEL, open_tokens
from rules_engine.operation_barclay.logic import Arrangement, Known, Paths
from rules_engine.operation_barclay.odds import Chances, Odds
from rules_engine.operation_barclay.rulebook import ALPHA, BETA, FIELDS, SYMBOLS
from rules_engine.operation_barclay.state import ABWEHR, BOTH, DOWN, LCS, PEEKED, UP, Phase, State

AHEAD = 0.5
"""How much of a symbol a tie is, because the Abwehr takes it."""
FIELD = {field: number for number, field in enumerate(FIELDS)}
Board: TypeAlias = tuple[Known, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """How much a player of rules of thumb likes this and that; found by letting such players play each other.

    Everything is measured in bits of what the Abwehr learns, unless it is a share.
    """

    at_once: float = 0.12
    """What an effect is worth that happens when the card is played face up."""
    waits: float = 0.08
    """What an effect is worth that a card would have face down."""
    committed: float = 0.15
    """How much more a card is liked that makes something of those that lie there already."""
    later: float = 0.3
    """The share of a drawn card's worth that is what it may do in later months."""
    own_deck: float = 0.3
    """How much more a card of the own deck is liked, for what it does beside its number."""
    defector: float = -0.03
    """How much more an unknown card of the defector deck is liked: somebody did not keep it."""
    seen: float = 0.3
    """What turning up any token is worth beside what it tells at once."""
    untold: float = 0.5
    """The share of beta that the best combination brings before anything is predicted."""
    lead: float = 1.1
    """How surely a lead in symbols holds while cards are still to be played."""


HABITS = Habits()


class Turned(NamedTuple):
    """What it is worth to turn up a token of a region: an unknown one, or one that is known to be green or red."""

    unknown: float
    green: float
    red: float


class Clues:
    """What is worth turning up."""

    def __init__(self, table: Table, seen: float) -> None:
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


class Stakes(NamedTuple):
    """What the evidence on the fields is worth to the Abwehr: all of a field, and as much as it may pick from it."""

    alpha: float
    alpha_picked: float
    beta: float
    beta_picked: float
    symbols: float


class Mix(NamedTuple):
    """How likely each side predicts the Abwehr."""

    abwehr: float
    lcs: float


class Forecast:
    """Forecasts for the table of a ruleset."""

    def __init__(self, table: Table, habits: Habits) -> None:
        self.table, self.habits = table, habits
        self.odds, self.clues = Odds(table), Clues(table, habits.seen)
        self._kinds = [
            (number, table.symbols.index(f"{CANCEL}{symbol}") if f"{CANCEL}{symbol}" in table.symbols else NOTHING)
            for number, symbol in enumerate(table.symbols)
            if not symbol.startswith(CANCEL)
        ]

    def evidence(self, state: State, me: int) -> float:
        """The evidence that the Abwehr may expect of this month, by what it is worth."""
        stakes, chances = self.stakes(state, me), self.chances(state, me)
        return self.worth(stakes, chances, self.predictions(state, me, stakes, chances)) + (
            stakes.symbols * self.symbols(state, me)
        )

    def stakes(self, state: State, me: int) -> Stakes:
        """What lies on the fields."""
        worths, numbers = self.colours(state, me), self.table.numbers
        alpha, beta, symbols = ([worths[c] for c in state.fields[FIELD[f]]] for f in (ALPHA, BETA, SYMBOLS))
        picked = [
            sum(sorted(each)[-n:]) if n else 0.0
            for each, n in ((alpha, numbers.alpha_tie), (beta, numbers.beta_both_right))
        ]
        return Stakes(sum(alpha), picked[0], sum(beta), picked[1], sum(symbols))

    def tokens(self, state: State) -> list[Turned]:
        """By region what its tokens are worth to the Abwehr, with what it has peeked at."""
        return self.clues.of_tokens(open_tokens(self.table, state), open_tokens(self.table, state, UP | PEEKED))

    def regions(self, state: State, me: int) -> list[float]:
        """By region what turning up a token there is worth to the Abwehr, as far as a player can tell."""
        if me == ABWEHR:
            return [max(turned) for turned in self.tokens(state)]
        return self.clues.of_regions(open_tokens(self.table, state), Arrangement(state.primary, state.secondary))

    def colours(self, state: State, me: int) -> list[float]:
        """By colour what its evidence token is worth to the Abwehr, as far as a player can tell."""
        return self.clues.of_colours(state, self.regions(state, me))

    def left(self, state: State, player: int) -> int:
        """How many cards a player still plays this month."""
        numbers, phase = self.table.numbers, state.phase
        if phase == Phase.FIRST:
            return numbers.face_up + numbers.face_down - state.played[player]
        if phase == Phase.ANALYSIS:
            return numbers.face_down
        return numbers.face_down - state.played[player] if phase == Phase.LAST else 0

    def chances(self, state: State, me: int) -> Chances:
        """How likely the Abwehr has the better combination."""
        odds, shown = self.odds, self.odds.shown
        own = [odds.shown_of(card) for card in state.spaces[me] if card.ranks and not card.is_ignored]
        theirs = [card for card in state.spaces[1 - me] if card.facing != DOWN]
        seen = [odds.shown_of(card) for card in theirs if card.ranks and not card.is_ignored]
        hidden = len(state.spaces[1 - me]) - len(theirs)
        pool = [shown[card] for card in state.hands[me] if shown[card][0]]
        mine = odds.outlook(own, pool, self.left(state, me))
        chances = odds.against(mine, odds.finals(seen, self.left(state, 1 - me) + hidden))
        return chances if me == ABWEHR else Chances(1 - chances.wins - chances.ties, chances.ties)

    def predictions(self, state: State, me: int, stakes: Stakes, chances: Chances) -> Mix | None:
        """What either side has predicted, as far as a player knows it; none before anything was."""
        if state.predictions[ABWEHR] == state.predictions[LCS] == NOTHING:
            return None
        likely = self.mix(stakes, chances)
        known = [likely.lcs, likely.abwehr]
        for player in (LCS, ABWEHR):
            is_known = player == me or state.seen_predictions >> me & 1 or state.seen_predictions == BOTH
            if is_known and state.predictions[player] != NOTHING:
                known[player] = float(state.predictions[player] == ABWEHR)
        return Mix(known[ABWEHR], known[LCS])

    def worth(self, stakes: Stakes, chances: Chances, mix: Mix | None) -> float:
        """What alpha and beta bring."""
        alpha = chances.wins * stakes.alpha + chances.ties * stakes.alpha_picked
        if mix is None:
            return alpha + self.habits.untold * chances.wins * stakes.beta
        loses = 1 - chances.wins - chances.ties
        if_wins = mix.abwehr * (mix.lcs * stakes.beta_picked + (1 - mix.lcs) * stakes.beta)
        if_loses = (1 - mix.abwehr) * (mix.lcs * stakes.beta + (1 - mix.lcs) * stakes.beta_picked)
        return alpha + chances.wins * if_wins + loses * if_loses

    def mix(self, stakes: Stakes, chances: Chances) -> Mix:
        """How often each side should predict the Abwehr: neither can do better against the other's best answer.

        The Abwehr wants evidence, the LCS wants it to have none; what both predict is a game of two times two.
        """
        (both, only_abwehr), (only_lcs, neither) = (
            [self.worth(stakes, chances, Mix(abwehr, lcs)) for lcs in (1.0, 0.0)] for abwehr in (1.0, 0.0)
        )
        abwehr = _always(both - only_lcs, only_abwehr - neither)
        lcs = _always(only_abwehr - both, neither - only_lcs)
        if abwehr is None and lcs is None:
            return Mix(_share(neither - only_lcs, both - only_abwehr), _share(neither - only_abwehr, both - only_lcs))
        if abwehr is None:
            abwehr = float(both >= only_lcs if lcs else only_abwehr >= neither)
        if lcs is None:
            lcs = float(both <= only_abwehr if abwehr else only_lcs <= neither)
        return Mix(abwehr, lcs)

    def symbols(self, state: State, me: int) -> float:
        """How likely the Abwehr takes the field of the symbols."""
        counts = [self._counted(state, player, is_own=player == me) for player in (LCS, ABWEHR)]
        most = [self._most(counts[player], counts[1 - player]) for player in (LCS, ABWEHR)]
        lead = most[ABWEHR] - most[LCS] + AHEAD
        hidden = sum(card.facing == DOWN for card in state.spaces[1 - me])
        open_cards = self.left(state, LCS) + self.left(state, ABWEHR) + hidden
        if not open_cards:
            return float(lead > 0)
        return 1 / (1 + exp(-self.habits.lead * lead * (1 + 2 / open_cards)))

    def _counted(self, state: State, player: int, is_own: bool) -> list[int]:
        counts, symbols = state.extra[player][:], self.table.symbols_on
        for lying in state.spaces[player]:
            if is_own or lying.facing != DOWN:
                for symbol in symbols[lying.card]:
                    counts[symbol] += 1
                if lying.under != NOTHING:
                    for symbol in symbols[lying.under]:
                        counts[symbol] += 1
        return counts

    def _most(self, own: list[int], enemy: list[int]) -> int:
        return max((own[kind] for kind, cancel in self._kinds if cancel == NOTHING or enemy[cancel] <= 0), default=0)


def _always(*gains: float) -> float | None:
    """1 where a choice is never worse, whatever the other does, 0 where it is never better, none where it depends."""
    return 1.0 if min(gains) >= 0 else 0.0 if max(gains) <= 0 else None


def _share(first: float, second: float) -> float:
    """How often to take the first of two, so that the other side cannot profit from what it answers."""
    total = first + second
    return min(max(first / total, 0.0), 1.0) if total else 0.5


def forecast_of(table: Table, habits: Habits = HABITS) -> Forecast:
    """The forecasts of a table, made once."""
    key = id(table), habits
    found = _FORECASTS.get(key)
    if found is None or found.table is not table:
        if len(_FORECASTS) >= MOST_FORECASTS:
            _FORECASTS.clear()
        found = _FORECASTS[key] = Forecast(table, habits)
    return found


_FORECASTS: dict[tuple[int, Habits], Forecast] = {}
"""The forecasts of the tables that were asked for last."""
MOST_FORECASTS = 4

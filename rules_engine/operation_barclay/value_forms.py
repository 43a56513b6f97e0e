"""Steps with what cards count as, with symbols and with evidence tokens."""

# ruff: noqa: ARG002  (all steps have one signature)

from typing import TYPE_CHECKING

from rules_engine.compile import Arguments
from rules_engine.errors import CannotExecute
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.card_forms import ENEMY, THIS, targets
from rules_engine.operation_barclay.numbers import FIELDS
from rules_engine.operation_barclay.ops import Op, Pick, tell
from rules_engine.operation_barclay.piles import change, place_of
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import FACTIONS, NOTHING, Frame, State

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

RANK = "rank"


class Ignore(Pick):
    """A card counts neither for its number nor for its colour."""

    def __init__(self, target: str) -> None:
        self.target = target

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """Cards that count."""
        found = targets(table, state, frame, self.target)
        return [f"ignore {table.cards.codes[lying.card]}" for lying in found if not lying.is_ignored]

    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """Its symbols still count."""
        code = action.split()[1]
        change(state, table.cards.numbers[code], is_ignored=True)
        rule = table.cards.programs[frame.program].rule
        tell(table, state, frame, "ignored", rule, faction=FACTIONS[frame.player], card=code)


class Shift(Pick):
    """The number of a card changes for this month."""

    def __init__(self, target: str, amount: int) -> None:
        self.target, self.amount = target, amount

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """Cards that count."""
        found = targets(table, state, frame, self.target)
        return [f"rank {table.cards.codes[lying.card]} {self.amount:+d}" for lying in found if not lying.is_ignored]

    @obeys(Rule.TRAITORS)
    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """Never beyond the lowest and the highest number."""
        code, cards = action.split()[1], table.cards
        player, at = place_of(state, cards.numbers[code])
        moved = (rank + self.amount for rank in state.spaces[player][at].ranks)
        ranks = sorted({min(max(rank, cards.lowest), cards.highest) for rank in moved})
        change(state, cards.numbers[code], ranks=tuple(ranks))
        rule, faction = cards.programs[frame.program].rule, FACTIONS[frame.player]
        tell(table, state, frame, "shifted", rule, faction=faction, card=code, amount=f"{self.amount:+d}")


class Copy(Pick):
    """The card takes the number or the colour of another."""

    def __init__(self, trait: str, target: str) -> None:
        if target == THIS:
            raise CannotExecute(target, "a card cannot copy itself")
        self.trait, self.target = trait, target

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """Other cards that have it, as long as the card itself lies there."""
        card = table.cards.programs[frame.program].owner
        if place_of(state, card)[0] == NOTHING:
            return []
        return [
            f"copy {self.trait} {table.cards.codes[lying.card]}"
            for lying in targets(table, state, frame, self.target)
            if lying.card != card and (lying.ranks if self.trait == RANK else lying.colours)
        ]

    @obeys(Rule.TRAITORS)
    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """What it may count as, this card may count as."""
        code = action.split()[2]
        player, at = place_of(state, table.cards.numbers[code])
        copied, card = state.spaces[player][at], table.cards.programs[frame.program].owner
        if self.trait == RANK:
            change(state, card, ranks=copied.ranks)
        else:
            change(state, card, colours=copied.colours)
        if state.log is not None:
            rule, faction, own = (
                table.cards.programs[frame.program].rule,
                FACTIONS[frame.player],
                table.cards.codes[card],
            )
            tell(table, state, frame, "copied-value", rule, faction=faction, actor=own, card=code, trait=self.trait)


class Symbols(Op):
    """More or fewer symbols are counted for a player this month."""

    def __init__(self, arguments: Arguments) -> None:
        self.is_enemy, self.symbol = arguments["who"] == ENEMY, arguments["symbol"]
        self.amount = int(arguments["signed"])

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """That there are never fewer than none is seen to when they are counted."""
        player = 1 - frame.player if self.is_enemy else frame.player
        state.extra[player][table.symbols.index(self.symbol)] += self.amount
        rule, amount = table.cards.programs[frame.program].rule, f"{self.amount:+d}"
        tell(table, state, frame, "symbols-changed", rule, faction=FACTIONS[player], symbol=self.symbol, amount=amount)
        return True


class Exchange(Pick):
    """Evidence tokens of two fields change places."""

    def __init__(self, first: str, second: str) -> None:
        if first == second:
            raise CannotExecute(second, "tokens change places between two different fields")
        self.fields = FIELDS.index(first), FIELDS.index(second)

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """One of each field."""
        first, second = (state.fields[field] for field in self.fields)
        return [f"exchange {table.colours[a]} {table.colours[b]}" for a in first for b in second]

    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """Each lies where the other lay."""
        a, b = (table.colours.index(colour) for colour in action.split()[1:])
        first, second = (state.fields[field] for field in self.fields)
        first[first.index(a)], second[second.index(b)] = b, a
        rule, faction = table.cards.programs[frame.program].rule, FACTIONS[frame.player]
        colours = {"colour": table.colours[a], "other": table.colours[b]}
        tell(table, state, frame, "exchanged", rule, faction=faction, **colours)


class Shield(Op):
    """An evidence token turns nothing up this month."""

    def __init__(self, colour: str) -> None:
        self.colour = colour

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Whoever takes it."""
        number = table.colours.index(self.colour)
        if number not in state.shielded:
            state.shielded.append(number)
        rule = table.cards.programs[frame.program].rule
        tell(table, state, frame, "shielded", rule, faction=FACTIONS[frame.player], colour=self.colour)
        return True


class Wild(Op):
    """Some evidence tokens may be used in any region this month."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Which ones is decided when they are used."""
        state.wild[frame.player] += self.count
        rule, faction = table.cards.programs[frame.program].rule, FACTIONS[frame.player]
        tell(table, state, frame, "wild", rule, faction=faction, count=self.count)
        return True

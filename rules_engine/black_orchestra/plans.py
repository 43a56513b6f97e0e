"""What the conspirators plan: whose plot is the most promising, what it lacks, and when it is worth an attempt."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.black_orchestra.conspirators import free
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.odds import bare_roll, full_roll
from rules_engine.black_orchestra.plots import bonuses
from rules_engine.black_orchestra.rulebook import MOTIVATION, SUSPICION
from rules_engine.black_orchestra.state import State
from rules_engine.machine.steps import holds


@dataclass(frozen=True, slots=True)
class Thumbs:
    """What the rules of thumb weigh; tried on the first 150 seeds with 2 and with 4 conspirators in both editions."""

    spend: float = 0.1
    """A plot is helped with items where all of them bring it this chance of success."""
    bare: float = 0.01
    """It is attempted without any from this chance on."""
    last: float = 0.01
    """What is enough to spend everything when the events run out."""
    calm: int = 1
    """Who is ready to strike conspires no longer, who is to become so only up to this suspicion."""
    urgent: float = 6.5
    """Whoever the next raid would take does only what is worth more before getting rid of suspicion."""
    hunted: int = 0
    """Levels below the highest suspicion at which that begins."""
    borne: int = 1
    """The suspicion that restricted cards may bring their holder in a raid."""
    others: float = 1.0
    """What an item counts that another conspirator has,"""
    unfound: float = 0.35
    """and one that must still be found."""
    bold: int = 4
    """Others conspire below this suspicion while somebody elsewhere is calm,"""
    careful: int = 2
    """and below this one where a prisoner must roll to resist, which makes arrests dearer."""
    few: int = 2
    """Of so few conspirators each who has a plot gathers for it; more gather for the most promising one."""
    shadow: bool = True
    """Whoever could strike if Hitler were elsewhere stays near him."""


THUMBS = Thumbs()


@dataclass(frozen=True, slots=True)
class Plan:
    """Who is to strike with which plot, and what helps it."""

    by: str
    card: str
    wanted: tuple[str, ...]
    level: int
    """The motivation that the plot needs."""


class Planning:
    """Weighs the plots that the conspirators hold."""

    def __init__(self, table: Edition, thumbs: Thumbs = THUMBS) -> None:
        self.table, self.thumbs = table, thumbs
        self.reckless = len(table.ladders[MOTIVATION]) - 1

    def _plan(self, state: State, among: Sequence[str] = ()) -> Plan | None:
        """The most promising plot in anybody's dossier, or in that of one of these."""
        plots = [(code, card) for code in among or free(state) for card in self._plots(state, code)]
        found = [(self._promise(state, code, card), code, card) for code, card in plots]
        if not found:
            return None
        _, code, card = max(found)
        wanted = tuple(bonus.item for bonus in bonuses(self.table, card) if bonus.item)
        return Plan(code, card, wanted, self._level(card))

    def _level(self, card: str) -> int:
        programs = self.table.of("plot", card)
        is_reckless = any(self.table.ladders[MOTIVATION][-1] in program.line for program in programs)
        return self.reckless if is_reckless else self.table.numbers.plot_from

    def _promise(self, state: State, code: str, card: str) -> float:
        """Dice that can be hoped for, how far the motivation has come, how little is suspected."""
        levels = state.conspirators[code].levels
        hoped = 1.0 if self.table.of("plot", card) else 0.0
        for bonus in bonuses(self.table, card):
            if not bonus.item:
                hoped += bonus.dice * holds(self.table, state, bonus.conditions, code)
                continue
            own = state.conspirators[code].items.count(bonus.item)
            held = sum(c.items.count(bonus.item) for c in state.conspirators.values())
            lost = state.discarded_items.count(bonus.item)
            there = own + self.thumbs.others * (held - own)
            there += self.thumbs.unfound * (self.table.numbers.item_copies - held - lost)
            hoped += there if bonus.is_repeated else min(there, 1)
        lack = max(self._level(card) - levels[MOTIVATION], 0)
        return hoped - 0.8 * lack - 0.7 * levels[SUSPICION]

    def _plots(self, state: State, code: str) -> list[str]:
        return [card for card in state.conspirators[code].cards if self.table.is_plot(card)]

    def _missing(self, state: State, plan: Plan) -> set[str]:
        """Items that would help the plan and that nobody who can use them has."""
        own = state.conspirators[plan.by].items
        missing = set()
        for bonus in bonuses(self.table, plan.card):
            if not bonus.item:
                continue
            held = own.count(bonus.item)
            lost = state.discarded_items.count(bonus.item)
            wanted = (
                self.table.numbers.item_copies - lost
                if bonus.is_repeated
                else min(1, self.table.numbers.item_copies - lost)
            )
            if held < wanted:
                missing.add(bonus.item)
        return missing

    def _lacks(self, state: State, plan: Plan | None) -> bool:
        """Whether a plan waits for items that may still be found."""
        return plan is not None and bool(self._missing(state, plan))

    def _hope(self, state: State, card: str, code: str) -> float:
        """How good an attempt is that should be made; nothing where it should not.

        Without items it costs an action and may be tried again and again; items are spent only on a good chance.
        """
        bare, full = bare_roll(self.table, state, card, code), full_roll(self.table, state, card, code)
        if full.success >= self._spending(state) and full.worth > 0:
            return full.success
        return bare.success if bare.success >= self.thumbs.bare and bare.worth > 0 else 0.0

    def _spending(self, state: State) -> float:
        """The chance from which on items are spent: whatever there is when the events run out."""
        is_last = sum(map(len, state.event_decks)) <= len(state.conspirators) * 2
        return self.thumbs.last if is_last else self.thumbs.spend

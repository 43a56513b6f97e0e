"""Plots: who may attempt one, the dice that are gathered, and what the roll brings."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Iterator
from dataclasses import dataclass

from rules_engine.black_orchestra.board import deputies, free, here, place_leader, remove_leader
from rules_engine.black_orchestra.dice import EAGLE, FACES, TARGET, free_dice, roll
from rules_engine.black_orchestra.dossier import discard_card, discard_item
from rules_engine.black_orchestra.ladders import HITLER, MOTIVATION, SUPPORT, SUSPICION
from rules_engine.black_orchestra.ops import AIM, Condition, Op, ask, holds, procedure, push, tell
from rules_engine.black_orchestra.prison import arrest
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.standing import COUNTS_AS, DICE, EAGLES, current_total, stands, total
from rules_engine.black_orchestra.state import GATHER, ROLLED, Frame, Plot, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.tracks import change
from rules_engine.black_orchestra.windows import free_effects
from rules_engine.chance import below
from rules_engine.obeys import obeys

LOYAL = "loyal-deputies"
"""The variant in which deputies must fall as well."""
SETTLE, AGREE, REFUSE = "settle", "agree", "refuse"
VICTORY = "victory"
ASKED = "asked"
AFTER = "after {leader} moves"


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a plot can be helped by."""

    key: str
    item: str
    """What must be spent for it; empty where it counts by itself."""
    dice: int
    eagles: int
    is_repeated: bool
    conditions: tuple[Condition, ...]


def bonuses(table: Table, card: str) -> tuple[Bonus, ...]:
    """The bonuses of a plot, in their order."""
    known = table.bonuses.get(card)
    if known is None:
        known = table.bonuses[card] = tuple(_bonus(table, key) for key in table.of("bonus", card))
    found: tuple[Bonus, ...] = known
    return found


def _bonus(table: Table, key: str) -> Bonus:
    item, dice, eagles, is_repeated = "", 0, 0, False
    for step in table.effects[key].line.steps:
        words = step.clause.words if step.clause else ()
        if words[:1] == ("spend",):
            item = words[1]
        elif words[:1] == ("dice",):
            dice += int(words[1])
        elif words[:1] == ("eagles",):
            eagles += int(words[1])
        elif words[:1] == ("repeat",):
            is_repeated = True
    return Bonus(key, item, dice, eagles, is_repeated, table.programs[key].conditions)


def aims(table: Table, state: State) -> list[str]:
    """The leaders against whom plots can be meant: Hitler, and his deputies where they are loyal."""
    del table
    if state.choices.get(LOYAL, "no") == "no":
        return [HITLER]
    return list(state.leaders)


@obeys(Rule.PLOT_REQUIREMENTS, Rule.MOTIVATION_PLOT, Rule.MOTIVATION_RECKLESS)
def can_attempt(table: Table, state: State, key: str, code: str, aim: str) -> bool:
    """Whether a conspirator meets all requirements of a plot."""
    if aim not in state.leaders or state.conspirators[code].levels[MOTIVATION] < table.numbers.plot_from:
        return False
    frame = Frame(key, code, {} if aim == HITLER else {AIM: aim})
    return holds(table, state, table.programs[key].conditions, code, frame)


@obeys(Rule.PLOT_ACTION)
def plot_options(table: Table, state: State) -> list[str]:
    """The plots that the active conspirator can attempt for an action."""
    code = state.active
    conspirator = state.conspirators[code]
    if conspirator.levels[MOTIVATION] < table.numbers.plot_from:
        return []
    options = []
    for card in dict.fromkeys(conspirator.cards):
        for key in table.of("plot", card):
            for aim in aims(table, state):
                if can_attempt(table, state, key, code, aim):
                    options.append(f"plot {card}" if aim == HITLER else f"plot {card} {aim}")
    return options


def reactions(table: Table, state: State, leader: str, tried: list[str]) -> list[str]:
    """Plots that can be attempted because an event has just moved a leader, each once."""
    if leader != HITLER and leader not in aims(table, state):
        return []
    found = []
    for code in free(state):
        for card in dict.fromkeys(state.conspirators[code].cards):
            for key in table.of(AFTER, card):
                if f"{card} {code}" not in tried and can_attempt(table, state, key, code, leader):
                    found.append(f"plot {card} {code}")
    return found


@obeys(Rule.PLOT_BASE_DICE)
def begin_attempt(table: Table, state: State, card: str, by: str, aim: str) -> None:
    """Begin to gather dice."""
    state.plot = Plot(card, by, aim, table.numbers.plot_dice, 0, GATHER, [], [], [], [])
    tell(table, state, None, "plot-begun", Rule.PLOT_ACTION, conspirator=by, card=card, leader=aim)
    push(state, ATTEMPT, by)


def change_dice(state: State, amount: int) -> None:
    """So many more or fewer dice in the attempt."""
    if state.plot:
        state.plot.dice += amount


def change_eagles(state: State, amount: int) -> None:
    """So many eagles more, or fewer that count."""
    if state.plot:
        state.plot.eagles += amount


def reroll(table: Table, state: State, frame: Frame | None, face: str) -> None:
    """Roll one die of the attempt again."""
    if state.plot and face in state.plot.rolled:
        number, state.chance = below(state.chance, len(FACES))
        state.plot.rolled[state.plot.rolled.index(face)] = FACES[number]
        tell(table, state, frame, "rolled", Rule.CARD_OVER_RULES, faces=FACES[number])


@obeys(Rule.PLOT_AFFILIATION, Rule.PLOT_GATHERING)
def given(table: Table, state: State, plot: Plot) -> tuple[int, int]:
    """Dice and eagles that come by themselves: affiliation, gathering, abilities, the current event."""
    dice, eagles = 0, current_total(table, state, EAGLES)
    for bonus in bonuses(table, plot.card):
        if not bonus.item and holds(table, state, bonus.conditions, plot.by):
            dice, eagles = dice + bonus.dice, eagles + bonus.eagles
    dice += current_total(table, state, DICE) + sum(total(table, state, DICE, code) for code in state.conspirators)
    eagles += sum(total(table, state, EAGLES, code) for code in state.conspirators)
    return dice, eagles


def pool(table: Table, state: State, plot: Plot) -> int:
    """How many dice there are to roll; the first cannot be lost."""
    return max(min(plot.dice + given(table, state, plot)[0], free_dice(table, state)), 1)


class _Gather(Op):
    """Spend items, play cards, and roll as many of the dice as wanted."""

    @obeys(Rule.PLOT_DROP_DICE)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        plot = state.plot
        if plot is None or plot.stage != GATHER:
            return True
        if ASKED in frame.memo:
            return ask(state, frame.memo[ASKED].split(" ")[2], [AGREE, REFUSE])
        rolls = [f"roll {count}" for count in range(pool(table, state, plot), 0, -1)]
        return ask(state, plot.by, [*(word for word, _ in self._spending(table, state, plot)),
                                    *free_effects(table, state), *rolls])  # fmt: skip

    @obeys(Rule.PLOT_ITEMS, Rule.PLOT_ITEMS_OTHERS)
    def _spending(self, table: Table, state: State, plot: Plot) -> Iterator[tuple[str, Bonus]]:
        """What can be spent, whose it is, and what for; items of others only where the rules share them."""
        space = state.conspirators[plot.by].location
        holders = here(state, space) if Rule.PLOT_ITEMS_OTHERS in table.rules else [plot.by]
        for bonus in bonuses(table, plot.card):
            is_open = bonus.is_repeated or bonus.key not in plot.claimed
            if bonus.item and is_open and holds(table, state, bonus.conditions, plot.by):
                for code in holders:
                    for thing in things(table, state, code, bonus.item):
                        word = f"spend {thing} {code}"
                        if word not in plot.refused:
                            yield word, bonus

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        plot = state.plot
        assert plot is not None, "dice are gathered for an attempt"
        if answer == REFUSE:
            plot.refused.append(frame.memo.pop(ASKED))
        elif answer == AGREE:
            self._spend(table, state, frame, plot, frame.memo.pop(ASKED))
        elif answer.startswith("spend "):
            if table.seat(state, answer.split(" ")[2]) == table.seat(state, plot.by):
                self._spend(table, state, frame, plot, answer)
            else:
                frame.memo[ASKED] = answer
        else:
            plot.rolled = roll(table, state, frame, int(answer.split(" ")[1]), Rule.PLOT_DROP_DICE)
            plot.stage = ROLLED

    def _spend(self, table: Table, state: State, frame: Frame, plot: Plot, word: str) -> None:
        bonus = next(bonus for option, bonus in self._spending(table, state, plot) if option == word)
        _, thing, code = word.split(" ")
        if thing in state.conspirators[code].items:
            discard_item(table, state, frame, code, thing, Rule.PLOT_ITEMS)
        else:
            discard_card(table, state, frame, code, thing, Rule.PLOT_ITEMS)
        plot.dice += bonus.dice
        plot.eagles += bonus.eagles
        plot.claimed.append(bonus.key)
        plot.spent.append(f"{thing} {code}")


def things(table: Table, state: State, code: str, item: str) -> list[str]:
    """The item, and cards that are used like it."""
    conspirator = state.conspirators[code]
    things = [item] if item in conspirator.items else []
    if COUNTS_AS in table.standing:
        owned = {op: program.owner[1] for program, op in table.standing[COUNTS_AS]}
        things += [owned[op] for op in stands(table, state, COUNTS_AS, code) if op.word == item]
    return things


class _Look(Op):
    """After the roll cards can still be played."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        options = free_effects(table, state) if frame.left != 0 else []
        return ask(state, frame.actor, [*options, SETTLE]) if options else True

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        frame.left = 0


class _Settle(Op):
    """Whether the plot is detected is seen first, then whether it succeeds."""

    @obeys(Rule.PLOT_DETECTED, Rule.PLOT_SUCCESS, Rule.PLOT_NUMBERS, Rule.SUSPICION_DETECTION, Rule.SUPPORT_TARGET)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        plot = state.plot
        assert plot is not None, "an attempt is settled"
        state.plot = None
        eagles = max(plot.rolled.count(EAGLE) + plot.eagles + given(table, state, plot)[1], 0)
        limit = table.numbers.detecting[state.conspirators[plot.by].levels[SUSPICION]]
        needed = state.levels[SUPPORT] if plot.target == HITLER else table.numbers.deputy_difficulty
        if eagles >= limit:
            detected(table, state, frame, plot)
        elif plot.rolled.count(TARGET) >= needed:
            succeed(table, state, frame, plot)
        else:
            self._fail(table, state, frame, plot)
        return True

    @obeys(Rule.PLOT_FAILED, Rule.PLOT_FAILED_ITEMS)
    def _fail(self, table: Table, state: State, frame: Frame, plot: Plot) -> None:
        """The card is kept; items were discarded when they were used."""
        tell(table, state, frame, "plot-failed", Rule.PLOT_FAILED, conspirator=plot.by, card=plot.card)


@obeys(Rule.PLOT_DETECTED_DISCARD, Rule.PLOT_DETECTED_HITLER, Rule.PLOT_DETECTED_MOTIVATION, Rule.PLOT_DETECTED_ARREST)
def detected(table: Table, state: State, frame: Frame, plot: Plot) -> None:
    """What a detected plot brings."""
    numbers = table.numbers
    tell(table, state, frame, "plot-detected", Rule.PLOT_DETECTED, conspirator=plot.by, card=plot.card)
    if plot.card in state.conspirators[plot.by].cards:
        discard_card(table, state, frame, plot.by, plot.card, Rule.PLOT_DETECTED_DISCARD)
    place_leader(table, state, frame, HITLER, numbers.detected_space, Rule.PLOT_DETECTED_HITLER)
    for code in free(state):
        change(table, state, frame, code, MOTIVATION, numbers.detected_motivation, Rule.PLOT_DETECTED_MOTIVATION)
    arrest(table, state, frame, plot.by)


@obeys(Rule.WIN_PLOT, Rule.PLOT_DEPUTIES_DIE, Rule.VARIANT_LOYAL_DEPUTIES)
def succeed(table: Table, state: State, frame: Frame, plot: Plot) -> None:
    """The leader dies; with Hitler, and with as many loyal deputies as wanted, the game is won."""
    space = state.leaders[plot.target]
    tell(table, state, frame, "plot-succeeded", Rule.PLOT_SUCCESS, conspirator=plot.by, card=plot.card)
    remove_leader(table, state, frame, plot.target, is_killed=True)
    if plot.target == HITLER and Rule.PLOT_DEPUTIES_DIE in table.rules:
        for leader in [leader for leader in deputies(state) if state.leaders[leader] == space]:
            remove_leader(table, state, frame, leader, is_killed=True)
    loyal = {"no": 0, "one": 1}.get(state.choices.get(LOYAL, "no"), table.numbers.loyal_deputies)
    if HITLER in state.fallen and len(state.fallen) > loyal:
        state.outcome = (VICTORY, score(table, state), str(Rule.WIN_PLOT))
        tell(table, state, frame, "won", Rule.WIN_PLOT)
    elif plot.card in state.conspirators[plot.by].cards:
        discard_card(table, state, frame, plot.by, plot.card)


@obeys(Rule.SCORE_LIVES, Rule.SCORE_DEPUTIES)
def score(table: Table, state: State) -> int:
    """Millions of lives saved, where the edition counts them."""
    lives = table.numbers.lives
    return lives[state.stage - 1] + table.numbers.per_deputy * len(deputies(state)) if lives else 0


ATTEMPT = procedure("attempt", Rule.PLOT_ACTION, _Gather(), _Look(), _Settle())

"""Plots: who may attempt one, the dice that are gathered, what the roll brings, and plots after a leader's move."""

# ruff: noqa: ARG001, ARG002  (all steps have one signature)

from collections.abc import Iterator
from dataclasses import dataclass

from rules_engine.black_orchestra.any_time import PASSED, USE, AnyTime, InTurn, free_effects, unrefused
from rules_engine.black_orchestra.conspirators import (
    COUNTS_AS,
    SPEND,
    current_total,
    free,
    here,
    stands,
    targets,
    total,
)
from rules_engine.black_orchestra.conspiring import free_dice, roll
from rules_engine.black_orchestra.dossier import discard_card, discard_item
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.leaders import LEADER_MOVES, deputies, place_leader
from rules_engine.black_orchestra.lines import AIM, FORMS, Repeat, Stand, procedure, push
from rules_engine.black_orchestra.prison import arrest
from rules_engine.black_orchestra.rulebook import (
    EAGLE,
    FACES,
    HITLER,
    LOYAL,
    MOTIVATION,
    SUPPORT,
    SUSPICION,
    TARGET,
    Rule,
)
from rules_engine.black_orchestra.state import GATHER, ROLLED, Frame, Plot, State
from rules_engine.black_orchestra.tracks import change
from rules_engine.chance import below
from rules_engine.machine.steps import Condition, Pick, Program, ask, holds, tell
from rules_engine.obeys import obeys

"""The variant in which deputies must fall as well."""
DICE, EAGLES = "dice", "eagles"
SETTLE, LET_GO = "settle", "let-go"
VICTORY = "victory"
BEFORE, AFTER = "before {leader} moves", "after {leader} moves"


@FORMS.step("dice {signed}")
class Dice(Stand):
    """So many more or fewer dice, of all attempts or of the one that is being prepared."""

    def __init__(self, signed: int) -> None:
        super().__init__(DICE, signed)

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """In the attempt that is being made."""
        if state.plot:
            state.plot.dice += self.amount
        return True

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """Only before the roll."""
        return state.plot is not None and state.plot.stage == GATHER


@FORMS.step("eagles {signed}")
class Eagles(Stand):
    """So many eagles more, or fewer that count."""

    def __init__(self, signed: int) -> None:
        super().__init__(EAGLES, signed)

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """In the attempt that is being made."""
        if state.plot:
            state.plot.eagles += self.amount
        return True

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """Only in an attempt."""
        return state.plot is not None


@FORMS.step("reroll {number}")
class Reroll(Pick):
    """Dice of the attempt are rolled again."""

    def __init__(self, number: int) -> None:
        self.number = number

    def times(self, table: Edition, state: State, frame: Frame) -> int:
        """As many as the line says."""
        return self.number

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """The faces that lie there."""
        return [f"reroll {face}" for face in dict.fromkeys(state.plot.rolled)] if state.plot else []

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """One such die is rolled again."""
        assert state.plot is not None, "dice of an attempt are rolled again"
        number, state.chance = below(state.chance, len(FACES))
        state.plot.rolled[state.plot.rolled.index(option.removeprefix("reroll "))] = FACES[number]
        tell(state, frame, "rolled", Rule.CARD_OVER_RULES, faces=FACES[number])

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """Dice must have been rolled."""
        return state.plot is not None and bool(state.plot.rolled)


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


def bonuses(table: Edition, card: str) -> tuple[Bonus, ...]:
    """The bonuses of a plot, in their order."""
    known: tuple[Bonus, ...] | None = table.bonuses.get(card)
    if known is None:
        known = table.bonuses[card] = tuple(map(_bonus, table.of("bonus", card)))
    return known


def _bonus(program: Program) -> Bonus:
    stands = [op for op in program.ops if isinstance(op, Stand)]
    item = next((op.word for op in stands if op.what == SPEND), "")
    dice, eagles = (sum(op.amount for op in stands if op.what == what) for what in (DICE, EAGLES))
    is_repeated = any(isinstance(op, Repeat) for op in program.ops)
    return Bonus(program.key, item, dice, eagles, is_repeated, program.conditions)


@obeys(Rule.PLOT_REQUIREMENTS, Rule.MOTIVATION_PLOT, Rule.MOTIVATION_RECKLESS)
def can_attempt(table: Edition, state: State, program: Program, code: str, aim: str) -> bool:
    """Whether a conspirator meets all requirements of a plot."""
    if aim not in state.leaders or state.conspirators[code].levels[MOTIVATION] < table.numbers.plot_from:
        return False
    frame = Frame(program, code, memo={} if aim == HITLER else {AIM: aim})
    return holds(table, state, program.conditions, code, frame)


def aims(state: State) -> list[str]:
    """The leaders against whom plots can be meant: Hitler, and his deputies where they are loyal."""
    return [HITLER] if state.choices.get(LOYAL, "no") == "no" else list(state.leaders)


@obeys(Rule.PLOT_ACTION)
def plot_options(table: Edition, state: State) -> list[str]:
    """The plots that the active conspirator can attempt for an action."""
    code = state.active
    conspirator = state.conspirators[code]
    if conspirator.levels[MOTIVATION] < table.numbers.plot_from:
        return []
    options = []
    for card in dict.fromkeys(conspirator.cards):
        for program in table.of("plot", card):
            for aim in aims(state):
                if can_attempt(table, state, program, code, aim):
                    options.append(f"plot {card}" if aim == HITLER else f"plot {card} {aim}")
    return options


class _BeforeMove(InTurn):
    """Who holds a card for it may keep the leader where he is."""

    def offer(self, table: Edition, state: State, frame: Frame) -> bool:
        if not frame.memo["is_event"] or "kept" in frame.memo:
            return True
        options = []
        for code in free(state):
            for card in dict.fromkeys(state.conspirators[code].cards):
                for program in table.of(BEFORE, card):
                    is_meant = program.arguments["leader"] == frame.memo["leader"]
                    if is_meant and holds(table, state, program.conditions, code, frame):
                        options.append(f"{USE} {card} {code}")
        return self.ask_holders(table, state, frame, options, LET_GO)


def move_leader(table: Edition, state: State, frame: Frame) -> None:
    """He goes, unless somebody kept him."""
    if "kept" not in frame.memo:
        place_leader(state, frame, frame.memo["leader"], frame.memo["to"], Rule.LEADER_MOVES_AWAY)
        frame.memo["moved"] = 1
        frame.memo.pop(PASSED, None)


class _AfterMove(InTurn):
    """Plots that are carried out right after an event has moved a leader; each card once."""

    def offer(self, table: Edition, state: State, frame: Frame) -> bool:
        if "moved" not in frame.memo or not frame.memo["is_event"] or AFTER not in table.triggers:
            return True
        leader, tried, options = frame.memo["leader"], frame.memo.setdefault("tried", []), []
        for code in free(state) if leader == HITLER or leader in aims(state) else ():
            for card in dict.fromkeys(state.conspirators[code].cards):
                for program in table.of(AFTER, card):
                    if f"{card} {code}" not in tried and can_attempt(table, state, program, code, leader):
                        options.append(f"plot {card} {code}")
        return self.ask_holders(table, state, frame, options, LET_GO)

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        if answer == LET_GO:
            super().heed(table, state, frame, answer)
            return
        _, card, code = answer.split(" ")
        frame.memo["tried"].append(f"{card} {code}")
        push(state, table.of(AFTER, card)[0], code, aim=frame.memo["leader"])


procedure(LEADER_MOVES, Rule.LEADER_MOVES_AWAY, _BeforeMove(), move_leader, _AfterMove())


@FORMS.step("attempt")
@obeys(Rule.PLOT_BASE_DICE)
def begin_attempt(table: Edition, state: State, frame: Frame) -> None:
    """Begin to gather dice for the card that the line belongs to."""
    card, by, aim = frame.program.owner[1], frame.actor, frame.memo.get(AIM, HITLER)
    state.plot = Plot(card, by, aim, table.numbers.plot_dice)
    tell(state, None, "plot-begun", Rule.PLOT_ACTION, conspirator=by, card=card, leader=aim)
    push(state, ATTEMPT, by)


@obeys(Rule.PLOT_AFFILIATION, Rule.PLOT_GATHERING)
def given(table: Edition, state: State, plot: Plot) -> tuple[int, int]:
    """Dice and eagles that come by themselves: affiliation, gathering, abilities, the current event."""
    dice, eagles = 0, current_total(table, state, EAGLES)
    for bonus in bonuses(table, plot.card):
        if not bonus.item and holds(table, state, bonus.conditions, plot.by):
            dice, eagles = dice + bonus.dice, eagles + bonus.eagles
    dice += current_total(table, state, DICE) + sum(total(table, state, DICE, code) for code in state.conspirators)
    eagles += sum(total(table, state, EAGLES, code) for code in state.conspirators)
    return dice, eagles


def pool(table: Edition, state: State, plot: Plot) -> int:
    """How many dice there are to roll; the first cannot be lost."""
    return max(min(plot.dice + given(table, state, plot)[0], free_dice(table, state)), 1)


def things(table: Edition, state: State, code: str, item: str) -> list[str]:
    """The item, and cards that are used like it."""
    conspirator = state.conspirators[code]
    things = [item] if item in conspirator.items else []
    if COUNTS_AS in table.standing:
        owned = {op: program.owner[1] for program, op in table.standing[COUNTS_AS]}
        things += [owned[op] for op in stands(table, state, COUNTS_AS, code) if op.word == item]
    return things


class _Gather(AnyTime):
    """Spend items, play cards, and roll as many of the dice as wanted."""

    given = (f"{USE} ", f"{SPEND} ")

    @obeys(Rule.PLOT_DROP_DICE)
    def offer(self, table: Edition, state: State, frame: Frame) -> bool:
        plot = state.plot
        if plot is None or plot.stage != GATHER:
            return True
        spending = [word for word, _ in self._spending(table, state, plot)]
        rolls = [f"roll {count}" for count in range(pool(table, state, plot), 0, -1)]
        return ask(state, plot.by, [*unrefused(frame, [*spending, *free_effects(table, state)]), *rolls])

    @obeys(Rule.PLOT_ITEMS, Rule.PLOT_ITEMS_OTHERS)
    def _spending(self, table: Edition, state: State, plot: Plot) -> Iterator[tuple[str, Bonus]]:
        """What can be spent, whose it is, and what for; items of others only where the rules share them."""
        space = state.conspirators[plot.by].location
        holders = here(state, space) if Rule.PLOT_ITEMS_OTHERS in table.rules else [plot.by]
        for bonus in bonuses(table, plot.card):
            is_open = bonus.is_repeated or bonus.key not in plot.claimed
            if bonus.item and is_open and holds(table, state, bonus.conditions, plot.by):
                for code in holders:
                    for thing in things(table, state, code, bonus.item):
                        yield f"{SPEND} {thing} {code}", bonus

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        plot = state.plot
        assert plot is not None, "dice are gathered for an attempt"
        if answer.startswith(f"{SPEND} "):
            self._spend(table, state, frame, plot, answer)
        else:
            plot.rolled = roll(table, state, frame, int(answer.split(" ")[1]), Rule.PLOT_DROP_DICE)
            plot.stage = ROLLED

    def _spend(self, table: Edition, state: State, frame: Frame, plot: Plot, word: str) -> None:
        bonus = next(bonus for option, bonus in self._spending(table, state, plot) if option == word)
        _, thing, code = word.split(" ")
        is_item = thing in state.conspirators[code].items
        (discard_item if is_item else discard_card)(state, frame, code, thing, Rule.PLOT_ITEMS)
        plot.dice += bonus.dice
        plot.eagles += bonus.eagles
        plot.claimed.append(bonus.key)
        plot.spent.append(f"{thing} {code}")


class _Look(InTurn):
    """After the roll cards can still be played."""

    def offer(self, table: Edition, state: State, frame: Frame) -> bool:
        return self.ask_holders(table, state, frame, free_effects(table, state), SETTLE)


@obeys(Rule.PLOT_DETECTED, Rule.PLOT_SUCCESS, Rule.PLOT_NUMBERS, Rule.SUSPICION_DETECTION, Rule.SUPPORT_TARGET)
def settle(table: Edition, state: State, frame: Frame) -> None:
    """Whether the plot is detected is seen first, then whether it succeeds."""
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
        fail(state, frame, plot)


@obeys(Rule.PLOT_FAILED, Rule.PLOT_FAILED_ITEMS)
def fail(state: State, frame: Frame, plot: Plot) -> None:
    """The card is kept; items were discarded when they were used."""
    tell(state, frame, "plot-failed", Rule.PLOT_FAILED, conspirator=plot.by, card=plot.card)


@obeys(Rule.PLOT_DETECTED_DISCARD, Rule.PLOT_DETECTED_HITLER, Rule.PLOT_DETECTED_MOTIVATION, Rule.PLOT_DETECTED_ARREST)
def detected(table: Edition, state: State, frame: Frame, plot: Plot) -> None:
    """What a detected plot brings."""
    numbers = table.numbers
    tell(state, frame, "plot-detected", Rule.PLOT_DETECTED, conspirator=plot.by, card=plot.card)
    if plot.card in state.conspirators[plot.by].cards:
        discard_card(state, frame, plot.by, plot.card, Rule.PLOT_DETECTED_DISCARD)
    place_leader(state, frame, HITLER, numbers.detected_space, Rule.PLOT_DETECTED_HITLER)
    for code in targets(table, state):
        change(table, state, frame, code, MOTIVATION, numbers.detected_motivation, Rule.PLOT_DETECTED_MOTIVATION)
    arrest(table, state, frame, plot.by)


@obeys(Rule.WIN_PLOT, Rule.PLOT_DEPUTIES_DIE, Rule.VARIANT_LOYAL_DEPUTIES)
def succeed(table: Edition, state: State, frame: Frame, plot: Plot) -> None:
    """The leader dies; with Hitler, and with as many loyal deputies as wanted, the game is won."""
    tell(state, frame, "plot-succeeded", Rule.PLOT_SUCCESS, conspirator=plot.by, card=plot.card)
    space, dying = state.leaders[plot.target], [plot.target]
    if plot.target == HITLER and Rule.PLOT_DEPUTIES_DIE in table.rules:
        dying += [leader for leader in deputies(state) if state.leaders[leader] == space]
    for leader in dying:
        del state.leaders[leader]
        state.fallen.append(leader)
        tell(state, frame, "leader-killed", Rule.WIN_PLOT, leader=leader)
    loyal = {"no": 0, "one": 1}.get(state.choices.get(LOYAL, "no"), table.numbers.loyal_deputies)
    if HITLER in state.fallen and len(state.fallen) > loyal:
        state.outcome = (VICTORY, score(table, state), str(Rule.WIN_PLOT))
        tell(state, frame, "won", Rule.WIN_PLOT)
    elif plot.card in state.conspirators[plot.by].cards:
        discard_card(state, frame, plot.by, plot.card)


@obeys(Rule.SCORE_LIVES, Rule.SCORE_DEPUTIES)
def score(table: Edition, state: State) -> int:
    """Millions of lives saved, where the edition counts them."""
    lives = table.numbers.lives
    return lives[state.stage - 1] + table.numbers.per_deputy * len(deputies(state)) if lives else 0


ATTEMPT = procedure("attempt", Rule.PLOT_ACTION, _Gather(), _Look(), settle)

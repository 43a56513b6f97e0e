"""Conspirators: who is free and where, what holds for them, and the words by which steps name them."""

# ruff: noqa: ARG001, ARG002, ARG005  (all steps have one signature)

from collections.abc import Callable, Iterator, Sequence

from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS, VISITED, Stand, fitting
from rules_engine.black_orchestra.rulebook import HITLER, MOTIVATION, PRISON, Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.errors import CannotExecute
from rules_engine.machine.steps import NOTHING, Condition, Op, ask, holds, tell
from rules_engine.obeys import obeys

ABILITY = "special-ability"
"""What a penalty forbids when the special ability does not work."""
IGNORE_LEADERS, SKIP_ILLEGAL, COUNTS_AS, SPEND = "ignore leaders", "skip illegal", "counts as", "spend"
"""What stands as long as a card is held or an ability works, beside what changes a number."""
FORMS.bind("ignore leaders")(lambda: Stand(IGNORE_LEADERS))
FORMS.bind("skip illegal")(lambda: Stand(SKIP_ILLEGAL))
FORMS.bind("counts as {item}")(lambda item: Stand(COUNTS_AS, word=item))
FORMS.bind("spend {item}")(lambda item: Stand(SPEND, word=item))
ANY, OTHER, PRISONER, SPLIT = "any", "other", "prisoner", "split"
CHOSEN = "chosen"
"""What a line remembers of the conspirator chosen in it."""
TODO = "todo"
"""What a line remembers of those who still have to decide."""


def free(state: State) -> list[str]:
    """Conspirators who are not in prison, in the order of turns."""
    return [code for code, conspirator in state.conspirators.items() if conspirator.location != PRISON]


@obeys(Rule.PRISON_NO_TARGET, Rule.INTERROGATION_NOT_PRISONERS)
def targets(table: Edition, state: State) -> list[str]:
    """Conspirators whom an effect can touch: prisoners are among them where no rule spares them."""
    return free(state) if Rule.PRISON_NO_TARGET in table.rules else list(state.conspirators)


@obeys(Rule.DELIVER_NOT_PRISON)
def receivers(table: Edition, state: State) -> list[str]:
    """Conspirators among whom a reward can be shared out."""
    return free(state) if Rule.DELIVER_NOT_PRISON in table.rules else list(state.conspirators)


def prisoners(state: State) -> list[str]:
    """Conspirators in prison."""
    return [code for code, conspirator in state.conspirators.items() if conspirator.location == PRISON]


@obeys(Rule.BERLIN_SAME_SPACE)
def here(state: State, space: str) -> list[str]:
    """Conspirators in a space."""
    return [code for code, conspirator in state.conspirators.items() if conspirator.location == space != PRISON]


@obeys(Rule.MOTIVATION_ABILITY, Rule.MOTIVATION_CUMULATIVE, Rule.PRISON_NO_ACTIONS)
def works(table: Edition, state: State, code: str) -> bool:
    """Whether the special ability of a conspirator works now."""
    conspirator = state.conspirators[code]
    return (
        conspirator.levels[MOTIVATION] >= table.numbers.ability_from
        and conspirator.location != PRISON
        and code not in state.disabled
        and not (code == state.active and ABILITY in state.forbidden)
    )


@obeys(Rule.DOSSIER_LASTING)
def stands(table: Edition, state: State, what: str, code: str) -> Iterator[Stand]:
    """What holds for a conspirator by their own ability or dossier."""
    for program, op in table.standing.get(what, ()):
        owner = program.owner[1]
        if program.trigger == "ability":
            is_there = owner == code and works(table, state, code)
        elif program.trigger == "held":
            conspirator = state.conspirators[code]
            is_there = owner in conspirator.cards and conspirator.location != PRISON
        else:
            is_there = False
        if is_there and holds(table, state, program.conditions, code):
            yield op


def total(table: Edition, state: State, what: str, code: str) -> int:
    """The sum of what holds for a conspirator."""
    if what not in table.standing:
        return 0
    return sum(op.amount for op in stands(table, state, what, code))


@obeys(Rule.EVENT_CURRENT)
def current_total(table: Edition, state: State, what: str) -> int:
    """The sum of what the current event says as long as it is current."""
    return sum(
        op.amount
        for program, op in table.standing.get(what, ())
        if program.trigger == "current" and program.owner[1] == state.current
    )


def _here(table: Edition, state: State, frame: Frame) -> list[str]:
    return here(state, state.conspirators[frame.actor].location)


def _nearest_to_hitler(table: Edition, state: State, frame: Frame) -> list[str]:
    """All who are equally near to Hitler; who stands beside him is nearest."""
    at_large, space = free(state), state.leaders.get(HITLER)
    if space is None:
        return []
    near = table.nearest(space, (state.conspirators[code].location for code in at_large))
    return [code for code in at_large if state.conspirators[code].location in near]


WHO: dict[str, Callable[[Edition, State, Frame], list[str]]] = {
    "self": lambda table, state, frame: [frame.actor],
    "active": lambda table, state, frame: [state.active],
    "all": lambda table, state, frame: targets(table, state),
    "here": _here,
    "others-here": lambda table, state, frame: [c for c in _here(table, state, frame) if c != frame.actor],
    VISITED: lambda table, state, frame: [frame.memo[VISITED]] if frame.memo.get(VISITED) else [],
    "nearest-to-hitler": _nearest_to_hitler,
    ANY: lambda table, state, frame: targets(table, state),
    OTHER: lambda table, state, frame: [c for c in targets(table, state) if c != frame.actor],
    PRISONER: lambda table, state, frame: prisoners(state),
}
"""The conspirators of each word; prisoners only where the word or the edition says so."""
ONE_OF = (ANY, OTHER, PRISONER)
"""Words for one conspirator of choice, who stays the same to the end of the line."""


class Concerning(Op):
    """A step that names conspirators."""

    def __init__(self, who: str, conditions: tuple[Condition, ...] = ()) -> None:
        if who not in WHO:
            raise CannotExecute(who, f"the engine has no code for “{who}” in this step")
        self.who = who
        self.conditions = conditions

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Find out whom it concerns, and do it to them."""
        if self.who in ONE_OF and CHOSEN not in frame.memo:
            found = self.concerned(table, state, frame)
            # Whom it touches in full comes before whom it touches less.
            options = [code for code in found if self.suits(table, state, code)] or found
            if len(options) > 1:
                return ask(state, frame.actor, options)
            if not options:
                return True
            frame.memo[CHOSEN] = options[0]
        return self.apply(table, state, frame, self.concerned(table, state, frame))

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """The one who was chosen, or what that one answered."""
        if self.who in ONE_OF and CHOSEN not in frame.memo:
            frame.memo[CHOSEN] = answer
        else:
            self.heed(table, state, frame, answer)

    def concerned(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """Those whom the word means and the conditions fit; once it has begun, it goes on for them."""
        is_chosen = self.who in ONE_OF and CHOSEN in frame.memo
        codes = [frame.memo[CHOSEN]] if is_chosen else WHO[self.who](table, state, frame)
        return fitting(table, state, frame, codes, self.conditions if frame.left == NOTHING else ())

    def suits(self, table: Edition, state: State, code: str) -> bool:
        """Whether it can be done to that one in full."""
        return True

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Do it to them; true when the step is over."""
        raise NotImplementedError

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """Do what one of them decided."""
        raise NotImplementedError

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be somebody."""
        return bool(self.concerned(table, state, frame))

    def in_full(self, table: Edition, state: State, frame: Frame) -> bool:
        """One who can be chosen is enough; where all are meant, it must suit all of them."""
        found = self.concerned(table, state, frame)
        enough = any if self.who in ONE_OF else all
        return bool(found) and enough(self.suits(table, state, code) for code in found)


class EachDecides(Concerning):
    """A step in which each of those it concerns picks, one after the other, as often as the step says."""

    times = 1

    def options(self, table: Edition, state: State, frame: Frame, code: str) -> list[str]:
        """What one of them can pick now."""
        raise NotImplementedError

    def pick(self, table: Edition, state: State, frame: Frame, code: str, option: str) -> None:
        """Do what was picked."""
        raise NotImplementedError

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Go on until somebody has a choice, or nothing is left to pick."""
        if frame.left == NOTHING:
            frame.memo[TODO] = [code for code in codes for _ in range(self.times)]
            frame.left = len(frame.memo[TODO])
        depth = len(state.frames)
        while frame.memo[TODO]:
            code = frame.memo[TODO][0]
            options = self.options(table, state, frame, code)
            if len(options) > 1:
                return ask(state, code, options)
            if options:
                self.heed(table, state, frame, options[0])
            else:
                frame.memo[TODO].pop(0)
            if len(state.frames) > depth:
                return False
        del frame.memo[TODO]
        return True

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """One pick less."""
        code = frame.memo[TODO].pop(0)
        self.pick(table, state, frame, code, answer)


@FORMS.step("disable {who}", asks_each=True)
class Disable(Concerning):
    """Special abilities are gone for good, in prison or not."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Those whom the conditions fit."""
        for code in fitting(table, state, frame, state.conspirators, self.conditions):
            if code not in state.disabled:
                state.disabled.append(code)
                tell(state, frame, "ability-lost", frame.program.rule, conspirator=code)
        return True

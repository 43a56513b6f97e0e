"""The registry: which code stands behind each form of the notation, and which lines make sense on a card."""

from collections.abc import Callable, Iterable
from copy import copy
from typing import TYPE_CHECKING

from rules_engine.compile import DECLINE, Arguments, Choose, Compiled, Condition, Do, Forms, StepForm, arguments_of
from rules_engine.errors import CannotExecute
from rules_engine.moment import Moment
from rules_engine.operation_barclay.card_forms import Discard, Keep, LayBack, Look, Replace, bind_peek
from rules_engine.operation_barclay.evaluate import open_combination
from rules_engine.operation_barclay.numbers import FIELDS
from rules_engine.operation_barclay.ops import Branch, Jump, Now, Op, Pick
from rules_engine.operation_barclay.piles import deck_of
from rules_engine.operation_barclay.state import FACTIONS, Phase
from rules_engine.operation_barclay.value_forms import Copy, Exchange, Ignore, Shield, Shift, Symbols, Wild
from rules_engine.ruleset import CardCount
from schema.notation import Line

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

LOOK, ON_PLAY, IN_PHASE = "look {number} {deck}", "play {facing}", "in {phase}"
FACE_UP = "face-up"
ANALYSIS, EVALUATION = Phase.NAMES[Phase.ANALYSIS], Phase.NAMES[Phase.EVALUATION]

BINDERS: dict[str, Callable[[Arguments], Op]] = {
    LOOK: lambda a: Look(int(a["number"]), a["deck"]),
    "keep {number}": lambda a: Keep(int(a["number"])),
    "rest {deck}": lambda a: LayBack(a["deck"]),
    "peek {number} {secret}": bind_peek,
    "replace {target} {source} {match}": lambda a: Replace(a, "replace"),
    "cover {target} {source} {match}": lambda a: Replace(a, "cover"),
    "ignore {target}": lambda a: Ignore(a["target"]),
    "rank {target} {signed}": lambda a: Shift(a["target"], int(a["signed"])),
    "copy {trait} {target}": lambda a: Copy(a["trait"], a["target"]),
    "symbols {who} {symbol} {signed}": Symbols,
    "exchange {a=field} {b=field}": lambda a: Exchange(a["a"], a["b"]),
    "discard {number} {who}": lambda a: Discard(int(a["number"]), a["who"]),
    "shield {colour}": lambda a: Shield(a["colour"]),
    "wild {number}": lambda a: Wild(int(a["number"])),
}


def _form(bind: Callable[[Arguments], Op]) -> StepForm[Op]:
    def bound(arguments: Arguments, _: tuple[Condition, ...]) -> Op:
        return bind(arguments)

    return StepForm(bound)


def _table_of(moment: Moment) -> "Table":
    assert isinstance(moment, Now), "conditions of this game are asked of its own moments"
    return moment.table


def _is_empty(arguments: Arguments) -> Condition:
    """``{deck} empty``."""
    return lambda moment: not deck_of(moment.state, arguments["deck"])


def _is_on(arguments: Arguments) -> Condition:
    """``{colour} on {field}``."""
    field, colour = FIELDS.index(arguments["field"]), arguments["colour"]

    def lies_there(moment: Moment) -> bool:
        return _table_of(moment).colours.index(colour) in moment.state.fields[field]

    return lies_there


def _has_combination(arguments: Arguments) -> Condition:
    """``combination {hand}``: the player's, as it is at this moment."""

    def has(moment: Moment) -> bool:
        table = _table_of(moment)
        score = open_combination(table, moment.state, FACTIONS.index(moment.actor))
        return table.hands.kind(score) == arguments["hand"]

    return has


FORMS: Forms[Op] = Forms(
    {form: _form(bind) for form, bind in BINDERS.items()},
    {"{deck} empty": _is_empty, "{colour} on {field}": _is_on, "combination {hand}": _has_combination},
)


def check(card: CardCount | None, line: Line, compiled: Compiled) -> None:
    """Raise CannotExecute unless a card may do this at that time."""
    if card is None:
        raise CannotExecute("", "only cards have effects")
    trigger = line.trigger
    if trigger is None:
        raise CannotExecute("", "the line does not say when it happens")
    when = arguments_of(trigger).get("phase", EVALUATION)
    if trigger.form == IN_PHASE and when not in (ANALYSIS, EVALUATION):
        raise CannotExecute(when, f"no effect waits for the phase “{when}”; it happens when the card is played")
    is_late = when == EVALUATION and FACE_UP not in trigger.words
    _check_those(flat_ops(compiled), is_late)


def _check_those(ops: Iterable[Op], is_late: bool) -> None:
    """Cards that were looked at go somewhere; they are kept while hands are filled, and not in the evaluation."""
    is_looking = False
    for op in ops:
        if isinstance(op, Look):
            if is_looking:
                raise CannotExecute("look", "the line does not say where the rest of the cards goes")
            is_looking = True
        elif isinstance(op, Keep | LayBack):
            word = "keep" if isinstance(op, Keep) else "rest"
            if not is_looking:
                raise CannotExecute(word, "there are no cards before it that were looked at")
            if is_late and isinstance(op, Keep):
                raise CannotExecute(word, "no cards are drawn in the evaluation")
            is_looking = isinstance(op, Keep)
    if is_looking:
        raise CannotExecute("look", "the line does not say where the rest of the cards goes")


def flat_ops(compiled: Compiled) -> tuple[Op, ...]:
    """The steps of a compiled line; leaving a pick undone is one more thing to pick, and no question of its own."""
    ops: list[Op] = []
    for instruction in compiled.program:
        if isinstance(instruction, Do):
            ops.append(instruction.step)
        elif isinstance(instruction, Choose):
            ops.append(Branch(instruction.options, instruction.targets))
        else:
            ops.append(Jump(instruction.target, instruction.conditions))
    for at, op in enumerate(ops):
        if isinstance(op, Branch) and list(op.targets.values()) == [at + 1, at + 3] and DECLINE in op.targets:
            picked = ops[at + 1]
            if isinstance(picked, Pick) and not isinstance(picked, Branch):
                ops[at] = Jump(at + 1)
                ops[at + 1] = copy(picked)
                ops[at + 1].may_decline = True  # type: ignore[attr-defined]
    return tuple(ops)

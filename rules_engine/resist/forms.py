"""The registry: which code stands behind each form of the notation, and which card may use it when."""

from collections.abc import Callable, Iterable

from rules_engine.compile import Arguments, Choose, Compiled, Condition, Do, Forms, StepForm, arguments_of
from rules_engine.errors import CannotExecute
from rules_engine.resist import enemy_forms, maquis_forms, outcome_forms, standing_forms
from rules_engine.resist.ops import CIVILIAN, ENEMY, MAQUIS, MISSION, Branch, Jump, Op
from rules_engine.resist.standing_forms import Stand
from rules_engine.ruleset import CardCount
from schema.notation import Line

ACTION, KEYWORD, CHOSEN, TURNED = "{side} {timing=phase|action-type}", "{keyword}", "chosen", "turned"
TRIGGERS = {MAQUIS: (ACTION,), MISSION: (KEYWORD, CHOSEN), ENEMY: (KEYWORD,), CIVILIAN: (TURNED,)}
"""When the cards of a deck act."""
TIMINGS = ("plan", "attack", "plan-attack")


def bind_discard(arguments: Arguments) -> Op:
    """``discard {n} {what} from {place}``: from the hand, from the play area, or from missions."""
    word, what, place = arguments["n"], arguments["what"], arguments["place"]
    if not word.isdigit() and word != maquis_forms.ALL:
        raise CannotExecute(word, f"“{word}” cards cannot be discarded from “{place}”")
    count = int(word) if word.isdigit() else None
    if place == "hand":
        return maquis_forms.bind_from_hand(count, what, is_removed=False)
    if place == "play-area" and what == maquis_forms.MAQUIS_CARD:
        return maquis_forms.FromPlay(count, is_removed=False)
    if what in (maquis_forms.MAQUIS_CARD, maquis_forms.SPY_CARD, *TRIGGERS) and what != ENEMY:
        raise CannotExecute(what, f"there is no {what} at “{place}” that could be discarded")
    return enemy_forms.bind_discard(count, what, place)


def bind_remove(arguments: Arguments) -> Op:
    """``remove {number} {deck} from {place}``."""
    count, what, place = int(arguments["number"]), arguments["deck"], arguments["place"]
    if place == "hand":
        return maquis_forms.bind_from_hand(count, what, is_removed=True)
    if place == "play-area" and what == maquis_forms.MAQUIS_CARD:
        return maquis_forms.FromPlay(count, is_removed=True)
    raise CannotExecute(place, f"the engine has no code for removing {what} from “{place}”")


def bind_move(arguments: Arguments) -> Op:
    """``move {number} {deck} from {from} to {to}``."""
    if arguments["deck"] == ENEMY:
        return enemy_forms.bind_move_enemy(arguments)
    if arguments["deck"] not in (maquis_forms.MAQUIS_CARD, maquis_forms.SPY_CARD):
        raise CannotExecute(arguments["deck"], f"cards of the deck “{arguments['deck']}” are not moved")
    return maquis_forms.bind_move(arguments)


def bind_defence(arguments: Arguments) -> Op:
    """``defence {scope} {signed} from {number}``: changes what it finds, once."""
    least = int(arguments.get("number", 0))
    return enemy_forms.ChangeDefence(arguments["scope"], int(arguments["signed"]), least)


class Defence(Stand):
    """``defence {scope} {signed}``: stands on a mission or enemy, and happens once as the action of a maquis."""

    owners = frozenset((MAQUIS, MISSION, ENEMY))

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = arguments

    def for_owner(self, deck: str) -> Op:
        """What it is on a card of that deck."""
        if deck == MAQUIS:
            return bind_defence(self.arguments)
        return standing_forms.Strengthen(self.arguments["scope"], int(self.arguments["signed"]))


BINDERS: dict[str, Callable[[Arguments], Op]] = {
    "draw {number} {deck}": maquis_forms.bind_draw,
    "look {number} {deck}": lambda a: maquis_forms.Look(int(a["number"]), maquis_forms.draw_deck(a["deck"])),
    "put {n=number|quantity|deck} on {to=deck}": lambda a: maquis_forms.bind_sorting(a, "on"),
    "put {n=number|quantity|deck} under {to=deck}": lambda a: maquis_forms.bind_sorting(a, "under"),
    "discard {n=number|quantity|deck}": lambda a: maquis_forms.bind_sorting(a, ""),
    "discard {n=number|quantity} {what=deck|enemy} from {place}": bind_discard,
    "remove {number} {deck} from {place}": bind_remove,
    "remove-random {number} {side}": lambda a: maquis_forms.RemoveRandom(int(a["number"]), a["side"]),
    "move {number} {deck} from {from=deck|pile|place} to {to=deck|pile|place}": bind_move,
    "flip {quantity} at {place}": enemy_forms.bind_flip,
    "flip {low=number} to {high=number} at {place}": enemy_forms.bind_flip,
    "reinforce {place} {number}": lambda a: enemy_forms.Reinforce(
        enemy_forms.mission_place(a["place"]), int(a["number"])
    ),
    "attack {signed} per {group}": outcome_forms.bind_attack,
    "attack from-discarded": lambda _: outcome_forms.AttackFromDiscarded(),
    "defence {scope} {signed}": Defence,
    "defence {scope} {signed} from {number}": bind_defence,
    "halve {scope}": lambda a: enemy_forms.Halve(a["scope"]),
    "protect {scope}": standing_forms.bind_protect,
    "civilian {number}": outcome_forms.bind_civilians,
    "civilian {number} per {group}": outcome_forms.bind_civilians,
    "recover {signed}": lambda a: outcome_forms.Recover(int(a["signed"])),
    "reveal at-most {number}": standing_forms.bind_reveal_limit,
    "ignore {scope}": lambda a: outcome_forms.IgnoreMission(a["scope"]),
    "copy {side}": lambda a: maquis_forms.Copy(a["side"]),
    "shuffle-back {deck}": outcome_forms.bind_shuffle_back,
}


def _form(bind: Callable[[Arguments], Op]) -> StepForm[Op]:
    def bound(arguments: Arguments, _: tuple[Condition, ...]) -> Op:
        return bind(arguments)

    return StepForm(bound)


FORMS: Forms[Op] = Forms({form: _form(bind) for form, bind in BINDERS.items()})


def check(card: CardCount | None, line: Line, compiled: Compiled) -> None:
    """Raise CannotExecute unless a card of that deck may do this at that time."""
    if card is None or card.deck not in TRIGGERS:
        raise CannotExecute("", "only maquis, missions, enemies and civilian cards have effects")
    trigger = line.trigger
    if trigger is None or trigger.form not in TRIGGERS[card.deck]:
        word = trigger.words[0] if trigger else ""
        raise CannotExecute(word, f"a card of the deck “{card.deck}” does not act at that time")
    timing = arguments_of(trigger).get("timing", "plan")
    if timing not in TIMINGS:
        raise CannotExecute(timing, f"no maquis is played in the phase “{timing}”")
    ops = flat_ops(compiled, card.deck)
    for op in ops:
        if card.deck not in op.owners:
            raise CannotExecute(_word(op), f"a card of the deck “{card.deck}” cannot do this")
        if isinstance(op, Stand) and (trigger.words[0] != "defend" or any(isinstance(o, Branch) for o in ops)):
            raise CannotExecute(_word(op), "what holds as long as its card is there belongs to “defend” alone")
    _check_those(ops)


def _check_those(ops: Iterable[Op]) -> None:
    """Cards that were looked at stay among their like, and all of them go somewhere."""
    family: str | None = None
    is_sorted = True
    for op in ops:
        if isinstance(op, maquis_forms.Look):
            family, is_sorted = op.family, False
        elif isinstance(op, enemy_forms.Flip):
            family, is_sorted = "flipped", True
        elif isinstance(op, maquis_forms.SortThose):
            if family is None or op.family not in (None, family):
                raise CannotExecute(op.verb, "there are no cards before it that could go there")
            is_sorted = is_sorted or op.word in (maquis_forms.ALL, maquis_forms.REST)
    if not is_sorted:
        raise CannotExecute("look", "the line does not say where the rest of the cards goes")


def _word(op: Op) -> str:
    return type(op).__name__.lower()


def flat_ops(compiled: Compiled, deck: str) -> tuple[Op, ...]:
    """The steps of a compiled line as a card of that deck executes them."""
    ops: list[Op] = []
    for instruction in compiled.program:
        if isinstance(instruction, Do):
            step: Op = instruction.step
            ops.append(step.for_owner(deck) if isinstance(step, Defence) else step)
        elif isinstance(instruction, Choose):
            ops.append(Branch(instruction.options, instruction.targets))
        else:
            ops.append(Jump(instruction.target))
    return tuple(ops)

"""The registry: which code stands behind each form of the notation."""

from collections.abc import Callable

from rules_engine.black_orchestra import card_forms, core_steps, dice_forms, event_forms, move_forms, track_forms
from rules_engine.black_orchestra.condition_forms import CONDITIONS
from rules_engine.black_orchestra.ops import Condition, Op
from rules_engine.compile import Arguments, Forms, StepForm

TEMPLATES: dict[str, str] = {
    "square-cleared": "The item of {location} leaves the board unseen.",
    "events-seen": "{conspirator} looks at the next {number} events.",
    "ability-lost": "{conspirator} loses the special ability for the rest of the game.",
    "targets-stored": "{number} targets are put on {card}.",
    "die-given": "{conspirator} gets {number} more actions in the next turn.",
}
"""English sentences for the kinds of events that only effects tell."""


def _plain(bind: Callable[[Arguments], Op]) -> StepForm[Op]:
    """A step whose conditions are asked once, of whose card or turn it is."""

    def bound(arguments: Arguments, _: tuple[Condition, ...]) -> Op:
        return bind(arguments)

    return StepForm(bound)


def _each(bind: Callable[[Arguments, tuple[Condition, ...]], Op]) -> StepForm[Op]:
    """A step whose conditions are asked of each one it concerns."""
    return StepForm(bind, asks_each=True)


STEPS: dict[str, StepForm[Op]] = {
    "{track} {who} {signed}": _each(track_forms.bind_change),
    "{track} {signed}": _plain(track_forms.bind_common),
    "{track} {who} {signed} per {icon}": _each(track_forms.bind_change_per),
    "{track} {who} to {level}": _each(track_forms.bind_set),
    "{track} {who} up to {level}": _each(track_forms.bind_up),
    "{track} {who} down to start": _each(track_forms.bind_down),
    "{track} to start": _plain(track_forms.bind_start),
    "{track} up to {number}": _plain(track_forms.bind_common_up),
    "move {mover=leader|who} to {location}": _each(move_forms.bind_move),
    "move {mover=leader|who} up to {number}": _each(move_forms.bind_move_up_to),
    "move {who} anywhere": _each(lambda a, conditions: move_forms.MoveAnywhere(a["who"], conditions)),
    "move {leader} to nearest": _plain(lambda a: move_forms.VisitNearest(a["leader"])),
    "move all-leaders to {location}": _plain(lambda a: move_forms.MoveLeaders("", a["location"])),
    "move all-leaders to start": _plain(lambda _: move_forms.MoveLeaders("", "")),
    "move {number} deputies anywhere": _plain(lambda a: move_forms.DeputiesAnywhere(int(a["number"]))),
    "move nearest-deputy to {who}": _each(lambda a, conditions: move_forms.NearestDeputy(a["who"], conditions)),
    "evacuate stage {number}": _plain(lambda a: move_forms.Evacuate(int(a["number"]))),
    "remove {leader}": _plain(lambda a: move_forms.RemoveLeader(a["leader"])),
    "remove deputy": _plain(lambda _: move_forms.RemoveDeputy()),
    "remove {number} events": _plain(lambda a: event_forms.RemoveEvents(int(a["number"]))),
    "look at {number} events": _plain(lambda a: event_forms.LookAtEvents(int(a["number"]))),
    "remove seen event": _plain(lambda _: event_forms.RemoveSeen()),
    "events {signed}": _plain(lambda a: event_forms.ChangeEvents(int(a["signed"]))),
    "arrest {who}": _each(lambda a, conditions: event_forms.Arrest(a["who"], conditions)),
    "release {who} at {level}": _each(event_forms.bind_release),
    "disable {who}": _each(lambda a, conditions: event_forms.Disable(a["who"], conditions)),
    "draw {who} {number}": _each(card_forms.bind_draw),
    "draw {who} up to {number}": _each(card_forms.bind_draw_up_to),
    "draw {number} keep {kept=number}": _plain(lambda a: card_forms.DrawAndKeep(int(a["number"]), int(a["kept"]))),
    "draw until plot": _plain(lambda _: card_forms.DrawUntilPlot()),
    "take {holding} from {zone}": _plain(lambda a: card_forms.Take(a["holding"], a["zone"])),
    "discard {who} {number} {holding}": _each(card_forms.bind_discard),
    "discard {who} all {holding}": _each(card_forms.bind_discard_all),
    "discard this": _plain(lambda _: card_forms.DiscardThis()),
    "remove this": _plain(lambda _: card_forms.RemoveThis()),
    "reshuffle": _plain(lambda _: card_forms.Reshuffle()),
    "reveal {location}": _plain(lambda a: card_forms.Reveal(a["location"])),
    "reveal any": _plain(lambda _: card_forms.RevealAny()),
    "discard {number} items": _plain(lambda a: card_forms.DiscardFromBoard(int(a["number"]))),
    "remove items stage {from=number} to {to=number}": _plain(
        lambda a: card_forms.RemoveItems(int(a["from"]), int(a["to"]))
    ),
    "roll {number}": _plain(lambda a: dice_forms.Roll(int(a["number"]))),
    "roll all": _plain(lambda _: dice_forms.Roll()),
    "roll to resist": _plain(lambda _: dice_forms.RollToResist()),
    "reroll {number}": _plain(lambda a: dice_forms.Reroll(int(a["number"]))),
    "store targets": _plain(lambda _: dice_forms.StoreTargets()),
    "return dice": _plain(lambda _: dice_forms.ReturnDice()),
    "share numbers": _plain(lambda _: dice_forms.ShareNumbers()),
}
"""The steps of cards and spaces; what standing effects, plots and the roll of a conspiracy ask for is elsewhere."""

FORMS: Forms[Op] = Forms(steps={**core_steps.STEPS, **STEPS}, conditions=CONDITIONS)

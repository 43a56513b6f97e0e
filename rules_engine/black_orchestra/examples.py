"""Play a worked example: its actions in the words of the examples file, dice as it says they fall."""

from collections.abc import Mapping
from typing import Any

from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.events import EVENTS
from rules_engine.black_orchestra.lines import FORMS, push
from rules_engine.black_orchestra.prison import AT_INTERROGATION, PRISONERS_TURN
from rules_engine.black_orchestra.set_up import bring_event
from rules_engine.black_orchestra.state import INTERROGATION, Frame, State
from rules_engine.black_orchestra.turn import AT_WINDOW, SUFFER, TAKING_TURNS
from rules_engine.chance import seeded

TRIES = 20_000
"""How many turns of chance are tried until the dice fall as the example says."""
PRINTED = "example"
"""Code of the interrogation card that an example writes out."""
WORDS = ("to", "dice", "item", "card", "option", "conspirator", "with", "leader")
"""Names of what may follow the verb of an action, in their order."""


def spelled(entry: Mapping[str, Any]) -> str:
    """The action that an entry of an example means, or as much of it as the entry says."""
    do = {"attempt": "plot", "choose": "option"}.get(entry["do"], entry["do"])
    return " ".join([do, *(str(entry[name]) for name in WORDS if name in entry)])


def play_example(table: Edition, state: State, entry: Mapping[str, Any]) -> State:
    """The state after an entry, or a ValueError that says why it cannot be."""
    after = state.copy()
    do = entry["do"]
    if do == "start-turn":
        _start_turn(table, after, entry["by"])
        while any(action.startswith(SUFFER) for action in table.legal(after)):
            _do(table, after, table.legal(after)[0])
    elif do == "event":
        bring_event(table, after, entry["card"])
        after.options, after.events_due = None, 1
        push(after, EVENTS, after.active)
    elif do == "interrogation":
        _interrogate(table, after, entry)
    elif do == "attempt":
        _do(table, after, spelled({"do": do, "card": entry["card"]}))
        for word in (f"spend {thing} {by}" for by, things in entry.get("spend", {}).items() for thing in things):
            _do(table, after, word)
            if "agree" in table.legal(after):
                _do(table, after, "agree")
    elif do == "roll":
        return _roll(table, after, list(entry["dice"]))
    else:
        _do(table, after, spelled(entry))
    table.legal(after)
    return after


def _do(table: Edition, state: State, action: str) -> None:
    refusal = table.advance(state, action)
    if refusal:
        raise ValueError(f"“{action}” is refused by the rule {refusal.rule}: {refusal.sentence}")


def _start_turn(table: Edition, state: State, code: str) -> None:
    """Begin the turn of a conspirator anew."""
    state.frames, state.active, state.options = [Frame(TAKING_TURNS, code, AT_WINDOW)], code, None
    state.forbidden, state.used, state.conspired = [], [], 0
    state.actions_left, state.events_due = table.numbers.actions, 1


def _interrogate(table: Edition, state: State, entry: Mapping[str, Any]) -> None:
    """Put a card with these options before a prisoner."""
    table.triggered["option {option}", PRINTED] = ()
    for number, text in enumerate(entry["effects"]):
        line = table.ruleset.vocabulary.parse(text)
        table.add(f"card/{PRINTED}/{number}", ("card", PRINTED), line, FORMS.compile(line), None)
    state.options = None
    push(state, PRISONERS_TURN, entry["by"], **{INTERROGATION: PRINTED}).at = AT_INTERROGATION


def _roll(table: Edition, state: State, faces: list[str]) -> State:
    """Try chance until the dice show these faces, in any order."""
    for turn in range(TRIES):
        tried = state.copy()
        tried.chance = seeded(turn)
        rolled: list[Any] = []
        refusal = table.advance(tried, f"roll {len(faces)}", rolled)
        if refusal:
            raise ValueError(f"{len(faces)} dice cannot be rolled: {refusal.sentence}")
        shown = next(str(event.data["faces"]) for event in rolled if event.kind == "rolled")
        if sorted(shown.split(" ")) == sorted(faces):
            return tried
    raise ValueError(f"The dice never show {', '.join(faces)}.")

"""Play a worked example: its actions in the words of the examples file, dice as it says they fall."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rules_engine.black_orchestra import forms
from rules_engine.black_orchestra.arrange import bring_event
from rules_engine.black_orchestra.event_phase import EVENTS
from rules_engine.black_orchestra.ops import push, run_frames
from rules_engine.black_orchestra.prison import CARD, PRISON_TURN
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.turn import AT_WINDOW, SUFFER, TURN
from rules_engine.chance import seeded
from rules_engine.compile import compile_line

if TYPE_CHECKING:
    from rules_engine.black_orchestra.engine import BlackOrchestra

TRIES = 20_000
"""How many turns of chance are tried until the dice fall as the example says."""
PRINTED = "example"
"""Code of the interrogation card that an example writes out."""
AT_INTERROGATION = 2
WORDS = ("to", "dice", "item", "card", "option", "conspirator", "with", "leader")
"""Names of what may follow the verb of an action, in their order."""


def spelled(entry: Mapping[str, Any]) -> str:
    """The action that an entry of an example means, or as much of it as the entry says."""
    do = {"attempt": "plot", "choose": "option"}.get(entry["do"], entry["do"])
    return " ".join([do, *(str(entry[name]) for name in WORDS if name in entry)])


def is_allowed(engine: "BlackOrchestra", state: State, entry: Mapping[str, Any]) -> bool:
    """Whether what an entry means can be done now."""
    wanted = spelled(entry).split(" ")
    return any(action.split(" ")[: len(wanted)] == wanted for action in engine.legal(state))


def play_entry(engine: "BlackOrchestra", state: State, entry: Mapping[str, Any]) -> State:
    """The state after an entry, or a ValueError that says why it cannot be."""
    after = state.copy()
    do = entry["do"]
    if do == "start-turn":
        _start_turn(engine, after, entry["by"])
        while any(action.startswith(SUFFER) for action in engine.legal(after)):
            _do(engine, after, engine.legal(after)[0])
    elif do == "event":
        bring_event(engine.table, after, entry["card"])
        after.options, after.events_due = None, 1
        push(after, EVENTS, after.active)
    elif do == "interrogation":
        _interrogate(engine, after, entry)
    elif do == "attempt":
        _do(engine, after, spelled({"do": do, "card": entry["card"]}))
        for word in _spent(entry):
            _do(engine, after, word)
            if "agree" in engine.legal(after):
                _do(engine, after, "agree")
    elif do == "roll":
        return _roll(engine, after, list(entry["dice"]))
    else:
        _do(engine, after, spelled(entry))
    run_frames(engine.table, after)
    return after


def _spent(entry: Mapping[str, Any]) -> Iterator[str]:
    for holder, things in entry.get("spend", {}).items():
        yield from (f"spend {thing} {holder}" for thing in things)


def _do(engine: "BlackOrchestra", state: State, action: str) -> None:
    refusal = engine.advance(state, action)
    if refusal:
        raise ValueError(f"“{action}” is refused by the rule {refusal.rule}: {refusal.sentence}")


def _start_turn(engine: "BlackOrchestra", state: State, code: str) -> None:
    """Begin the turn of a conspirator anew."""
    frame = Frame(TURN, code)
    frame.at = AT_WINDOW
    state.frames, state.active, state.options = [frame], code, None
    state.forbidden, state.used, state.conspired = [], [], 0
    state.actions_left, state.events_due = engine.table.numbers.actions, 1


def _interrogate(engine: "BlackOrchestra", state: State, entry: Mapping[str, Any]) -> None:
    """Put a card with these options before a prisoner."""
    table = engine.table
    vocabulary = table.ruleset.vocabulary
    table.triggered["option {option}", PRINTED] = ()
    for number, text in enumerate(entry["effects"]):
        line = vocabulary.parse(text)
        table.add(f"card/{PRINTED}/{number}", ("card", PRINTED), line, compile_line(line, forms.FORMS), None)
    state.options = None
    push(state, PRISON_TURN, entry["by"], **{CARD: PRINTED}).at = AT_INTERROGATION


def _roll(engine: "BlackOrchestra", state: State, faces: list[str]) -> State:
    """Try chance until the dice show these faces, in any order."""
    for turn in range(TRIES):
        tried = state.copy()
        tried.chance = seeded(turn)
        rolled: list[Any] = []
        refusal = engine.advance(tried, f"roll {len(faces)}", rolled)
        if refusal:
            raise ValueError(f"{len(faces)} dice cannot be rolled: {refusal.sentence}")
        shown = next(str(event.data["faces"]) for event in rolled if event.kind == "rolled")
        if sorted(shown.split(" ")) == sorted(faces):
            return tried
    raise ValueError(f"The dice never show {', '.join(faces)}.")

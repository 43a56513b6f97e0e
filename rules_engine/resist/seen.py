"""What the player of Resist! sees."""

from typing import Any

from rules_engine.from_rows.engine import FromRows
from rules_engine.from_rows.state import State

STEPS = {"drafting": "draft", "when-chosen": "chosen", "defeating": "defeat", "deciding": "stop"}
"""Steps of a round that are not called by their phase."""
PILES = ["hand", "hidden-discard", "revealed-discard", "played-hidden", "played-revealed", "removed", "completed"]
PILES += ["failed", "enemy-discard", "graveyard"]
DECKS = ["hidden-deck", "recruit-deck", "spy-supply", "mission-deck", "enemy-deck", "civilian-deck"]


def view(table: FromRows, state: State, player: int) -> dict[str, Any]:  # noqa: ARG001  (there is only one player)
    """The table as the player sees it."""
    codes, measures, (phase, _) = table.layout.codes, table.measures, table.phase_of(state)
    step = "over" if state.outcome else STEPS.get(phase, phase)
    zones = {name: name.removesuffix("-deck") for name in (*PILES, *DECKS)} | {"removed": "box"}
    lying = {name: table.lying(state, zone) for name, zone in zones.items()}
    is_totalled = step in ("defeat", "survive", "stop", "over")
    return {
        "round": table.counted(state, "round"),
        "step": step,
        "attack": table.counted(state, "attack-left") if is_totalled else measures["total-attack"](state, 0),
        "civilians": measures["dead-civilian"](state, 0),
        "points": measures["score"](state, 0),
        "draft": [codes[card] for card in table.lying(state, "shown")],
        "looking-at": [codes[card] for frame in state.frames for card in frame.those if not state.outcome],
        "missions": [_mission(table, state, at, step) for at in range(table.layout.spaces) if step != "draft"],
        "result": list(state.outcome) if state.outcome else None,
        **{name: [codes[card] for card in lying[name]] for name in PILES},
        "decks": {name: len(lying[name]) for name in DECKS},
    }


def _mission(table: FromRows, state: State, at: int, step: str) -> dict[str, Any]:
    """A place with its mission; what lies there after the attack is a new one. Enemies face-down are not seen."""
    is_chosen = at == table.counted(state, "chosen") and step not in ("stop", "over")
    codes, defence, values = table.layout.codes, table.measures["defence-now"], dict[str, Any]()
    offer, here = table.lying(state, "offer", at), table.lying(state, "garrison", at)
    if offer:
        values = {name: table.attributes[name][offer[0]] for name in ("defence", "points", "garrison")}
        values |= {"defence": table.measures["mission-defence"](state, 0)} if is_chosen else {}
    enemies = ((c, {"enemy": codes[c], "defence": defence(state, 0, c)}) for c in here)
    return {
        "mission": codes[offer[0]] if offer else None,
        **values,
        "is-chosen": is_chosen,
        "is-ignored": is_chosen and table.counted(state, "ignored") == "yes",
        "defends": is_chosen and table.counted(state, "part") == "attack",
        "enemies": [None if state.down >> card & 1 else seen for card, seen in enemies],
    }

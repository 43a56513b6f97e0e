"""A state as JSON and back, in codes, so that it can be read by people and loaded beside another database."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rules_engine.operation_barclay.state import FACTIONS, NOTHING, Frame, Lying, Phase, State, Step
from rules_engine.operation_barclay.table import Table
from rules_engine.saved import load_saved

GAME = "operation-barclay"
PLAIN = ("chance", "month", "turns", "takes", "seen_predictions", "tokens", "wild", "played", "extra")
"""What is saved as the numbers that it is."""
PILES, PILES_OF_PLAYERS = ("intelligence", "defector"), ("own", "hands", "discards")
FACING = ("face-up", "face-down", "turned-up")


def save(table: Table, state: State) -> dict[str, Any]:
    """The state as JSON."""
    codes, programs = table.cards.codes, table.cards.programs
    saved: dict[str, Any] = {"game": GAME}
    saved |= {name: getattr(state, name) for name in PLAIN}
    saved |= {"phase": Phase.NAMES[state.phase], "step": Step.NAMES[state.step], "player": FACTIONS[state.player]}
    saved |= {name: _code(table.regions, getattr(state, name)) for name in ("primary", "secondary")}
    saved |= {"best": _code(FACTIONS, state.best), "using": _code(table.colours, state.using)}
    saved |= {name: [codes[card] for card in getattr(state, name)] for name in PILES}
    saved |= {name: [[codes[c] for c in pile] for pile in getattr(state, name)] for name in PILES_OF_PLAYERS}
    saved["hand"] = saved.pop("hands")
    saved["known"] = {codes[card]: bits for card, bits in enumerate(state.known) if bits}
    saved["spaces"] = [[_save_lying(table, lying) for lying in space] for space in state.spaces]
    saved["fields"] = [[table.colours[colour] for colour in field] for field in state.fields]
    saved["won"] = [[table.colours[colour] for colour in won] for won in state.won]
    saved["shielded"] = [table.colours[colour] for colour in state.shielded]
    saved["predictions"] = [_code(FACTIONS, winner) for winner in state.predictions]
    saved["pending"] = [list(programs[number].key) for number in state.pending]
    saved["frames"] = [_save_frame(table, frame) for frame in state.frames]
    saved["outcome"] = list(state.outcome) if state.outcome else None
    return saved


def _code(codes: Sequence[str], number: int) -> str | None:
    return codes[number] if number != NOTHING else None


def _number(codes: Sequence[str], code: str | None) -> int:
    return NOTHING if code is None else codes.index(code)


def _save_lying(table: Table, lying: Lying) -> dict[str, Any]:
    return {
        "card": table.cards.codes[lying.card],
        "facing": FACING[lying.facing],
        "ranks": list(lying.ranks),
        "colours": [table.colours[colour] for colour in lying.colours],
        "under": _code(table.cards.codes, lying.under),
        "ignored": lying.is_ignored,
    }


def _save_frame(table: Table, frame: Frame) -> dict[str, Any]:
    return {
        "program": list(table.cards.programs[frame.program].key),
        "player": FACTIONS[frame.player],
        "at": frame.at,
        "left": frame.left,
        "those": [table.cards.codes[card] for card in frame.those],
    }


def load(table: Table, saved: Mapping[str, Any]) -> State:
    """The state that was saved, or a ValueError that says what is wrong with it."""
    return load_saved(GAME, saved, lambda content: _load(table, content))


def _load(table: Table, saved: Mapping[str, Any]) -> State:
    cards, colours, state = table.cards.numbers, table.colours, State()
    keys = {program.key: number for number, program in enumerate(table.cards.programs)}
    for name in PLAIN:
        value = saved[name]
        setattr(state, name, value if name != "extra" else [list(each) for each in value])
        if isinstance(value, list) and name != "extra":
            setattr(state, name, list(value))
    state.phase, state.step = Phase.NAMES.index(saved["phase"]), Step.NAMES.index(saved["step"])
    state.player = FACTIONS.index(saved["player"])
    state.primary, state.secondary = (_number(table.regions, saved[name]) for name in ("primary", "secondary"))
    state.best, state.using = _number(FACTIONS, saved["best"]), _number(colours, saved["using"])
    for name in PILES:
        setattr(state, name, [cards[code] for code in saved[name]])
    for name in PILES_OF_PLAYERS:
        piles = saved["hand" if name == "hands" else name]
        setattr(state, name, [[cards[code] for code in pile] for pile in piles])
    state.known = [saved["known"].get(code, 0) for code in table.cards.codes]
    state.spaces = [[_load_lying(table, lying) for lying in space] for space in saved["spaces"]]
    state.fields = [[colours.index(colour) for colour in field] for field in saved["fields"]]
    state.won = [[colours.index(colour) for colour in won] for won in saved["won"]]
    state.shielded = [colours.index(colour) for colour in saved["shielded"]]
    state.predictions = [_number(FACTIONS, winner) for winner in saved["predictions"]]
    state.pending = [keys[code, seq] for code, seq in saved["pending"]]
    state.frames = [_load_frame(table, keys, frame) for frame in saved["frames"]]
    outcome = saved["outcome"]
    state.outcome = (outcome[0], outcome[1], outcome[2]) if outcome else None
    return state


def _load_lying(table: Table, saved: Mapping[str, Any]) -> Lying:
    numbers = table.cards.numbers
    return Lying(
        numbers[saved["card"]],
        FACING.index(saved["facing"]),
        tuple(saved["ranks"]),
        tuple(table.colours.index(colour) for colour in saved["colours"]),
        NOTHING if saved["under"] is None else numbers[saved["under"]],
        saved["ignored"],
    )


def _load_frame(table: Table, keys: Mapping[tuple[str, int], int], saved: Mapping[str, Any]) -> Frame:
    code, seq = saved["program"]
    frame = Frame(keys[code, seq], FACTIONS.index(saved["player"]))
    frame.at, frame.left = saved["at"], saved["left"]
    frame.those = [table.cards.numbers[card] for card in saved["those"]]
    return frame


def content(table: Table) -> dict[str, Any]:
    """Everything the game is played by, as JSON."""
    cards = table.cards
    names = ("codes", "backs", "kinds", "ranks", "colours", "symbols")
    return {
        **{name: getattr(cards, name) for name in names},
        "plays": [sorted(plays) for plays in cards.plays],
        "effects": [[*program.key, program.line] for program in cards.programs],
        "numbers": asdict(table.numbers),
        "regions": [list(table.regions), table.region_of],
        "evidence": list(table.colours),
        "combinations": list(table.order),
    }

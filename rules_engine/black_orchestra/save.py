"""A state as JSON and back; it is made of codes, so that it can be loaded beside another database."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules_engine.black_orchestra.ladders import read_tracks
from rules_engine.black_orchestra.state import LISTS, MAPS, VALUES, Conspirator, Frame, Plot, State
from rules_engine.black_orchestra.table import Table
from rules_engine.saved import load_saved

GAME = "black-orchestra"


def save(state: State) -> dict[str, Any]:
    """The state as JSON."""
    kept = state.copy()
    saved: dict[str, Any] = {"game": GAME, "choices": dict(kept.choices)}
    saved |= {name: getattr(kept, name) for name in (*VALUES, *LISTS, *MAPS, "event_decks")}
    saved["conspirators"] = {code: asdict(conspirator) for code, conspirator in kept.conspirators.items()}
    saved["plot"] = asdict(kept.plot) if kept.plot else None
    saved["frames"] = [frame.contents() for frame in kept.frames]
    saved["outcome"] = list(kept.outcome) if kept.outcome else None
    return saved


def load(table: Table, saved: Mapping[str, Any]) -> State:
    """The state that was saved, or a ValueError that says what is wrong with it."""
    return load_saved(GAME, saved, lambda content: _load(table, content))


def _load(table: Table, saved: Mapping[str, Any]) -> State:
    known = {"game", "choices", *VALUES, *LISTS, *MAPS, "event_decks", "conspirators", "plot", "frames", "outcome"}
    if set(saved) - known:
        raise KeyError(min(set(saved) - known))
    state = State(read_tracks(table.ruleset, saved["choices"]["difficulty"]), dict(saved["choices"]))
    for name in VALUES:
        setattr(state, name, saved[name])
    for name in LISTS:
        setattr(state, name, list(saved[name]))
    for name in MAPS:
        setattr(state, name, dict(saved[name]))
    state.event_decks = [list(cards) for cards in saved["event_decks"]]
    state.conspirators = {code: Conspirator(**entry).copy() for code, entry in saved["conspirators"].items()}
    state.plot = Plot(**saved["plot"]).copy() if saved["plot"] else None
    state.frames = [_load_frame(table, entry) for entry in saved["frames"]]
    outcome = saved["outcome"]
    state.outcome = (outcome[0], outcome[1], outcome[2]) if outcome else None
    _check_codes(table, state)
    return state


def _load_frame(table: Table, entry: Mapping[str, Any]) -> Frame:
    frame = Frame(table.programs[entry["program"]].key, entry["actor"], dict(entry["memo"]))
    frame.at, frame.left = entry["at"], entry["left"]
    return frame.copy()


def _check_codes(table: Table, state: State) -> None:
    """Raise a KeyError for a card, item or space that these rules do not know."""
    held = [card for conspirator in state.conspirators.values() for card in conspirator.cards]
    events = [card for cards in state.event_decks for card in cards]
    for card in (*state.deck, *state.discard, *held, *events, *state.interrogations, *state.conspirators):
        table.cards[card]
    for conspirator in state.conspirators.values():
        table.spaces[conspirator.location]


def content(table: Table) -> dict[str, Any]:
    """Everything the game is played by, as JSON."""
    return {
        "rules": sorted(table.rules),
        "cards": sorted([card.code, card.deck, card.kind, card.copies] for card in table.cards.values()),
        "stages": dict(table.stage_of),
        "affiliations": {code: table.affiliations[code] for code in table.deck("character")},
        "spaces": [
            [
                space.code,
                space.opens_in_stage,
                space.closes_in_stage,
                space.is_fortified,
                space.region,
                sorted(space.neighbours),
                [[spot.item, spot.who, spot.condition] for spot in space.spots],
            ]
            for space in table.spaces.values()
        ],
        "effects": [[program.key, program.line] for program in table.programs.values() if program.row is not None],
        "ladders": dict(table.ladders),
        "numbers": repr(table.numbers),
        "tracks": [repr(read_tracks(table.ruleset, code)) for code in table.ruleset.concepts.get("difficulty", ())],
    }

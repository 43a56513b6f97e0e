"""Lay out a table as an example or a test wants it: named things in named places, all others where set-up has them."""

from collections.abc import Mapping
from typing import Any

from rules_engine.black_orchestra.ladders import HITLER, PERSONAL, SUPPORT, read_tracks
from rules_engine.black_orchestra.set_up import DIFFICULTY, USUAL, choices, lay_table
from rules_engine.black_orchestra.state import Frame, State, arrive
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.turn import AT_ACTIONS, TURN
from rules_engine.chance import seeded

KEYS = (
    "actions-left",
    "active",
    "choices",
    "conspirators",
    "current",
    "deck",
    "discard",
    "discarded-items",
    "dissent",
    "events",
    "face-up",
    "interrogations",
    "key-event",
    "leaders",
    "military-support",
    "players",
    "squares",
    "stage",
)
"""What can be said of a table."""


def arrange(table: Table, given: Mapping[str, Any], seed: int) -> State:
    """A state in the actions of a turn, or a ValueError that names what cannot be."""
    unknown = [key for key in given if key not in KEYS]
    if unknown or not given.get("conspirators"):
        wrong = ", ".join(unknown) or "no conspirators"
        raise ValueError(f"A table cannot be laid out with {wrong}; it knows {', '.join(KEYS)}.")
    chosen = {name: values[0] for name, values in choices(table).items()} | dict(given.get("choices", {}))
    state = State(read_tracks(table.ruleset, chosen.get(DIFFICULTY, USUAL)), chosen)
    state.chance, state.turn = seeded(seed), 1
    _seat(table, state, given)
    lay_table(table, state)
    _lay_pieces(table, state, given)
    _lay_cards(table, state, given)
    _lay_events(table, state, given)
    state.actions_left, state.events_due = given.get("actions-left", table.numbers.actions), 1
    frame = Frame(TURN, state.active)
    frame.at = AT_ACTIONS
    state.frames.append(frame)
    return state


def _seat(table: Table, state: State, given: Mapping[str, Any]) -> None:
    """Conspirators with their markers, items and cards."""
    known = table.deck("character")
    for code, entry in given["conspirators"].items():
        if code not in known:
            raise ValueError(f"There is no character “{code}” who could take part.")
        made = arrive(state, _space(table, entry.get("location", table.numbers.start_space)), entry.get("items", ()))
        for track in PERSONAL:
            if track in entry:
                made.levels[track] = table.place(track, entry[track])
        made.cards = list(entry.get("cards", ()))
        state.conspirators[code] = made
    state.boards = [code for code in known if code not in state.conspirators]
    state.players = given.get("players", len(state.conspirators))
    state.active = given.get("active", next(iter(state.conspirators)))
    if state.active not in state.conspirators:
        raise ValueError(f"{state.active} cannot be active without taking part.")
    state.levels = {SUPPORT: given.get("military-support", state.tracks[SUPPORT].start)}
    state.stage, state.dissent = given.get("stage", 1), given.get("dissent", 0)


def _lay_pieces(table: Table, state: State, given: Mapping[str, Any]) -> None:
    """Leaders where they are said to be, item tokens as far as they are not in somebody's hands."""
    state.leaders |= {_leader(table, code): _space(table, space) for code, space in given.get("leaders", {}).items()}
    tokens = [*state.squares.values(), *state.removed_items]
    held = [item for conspirator in state.conspirators.values() for item in conspirator.items]
    state.discarded_items = list(given.get("discarded-items", ()))
    laid = dict(given.get("squares", {}))
    for item in (*held, *state.discarded_items, *laid.values()):
        if item not in tokens:
            raise ValueError(f"There is no token “{item}” left.")
        tokens.remove(item)
    squares = [space for space in state.squares if space not in laid] if "squares" not in given else []
    state.squares = {_space(table, space): item for space, item in laid.items()} | dict(
        zip(squares, tokens, strict=False)
    )
    state.removed_items = tokens[len(squares) :]
    state.face_up = [_space(table, space) for space in given.get("face-up", ())]


def _lay_cards(table: Table, state: State, given: Mapping[str, Any]) -> None:
    """Conspirator and interrogation cards; those that are named in a deck lie on its top, the first uppermost."""
    del table
    state.discard = list(given.get("discard", ()))
    for conspirator in state.conspirators.values():
        for card in conspirator.cards:
            _take(state.deck, card)
    for card in state.discard:
        _take(state.deck, card)
    for name, pile in (("deck", state.deck), ("interrogations", state.interrogations)):
        for card in reversed(given.get(name, ())):
            _take(pile, card)
            pile.append(card)


def _lay_events(table: Table, state: State, given: Mapping[str, Any]) -> None:
    """Events before the stage are over; those that are named come next."""
    for name in ("current", "key-event"):
        if name in given:
            _take_event(table, state, given[name])
            setattr(state, name.replace("-", "_"), given[name])
    for cards in state.event_decks[: state.stage - 1]:
        state.event_discard += cards
        cards.clear()
    for card in reversed(given.get("events", ())):
        bring_event(table, state, card)


def bring_event(table: Table, state: State, card: str) -> None:
    """Let an event be drawn next."""
    _take_event(table, state, card)
    state.event_decks[table.stage_of[card] - 1].append(card)
    for cards in state.event_decks[: table.stage_of[card] - 1]:
        state.event_discard += cards
        cards.clear()


def _take_event(table: Table, state: State, card: str) -> None:
    if card not in table.stage_of:
        raise ValueError(f"There is no event “{card}”.")
    for pile in (*state.event_decks, state.unseen, state.event_discard):
        if card in pile:
            pile.remove(card)
            return
    raise ValueError(f"The event “{card}” is already in play.")


def _take(pile: list[str], card: str) -> None:
    if card not in pile:
        raise ValueError(f"There is no card “{card}” left that could be laid there.")
    pile.remove(card)


def _space(table: Table, code: str) -> str:
    if code not in table.spaces:
        raise ValueError(f"The board has no space “{code}”.")
    return code


def _leader(table: Table, code: str) -> str:
    if code not in table.leaders:
        raise ValueError(f"There is no leader “{code}”; there are {HITLER} and his deputies.")
    return code

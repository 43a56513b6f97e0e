"""What a player sees and is told, what they could not tell apart, and a count of all cards."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules_engine.black_orchestra.conspirators import works
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.events import LOOKED_AT
from rules_engine.black_orchestra.plots import pool
from rules_engine.black_orchestra.rulebook import SUPPORT
from rules_engine.black_orchestra.state import GATHER, INTERROGATION, PRISON_TURN, SEEN, State
from rules_engine.black_orchestra.turn import PHASES
from rules_engine.chance import seeded, shuffle

FACE_DOWN = "face-down"


def view(table: Edition, state: State, player: int) -> dict[str, Any]:
    """The table as a player sees it: dossiers lie open, decks and unrevealed items do not."""
    seen: dict[str, Any] = {
        "turn": state.turn,
        "stage": state.stage,
        "phase": PHASES[min(state.frames[0].at, len(PHASES) - 1)] if state.outcome is None else "over",
        "active": state.active,
        "actions-left": state.actions_left,
        "military-support": state.levels[SUPPORT],
        "dissent": state.dissent,
        "current": state.current,
        "key-event": state.key_event,
        "conspirators": {code: _conspirator(table, state, code) for code in state.conspirators},
        "leaders": dict(state.leaders),
        "fallen": state.fallen[:],
        "squares": {s: item if s in state.face_up else FACE_DOWN for s, item in state.squares.items()},
        "discarded-items": state.discarded_items[:],
        "event-decks": [len(cards) for cards in state.event_decks],
        "event-discard": state.event_discard[:],
        "deck": len(state.deck),
        "discard": state.discard[:],
        "interrogations": len(state.interrogations),
    }
    if state.plot:
        seen["plot"] = {
            "card": state.plot.card,
            "by": state.plot.by,
            "target": state.plot.target,
            "dice": pool(table, state, state.plot) if state.plot.stage == GATHER else len(state.plot.rolled),
            "rolled": state.plot.rolled[:],
        }
    secrets = _secrets(table, state, player)
    return seen | ({"secret": secrets} if secrets else {})


def _conspirator(table: Edition, state: State, code: str) -> dict[str, Any]:
    conspirator = state.conspirators[code]
    return {
        "player": table.seat(state, code),
        "location": conspirator.location,
        **{track: state.tracks[track].say(place) for track, place in conspirator.levels.items()},
        "items": conspirator.items[:],
        "cards": conspirator.cards[:],
        "ability": works(table, state, code),
        "extra": conspirator.extra[:],
    }


def _secrets(table: Edition, state: State, player: int) -> list[str]:
    """Cards that only this player sees: an interrogation card, events that are being looked at."""
    found: list[str] = []
    for frame in state.frames:
        if table.seat(state, frame.actor) == player:
            found += frame.memo.get(SEEN, [])
            if frame.program.key == PRISON_TURN and INTERROGATION in frame.memo:
                found.append(frame.memo[INTERROGATION])
    return found


def redeal(table: Edition, state: State, player: int, seed: int) -> State:
    """A state that the player could not tell from this one: decks and face-down items are dealt anew.

    What is hidden is sorted first, so that the same seed deals the same in all states that look the same.
    """
    del player
    dealt = state.copy()
    dealt.chance = seeded(seed)
    for pile in (dealt.deck, dealt.interrogations):
        pile.sort()
        dealt.chance = shuffle(pile, dealt.chance)
    for number, cards in enumerate(dealt.event_decks, 1):
        apart = [at for at, card in enumerate(dealt.unseen) if table.stage_of[card] == number]
        known = _on_top(state, cards)
        below = len(cards) - len(known)
        mixed = sorted(cards[:below] + [dealt.unseen[at] for at in apart])
        dealt.chance = shuffle(mixed, dealt.chance)
        cards[:] = mixed[:below] + known
        for at, card in zip(apart, mixed[below:], strict=True):
            dealt.unseen[at] = card
    hidden = [space for space in dealt.squares if space not in dealt.face_up]
    tokens = sorted([dealt.squares[space] for space in hidden] + dealt.removed_items)
    dealt.chance = shuffle(tokens, dealt.chance)
    dealt.squares |= dict(zip(hidden, tokens, strict=False))
    dealt.removed_items = tokens[len(hidden) :]
    return dealt


def _on_top(state: State, cards: list[str]) -> list[str]:
    """The events on top of a deck that were just looked at and put back."""
    seen = [card for frame in state.frames for card in frame.memo.get(LOOKED_AT, ())]
    count = 0
    while count < len(cards) and cards[-1 - count] in seen:
        count += 1
    return cards[len(cards) - count :]


def census(table: Edition, state: State) -> Mapping[str, int]:
    """How many of each card there are, wherever they are; of items, how many whole sets of tokens."""
    counts: Counter[str] = Counter((*state.held(table), *state.conspirators, *state.leaders))
    held = (item for conspirator in state.conspirators.values() for item in conspirator.items)
    tokens = Counter((*state.squares.values(), *state.discarded_items, *state.removed_items, *held))
    copies = table.numbers.item_copies
    for item, count in tokens.items():
        counts[item] = count if count % copies else count // copies
    return counts

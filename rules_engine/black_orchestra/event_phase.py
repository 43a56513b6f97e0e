"""Events: drawing them stage by stage, key and important ones, and cards that leave the game undrawn."""

from rules_engine.black_orchestra.board import begin_evacuation
from rules_engine.black_orchestra.ops import Op, begin, lose, procedure, tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import IMPORTANT, KEY, Table
from rules_engine.obeys import obeys

OPENED = "opened"
"""A stage has just begun, and spaces that close in it are still to be left."""


def change_events(state: State, amount: int) -> None:
    """So many more or fewer events are drawn this turn."""
    state.events_due = max(state.events_due + amount, 0)


@obeys(Rule.LOSE_NO_EVENT)
def top_event(state: State) -> str | None:
    """Take the top event of the earliest stage that has any."""
    deck = next((cards for cards in state.event_decks if cards), None)
    return deck.pop() if deck else None


def remove_next_events(table: Table, state: State, frame: Frame | None, count: int) -> None:
    """Take the next events of the current stage out of the game, unseen, as far as there are any."""
    deck = state.event_decks[state.stage - 1]
    taken = min(count, len(deck))
    for _ in range(taken):
        state.unseen.append(deck.pop())
    tell(table, state, frame, "events-removed", Rule.EFFECT_AS_FAR_AS_POSSIBLE, number=taken, stage=state.stage)


def next_events(state: State, count: int) -> list[str]:
    """Take the next events off their decks, the one that would be drawn first in front."""
    taken = [top_event(state) for _ in range(count)]
    return [card for card in taken if card is not None]


def put_back_events(table: Table, state: State, cards: list[str]) -> None:
    """Put events back on the decks of their stages, so that the first is drawn first."""
    for card in reversed(cards):
        state.event_decks[table.stage_of[card] - 1].append(card)


def remove_event(table: Table, state: State, frame: Frame | None, card: str) -> None:
    """Take an event that was looked at out of the game."""
    state.removed_events.append(card)
    tell(table, state, frame, "event-removed", Rule.CARD_OVER_RULES, number=1)


class _Draw(Op):
    """Draw and resolve events as long as any are due, each in full before the next."""

    @obeys(Rule.EVENT_DRAW, Rule.EVENT_SEVERAL, Rule.IMPORTANT_EVENT_IGNORED)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if not state.events_due:
            return True
        card = top_event(state)
        if card is None:
            lose(table, state, frame, Rule.LOSE_NO_EVENT)
            return True
        _set_aside(table, state)
        _begin_stage(table, state, frame, table.stage_of[card])
        if state.key_event and table.cards[card].kind == IMPORTANT:
            state.event_discard.append(card)
            tell(table, state, frame, "event-ignored", Rule.IMPORTANT_EVENT_IGNORED, card=card)
            return False
        state.events_due -= 1
        _make_current(table, state, frame, card)
        return False


@obeys(Rule.KEY_EVENT_ASIDE)
def _set_aside(table: Table, state: State) -> None:
    """A key event leaves the place of the current event as soon as another is drawn, and stays in play."""
    if state.current and table.cards[state.current].kind == KEY and state.key_event != state.current:
        if state.key_event:
            state.event_discard.append(state.key_event)
        state.key_event = state.current
        state.current = ""


@obeys(Rule.STAGE_BEGINS, Rule.KEY_EVENT_DISCARDED, Rule.STAGE_CLOSED)
def _begin_stage(table: Table, state: State, frame: Frame, stage: int) -> None:
    """A stage begins with its first event; the key event before it goes, and spaces may close."""
    if stage <= state.stage:
        return
    state.stage = stage
    frame.memo[OPENED] = 1
    tell(table, state, frame, "stage-began", Rule.STAGE_BEGINS, stage=stage)
    if state.key_event:
        state.event_discard.append(state.key_event)
        state.key_event = ""


@obeys(Rule.EVENT_CURRENT)
def _make_current(table: Table, state: State, frame: Frame, card: str) -> None:
    """The event becomes the current one and does what it says."""
    if state.current:
        state.event_discard.append(state.current)
    state.current = card
    tell(table, state, frame, "event-drawn", Rule.EVENT_DRAW, card=card, stage=state.stage)
    begin(table, state, table.of("event", card), state.active)
    if frame.memo.pop(OPENED, 0):
        begin_evacuation(table, state, state.stage, with_hitler=True)


EVENTS = procedure("events", Rule.EVENT_DRAW, _Draw())

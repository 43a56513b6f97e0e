"""Events: drawing them stage by stage, key and important ones, and steps that look into those to come."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.black_orchestra.edition import IMPORTANT, KEY, Edition
from rules_engine.black_orchestra.leaders import begin_evacuation
from rules_engine.black_orchestra.lines import FORMS, begin, lose, procedure
from rules_engine.black_orchestra.rulebook import Rule
from rules_engine.black_orchestra.state import SEEN, Frame, State
from rules_engine.machine.steps import Op, Pick, tell
from rules_engine.obeys import obeys

OPENED = "opened"
"""The first event of a stage has just been drawn, and spaces that close in it are still to be left."""
RESOLVED_IN = "resolved-in"
"""The stage of the event that is being resolved, where the stage begins only after that."""
ORDER, LOOKED_AT = "order", "looked-at"
"""What a line remembers of the events that were seen: those already put in order, and those put back."""


@obeys(Rule.LOSE_NO_EVENT)
def top_event(state: State) -> str | None:
    """Take the top event of the earliest stage that has any."""
    deck = next((cards for cards in state.event_decks if cards), None)
    return deck.pop() if deck else None


class _Draw(Op):
    """Draw and resolve events as long as any are due, each in full before the next."""

    @obeys(Rule.EVENT_DRAW, Rule.EVENT_SEVERAL, Rule.IMPORTANT_EVENT_IGNORED)
    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        stage = frame.memo.pop(RESOLVED_IN, None)
        if stage is not None:
            _begin_stage(table, state, frame, stage)
        if not state.events_due:
            return True
        card = top_event(state)
        if card is None:
            lose(table, state, frame, Rule.LOSE_NO_EVENT)
            return True
        _set_aside(table, state)
        stage = table.stage_of[card]
        if stage > state.stage:
            frame.memo[OPENED] = 1
        if not begins_resolved(table):
            _begin_stage(table, state, frame, stage)
        if state.key_event and table.cards[card].kind == IMPORTANT:
            state.event_discard.append(card)
            tell(state, frame, "event-ignored", Rule.IMPORTANT_EVENT_IGNORED, card=card)
            return False
        state.events_due -= 1
        _make_current(table, state, frame, card)
        return False


@obeys(Rule.KEY_EVENT_ASIDE)
def _set_aside(table: Edition, state: State) -> None:
    """A key event leaves the place of the current event as soon as another is drawn, and stays in play."""
    if state.current and table.cards[state.current].kind == KEY and state.key_event != state.current:
        if state.key_event:
            state.event_discard.append(state.key_event)
        state.key_event = state.current
        state.current = ""


@obeys(Rule.STAGE_BEGINS, Rule.STAGE_BEGINS_RESOLVED)
def begins_resolved(table: Edition) -> bool:
    """Whether a stage begins only when its first event has been resolved; elsewhere it begins when that is drawn."""
    return Rule.STAGE_BEGINS_RESOLVED in table.rules


@obeys(Rule.KEY_EVENT_DISCARDED, Rule.STAGE_CLOSED)
def _begin_stage(table: Edition, state: State, frame: Frame, stage: int) -> None:
    """A stage begins; the key event before it goes, unless it is of this stage."""
    if stage <= state.stage:
        return
    state.stage = stage
    rule = Rule.STAGE_BEGINS_RESOLVED if begins_resolved(table) else Rule.STAGE_BEGINS
    tell(state, frame, "stage-began", rule, stage=stage)
    if state.key_event:
        state.event_discard.append(state.key_event)
        state.key_event = ""


@obeys(Rule.EVENT_CURRENT)
def _make_current(table: Edition, state: State, frame: Frame, card: str) -> None:
    """The event becomes the current one and does what it says."""
    if state.current:
        state.event_discard.append(state.current)
    state.current = card
    stage = table.stage_of[card]
    if begins_resolved(table):
        frame.memo[RESOLVED_IN] = stage
    tell(state, frame, "event-drawn", Rule.EVENT_DRAW, card=card, stage=stage)
    begin(table, state, table.of("event", card), state.active)
    if frame.memo.pop(OPENED, 0):
        begin_evacuation(table, state, stage, with_hitler=True)


EVENTS = procedure("events", Rule.EVENT_DRAW, _Draw())


def _stage_meant(table: Edition, state: State, frame: Frame) -> int:
    """The stage whose events a line speaks of: that of the event it stands on, or the current one."""
    return table.stage_of.get(frame.program.owner[1], state.stage)


@FORMS.step("remove {number} events")
class RemoveEvents(Op):
    """The next events of the stage leave the game unseen, as far as there are any."""

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """From the top."""
        stage = _stage_meant(table, state, frame)
        deck = state.event_decks[stage - 1]
        taken = min(self.number, len(deck))
        for _ in range(taken):
            state.unseen.append(deck.pop())
        tell(state, frame, "events-removed", Rule.EFFECT_AS_FAR_AS_POSSIBLE, number=taken, stage=stage)
        return True

    def in_full(self, table: Edition, state: State, frame: Frame) -> bool:
        """The stage must have that many."""
        return len(state.event_decks[_stage_meant(table, state, frame) - 1]) >= self.number


@FORMS.step("look at {number} events")
class LookAtEvents(Pick):
    """And put them back on the decks of their stages, so that the first is drawn first."""

    def __init__(self, number: int) -> None:
        self.number = number

    def times(self, table: Edition, state: State, frame: Frame) -> int:
        """Each place in the order but the last is a choice."""
        taken = [top_event(state) for _ in range(self.number)]
        frame.memo[SEEN] = [card for card in taken if card is not None]
        frame.memo[ORDER] = []
        count = len(frame.memo[SEEN])
        tell(state, frame, "events-seen", frame.program.rule, conspirator=frame.actor, number=count)
        return count

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """Which comes next."""
        left = list(frame.memo[SEEN])
        for card in frame.memo[ORDER]:
            left.remove(card)
        return list(dict.fromkeys(left))

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """It comes after those that were picked before."""
        frame.memo[ORDER].append(option)

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """In the end all go back."""
        if not super().run(table, state, frame):
            return False
        del frame.memo[SEEN]
        frame.memo[LOOKED_AT] = frame.memo.pop(ORDER)
        for card in reversed(frame.memo[LOOKED_AT]):
            state.event_decks[table.stage_of[card] - 1].append(card)
        return True

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be events to come."""
        return any(state.event_decks[state.stage - 1 :])


@FORMS.step("remove seen event")
class RemoveSeen(Pick):
    """One of the events that were just looked at leaves the game."""

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """Those that were just looked at."""
        return list(dict.fromkeys(frame.memo.get(LOOKED_AT, ())))

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """It leaves the game."""
        state.event_decks[table.stage_of[option] - 1].remove(option)
        state.removed_events.append(option)
        tell(state, frame, "event-removed", Rule.CARD_OVER_RULES, number=1)

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be one."""
        return bool(frame.memo.get(LOOKED_AT))


@FORMS.step("events {signed}")
class ChangeEvents(Op):
    """So many more or fewer events are drawn in this turn."""

    def __init__(self, signed: int) -> None:
        self.amount = signed

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Never fewer than none."""
        state.events_due = max(state.events_due + self.amount, 0)
        return True

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """Nothing can be left out where nothing is due."""
        return self.amount > 0 or state.events_due > 0

"""What of an event is a secret of the player who made it happen, and what the other may hear of it."""

from rules_engine.events import Event
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import FACTIONS

SECRETS = {
    "drew": ("card",),
    "kept": ("card",),
    "looked": ("card",),
    "planned": ("offensive", "location"),
    "played-down": ("card",),
    "predicted": ("winner",),
    "returned": ("card",),
}
"""Kinds of events with what only the player knows who is named in them as the faction."""
UNSEEN = "-unseen"


@obeys(Rule.SETUP_SECRET, Rule.PLAY_FACE_DOWN, Rule.ANALYSIS)
def told(event: Event, player: int) -> Event | None:
    """The event as a player may hear of it."""
    hidden = SECRETS.get(event.kind)
    if hidden is None or event.data["faction"] == FACTIONS[player]:
        return event
    shown = {name: value for name, value in event.data.items() if name not in hidden}
    return Event(event.kind + UNSEEN, shown, event.effect, event.rule)

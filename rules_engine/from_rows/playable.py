"""Every game with a frame and without code of its own registers itself here: its rows are what is found of it."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from rules_engine.from_rows.engine import FromRows
from rules_engine.from_rows.lines import fits, forms_of
from rules_engine.from_rows.rare_tables import positions
from rules_engine.playable import Playable
from rules_engine.ruleset import Ruleset
from rules_engine.words import CARD, Naming
from schema.play_reading import Frame


def playable_from(frame: Frame) -> Playable:
    """What the engine finds of a game that is played from its rows."""
    traits = sorted(frame.words.codes.get("trait", ()))
    is_against = any(ending.best or ending.wins for ending in frame.play.ending)
    value = ("seat", CARD, "word", "location", *traits)
    data = {
        "seat": ("seat", "team"),
        "zone": ("zone",),
        "counter": ("counter",),
        "place": ("location",),
        "value": value,
        "outcome": ("outcome", "team", "seat"),
        "winners": ("seat",),
    }
    return Playable(
        forms_of(frame.play),
        engine=FromRows,
        fits=partial(fits, frame.play),
        limits=limits,
        positions=positions,
        sides="seat" if is_against else "",
        endings=("outcome", "team", "seat", "") if is_against else ("outcome", ""),
        naming=Naming(data, {}, value),
    )


def limits(ruleset: Ruleset, state: Any) -> Iterable[str]:
    """Counters beyond what their rows allow."""
    engine = ruleset.engine
    assert isinstance(engine, FromRows)
    for code in engine.layout.counters:
        place, (least, most) = engine.layout.counter_places[code], engine.bounds.get(code, (None, None))
        owners = {"player": state.players, "team": len(engine.people.teams), "space": engine.layout.spaces}
        for seat in range(owners.get(place.owner, 1)):
            value = state.counters[place.base + seat]
            is_low, is_high = (least and value < least(state, seat)), (most and value > most(state, seat))
            if is_low or is_high:
                yield f"The counter {code} stands at {value}, beyond what it may be."

"""States laid out as a test or a worked example wants them, and the entries of worked examples."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules_engine.from_rows.dealt import lay_anew
from rules_engine.from_rows.phases import TURNS, Decide, Enter
from rules_engine.from_rows.programs import PhaseProgram
from rules_engine.from_rows.state import Frame, State
from rules_engine.machine.steps import run_frames

KEYS = ("players", "options", "is-set-up", "phase", "turn", "zones", "counters")


def arrange(table: Any, given: Mapping[str, Any], seed: int = 0) -> State:
    """A state at a decision of a phase: cards and counters as given, all else as at the beginning, or once set up.

    A ValueError says what cannot be.
    """
    for key in given:
        if key not in KEYS:
            raise ValueError(f"“{key}” cannot be given; there are {', '.join(KEYS)}.")
    players = int(given.get("players", table.players[0]))
    options = {name: words[0] for name, words in table.choices.items()} | dict(given.get("options", {}))
    is_set_up, zones = bool(given.get("is-set-up")), dict(given.get("zones", {}))
    state: State = (table.start if is_set_up else table.laid_out)(players, seed, options)
    if is_set_up:
        state.options = None
        lay_anew(table, state, dict(each for zone, held in zones.items() for each in _wanted(table, state, zone, held)))
    for zone, held in () if is_set_up else zones.items():
        _lay(table, state, zone, held)
    for counter, value in dict(given.get("counters", {})).items():
        _set(table, state, counter, value)
    if "phase" in given:
        state.frames = _frames(table, str(given["phase"]), _seat(table, state, given.get("turn", table.seats[0])))
    run_frames(table, state)
    return state


def _seat(table: Any, state: State, code: Any) -> int:
    if code not in table.seats[: state.players]:
        raise ValueError(f"There is no seat “{code}”; there are {', '.join(table.seats[: state.players])}.")
    return int(table.seats.index(code))


def _team(table: Any, state: State, code: Any) -> int:  # noqa: ARG001
    if code not in table.people.teams:
        raise ValueError(f"There is no team “{code}”; there are {', '.join(table.people.teams)}.")
    return int(table.people.teams.index(code))


def _space(table: Any, state: State, code: Any) -> int:  # noqa: ARG001
    if not table.layout.places:
        return int(code)
    if code not in table.layout.places:
        raise ValueError(f"There is no space “{code}”; there are {', '.join(table.layout.places)}.")
    return int(table.layout.places.index(code))


WHOSE = {"player": _seat, "team": _team}
"""By owner of a zone or counter how the number of one is found by its code."""


def _zone(table: Any, code: str) -> Any:
    zone = table.layout.zones.get(code)
    if zone is None:
        raise ValueError(f"There is no zone “{code}”; there are {', '.join(table.layout.zones)}.")
    return zone


def _wanted(table: Any, state: State, code: str, held: Any) -> Iterator[tuple[int, list[str]]]:
    """By the number of a zone the cards that are to lie there; of spaces in their order, of seats by their codes."""
    zone, base = _zone(table, code), table.layout.zone_places[code].base
    if zone.owner in WHOSE:
        whose = WHOSE[zone.owner]
        yield from ((base + whose(table, state, owner), list(lying)) for owner, lying in held.items())
    elif zone.owner == "space":
        if len(held) > table.layout.spaces:
            raise ValueError(f"“{code}” has {table.layout.spaces} places, not {len(held)}.")
        yield from ((base + at, list(held[at]) if at < len(held) else []) for at in range(table.layout.spaces))
    else:
        yield base, list(held)


def _lay(table: Any, state: State, code: str, held: Any) -> None:
    zone, base = _zone(table, code), table.layout.zone_places[code].base
    whose = WHOSE.get(zone.owner, _seat)
    by_seat = {whose(table, state, seat): lying for seat, lying in held.items()} if isinstance(held, Mapping) else {}
    for seat, lying in by_seat.items() if zone.owner in WHOSE else [(0, held)]:
        if zone.holds == "dice":
            state.zones[base + seat] = [int(face) for face in lying]
            continue
        taken = [_take(table, state, str(card)) for card in lying]
        state.zones[base + seat] = taken


def _take(table: Any, state: State, code: str) -> int:
    """A card of a code, out of a zone where cards begin."""
    for place, (zone, _) in enumerate(table.layout.zone_at):
        if zone.holds == "cards" and zone.begins:
            for card in state.zones[place]:
                if table.layout.codes[card] == code:
                    state.zones[place].remove(card)
                    return int(card)
    raise ValueError(f"There is no card “{code}” left that could be laid there.")


def _set(table: Any, state: State, code: str, value: Any) -> None:
    counter = table.layout.counters.get(code)
    if counter is None:
        raise ValueError(f"There is no counter “{code}”; there are {', '.join(table.layout.counters)}.")
    base = table.layout.counter_places[code].base
    whose = _space if counter.owner == "space" else WHOSE.get(counter.owner, _seat)
    of_each = {whose(table, state, each): held for each, held in value.items()} if isinstance(value, Mapping) else {}
    for owner, held in of_each.items() if counter.owner in (*WHOSE, "space") else [(0, value)]:
        named = {"seat": _seat, "space": _space}.get(counter.kind)
        state.counters[base + owner] = named(table, state, held) if named else held


def _frames(table: Any, phase: str, seat: int) -> list[Frame]:
    """The phase and those around it, each where the next one is gone through."""
    rows = {row.code: row for row in table.frame.play.phase}
    if phase not in rows:
        raise ValueError(f"There is no phase “{phase}”; there are {', '.join(rows)}.")
    path = [phase]
    while rows[path[0]].inside:
        path.insert(0, rows[path[0]].inside)
    homes = list(dict.fromkeys(table.segments[each].program for each in path))
    frames = []
    for outer, inner in zip(homes, [*homes[1:], ""], strict=True):
        program = table.programs[outer]
        entered = (n for n, op in enumerate(program.ops) if isinstance(op, Enter) and op.phase == inner)
        at = next(entered) + 1 if inner else table.segments[phase].start
        frames.append(Frame(program, seat, at, seats=state_seats(rows[outer].how, bool(inner))))
    places = enumerate(frames[-1].program.ops[frames[-1].at :], frames[-1].at)
    last: PhaseProgram = table.programs[homes[-1]]
    decides = (n for n, op in places if isinstance(op, Decide) and last.phase_at(n)[0] == phase)
    frames[-1].at = next(decides, frames[-1].at)
    return frames


def state_seats(how: str, is_outer: bool) -> int:
    """How many turns a round has still to come in an arranged state: none after this one."""
    return 0 if how in TURNS or is_outer else -1


def play_example(table: Any, state: State, entry: Mapping[str, Any]) -> State:
    """The state after an action of a worked example, with what chance gave in it; a ValueError says what cannot be."""
    given = [str(each) for each in entry.get("chance", ())]

    def dealer(options: list[str]) -> int:
        if not given or given[0] not in options:
            raise ValueError(f"The example does not say what chance gave out of {', '.join(options)}.")
        return options.index(given.pop(0))

    after = state.copy()
    table.legal(after)
    table.dealer = dealer if "chance" in entry else None
    try:
        refusal = table.advance(after, str(entry["do"]))
    finally:
        table.dealer = None
    if refusal is not None:
        raise ValueError(f"“{entry['do']}” is refused by the rule {refusal.rule}: {refusal.sentence}")
    return after

"""What generated code calls when something happens; chance has one door, through which another program can deal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rules_engine.chance import below, shuffle
from rules_engine.events import Event
from rules_engine.from_rows.state import Frame
from rules_engine.machine.steps import NOTHING, Program
from rules_engine.machine.steps import tell as tell_of

SEEN_BY = "seen-by"
"""What an event says of who may know its cards or dice; it is told to nobody."""
EVERYBODY = "all"
FRESH = 1
"""At the head of a note of cards that were mixed: all knew each of them before. Seat n alone is the bit n + 1."""


def by_chance(table: Any, state: Any, options: Sequence[Any], spelled: Callable[[Any], str]) -> int:
    """The place of one of the options: by the chance of the state, or as whoever deals decides."""
    if table.dealer is not None:
        return int(table.dealer([spelled(option) for option in options]))
    number, state.chance = below(state.chance, len(options))
    return number


def one_by_chance(table: Any, state: Any, cards: Sequence[int]) -> int:
    """Any of the cards; NOTHING where there is none."""
    codes = table.layout.codes
    return cards[by_chance(table, state, cards, lambda card: codes[card])] if cards else NOTHING


def say(state: Any, rule: str, kind: str, **data: str | int) -> None:
    """Say what happened in the general words, if anybody listens."""
    if state.log is not None:
        state.log.append(Event(kind, data, None, rule))


def seen_by(table: Any, state: Any, place: int, others: Iterable[int] = ()) -> str:
    """Who sees what lies in a zone, or in all of several others, in a word or by their seats."""
    sees, others = table.sees, list(others)
    seats = [
        seat
        for seat in range(state.players)
        if sees(seat, place) or (others and all(sees(seat, other) for other in others))
    ]
    return EVERYBODY if len(seats) == state.players else " ".join(map(str, seats)) or "-"


def _say_cards(
    table: Any, state: Any, actor: int, rule: str, kind: str, cards: Sequence[int], starts: Iterable[int], end: int
) -> None:
    """Tell that cards went somewhere, to those who see what lies there, or saw all of them where they came from."""
    if state.log is None or not cards:
        return
    layout = table.layout
    zone, owner = layout.zone_at[end]
    told: dict[str, str | int] = {"cards": ", ".join(layout.codes[card] for card in cards), "count": len(cards)}
    seen = seen_by(table, state, end, starts) if zone.seen != "none" else "-"
    whose = table.called(zone.owner, actor if owner == NOTHING else owner)
    say(state, rule, kind, seat=whose, zone=zone.code, **told, **{SEEN_BY: seen})


def lay(table: Any, state: Any, cards: Iterable[int], end: int) -> set[int]:
    """Lay cards into a zone, out of wherever they are; gives the zones that they came from."""
    zones, starts = state.zones, set[int]()
    zone_at, known = table.layout.zone_at, state.known
    for card in list(cards):
        for place in table.layout.card_places:
            if card in zones[place]:
                zones[place].remove(card)
                starts.add(place)
                lost_sight(table, state, card, place, end)
                break
        zones[end].append(card)
        if known and zone_at[end][0].seen in ("all", "none"):
            known.pop(card, None)
        if state.down and zone_at[end][0].seen != "face-up":
            state.down &= ~(1 << card)
    return starts


def lost_sight(table: Any, state: Any, card: int, start: int, end: int) -> None:
    """Note what is known of a card that goes where not all see it: which it is, or one of those that it lay among."""
    seen, later = table.layout.zone_at[start][0].seen, table.layout.zone_at[end][0].seen
    if seen == "all" and later == "none":
        state.mixed.append((FRESH, card))
    elif seen in ("owner", "others") and later not in ("all", "face-up"):
        note_mixed(state, [card, *state.zones[start]], knowers(table, state, start))


def knowers(table: Any, state: Any, place: int) -> int:
    """Who sees what lies in a zone, as the head of a note."""
    return sum(2 << seat for seat in range(state.players) if table.sees(seat, place))


def is_fresh(note: tuple[int, ...], player: int) -> bool:
    """Whether a player knew each of the cards of a note before."""
    return note[0] == FRESH or bool(note[0] >> player + 1 & 1)


def note_mixed(state: Any, cards: Sequence[int], known: int = 0) -> None:
    """Note that cards can be any of each other, unless the last note says so of them and more."""
    last = state.mixed[-1] if state.mixed else (0,)
    if last[0] not in (FRESH, known | last[0]) or not set(cards) <= set(last[1:]):
        state.mixed.append((known, *cards))


def forget_mixed(state: Any) -> None:
    """Leave out notes that later ones make void, so that they do not grow over many rounds."""
    fresh_at = {card: at for at, (known, *cards) in enumerate(state.mixed) if known == FRESH for card in cards}
    told: set[int] = set()
    kept = []
    for at, note in enumerate(state.mixed):
        is_void = all(fresh_at.get(card, at) > at for card in note[1:])
        if not is_void and (len(note) > 2 or note[1] in told):
            told.update(note[1:])
            kept.append(note)
    state.mixed = kept


def lay_under(table: Any, state: Any, cards: Iterable[int], end: int) -> None:
    """Lay cards lowest into a zone, in their order."""
    moved = list(cards)
    lay(table, state, moved, end)
    held = state.zones[end]
    held[:] = [*moved, *held[: len(held) - len(moved)]]


def move(table: Any, state: Any, actor: int, rule: str, cards: Iterable[int], end: int, given: Sequence[Any]) -> None:
    """Lay cards into a zone and tell of it."""
    moved = list(cards)
    starts = lay(table, state, moved, end)
    is_told = len(moved) == 1 and moved[0] in given  # by the action, if whoever acts saw the card
    if not (is_told and all(table.sees(actor, start) for start in starts)):
        _say_cards(table, state, actor, rule, "moved", moved, starts, end)


def _take(table: Any, state: Any, place: int) -> int:
    """The next card of a zone: of a bag any, of a stack the top, of a row the first."""
    zone, held = table.layout.zone_at[place][0], state.zones[place]
    if zone.kept == "bag":
        codes = table.layout.codes
        card: int = held.pop(by_chance(table, state, held, lambda card: codes[card]))
        note_mixed(state, [card, *held])
        return card
    return int(held.pop() if zone.kept == "stack" else held.pop(0))


def draw(table: Any, state: Any, actor: int, rule: str, number: int, source: int, target: int) -> list[int]:
    """Draw cards one after the other, as many as there are."""
    drawn = []
    for _ in range(number):
        if not state.zones[source] and not _refilled(table, state, actor, rule, source):
            break
        drawn.append(_take(table, state, source))
        state.zones[target].append(drawn[-1])
    _say_cards(table, state, actor, rule, "drawn", drawn, [source], target)
    return drawn


def _refilled(table: Any, state: Any, actor: int, rule: str, place: int) -> bool:
    """Whether a zone that has run out has cards again, shuffled, from where its row says."""
    zone = table.layout.zone_at[place][0]
    refill = state.zones[table.layout.zone_places[zone.refill].base] if zone.refill else []
    if not refill:
        return False
    if table.layout.zone_at[table.layout.zone_places[zone.refill].base][0].seen == "all":
        state.mixed += [(FRESH, card) for card in refill]
    state.zones[place] += refill
    refill.clear()
    mix(table, state, actor, rule, place, zone.code)
    return True


def draw_top(state: Any, number: int, source: int, refill: int, telling: str, rule: str, code: str) -> list[int]:
    """The top cards of a stack, the topmost first; where it runs out, what it is refilled from is shuffled into it."""
    held: list[int] = state.zones[source]
    if number <= 0:
        return []
    if len(held) >= number:
        drawn = held[: -number - 1 : -1]
        del held[len(held) - number :]
        return drawn
    drawn = held[::-1]
    held.clear()
    if refill != NOTHING and state.zones[refill]:
        pile = state.zones[refill]
        state.chance = shuffle(pile, state.chance)
        state.zones[source], state.zones[refill] = pile, held
        state.mixed.append((FRESH, *pile))
        tell_of(state, None, telling, rule, deck=code, count=len(pile))
        drawn += draw_top(state, min(number - len(drawn), len(pile)), source, NOTHING, "", "", code)
    return drawn


def deal(table: Any, state: Any, actor: int, rule: str, number: int, source: int, base: int, code: str) -> None:  # noqa: ARG001
    """So many to each seat, one at a time."""
    for _ in range(number):
        for seat in range(state.players):
            if state.zones[source]:
                state.zones[base + seat].append(_take(table, state, source))
    say(state, rule, "dealt", count=number, zone=code)


def pass_on(table: Any, state: Any, actor: int, rule: str, base: int, step: int) -> None:  # noqa: ARG001
    """All seats give what lies in a zone of theirs to a neighbour at once; who saw it before knows what they gave."""
    zone, players = table.layout.zone_at[base][0], state.players
    held = state.zones[base : base + players]
    for seat in range(players):
        if held[seat] and zone.seen != "all":
            note_mixed(state, held[seat], knowers(table, state, base + seat))
        state.zones[base + (seat + step) % players] = held[seat]
    if any(held):
        say(state, rule, "passed-left" if step > 0 else "passed-right", zone=zone.code, count=max(map(len, held)))


def mix(table: Any, state: Any, actor: int, rule: str, place: int, code: str) -> None:  # noqa: ARG001
    """Bring a zone into any order."""
    held = state.zones[place]
    for card in held:
        state.known.pop(card, None)
    if table.layout.zone_at[place][0].kept != "bag":
        state.chance = shuffle(held, state.chance)
    state.mixed.append((0, *held))
    forget_mixed(state)
    say(state, rule, "shuffled", zone=code)


def roll(table: Any, state: Any, actor: int, rule: str, place: int) -> None:
    """Roll the dice of a zone anew."""
    cup, seat = state.zones[place], table.layout.zone_at[place][1]
    faces = range(1, table.faces_of(state, place) + 1)
    for number in range(len(cup)):
        cup[number] = by_chance(table, state, faces, str) + 1
    cup.sort()
    if place in state.lifted:
        state.lifted.remove(place)
    if state.log is not None and cup:
        whose = table.seats[actor if seat == NOTHING else seat]
        seen = {SEEN_BY: seen_by(table, state, place)}
        say(state, rule, "rolled", seat=whose, dice=", ".join(map(str, cup)), count=len(cup), **seen)


def take_dice(table: Any, state: Any, actor: int, rule: str, number: int, place: int, seat: int) -> None:  # noqa: ARG001
    """Dice leave the game."""
    del state.zones[place][:number]
    say(state, rule, "dice-taken", seat=table.seats[max(seat, 0)], count=number)


def show(table: Any, state: Any, actor: int, rule: str, base: int) -> None:  # noqa: ARG001
    """All see the dice of all, until they are rolled anew."""
    for place in range(base, base + state.players):
        if place not in state.lifted:
            state.lifted.append(place)
        if state.zones[place]:
            dice = ", ".join(map(str, state.zones[place]))
            say(state, rule, "shown", seat=table.seats[place - base], dice=dice, count=len(state.zones[place]))


def keep(table: Any, state: Any, actor: int, rule: str, code: str, at: int, seat: int, value: Any) -> None:  # noqa: ARG001
    """Set a counter and tell of it, where it changes."""
    is_secret = table.layout.counters[code].seen == "owner"
    if state.counters[at] == value and not is_secret:
        return
    state.counters[at] = value
    if is_secret and at not in state.secrets:
        state.secrets = (*state.secrets, at)
    if state.log is not None:
        spelled, owner = table.spelled(code, value), table.layout.counters[code].owner
        if owner == "space":
            place = table.layout.places[at - table.layout.counter_places[code].base]
            say(state, rule, "set-at", place=place, counter=code, value=spelled)
        elif seat == NOTHING:
            say(state, rule, "set", counter=code, value=spelled)
        else:
            secret = {SEEN_BY: str(seat)} if is_secret else {}
            say(state, rule, "set-of", seat=table.called(owner, seat), counter=code, value=spelled, **secret)


def learn(
    table: Any,
    state: Any,
    actor: int,  # noqa: ARG001
    rule: str,
    seat: int,
    cards: Sequence[int],
    attribute: Sequence[Any],
    value: Any,
) -> None:
    """A seat learns which of the cards have a value."""
    known = state.known
    name = next(name for name, values in table.layout.attributes.items() if values is attribute)
    for card in cards:
        learnt = (name, str(value), attribute[card] == value)
        if learnt not in known.get(card, ()):
            known[card] = (*known.get(card, ()), learnt)
    places = [str(place) for place, card in enumerate(cards, start=1) if attribute[card] == value]
    say(state, rule, "told", seat=table.seats[seat], value=str(value), places=", ".join(places))


def clear(table: Any, state: Any, cards: Iterable[int]) -> None:
    """Counters of cards begin anew."""
    size, gone = len(table.layout.codes), set(cards)
    for key in [key for key in state.marks if key % size in gone]:
        del state.marks[key]


def begin(state: Any, actor: int, lines: Sequence[Program], card: int) -> list[Frame]:
    """Let lines happen next, in their order, as those of their own cards or of another one."""
    if len(lines) == 1:
        line = lines[0]
        begun = [Frame(line, actor, 0, NOTHING, NOTHING, line.owner if card == NOTHING else card)]
        state.frames.append(begun[0])
        return begun
    begun = [Frame(line, actor, 0, NOTHING, NOTHING, line.owner if card == NOTHING else card) for line in lines]
    state.frames += begun[::-1]
    return begun


def end(table: Any, state: Any, phase: str) -> None:
    """What is left of a phase is left out."""
    frames, segment = state.frames, table.segments[phase]
    while frames and frames[-1].program.key != segment.program:
        frames.pop()
    if frames:
        frames[-1].at = segment.closing
        frames[-1].left = NOTHING


def following(words: Sequence[str], word: str) -> str:
    """The word behind a word, after the last the first."""
    return words[(words.index(word) + 1) % len(words)]


def seats_from(state: Any, first: int) -> Iterator[int]:
    """All seats clockwise from one on."""
    return ((first + number) % state.players for number in range(state.players))


def owner_of(table: Any, state: Any, card: int) -> int:
    """The seat in whose zone a card lies."""
    for (zone, seat), held in zip(table.layout.zone_at, state.zones, strict=True):
        if zone.owner == "player" and zone.holds == "cards" and card in held:
            return int(seat)
    return 0

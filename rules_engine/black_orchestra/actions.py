"""What the active conspirator can do for an action, and doing it."""

# ruff: noqa: ARG001  (all actions have one signature)

from collections.abc import Callable, Iterator

from rules_engine.black_orchestra.board import enter_space, ways
from rules_engine.black_orchestra.conspire import conspire, conspire_options
from rules_engine.black_orchestra.dossier import check_limits, draw_cards, gain_item, reveal, take_square
from rules_engine.black_orchestra.ladders import HITLER
from rules_engine.black_orchestra.ops import AIM, holds, is_due, push, tell
from rules_engine.black_orchestra.plot import plot_options
from rules_engine.black_orchestra.prison import release_options, try_release
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.standing import works
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.obeys import obeys
from rules_engine.ruleset import ANY_ITEM, Spot

PLAY, ABILITY, DRAW = "play", "ability", "draw"


@obeys(Rule.ACTIONS_PER_TURN, Rule.ACTIONS_REPEAT)
def action_options(table: Table, state: State) -> list[str]:
    """Everything that the active conspirator can do for an action."""
    code = state.active
    conspirator = state.conspirators[code]
    space = conspirator.location
    options = move_options(table, state, space)
    if state.deck or state.discard:
        options.append(DRAW)
    if space in state.squares:
        options.append("procure" if space in state.face_up else "reveal")
    options += [f"deliver {item}" for item in dict.fromkeys(conspirator.items) if spot_for(table, state, code, item)]
    options += conspire_options(table, state)
    options += release_options(table, state)
    options += share_options(state, code)
    options += [word for word, _ in plays(table, state, code)]
    options += plot_options(table, state)
    options += [word for word, _ in abilities(table, state, code)]
    return options


def move_options(table: Table, state: State, space: str) -> list[str]:
    """The moves along the lines to open spaces."""
    words = table.moves.get((space, state.stage))
    if words is None:
        words = table.moves[space, state.stage] = [f"move {other}" for other in ways(table, state, space)]
    return words[:]


@obeys(Rule.SHARE_SAME_SPACE)
def share_options(state: State, code: str) -> list[str]:
    """What can be given to or taken from those in the same space."""
    options = []
    mine = state.conspirators[code]
    for other, theirs in state.conspirators.items():
        if theirs.location == mine.location and other != code:
            options += [f"give {thing} {other}" for thing in dict.fromkeys(mine.items + mine.cards)]
            options += [f"take {thing} {other}" for thing in dict.fromkeys(theirs.items + theirs.cards)]
    return options


@obeys(Rule.DELIVER_UNCOVERED, Rule.DELIVER_CONDITION)
def spot_for(table: Table, state: State, code: str, item: str) -> Spot | None:
    """What the space wants that the item fits, its own kind first, if it can be seen and its condition holds."""
    space = state.conspirators[code].location
    if space in state.squares:
        return None
    spots = table.spaces[space].spots
    for kind in (item, ANY_ITEM):
        for spot in spots:
            if spot.item == kind and holds(table, state, spot.conditions, code):
                return spot
    return None


@obeys(Rule.ACT_EFFECT, Rule.PLAY_CARD)
def plays(table: Table, state: State, code: str) -> Iterator[tuple[str, str]]:
    """Cards that can be played for an action, and the keys of their programs."""
    for card in dict.fromkeys(state.conspirators[code].cards):
        able = [key for key in table.of("action", card) if _can(table, state, key, code)]
        for number, key in enumerate(able, 1):
            yield (f"{PLAY} {card}" if number == 1 else f"{PLAY} {card} {number}"), key


def abilities(table: Table, state: State, code: str) -> Iterator[tuple[str, str]]:
    """Abilities that can be used for an action, and the keys of their programs."""
    keys = table.of("ability action", code)
    if keys and works(table, state, code):
        for number, key in enumerate(keys, 1):
            if _can(table, state, key, code):
                yield f"{ABILITY} {number}", key


def _can(table: Table, state: State, key: str, code: str) -> bool:
    return is_due(table, state, key, code) and table.programs[key].ops[0].can(table, state, Frame(key, code))


def act(table: Table, state: State, frame: Frame, action: str) -> None:
    """Pay an action and do it."""
    verb, _, rest = action.partition(" ")
    if verb == "conspire":
        conspire(table, state, int(rest))
        return
    doing = VERBS[verb]
    state.actions_left -= 1
    doing(table, state, frame, rest)


def _move(table: Table, state: State, frame: Frame, rest: str) -> None:
    enter_space(table, state, frame, state.active, rest)


@obeys(Rule.CARD_OVER_RULES)
def _draw(table: Table, state: State, frame: Frame, _: str) -> None:
    code = state.active
    for key in table.of("instead of {action}", code):
        if table.programs[key].arguments["action"] == DRAW and works(table, state, code):
            push(state, key, code)
            return
    draw_cards(state, code, 1)


@obeys(Rule.PROCURE_REVEALED)
def _procure(table: Table, state: State, frame: Frame, _: str) -> None:
    code = state.active
    gain_item(table, state, frame, code, take_square(state, state.conspirators[code].location))


def _reveal(table: Table, state: State, frame: Frame, _: str) -> None:
    reveal(table, state, frame, state.conspirators[state.active].location)


@obeys(Rule.DELIVER_DISCARD, Rule.DELIVER_SPLIT)
def _deliver(table: Table, state: State, frame: Frame, item: str) -> None:
    hand_in(table, state, frame, state.active, item)


def hand_in(table: Table, state: State, frame: Frame | None, code: str, item: str) -> None:
    """Discard an item in the space that wants it, for what that is worth there."""
    space = state.conspirators[code].location
    spot = spot_for(table, state, code, item)
    assert spot is not None, "only what is wanted is delivered"
    state.conspirators[code].items.remove(item)
    state.discarded_items.append(item)
    tell(table, state, frame, "delivered", Rule.DELIVER_DISCARD, conspirator=code, item=item, location=space)
    for key in reversed(table.delivery_keys(space, spot)):
        push(state, key, code)


def _release(table: Table, state: State, frame: Frame, rest: str) -> None:
    try_release(table, state, frame, rest)


@obeys(Rule.SHARE_LIMITS)
def _give(table: Table, state: State, frame: Frame, rest: str) -> None:
    thing, other = rest.split(" ")
    _hand_over(table, state, frame, thing, state.active, other)


def _take(table: Table, state: State, frame: Frame, rest: str) -> None:
    thing, other = rest.split(" ")
    _hand_over(table, state, frame, thing, other, state.active)


def _hand_over(table: Table, state: State, frame: Frame, thing: str, giver: str, taker: str) -> None:
    mine, theirs = state.conspirators[giver], state.conspirators[taker]
    if thing in mine.items:
        mine.items.remove(thing)
        theirs.items.append(thing)
    else:
        mine.cards.remove(thing)
        theirs.cards.append(thing)
    tell(table, state, frame, "handed-over", Rule.SHARE_SAME_SPACE, giver=giver, card=thing, conspirator=taker)
    check_limits(table, state, taker)


@obeys(Rule.DOSSIER_DISCARD_PLAYED)
def _play(table: Table, state: State, frame: Frame, rest: str) -> None:
    card = rest.split(" ")[0]
    key = next(key for word, key in plays(table, state, state.active) if word == f"{PLAY} {rest}")
    state.conspirators[state.active].cards.remove(card)
    state.discard.append(card)
    tell(table, state, frame, "card-played", Rule.ACT_EFFECT, conspirator=state.active, card=card)
    push(state, key, state.active, card=card)


def _plot(table: Table, state: State, frame: Frame, rest: str) -> None:
    card, _, aim = rest.partition(" ")
    memo = {AIM: aim} if aim and aim != HITLER else {}
    push(state, table.of("plot", card)[0], state.active, **memo)


def _ability(table: Table, state: State, frame: Frame, rest: str) -> None:
    key = table.of("ability action", state.active)[int(rest) - 1]
    state.used.append(key)
    push(state, key, state.active)


VERBS: dict[str, Callable[[Table, State, Frame, str], None]] = {
    "move": _move,
    DRAW: _draw,
    "procure": _procure,
    "reveal": _reveal,
    "deliver": _deliver,
    "release": _release,
    "give": _give,
    "take": _take,
    PLAY: _play,
    "plot": _plot,
    ABILITY: _ability,
}

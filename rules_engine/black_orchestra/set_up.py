"""Set-up of a game and its variants, and tables laid out as an example or a test wants them."""

from collections.abc import Mapping
from typing import Any

from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import push
from rules_engine.black_orchestra.rulebook import HITLER, LOYAL, NO_TIME, PERSONAL, SECURED, SUPPORT, Rule
from rules_engine.black_orchestra.seating import seat_players, seating_choices
from rules_engine.black_orchestra.state import State, arrive, read_tracks
from rules_engine.black_orchestra.turn import AT_ACTIONS, TAKING_TURNS
from rules_engine.chance import seeded, shuffle
from rules_engine.machine.steps import run_frames
from rules_engine.obeys import obeys

DIFFICULTY = "difficulty"
USUAL = "standard"
NO, YES = "no", "yes"
LOSING_STEP = "lose"
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


def choices(table: Edition) -> dict[str, tuple[str, ...]]:
    """The options of the set-up, the usual one first; variants as far as the edition has them and their numbers."""
    known = table.ruleset.concepts.get(DIFFICULTY, ())
    found = {DIFFICULTY: tuple(sorted(known, key=lambda code: code != USUAL))}
    for rule, name, values in (
        (Rule.VARIANT_LOYAL_DEPUTIES, LOYAL, (NO, "one", "two")),
        (Rule.VARIANT_NO_TIME, NO_TIME, (NO, YES)),
        (Rule.VARIANT_DOCUMENTS, SECURED, (NO, YES)),
    ):
        if rule in table.rules and name not in table.ruleset.left_out.values():
            found[name] = values
    return found | seating_choices(table)


@obeys(Rule.SETUP_BOARDS, Rule.SETUP_SOLO, Rule.SETUP_PAWNS, Rule.SETUP_DIFFICULTY)
def start(table: Edition, players: int, seed: int, options: Mapping[str, str]) -> State:
    """The state at the first decision; boards and who begins are left to chance unless the players want to choose."""
    tracks = read_tracks(table.ruleset, options[DIFFICULTY])
    state = State(tracks=tracks, choices=dict(options), chance=seeded(seed), players=players)
    boards = table.deck("character")
    state.chance = shuffle(boards, state.chance)
    count = table.numbers.boards_solo if players == 1 else players
    for code in boards[:count]:
        state.conspirators[code] = arrive(state, table.numbers.start_space)
    state.boards = boards[count:]
    state.active = boards[0]
    state.levels = {SUPPORT: state.tracks[SUPPORT].start}
    lay_table(table, state)
    push(state, TAKING_TURNS, state.active)
    seat_players(state)
    run_frames(table, state)
    return state


@obeys(Rule.SETUP_LEADERS, Rule.SETUP_DECKS)
def lay_table(table: Edition, state: State) -> None:
    """Leaders, items and decks."""
    state.leaders = {leader: table.numbers.starts[leader] for leader in table.leaders}
    _lay_items(table, state)
    _lay_events(table, state)
    state.deck = table.deck("conspirator")
    state.chance = shuffle(state.deck, state.chance)
    state.interrogations = table.deck("interrogation")
    state.chance = shuffle(state.interrogations, state.chance)


@obeys(Rule.SETUP_ITEMS)
def _lay_items(table: Edition, state: State) -> None:
    """One token face down on every square, which are the spaces that want something."""
    tokens = [item for item in table.ruleset.concepts.get("item", ()) for _ in range(table.numbers.item_copies)]
    state.chance = shuffle(tokens, state.chance)
    squares = [code for code, space in table.spaces.items() if space.spots]
    state.squares = dict(zip(squares, tokens, strict=False))
    state.removed_items = tokens[len(squares) :]


@obeys(Rule.SETUP_EVENTS, Rule.SETUP_EVENTS_REMOVED, Rule.VARIANT_NO_TIME, Rule.VARIANT_DOCUMENTS)
def _lay_events(table: Edition, state: State) -> None:
    """Each stage is shuffled apart, and some of its events are put aside unseen."""
    numbers = table.numbers
    usual = numbers.no_time_removed if state.choices.get(NO_TIME) == YES else numbers.events_removed
    is_secured = state.choices.get(SECURED) == YES
    for stage in range(1, numbers.stages + 1):
        cards = [card for card in table.deck("event") if table.stage_of[card] == stage]
        removed = usual
        if is_secured and any(is_losing(table, card) for card in cards):
            state.removed_events += [card for card in cards if is_losing(table, card)]
            cards = [card for card in cards if not is_losing(table, card)]
            removed += numbers.documents_removed - numbers.events_removed
        state.chance = shuffle(cards, state.chance)
        state.unseen += cards[:removed]
        state.event_decks.append(cards[removed:])


def is_losing(table: Edition, card: str) -> bool:
    """Whether an event ends the game at once."""
    return any(op.form == LOSING_STEP for program in table.of("event", card) for op in program.ops)


def arrange(table: Edition, given: Mapping[str, Any], seed: int = 0) -> State:
    """A state in the actions of a turn, or a ValueError that names what cannot be."""
    unknown = [key for key in given if key not in KEYS]
    if unknown or not given.get("conspirators"):
        wrong = ", ".join(unknown) or "no conspirators"
        raise ValueError(f"A table cannot be laid out with {wrong}; it knows {', '.join(KEYS)}.")
    chosen = {name: values[0] for name, values in choices(table).items()} | dict(given.get("choices", {}))
    tracks = read_tracks(table.ruleset, chosen.get(DIFFICULTY, USUAL))
    state = State(tracks=tracks, choices=chosen, chance=seeded(seed), turn=1)
    _seat(table, state, given)
    lay_table(table, state)
    _lay_pieces(table, state, given)
    _lay_cards(state, given)
    _lay_given_events(table, state, given)
    state.actions_left, state.events_due = given.get("actions-left", table.numbers.actions), 1
    push(state, TAKING_TURNS, state.active).at = AT_ACTIONS
    run_frames(table, state)
    return state


def _seat(table: Edition, state: State, given: Mapping[str, Any]) -> None:
    """Conspirators with their markers, items and cards."""
    known = table.deck("character")
    for code, entry in given["conspirators"].items():
        if code not in known:
            raise ValueError(f"There is no character “{code}” who could take part.")
        made = arrive(state, _space(table, entry.get("location", table.numbers.start_space)), entry.get("items", ()))
        for track in PERSONAL:
            if track in entry:
                made.levels[track] = table.ladders[track].index(entry[track])
        made.cards = list(entry.get("cards", ()))
        state.conspirators[code] = made
    state.boards = [code for code in known if code not in state.conspirators]
    state.players = given.get("players", len(state.conspirators))
    state.active = given.get("active", next(iter(state.conspirators)))
    if state.active not in state.conspirators:
        raise ValueError(f"{state.active} cannot be active without taking part.")
    state.levels = {SUPPORT: given.get("military-support", state.tracks[SUPPORT].start)}
    state.stage, state.dissent = given.get("stage", 1), given.get("dissent", 0)


def _lay_pieces(table: Edition, state: State, given: Mapping[str, Any]) -> None:
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


def _lay_cards(state: State, given: Mapping[str, Any]) -> None:
    """Conspirator and interrogation cards; those that are named in a deck lie on its top, the first uppermost."""
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


def _lay_given_events(table: Edition, state: State, given: Mapping[str, Any]) -> None:
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


def bring_event(table: Edition, state: State, card: str) -> None:
    """Let an event be drawn next."""
    _take_event(table, state, card)
    state.event_decks[table.stage_of[card] - 1].append(card)
    for cards in state.event_decks[: table.stage_of[card] - 1]:
        state.event_discard += cards
        cards.clear()


def _take_event(table: Edition, state: State, card: str) -> None:
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


def _space(table: Edition, code: str) -> str:
    if code not in table.spaces:
        raise ValueError(f"The board has no space “{code}”.")
    return code


def _leader(table: Edition, code: str) -> str:
    if code not in table.leaders:
        raise ValueError(f"There is no leader “{code}”; there are {HITLER} and his deputies.")
    return code

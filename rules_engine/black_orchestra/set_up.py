"""Set-up: leaders, items, events of each stage, decks, conspirators, and the variants."""

from collections.abc import Mapping

from rules_engine.black_orchestra.ladders import SUPPORT, read_tracks
from rules_engine.black_orchestra.ops import push
from rules_engine.black_orchestra.plot import LOYAL
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import State, arrive
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.turn import TURN
from rules_engine.chance import seeded, shuffle
from rules_engine.errors import RulesetError
from rules_engine.obeys import obeys

DIFFICULTY, NO_TIME, SECURED = "difficulty", "no-time-to-lose", "secured-documents"
USUAL = "standard"
NO, YES = "no", "yes"
LOSING_STEP = "lose"


def choices(table: Table) -> dict[str, tuple[str, ...]]:
    """The options of the set-up, the usual one first; variants as far as the edition has them."""
    known = table.ruleset.concepts.get(DIFFICULTY, ())
    found = {DIFFICULTY: tuple(sorted(known, key=lambda code: code != USUAL))}
    for rule, name, values in (
        (Rule.VARIANT_LOYAL_DEPUTIES, LOYAL, (NO, "one", "two")),
        (Rule.VARIANT_NO_TIME, NO_TIME, (NO, YES)),
        (Rule.VARIANT_DOCUMENTS, SECURED, (NO, YES)),
    ):
        if rule in table.rules:
            found[name] = values
    return found


@obeys(Rule.SETUP_BOARDS, Rule.SETUP_SOLO, Rule.SETUP_PAWNS, Rule.SETUP_DIFFICULTY)
def start(table: Table, players: int, seed: int, options: Mapping[str, str]) -> State:
    """The state before the first turn; who begins is left to chance."""
    state = State(read_tracks(table.ruleset, options[DIFFICULTY]), dict(options))
    state.chance, state.players = seeded(seed), players
    boards = table.deck("character")
    state.chance = shuffle(boards, state.chance)
    count = table.numbers.boards_solo if players == 1 else players
    for code in boards[:count]:
        state.conspirators[code] = arrive(state, table.numbers.start_space)
    state.boards = boards[count:]
    state.active = boards[0]
    state.levels = {SUPPORT: state.tracks[SUPPORT].start}
    lay_table(table, state)
    push(state, TURN, state.active)
    return state


@obeys(Rule.SETUP_LEADERS, Rule.SETUP_DECKS)
def lay_table(table: Table, state: State) -> None:
    """Leaders, items and decks."""
    state.leaders = {leader: table.numbers.starts[leader] for leader in table.leaders}
    _lay_items(table, state)
    _lay_events(table, state)
    state.deck = table.deck("conspirator")
    state.chance = shuffle(state.deck, state.chance)
    state.interrogations = table.deck("interrogation")
    state.chance = shuffle(state.interrogations, state.chance)


@obeys(Rule.SETUP_ITEMS)
def _lay_items(table: Table, state: State) -> None:
    """One token face down on every square, which are the spaces that want something."""
    tokens = [item for item in table.items for _ in range(table.numbers.item_copies)]
    state.chance = shuffle(tokens, state.chance)
    squares = [code for code, space in table.spaces.items() if space.spots]
    state.squares = dict(zip(squares, tokens, strict=False))
    state.removed_items = tokens[len(squares) :]


@obeys(Rule.SETUP_EVENTS, Rule.SETUP_EVENTS_REMOVED, Rule.VARIANT_NO_TIME, Rule.VARIANT_DOCUMENTS)
def _lay_events(table: Table, state: State) -> None:
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


def is_losing(table: Table, card: str) -> bool:
    """Whether an event ends the game at once."""
    clauses = (step.clause for key in table.of("event", card) for step in table.effects[key].line.steps)
    return any(clause is not None and clause.form == LOSING_STEP for clause in clauses)


def check(table: Table) -> None:
    """Raise a RulesetError for the first fact or deck without which no game can be set up."""
    numbers = table.numbers
    for deck in ("character", "conspirator", "event", "interrogation"):
        if not table.deck(deck):
            name, game = table.ruleset.name, table.ruleset.game
            sentence = f"{name} has no cards of the deck `{deck}`. List them in games/{game}/cards/."
            raise RulesetError("card", None, deck, sentence)
    for difficulty in table.ruleset.concepts.get(DIFFICULTY, ()):
        read_tracks(table.ruleset, difficulty)
    sizes = [sum(stage == number for stage in map(table.stage_of.__getitem__, table.deck("event")))
             for number in range(1, numbers.stages + 1)]  # fmt: skip
    if numbers.events_removed > min(sizes):
        raise table.ruleset.wrong_fact("deck:event", "removed-per-stage", f"at most {min(sizes)}")
    characters = [code for code in table.deck("character") if table.affiliations[code]]
    if len(characters) < numbers.most_players:
        raise table.ruleset.wrong_fact("component:pawn", "count", f"at most {len(characters)}")

"""A month up to its evaluation: evidence tokens are drawn, cards are played and drawn, the winner is predicted."""

from rules_engine.chance import shuffle
from rules_engine.machine.steps import NOTHING, Program, holds, tell
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.cards import ANALYSIS, DEFECTOR, FACE_UP, INTELLIGENCE, Table
from rules_engine.operation_barclay.rulebook import FIELDS, Rule
from rules_engine.operation_barclay.state import (
    ABWEHR,
    BOTH,
    DOWN,
    FACTIONS,
    LCS,
    OPEN,
    Frame,
    Lying,
    Phase,
    State,
    Step,
)

PASS = "pass"


def deck_of(state: State, deck: str) -> list[int]:
    """The cards of a deck; its top is the end."""
    if deck == INTELLIGENCE:
        return state.intelligence
    return state.defector if deck == DEFECTOR else state.own[FACTIONS.index(deck)]


@obeys(Rule.DRAW_SHORT, Rule.SPY_SHORT_DECK)
def take_top(state: State, deck: str, count: int) -> list[int]:
    """The top cards of a deck, the topmost first; fewer when the deck is short."""
    pile = deck_of(state, deck)
    taken = pile[::-1][:count]
    del pile[len(pile) - len(taken) :]
    return taken


@obeys(Rule.DISCARD_OPEN)
def discard(table: Table, state: State, frame: Frame | None, player: int, card: int, rule: str) -> None:
    """A card goes to the player's discard pile, where everybody sees it."""
    state.discards[player].append(card)
    state.known[card] = BOTH
    if state.log is not None:
        tell(state, frame, "discarded", rule, faction=FACTIONS[player], card=table.codes[card])


@obeys(Rule.PREPARATION_DISCARD)
def clear_space(table: Table, state: State, player: int) -> None:
    """All cards of a space go to the discard pile of whoever played them."""
    for lying in state.spaces[player]:
        for card in (lying.under, lying.card):
            if card != NOTHING:
                discard(table, state, None, player, card, Rule.PREPARATION_DISCARD)
    state.spaces[player] = []


def place_of(state: State, card: int) -> tuple[int, int]:
    """The player in whose space a card lies on top, and its place there; NOTHING where it does not."""
    for player, space in enumerate(state.spaces):
        for at, lying in enumerate(space):
            if lying.card == card:
                return player, at
    return NOTHING, NOTHING


def change(state: State, card: int, **values: object) -> None:
    """Let a card in a space count as something else."""
    player, at = place_of(state, card)
    lying: Lying = state.spaces[player][at]
    state.spaces[player][at] = lying._replace(**values)  # type: ignore[arg-type]


def begin(table: Table, state: State, program: Program) -> None:
    """Let an effect of the player whose turn it is happen, if the conditions of its trigger hold."""
    if program.conditions and not holds(table, state, program.conditions, state.player):
        return
    frame = Frame(program, state.player)
    state.frames.append(frame)
    if state.log is not None:
        card = table.codes[program.owner]
        tell(state, frame, "effect", program.rule, faction=FACTIONS[state.player], card=card)


@obeys(Rule.GAME_LENGTH, Rule.PHASE_ORDER, Rule.ABWEHR_BEGINS, Rule.HAND_KEPT)
def begin_month(table: Table, state: State) -> None:
    """Prepare the next month and let the Abwehr begin."""
    state.month += 1
    state.phase = Phase.PREPARATION
    tell(state, None, "month", Rule.GAME_LENGTH, month=state.month)
    for player in (ABWEHR, LCS):
        clear_space(table, state, player)
        state.extra[player] = [0] * len(table.symbols)
        state.won[player] = []
    state.predictions, state.wild = [NOTHING] * len(FACTIONS), [0] * len(FACTIONS)
    state.shielded, state.seen_predictions, state.best = [], 0, NOTHING
    _draw_evidence(table, state)
    _begin_turns(state, Phase.FIRST if table.numbers.face_up else Phase.ANALYSIS)


@obeys(Rule.PREPARATION_BAG, Rule.PREPARATION_DRAW)
def _draw_evidence(table: Table, state: State) -> None:
    """All evidence tokens go into the bag, and from it onto the fields in their order."""
    bag = table.evidence[:]
    state.chance = shuffle(bag, state.chance)
    for field, count in enumerate(table.numbers.fields):
        state.fields[field] = sorted(bag.pop() for _ in range(count))
        if state.log is not None:
            for colour in state.fields[field]:
                data = {"colour": table.colours[colour], "field": FIELDS[field]}
                tell(state, None, "evidence", Rule.PREPARATION_DRAW, **data)


@obeys(Rule.ABWEHR_BEGINS)
def _begin_turns(state: State, phase: int) -> None:
    state.phase, state.player = phase, ABWEHR
    state.played = [0] * len(FACTIONS)
    state.step = Step.PREDICT if phase == Phase.ANALYSIS else Step.PLAY


def play_options(table: Table, state: State) -> list[str]:
    """Cards of the hand that this phase allows; who has none passes."""
    play, plays, phase = table.play, table.plays, state.phase
    return [play[card] for card in state.hands[state.player] if phase in plays[card]] or [PASS]


@obeys(Rule.ANALYSIS)
def predict_options(table: Table, state: State) -> list[str]:
    """Either side, and before it a card for the analysis."""
    play, plays = table.play, table.plays
    cards = [play[card] for card in state.hands[state.player] if Phase.ANALYSIS in plays[card]]
    return [*cards, *table.predict]


@obeys(Rule.PLAY_FACE_UP, Rule.PLAY_FACE_DOWN, Rule.EFFECT_AT_ONCE, Rule.EFFECT_WAITS, Rule.EFFECT_IN_ITS_PHASE)
def play(table: Table, state: State, card: int) -> None:
    """Play a card into the own space; what it does at once is begun."""
    player = state.player
    state.hands[player].remove(card)
    is_down = state.phase == Phase.LAST
    state.spaces[player].append(table.laid(card, DOWN if is_down else OPEN))
    if not is_down:
        state.known[card] = BOTH
    if state.log is not None:
        kind, rule = ("played-down", Rule.PLAY_FACE_DOWN) if is_down else ("played", Rule.PLAY_FACE_UP)
        tell(state, None, kind, rule, faction=FACTIONS[player], card=table.codes[card], deck=table.backs[card])
    if state.phase == Phase.ANALYSIS:
        programs = table.triggered[ANALYSIS][card]
    else:
        programs = table.triggered[FACE_UP][card] if not is_down else ()
        state.played[player] += 1
        state.step = Step.DRAW
    for program in reversed(programs):
        begin(table, state, program)


@obeys(Rule.DRAW_SHORT)
def skip(_: Table, state: State) -> None:
    """A player without a card to play lets the turn go by."""
    state.played[state.player] += 1
    state.step = Step.DRAW
    tell(state, None, "passed", Rule.DRAW_SHORT, faction=FACTIONS[state.player])


@obeys(Rule.ANALYSIS, Rule.ANALYSIS_ORDER, Rule.ULTRA_STAYS)
def predict(_: Table, state: State, winner: int) -> None:
    """Lay a prediction face down; whoever has played a card draws after it."""
    state.predictions[state.player] = winner
    state.step = Step.DRAW
    faction = FACTIONS[state.player]
    tell(state, None, "predicted", Rule.ANALYSIS, faction=faction, winner=FACTIONS[winner])


@obeys(Rule.DRAW_WHERE, Rule.DRAW_OWN_SIDE, Rule.DRAW_AFTER_PLAY)
def draw_options(table: Table, state: State) -> list[str]:
    """The decks that a player whose hand is not full may draw from."""
    player = state.player
    if len(state.hands[player]) >= table.numbers.hand:
        return []
    intelligence, own, defector = table.draw[player]
    options = [intelligence] if state.intelligence else []
    if state.own[player]:
        options.append(own)
    if state.defector:
        options.append(defector)
    return options


def draw(table: Table, state: State, deck: str) -> None:
    """The top card of the deck goes into the hand."""
    player = state.player
    card = deck_of(state, deck).pop()
    state.hands[player].append(card)
    state.known[card] |= 1 << player
    if state.log is not None:
        data = {"faction": FACTIONS[player], "deck": deck, "card": table.codes[card]}
        tell(state, None, "drew", Rule.DRAW_WHERE, **data)


@obeys(Rule.PHASE_ORDER, Rule.ABWEHR_BEGINS, Rule.ANALYSIS_ORDER)
def end_turn(table: Table, state: State) -> bool:
    """The other player's turn, or the next phase; true when all cards of the month have been played."""
    player = state.player
    if state.phase == Phase.ANALYSIS:
        if player == ABWEHR:
            state.player, state.step = LCS, Step.PREDICT
            return False
        return _next_phase(table, state)
    state.player, state.step = 1 - player, Step.PLAY
    wanted = table.numbers.face_up if state.phase == Phase.FIRST else table.numbers.face_down
    return min(state.played) >= wanted and _next_phase(table, state)


def _next_phase(table: Table, state: State) -> bool:
    """A phase in which nobody plays a card goes by."""
    if state.phase == Phase.FIRST:
        _begin_turns(state, Phase.ANALYSIS)
        return False
    if state.phase == Phase.LAST or not table.numbers.face_down:
        return True
    _begin_turns(state, Phase.LAST)
    return False

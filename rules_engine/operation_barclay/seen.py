"""What a player sees and is told, and what they could not tell apart: all that is hidden from them is dealt anew.

What is dealt anew depends on the seed and on what the player sees, and on nothing that is hidden.
"""

from collections import Counter
from typing import Any

from rules_engine.chance import below, seeded, shuffle
from rules_engine.events import Event
from rules_engine.machine.steps import NOTHING
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.cards import FACE_DOWN, Table
from rules_engine.operation_barclay.evaluation import lying_symbols, open_combination, open_tokens
from rules_engine.operation_barclay.rulebook import FIELDS, OFFENSIVES, Rule
from rules_engine.operation_barclay.set_up import role_of
from rules_engine.operation_barclay.state import (
    ABWEHR,
    DOWN,
    FACTIONS,
    GREEN,
    LCS,
    PEEKED,
    UP,
    Lying,
    Phase,
    State,
    Step,
)

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
SHARE = 1 << 32
"""How finely chance picks among arrangements of unlike likelihood."""


@obeys(Rule.DISCARD_OPEN, Rule.SETUP_SECRET)
def view(table: Table, state: State, player: int) -> dict[str, Any]:
    """The table as a player sees it; the backs of cards tell their decks."""
    codes, known, enemy = table.codes, state.known, 1 - player
    hidden = [*state.hands[enemy], *(lying.card for lying in state.spaces[enemy] if lying.facing == DOWN)]
    frames = [frame for frame in state.frames if frame.actor == player]
    return {
        "you": FACTIONS[player],
        "month": state.month,
        "phase": Phase.NAMES[state.phase],
        "step": Step.NAMES[state.step],
        "to-move": FACTIONS[state.player],
        "regions": {code: _region(table, state, player, at) for at, code in enumerate(table.regions)},
        "offensives": _offensives(table, state) if player == LCS else None,
        "fields": {name: [table.colours[c] for c in state.fields[at]] for at, name in enumerate(FIELDS)},
        "evidence": {name: [table.colours[c] for c in state.won[at]] for at, name in enumerate(FACTIONS)},
        "using": table.colours[state.using] if state.using != NOTHING else None,
        "shielded": [table.colours[colour] for colour in state.shielded],
        "wild": state.wild[ABWEHR],
        "hand": [codes[card] for card in state.hands[player]],
        "hand-known-to-enemy": sorted(codes[card] for card in state.hands[player] if known[card] >> enemy & 1),
        "enemy-hand": _backs(table, state, enemy),
        "enemy-known": sorted(codes[card] for card in hidden if known[card] >> player & 1),
        "looking-at": [codes[card] for frame in frames for card in frame.those],
        "spaces": {
            name: [_lying(table, player, at, each) for each in state.spaces[at]] for at, name in enumerate(FACTIONS)
        },
        "combinations": {name: _combination(table, state, at) for at, name in enumerate(FACTIONS)},
        "symbols": {name: _symbols(table, state, at) for at, name in enumerate(FACTIONS)},
        "predictions": {name: _prediction(state, player, at) for at, name in enumerate(FACTIONS)},
        "discards": {name: [codes[card] for card in state.discards[at]] for at, name in enumerate(FACTIONS)},
        "decks": _decks(table, state, player),
        "result": list(state.outcome) if state.outcome else None,
    }


def _region(table: Table, state: State, player: int, region: int) -> dict[str, Any]:
    """The tokens of a region by space, None for one that the player does not know."""
    spaces = range(region * table.size, (region + 1) * table.size)
    tokens = [state.tokens[space] for space in spaces]
    seen = [token != NOTHING and bool(player == LCS or token & (UP | PEEKED)) for token in tokens]
    return {
        "tokens": [_radar(token) if is_seen else None for token, is_seen in zip(tokens, seen, strict=True)],
        "face-up": [space + 1 for space, token in enumerate(tokens) if token != NOTHING and token & UP],
        "peeked": [space + 1 for space, token in enumerate(tokens) if token != NOTHING and token & PEEKED],
        "laid": NOTHING not in tokens,
    }


def _radar(token: int) -> str:
    return "green" if token & GREEN else "red"


def _offensives(table: Table, state: State) -> dict[str, str | None]:
    planned = (state.primary, state.secondary)
    return {
        name: table.regions[region] if region != NOTHING else None
        for name, region in zip(OFFENSIVES, planned, strict=False)
    }


def _backs(table: Table, state: State, enemy: int) -> dict[str, int]:
    return dict(sorted(Counter(table.backs[card] for card in state.hands[enemy]).items()))


def _lying(table: Table, player: int, owner: int, lying: Lying) -> dict[str, Any]:
    is_down = lying.facing == DOWN
    if is_down and owner != player:
        return {"card": None, "back": table.backs[lying.card], FACE_DOWN: True}
    return {
        "card": table.codes[lying.card],
        "back": table.backs[lying.card],
        FACE_DOWN: is_down,
        "ranks": list(lying.ranks),
        "colours": [table.colours[colour] for colour in lying.colours],
        "over": table.codes[lying.under] if lying.under != NOTHING else None,
        "is-ignored": lying.is_ignored,
    }


def _combination(table: Table, state: State, player: int) -> str | None:
    """What the open cards of a space make at best."""
    return table.hands.kind(open_combination(table, state, player)) or None


def _symbols(table: Table, state: State, player: int) -> dict[str, int]:
    return dict(zip(table.symbols, lying_symbols(table, state, player), strict=True))


def _prediction(state: State, player: int, owner: int) -> str | None:
    """A prediction that lies face down is seen by its owner, and by the other where a card has shown it."""
    winner = state.predictions[owner]
    if winner == NOTHING:
        return None
    return FACTIONS[winner] if owner == player or state.seen_predictions >> player & 1 else FACE_DOWN


def _decks(table: Table, state: State, player: int) -> dict[str, Any]:
    """How many cards are in each deck; of the defector deck, from the top down, those that the player knows."""
    codes = table.codes
    return {
        "intelligence": len(state.intelligence),
        **{name: len(state.own[at]) for at, name in enumerate(FACTIONS)},
        "defector": [codes[card] if state.known[card] >> player & 1 else None for card in reversed(state.defector)],
    }


@obeys(Rule.SETUP_SECRET, Rule.PLAY_FACE_DOWN, Rule.ANALYSIS)
def told(_: Table, event: Event, player: int) -> Event | None:
    """The event as a player may hear of it."""
    hidden = SECRETS.get(event.kind)
    if hidden is None or event.data["faction"] == FACTIONS[player]:
        return event
    shown = {name: value for name, value in event.data.items() if name not in hidden}
    return Event(event.kind + UNSEEN, shown, event.effect, event.rule)


def redeal(table: Table, state: State, player: int, seed: int) -> State:
    """A state that looks the same to the player."""
    made = state.copy()
    made.chance = seeded(seed)
    if player == ABWEHR:
        if made.phase == Phase.SET_UP:
            _redeal_set_up(table, made)
        else:
            _redeal_tokens(table, made)
    for back in table.decks:
        _redeal_cards(table, made, player, back)
    enemy = 1 - player
    if made.predictions[enemy] != NOTHING and not made.seen_predictions >> player & 1:
        made.predictions[enemy], made.chance = below(made.chance, len(FACTIONS))
    return made


def _redeal_set_up(table: Table, state: State) -> None:
    """The Abwehr sees how far the LCS has got, and nothing else."""
    regions = list(range(len(table.regions)))
    state.chance = shuffle(regions, state.chance)
    state.primary = regions[0] if state.primary != NOTHING else NOTHING
    state.secondary = regions[1] if state.secondary != NOTHING else NOTHING
    for region in range(state.tokens.index(NOTHING) // table.size if state.step == Step.LAY else 0):
        patterns = list(table.lay[role_of(state, region)].values())
        at, state.chance = below(state.chance, len(patterns))
        state.tokens[region * table.size : (region + 1) * table.size] = patterns[at]


def _redeal_tokens(table: Table, state: State) -> None:
    """Offensives that fit what the Abwehr has seen, as often as they are likely, and the tokens to go with them."""
    seen = open_tokens(table, state, UP | PEEKED)
    drawn, state.chance = below(state.chance, SHARE)
    left = drawn / SHARE
    for arrangement, likely in table.logic.chances(seen):
        state.primary, state.secondary = arrangement.primary, arrangement.secondary
        left -= likely
        if left < 0:
            break
    size = table.size
    for region, (green, _) in enumerate(seen):
        spaces = [s for s in range(region * size, (region + 1) * size) if not state.tokens[s] & (UP | PEEKED)]
        state.chance = shuffle(spaces, state.chance)
        missing = table.numbers.offensives[role_of(state, region)][0] - green
        for at, space in enumerate(spaces):
            state.tokens[space] = GREEN if at < missing else 0


def _redeal_cards(table: Table, state: State, player: int, back: str) -> None:
    """The cards of one back: those that the player does not know change places, each place keeps who knows of it."""
    backs, known, enemy = table.backs, state.known, 1 - player
    pool = [card for card in table.decks[back] if not known[card] >> player & 1]
    is_hidden = set(pool)
    decks = [state.defector, state.intelligence, *state.own]
    decks += [frame.those for frame in state.frames if frame.actor == enemy]
    places = [(deck, at) for deck in decks for at, card in enumerate(deck) if card in is_hidden]
    bits = [known[deck[at]] for deck, at in places]
    hand, space = state.hands[enemy], state.spaces[enemy]
    down = [at for at, lying in enumerate(space) if lying.facing == DOWN and backs[lying.card] == back]
    held = [card for card in hand if backs[card] == back] + [space[at].card for at in down]
    dealt = sorted(card for card in held if card not in is_hidden)
    state.chance = shuffle(pool, state.chance)
    _put_playable_first(table, pool, len(pool) - len(places), len(down), dealt)
    for (deck, at), knowing in zip(places, bits, strict=True):
        deck[at] = pool.pop()
        known[deck[at]] = knowing
    for card in pool:
        known[card] = 1 << enemy
    _deal_hand(table, state, enemy, back, dealt + pool, down)


def _put_playable_first(table: Table, pool: list[int], kept: int, down: int, dealt: list[int]) -> None:
    """Of the cards that stay with the enemy, enough must be such as may lie face down."""
    plays = table.plays
    for at in range(kept):
        able = sum(Phase.LAST in plays[card] for card in dealt + pool[:kept])
        if able >= down:
            return
        if Phase.LAST not in plays[pool[at]]:
            other = next((i for i in range(kept, len(pool)) if Phase.LAST in plays[pool[i]]), at)
            pool[at], pool[other] = pool[other], pool[at]


def _deal_hand(table: Table, state: State, enemy: int, back: str, cards: list[int], down: list[int]) -> None:
    """The enemy's hand and face-down cards: which of the known ones were played face down is not known either."""
    backs, plays, hand = table.backs, table.plays, state.hands[enemy]
    if down:
        state.chance = shuffle(cards, state.chance)
    for at in down:
        card = next((card for card in cards if Phase.LAST in plays[card]), cards[0])
        cards.remove(card)
        state.spaces[enemy][at] = table.laid(card, DOWN)
    hand[:] = sorted([card for card in hand if backs[card] != back] + cards)

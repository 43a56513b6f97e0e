"""What a player could not tell apart: everything that is hidden from them is dealt anew.

What comes out depends on the seed and on what the player sees, and on nothing that is hidden.
"""

from rules_engine.chance import below, seeded, shuffle
from rules_engine.operation_barclay.evidence import open_tokens
from rules_engine.operation_barclay.set_up import role_of
from rules_engine.operation_barclay.state import (
    ABWEHR,
    DOWN,
    FACTIONS,
    GREEN,
    NOTHING,
    PEEKED,
    UP,
    Phase,
    State,
    Step,
)
from rules_engine.operation_barclay.table import Table

SHARE = 1 << 32
"""How finely chance picks among arrangements of unlike likelihood."""


def redeal(table: Table, state: State, player: int, seed: int) -> State:
    """A state that looks the same to the player."""
    made = state.copy()
    made.chance = seeded(seed)
    if player == ABWEHR:
        if made.phase == Phase.SET_UP:
            _redeal_set_up(table, made)
        else:
            _redeal_tokens(table, made)
    for back in table.cards.decks:
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
    backs, known, enemy = table.cards.backs, state.known, 1 - player
    pool = [card for card in table.cards.decks[back] if not known[card] >> player & 1]
    is_hidden = set(pool)
    decks = [state.defector, state.intelligence, *state.own]
    decks += [frame.those for frame in state.frames if frame.player == enemy]
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
    plays = table.cards.plays
    for at in range(kept):
        able = sum(Phase.LAST in plays[card] for card in dealt + pool[:kept])
        if able >= down:
            return
        if Phase.LAST not in plays[pool[at]]:
            other = next((i for i in range(kept, len(pool)) if Phase.LAST in plays[pool[i]]), at)
            pool[at], pool[other] = pool[other], pool[at]


def _deal_hand(table: Table, state: State, enemy: int, back: str, cards: list[int], down: list[int]) -> None:
    """The enemy's hand and face-down cards: which of the known ones were played face down is not known either."""
    backs, plays, hand = table.cards.backs, table.cards.plays, state.hands[enemy]
    if down:
        state.chance = shuffle(cards, state.chance)
    for at in down:
        card = next((card for card in cards if Phase.LAST in plays[card]), cards[0])
        cards.remove(card)
        state.spaces[enemy][at] = table.cards.laid(card, DOWN)
    hand[:] = sorted([card for card in hand if backs[card] != back] + cards)

"""Steps with cards: look, keep, lay back, peek, discard, replace, cover."""

# ruff: noqa: ARG002  (all steps have one signature)

from typing import TYPE_CHECKING

from rules_engine.chance import shuffle
from rules_engine.compile import Arguments
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.ops import Op, Pick, tell
from rules_engine.operation_barclay.piles import DEFECTOR, deck_of, discard, forget, learn, place_of, take_top
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import (
    ABWEHR,
    BOTH,
    DOWN,
    FACTIONS,
    GREEN,
    NOTHING,
    OPEN,
    PEEKED,
    UP,
    Frame,
    Lying,
    State,
)

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

THIS, OWN_CARD, ENEMY_CARD = "this", "own-card", "enemy-card"
OWN_DISCARD, EITHER_DISCARD, OWN_HAND = "own-discard", "either-discard", "own-hand"
SAME_COLOUR = "same-colour"
ENEMY = "enemy"


class Look(Op):
    """Take the top cards of a deck to look at them in secret."""

    def __init__(self, count: int, deck: str) -> None:
        self.count, self.deck = count, deck

    @obeys(Rule.SPY, Rule.DOUBLE_AGENT)
    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """As many as there are; who knew where one of several was does not know it any more."""
        frame.those = take_top(state, self.deck, self.count)
        for card in frame.those:
            if len(frame.those) > 1:
                forget(state, card, frame.player)
            learn(state, card, frame.player)
            if state.log is not None:
                rule, faction = table.cards.programs[frame.program].rule, FACTIONS[frame.player]
                code = table.cards.codes[card]
                tell(table, state, frame, "looked", rule, faction=faction, deck=self.deck, card=code)
        return True


class Keep(Pick):
    """Some of the cards looked at go into the hand."""

    def __init__(self, count: int) -> None:
        self.count = count

    def times(self, table: "Table", state: State, frame: Frame) -> int:
        """One pick for each card."""
        return self.count

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """Which of them; all of them where no more are left than may be kept."""
        offered = frame.those if len(frame.those) > frame.left else frame.those[:1]
        return [f"keep {table.cards.codes[card]}" for card in offered]

    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """Into the hand."""
        code = action.split()[1]
        card = table.cards.numbers[code]
        frame.those.remove(card)
        state.hands[frame.player].append(card)
        if state.log is not None:
            rule = table.cards.programs[frame.program].rule
            tell(table, state, frame, "kept", rule, faction=FACTIONS[frame.player], card=code)


class LayBack(Pick):
    """The other cards looked at go on top of a deck, in an order of the player's choice."""

    def __init__(self, deck: str) -> None:
        self.deck = deck

    def times(self, table: "Table", state: State, frame: Frame) -> int:
        """One pick for each card."""
        return len(frame.those)

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """Which of them lies below those that follow."""
        return [f"return {table.cards.codes[card]}" for card in frame.those]

    @obeys(Rule.DEFECTOR_DECK_BEGINS, Rule.SPY, Rule.DOUBLE_AGENT)
    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """On top of what lies there."""
        code = action.split()[1]
        card = table.cards.numbers[code]
        frame.those.remove(card)
        deck_of(state, self.deck).append(card)
        if state.log is not None:
            rule = Rule.DEFECTOR_DECK_BEGINS if self.deck == DEFECTOR else table.cards.programs[frame.program].rule
            tell(table, state, frame, "returned", rule, faction=FACTIONS[frame.player], deck=self.deck, card=code)


class PeekHand(Op):
    """Look at cards of the enemy's hand, at random."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """As many as there are."""
        hand = sorted(state.hands[1 - frame.player])
        state.chance = shuffle(hand, state.chance)
        for card in hand[: self.count]:
            learn(state, card, frame.player)
            if state.log is not None:
                rule, faction = table.cards.programs[frame.program].rule, FACTIONS[frame.player]
                tell(table, state, frame, "saw-card", rule, faction=faction, card=table.cards.codes[card])
        return True


class PeekPrediction(Op):
    """Look at the enemy's prediction, if it lies there."""

    @obeys(Rule.ULTRA)
    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Nothing happens where there is none yet."""
        winner = state.predictions[1 - frame.player]
        if winner != NOTHING:
            state.seen_predictions |= 1 << frame.player
            rule, faction = table.cards.programs[frame.program].rule, FACTIONS[frame.player]
            tell(table, state, frame, "saw-prediction", rule, faction=faction, winner=FACTIONS[winner])
        return True


class PeekTokens(Pick):
    """Look at intelligence tokens in the regions of the card's colours."""

    def __init__(self, count: int) -> None:
        self.count = count

    def times(self, table: "Table", state: State, frame: Frame) -> int:
        """One pick for each token."""
        return self.count

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """Tokens that the Abwehr does not know; the LCS knows all of them."""
        if frame.player != ABWEHR:
            return []
        card, size = table.cards.programs[frame.program].owner, table.size
        regions = [table.region_of[colour] for colour in table.cards.colours[card]]
        spaces = [r * size + at for r in regions if r != NOTHING for at in range(size)]
        return [
            table.turn[space].replace("turn", "peek") for space in spaces if not state.tokens[space] & (UP | PEEKED)
        ]

    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """The token stays face down."""
        _, region, number = action.split()
        space = table.regions.index(region) * table.size + int(number) - 1
        state.tokens[space] |= PEEKED
        radar = "green" if state.tokens[space] & GREEN else "red"
        rule, faction = table.cards.programs[frame.program].rule, FACTIONS[frame.player]
        tell(table, state, frame, "saw-token", rule, faction=faction, location=region, space=number, radar=radar)


def bind_peek(arguments: Arguments) -> Op:
    """``peek {number} {secret}``."""
    count, secret = int(arguments["number"]), arguments["secret"]
    if secret == "enemy-hand":
        return PeekHand(count)
    return PeekPrediction() if secret == "enemy-analysis" else PeekTokens(count)


class Discard(Op):
    """A player discards cards of the hand at random."""

    def __init__(self, count: int, who: str) -> None:
        self.count, self.is_enemy = count, who == ENEMY

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """As many as there are."""
        player = 1 - frame.player if self.is_enemy else frame.player
        hand = sorted(state.hands[player])
        state.chance = shuffle(hand, state.chance)
        for card in hand[: self.count]:
            state.hands[player].remove(card)
            discard(table, state, frame, player, card, table.cards.programs[frame.program].rule)
        return True


def targets(table: "Table", state: State, frame: Frame, target: str) -> list[Lying]:
    """The cards of the combinations that an effect may concern."""
    card = table.cards.programs[frame.program].owner
    if target == ENEMY_CARD:
        return [lying for lying in state.spaces[1 - frame.player] if lying.ranks and lying.facing != DOWN]
    own = [lying for lying in state.spaces[frame.player] if lying.ranks and lying.facing != DOWN]
    return own if target == OWN_CARD else [lying for lying in own if lying.card == card]


class Replace(Pick):
    """Another card takes the place of a card, which is discarded, or is laid over it so that its symbols stay."""

    def __init__(self, arguments: Arguments, verb: str) -> None:
        self.target, self.source, self.match = arguments["target"], arguments["source"], arguments["match"]
        self.verb = verb

    @obeys(Rule.REPLACEMENT, Rule.REPLACEMENT_EITHER_PILE, Rule.REPLACEMENT_SAME_COLOUR, Rule.A_FORCE)
    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """A card with its new card; whatever colour is demanded, one of several is enough."""
        codes, ranks, colours = table.cards.codes, table.cards.ranks, table.cards.colours
        if self.source == OWN_HAND:
            new = state.hands[frame.player][:]
        else:
            new = state.discards[frame.player] + (
                state.discards[1 - frame.player] if self.source == EITHER_DISCARD else []
            )
        is_cover, found = self.verb == "cover", []
        for lying in targets(table, state, frame, self.target):
            if is_cover and lying.under != NOTHING:
                continue
            for card in new:
                if ranks[card] and (self.match != SAME_COLOUR or set(colours[card]) & set(lying.colours)):
                    found.append(f"{self.verb} {codes[lying.card]} {codes[card]}")
        return found

    @obeys(Rule.REPLACEMENT, Rule.REPLACEMENT_KEEPS_SYMBOL)
    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """The new card lies open; what it would have done when played does not happen."""
        old, new = (table.cards.numbers[code] for code in action.split()[1:])
        player, at = place_of(state, old)
        for pile in (state.hands[frame.player], *state.discards):
            if new in pile:
                pile.remove(new)
                break
        state.known[new] = BOTH
        is_cover, rule = self.verb == "cover", table.cards.programs[frame.program].rule
        before = state.spaces[player][at]
        state.spaces[player][at] = table.cards.laid(new, OPEN)._replace(under=old if is_cover else NOTHING)
        if state.log is not None:
            kind, codes = "covered" if is_cover else "replaced", table.cards.codes
            told = Rule.REPLACEMENT_KEEPS_SYMBOL if is_cover else rule
            tell(table, state, frame, kind, told, faction=FACTIONS[frame.player], card=codes[old], new=codes[new])
        for card in () if is_cover else (before.under, before.card):
            if card != NOTHING:
                discard(table, state, frame, player, card, rule)

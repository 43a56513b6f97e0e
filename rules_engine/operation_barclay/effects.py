"""What the effects of cards do: look and peek, discard and replace, count otherwise, change symbols and evidence."""

# ruff: noqa: ARG001, ARG002  (all steps have one signature)

from collections.abc import Iterable

from rules_engine.chance import shuffle
from rules_engine.errors import CannotExecute
from rules_engine.machine.forms import Compiled, arguments_of
from rules_engine.machine.steps import NOTHING, Do, Op, Pick, Scene, tell
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.cards import ANALYSIS, DEFECTOR, EVALUATION, FACE_UP, FORMS, Table
from rules_engine.operation_barclay.evaluation import open_combination
from rules_engine.operation_barclay.month import change, deck_of, discard, place_of, take_top
from rules_engine.operation_barclay.rulebook import FIELDS, Rule
from rules_engine.operation_barclay.state import (
    ABWEHR,
    BOTH,
    DOWN,
    FACTIONS,
    GREEN,
    OPEN,
    PEEKED,
    UP,
    Frame,
    Lying,
    State,
)
from rules_engine.ruleset import CardCount
from schema.notation import Line

IN_PHASE = "in {phase}"
LOOK, KEEP, REST = "look {number} {deck}", "keep {number}", "rest {deck}"
THIS, OWN_CARD, ENEMY_CARD = "this", "own-card", "enemy-card"
EITHER_DISCARD, OWN_HAND, SAME_COLOUR, ENEMY = "either-discard", "own-hand", "same-colour", "enemy"


def tell_of(state: State, frame: Frame, kind: str, **data: str | int) -> None:
    """Say what the player of an effect has done, by the rule of the card."""
    tell(state, frame, kind, frame.program.rule, faction=FACTIONS[frame.actor], **data)


@FORMS.step(LOOK)
@obeys(Rule.SPY, Rule.DOUBLE_AGENT)
def look(table: Table, state: State, frame: Frame, number: int, deck: str) -> None:
    """Look at the top cards of a deck in secret; who knew where one of several was does not know it any more."""
    frame.those = take_top(state, deck, number)
    for card in frame.those:
        mine = 1 << frame.actor
        state.known[card] = mine if len(frame.those) > 1 else state.known[card] | mine
        tell_of(state, frame, "looked", deck=deck, card=table.codes[card])


@FORMS.step(KEEP)
class Keep(Pick):
    """Some of the cards looked at go into the hand."""

    def __init__(self, number: int) -> None:
        self.count = number

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """One pick for each card."""
        return self.count

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Which of them; all of them where no more are left than may be kept."""
        offered = frame.those if len(frame.those) > frame.left else frame.those[:1]
        return [f"keep {table.codes[card]}" for card in offered]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Into the hand."""
        code = option.split()[1]
        frame.those.remove(table.number_of[code])
        state.hands[frame.actor].append(table.number_of[code])
        tell_of(state, frame, "kept", card=code)


@FORMS.step(REST)
class LayBack(Pick):
    """The other cards looked at go on top of a deck, in an order of the player's choice."""

    def __init__(self, deck: str) -> None:
        self.deck = deck

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """One pick for each card."""
        return len(frame.those)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Which of them lies below those that follow."""
        return [f"return {table.codes[card]}" for card in frame.those]

    @obeys(Rule.DEFECTOR_DECK_BEGINS, Rule.SPY, Rule.DOUBLE_AGENT)
    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """On top of what lies there."""
        code = option.split()[1]
        frame.those.remove(table.number_of[code])
        deck_of(state, self.deck).append(table.number_of[code])
        rule = Rule.DEFECTOR_DECK_BEGINS if self.deck == DEFECTOR else frame.program.rule
        tell(state, frame, "returned", rule, faction=FACTIONS[frame.actor], deck=self.deck, card=code)


class PeekTokens(Pick):
    """Look at intelligence tokens in the regions of the card's colours."""

    def __init__(self, count: int) -> None:
        self.count = count

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """One pick for each token; the LCS knows all of them."""
        return self.count if frame.actor == ABWEHR else 0

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Tokens that the Abwehr does not know."""
        size, colours = table.size, table.colours_of[frame.program.owner]
        regions = [table.region_of[colour] for colour in colours]
        spaces = [region * size + at for region in regions if region != NOTHING for at in range(size)]
        return [f"peek {table.turn[at].removeprefix('turn ')}" for at in spaces if not state.tokens[at] & (UP | PEEKED)]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """The token stays face down."""
        _, region, number = option.split()
        space = table.regions.index(region) * table.size + int(number) - 1
        state.tokens[space] |= PEEKED
        radar = "green" if state.tokens[space] & GREEN else "red"
        tell_of(state, frame, "saw-token", location=region, space=number, radar=radar)


def peek_at_hand(table: Table, state: State, frame: Frame, number: int) -> None:
    """Look at cards of the enemy's hand, at random."""
    for card in _at_random(state, 1 - frame.actor, number):
        state.known[card] |= 1 << frame.actor
        tell_of(state, frame, "saw-card", card=table.codes[card])


@obeys(Rule.ULTRA)
def peek_at_prediction(table: Table, state: State, frame: Frame) -> None:
    """Look at the enemy's prediction, if it lies there."""
    winner = state.predictions[1 - frame.actor]
    if winner != NOTHING:
        state.seen_predictions |= 1 << frame.actor
        tell_of(state, frame, "saw-prediction", winner=FACTIONS[winner])


@FORMS.bind("peek {number} {secret}")
def peek(number: int, secret: str) -> Op:
    """At the hand, the prediction, or tokens."""
    if secret == "enemy-hand":
        return Do(peek_at_hand, {"number": number})
    return Do(peek_at_prediction, {}) if secret == "enemy-analysis" else PeekTokens(number)


def _at_random(state: State, player: int, count: int) -> list[int]:
    """Cards of a hand, as many as there are."""
    hand = sorted(state.hands[player])
    state.chance = shuffle(hand, state.chance)
    return hand[:count]


@FORMS.step("discard {number} {who}")
def discard_at_random(table: Table, state: State, frame: Frame, number: int, who: str) -> None:
    """A player discards cards of the hand at random, as many as there are."""
    player = 1 - frame.actor if who == ENEMY else frame.actor
    for card in _at_random(state, player, number):
        state.hands[player].remove(card)
        discard(table, state, frame, player, card, frame.program.rule)


class OnCard(Pick):
    """A step for one of the cards of the combinations."""

    def __init__(self, target: str) -> None:
        self.target = target

    def targets(self, state: State, frame: Frame) -> list[Lying]:
        """The cards that it may concern."""
        player = 1 - frame.actor if self.target == ENEMY_CARD else frame.actor
        found = [lying for lying in state.spaces[player] if lying.ranks and lying.facing != DOWN]
        return found if self.target != THIS else [lying for lying in found if lying.card == frame.program.owner]

    def counting(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Those of them that count, by their codes."""
        return [table.codes[lying.card] for lying in self.targets(state, frame) if not lying.is_ignored]


class Replace(OnCard):
    """Another card takes the place of a card, which is discarded, or is laid over it so that its symbols stay."""

    verb = "replace"

    def __init__(self, target: str, source: str, match: str) -> None:
        super().__init__(target)
        self.source, self.match, self.is_cover = source, match, self.verb == "cover"

    @obeys(Rule.REPLACEMENT, Rule.REPLACEMENT_EITHER_PILE, Rule.REPLACEMENT_SAME_COLOUR, Rule.A_FORCE)
    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """A card with its new card; whatever colour is demanded, one of several is enough."""
        codes, ranks, colours = table.codes, table.ranks, table.colours_of
        if self.source == OWN_HAND:
            new = state.hands[frame.actor]
        else:
            other = state.discards[1 - frame.actor] if self.source == EITHER_DISCARD else []
            new = state.discards[frame.actor] + other
        found = []
        for lying in self.targets(state, frame):
            if self.is_cover and lying.under != NOTHING:
                continue
            for card in new:
                if ranks[card] and (self.match != SAME_COLOUR or set(colours[card]) & set(lying.colours)):
                    found.append(f"{self.verb} {codes[lying.card]} {codes[card]}")
        return found

    @obeys(Rule.REPLACEMENT, Rule.REPLACEMENT_KEEPS_SYMBOL)
    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """The new card lies open; what it would have done when played does not happen."""
        _, old_code, new_code = option.split()
        old, new = table.number_of[old_code], table.number_of[new_code]
        player, at = place_of(state, old)
        for pile in (state.hands[frame.actor], *state.discards):
            if new in pile:
                pile.remove(new)
                break
        state.known[new] = BOTH
        before = state.spaces[player][at]
        state.spaces[player][at] = table.laid(new, OPEN)._replace(under=old if self.is_cover else NOTHING)
        kind, rule = "replaced", frame.program.rule
        if self.is_cover:
            kind, rule = "covered", Rule.REPLACEMENT_KEEPS_SYMBOL
        tell(state, frame, kind, rule, faction=FACTIONS[frame.actor], card=old_code, new=new_code)
        for card in () if self.is_cover else (before.under, before.card):
            if card != NOTHING:
                discard(table, state, frame, player, card, rule)


class Cover(Replace):
    """A card is laid over another."""

    verb = "cover"


FORMS.step("replace {target} {source} {match}")(Replace)
FORMS.step("cover {target} {source} {match}")(Cover)


@FORMS.step("ignore {target}")
class Ignore(OnCard):
    """A card counts neither for its number nor for its colour."""

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Cards that count."""
        return [f"ignore {code}" for code in self.counting(table, state, frame)]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Its symbols still count."""
        code = option.split()[1]
        change(state, table.number_of[code], is_ignored=True)
        tell_of(state, frame, "ignored", card=code)


@FORMS.step("rank {target} {signed}")
class Shift(OnCard):
    """The number of a card changes for this month."""

    def __init__(self, target: str, signed: int) -> None:
        super().__init__(target)
        self.amount = signed

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Cards that count."""
        return [f"rank {code} {self.amount:+d}" for code in self.counting(table, state, frame)]

    @obeys(Rule.TRAITORS)
    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Never beyond the lowest and the highest number."""
        code = option.split()[1]
        player, at = place_of(state, table.number_of[code])
        moved = (rank + self.amount for rank in state.spaces[player][at].ranks)
        ranks = sorted({min(max(rank, table.lowest), table.highest) for rank in moved})
        change(state, table.number_of[code], ranks=tuple(ranks))
        tell_of(state, frame, "shifted", card=code, amount=f"{self.amount:+d}")


@FORMS.step("copy {trait} {target}")
class Copy(OnCard):
    """The card takes the number or the colour of another."""

    def __init__(self, trait: str, target: str) -> None:
        if target == THIS:
            raise CannotExecute(target, "a card cannot copy itself")
        super().__init__(target)
        self.trait, self.value = trait, "ranks" if trait == "rank" else "colours"

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Other cards that have it, as long as the card itself lies there."""
        card = frame.program.owner
        if place_of(state, card)[0] == NOTHING:
            return []
        found = [each for each in self.targets(state, frame) if each.card != card and getattr(each, self.value)]
        return [f"copy {self.trait} {table.codes[lying.card]}" for lying in found]

    @obeys(Rule.TRAITORS)
    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """What it may count as, this card may count as."""
        code, card = option.split()[2], frame.program.owner
        player, at = place_of(state, table.number_of[code])
        change(state, card, **{self.value: getattr(state.spaces[player][at], self.value)})
        tell_of(state, frame, "copied-value", actor=table.codes[card], card=code, trait=self.trait)


@FORMS.step("symbols {who} {symbol} {signed}")
def change_symbols(table: Table, state: State, frame: Frame, who: str, symbol: str, signed: int) -> None:
    """More or fewer symbols count for a player this month; never fewer than none, which is seen to in counting."""
    player = 1 - frame.actor if who == ENEMY else frame.actor
    state.extra[player][table.symbols.index(symbol)] += signed
    faction, amount = FACTIONS[player], f"{signed:+d}"
    tell(state, frame, "symbols-changed", frame.program.rule, faction=faction, symbol=symbol, amount=amount)


@FORMS.step("exchange {a=field} {b=field}")
class Exchange(Pick):
    """Evidence tokens of two fields change places."""

    def __init__(self, a: str, b: str) -> None:
        if a == b:
            raise CannotExecute(b, "tokens change places between two different fields")
        self.a, self.b = FIELDS.index(a), FIELDS.index(b)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """One of each field."""
        colours, first, second = table.colours, *(dict.fromkeys(state.fields[field]) for field in (self.a, self.b))
        return [f"exchange {colours[one]} {colours[other]}" for one in first for other in second]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Each lies where the other lay."""
        _, colour, other_colour = option.split()
        one, other = table.colours.index(colour), table.colours.index(other_colour)
        first, second = state.fields[self.a], state.fields[self.b]
        first[first.index(one)], second[second.index(other)] = other, one
        tell_of(state, frame, "exchanged", colour=colour, other=other_colour)


@FORMS.step("shield {colour}")
def shield(table: Table, state: State, frame: Frame, colour: str) -> None:
    """An evidence token turns nothing up this month, whoever takes it."""
    number = table.colours.index(colour)
    if number not in state.shielded:
        state.shielded.append(number)
    tell_of(state, frame, "shielded", colour=colour)


@FORMS.step("wild {number}")
def wild(table: Table, state: State, frame: Frame, number: int) -> None:
    """Some evidence tokens may be used in any region this month; which ones is decided when they are used."""
    state.wild[frame.actor] += number
    tell_of(state, frame, "wild", count=number)


@FORMS.condition("{deck} empty")
def is_empty(scene: Scene, deck: str) -> bool:
    """No card is left in a deck."""
    return not deck_of(scene.state, deck)


@FORMS.condition("{colour} on {field}")
def is_on(scene: Scene, colour: str, field: str) -> bool:
    """An evidence token lies on a field."""
    return scene.table.colours.index(colour) in scene.state.fields[FIELDS.index(field)]


@FORMS.condition("combination {hand}")
def has_combination(scene: Scene, hand: str) -> bool:
    """The player's combination is of that kind at this moment."""
    score = open_combination(scene.table, scene.state, scene.actor)
    return bool(scene.table.hands.kind(score) == hand)


def check(card: CardCount | None, line: Line, compiled: Compiled) -> None:
    """Raise CannotExecute unless a card may do this at that time."""
    if card is None:
        raise CannotExecute("", "only cards have effects")
    trigger = line.trigger
    if trigger is None:
        raise CannotExecute("", "the line does not say when it happens")
    when = arguments_of(trigger).get("phase", EVALUATION)
    if trigger.form == IN_PHASE and when not in (ANALYSIS, EVALUATION):
        raise CannotExecute(when, f"no effect waits for the phase “{when}”; it happens when the card is played")
    _check_those(compiled.ops, is_late=when == EVALUATION and FACE_UP not in trigger.words)


def _check_those(ops: Iterable[Op], is_late: bool) -> None:
    """Cards that were looked at go somewhere; they are kept while hands are filled, and not in the evaluation."""
    is_looking = False
    for op in ops:
        if op.form == LOOK:
            if is_looking:
                raise CannotExecute("look", "the line does not say where the rest of the cards goes")
            is_looking = True
        elif op.form in (KEEP, REST):
            word = op.form.split()[0]
            if not is_looking:
                raise CannotExecute(word, "there are no cards before it that were looked at")
            if is_late and op.form == KEEP:
                raise CannotExecute(word, "no cards are drawn in the evaluation")
            is_looking = op.form == KEEP
    if is_looking:
        raise CannotExecute("look", "the line does not say where the rest of the cards goes")

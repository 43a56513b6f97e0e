"""Steps with maquis and Spies: draw, look, put, discard, move, remove, copy."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.chance import below
from rules_engine.compile import Arguments
from rules_engine.errors import CannotExecute
from rules_engine.obeys import obeys
from rules_engine.resist.cards import Cards
from rules_engine.resist.ops import KEEP, MAQUIS, Need, Op, Pick, tell
from rules_engine.resist.piles import (
    PILE,
    discard_enemy,
    discard_maquis,
    draw,
    leave_play,
    maquis_among,
    remove,
    take_top,
)
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import CARD, FACE_DOWN, NOTHING, SPY, Frame, State, Step

ALL, ANY, REST = "all", "any", "rest"
SPY_CARD, MAQUIS_CARD = "spy", "maquis"
FAMILY = {"hidden": MAQUIS_CARD, "recruit": MAQUIS_CARD, "enemy": "enemy"}
"""What kind of cards a draw deck holds."""


class Draw(Op):
    """Draw from a deck into the hand."""

    def __init__(self, count: int, deck: str) -> None:
        self.count, self.deck = count, PILE[deck]

    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """As many as there are."""
        draw(cards, state, self.deck, self.count, cards.programs[frame.program].rule, frame)
        return True


class Look(Op):
    """Take the top cards of a deck for the steps that follow."""

    def __init__(self, count: int, deck: str) -> None:
        self.count, self.deck, self.family = count, PILE[deck], FAMILY[deck]

    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """As many as there are."""
        frame.those = take_top(cards, state, self.deck, self.count)
        frame.where = NOTHING
        for card in frame.those if state.log is not None else ():
            tell(cards, state, frame, "looked", cards.programs[frame.program].rule, card=cards.codes[card])
        return True


class SortThose(Pick):
    """Of the cards looked at, so many go somewhere."""

    def __init__(self, word: str, verb: str, behind: str, family: str | None) -> None:
        self.word, self.verb, self.behind, self.family = word, verb, behind, family
        self.number = int(word) if word.isdigit() else None
        self.is_free = word == ANY

    def times(self, cards: Cards, state: State, frame: Frame) -> int:
        """All of a kind at once, else one pick for each card."""
        if self.word in (SPY_CARD, MAQUIS_CARD):
            is_spy = self.word == SPY_CARD
            return sum((card == SPY) == is_spy for card in frame.those)
        return len(frame.those) if self.number is None else min(self.number, len(frame.those))

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """The cards that may go there, in words; where the order is all the same, any will do."""
        codes = cards.codes
        if self.word == SPY_CARD:
            return [f"{self.verb} {codes[SPY]}{self.behind}"]
        among = maquis_among(frame.those) if self.word == MAQUIS_CARD else frame.those
        words = [f"{self.verb} {codes[card]}{self.behind}" for card in dict.fromkeys(among)]
        return [*words, KEEP] if self.is_free else words

    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """Lay one card where it goes, or have enough."""
        if action == KEEP:
            frame.left = 0
            return
        card = cards.numbers[action.split(" ", 2)[1]]
        frame.those.remove(card)
        self.lay(cards, state, frame, card)

    def lay(self, cards: Cards, state: State, frame: Frame, card: int) -> None:
        """Where the card goes."""
        raise NotImplementedError


class Put(SortThose):
    """Those go onto a deck or under it; of several, the last one put lies outermost."""

    def __init__(self, word: str, deck: str, is_on_top: bool) -> None:
        place = f" {'on' if is_on_top else 'under'} {deck}"
        super().__init__(word, "put", place, FAMILY[deck])
        self.deck, self.name, self.is_on_top = PILE[deck], deck, is_on_top

    def lay(self, cards: Cards, state: State, frame: Frame, card: int) -> None:
        """Onto the top or the bottom of the deck."""
        pile: list[int] = getattr(state, self.deck)
        pile.insert(len(pile) if self.is_on_top else 0, card)
        if state.log is not None:
            place = "on" if self.is_on_top else "under"
            rule = cards.programs[frame.program].rule
            tell(cards, state, frame, "put", rule, card=cards.codes[card], place=place, deck=self.name)


class DiscardThose(SortThose):
    """Those go to the discard pile of their kind."""

    def __init__(self, word: str) -> None:
        super().__init__(word, "discard", "", None)

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """Where all go, there is nothing to choose."""
        options = super().options(cards, state, frame)
        return options[:1] if self.word in (ALL, REST) else options

    def lay(self, cards: Cards, state: State, frame: Frame, card: int) -> None:
        """Flipped enemies leave their mission."""
        if frame.where != NOTHING:
            here = state.enemies[frame.where]
            here.remove(next(enemy for enemy in here if enemy & (CARD | FACE_DOWN) == card))
        if cards.is_enemy[card]:
            discard_enemy(cards, state, frame, card)
        else:
            discard_maquis(cards, state, frame, card)


def spies_in_hand(_: Cards, state: State, __: int) -> int:
    """How many Spies are in hand."""
    return state.hand.count(SPY)


def maquis_in_hand(_: Cards, state: State, held: int) -> int:
    """How many maquis are in hand beside the one that is about to be played."""
    return len(state.hand) - state.hand.count(SPY) - held


class FromHand(Pick):
    """Discard Spies or maquis from the hand, or remove them from the game."""

    def __init__(self, count: int | None, what: str, is_removed: bool) -> None:
        self.count, self.is_spy, self.is_removed = count, what == SPY_CARD, is_removed
        self.verb = "remove" if is_removed else "discard"

    def needs(self) -> tuple[Need, ...]:
        """As many of them."""
        if self.is_spy:
            return (Need("spy in hand", spies_in_hand, self.count or 1),)
        return (Need("maquis in hand", maquis_in_hand, self.count or 1),)

    def times(self, cards: Cards, state: State, frame: Frame) -> int:
        """So many, or as many as there are."""
        there = spies_in_hand(cards, state, 0) if self.is_spy else maquis_in_hand(cards, state, 0)
        return there if self.count is None else min(self.count, there)

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """The cards in words."""
        if self.is_spy:
            return [f"{self.verb} {cards.codes[SPY]} from hand"]
        return [f"{self.verb} {cards.codes[card]} from hand" for card in maquis_among(state.hand)]

    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """The card leaves the hand."""
        card = cards.numbers[action.split(" ", 2)[1]]
        state.hand.remove(card)
        (remove if self.is_removed else discard_maquis)(cards, state, frame, card)


def maquis_in_play(_: Cards, state: State, __: int) -> int:
    """How many maquis lie in the play area."""
    return len(state.played_hidden) + len(state.played_revealed)


class FromPlay(Pick):
    """Discard maquis from the play area, or remove them from the game."""

    def __init__(self, count: int | None, is_removed: bool) -> None:
        self.count, self.is_removed = count, is_removed
        self.verb = "remove" if is_removed else "discard"

    def needs(self) -> tuple[Need, ...]:
        """As many in play."""
        return (Need("maquis in play", maquis_in_play, self.count or 1),)

    def times(self, cards: Cards, state: State, frame: Frame) -> int:
        """So many, or all."""
        there = maquis_in_play(cards, state, 0)
        return there if self.count is None else min(self.count, there)

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """The cards in words; where all go, there is nothing to choose."""
        among = state.played_hidden + state.played_revealed
        if self.count is None:
            del among[1:]
        return [f"{self.verb} {cards.codes[card]} from play-area" for card in among]

    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """The card leaves the play area."""
        card = cards.numbers[action.split(" ", 2)[1]]
        leave_play(state, card)
        (remove if self.is_removed else discard_maquis)(cards, state, frame, card)


class RemoveRandom(Op):
    """Remove maquis of one side, drawn blindly, from the game."""

    def __init__(self, count: int, side: str) -> None:
        self.count, self.pile = count, f"played_{side}"

    @obeys(Rule.HIDDEN_MEANS)
    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """As many as lie there."""
        for _ in range(self.count):
            pile: list[int] = getattr(state, self.pile)
            if pile:
                chosen, state.chance = below(state.chance, len(pile))
                card = pile[chosen]
                leave_play(state, card)
                remove(cards, state, frame, card)
        return True


class MoveMaquis(Pick):
    """Move maquis or Spies from one pile to another; from a deck the top cards, elsewhere the player chooses."""

    def __init__(self, count: int, what: str, source: str, target: str) -> None:
        self.count, self.is_spy = count, what == SPY_CARD
        self.source, self.target = PILE[source], PILE[target]
        self.from_name, self.to_name, self.is_deck = source, target, source in FAMILY

    def needs(self) -> tuple[Need, ...]:
        """Decks may have run out; piles must have the cards."""
        if self.is_deck:
            return ()
        return (Need(f"{self.source} {self.is_spy}", lambda _, s, held: self._there(s) - self._held(held), self.count),)

    def _held(self, held: int) -> int:
        return held if self.source == "hand" and not self.is_spy else 0

    def _there(self, state: State) -> int:
        pile: list[int] = getattr(state, self.source)
        spies = pile.count(SPY)
        return spies if self.is_spy else len(pile) - spies

    def times(self, cards: Cards, state: State, frame: Frame) -> int:
        """Top cards are moved without asking."""
        if not self.is_deck:
            return min(self.count, self._there(state))
        for card in take_top(cards, state, self.source, self.count):
            self._lay(cards, state, frame, card)
        return 0

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """The cards in words."""
        pile: list[int] = getattr(state, self.source)
        among = [SPY] if self.is_spy else dict.fromkeys(maquis_among(pile))
        return [f"take {cards.codes[card]} from {self.from_name}" for card in among]

    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """One card goes over."""
        card = cards.numbers[action.split(" ", 2)[1]]
        getattr(state, self.source).remove(card)
        self._lay(cards, state, frame, card)

    @obeys(Rule.RECRUITS_HOW)
    def _lay(self, cards: Cards, state: State, frame: Frame, card: int) -> None:
        getattr(state, self.target).append(card)
        if state.log is not None:
            rule = cards.programs[frame.program].rule
            places = {"from_": self.from_name, "to": self.to_name}
            tell(cards, state, frame, "moved", rule, card=cards.codes[card], **places)


class Copy(Pick):
    """Use the action of another maquis in play on that side, if it fits the phase."""

    owners = frozenset((MAQUIS,))

    def __init__(self, side: str) -> None:
        self.pile, self.side = f"played_{side}", int(side == "revealed")

    def needs(self) -> tuple[Need, ...]:
        """Somebody whose action can be copied."""
        return (Need("copy", self._count, 1),)

    def _count(self, cards: Cards, state: State, held: int) -> int:
        return len(self._copyable(cards, state, held, NOTHING))

    @obeys(Rule.COPY_FITS_PHASE)
    def _copyable(self, cards: Cards, state: State, held: int, actor: int) -> list[int]:
        """Maquis whose action could be carried out in full now; to copy one that copies leads nowhere."""
        found = []
        for card in getattr(state, self.pile):
            program = cards.actions[card][self.side]
            if program == NOTHING or card == actor:
                continue
            copied = cards.programs[program]
            fits = copied.in_plan if state.step == Step.PLAN else copied.in_attack
            copies = any(isinstance(op, Copy) for op in copied.ops)
            if fits and not copies and copied.is_possible(cards, state, held):
                found.append(card)
        return found

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """The maquis in words."""
        return [f"copy {cards.codes[card]}" for card in self._copyable(cards, state, 0, frame.actor)]

    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """The copied action begins."""
        card = cards.numbers[action.split(" ", 1)[1]]
        program = cards.actions[card][self.side]
        state.frames.append(Frame(program, frame.actor))
        if state.log is not None:
            acting = cards.codes[frame.actor]
            tell(cards, state, state.frames[-1], "copied", Rule.COPY_FITS_PHASE, card=cards.codes[card], actor=acting)


def draw_deck(word: str) -> str:
    """A deck that cards are drawn from, or the reason why it is none."""
    if word not in FAMILY:
        raise CannotExecute(word, f"nothing is drawn or looked at from “{word}”, only from {', '.join(FAMILY)}")
    return word


def bind_draw(arguments: Arguments) -> Op:
    """``draw {number} {deck}``."""
    deck = draw_deck(arguments["deck"])
    if FAMILY[deck] != MAQUIS_CARD:
        raise CannotExecute(deck, f"cards of the deck “{deck}” do not go into the hand")
    return Draw(int(arguments["number"]), deck)


def bind_sorting(arguments: Arguments, place: str) -> Op:
    """``put {n} on|under {to}``, ``discard {n}``."""
    word = arguments["n"]
    if not word.isdigit() and word not in (ALL, ANY, REST, SPY_CARD, MAQUIS_CARD):
        raise CannotExecute(word, f"cards that were looked at are not told apart by “{word}”")
    return Put(word, draw_deck(arguments["to"]), place == "on") if place else DiscardThose(word)


def bind_from_hand(count: int | None, what: str, is_removed: bool) -> Op:
    """``discard|remove {n} {what} from hand``."""
    if what not in (SPY_CARD, MAQUIS_CARD):
        raise CannotExecute(what, f"the hand holds no cards of the kind “{what}”")
    return FromHand(count, what, is_removed)


def bind_move(arguments: Arguments) -> Op:
    """``move {number} {deck} from {from} to {to}`` for maquis and Spies."""
    what, source, target = arguments["deck"], arguments["from"], arguments["to"]
    for place in (source, target):
        if place not in PILE or place.startswith("enemy"):
            raise CannotExecute(place, f"no {what} can be moved from or to “{place}”")
    if source in FAMILY and what == SPY_CARD:
        raise CannotExecute(
            what, f"the top cards of the deck “{source}” are not told apart, so that no Spy can be moved"
        )
    if source in ("box", target):
        raise CannotExecute(source, f"nothing is moved from “{source}” to “{target}”")
    return MoveMaquis(int(arguments["number"]), what, source, target)

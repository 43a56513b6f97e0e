"""Steps with maquis and Spies: draw, look, put, discard, move, remove, copy."""

from resist_by_hand.cards import ENEMY, FORMS, MAQUIS, MISSION, SPY_DECK, CardPick, Need, Table
from resist_by_hand.enemies import DiscardEnemies, MoveEnemy, mission_place
from resist_by_hand.piles import (
    PILE,
    discard_enemy,
    discard_maquis,
    draw_cards,
    leave_play,
    maquis_among,
    remove,
    take_top,
)
from resist_by_hand.rulebook import Rule
from resist_by_hand.state import CARD, FACE_DOWN, SPY, Frame, State, Step
from rules_engine.chance import below
from rules_engine.errors import CannotExecute
from rules_engine.machine.steps import NOTHING, Op, tell
from rules_engine.obeys import obeys

ALL, ANY, REST = "all", "any", "rest"
KEEP = "keep"
"""The answer of a player who wants no more of “any”."""
FAMILY = {"hidden": MAQUIS, "recruit": MAQUIS, "enemy": ENEMY}
"""What kind of cards a draw deck holds."""
LOOKED_AT = (ALL, ANY, REST, SPY_DECK, MAQUIS)
"""Words for the cards that were looked at, beside numbers."""
DRAW, REMOVE_RANDOM = "draw {number} {deck}", "remove-random {number} {side}"


@FORMS.step(DRAW, only={"deck": ("hidden", "recruit")})
def draw(table: Table, state: State, frame: Frame, number: int, deck: str) -> None:
    """Draw from a deck into the hand, as many as there are."""
    draw_cards(table, state, PILE[deck], number, frame.program.rule, frame)


@FORMS.step("look {number} {deck}", only={"deck": tuple(FAMILY)})
class Look(Op):
    """Take the top cards of a deck for the steps that follow."""

    def __init__(self, number: int, deck: str) -> None:
        self.number, self.deck, self.family = number, PILE[deck], FAMILY[deck]

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """As many as there are."""
        frame.those = take_top(state, self.deck, self.number)
        frame.where = NOTHING
        for card in frame.those if state.log is not None else ():
            tell(state, frame, "looked", frame.program.rule, card=table.codes[card])
        return True


class SortThose(CardPick):
    """Of the cards looked at, so many go somewhere."""

    def __init__(self, word: str, verb: str, behind: str, family: str | None) -> None:
        if not word.isdigit() and word not in LOOKED_AT:
            raise CannotExecute(word, f"cards that were looked at are not told apart by “{word}”")
        self.word, self.verb, self.behind, self.family = word, verb, behind, family
        self.number = int(word) if word.isdigit() else None

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """All of a kind at once, else one pick for each card."""
        if self.word in (SPY_DECK, MAQUIS):
            is_spy = self.word == SPY_DECK
            return sum((card == SPY) == is_spy for card in frame.those)
        return len(frame.those) if self.number is None else min(self.number, len(frame.those))

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The cards that may go there, in words; where the order is all the same, any will do."""
        codes = table.codes
        if self.word == SPY_DECK:
            return [f"{self.verb} {codes[SPY]}{self.behind}"]
        among = maquis_among(frame.those) if self.word == MAQUIS else frame.those
        words = [f"{self.verb} {codes[card]}{self.behind}" for card in dict.fromkeys(among)]
        return [*words, KEEP] if self.word == ANY else words

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Lay one card where it goes, or have enough."""
        if option == KEEP:
            frame.left = 0
            return
        card = table.number_of[option.split(" ", 2)[1]]
        frame.those.remove(card)
        self.lay(table, state, frame, card)

    def lay(self, table: Table, state: State, frame: Frame, card: int) -> None:
        """Where the card goes."""
        raise NotImplementedError


class Put(SortThose):
    """Those go onto a deck or under it; of several, the last one put lies outermost."""

    def __init__(self, word: str, deck: str, place: str) -> None:
        super().__init__(word, "put", f" {place} {deck}", FAMILY[deck])
        self.deck, self.place = deck, place

    def lay(self, table: Table, state: State, frame: Frame, card: int) -> None:
        """Onto the top or the bottom of the deck."""
        pile: list[int] = getattr(state, PILE[self.deck])
        pile.insert(len(pile) if self.place == "on" else 0, card)
        tell(state, frame, "put", frame.program.rule, card=table.codes[card], place=self.place, deck=self.deck)


@FORMS.bind("put {n=number|quantity|deck} on {to=deck}", only={"to": tuple(FAMILY)})
def put_on(n: str, to: str) -> Op:
    """Those go onto a deck."""
    return Put(n, to, "on")


@FORMS.bind("put {n=number|quantity|deck} under {to=deck}", only={"to": tuple(FAMILY)})
def put_under(n: str, to: str) -> Op:
    """Those go under a deck."""
    return Put(n, to, "under")


@FORMS.step("discard {n=number|quantity|deck}")
class DiscardThose(SortThose):
    """Those go to the discard pile of their kind."""

    def __init__(self, n: str) -> None:
        super().__init__(n, "discard", "", None)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Where all go, there is nothing to choose."""
        options = super().options(table, state, frame)
        return options[:1] if self.word in (ALL, REST) else options

    def lay(self, table: Table, state: State, frame: Frame, card: int) -> None:
        """Flipped enemies leave their mission."""
        if frame.where != NOTHING:
            here = state.enemies[frame.where]
            here.remove(next(enemy for enemy in here if enemy & (CARD | FACE_DOWN) == card))
        (discard_enemy if table.is_enemy[card] else discard_maquis)(table, state, frame, card)


class FromHand(CardPick):
    """Discard Spies or maquis from the hand, or remove them from the game."""

    def __init__(self, count: int | None, what: str, verb: str) -> None:
        if what not in (SPY_DECK, MAQUIS):
            raise CannotExecute(what, f"the hand holds no cards of the kind “{what}”")
        self.count, self.is_spy, self.verb = count, what == SPY_DECK, verb

    def needs(self) -> tuple[Need, ...]:
        """As many of them."""
        return (Need(f"in hand {self.is_spy}", self._there, self.count or 1),)

    def _there(self, _: Table, state: State, held: int) -> int:
        """How many there are beside the maquis that is about to be played."""
        spies = state.hand.count(SPY)
        return spies if self.is_spy else len(state.hand) - spies - held

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """So many, or as many as there are."""
        there = self._there(table, state, 0)
        return there if self.count is None else min(self.count, there)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The cards in words."""
        among = [SPY] if self.is_spy else maquis_among(state.hand)
        return [f"{self.verb} {table.codes[card]} from hand" for card in among]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """The card leaves the hand."""
        card = table.number_of[option.split(" ", 2)[1]]
        state.hand.remove(card)
        (remove if self.verb == "remove" else discard_maquis)(table, state, frame, card)


def maquis_in_play(_: Table, state: State, __: int) -> int:
    """How many maquis lie in the play area."""
    return len(state.played_hidden) + len(state.played_revealed)


class FromPlay(CardPick):
    """Discard maquis from the play area, or remove them from the game."""

    def __init__(self, count: int | None, verb: str) -> None:
        self.count, self.verb = count, verb

    def needs(self) -> tuple[Need, ...]:
        """As many in play."""
        return (Need("maquis in play", maquis_in_play, self.count or 1),)

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """So many, or all."""
        there = maquis_in_play(table, state, 0)
        return there if self.count is None else min(self.count, there)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The cards in words; where all go, there is nothing to choose."""
        among = state.played_hidden + state.played_revealed
        if self.count is None:
            del among[1:]
        return [f"{self.verb} {table.codes[card]} from play-area" for card in among]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """The card leaves the play area."""
        card = table.number_of[option.split(" ", 2)[1]]
        leave_play(state, card)
        (remove if self.verb == "remove" else discard_maquis)(table, state, frame, card)


@FORMS.bind("discard {n=number|quantity} {what=deck|enemy} from {place}")
def discard(n: str, what: str, place: str) -> Op:
    """From the hand, from the play area, or from missions."""
    if not n.isdigit() and n != ALL:
        raise CannotExecute(n, f"“{n}” cards cannot be discarded from “{place}”")
    count = int(n) if n.isdigit() else None
    if place == "hand":
        return FromHand(count, what, "discard")
    if place == "play-area" and what == MAQUIS:
        return FromPlay(count, "discard")
    if what in (MAQUIS, SPY_DECK, MISSION, "civilian"):
        raise CannotExecute(what, f"there is no {what} at “{place}” that could be discarded")
    return DiscardEnemies(count, what, mission_place(place))


@FORMS.bind("remove {number} {deck} from {place}", only={"place": ("hand", "play-area")})
def remove_from(number: int, deck: str, place: str) -> Op:
    """From the hand or from the play area."""
    if place == "hand":
        return FromHand(number, deck, "remove")
    if deck != MAQUIS:
        raise CannotExecute(place, f"the engine has no code for removing {deck} from “{place}”")
    return FromPlay(number, "remove")


@FORMS.step(REMOVE_RANDOM)
@obeys(Rule.HIDDEN_MEANS)
def remove_random(table: Table, state: State, frame: Frame, number: int, side: str) -> None:
    """Remove maquis of one side, drawn blindly, from the game, as many as lie there."""
    for _ in range(number):
        pile: list[int] = getattr(state, f"played_{side}")
        if pile:
            chosen, state.chance = below(state.chance, len(pile))
            card = pile[chosen]
            leave_play(state, card)
            remove(table, state, frame, card)


class MoveMaquis(CardPick):
    """Move maquis or Spies from one pile to another; from a deck the top cards, elsewhere the player chooses."""

    def __init__(self, count: int, what: str, source: str, target: str) -> None:
        self.count, self.is_spy = count, what == SPY_DECK
        self.source, self.target, self.pile, self.is_deck = source, target, PILE[source], source in FAMILY

    def needs(self) -> tuple[Need, ...]:
        """Decks may have run out; piles must have the cards."""
        return () if self.is_deck else (Need(f"{self.source} {self.is_spy}", self._there, self.count),)

    def _there(self, _: Table, state: State, held: int) -> int:
        pile: list[int] = getattr(state, self.pile)
        spies = pile.count(SPY)
        return spies if self.is_spy else len(pile) - spies - (held if self.source == "hand" else 0)

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """Top cards are moved without asking."""
        if not self.is_deck:
            return min(self.count, self._there(table, state, 0))
        for card in take_top(state, self.pile, self.count):
            self._lay(table, state, frame, card)
        return 0

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The cards in words."""
        among = [SPY] if self.is_spy else dict.fromkeys(maquis_among(getattr(state, self.pile)))
        return [f"take {table.codes[card]} from {self.source}" for card in among]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """One card goes over."""
        card = table.number_of[option.split(" ", 2)[1]]
        getattr(state, self.pile).remove(card)
        self._lay(table, state, frame, card)

    @obeys(Rule.RECRUITS_HOW)
    def _lay(self, table: Table, state: State, frame: Frame, card: int) -> None:
        getattr(state, PILE[self.target]).append(card)
        places = {"from_": self.source, "to": self.target}
        tell(state, frame, "moved", frame.program.rule, card=table.codes[card], **places)


@FORMS.bind("move {number} {deck} from {from=deck|pile|place} to {to=deck|pile|place}")
def move(number: int, deck: str, from_: str, to: str) -> Op:
    """Enemies between missions, maquis and Spies between piles."""
    if deck == ENEMY:
        return MoveEnemy(number, from_, to)
    if deck not in (MAQUIS, SPY_DECK):
        raise CannotExecute(deck, f"cards of the deck “{deck}” are not moved")
    for place in (from_, to):
        if place not in PILE or place.startswith("enemy"):
            raise CannotExecute(place, f"no {deck} can be moved from or to “{place}”")
    if from_ in FAMILY and deck == SPY_DECK:
        reason = f"the top cards of the deck “{from_}” are not told apart, so that no Spy can be moved"
        raise CannotExecute(deck, reason)
    if from_ in ("box", to):
        raise CannotExecute(from_, f"nothing is moved from “{from_}” to “{to}”")
    return MoveMaquis(number, deck, from_, to)


@FORMS.step("copy {side}")
class Copy(CardPick):
    """Use the action of another maquis in play on that side, if it fits the phase."""

    def __init__(self, side: str) -> None:
        self.pile, self.side = f"played_{side}", int(side == "revealed")

    def needs(self) -> tuple[Need, ...]:
        """Somebody whose action can be copied."""
        return (Need("copy", lambda table, state, held: len(self._copyable(table, state, held, NOTHING)), 1),)

    @obeys(Rule.COPY_FITS_PHASE)
    def _copyable(self, table: Table, state: State, held: int, actor: int) -> list[int]:
        """Maquis whose action could be carried out in full now; to copy one that copies leads nowhere."""
        found = []
        for card in getattr(state, self.pile):
            copied = table.actions[card][self.side]
            if copied is None or card == actor:
                continue
            fits = copied.in_plan if state.step == Step.PLAN else copied.in_attack
            copies = any(isinstance(op, Copy) for op in copied.ops)
            if fits and not copies and copied.is_possible(table, state, held):
                found.append(card)
        return found

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The maquis in words."""
        return [f"copy {table.codes[card]}" for card in self._copyable(table, state, 0, frame.actor)]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """The copied action begins."""
        code = option.split(" ", 1)[1]
        copying = Frame(table.actions[table.number_of[code]][self.side], frame.actor)
        state.frames.append(copying)
        tell(state, copying, "copied", Rule.COPY_FITS_PHASE, card=code, actor=table.codes[frame.actor])

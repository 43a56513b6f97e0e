"""Steps with enemies and missions: flip, discard, move, reinforce, change defence."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.compile import Arguments
from rules_engine.errors import CannotExecute
from rules_engine.obeys import obeys
from rules_engine.resist.cards import Cards
from rules_engine.resist.ops import Need, Op, Pick, tell
from rules_engine.resist.piles import discard_enemy, take_top
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import CARD, CHANGE, FACE_DOWN, NOTHING, Frame, State
from rules_engine.resist.strength import enemy_defence, mission_bonus, mission_defence

HERE, OTHER, EACH_OTHER, ONE = "here", "other-mission", "each-other-mission", "one-mission"
UNKNOWN = "face-down"
"""How the player calls an enemy that lies face-down."""
ANY_ENEMY = "enemy"


def places(state: State, place: str) -> list[int]:
    """The places in the offer that a word means; a mission that is completed is none, but its enemies are here."""
    if place == HERE:
        return [state.chosen] if state.chosen != NOTHING else []
    others = place != ONE
    return [at for at, mission in enumerate(state.offer) if mission != NOTHING and not (others and at == state.chosen)]


def mission_place(word: str) -> str:
    """A word for missions, or the reason why it is none."""
    if word not in (HERE, OTHER, EACH_OTHER, ONE):
        raise CannotExecute(word, f"“{word}” is no mission")
    return word


def face_down(state: State, at: int) -> int:
    """How many enemies lie face-down there."""
    return sum(enemy & FACE_DOWN != 0 for enemy in state.enemies[at])


def mission_code(cards: Cards, state: State, at: int) -> str:
    """The mission at a place; the chosen one goes by `here` once it is completed."""
    return cards.codes[state.offer[at]] if state.offer[at] != NOTHING else HERE


def place_of(cards: Cards, state: State, code: str) -> int:
    """The place of a mission in the offer."""
    return state.chosen if code == HERE else state.offer.index(cards.numbers[code])


@obeys(Rule.FLIP_IS_FACE_UP)
def turn_up(cards: Cards, state: State, frame: Frame | None, at: int, count: int, rule: str) -> list[int]:
    """Turn so many face-down enemies there face-up, and tell which they are."""
    turned: list[int] = []
    here = state.enemies[at]
    for i, enemy in enumerate(here):
        if enemy & FACE_DOWN and len(turned) < count:
            here[i] = enemy & ~FACE_DOWN
            turned.append(enemy & CARD)
            if state.log is not None:
                mission = mission_code(cards, state, at)
                tell(cards, state, frame, "flipped", rule, card=cards.codes[enemy & CARD], mission=mission)
    return turned


class Flip(Pick):
    """Turn enemies at a mission face-up: all, or from so many to so many."""

    def __init__(self, place: str, low: int | None, high: int | None) -> None:
        self.place, self.low, self.high = place, low, high

    def needs(self) -> tuple[Need, ...]:
        """A mission where so many can be turned."""
        return (Need(f"face-down {self.place}", self._possible, 1),)

    def _possible(self, _: Cards, state: State, __: int) -> int:
        """One is enough; this is asked all the time, and where no mission is left, no enemy is either."""
        least = self.low or 1
        for here in state.enemies if self.place == ONE else [state.enemies[at] for at in places(state, self.place)]:
            there = 0
            for enemy in here:
                if enemy & FACE_DOWN:
                    there += 1
                    if there == least:
                        return 1
        return 0

    def times(self, cards: Cards, state: State, frame: Frame) -> int:
        """One mission, or all that are meant."""
        return len(places(state, EACH_OTHER)) if self.place == EACH_OTHER else 1

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """How many where."""
        found = []
        for at in places(state, self.place):
            there, code = face_down(state, at), mission_code(cards, state, at)
            if self.low is None or self.high is None:
                found += [f"flip all at {code}"] if there else []
            else:
                found += [f"flip {count} at {code}" for count in range(self.low, min(self.high, there) + 1)]
        return found[:1] if self.place == EACH_OTHER else found

    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """Turn them; the steps that follow speak of those."""
        _, count, _, code = action.split(" ")
        at = place_of(cards, state, code)
        number = int(count) if count.isdigit() else len(state.enemies[at])
        frame.those = turn_up(cards, state, frame, at, number, Rule.FLIP_IS_FACE_UP)
        frame.where = at


class DiscardEnemies(Pick):
    """Discard enemies from a mission, of any type or of one."""

    def __init__(self, count: int | None, kind: str, place: str) -> None:
        self.count, self.kind, self.place = count, kind, place

    def needs(self) -> tuple[Need, ...]:
        """As many of them, face-up where the type matters."""
        return (Need(f"{self.kind} {self.place}", self._there, self.count or 1),)

    def _there(self, cards: Cards, state: State, _: int) -> int:
        return sum(len(self._fitting(cards, state, at)) for at in places(state, self.place))

    def _fitting(self, cards: Cards, state: State, at: int) -> list[int]:
        here = state.enemies[at]
        if self.kind == ANY_ENEMY:
            return here
        return [enemy for enemy in here if not enemy & FACE_DOWN and cards.kinds[enemy & CARD] == self.kind]

    def times(self, cards: Cards, state: State, frame: Frame) -> int:
        """So many, or all; at each other mission so many each."""
        if self.count is None:
            return self._there(cards, state, 0)
        return self.count * (len(places(state, EACH_OTHER)) if self.place == EACH_OTHER else 1)

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """The enemies in words; where all go, there is nothing to choose."""
        where = places(state, self.place)
        if self.place == EACH_OTHER and self.count is not None:
            where = self._next(cards, state, frame, where, self.count)
        found: dict[str, None] = {}
        for at in where:
            code = mission_code(cards, state, at)
            for enemy in self._fitting(cards, state, at):
                word = UNKNOWN if enemy & FACE_DOWN else cards.codes[enemy & CARD]
                found[f"discard {word} from {code}"] = None
        return list(found)[:1] if self.count is None else list(found)

    def _next(self, cards: Cards, state: State, frame: Frame, where: list[int], each: int) -> list[int]:
        """The mission whose turn it is: picks are counted down, and one without enemies is passed over."""
        while frame.left > 0:
            missions_left = -(-frame.left // each)
            at = where[-missions_left]
            if self._fitting(cards, state, at):
                return [at]
            frame.left -= 1
        return []

    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """One enemy goes; its defence is remembered."""
        _, word, _, code = action.split(" ")
        at = place_of(cards, state, code)
        enemy = find_enemy(cards, state, at, word)
        frame.sum += enemy_defence(cards, state, enemy, at)
        state.enemies[at].remove(enemy)
        discard_enemy(cards, state, frame, enemy)


def find_enemy(cards: Cards, state: State, at: int, word: str) -> int:
    """The enemy that the player means; face-down ones look all the same."""
    if word == UNKNOWN:
        return next(enemy for enemy in state.enemies[at] if enemy & FACE_DOWN)
    card = cards.numbers[word]
    return next(enemy for enemy in state.enemies[at] if enemy & (CARD | FACE_DOWN) == card)


class MoveEnemy(Pick):
    """Move enemies from the chosen mission to another one."""

    def __init__(self, count: int) -> None:
        self.count = count

    def needs(self) -> tuple[Need, ...]:
        """Enemies here, and somewhere to go."""
        return (
            Need("enemy here", lambda _, s, __: sum(len(s.enemies[at]) for at in places(s, HERE)), self.count),
            Need("other mission", lambda _, s, __: len(places(s, OTHER)), 1),
        )

    def times(self, cards: Cards, state: State, frame: Frame) -> int:
        """So many."""
        return self.count

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """Who goes where."""
        codes = [cards.codes[state.offer[at]] for at in places(state, OTHER)]
        here = [enemy & CARD for at in places(state, HERE) for enemy in state.enemies[at]]
        return [f"move {cards.codes[enemy]} to {code}" for enemy in dict.fromkeys(here) for code in codes]

    @obeys(Rule.NO_ENEMY_LIMIT)
    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """The enemy stays as it lies, face-up."""
        _, word, _, code = action.split(" ")
        enemy = find_enemy(cards, state, state.chosen, word)
        state.enemies[state.chosen].remove(enemy)
        state.enemies[place_of(cards, state, code)].append(enemy)
        if state.log is not None:
            tell(cards, state, frame, "moved-enemy", Rule.NO_ENEMY_LIMIT, card=word, mission=code)


class Reinforce(Pick):
    """Put face-down enemies from the deck onto missions."""

    def __init__(self, place: str, count: int) -> None:
        self.place, self.count = place, count

    def times(self, cards: Cards, state: State, frame: Frame) -> int:
        """Only where one mission among several is meant the player picks."""
        if self.place in (ONE, OTHER):
            return 1
        for at in places(state, self.place):
            lay_garrison(cards, state, frame, at, self.count, Rule.NO_ENEMY_LIMIT)
        return 0

    def options(self, cards: Cards, state: State, frame: Frame) -> list[str]:
        """The missions in words."""
        return [f"reinforce {cards.codes[state.offer[at]]}" for at in places(state, self.place)]

    def take(self, cards: Cards, state: State, frame: Frame, action: str) -> None:
        """The enemies go there."""
        at = place_of(cards, state, action.split(" ")[1])
        lay_garrison(cards, state, frame, at, self.count, Rule.NO_ENEMY_LIMIT)


def lay_garrison(cards: Cards, state: State, frame: Frame | None, at: int, count: int, rule: str) -> None:
    """Face-down enemies from the deck onto a mission."""
    laid = take_top(cards, state, "enemy_deck", count) if count > 0 else []
    state.enemies[at] += [card | FACE_DOWN for card in laid]
    if state.log is not None and laid:
        tell(cards, state, frame, "reinforced", rule, mission=mission_code(cards, state, at), count=len(laid))


class ChangeDefence(Op):
    """Change the defence of targets once, for the rest of the round."""

    def __init__(self, scope: str, amount: int, least: int) -> None:
        self.scope, self.amount, self.least = scope, amount, least
        if scope == "others-here":
            raise CannotExecute(
                scope, "“others-here” means enemies of other types, and only an enemy that stands has one"
            )

    @obeys(Rule.DEFENCE_ORDER)
    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """The test uses the defence as it is now, with what raises it."""
        if self.scope == "mission":
            self._change_mission(cards, state, frame)
            return True
        for at in range(len(state.enemies)) if self.scope == "every-enemy" else places(state, HERE):
            here = state.enemies[at]
            fitting = [enemy_defence(cards, state, enemy, at) >= self.least for enemy in here]
            for i, enemy in enumerate(here):
                if fitting[i]:
                    here[i] = enemy + (self.amount << CHANGE)
                    state.is_changed = 1
                    if not enemy & FACE_DOWN:
                        self._tell(cards, state, frame, enemy & CARD)
        return True

    def _change_mission(self, cards: Cards, state: State, frame: Frame) -> None:
        is_there = state.chosen != NOTHING and state.offer[state.chosen] != NOTHING
        if is_there and mission_defence(cards, state) >= self.least:
            state.mission_change += self.amount
            self._tell(cards, state, frame, state.offer[state.chosen])

    def _tell(self, cards: Cards, state: State, frame: Frame, card: int) -> None:
        if state.log is not None:
            change = {"card": cards.codes[card], "amount": f"{self.amount:+d}"}
            tell(cards, state, frame, "defence-changed", Rule.DEFENCE_ORDER, **change)


class Halve(Op):
    """Halve the defence of the chosen mission, rounded up."""

    def __init__(self, scope: str) -> None:
        if scope != "mission":
            raise CannotExecute(scope, f"the engine has no code for halving the defence of “{scope}”")

    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """What the enemies add stays added."""
        if state.chosen != NOTHING and state.offer[state.chosen] != NOTHING:
            mission = state.offer[state.chosen]
            halved = (mission_defence(cards, state) + 1) // 2
            state.mission_change = halved - cards.defence[mission] - mission_bonus(cards, state)
            if state.log is not None:
                code = cards.codes[mission]
                tell(cards, state, frame, "halved", Rule.DEFENCE_ORDER, card=code, defence=halved)
        return True


def bind_flip(arguments: Arguments) -> Op:
    """``flip {quantity} at {place}``, ``flip {low} to {high} at {place}``."""
    place = mission_place(arguments["place"])
    if "low" in arguments:
        low, high = int(arguments["low"]), int(arguments["high"])
        if not 1 <= low <= high:
            raise CannotExecute(arguments["low"], f"from {low} to {high} enemies cannot be flipped")
        if place == EACH_OTHER:
            raise CannotExecute(place, f"the engine has no code for flipping some enemies at “{place}”")
        return Flip(place, low, high)
    if arguments["quantity"] != "all":
        raise CannotExecute(arguments["quantity"], f"“{arguments['quantity']}” enemies cannot be flipped")
    return Flip(place, None, None)


def bind_discard(count: int | None, what: str, place: str) -> Op:
    """``discard {n} {what} from {place}`` for enemies."""
    return DiscardEnemies(count, what, mission_place(place))


def bind_move_enemy(arguments: Arguments) -> Op:
    """``move {number} enemy from here to other-mission``."""
    if arguments["from"] != HERE or arguments["to"] != OTHER:
        wrong = arguments["from"] if arguments["from"] != HERE else arguments["to"]
        raise CannotExecute(wrong, f"enemies are moved from “{HERE}” to “{OTHER}” only")
    return MoveEnemy(int(arguments["number"]))

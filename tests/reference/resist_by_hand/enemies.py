"""Steps with enemies and missions: flip, discard, move, reinforce, change defence, and what stands with a card."""

from resist_by_hand.cards import ENEMY, FORMS, CardPick, Need, Stand, Standing, Table
from resist_by_hand.piles import discard_enemy, take_top
from resist_by_hand.rulebook import Rule
from resist_by_hand.state import CARD, CHANGE, FACE_DOWN, Frame, State
from resist_by_hand.strength import enemy_defence, mission_bonus, mission_defence
from rules_engine.errors import CannotExecute
from rules_engine.machine.steps import NOTHING, Op, tell
from rules_engine.obeys import obeys

HERE, OTHER, EACH_OTHER, ONE = "here", "other-mission", "each-other-mission", "one-mission"
UNKNOWN = "face-down"
"""How the player calls an enemy that lies face-down."""
OTHERS_HERE = "others-here"
DEFENCE = "defence {scope} {signed}"


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


def mission_code(table: Table, state: State, at: int) -> str:
    """The mission at a place; the chosen one goes by `here` once it is completed."""
    return table.codes[state.offer[at]] if state.offer[at] != NOTHING else HERE


def place_of(table: Table, state: State, code: str) -> int:
    """The place of a mission in the offer."""
    return state.chosen if code == HERE else state.offer.index(table.number_of[code])


@obeys(Rule.FLIP_IS_FACE_UP)
def turn_up(table: Table, state: State, frame: Frame | None, at: int, count: int, rule: str) -> list[int]:
    """Turn so many face-down enemies there face-up, and tell which they are."""
    turned: list[int] = []
    here = state.enemies[at]
    for i, enemy in enumerate(here):
        if enemy & FACE_DOWN and len(turned) < count:
            here[i] = enemy & ~FACE_DOWN
            turned.append(enemy & CARD)
            if state.log is not None:
                mission = mission_code(table, state, at)
                tell(state, frame, "flipped", rule, card=table.codes[enemy & CARD], mission=mission)
    return turned


@FORMS.step("flip {quantity} at {place}", "flip {low=number} to {high=number} at {place}")
class Flip(CardPick):
    """Turn enemies at a mission face-up: all, or from so many to so many."""

    def __init__(self, place: str, low: int | None = None, high: int | None = None, quantity: str = "all") -> None:
        if quantity != "all":
            raise CannotExecute(quantity, f"“{quantity}” enemies cannot be flipped")
        if low is not None and high is not None and not 1 <= low <= high:
            raise CannotExecute(str(low), f"from {low} to {high} enemies cannot be flipped")
        if low is not None and place == EACH_OTHER:
            raise CannotExecute(place, f"the engine has no code for flipping some enemies at “{place}”")
        self.place, self.low, self.high = mission_place(place), low, high

    def needs(self) -> tuple[Need, ...]:
        """A mission where so many can be turned."""
        return (Need(f"face-down {self.place}", self._possible, 1),)

    def _possible(self, _: Table, state: State, __: int) -> int:
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

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """One mission, or all that are meant."""
        return len(places(state, EACH_OTHER)) if self.place == EACH_OTHER else 1

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """How many where."""
        found = []
        for at in places(state, self.place):
            there, code = face_down(state, at), mission_code(table, state, at)
            if self.low is None or self.high is None:
                found += [f"flip all at {code}"] if there else []
            else:
                found += [f"flip {count} at {code}" for count in range(self.low, min(self.high, there) + 1)]
        return found[:1] if self.place == EACH_OTHER else found

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Turn them; the steps that follow speak of those."""
        _, count, _, code = option.split(" ")
        at = place_of(table, state, code)
        number = int(count) if count.isdigit() else len(state.enemies[at])
        frame.those = turn_up(table, state, frame, at, number, Rule.FLIP_IS_FACE_UP)
        frame.where = at


class DiscardEnemies(CardPick):
    """Discard enemies from a mission, of any type or of one."""

    def __init__(self, count: int | None, kind: str, place: str) -> None:
        self.count, self.kind, self.place = count, kind, place

    def needs(self) -> tuple[Need, ...]:
        """As many of them, face-up where the type matters."""
        return (Need(f"{self.kind} {self.place}", self._there, self.count or 1),)

    def _there(self, table: Table, state: State, _: int) -> int:
        return sum(len(self._fitting(table, state, at)) for at in places(state, self.place))

    def _fitting(self, table: Table, state: State, at: int) -> list[int]:
        here = state.enemies[at]
        if self.kind == ENEMY:
            return here
        return [enemy for enemy in here if not enemy & FACE_DOWN and table.kinds[enemy & CARD] == self.kind]

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """So many, or all; at each other mission so many each."""
        if self.count is None:
            return self._there(table, state, 0)
        return self.count * (len(places(state, EACH_OTHER)) if self.place == EACH_OTHER else 1)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The enemies in words; where all go, there is nothing to choose."""
        where = places(state, self.place)
        if self.place == EACH_OTHER and self.count is not None:
            where = self._next(table, state, frame, where, self.count)
        found: dict[str, None] = {}
        for at in where:
            code = mission_code(table, state, at)
            for enemy in self._fitting(table, state, at):
                word = UNKNOWN if enemy & FACE_DOWN else table.codes[enemy & CARD]
                found[f"discard {word} from {code}"] = None
        return list(found)[:1] if self.count is None else list(found)

    def _next(self, table: Table, state: State, frame: Frame, where: list[int], each: int) -> list[int]:
        """The mission whose turn it is: picks are counted down, and one without enemies is passed over."""
        while frame.left > 0:
            missions_left = -(-frame.left // each)
            at = where[-missions_left]
            if self._fitting(table, state, at):
                return [at]
            frame.left -= 1
        return []

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """One enemy goes; its defence is remembered."""
        _, word, _, code = option.split(" ")
        at = place_of(table, state, code)
        enemy = find_enemy(table, state, at, word)
        frame.sum += enemy_defence(table, state, enemy, at)
        state.enemies[at].remove(enemy)
        discard_enemy(table, state, frame, enemy)


def find_enemy(table: Table, state: State, at: int, word: str) -> int:
    """The enemy that the player means; face-down ones look all the same."""
    if word == UNKNOWN:
        return next(enemy for enemy in state.enemies[at] if enemy & FACE_DOWN)
    card = table.number_of[word]
    return next(enemy for enemy in state.enemies[at] if enemy & (CARD | FACE_DOWN) == card)


class MoveEnemy(CardPick):
    """Move enemies from the chosen mission to another one."""

    def __init__(self, count: int, source: str, target: str) -> None:
        for place, known in ((source, HERE), (target, OTHER)):
            if place != known:
                raise CannotExecute(place, f"enemies are moved from “{HERE}” to “{OTHER}” only")
        self.count = count

    def needs(self) -> tuple[Need, ...]:
        """Enemies here, and somewhere to go."""
        return (
            Need("enemy here", lambda _, s, __: sum(len(s.enemies[at]) for at in places(s, HERE)), self.count),
            Need("other mission", lambda _, s, __: len(places(s, OTHER)), 1),
        )

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """So many."""
        return self.count

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Who goes where."""
        codes = [table.codes[state.offer[at]] for at in places(state, OTHER)]
        here = [enemy & CARD for at in places(state, HERE) for enemy in state.enemies[at]]
        return [f"move {table.codes[enemy]} to {code}" for enemy in dict.fromkeys(here) for code in codes]

    @obeys(Rule.NO_ENEMY_LIMIT)
    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """The enemy stays as it lies, face-up."""
        _, word, _, code = option.split(" ")
        enemy = find_enemy(table, state, state.chosen, word)
        state.enemies[state.chosen].remove(enemy)
        state.enemies[place_of(table, state, code)].append(enemy)
        tell(state, frame, "moved-enemy", Rule.NO_ENEMY_LIMIT, card=word, mission=code)


@FORMS.step("reinforce {place} {number}")
class Reinforce(CardPick):
    """Put face-down enemies from the deck onto missions."""

    def __init__(self, place: str, number: int) -> None:
        self.place, self.count = mission_place(place), number

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """Only where one mission among several is meant the player picks."""
        if self.place in (ONE, OTHER):
            return 1
        for at in places(state, self.place):
            lay_garrison(table, state, frame, at, self.count, Rule.NO_ENEMY_LIMIT)
        return 0

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The missions in words."""
        return [f"reinforce {table.codes[state.offer[at]]}" for at in places(state, self.place)]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """The enemies go there."""
        at = place_of(table, state, option.split(" ")[1])
        lay_garrison(table, state, frame, at, self.count, Rule.NO_ENEMY_LIMIT)


def lay_garrison(table: Table, state: State, frame: Frame | None, at: int, count: int, rule: str) -> None:
    """Face-down enemies from the deck onto a mission."""
    laid = take_top(state, "enemy_deck", count) if count > 0 else []
    state.enemies[at] += [card | FACE_DOWN for card in laid]
    if state.log is not None and laid:
        tell(state, frame, "reinforced", rule, mission=mission_code(table, state, at), count=len(laid))


@FORMS.step("defence {scope} {signed} from {number}")
class ChangeDefence(Op):
    """Change the defence of targets once, for the rest of the round."""

    def __init__(self, scope: str, signed: int, number: int = 0) -> None:
        self.scope, self.amount, self.least = scope, signed, number

    @obeys(Rule.DEFENCE_ORDER)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """The test uses the defence as it is now, with what raises it."""
        if self.scope == "mission":
            is_there = state.chosen != NOTHING and state.offer[state.chosen] != NOTHING
            if is_there and mission_defence(table, state) >= self.least:
                state.mission_change += self.amount
                self._tell(table, state, frame, state.offer[state.chosen])
            return True
        for at in range(len(state.enemies)) if self.scope == "every-enemy" else places(state, HERE):
            here = state.enemies[at]
            fitting = [enemy_defence(table, state, enemy, at) >= self.least for enemy in here]
            for i, enemy in enumerate(here):
                if fitting[i]:
                    here[i] = enemy + (self.amount << CHANGE)
                    state.is_changed = 1
                    if not enemy & FACE_DOWN:
                        self._tell(table, state, frame, enemy & CARD)
        return True

    def _tell(self, table: Table, state: State, frame: Frame, card: int) -> None:
        change = {"card": table.codes[card], "amount": f"{self.amount:+d}"}
        tell(state, frame, "defence-changed", Rule.DEFENCE_ORDER, **change)


@FORMS.step(DEFENCE)
class Defence(ChangeDefence, Stand):
    """Stands on a mission or enemy, and happens once as the action of a maquis."""

    def note(self, standing: Standing) -> None:
        """Only the chosen mission matters in a round, so that every enemy means the enemies here."""
        if self.scope == "mission":
            standing.for_mission += self.amount
        elif self.scope == OTHERS_HERE:
            standing.for_others += self.amount
        else:
            standing.for_all += self.amount


@FORMS.step("halve {scope}", only={"scope": ("mission",)})
def halve(table: Table, state: State, frame: Frame) -> None:
    """Halve the defence of the chosen mission, rounded up; what the enemies add stays added."""
    if state.chosen != NOTHING and state.offer[state.chosen] != NOTHING:
        mission = state.offer[state.chosen]
        halved = (mission_defence(table, state) + 1) // 2
        state.mission_change = halved - table.defence[mission] - mission_bonus(table, state)
        tell(state, frame, "halved", Rule.DEFENCE_ORDER, card=table.codes[mission], defence=halved)


@FORMS.step("protect {scope}")
class Protect(Stand):
    """Others cannot be defeated while this type of enemy is here."""

    def __init__(self, scope: str) -> None:
        if scope not in ("mission", OTHERS_HERE):
            raise CannotExecute(scope, f"“{scope}” cannot be protected by an enemy, because it would protect itself")
        self.scope = scope

    def note(self, standing: Standing) -> None:
        """The mission, or the enemies of other types."""
        standing.protects_mission |= self.scope == "mission"
        standing.protects_others |= self.scope == OTHERS_HERE


@FORMS.step("reveal at-most {number}")
class RevealAtMost(Stand):
    """A limit to the maquis that may be revealed in the attack phase."""

    def __init__(self, number: int) -> None:
        self.most = number

    def note(self, standing: Standing) -> None:
        """The lowest limit counts."""
        known = standing.most_revealed
        standing.most_revealed = self.most if known is None else min(known, self.most)

"""Steps that change attack, civilians, the next hand, or whether a mission's effect happens at all."""

from rules_engine.chance import shuffle
from rules_engine.compile import Arguments
from rules_engine.errors import CannotExecute
from rules_engine.obeys import obeys
from rules_engine.resist.cards import Cards
from rules_engine.resist.ops import CIVILIAN, MAQUIS, Op, tell
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import NOTHING, Frame, State
from rules_engine.resist.strength import GROUPS, group_size


class AttackPer(Op):
    """The maquis gains attack for each of a group, counted when the attack is totalled."""

    owners = frozenset((MAQUIS,))

    def __init__(self, amount: int, group: str) -> None:
        self.amount, self.group = amount, GROUPS.index(group)

    @obeys(Rule.ATTACK_COUNTED_LATE)
    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """The bonus belongs to the maquis that acts, also where the action was copied."""
        state.bonuses.append((frame.actor, self.group, self.amount))
        if state.log is not None:
            data = {"card": cards.codes[frame.actor], "amount": f"{self.amount:+d}", "group": GROUPS[self.group]}
            tell(cards, state, frame, "bonus", Rule.ATTACK_COUNTED_LATE, **data)
        return True


class AttackFromDiscarded(Op):
    """The maquis gains attack equal to the defence of the enemies just discarded."""

    owners = frozenset((MAQUIS,))

    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """What it gained stays, whatever comes."""
        state.bonuses.append((frame.actor, 0, frame.sum))
        if state.log is not None:
            rule = cards.programs[frame.program].rule
            tell(cards, state, frame, "gained", rule, card=cards.codes[frame.actor], amount=frame.sum)
        return True


class Civilians(Op):
    """Turn cards of the civilian deck onto the graveyard, so many or so many for each of a group."""

    def __init__(self, count: int, group: str | None = None) -> None:
        self.count, self.group = count, None if group is None else GROUPS.index(group)

    @obeys(Rule.CIVILIANS_TURNED)
    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """One card after the other, because a card may do something when it is turned."""
        if frame.left == NOTHING:
            frame.left = self.count * (1 if self.group is None else group_size(cards, state, self.group))
        while frame.left > 0 and state.civilian_deck:
            frame.left -= 1
            card = state.civilian_deck.pop()
            state.graveyard.append(card)
            if state.log is not None:
                code, dead = cards.codes[card], cards.civilians[card]
                tell(cards, state, frame, "civilians", Rule.CIVILIANS_TURNED, card=code, civilians=dead)
            programs = cards.triggered["turned"][card]
            if programs:
                state.frames.extend(Frame(program, card) for program in reversed(programs))
                return False
        return True


class ShuffleBack(Op):
    """Shuffle this civilian card back into its deck; nothing is turned in its stead."""

    owners = frozenset((CIVILIAN,))

    @obeys(Rule.EMPTY_CIVILIAN_CARD)
    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """At once."""
        state.graveyard.remove(frame.actor)
        state.civilian_deck.append(frame.actor)
        state.chance = shuffle(state.civilian_deck, state.chance)
        tell(cards, state, frame, "shuffled-back", Rule.EMPTY_CIVILIAN_CARD, card=cards.codes[frame.actor])
        return True


class Recover(Op):
    """Draw more or fewer cards in the next recover phase."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """Several add up."""
        state.draw_change += self.amount
        tell(cards, state, frame, "recover-changed", Rule.RECOVER_DRAW, amount=f"{self.amount:+d}")
        return True


class IgnoreMission(Op):
    """The effect of the mission chosen this round does not happen, be it good or bad."""

    def __init__(self, scope: str) -> None:
        if scope != "mission":
            raise CannotExecute(scope, f"the engine has no code for ignoring the effect of “{scope}”")

    def run(self, cards: Cards, state: State, frame: Frame) -> bool:
        """Until the round is over."""
        state.is_ignored = 1
        tell(cards, state, frame, "ignored", Rule.EFFECTS_OF_CHOSEN)
        return True


def bind_attack(arguments: Arguments) -> Op:
    """``attack {signed} per {group}``."""
    return AttackPer(int(arguments["signed"]), _group(arguments["group"]))


def bind_civilians(arguments: Arguments) -> Op:
    """``civilian {number}``, ``civilian {number} per {group}``."""
    group = arguments.get("group")
    return Civilians(int(arguments["number"]), _group(group) if group else None)


def bind_shuffle_back(arguments: Arguments) -> Op:
    """``shuffle-back {deck}``."""
    if arguments["deck"] != CIVILIAN:
        raise CannotExecute(arguments["deck"], "only civilian cards are shuffled back")
    return ShuffleBack()


def _group(word: str) -> str:
    if word not in GROUPS[1:]:
        raise CannotExecute(word, f"the engine cannot count “{word}”")
    return word

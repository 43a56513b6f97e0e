"""Steps that change attack, civilians, the next hand or a mission's effect, and which card may do what when."""

from collections.abc import Sequence

from resist_by_hand.cards import CIVILIAN, ENEMY, FORMS, MAQUIS, MISSION, Stand, Table
from resist_by_hand.enemies import DEFENCE, OTHERS_HERE, ChangeDefence, Flip
from resist_by_hand.maquis import ALL, REST, Look, SortThose
from resist_by_hand.rulebook import Rule
from resist_by_hand.state import GROUPS, Frame, State
from resist_by_hand.strength import group_size
from rules_engine.chance import shuffle
from rules_engine.errors import CannotExecute
from rules_engine.machine.forms import Compiled, arguments_of
from rules_engine.machine.steps import NOTHING, Branch, Op, tell
from rules_engine.obeys import obeys
from rules_engine.ruleset import CardCount
from schema.notation import Line

ATTACK_PER, ATTACK_FROM_DISCARDED = "attack {signed} per {group}", "attack from-discarded"
SHUFFLE_BACK = "shuffle-back {deck}"
ACTION, KEYWORD, CHOSEN, TURNED = "{side} {timing=phase|action-type}", "{keyword}", "chosen", "turned"
TRIGGERS = {MAQUIS: (ACTION,), MISSION: (KEYWORD, CHOSEN), ENEMY: (KEYWORD,), CIVILIAN: (TURNED,)}
"""When the cards of a deck act."""
TIMINGS = ("plan", "attack", "plan-attack")
ONLY_ON = {
    ATTACK_PER: (MAQUIS,),
    ATTACK_FROM_DISCARDED: (MAQUIS,),
    "copy {side}": (MAQUIS,),
    DEFENCE: (MAQUIS, MISSION, ENEMY),
    "protect {scope}": (ENEMY,),
    "reveal at-most {number}": (MISSION, ENEMY),
    SHUFFLE_BACK: (CIVILIAN,),
}
"""The decks whose cards may do what not all cards may."""


@FORMS.step(ATTACK_PER, only={"group": GROUPS[1:]})
@obeys(Rule.ATTACK_COUNTED_LATE)
def attack_per(table: Table, state: State, frame: Frame, signed: int, group: str) -> None:
    """The maquis that acts gains attack for each of a group, counted when the attack is totalled."""
    state.bonuses.append((frame.actor, GROUPS.index(group), signed))
    card, amount = table.codes[frame.actor], f"{signed:+d}"
    tell(state, frame, "bonus", Rule.ATTACK_COUNTED_LATE, card=card, amount=amount, group=group)


@FORMS.step(ATTACK_FROM_DISCARDED)
def attack_from_discarded(table: Table, state: State, frame: Frame) -> None:
    """The maquis gains attack equal to the defence of the enemies just discarded; that stays, whatever comes."""
    state.bonuses.append((frame.actor, 0, frame.sum))
    tell(state, frame, "gained", frame.program.rule, card=table.codes[frame.actor], amount=frame.sum)


@FORMS.step("civilian {number}", "civilian {number} per {group}")
class Civilians(Op):
    """Turn cards of the civilian deck onto the graveyard, so many or so many for each of a group."""

    def __init__(self, number: int, group: str = GROUPS[0]) -> None:
        if group not in GROUPS:
            raise CannotExecute(group, f"the engine cannot count “{group}”")
        self.count, self.group = number, GROUPS.index(group)

    @obeys(Rule.CIVILIANS_TURNED)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """One card after the other, because a card may do something when it is turned."""
        if frame.left == NOTHING:
            frame.left = self.count * group_size(table, state, self.group)
        while frame.left > 0 and state.civilian_deck:
            frame.left -= 1
            card = state.civilian_deck.pop()
            state.graveyard.append(card)
            code, dead = table.codes[card], table.civilians[card]
            tell(state, frame, "civilians", Rule.CIVILIANS_TURNED, card=code, civilians=dead)
            programs = table.triggered["turned"][card]
            if programs:
                state.frames.extend(Frame(program, card) for program in reversed(programs))
                return False
        return True


@FORMS.step(SHUFFLE_BACK, only={"deck": (CIVILIAN,)})
@obeys(Rule.EMPTY_CIVILIAN_CARD)
def shuffle_back(table: Table, state: State, frame: Frame) -> None:
    """Shuffle this civilian card back into its deck at once; nothing is turned in its stead."""
    state.graveyard.remove(frame.actor)
    state.civilian_deck.append(frame.actor)
    state.chance = shuffle(state.civilian_deck, state.chance)
    tell(state, frame, "shuffled-back", Rule.EMPTY_CIVILIAN_CARD, card=table.codes[frame.actor])


@FORMS.step("recover {signed}")
def recover(table: Table, state: State, frame: Frame, signed: int) -> None:
    """Draw more or fewer cards in the next recover phase; several add up."""
    state.draw_change += signed
    tell(state, frame, "recover-changed", Rule.RECOVER_DRAW, amount=f"{signed:+d}")


@FORMS.step("ignore {scope}", only={"scope": ("mission",)})
def ignore_mission(table: Table, state: State, frame: Frame) -> None:
    """The effect of the mission chosen this round does not happen, be it good or bad, until the round is over."""
    state.is_ignored = 1
    tell(state, frame, "ignored", Rule.EFFECTS_OF_CHOSEN)


def check(card: CardCount | None, line: Line, compiled: Compiled) -> None:
    """Raise CannotExecute unless a card of that deck may do this at that time."""
    if card is None or card.deck not in TRIGGERS:
        raise CannotExecute("", "only maquis, missions, enemies and civilian cards have effects")
    trigger = line.trigger
    if trigger is None or trigger.form not in TRIGGERS[card.deck]:
        word = trigger.words[0] if trigger else ""
        raise CannotExecute(word, f"a card of the deck “{card.deck}” does not act at that time")
    timing = arguments_of(trigger).get("timing", "plan")
    if timing not in TIMINGS:
        raise CannotExecute(timing, f"no maquis is played in the phase “{timing}”")
    is_standing = trigger.words[0] == "defend" and not any(isinstance(op, Branch) for op in compiled.ops)
    for op in compiled.ops:
        verb = op.form.split(" ")[0]
        if card.deck not in ONLY_ON.get(op.form, TRIGGERS):
            raise CannotExecute(verb, f"a card of the deck “{card.deck}” cannot do this")
        stands = isinstance(op, Stand) and card.deck != MAQUIS
        if stands and not is_standing:
            raise CannotExecute(verb, "what holds as long as its card is there belongs to “defend” alone")
        if isinstance(op, ChangeDefence) and op.scope == OTHERS_HERE and not stands:
            reason = f"“{OTHERS_HERE}” means enemies of other types, and only an enemy that stands has one"
            raise CannotExecute(OTHERS_HERE, reason)
    _check_those(compiled.ops)


def _check_those(ops: Sequence[Op]) -> None:
    """Cards that were looked at stay among their like, and all of them go somewhere."""
    family: str | None = None
    is_sorted = True
    for op in ops:
        if isinstance(op, Look):
            family, is_sorted = op.family, False
        elif isinstance(op, Flip):
            family, is_sorted = "flipped", True
        elif isinstance(op, SortThose):
            if family is None or op.family not in (None, family):
                raise CannotExecute(op.verb, "there are no cards before it that could go there")
            is_sorted = is_sorted or op.word in (ALL, REST)
    if not is_sorted:
        raise CannotExecute("look", "the line does not say where the rest of the cards goes")

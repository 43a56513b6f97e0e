"""Dice and conspiring: rolling, eagles, then targets, then numbers, and steps that use what the dice show."""

# ruff: noqa: ARG001, ARG002  (all steps have one signature)

from rules_engine.black_orchestra.conspirators import free, here
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS, ROLL, below, is_due, procedure, push
from rules_engine.black_orchestra.rulebook import EAGLE, FACES, MOTIVATION, SUSPICION, TARGET, Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.tracks import change, place_targets
from rules_engine.chance import below as chance_below
from rules_engine.machine.steps import DECLINE, NOTHING, Op, ask, tell
from rules_engine.obeys import obeys

BEST_FIRST = (TARGET, "3", "2", "1", EAGLE)
"""How good a face is for who rolls to resist."""
FORBIDDEN = "conspire"
TARGETS, NUMBERS = "targets", "numbers"
"""What a conspiracy remembers of its targets, and a line of the number dice that are still to be handed out."""


@obeys(Rule.DICE_LIMIT, Rule.DISSENT_STAYS)
def free_dice(table: Edition, state: State) -> int:
    """Dice that lie neither on the dissent track nor on a card nor before a player."""
    held = sum(len(conspirator.extra) for conspirator in state.conspirators.values())
    return table.numbers.dice - state.dissent - sum(state.on_cards.values()) - held


def roll(table: Edition, state: State, frame: Frame | None, count: int, rule: str) -> list[str]:
    """Roll dice, no more than there are."""
    faces = []
    for _ in range(min(count, free_dice(table, state))):
        face, state.chance = chance_below(state.chance, len(FACES))
        faces.append(FACES[face])
    if state.log is not None:
        tell(state, frame, "rolled", rule, faces=" ".join(faces))
    return faces


def roll_to_resist(table: Edition, state: State, frame: Frame, code: str, rule: str) -> str:
    """The face that a prisoner rolls; who is of little courage may have to roll several dice and keep the worst."""
    count = table.numbers.resist_dice.get(state.conspirators[code].levels[MOTIVATION], 1)
    return max(roll(table, state, frame, count, rule), key=BEST_FIRST.index)


@obeys(Rule.CONSPIRE_LIMIT, Rule.CONSPIRE_DICE, Rule.PENALTY_BORMANN)
def conspire_options(table: Edition, state: State) -> list[str]:
    """With how many dice the active conspirator can conspire: one action each, no more than allowed."""
    numbers = table.numbers
    if state.conspired >= numbers.conspire_per_turn or FORBIDDEN in state.forbidden:
        return []
    most = min(state.actions_left, numbers.conspire_dice, free_dice(table, state))
    return [f"conspire {dice}" for dice in range(1, most + 1)]


def conspire(table: Edition, state: State, dice: int) -> None:
    """Pay and roll; what the roll brings is resolved in its order."""
    state.actions_left -= dice
    state.conspired += 1
    faces = roll(table, state, None, dice, Rule.CONSPIRE_DICE)
    push(state, CONSPIRING, state.active, roll=faces, targets=faces.count(TARGET))


@obeys(Rule.DICE_ORDER, Rule.CONSPIRE_EAGLES)
def resolve_eagles(table: Edition, state: State, frame: Frame) -> None:
    """Everybody in the space comes under suspicion."""
    eagles = frame.memo[ROLL].count(EAGLE) * table.numbers.conspire_eagle
    if eagles:
        for code in here(state, state.conspirators[frame.actor].location):
            change(table, state, frame, code, SUSPICION, eagles, Rule.CONSPIRE_EAGLES)


class _Watchers(Op):
    """Cards that wait for a conspiracy, whoever holds them; each line sees what the one before it has left."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        if "conspire" not in table.triggers:
            return True
        done: list[str] = frame.memo.setdefault("done", [])
        for code in free(state):
            for card in dict.fromkeys(state.conspirators[code].cards):
                for program in table.of("conspire", card):
                    if program.key in done:
                        continue
                    done.append(program.key)
                    if is_due(table, state, program, code, frame.memo):
                        push(state, program, code, roll=frame.memo[ROLL][:], card=card)
                        return False
        return True


def resolve_targets(table: Edition, state: State, frame: Frame) -> None:
    """Targets go on the dissent track."""
    place_targets(state, frame.memo[TARGETS])


@obeys(Rule.CONSPIRE_NUMBERS)
def resolve_numbers(table: Edition, state: State, frame: Frame) -> None:
    """Numbers are further actions."""
    won = sum(int(face) for face in frame.memo[ROLL] if face not in (EAGLE, TARGET))
    if won and frame.actor == state.active:
        state.actions_left += won
        tell(state, frame, "actions-won", Rule.CONSPIRE_NUMBERS, conspirator=frame.actor, number=won)


CONSPIRING = procedure("conspiring", Rule.CONSPIRE_DICE, resolve_eagles, _Watchers(), resolve_targets, resolve_numbers)


@FORMS.step("cancel targets")
def cancel_targets(table: Edition, state: State, frame: Frame) -> None:
    """The conspiracy that is under way brings no targets."""
    conspiracy = below(state, CONSPIRING)
    if conspiracy:
        conspiracy.memo[TARGETS] = 0


@FORMS.step("store targets")
class StoreTargets(Op):
    """All targets of the conspiracy go on this card instead of the dissent track."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """They stay there until the card says otherwise."""
        conspiracy = below(state, CONSPIRING)
        if conspiracy and conspiracy.memo[TARGETS]:
            card = frame.program.owner[1]
            count, conspiracy.memo[TARGETS] = conspiracy.memo[TARGETS], 0
            state.on_cards[card] = state.on_cards.get(card, 0) + count
            tell(state, frame, "targets-stored", frame.program.rule, card=card, number=count)
        return True

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be targets."""
        conspiracy = below(state, CONSPIRING)
        return conspiracy is not None and conspiracy.memo[TARGETS] > 0


@FORMS.step("return dice")
def return_dice(table: Edition, state: State, frame: Frame) -> None:
    """Off this card, which stays; they can be rolled again."""
    state.on_cards.pop(frame.program.owner[1], None)


@FORMS.step("roll {number}", "roll all")
def roll_in_line(table: Edition, state: State, frame: Frame, number: int = 0) -> None:
    """So many dice, or all; steps after it see what was rolled."""
    frame.memo[ROLL] = roll(table, state, frame, number or free_dice(table, state), frame.program.rule)


@FORMS.step("roll to resist")
class RollToResist(Op):
    """A line with it can be chosen whatever becomes of its other steps."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Who is of little courage rolls worse."""
        frame.memo[ROLL] = [roll_to_resist(table, state, frame, frame.actor, frame.program.rule)]
        return True


@FORMS.step("share numbers")
class ShareNumbers(Op):
    """Each number die goes to somebody, as so many actions in their next turn."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Die by die, the highest first; a die may also stay."""
        if frame.left == NOTHING:
            frame.memo[NUMBERS] = sorted((face for face in frame.memo[ROLL] if face.isdigit()), reverse=True)
            frame.left = 0
        if not frame.memo[NUMBERS]:
            return True
        face = frame.memo[NUMBERS][0]
        return ask(state, frame.actor, [*(f"give {face} {code}" for code in free(state)), DECLINE])

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """Hand the die over."""
        face = frame.memo[NUMBERS].pop(0)
        if answer != DECLINE:
            code = answer.split(" ")[2]
            state.conspirators[code].extra.append(int(face))
            tell(state, frame, "die-given", frame.program.rule, conspirator=code, number=int(face))

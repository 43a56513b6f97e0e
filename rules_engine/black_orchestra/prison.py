"""Arrest, prison and release: raids of the Gestapo, the turn of a prisoner, interrogations."""

# ruff: noqa: ARG001, ARG002  (all steps have one signature)

from collections.abc import Sequence

from rules_engine.black_orchestra.conspirators import SKIP_ILLEGAL, Concerning, free, prisoners, stands
from rules_engine.black_orchestra.conspiring import RollToResist, roll, roll_to_resist
from rules_engine.black_orchestra.dossier import CARD, DISCARD, check_limits, discard, discard_card, discard_options
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS, ROLL, Triggered, begin, below, lose, procedure, push
from rules_engine.black_orchestra.rulebook import EAGLE, MOTIVATION, PRISON, SUSPICION, TARGET, Rule
from rules_engine.black_orchestra.spaces import enter_space
from rules_engine.black_orchestra.state import ASIDE, INTERROGATION, PRISON_TURN, Frame, State
from rules_engine.black_orchestra.tracks import change, clear_dissent, set_level
from rules_engine.chance import shuffle
from rules_engine.machine.steps import Condition, Op, Pick, ask, holds, tell
from rules_engine.obeys import obeys

KEEP, DONE = "keep", "done"
SKIP, REMOVED = "skip", "removed"
WAITING, CARDS = "waiting", "cards"


@obeys(Rule.ARREST_TO_PRISON, Rule.ARREST_ILLEGAL, Rule.ARREST_ENDS_TURN, Rule.LOSE_ALL_ARRESTED)
def arrest(table: Edition, state: State, frame: Frame, code: str) -> None:
    """Put a conspirator into prison; the actions of their turn are over."""
    conspirator = state.conspirators[code]
    if conspirator.location == PRISON:
        return
    conspirator.location = PRISON
    conspirator.extra = []
    tell(state, frame, "arrested", Rule.ARREST_TO_PRISON, conspirator=code)
    if Rule.ARREST_ILLEGAL in table.rules:
        for card in [card for card in conspirator.cards if table.is_illegal(card)]:
            discard_card(state, frame, code, card, Rule.ARREST_ILLEGAL)
    if code == state.active:
        state.actions_left = 0
    if not free(state):
        lose(table, state, frame, Rule.LOSE_ALL_ARRESTED)


@obeys(Rule.RELEASE_TO_HQ, Rule.RELEASE_LEVEL)
def release(table: Edition, state: State, frame: Frame, code: str, level: int) -> None:
    """Let a prisoner out, with that suspicion."""
    if state.conspirators[code].location != PRISON:
        return
    tell(state, frame, "released", Rule.RELEASE_TO_HQ, conspirator=code)
    enter_space(table, state, frame, code, table.numbers.release_space, Rule.RELEASE_TO_HQ)
    set_level(table, state, frame, code, SUSPICION, level, Rule.RELEASE_LEVEL)
    check_limits(table, state, code)


@obeys(Rule.RELEASE_PLACE, Rule.RELEASE_EXTREME)
def release_options(table: Edition, state: State) -> list[str]:
    """Whom the active conspirator can try to get out."""
    conspirator = state.conspirators[state.active]
    is_able = (
        conspirator.location == table.numbers.release_space
        and conspirator.levels[SUSPICION] != table.numbers.release_forbidden
    )
    return [f"release {code}" for code in prisoners(state)] if is_able else []


@obeys(Rule.RELEASE_EAGLE, Rule.RELEASE_SUCCESS)
def try_release(table: Edition, state: State, frame: Frame, code: str) -> None:
    """Roll for a release: an eagle puts the helper into prison as well."""
    helper, numbers = state.active, table.numbers
    if EAGLE in roll(table, state, frame, numbers.release_dice, Rule.RELEASE_EAGLE):
        arrest(table, state, frame, helper)
        return
    change(table, state, frame, helper, SUSPICION, numbers.release_cost, Rule.RELEASE_SUCCESS)
    release(table, state, frame, code, numbers.released_at)


@FORMS.step("arrest {who}", asks_each=True)
class Arrest(Concerning):
    """One after the other goes to prison."""

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Arrest them."""
        for code in codes:
            arrest(table, state, frame, code)
        return True


@FORMS.step("release {who} at {level}", asks_each=True)
class Release(Concerning):
    """Prisoners come out, and their suspicion is what the line says."""

    def __init__(self, who: str, level: str, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.level = level

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Release them."""
        for code in codes:
            release(table, state, frame, code, table.places[self.level][1])
        return True


@FORMS.step("raid")
def begin_raid(table: Edition, state: State, frame: Frame) -> None:
    """A Gestapo raid takes place."""
    tell(state, frame, "raid", Rule.RAID_ARREST)
    push(state, RAID, state.active)


@obeys(Rule.RAID_ARREST, Rule.SUSPICION_EXTREME)
def arrest_suspects(table: Edition, state: State, frame: Frame) -> None:
    """Whoever is suspected enough is arrested."""
    for code in free(state):
        if state.conspirators[code].levels[SUSPICION] >= table.numbers.raid_at and state.outcome is None:
            arrest(table, state, frame, code)
    frame.memo[WAITING] = free(state)


def is_safe(table: Edition, state: State, code: str) -> bool:
    """Whether the illegal cards of a conspirator are not found."""
    return any(True for _ in stands(table, state, SKIP_ILLEGAL, code))


class _IllegalCards(Op):
    """What those who are free do with their illegal cards, one conspirator after the other."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        waiting: list[str] = frame.memo[WAITING]
        while waiting:
            code = waiting[0]
            if CARDS not in frame.memo:
                frame.memo[CARDS] = self._at_stake(table, state, code)
            cards = list(dict.fromkeys(frame.memo[CARDS]))
            settle = self._each if Rule.RAID_ILLEGAL_EACH in table.rules else self._any_number
            options = settle(state, code, cards)
            if options:
                return ask(state, code, options)
            self._finish(table, state, frame, code)
        return True

    def _at_stake(self, table: Edition, state: State, code: str) -> list[str]:
        """What can be discarded: illegal cards, unless they are safe, or any cards at all where the edition says so."""
        cards = state.conspirators[code].cards
        if Rule.RAID_ILLEGAL_KEPT in table.rules:
            return cards[:]
        return [] if is_safe(table, state, code) else [card for card in cards if table.is_illegal(card)]

    @obeys(Rule.RAID_ILLEGAL_EACH)
    def _each(self, state: State, code: str, cards: list[str]) -> list[str]:
        """Discard or keep each; whoever comes to the highest suspicion keeps the rest."""
        if state.conspirators[code].levels[SUSPICION] >= state.tracks[SUSPICION].high:
            return []
        return [f"{verb} {card}" for card in cards for verb in (DISCARD, KEEP)]

    @obeys(Rule.RAID_ILLEGAL_KEPT)
    def _any_number(self, state: State, code: str, cards: list[str]) -> list[str]:
        """Discard as many as wanted, of whatever kind; the illegal ones that are kept then cost suspicion."""
        return [*discard_options(cards), DONE] if cards else []

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        code = frame.memo[WAITING][0]
        if answer == DONE:
            self._finish(table, state, frame, code)
            return
        verb, card = answer.split(" ")
        frame.memo[CARDS].remove(card)
        if verb == DISCARD:
            rule = Rule.RAID_ILLEGAL_EACH if Rule.RAID_ILLEGAL_EACH in table.rules else Rule.RAID_ILLEGAL_KEPT
            discard_card(state, frame, code, card, rule)
        else:
            change(table, state, frame, code, SUSPICION, table.numbers.raid_illegal, Rule.RAID_ILLEGAL_EACH)

    def _finish(self, table: Edition, state: State, frame: Frame, code: str) -> None:
        """Go on with the next; where cards are not settled one by one, what was kept costs suspicion now."""
        frame.memo[WAITING].pop(0)
        kept = sum(map(table.is_illegal, frame.memo.pop(CARDS)))
        if kept and not is_safe(table, state, code) and Rule.RAID_ILLEGAL_KEPT in table.rules:
            change(table, state, frame, code, SUSPICION, kept * table.numbers.raid_illegal, Rule.RAID_ILLEGAL_KEPT)


@obeys(Rule.RAID_DISSENT)
def clear_track(table: Edition, state: State, frame: Frame) -> None:
    """The raid takes all dice off the dissent track."""
    clear_dissent(state, frame, Rule.RAID_DISSENT)


RAID = procedure("raid", Rule.RAID_ARREST, arrest_suspects, _IllegalCards(), clear_track)


class _DiscardInPrison(Pick):
    """Discard the illegal cards, and as many of the others that are no plots."""

    @obeys(Rule.PRISON_TURN_DISCARD, Rule.PLOTS_NOT_ILLEGAL)
    def times(self, table: Edition, state: State, frame: Frame) -> int:
        if Rule.PRISON_TURN_DISCARD not in table.rules:
            return 0
        illegal = [card for card in state.conspirators[frame.actor].cards if table.is_illegal(card)]
        for card in illegal:
            discard_card(state, frame, frame.actor, card, Rule.PRISON_TURN_DISCARD)
        return len(illegal)

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        return discard_options([card for card in state.conspirators[frame.actor].cards if not table.is_plot(card)])

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        discard(state, frame, frame.actor, CARD, option, Rule.PRISON_TURN_DISCARD)


@obeys(Rule.PRISON_RESIST)
def resist(table: Edition, state: State, frame: Frame) -> None:
    """Roll to resist, where the prisoner's turn has such a roll; who fails may have a card for it."""
    if Rule.PRISON_RESIST not in table.rules:
        return
    code = frame.actor
    face = roll_to_resist(table, state, frame, code, Rule.PRISON_RESIST)
    frame.memo[ROLL] = [face]
    if face in table.numbers.resisting.get(state.conspirators[code].levels[MOTIVATION], ()):
        frame.memo[SKIP] = 1
        tell(state, frame, "resisted", Rule.PRISON_RESIST, conspirator=code)
    else:
        tell(state, frame, "gave-in", Rule.PRISON_RESIST_FAILED, conspirator=code)
        for card in dict.fromkeys(state.conspirators[code].cards):
            begin(table, state, table.of("resistance fails", card), code, card=card)


@FORMS.step("skip interrogation")
def skip_interrogation(table: Edition, state: State, frame: Frame) -> None:
    """No interrogation card is drawn; the card that prevented it is used up."""
    turn = below(state, PRISONERS_TURN)
    if turn:
        turn.memo[SKIP] = 1
    card = frame.memo.get("card")
    if card in state.conspirators[frame.actor].cards:
        discard_card(state, frame, frame.actor, card)


@FORMS.step("remove this")
def remove_interrogation(table: Edition, state: State, frame: Frame) -> None:
    """The interrogation card leaves the game instead of being shuffled back."""
    turn = below(state, PRISONERS_TURN)
    if turn:
        turn.memo[REMOVED] = 1


class _Interrogate(Op):
    """Draw a card and choose one of its options."""

    @obeys(Rule.PRISON_TURN, Rule.PRISON_RESIST_FAILED, Rule.INTERROGATION_SECRET)
    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        if SKIP in frame.memo or frame.left == 0:
            return True
        if INTERROGATION not in frame.memo:
            if not state.interrogations:
                return True
            frame.memo[INTERROGATION] = state.interrogations.pop()
        able = [program for program in self._all(table, frame) if self._is_possible(table, state, program, frame.actor)]
        if able:
            return ask(state, frame.actor, [f"option {program.arguments['option']}" for program in able])
        # A card none of whose options can be done is put aside until one is found.
        frame.memo.setdefault(ASIDE, []).append(frame.memo.pop(INTERROGATION))
        if not state.interrogations:
            frame.left = 0
        return False

    def _all(self, table: Edition, frame: Frame) -> Sequence[Triggered]:
        return table.of("option {option}", frame.memo[INTERROGATION])

    @obeys(Rule.INTERROGATION_FULL, Rule.INTERROGATION_RESIST)
    def _is_possible(self, table: Edition, state: State, program: Triggered, code: str) -> bool:
        """Whether an option can be done in full; one with a roll to resist can be chosen in any case."""
        trial = Frame(program, code)
        if not holds(table, state, program.conditions, code, trial):
            return False
        has_roll = any(isinstance(op, RollToResist) for op in program.ops)
        return has_roll or all(op.in_full(table, state, trial) for op in program.ops)

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        frame.left = 0
        option = answer.split(" ")[1]
        tell(state, frame, "option-chosen", Rule.INTERROGATION_SECRET, conspirator=frame.actor, option=option)
        program = next(program for program in self._all(table, frame) if program.arguments["option"] == option)
        push(state, program, frame.actor, card=frame.memo[INTERROGATION])


@obeys(Rule.INTERROGATION_RESHUFFLE)
def shuffle_back(table: Edition, state: State, frame: Frame) -> None:
    """The interrogation card goes back, unless it says otherwise."""
    cards = frame.memo.pop(ASIDE, [])
    card = frame.memo.pop(INTERROGATION, None)
    if card and frame.memo.get(REMOVED):
        state.removed_cards.append(card)
    elif card:
        cards.append(card)
    if cards:
        state.interrogations += cards
        state.chance = shuffle(state.interrogations, state.chance)


@obeys(Rule.PRISON_TARGET_FREES)
def free_by_target(table: Edition, state: State, frame: Frame) -> None:
    """Where the rules say so, a target that was rolled sets the prisoner free."""
    if Rule.PRISON_TARGET_FREES in table.rules and frame.memo.get(ROLL) == [TARGET]:
        release(table, state, frame, frame.actor, table.numbers.freed_at)


AT_INTERROGATION = 2
"""The step at which a prisoner draws a card."""
_STEPS = (_DiscardInPrison(), resist, _Interrogate(), shuffle_back, free_by_target)
PRISONERS_TURN = procedure(PRISON_TURN, Rule.ARREST_TO_PRISON, *_STEPS)

"""Arrest, prison and release: raids of the Gestapo, the turn of a prisoner, interrogations."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.black_orchestra.board import enter_space, free, prisoners
from rules_engine.black_orchestra.dice import EAGLE, TARGET, roll, roll_to_resist
from rules_engine.black_orchestra.dissent import clear_dissent
from rules_engine.black_orchestra.dossier import check_limits, discard_card
from rules_engine.black_orchestra.ladders import MOTIVATION, PRISON, SUSPICION
from rules_engine.black_orchestra.ops import Op, Pick, ask, begin, below, holds, lose, procedure, push, tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.standing import SKIP_ILLEGAL, stands
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.tracks import change, set_level
from rules_engine.chance import shuffle
from rules_engine.obeys import obeys

DISCARD, KEEP = "discard", "keep"
DONE = "done"
CARD, ROLL, REMOVED = "card", "roll", "removed"


@obeys(Rule.ARREST_TO_PRISON, Rule.ARREST_ILLEGAL, Rule.ARREST_ENDS_TURN, Rule.LOSE_ALL_ARRESTED)
def arrest(table: Table, state: State, frame: Frame | None, code: str) -> None:
    """Put a conspirator into prison; the actions of their turn are over."""
    conspirator = state.conspirators[code]
    if conspirator.location == PRISON:
        return
    conspirator.location = PRISON
    conspirator.extra = []
    tell(table, state, frame, "arrested", Rule.ARREST_TO_PRISON, conspirator=code)
    if Rule.ARREST_ILLEGAL in table.rules:
        for card in [card for card in conspirator.cards if table.is_illegal(card)]:
            discard_card(table, state, frame, code, card, Rule.ARREST_ILLEGAL)
    if code == state.active:
        state.actions_left = 0
    if not free(state):
        lose(table, state, frame, Rule.LOSE_ALL_ARRESTED)


@obeys(Rule.RELEASE_TO_HQ, Rule.RELEASE_LEVEL)
def release(table: Table, state: State, frame: Frame, code: str, level: int) -> None:
    """Let a prisoner out, with that suspicion."""
    if state.conspirators[code].location != PRISON:
        return
    tell(table, state, frame, "released", Rule.RELEASE_TO_HQ, conspirator=code)
    enter_space(table, state, frame, code, table.numbers.release_space, Rule.RELEASE_TO_HQ)
    set_level(table, state, frame, code, SUSPICION, level, Rule.RELEASE_LEVEL)
    check_limits(table, state, code)


@obeys(Rule.RELEASE_PLACE, Rule.RELEASE_EXTREME)
def release_options(table: Table, state: State) -> list[str]:
    """Whom the active conspirator can try to get out."""
    conspirator = state.conspirators[state.active]
    is_able = (
        conspirator.location == table.numbers.release_space
        and conspirator.levels[SUSPICION] != table.numbers.release_forbidden
    )
    return [f"release {code}" for code in prisoners(state)] if is_able else []


@obeys(Rule.RELEASE_EAGLE, Rule.RELEASE_SUCCESS)
def try_release(table: Table, state: State, frame: Frame, code: str) -> None:
    """Roll for a release: an eagle puts the helper into prison as well."""
    helper, numbers = state.active, table.numbers
    if EAGLE in roll(table, state, frame, numbers.release_dice, Rule.RELEASE_EAGLE):
        arrest(table, state, frame, helper)
        return
    change(table, state, frame, helper, SUSPICION, numbers.release_cost, Rule.RELEASE_SUCCESS)
    release(table, state, frame, code, numbers.released_at)


def begin_raid(table: Table, state: State, frame: Frame) -> None:
    """A Gestapo raid takes place."""
    tell(table, state, frame, "raid", Rule.RAID_ARREST)
    push(state, RAID, state.active)


class _ArrestSuspects(Op):
    @obeys(Rule.RAID_ARREST, Rule.SUSPICION_EXTREME)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        for code in free(state):
            if state.conspirators[code].levels[SUSPICION] >= table.numbers.raid_at and state.outcome is None:
                arrest(table, state, frame, code)
        frame.memo["waiting"] = free(state)
        return True


class _IllegalCards(Op):
    """What those who are free do with their illegal cards, one conspirator after the other."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        waiting: list[str] = frame.memo["waiting"]
        while waiting:
            code = waiting[0]
            if "cards" not in frame.memo:
                frame.memo["cards"] = [c for c in state.conspirators[code].cards if table.is_illegal(c)]
            options = self.options(table, state, frame, code)
            if options:
                return ask(state, code, options)
            self._finish(table, state, frame, code)
        return True

    def options(self, table: Table, state: State, frame: Frame, code: str) -> list[str]:
        cards = dict.fromkeys(frame.memo["cards"])
        if Rule.RAID_ILLEGAL_EACH in table.rules:
            return self._each(table, state, frame, code, list(cards))
        return self._any_number(table, state, code, list(cards))

    @obeys(Rule.RAID_ILLEGAL_EACH)
    def _each(self, table: Table, state: State, frame: Frame, code: str, cards: list[str]) -> list[str]:
        """Discard or keep each; whoever comes to the highest suspicion, or hides them well, keeps the rest."""
        is_safe = any(True for _ in stands(table, state, SKIP_ILLEGAL, code))
        is_at_top = state.conspirators[code].levels[SUSPICION] >= state.tracks[SUSPICION].high
        if not cards or is_safe or is_at_top:
            return []
        return [f"{verb} {card}" for card in cards for verb in (DISCARD, KEEP)]

    @obeys(Rule.RAID_ILLEGAL_KEPT)
    def _any_number(self, table: Table, state: State, code: str, cards: list[str]) -> list[str]:
        """Discard as many as wanted; those that are kept then cost suspicion.

        Other cards may be discarded too, which nobody would want to do; only illegal ones are offered.
        """
        if not cards or any(True for _ in stands(table, state, SKIP_ILLEGAL, code)):
            return []
        return [*(f"{DISCARD} {card}" for card in cards), DONE]

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        code = frame.memo["waiting"][0]
        if answer == DONE:
            self._finish(table, state, frame, code)
            return
        verb, card = answer.split(" ")
        frame.memo["cards"].remove(card)
        if verb == DISCARD:
            rule = Rule.RAID_ILLEGAL_EACH if Rule.RAID_ILLEGAL_EACH in table.rules else Rule.RAID_ILLEGAL_KEPT
            discard_card(table, state, frame, code, card, rule)
        else:
            change(table, state, frame, code, SUSPICION, table.numbers.raid_illegal, Rule.RAID_ILLEGAL_EACH)

    def _finish(self, table: Table, state: State, frame: Frame, code: str) -> None:
        """Go on with the next; where cards are not settled one by one, what was kept costs suspicion now."""
        frame.memo["waiting"].pop(0)
        kept = len(frame.memo.pop("cards"))
        is_safe = any(True for _ in stands(table, state, SKIP_ILLEGAL, code))
        if kept and not is_safe and Rule.RAID_ILLEGAL_EACH not in table.rules:
            change(table, state, frame, code, SUSPICION, kept * table.numbers.raid_illegal, Rule.RAID_ILLEGAL_KEPT)


class _ClearTrack(Op):
    @obeys(Rule.RAID_DISSENT)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        clear_dissent(table, state, frame, Rule.RAID_DISSENT)
        return True


class _DiscardInPrison(Pick):
    """Discard the illegal cards, and as many of the others that are no plots."""

    @obeys(Rule.PRISON_TURN_DISCARD, Rule.PLOTS_NOT_ILLEGAL)
    def times(self, table: Table, state: State, frame: Frame) -> int:
        if Rule.PRISON_TURN_DISCARD not in table.rules:
            return 0
        illegal = [card for card in state.conspirators[frame.actor].cards if table.is_illegal(card)]
        for card in illegal:
            discard_card(table, state, frame, frame.actor, card, Rule.PRISON_TURN_DISCARD)
        return len(illegal)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        cards = dict.fromkeys(state.conspirators[frame.actor].cards)
        return [f"{DISCARD} {card}" for card in cards if not table.is_plot(card)]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        card = option.removeprefix(f"{DISCARD} ")
        discard_card(table, state, frame, frame.actor, card, Rule.PRISON_TURN_DISCARD)


class _Resist(Op):
    """Roll to resist, where the prisoner's turn has such a roll; who fails may have a card for it."""

    @obeys(Rule.PRISON_RESIST)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if Rule.PRISON_RESIST not in table.rules:
            return True
        code = frame.actor
        face = roll_to_resist(table, state, frame, code, Rule.PRISON_RESIST)
        frame.memo[ROLL] = [face]
        if face in table.numbers.resisting.get(state.conspirators[code].levels[MOTIVATION], ()):
            frame.memo["skip"] = 1
            tell(table, state, frame, "resisted", Rule.PRISON_RESIST, conspirator=code)
        else:
            tell(table, state, frame, "gave-in", Rule.PRISON_RESIST_FAILED, conspirator=code)
            for card in dict.fromkeys(state.conspirators[code].cards):
                begin(table, state, table.of("resistance fails", card), code, card=card)
        return True


def skip_interrogation(table: Table, state: State, frame: Frame) -> None:
    """No interrogation card is drawn; the card that prevented it is used up."""
    turn = below(state, PRISON_TURN)
    if turn:
        turn.memo["skip"] = 1
    card = frame.memo.get(CARD)
    if card in state.conspirators[frame.actor].cards:
        discard_card(table, state, frame, frame.actor, card)


def remove_interrogation(state: State) -> None:
    """The card leaves the game instead of being shuffled back."""
    turn = below(state, PRISON_TURN)
    if turn:
        turn.memo[REMOVED] = 1


class _Interrogate(Op):
    """Draw a card and choose one of its options."""

    @obeys(Rule.PRISON_TURN, Rule.PRISON_RESIST_FAILED, Rule.INTERROGATION_SECRET)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if "skip" in frame.memo or frame.left == 0:
            return True
        if CARD not in frame.memo:
            if not state.interrogations:
                return True
            frame.memo[CARD] = state.interrogations.pop()
        options = self._options(table, state, frame)
        if options:
            return ask(state, frame.actor, options)
        self._draw_another(table, state, frame)
        return False

    @obeys(Rule.INTERROGATION_FULL, Rule.INTERROGATION_RESIST)
    def _options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The options that can be done in full."""
        able = []
        for key in table.of("option {option}", frame.memo[CARD]):
            program, trial = table.programs[key], Frame(key, frame.actor)
            if holds(table, state, program.conditions, frame.actor, trial) and program.in_full(table, state, trial):
                able.append(f"option {program.arguments['option']}")
        return able

    def _draw_another(self, table: Table, state: State, frame: Frame) -> None:
        """A card none of whose options can be done is put aside until one is found."""
        frame.memo.setdefault("aside", []).append(frame.memo.pop(CARD))
        if not state.interrogations:
            frame.left = 0

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        frame.left = 0
        for key in table.of("option {option}", frame.memo[CARD]):
            if table.programs[key].arguments["option"] == answer.split(" ")[1]:
                tell(table, state, frame, "option-chosen", Rule.INTERROGATION_SECRET, conspirator=frame.actor,
                     option=answer.split(" ")[1])  # fmt: skip
                push(state, key, frame.actor, card=frame.memo[CARD])
                return


class _ShuffleBack(Op):
    @obeys(Rule.INTERROGATION_RESHUFFLE)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        cards = frame.memo.pop("aside", [])
        card = frame.memo.pop(CARD, None)
        if card and frame.memo.get(REMOVED):
            state.removed_cards.append(card)
        elif card:
            cards.append(card)
        if cards:
            state.interrogations += cards
            state.chance = shuffle(state.interrogations, state.chance)
        return True


class _FreedByTarget(Op):
    @obeys(Rule.PRISON_TARGET_FREES)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if Rule.PRISON_TARGET_FREES in table.rules and frame.memo.get(ROLL) == [TARGET]:
            release(table, state, frame, frame.actor, table.numbers.freed_at)
        return True


RAID = procedure("raid", Rule.RAID_ARREST, _ArrestSuspects(), _IllegalCards(), _ClearTrack())
PRISON_TURN = procedure(
    "prison-turn",
    Rule.ARREST_TO_PRISON,
    _DiscardInPrison(),
    _Resist(),
    _Interrogate(),
    _ShuffleBack(),
    _FreedByTarget(),
)

"""The engine of Resist!: what is legal in each step, what each action does, and why others are refused."""

from collections.abc import Callable

from rules_engine.events import Refusal
from rules_engine.machine.steps import NOTHING, run_frames
from rules_engine.obeys import obeys
from rules_engine.resist import effects, examples, players, rounds, seen, set_up
from rules_engine.resist.cards import FORMS, Table
from rules_engine.resist.rounds import CONTINUE, END, STOP
from rules_engine.resist.rulebook import Rule
from rules_engine.resist.state import CARD, State, Step
from rules_engine.resist.strength import enemy_defence, mission_defence, most_revealed, protectors
from rules_engine.ruleset import Ruleset

OPTIONS: tuple[Callable[[Table, State], list[str]], ...] = (
    set_up.draft_options,
    rounds.plan_options,
    lambda *_: [],
    rounds.order_options,
    rounds.attack_options,
    rounds.target_options,
    rounds.order_options,
    rounds.stop_options,
    lambda *_: [],
)
"""What can be done in each step."""
IS_PASSING = [step in (Step.CHOSEN, Step.DEFEND, Step.ATTACK, Step.SURVIVE) for step in range(len(Step.NAMES))]
"""By step whether it may go by without a decision."""


class Resist(Table):
    """Plays one edition, as its ruleset states it."""

    code, state, forms, check = "resist", State, FORMS, staticmethod(effects.check)
    choices, templates = set_up.CHOICES, seen.TEMPLATES
    start, arrange, play_example = set_up.start, set_up.arrange, examples.play_example
    view, redeal, census = seen.view, seen.redeal, seen.census
    rule_player, worth = players.rule_player, players.worth

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.moves = {
            STOP: self.move(rounds.stop_attacking),
            END: self.move(rounds.end),
            CONTINUE: self.move(rounds.recover),
            **{action: self.move(rounds.play, play) for action, play in self.play.items()},
            **{action: self.move(rounds.choose_mission, mission) for mission, action in self.choose.items()},
            **{action: self.move(rounds.defeat, target) for target, action in self.defeat.items()},
        }
        for card, code in enumerate(self.codes):
            self.moves[f"enlist {code}"] = self.move(set_up.enlist, card)
            self.moves[f"resolve {code}"] = self.move(rounds.resolve, card)

    def between(self, state: State) -> list[str]:
        """What the step offers."""
        return OPTIONS[state.step](self, state)

    @obeys(Rule.ROUND_PHASES)
    def go_on(self, state: State) -> None:
        """Let happen what needs no decision, up to the next one."""
        while not state.frames or run_frames(self, state):
            step = state.step
            if not IS_PASSING[step]:
                return
            if step == Step.ATTACK:
                if not rounds.is_hand_played(state):
                    return
                rounds.begin_defeating(self, state)
            elif step == Step.CHOSEN:
                rounds.begin_defending(self, state)
            elif state.pending:
                if rounds.resolve_next(self, state):
                    return
            elif step == Step.DEFEND:
                state.step = Step.ATTACK
            else:
                rounds.discard_survivors(self, state)
                rounds.face_consequences(self, state)

    @obeys(Rule.ROUND_PHASES)
    def refuse(self, state: State, action: str) -> Refusal:
        """The refusal of an action that is not legal."""
        if state.step == Step.OVER:
            return Refusal(str(Rule.ROUND_UNTIL_END), "The game is over.")
        if state.frames:
            rule, offered = state.frames[-1].program.rule, ", ".join(self.legal(state))
            return Refusal(str(rule), f"First an effect must be carried out: choose one of {offered}.")
        if action in self.play:
            return _refuse_play(self, state, action)
        verb, _, code = action.partition(" ")
        card = self.number_of.get(code, NOTHING)
        if verb == "defeat" and card in self.defeat:
            return _refuse_target(self, state, card)
        if verb == "choose" and card in self.choose:
            late = "The mission is chosen at the end of the plan phase."
            sentence = late if state.step != Step.PLAN else f"{code} is not available."
            return Refusal(str(Rule.PLAN_CHOOSE_MISSION), sentence)
        if action in (STOP, END, CONTINUE):
            return _refuse_ending(state, action)
        return Refusal(str(Rule.ROUND_PHASES), f"“{action}” is nothing that can be done now.")


def _refuse_play(table: Table, state: State, action: str) -> Refusal:
    card, side, program = table.play[action]
    code = table.codes[card]
    if state.step not in (Step.PLAN, Step.ATTACK):
        return Refusal(str(Rule.ROUND_PHASES), "Maquis are played in the plan and in the attack phase only.")
    if card not in state.hand:
        return Refusal(str(Rule.PLAN_PLAY), f"{code} is not in hand.")
    limit = most_revealed(table, state) if state.step == Step.ATTACK else None
    if side and limit is not None and state.revealed_now >= limit:
        return Refusal(str(Rule.EFFECT_DEFEND), f"No more than {limit} maquis may be revealed in this attack phase.")
    assert program is not None, "without its action a maquis can always be played"
    if not (program.in_plan if state.step == Step.PLAN else program.in_attack):
        return Refusal(str(Rule.ACTION_FITS_PHASE), f"The action of {code} does not fit this phase.")
    return Refusal(str(Rule.ACTION_IN_FULL), f"The action of {code} cannot be carried out in full now.")


def _refuse_target(table: Table, state: State, card: int) -> Refusal:
    code = table.codes[card]
    if state.step != Step.DEFEAT:
        return Refusal(str(Rule.ATTACK_PLAY_REST), "Targets are defeated once all maquis have been played.")
    is_guarded, shields = protectors(table, state)
    if state.offer[state.chosen] == card:
        if is_guarded:
            return Refusal(str(Rule.GUARDS_FIRST), f"Those who guard {code} must be defeated before it.")
        defence = mission_defence(table, state)
    else:
        here = [enemy for enemy in state.enemies[state.chosen] if enemy & CARD == card]
        if not here:
            return Refusal(str(Rule.EFFECTS_OF_CHOSEN), f"{code} is no target of this round.")
        if shields - {table.kinds[card]}:
            first = ", ".join(sorted(shields - {table.kinds[card]}))
            return Refusal(str(Rule.GRUNTS_FIRST), f"{code} is protected: defeat every {first} first.")
        defence = min(enemy_defence(table, state, enemy, state.chosen) for enemy in here)
    sentence = f"{code} has a defence of {defence}, and only {state.attack} attack is left."
    return Refusal(str(Rule.ATTACK_SPEND), sentence)


def _refuse_ending(state: State, action: str) -> Refusal:
    if action == STOP:
        if state.step == Step.ATTACK and not rounds.is_hand_played(state):
            return Refusal(str(Rule.PLAY_EVERYTHING), "All maquis in hand must be played first.")
        return Refusal(str(Rule.ATTACK_SPEND), "There is no attack to stop now.")
    if state.step == Step.STOP:
        return Refusal(str(Rule.MUST_END), "No mission is available any more, so that the resistance must end.")
    return Refusal(str(Rule.END_OR_CONTINUE), "Whether to end is decided after the mission has been settled.")

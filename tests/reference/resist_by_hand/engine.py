"""The engine of Resist!: what is legal in each step, and what each action does."""

from collections.abc import Callable

from resist_by_hand import effects, rounds, set_up
from resist_by_hand.cards import FORMS, Table
from resist_by_hand.rounds import CONTINUE, END, STOP
from resist_by_hand.rulebook import Rule
from resist_by_hand.state import State, Step
from rules_engine.events import Refusal
from rules_engine.machine.steps import run_frames
from rules_engine.obeys import obeys
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
    choices = set_up.CHOICES
    start = set_up.start

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

    def refuse(self, state: State, action: str) -> Refusal:
        """The rows say why; this one is asked for nothing that is not legal."""
        return Refusal(str(Rule.ROUND_PHASES), f"“{action}” is not legal.")

"""Answers to questions within effects: who is to be helped or spared, what is kept, what is agreed to."""

from collections.abc import Sequence

from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.odds import prospect
from rules_engine.black_orchestra.outlook import promise
from rules_engine.black_orchestra.plans import Plan, is_kept, is_late
from rules_engine.black_orchestra.prison import DONE
from rules_engine.black_orchestra.rulebook import MOTIVATION, SUPPORT, SUSPICION
from rules_engine.black_orchestra.state import State
from rules_engine.black_orchestra.thumbs import BAD, GOOD, Thumbs
from rules_engine.black_orchestra.value import worth
from rules_engine.game import Action
from rules_engine.machine.steps import DECLINE

SEED = 1
"""Of what is hidden when an answer is tried out: it must not depend on what nobody knows."""
USUAL = {"option b": 0.5, "option c": 0.4, "option a": 0.3, DECLINE: 0.1}
"""What is answered in a hurry: out of prison at any price."""
KNOWN = (MOTIVATION, SUPPORT, "discard", "keep", "plot", "use")


class Answers:
    """Answers by rules of thumb; where none speaks of it, by what each answer leads to."""

    def __init__(self, table: Edition, thumbs: Thumbs, is_quick: bool) -> None:
        self.table, self.thumbs, self.is_quick = table, thumbs, is_quick
        self.reckless = len(table.ladders[MOTIVATION]) - 1

    def best(self, state: State, actions: Sequence[Action], plan: Plan | None, hope: float) -> Action:
        """The answer that looks best."""
        if any(action.split(" ")[0] in KNOWN for action in actions):
            return max(actions, key=lambda action: self._judge(state, actions, action, plan, hope))
        if self.is_quick:
            return max(actions, key=lambda action: USUAL.get(action, 0.0))
        dealt = self.table.redeal(state, 0, SEED)
        return max(actions, key=lambda action: self._tried(dealt, action))

    def _tried(self, dealt: State, action: Action) -> float:
        tried = dealt.copy()
        self.table.advance(tried, action)
        return worth(self.table, tried)

    def _judge(self, state: State, actions: Sequence[Action], action: Action, plan: Plan | None, hope: float) -> float:
        """How good an answer to a question looks."""
        words = action.split(" ")
        verb, rest = words[0], words[-1]
        if action == DECLINE:
            return 0.1
        if verb == MOTIVATION and rest in state.conspirators:
            return self._inspire(state, rest, plan)
        if action == SUPPORT:
            if state.levels[SUPPORT] <= state.tracks[SUPPORT].low:
                return -1.0
            return self.thumbs.support_late if is_late(self.table, state) else self.thumbs.support_early
        if verb == "discard":
            if DONE in actions:
                return self._give_up(state, rest, plan)
            return -self._holding(state, rest, plan)
        if verb == "keep":
            return -self._exposed(state)
        if verb == "plot":
            chance = prospect(self.table, state, words[1], words[2])
            return 10 * chance if chance >= hope else -1.0
        if verb == "use":
            return self._free(state, words[1], plan)
        return 0.0

    def _free(self, state: State, card: str, plan: Plan | None) -> float:
        """A card that costs nothing is played to hold a leader where the plot can be carried out, or late for time."""
        if self.table.of("before {leader} moves", card):
            return 1.0 if plan is not None and plan.space else -0.5
        programs = self.table.free_cards.get(card, ())
        if programs and "events -" in programs[0].line:
            return 1.0 if is_late(self.table, state) else -0.5
        return -0.5

    def _inspire(self, state: State, code: str, plan: Plan | None) -> float:
        """Whoever is to strike comes first, then who is nearest to being able to."""
        level = state.conspirators[code].levels[MOTIVATION]
        if plan is not None and plan.by == code:
            return self.thumbs.courage if level < plan.level else 0.2
        if level >= self.table.numbers.plot_from:
            return 0.2 if level < self.reckless else -1.0
        return self.thumbs.others + level / 10

    def _give_up(self, state: State, card: str, plan: Plan | None) -> float:
        """In a raid: what is illegal is dear to who is suspected."""
        return (self._exposed(state) if self.table.is_illegal(card) else 0.0) - self._holding(state, card, plan)

    def _exposed(self, state: State) -> float:
        """What it costs to be found with an illegal card."""
        return self.thumbs.raid + self.thumbs.raid_suspected * state.conspirators[state.asker].levels[SUSPICION]

    def _holding(self, state: State, code: str, plan: Plan | None) -> float:
        """What a card or an item is worth to its holder."""
        card, thumbs = self.table.cards.get(code), self.thumbs
        if plan is not None and (code == plan.card or is_kept(state, plan, state.asker, code)):
            return thumbs.keep_plan
        if card is None or card.deck == "item":
            return thumbs.keep_item
        if self.table.is_plot(code):
            return thumbs.keep_plot + thumbs.keep_promise * promise(self.table, state, state.asker, code)
        line = self.table.lines[code]
        if "during" in line:
            return thumbs.keep_during
        if GOOD.search(line) and not BAD.search(line):
            return thumbs.keep_good
        return thumbs.keep_any if "any-time" in line or "before hitler" in line else thumbs.keep_rest

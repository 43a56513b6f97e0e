"""A player with rules of thumb: find a plot and what it needs, stay unsuspected, gather, strike when it may work."""

from collections.abc import Callable, Sequence
from typing import Any

from rules_engine.black_orchestra.answers import Answers
from rules_engine.black_orchestra.conspirators import free
from rules_engine.black_orchestra.dossier import dossier_limit, item_limit
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.errands import errands
from rules_engine.black_orchestra.odds import BETRAYS, HITS, bare, best_roll, prospect
from rules_engine.black_orchestra.plans import Plan, is_kept, is_last, is_late, lacking, make_plan, plots_of
from rules_engine.black_orchestra.plots import ATTEMPT, given, pool
from rules_engine.black_orchestra.rulebook import HITLER, MOTIVATION, PRISON, SUPPORT, SUSPICION
from rules_engine.black_orchestra.state import ROLLED, Plot, State
from rules_engine.black_orchestra.thumbs import BAD, GOOD, THUMBS, Thumbs
from rules_engine.black_orchestra.turn import END
from rules_engine.game import Action, Player

FAR = 99
TRIED = 5
"""How many actions of a turn a search tries."""


class RulePlayer:
    """Plays by rules of thumb; whoever decides does so for all."""

    is_quick = False
    """Whether it answers without trying out what each answer leads to."""

    def __init__(self, table: Edition, thumbs: Thumbs = THUMBS) -> None:
        self.table, self.thumbs = table, thumbs
        self.answers = Answers(table, thumbs, self.is_quick)
        self._judges: dict[str, Callable[[State, str, Plan | None], float]] = {
            "plot": self._plot,
            "play": self._play,
            "use": self._use,
            "release": self._release,
            "deliver": self._deliver,
            "conspire": self._conspire,
            "procure": self._procure,
            "reveal": lambda state, *_: thumbs.reveal if self._has_room(state) else 0.0,
            "draw": self._draw,
            "ability": self._ability,
            "give": self._give,
            "take": self._take,
        }

    def __call__(self, state: State, actions: Sequence[Action]) -> Action:
        """The action that looks best."""
        if len(actions) == 1:
            return actions[0]
        if state.plot is not None and state.frames[-1].program is ATTEMPT:
            return self._attempt(state, actions)
        plan = self._plan(state)
        if END in actions:
            worths = self._worths(state, actions, plan)
            return max(worths, key=worths.__getitem__)
        return self.answers.best(state, actions, plan, self._hope(state))

    def shortlist(self, state: State, actions: Sequence[Action], count: int) -> Sequence[Action]:
        """The actions that look best, the best first; in an attempt only the best, as its chances are known exactly."""
        if state.plot is not None and state.frames[-1].program is ATTEMPT:
            return [self._attempt(state, actions)]
        if END not in actions:
            return actions
        worths = self._worths(state, actions, self._plan(state))
        return sorted(worths, key=lambda action: -worths[action])[:count]

    def _plan(self, state: State) -> Plan | None:
        return make_plan(self.table, state, self._hope(state))

    def _worths(self, state: State, actions: Sequence[Action], plan: Plan | None) -> dict[Action, float]:
        """What actions are worth; ending the turn is worth nothing."""
        worths = {END: 0.0}
        if state.actions_left > 0:
            step, worth = self._step(state, actions, plan)
            worths[step] = worth
        for action in actions:
            verb, _, rest = action.partition(" ")
            judge = self._judges.get(verb)
            if judge:
                worths[action] = judge(state, rest, plan)
        return worths

    def _suspicion(self, state: State) -> int:
        return state.conspirators[state.active].levels[SUSPICION]

    def _has_room(self, state: State) -> bool:
        return len(state.conspirators[state.active].items) < item_limit(self.table, state, state.active)

    def _plot(self, state: State, rest: str, plan: Plan | None) -> float:
        card = rest.split(" ")[0]
        chance = prospect(self.table, state, card, state.active)
        best = plan.chance if plan is not None and not is_last(state) else 0.0
        if chance >= self._hope(state) and chance >= self.thumbs.enough * best:
            return self.thumbs.strike * (1 + chance)
        return self.thumbs.strike_free if bare(self.table, state, card, state.active) >= self.thumbs.free else 0.0

    def _hope(self, state: State) -> float:
        """Less is enough the later it is, and whatever there is when the events run out."""
        hope = self.thumbs.hope
        return self.thumbs.last_hope if is_last(state) else hope[min(state.stage, len(hope)) - 1]

    def _play(self, state: State, rest: str, plan: Plan | None) -> float:
        programs = self.table.of("action", rest.split(" ")[0])
        line = programs[0].line if programs else ""
        thumbs = self.thumbs
        if "take item" in line:
            return thumbs.play if self._has_room(state) and self._is_to_be_had(state, line, plan) else 0.0
        if not GOOD.search(line) or BAD.search(line):
            return 0.0
        if "suspicion" in line and self._suspicion(state) == 0:
            return 0.0
        if "military-support -" in line and state.levels[SUPPORT] <= state.tracks[SUPPORT].low and "|" not in line:
            return 0.0
        if "until plot" in line:
            return 0.0 if plots_of(self.table, state, state.active) else thumbs.find_plot
        return thumbs.play

    def _is_to_be_had(self, state: State, line: str, plan: Plan | None) -> bool:
        """Whether an item that the plan lacks lies where the line takes it from."""
        there = state.discarded_items if "discards" in line else [state.squares[space] for space in state.face_up]
        return any(lacking(state, plan, item) > 0 for item in there)

    def _use(self, state: State, rest: str, _: Plan | None) -> float:
        line = self.table.free_cards[rest.split(" ")[0]][0].line
        if "events -" in line:
            return self.thumbs.use if is_late(self.table, state) else 0.0
        return self.thumbs.use if "actions active +" in line else 0.0

    def _release(self, state: State, _: str, __: Plan | None) -> float:
        return self.thumbs.release if self._suspicion(state) < 2 and len(free(state)) > 1 else 0.0

    def _deliver(self, state: State, item: str, plan: Plan | None) -> float:
        suspicion = self._suspicion(state)
        is_wanted = is_kept(state, plan, state.active, item)
        if suspicion == 0 or (is_wanted and suspicion < state.tracks[SUSPICION].high):
            return 0.0
        return self.thumbs.deliver + suspicion

    def _conspire(self, state: State, rest: str, plan: Plan | None) -> float:
        """Dice pay for themselves; suspicion is what they cost, to all who are there."""
        here, cost = state.conspirators[state.active].location, 0.0
        for code in free(state):
            if state.conspirators[code].location == here:
                suspicion = min(state.conspirators[code].levels[SUSPICION], len(self.thumbs.costs) - 1)
                dear = self.thumbs.dear if plan is not None and plan.by == code else 1.0
                cost += self.thumbs.costs[suspicion] * dear
        return self.thumbs.conspire + int(rest) / 10 if cost < HITS / BETRAYS else 0.0

    def _procure(self, state: State, _: str, plan: Plan | None) -> float:
        item = state.squares.get(state.conspirators[state.active].location, "")
        if lacking(state, plan, item) > 0:
            return self.thumbs.procure_wanted
        return self.thumbs.procure if self._has_room(state) else 0.0

    def _draw(self, state: State, _: str, plan: Plan | None) -> float:
        if plan is None:
            return self.thumbs.draw_first
        cards = state.conspirators[state.active].cards
        has_room = len(cards) < dossier_limit(self.table, state, state.active)
        return self.thumbs.draw if has_room else self.thumbs.cycle

    def _ability(self, state: State, rest: str, _: Plan | None) -> float:
        line = self.table.of("ability action", state.active)[int(rest) - 1].line
        if "motivation" in line:
            here = state.conspirators[state.active].location
            others = [c for c in free(state) if c != state.active and state.conspirators[c].location == here]
            top = state.tracks[MOTIVATION].high
            return self.thumbs.ability if any(state.conspirators[c].levels[MOTIVATION] < top for c in others) else 0.0
        return self.thumbs.take if "take item" in line and self._has_room(state) else 0.0

    def _give(self, state: State, rest: str, plan: Plan | None) -> float:
        thing, other = rest.split(" ")
        if plan is None or other != plan.by or not is_kept(state, plan, state.active, thing):
            return 0.0
        has_room = len(state.conspirators[other].items) < item_limit(self.table, state, other)
        return self.thumbs.share if has_room else 0.0

    def _take(self, state: State, rest: str, plan: Plan | None) -> float:
        thing, other = rest.split(" ")
        is_mine = plan is not None and plan.by == state.active and is_kept(state, plan, other, thing)
        return self.thumbs.share if is_mine and self._has_room(state) else 0.0

    def _step(self, state: State, actions: Sequence[Action], plan: Plan | None) -> tuple[Action, float]:
        """A move nearer to what is worth most for the way, not to a leader at the end of the turn."""
        thumbs, origin = self.thumbs, state.conspirators[state.active].location
        goals = errands(self.table, state, plan, thumbs)
        reach, is_end = self.table.distances(origin), state.actions_left == 1
        worth_it = {
            space: thumbs.stroll * worth / (reach.get(space, FAR) + thumbs.near) for space, worth in goals.items()
        }
        goal = max(worth_it, key=worth_it.__getitem__, default=origin)
        away, best, most = self.table.distances(goal), END, 0.0
        for action in actions:
            if not action.startswith("move "):
                continue
            space = action.removeprefix("move ")
            has_leader = space in state.leaders.values()
            if away.get(space, FAR) < reach.get(goal, FAR) and not (is_end and has_leader and space != goal):
                if worth_it[goal] > most:
                    best, most = action, worth_it[goal]
            elif is_end and not has_leader and origin in state.leaders.values() and thumbs.flee > most:
                best, most = action, thumbs.flee
        return best, most

    def _attempt(self, state: State, actions: Sequence[Action]) -> Action:
        """Spend what helps, then roll the number of dice with the best chance."""
        plot = state.plot
        assert plot is not None, "an attempt is being made"
        if plot.stage == ROLLED or "agree" in actions:
            helpful = [a for a in actions if a.startswith("use ") or a == "agree"]
            return helpful[0] if helpful else actions[-1]
        helpful = [a for a in actions if a.startswith(("spend ", "use "))]
        if helpful and self._is_worth_spending(state, plot):
            return helpful[0]
        eagles = plot.eagles + given(self.table, state, plot)[1]
        _, dice = best_roll(self.table, state, plot, pool(self.table, state, plot), eagles)
        return f"roll {dice}"

    def _is_worth_spending(self, state: State, plot: Plot) -> bool:
        """Once something was spent, everything is; before that only for a chance that is worth it."""
        return bool(plot.spent) or prospect(self.table, state, plot.card, plot.by) >= self._hope(state)


class QuickPlayer(RulePlayer):
    """Plays by the same rules of thumb, but thinks of a new plan only where what the conspirators have has changed."""

    is_quick = True

    def __init__(self, table: Edition, thumbs: Thumbs = THUMBS) -> None:
        super().__init__(table, thumbs)
        self._known: tuple[Any, Plan | None] = (None, None)

    def _plan(self, state: State) -> Plan | None:
        key = (
            state.turn,
            state.levels[SUPPORT],
            state.leaders.get(HITLER),
            *(
                (one.location == PRISON, len(one.items), len(one.cards), *one.levels.values())
                for one in state.conspirators.values()
            ),
        )
        if key != self._known[0]:
            self._known = key, super()._plan(state)
        return self._known[1]


def rule_player(table: Edition) -> Player:
    """A player with these rules of thumb."""
    return RulePlayer(table)


def quick_player(table: Edition) -> Player:
    """A player who plays about the same, and faster."""
    return QuickPlayer(table)


def shortlist(table: Edition, state: State, actions: Sequence[Action]) -> Sequence[Action]:
    """The actions that a search tries."""
    return RulePlayer(table).shortlist(state, actions, TRIED)

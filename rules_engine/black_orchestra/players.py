"""A player with rules of thumb: find a plot and what it needs, stay unsuspected, strike when it may work."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules_engine.black_orchestra.conspirators import free
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.odds import bare, best_roll, prospect
from rules_engine.black_orchestra.outlook import level_of, promise
from rules_engine.black_orchestra.plots import ATTEMPT, bonuses, given, pool
from rules_engine.black_orchestra.rulebook import HITLER, MOTIVATION, PRISON, SUPPORT, SUSPICION
from rules_engine.black_orchestra.spaces import is_open
from rules_engine.black_orchestra.state import ROLLED, Plot, State
from rules_engine.black_orchestra.turn import END
from rules_engine.game import Action, Player
from rules_engine.machine.steps import DECLINE, holds

HOPE = (0.12, 0.12, 0.1, 0.1, 0.08, 0.06, 0.03)
"""How likely a plot must succeed to be attempted, by stage."""
GOOD = re.compile(r"motivation \S+ \+|military-support -|suspicion \S+ -|draw until plot|release ")
BAD = re.compile(r"suspicion \S+ \+|motivation \S+ -|military-support \+")
"""What a line does that is worth an action, and what makes it dear."""
FAR = 99
STROLL = 4.0
"""What is worth less than this is left for a move in the right direction."""
DRAWING, CYCLING = 5.5, 0.5
"""What a card is worth that the dossier has room for, and one for which another must go."""
LONELY = 2
"""Suspicion from which on nobody conspires while no other is free and unsuspected."""
FREE = 0.02
"""How likely an attempt for which nothing is spent must succeed: it costs an action, and may be detected."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who is to strike with which plot, and what helps it."""

    by: str
    card: str
    wanted: tuple[str, ...]
    level: int
    """The motivation that the plot needs."""


class RulePlayer:
    """Plays by rules of thumb; whoever decides does so for all."""

    def __init__(self, table: Edition) -> None:
        self.table = table
        self.reckless = len(table.ladders[MOTIVATION]) - 1
        self._judges: dict[str, Callable[[State, str, Plan | None], float]] = {
            "plot": self._plot,
            "play": self._play,
            "use": self._use,
            "release": lambda state, *_: 9.0 if self._suspicion(state) < 2 and len(free(state)) > 1 else 0.0,
            "deliver": self._deliver,
            "conspire": self._conspire,
            "procure": self._procure,
            "reveal": lambda state, *_: 4.5 if self._has_room(state) else 0.0,
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
            return self._act(state, actions, plan)
        return max(actions, key=lambda action: self._answer(state, action, plan))

    def _act(self, state: State, actions: Sequence[Action], plan: Plan | None) -> Action:
        """What to do for an action, by its worth; nothing where nothing is worth it."""
        best, most = END, 0.0
        for action in actions:
            verb, _, rest = action.partition(" ")
            judge = self._judges.get(verb)
            worth_it = judge(state, rest, plan) if judge else 0.0
            if worth_it > most:
                best, most = action, worth_it
        return self._step(state, actions, plan) or best if most < STROLL else best

    def _plan(self, state: State) -> Plan | None:
        """The most promising plot in anybody's dossier."""
        plots = [(code, card) for code in free(state) for card in self._plots(state, code)]
        found = [(promise(self.table, state, code, card), code, card) for code, card in plots]
        if not found:
            return None
        _, code, card = max(found)
        wanted = tuple(bonus.item for bonus in bonuses(self.table, card) if bonus.item)
        return Plan(code, card, wanted, level_of(self.table, card))

    def _suspicion(self, state: State) -> int:
        return state.conspirators[state.active].levels[SUSPICION]

    def _has_room(self, state: State) -> bool:
        return len(state.conspirators[state.active].items) < self.table.numbers.items[state.players]

    def _plot(self, state: State, rest: str, _: Plan | None) -> float:
        card = rest.split(" ")[0]
        chance = prospect(self.table, state, card, state.active)
        if chance >= self._hope(state):
            return 10 * chance + 10
        return 9.5 if bare(self.table, state, card, state.active) >= FREE else 0.0

    def _hope(self, state: State) -> float:
        """Less is enough the later it is, and whatever there is when the events run out."""
        is_last = sum(map(len, state.event_decks)) <= len(state.conspirators) * 2
        return 0.01 if is_last else HOPE[min(state.stage, len(HOPE)) - 1]

    def _play(self, state: State, rest: str, _: Plan | None) -> float:
        programs = self.table.of("action", rest.split(" ")[0])
        line = programs[0].line if programs else ""
        if not GOOD.search(line) or BAD.search(line):
            return 0.0
        if "suspicion" in line and self._suspicion(state) == 0:
            return 0.0
        if "until plot" in line:
            return 0.0 if self._plots(state, state.active) else 6.0
        return 8.0

    def _use(self, _state: State, rest: str, _: Plan | None) -> float:
        line = self.table.free_cards[rest.split(" ")[0]][0].line
        return 7.5 if "actions active +" in line else 0.0

    def _deliver(self, state: State, item: str, plan: Plan | None) -> float:
        suspicion = self._suspicion(state)
        is_wanted = plan is not None and item in plan.wanted
        if suspicion == 0 or (is_wanted and suspicion < state.tracks[SUSPICION].high):
            return 0.0
        return 5.0 + suspicion

    def _conspire(self, state: State, rest: str, plan: Plan | None) -> float:
        """Dice pay for themselves; suspicion is what they cost, and only who is to strike minds it much."""
        here = state.conspirators[state.active].location
        others = [c for c in free(state) if state.conspirators[c].location == here]
        if plan is not None and plan.by in others:
            levels = state.conspirators[plan.by].levels
            is_ready = levels[MOTIVATION] >= plan.level
            return 0.0 if levels[SUSPICION] > (0 if is_ready else 1) else 6.0 + int(rest) / 10
        top = state.tracks[SUSPICION].high
        calm = [c for c in free(state) if c not in others and state.conspirators[c].levels[SUSPICION] < top]
        highest = max(state.conspirators[c].levels[SUSPICION] for c in others)
        return 6.0 + int(rest) / 10 if calm or highest < LONELY else 0.0

    def _procure(self, state: State, _: str, plan: Plan | None) -> float:
        item = state.squares.get(state.conspirators[state.active].location, "")
        if plan is not None and item in plan.wanted:
            return 7.0
        return 5.0 if self._has_room(state) else 0.0

    def _draw(self, state: State, _: str, plan: Plan | None) -> float:
        conspirator, numbers = state.conspirators[state.active], self.table.numbers
        limit = numbers.dossier_at.get(conspirator.levels[MOTIVATION], numbers.dossier[state.players])
        if plan is None:
            return 6.5
        return DRAWING if len(conspirator.cards) < limit else CYCLING

    def _ability(self, state: State, rest: str, _: Plan | None) -> float:
        line = self.table.of("ability action", state.active)[int(rest) - 1].line
        if "motivation" in line:
            here = state.conspirators[state.active].location
            others = [c for c in free(state) if c != state.active and state.conspirators[c].location == here]
            top = state.tracks[MOTIVATION].high
            return 7.0 if any(state.conspirators[c].levels[MOTIVATION] < top for c in others) else 0.0
        return 3.0 if "take item" in line and self._has_room(state) else 0.0

    def _give(self, state: State, rest: str, plan: Plan | None) -> float:
        thing, other = rest.split(" ")
        if plan is None or other != plan.by or thing not in plan.wanted:
            return 0.0
        return 6.8 if len(state.conspirators[other].items) < self.table.numbers.items[state.players] else 0.0

    def _take(self, state: State, rest: str, plan: Plan | None) -> float:
        thing = rest.split(" ")[0]
        is_mine = plan is not None and plan.by == state.active and thing in plan.wanted
        return 6.8 if is_mine and self._has_room(state) else 0.0

    def _plots(self, state: State, code: str) -> list[str]:
        return [card for card in state.conspirators[code].cards if self.table.is_plot(card)]

    def _step(self, state: State, actions: Sequence[Action], plan: Plan | None) -> Action | None:
        """A move nearer to what is wanted, not to a leader at the end of the turn."""
        origin = state.conspirators[state.active].location
        goals = self._goals(state, plan)
        distances = [self.table.distances(goal) for goal in goals]
        least = min((d.get(origin, FAR) for d in distances), default=FAR)
        best = None
        for action in actions:
            if not action.startswith("move "):
                continue
            space = action.removeprefix("move ")
            away = min((d.get(space, FAR) for d in distances), default=FAR)
            is_last = state.actions_left == 1 and space not in goals
            if away < least and not (is_last and space in state.leaders.values()):
                best, least = action, away
        return best

    def _goals(self, state: State, plan: Plan | None) -> list[str]:
        """Where the active conspirator wants to be."""
        table, code = self.table, state.active
        conspirator = state.conspirators[code]
        if plan is not None and plan.by == code and HITLER in state.leaders:
            aims = self._striking(state, code, plan.card) if conspirator.levels[MOTIVATION] >= plan.level else []
            if aims:
                return aims
        spare = [item for item in conspirator.items if plan is None or item not in plan.wanted]
        wanted = [s for item in spare for s in self._takers(state, item)] if conspirator.levels[SUSPICION] else []
        if wanted and conspirator.levels[SUSPICION] > 1:
            return wanted
        if plan is not None and plan.by != code and any(item in plan.wanted for item in conspirator.items):
            return [state.conspirators[plan.by].location]
        inspiring = [s for s in table.spaces if self._is_inspiring(state, s)]
        if inspiring and conspirator.levels[MOTIVATION] < table.numbers.plot_from:
            return inspiring
        known = [s for s in state.face_up if plan is not None and state.squares[s] in plan.wanted]
        if known or self._has_room(state):
            return [s for s in known or state.squares if is_open(table, state, s)]
        return wanted

    def _striking(self, state: State, code: str, card: str) -> list[str]:
        """Spaces from which the plot could be carried out now, if it is promising."""
        table, conspirator = self.table, state.conspirators[code]
        programs, hitler = table.of("plot", card), state.leaders[HITLER]
        if not programs or prospect(table, state, card, code) < self._hope(state):
            return []
        origin, found = conspirator.location, []
        for space in (hitler, *table.neighbours[hitler]):
            conspirator.location = space
            if is_open(table, state, space) and holds(table, state, programs[0].conditions, code):
                found.append(space)
        conspirator.location = origin
        return found

    def _takers(self, state: State, item: str) -> list[str]:
        """Open spaces that want an item and ask for nothing else."""
        return [
            code
            for code, space in self.table.spaces.items()
            if code not in state.squares
            and is_open(self.table, state, code)
            and any(spot.item == item and not spot.conditions for spot in space.spots)
        ]

    def _is_inspiring(self, state: State, space: str) -> bool:
        programs = self.table.of("enter", space)
        return is_open(self.table, state, space) and any("motivation self +" in program.line for program in programs)

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

    def _answer(self, state: State, action: Action, plan: Plan | None) -> float:
        """How good an answer to a question looks."""
        words = action.split(" ")
        verb, rest = words[0], words[-1]
        if action == DECLINE:
            return 0.1
        if verb == MOTIVATION and rest in state.conspirators:
            return self._inspire(state, rest, plan)
        if action == SUPPORT:
            return 2.0 if state.levels[SUPPORT] > state.tracks[SUPPORT].low else -1.0
        if verb == "discard":
            return -self._holding_worth(rest, plan)
        if verb == "keep":
            return 0.5 if state.conspirators[state.asker].levels[SUSPICION] == 0 else -1.5
        if verb == "plot":
            chance = prospect(self.table, state, words[1], words[2])
            return 10 * chance if chance >= self._hope(state) else -1.0
        if verb == "use":
            return -0.5
        if verb == "option":
            return {"a": 0.3, "b": 0.5, "c": 0.4}.get(rest, 0.0)
        return 0.0

    def _inspire(self, state: State, code: str, plan: Plan | None) -> float:
        """Whoever is to strike comes first, then who is nearest to being able to."""
        level = state.conspirators[code].levels[MOTIVATION]
        if plan is not None and plan.by == code:
            return 5.0 if level < plan.level else 0.2
        if level >= self.table.numbers.plot_from:
            return 0.2 if level < self.reckless else -1.0
        return 1.0 + level / 10

    def _holding_worth(self, code: str, plan: Plan | None) -> float:
        """What a card or an item is worth to its holder."""
        card = self.table.cards.get(code)
        if plan is not None and (code == plan.card or code in plan.wanted):
            return 4.0
        if card is None or card.deck == "item":
            return 1.0
        if card.kind == "plot":
            return 2.0
        return 1.0 if card.kind == "illegal" else 1.5


def rule_player(table: Edition) -> Player:
    """A player with these rules of thumb."""
    return RulePlayer(table)


def worth(table: Edition, state: State, player: int = 0) -> float:
    """How good a state looks, between 0 and 1: how ready the readiest conspirator is, and how much time is left."""
    del player
    if state.outcome is not None:
        return float(state.outcome[0] == "victory")
    ready = 0.0
    for conspirator in state.conspirators.values():
        if conspirator.location == PRISON:
            continue
        levels = conspirator.levels
        has_plot = any(table.is_plot(card) for card in conspirator.cards)
        mine = levels[MOTIVATION] / 4 + 0.5 * has_plot + len(conspirator.items) / 8 - levels[SUSPICION] / 6
        ready = max(ready, mine)
    support = state.levels[SUPPORT] - state.tracks[SUPPORT].low
    left = sum(map(len, state.event_decks)) / 70
    return max(0.0, min(0.9, 0.2 + 0.2 * ready - 0.04 * support + 0.2 * left))

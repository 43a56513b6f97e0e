"""A player who follows rules of thumb, using only what a player sees, and what an ended game is worth."""

from collections.abc import Sequence
from itertools import combinations

from rules_engine.game import Action, Player
from rules_engine.machine.steps import NOTHING, Op
from rules_engine.players import ByThumb
from rules_engine.resist import cards
from rules_engine.resist.cards import Table
from rules_engine.resist.effects import Civilians
from rules_engine.resist.maquis import DRAW, KEEP, REMOVE_RANDOM, MoveMaquis
from rules_engine.resist.rounds import CONTINUE, END, STOP, points_of
from rules_engine.resist.rulebook import LOSS
from rules_engine.resist.state import CARD, FACE_DOWN, SPY, State, Step
from rules_engine.resist.strength import dead_civilians, enemy_defence, mission_defence, total_attack

UNSEEN = 0.6
"""Attack that an enemy lying face-down is expected to cost before the mission can be defeated."""
DRAWING, KEEPING = 3.0, 0.7
"""What a hidden action that draws is worth in the plan phase, and a point of attack that is kept for revealing."""
POINT, REVEALED, SHORT, DANGER = 2.0, 1.0, 4.0, 1.5
"""For a mission: its points, against maquis revealed, attack missing, and harm to be expected."""
CIVILIAN, REMOVED, SPIED, OTHERWISE = 10.0, 1.5, 1.2, 0.8
"""How much harm is in an effect; that of civilians is divided by the deaths that are left."""
FEARED = 2.0
"""Harm from which on an enemy is worth revealing a maquis for."""
STAKE = 2.0
"""Points times risk from which on the player stops."""


class RulePlayer(ByThumb):
    """Gathers strength, picks the mission that costs least for its points, and stops while ahead."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._draws = {p.key for p in table.programs.values() if any(op.form == DRAW for op in p.ops)}
        self._harms: dict[tuple[int, int], float] = {}
        self._shields = [bool(noted and noted.protects_others) for noted in self.table.standing]
        self._guards = [bool(noted and noted.protects_mission) for noted in self.table.standing]
        self.steps = {
            Step.DRAFT: self._draft,
            Step.PLAN: self._plan,
            Step.ATTACK: self._attack,
            Step.DEFEAT: self._defeat,
            Step.STOP: self._stop,
        }

    def _draft(self, _: State, actions: Sequence[Action]) -> Action:
        """Who is strong while hidden can be used again and again."""
        return max(actions, key=lambda action: self._strength(self.table.number_of[action.split()[1]]))

    def _strength(self, card: int) -> float:
        hidden, revealed = self.table.attack
        return 2 * hidden[card] + revealed[card] + sum(action is not None for action in self.table.actions[card])

    def _plan(self, state: State, actions: Sequence[Action]) -> Action:
        """Use what hidden maquis can do now unless they are worth more revealed, then choose a mission."""
        hidden, revealed = self.table.attack
        best, most = "", 0.0
        for action in actions:
            card, side, program = self.table.play.get(action, (NOTHING, 1, None))
            if side or program is None:
                continue
            worth = (DRAWING if program.key in self._draws else 0.0) - KEEPING * max(revealed[card] - hidden[card], 0)
            if worth > most:
                best, most = action, worth
        if best:
            return best
        missions = [action for action in actions if action.startswith("choose ")]
        return max(missions, key=lambda action: self._promise(state, self.table.number_of[action[7:]]))

    def _promise(self, state: State, mission: int) -> float:
        """Points against the maquis that must be revealed for them; missions out of reach come last."""
        table = self.table
        need = float(table.defence[mission])
        danger = 0.0
        for enemy in state.enemies[state.offer.index(mission)]:
            if enemy & FACE_DOWN:
                need += UNSEEN
                danger += 0.5
            else:
                standing = table.standing[enemy & CARD]
                need += table.defence[enemy & CARD] if standing and standing.protects_mission else 0
                danger += self._harm(state, enemy & CARD)
        for program in table.triggered["defeat"][mission]:
            if any(isinstance(op, Civilians) for op in program.ops):
                left = self.table.numbers.dead_civilians - dead_civilians(table, state)
                danger += CIVILIAN / max(left, 1) * len(state.enemies[state.offer.index(mission)])
        hand = [card for card in state.hand if card != SPY]
        if table.triggered["chosen"][mission]:
            hand = hand[1:]
        hidden, revealed = table.attack
        have = total_attack(table, state) + sum(hidden[card] for card in hand)
        cost = 0.0
        for gain in sorted((revealed[card] - hidden[card] for card in hand), reverse=True):
            if have >= need:
                break
            have += max(gain, 0)
            cost += 1
        short = max(need - have, 0)
        return POINT * table.points[mission] - REVEALED * cost - DANGER * danger - SHORT * short

    def _harm(self, state: State, card: int) -> float:
        """How bad it is to leave an enemy standing, or how good to defeat it."""
        left = self.table.numbers.dead_civilians - dead_civilians(self.table, state)
        known = self._harms.get((card, left))
        if known is None:
            known = self._harms[card, left] = sum(self._harm_of(op, left) for op in self._ops_of(card))
        return known

    def _ops_of(self, card: int) -> list[Op]:
        triggered = self.table.triggered
        return [op for program in triggered["survive"][card] + triggered["defeat"][card] for op in program.ops]

    def _harm_of(self, op: Op, left: int) -> float:
        """Civilians matter the more the fewer deaths are left."""
        if isinstance(op, Civilians):
            return CIVILIAN / max(left, 1)
        if op.form == REMOVE_RANDOM:
            return REMOVED
        return SPIED if isinstance(op, MoveMaquis) else OTHERWISE

    def _attack(self, state: State, actions: Sequence[Action]) -> Action:
        """Draw first; then reveal only what the mission needs, and those first who gain most by it."""
        plays = [(action, *self.table.play[action]) for action in actions]
        for action, _, side, program in plays:
            if not side and program is not None and program.key in self._draws:
                return action
        hidden, revealed = self.table.attack
        hand = [card for card in state.hand if card != SPY]
        missing = self._need(state) - total_attack(self.table, state) - sum(hidden[card] for card in hand)
        gains = {card: revealed[card] - hidden[card] for card in hand}
        feared = [e for e in state.enemies[state.chosen] if self._harm(state, e & CARD) >= FEARED]
        wanted = missing + sum(enemy_defence(self.table, state, e, state.chosen) for e in feared)
        can_reveal = any(side for _, _, side, _ in plays)
        in_reach = sum(max(gain, 0) for gain in gains.values()) >= missing
        if (
            can_reveal
            and max(gains.values()) > 0
            and ((missing > 0 and (in_reach or self._is_last_chance(state))) or (missing <= 0 and wanted > 0))
        ):
            best = max(hand, key=lambda card: gains[card] + 0.4 * (self.table.actions[card][1] is not None))
            return self._played(plays, best, 1)
        least = min(hand, key=lambda card: gains[card])
        return self._played(plays, least, 0)

    def _played(self, plays: Sequence[tuple[Action, int, int, cards.Action | None]], card: int, side: int) -> Action:
        """That card on that side, with its action if it can be used."""
        fitting = [play for play in plays if play[1] == card and play[2] == side] or list(plays)
        return max(fitting, key=lambda play: play[3] is not None)[0]

    def _is_last_chance(self, state: State) -> bool:
        return len(state.failed) + 1 >= self.table.numbers.failed_missions

    def _need(self, state: State) -> int:
        """Attack that it takes to complete the mission, with whoever must go before it."""
        table, here = self.table, state.enemies[state.chosen]
        need = mission_defence(table, state) if state.offer[state.chosen] != NOTHING else 0
        standing = [(table.standing[enemy & CARD], enemy) for enemy in here]
        guards = [enemy for noted, enemy in standing if noted and noted.protects_mission]
        first = guards + [enemy for noted, enemy in standing if guards and noted and noted.protects_others]
        return need + sum(enemy_defence(table, state, enemy, state.chosen) for enemy in first)

    def _defeat(self, state: State, actions: Sequence[Action]) -> Action:
        """The most useful targets that the attack is enough for: those who protect first, the mission last."""
        targets = self._best_targets(state)
        spelled = self.table.defeat
        return next((spelled[card] for card in targets if spelled[card] in actions), STOP)

    def _best_targets(self, state: State) -> list[int]:
        """Try every set of enemies, with the mission wherever the rest of the attack is enough for it."""
        table, attack = self.table, state.attack
        enemies = [
            (card, enemy_defence(table, state, enemy, state.chosen), 0.2 + self._harm(state, card))
            for enemy in state.enemies[state.chosen]
            for card in (enemy & CARD,)
        ]
        mission = state.offer[state.chosen]
        price = mission_defence(table, state) if mission != NOTHING else attack + 1
        prize = 6 + 2 * table.points[mission] + 50 * self._is_last_chance(state)
        shields = sum(self._shields[card] for card, _, _ in enemies)
        guards = sum(self._guards[card] for card, _, _ in enemies)
        best, most = [], 0.0
        for size in range(len(enemies) + 1):
            for picked in combinations(enemies, size):
                left = attack - sum([defence for _, defence, _ in picked])
                if left < 0 or (shields and self._breaks_order(picked, shields)):
                    continue
                worth = sum([value for _, _, value in picked])
                is_free = not guards or sum([self._guards[card] for card, _, _ in picked]) == guards
                if is_free and left >= price:
                    worth += prize
                if worth > most:
                    most, best = worth, [card for card, _, _ in picked]
                    best.sort(key=lambda card: not self._shields[card])
                    best += [mission] if is_free and left >= price else []
        return best

    def _breaks_order(self, picked: Sequence[tuple[int, int, float]], shields: int) -> bool:
        """Who is protected cannot be defeated while a protector is left."""
        taken = sum([self._shields[card] for card, _, _ in picked])
        return taken < shields and taken < len(picked)

    def _stop(self, state: State, _: Sequence[Action]) -> Action:
        """Go on as long as there is little to lose or the band is strong."""
        points = points_of(self.table, state)
        if not points:
            return CONTINUE
        risk = self._risk(state)
        return END if risk * points > STAKE else CONTINUE

    def _risk(self, state: State) -> float:
        """A rough chance of losing everything in the next round."""
        numbers = self.table.numbers
        active = len(state.hidden_deck) + len(state.hidden_discard) + len(state.played_hidden) + len(state.hand)
        spies = len(self.table.decks["spy"]) - len(state.spy_supply) - state.removed.count(SPY)
        per_hand = numbers.hand * max(active - spies, 0) / max(active, 1)
        easiest = min(
            self.table.defence[mission] + UNSEEN * len(state.enemies[at])
            for at, mission in enumerate(state.offer)
            if mission != NOTHING
        )
        fails = min(max((easiest - 2.2 * per_hand + 3) / 6, 0.02), 1)
        left = numbers.dead_civilians - dead_civilians(self.table, state)
        dies = 0.2 / max(left, 1) ** 2
        return dies + (fails if self._is_last_chance(state) else 0.15 * fails)

    def answer(self, state: State, actions: Sequence[Action]) -> Action:
        """What to pick inside an effect."""
        return max(actions, key=lambda action: self._liking(state, action))

    def _liking(self, state: State, action: Action) -> float:
        verb, _, rest = action.partition(" ")
        code = rest.split(" ")[0]
        card = self.table.number_of.get(code, NOTHING)
        if verb == "flip":
            place = action.split(" ")[-1]
            mission = self.table.number_of.get(place, NOTHING)
            return self.table.points[mission] if mission != NOTHING else 0
        if verb == "discard" and card != NOTHING and self.table.is_enemy[card]:
            return 1 + self._harm(state, card) + 3 * self._guards[card] + 0.5 * self.table.defence[card]
        if verb == "discard" and card != NOTHING:
            return 2 if card == SPY else -self._strength(card)
        if verb == "put":
            return -self._strength(card) if card not in (NOTHING, SPY) else -0.5
        if verb == "move":
            return 3 * self._guards[card] + self._harm(state, card)
        if action == KEEP:
            return 0.0
        return self._strength(card) if card != NOTHING and not self.table.is_enemy[card] else 0.5


def rule_player(table: Table) -> Player:
    """A player who follows rules of thumb."""
    return RulePlayer(table)


def worth(table: Table, state: State, player: int = 0) -> float:  # noqa: ARG001  (there is only one player)
    """What an ended game is worth between 0 and 1: nothing when it is lost, everything when all missions are done."""
    if state.outcome is None or state.outcome[0] == LOSS:
        return 0.0
    bands = table.numbers.bands
    goal = max((band.low or 0 for band in bands), default=1)
    is_epic = any(band.missions and len(state.completed) >= band.missions for band in bands)
    return 1.0 if is_epic else min(0.9, state.outcome[1] / max(goal, 1) * 0.75)

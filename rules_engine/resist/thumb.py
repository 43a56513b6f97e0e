"""Rules of thumb for Resist!: gather strength, pick what costs least for its points, and stop while ahead."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from rules_engine.from_rows.state import State
from rules_engine.from_rows.thumb import ByThumb
from rules_engine.game import Action

SIDES = ("hidden", "revealed")
UNSEEN, FEARED, STAKE = 0.6, 2.0, 2.0
"""Attack that an enemy face-down will cost; harm worth revealing for; points times risk from which on to stop."""
POINT, REVEALED, SHORT, DANGER = 2.0, 1.0, 4.0, 1.5
"""For a mission: its points, against maquis revealed, attack missing, and harm to be expected."""
CIVILIAN, HARM, OTHERWISE = 10.0, {"remove-random": 1.5, "move": 1.2}, 0.8
"""How much harm is in what a card does, by verb; that of civilians is divided by the deaths that are left."""


class RulePlayer(ByThumb):
    """Knows nothing but what the player sees."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.hidden, revealed = ([value or 0 for value in self.of[f"attack-{side}"]] for side in SIDES)
        self.gain = [shown - hidden for hidden, shown in zip(self.hidden, revealed, strict=True)]
        acting = [sum(bool(self.lines[side][card]) for side in SIDES) for card in range(len(revealed))]
        self.strength = [2 * h + r + a for h, r, a in zip(self.hidden, revealed, acting, strict=True)]
        self.guards, self.shields = (self.of[f"protects-{whom}"] for whom in ("mission", "others"))
        self.limits: list[int] = [table.ruleset.number("loss", name) for name in ("civilians", "failed-missions")]

    def _left(self, state: State) -> int:
        """Deaths of civilians that are left."""
        return max(self.limits[0] - self.measured("dead-civilian", state), 1)

    def _harm(self, state: State, card: int) -> float:
        """How bad it is to leave an enemy standing, or how good to defeat it."""
        harms = {**HARM, "civilian": CIVILIAN / self._left(state)}
        return sum(harms.get(verb, OTHERWISE) for verb in self.verbs(card, "survive", "defeat"))

    def _places(self, state: State) -> list[tuple[list[int], list[int]]]:
        """The missions, each with its enemies."""
        sites = range(self.table.layout.spaces)
        return [(self.lying(state, "offer", at), self.lying(state, "garrison", at)) for at in sites]

    def _is_last_chance(self, state: State) -> bool:
        return len(self.lying(state, "failed")) + 1 >= self.limits[1]

    def _drawing(self, actions: Sequence[Action]) -> list[Action]:
        """Hidden actions by which cards are drawn, of those first who gain least by being revealed."""
        using = (a for a in actions if a.endswith(" hidden use") and "draw" in self.verbs(self.card(a), "hidden"))
        return sorted(using, key=lambda action: self.gain[self.card(action)])

    def _plan(self, state: State, actions: Sequence[Action]) -> Action:
        """Draw, then choose a mission."""
        missions = (action for action in actions if action.startswith("choose "))
        return [*self._drawing(actions), max(missions, key=lambda a: self._promise(state, self.card(a)))][0]

    def _promise(self, state: State, mission: int) -> float:
        """Points against the maquis that must be revealed for them; missions out of reach come last."""
        here = next(here for offer, here in self._places(state) if mission in offer)
        seen = [card for card in here if not state.down >> card & 1]
        unseen, defence = len(here) - len(seen), self.of["defence"]
        need = defence[mission] + UNSEEN * unseen + sum(defence[card] for card in seen if self.guards[card])
        danger = 0.5 * unseen + sum(self._harm(state, card) for card in seen)
        danger += CIVILIAN / self._left(state) * len(here) * ("civilian" in self.verbs(mission, "defeat"))
        hand = self.deck(state, "maquis", "hand")[len(self.lines["chosen"][mission]) :]
        have, cost = self.measured("total-attack", state) + sum(self.hidden[card] for card in hand), 0
        for gain in sorted((self.gain[card] for card in hand), reverse=True):
            have, cost = (have + max(gain, 0), cost + 1) if have < need else (have, cost)
        return float(
            POINT * self.of["points"][mission] - REVEALED * cost - DANGER * danger - SHORT * max(need - have, 0)
        )

    def _attack(self, state: State, actions: Sequence[Action]) -> Action:
        """Draw first; then reveal only what the mission needs, and those first who gain most by it."""
        if drawing := self._drawing(actions):
            return drawing[0]
        hand, (_, here) = self.deck(state, "maquis", "hand"), self._places(state)[self.counted(state, "chosen")]
        first = [card for card in here if self.guards[card]]
        first += [card for card in here if first and self.shields[card]]
        defence = {card: self.measured("defence-now", state, card) for card in here}
        have = self.measured("total-attack", state) + sum(self.hidden[card] for card in hand)
        missing = self.measured("mission-defence", state) + sum(defence[card] for card in first) - have
        wanted = missing + sum(defence[card] for card in here if self._harm(state, card) >= FEARED)
        in_reach = sum(max(self.gain[card], 0) for card in hand) >= missing or self._is_last_chance(state)
        best = max(hand, key=lambda card: self.gain[card] + 0.4 * bool(self.lines["revealed"][card]))
        is_revealed = self.gain[best] > 0 and (in_reach if missing > 0 else wanted > 0)
        side, card = ("revealed", best) if is_revealed else ("hidden", min(hand, key=self.gain.__getitem__))
        play = f"play {self.table.layout.codes[card]} {side}"
        return max((action for action in actions if action.startswith(play)), key=len, default=actions[0])

    def _defeating(self, state: State, actions: Sequence[Action]) -> Action:
        """The most useful set of targets that the attack is enough for: those who protect first, the mission last."""
        attack, (offer, here) = self.counted(state, "attack-left"), self._places(state)[self.counted(state, "chosen")]
        price = {card: self.measured("defence-now", state, card) for card in here}
        goal = self.measured("mission-defence", state) if offer else attack + 1
        prize = 50.0 * self._is_last_chance(state) + 6 + sum(2 * self.of["points"][card] for card in offer)
        best, most = list[int](), 0.0
        for picked in (picked for size in range(len(here) + 1) for picked in combinations(here, size)):
            left, rest = attack - sum(price[card] for card in picked), [card for card in here if card not in picked]
            if left < 0 or (any(self.shields[c] for c in rest) and not all(self.shields[c] for c in picked)):
                continue
            is_done = left >= goal and not any(self.guards[card] for card in rest)
            worth = sum(0.2 + self._harm(state, card) for card in picked) + prize * is_done
            if worth > most:
                most, best = worth, sorted(picked, key=lambda c: not self.shields[c]) + offer * is_done
        return next((a for card in best if (a := f"defeat {self.table.layout.codes[card]}") in actions), "stop")

    def _deciding(self, state: State, _: Sequence[Action]) -> Action:
        """Go on as long as there is little to lose or the band is strong, by a rough chance of losing everything."""
        band = ("hidden", "hidden-discard", "played-hidden", "hand")
        active, spies = (len(self.deck(state, deck, *band)) for deck in ("maquis", "spy"))
        easiest = min(self.of["defence"][c] + UNSEEN * len(here) for offer, here in self._places(state) for c in offer)
        strong = 2.2 * self.table.ruleset.number("hand", "size") * active / max(active + spies, 1)
        fails = min(max((easiest - strong + 3) / 6, 0.02), 1) * (1 if self._is_last_chance(state) else 0.15)
        return "end" if self.measured("score", state) * (0.2 / self._left(state) ** 2 + fails) > STAKE else "continue"

    def liking(self, state: State, action: Action) -> float:
        """Inside an effect: bad enemies and weak maquis go; in the draft and elsewhere the strong are taken."""
        verb, *words = action.split(" ")
        named = words[-1 if verb == "flip" else 0] if words else ""
        if named not in self.table.layout.codes:
            return 0.0 if verb in ("keep", "flip") else 0.5
        deck = self.of["deck"][card := self.table.layout.codes.index(named)]
        if deck == "enemy":
            return self._harm(state, card) + float(3 * self.guards[card] + 0.5 * self.of["defence"][card])
        if deck != "maquis":
            return float(self.of["points"][card] or 0) or {"discard": 2.0, "put": -0.5}.get(verb, 0.5)
        return float(self.strength[card]) * (-1 if verb in ("discard", "put") else 1)

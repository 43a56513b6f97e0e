"""Rules of thumb for Resist!: each maquis on the side by which the attack brings most, and stop while ahead."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from rules_engine.from_rows.state import State
from rules_engine.from_rows.thumb import ByThumb
from rules_engine.game import Action
from rules_engine.resist.outlook import Goal, Share, Target, best_plan

SIDES = ("hidden", "revealed")
UNSEEN, STAKE = 0.6, 2.0
"""For stopping: attack that an enemy face-down will cost; points times risk from which on to stop."""
CIVILIAN, HARM, OTHERWISE = 10.0, {"remove-random": 1.5, "move": 1.2}, 0.8
"""How much harm is in what a card does, by verb; that of civilians is divided by the deaths that are left."""


@dataclass(frozen=True)
class Weights:
    """What things are worth beside each other; chosen by playing seeds that no figure was measured on."""

    revealed: float = 0.5
    """Cost of revealing a maquis."""
    strength: float = 0.2
    """The same for each point of its strength."""
    drawn: float = 1.1
    """Attack of a card that is drawn."""
    back: float = 1.0
    """A maquis who comes back."""
    spy: float = 2.0
    """A Spy less."""
    other: float = 0.6
    """Any other action."""
    picked: float = 0.2
    """An enemy less, beside the harm that it does."""
    unseen: float = 1.0
    """An enemy face-down less."""
    prize: float = 6.0
    """A mission completed."""
    point: float = 2.8
    """Each of its points."""
    last_chance: float = 35.0
    """More for a mission the failure of which loses the game."""


WEIGHTS = Weights()


class RulePlayer(ByThumb):
    """Knows nothing but what the player sees."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.hidden, revealed = ([value or 0 for value in self.of[f"attack-{side}"]] for side in SIDES)
        self.gain = [shown - hidden for hidden, shown in zip(self.hidden, revealed, strict=True)]
        acting = [sum(bool(self.lines[side][card]) for side in SIDES) for card in range(len(revealed))]
        self.strength = [2 * h + r + a for h, r, a in zip(self.hidden, revealed, acting, strict=True)]
        self.guards, self.shields = (self.of[f"protects-{whom}"] for whom in ("mission", "others"))
        enemies = [card for card, deck in enumerate(self.of["deck"]) if deck == "enemy"]
        price, guards = (mean(row[card] or 0 for card in enemies) for row in (self.of["defence"], self.guards))
        self.unseen = Target(price, WEIGHTS.unseen, guards)
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
        """Draw, choose a mission, and before it use what those can do who would stay hidden there."""
        if drawing := self._drawing(actions):
            return drawing[0]
        hand, codes = self.deck(state, "maquis", "hand"), self.table.layout.codes
        attack, options = self.measured("total-attack", state), self._options(state, hand, None)
        taken, most, sides = actions[0], -math.inf, tuple[Share, ...]()
        for offer, here in self._places(state):
            for mission in offer:
                goal = self._goal(state, offer, here, self.of["defence"][mission])
                worth, shares = best_plan(goal, attack, options[len(self.lines["chosen"][mission]) :])
                worth -= sum(target.worth for target in goal.targets)
                if worth > most:
                    taken, most, sides = f"choose {codes[mission]}", worth, shares
        staying = (
            card for card, share in zip(hand, sides, strict=False) if len(sides) == len(hand) and not share.is_revealed
        )
        uses = (f"play {codes[card]} hidden use" for card in staying if not self.lines["hidden", "attack"][card])
        return next((use for use in uses if use in actions), taken)

    def _goal(self, state: State, offer: Sequence[int], here: Sequence[int], price: float) -> Goal:
        """A mission with its enemies, those face-down as they are on average."""
        targets = tuple(
            self.unseen
            if state.down >> card & 1
            else Target(
                self.measured("defence-now", state, card),
                WEIGHTS.picked + self._harm(state, card),
                bool(self.guards[card]),
                bool(self.shields[card]),
                str(self.of["kind"][card]),
                card,
            )
            for card in here
        )
        prize = WEIGHTS.prize + WEIGHTS.last_chance * self._is_last_chance(state)
        prize += WEIGHTS.point * sum(self.of["points"][mission] for mission in offer)
        is_bloody = any("civilian" in self.verbs(mission, "defeat") for mission in offer)
        limits = (self.of["most-revealed"][card] for card in (*offer, *here) if not state.down >> card & 1)
        most = min((limit for limit in limits if limit is not None), default=math.inf)
        return Goal(price, prize, targets, is_bloody * CIVILIAN / self._left(state), most)

    def _options(self, state: State, hand: Sequence[int], actions: Sequence[Action] | None) -> list[list[Share]]:
        """For each maquis what it adds hidden and revealed; without actions all that it can do in an attack."""
        others, codes = len(hand) + len(self.table.measures["in-play"](state, 0)) - 1, self.table.layout.codes
        options = list[list[Share]]()
        for card in hand:
            plays = {side: f"play {codes[card]} {side}" for side in SIDES}
            options.append(
                [
                    self._share(state, card, side, others, actions is None or f"{play} use" in actions)
                    for side, play in plays.items()
                    if actions is None or play in actions or f"{play} use" in actions
                ]
            )
        return options

    def _share(self, state: State, card: int, side: str, others: int, can_act: bool) -> Share:
        """What a maquis adds on a side, by what it does there."""
        is_revealed = side == "revealed"
        attack, more = float(self.of[f"attack-{side}"][card] or 0), dict[str, Any]()
        cost = is_revealed * (WEIGHTS.revealed + WEIGHTS.strength * self.strength[card])
        lines = self.lines[side, "attack"][card] if can_act else ()
        for step in (step for line in lines for step in line.line.partition(": ")[2].split("; ")):
            match step.split(" "):
                case ["attack", amount, "per", "revealed-maquis"]:
                    more["per_revealed"] = float(amount)
                case ["attack", amount, "per", group]:
                    attack += int(amount) * (others if group == "other-maquis" else self.measured(group, state))
                case ["attack", "from-discarded"]:
                    attack += self.unseen.price
                case ["discard", "all", kind, "from", "here"]:
                    more["kinds"] = frozenset((kind,))
                case ["discard" | "move", number, "enemy", "from", "here", *_]:
                    more["rid"] = int(number)
                case ["defence", _, amount, *_]:
                    more["weakens"] = -float(amount)
                case ["halve", _]:
                    more["halves"] = True
                case ["draw", number, _]:
                    attack += WEIGHTS.drawn * int(number)
                case ["move", _, "maquis", *_, to]:
                    attack, cost = attack + WEIGHTS.drawn * (to == "hand"), cost - WEIGHTS.back
                case ["remove", _, "spy", *_]:
                    cost -= WEIGHTS.spy
                case _:
                    cost -= WEIGHTS.other
        return Share(attack, cost, is_revealed, **more)

    def _attack(self, state: State, actions: Sequence[Action]) -> Action:
        """Every maquis on the side by which the whole attack brings most: first who draws, then who is revealed."""
        hand, (offer, here) = self.deck(state, "maquis", "hand"), self._places(state)[self.counted(state, "chosen")]
        goal = self._goal(state, offer, here, self.measured("mission-defence", state))
        _, shares = best_plan(goal, self.measured("total-attack", state), self._options(state, hand, actions))
        plays = [
            (
                share.is_revealed,
                share.rid,
                self.gain[card],
                f"play {self.table.layout.codes[card]} {SIDES[share.is_revealed]}",
            )
            for card, share in zip(hand, shares, strict=False)
        ]
        planned = [f"{play} use" for *_, play in plays]
        first = [use for use in self._drawing(actions) if use in planned] or [max(plays, default=("",))[-1]]
        return max((action for action in actions if action.startswith(first[0])), key=len, default=actions[0])

    def _defeating(self, state: State, actions: Sequence[Action]) -> Action:
        """The most useful set of targets that the attack is enough for: those who protect first, the mission last."""
        offer, here = self._places(state)[self.counted(state, "chosen")]
        price = self.measured("mission-defence", state) if offer else math.inf
        _, picked, is_done = self._goal(state, offer, here, price).best(self.counted(state, "attack-left"))
        cards = [target.card for target in sorted(picked, key=lambda target: not target.shields)] + offer * is_done
        return next((a for card in cards if (a := f"defeat {self.table.layout.codes[card]}") in actions), "stop")

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

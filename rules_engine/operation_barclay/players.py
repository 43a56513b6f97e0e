"""A player of rules of thumb for either side, who uses what that side can see: the Abwehr infers, the LCS hides."""

from collections.abc import Sequence
from functools import partial
from math import exp

from rules_engine.chance import below, seeded
from rules_engine.game import Action, Player
from rules_engine.machine.steps import DECLINE, answer, run_frames
from rules_engine.operation_barclay.cards import DEFECTOR, FACE_DOWN, FACE_UP, INTELLIGENCE, Table
from rules_engine.operation_barclay.evaluation import open_tokens
from rules_engine.operation_barclay.forecast import Habits, forecast_of
from rules_engine.operation_barclay.state import ABWEHR, DOWN, FACTIONS, GREEN, LCS, OPEN, PEEKED, Phase, State, Step
from rules_engine.players import ByThumb

USUAL = 0.4
"""What a card is worth that changes nothing this month."""
FINE = 1000
"""Steps of luck."""
MONTHLY, STEEP = 1.2, 0.9
"""Steps towards a proof that a month is likely to bring, and how surely those count that are too many or too few."""


class RulePlayer(ByThumb):
    """Plays the card that leaves the most evidence to expect, or the least, and predicts so as not to be read."""

    usual = -1  # in the set-up the last leaves it to chance

    def __init__(self, table: Table, habits: Habits | None = None) -> None:
        self.table, self.habits = table, habits or Habits()
        self.forecast = forecast_of(table, self.habits)
        self.steps = {
            Step.PLAY: self._play,
            Step.PREDICT: self._predict,
            Step.DRAW: self._draw,
            Step.SETTLE: self._settle,
            Step.TAKE_ALPHA: self._take,
            Step.TAKE_BETA: self._take,
            Step.USE: self._use,
            Step.TURN: self._turn,
        }

    def _evidence(self, state: State, me: int) -> float:
        """What the month promises this player."""
        expected = self.forecast.evidence(state, me)
        return expected if me == ABWEHR else -expected

    def _play(self, state: State, actions: Sequence[Action]) -> Action:
        numbers = self.table.number_of
        return max(actions, key=lambda action: self._promise(state, numbers[action.split()[1]]))

    def _promise(self, state: State, card: int) -> float:
        """What the month promises once the card is played, and what it does by itself."""
        me, is_down = state.player, state.phase == Phase.LAST
        hand, space = state.hands[me], state.spaces[me]
        place = hand.index(card)
        del hand[place]
        space.append(self.table.laid(card, DOWN if is_down else OPEN))
        state.played[me] += 1
        promise = self._evidence(state, me)
        state.played[me] -= 1
        laid = [self.forecast.odds.shown_of(lying) for lying in space if lying.ranks]
        promise += self.habits.committed * self.forecast.odds.share(self.forecast.odds.most(laid, (), 0))
        space.pop()
        hand.insert(place, card)
        if not is_down:
            promise += self.habits.at_once * bool(self.table.triggered[FACE_UP][card])
            promise -= self.habits.waits * bool(self.table.triggered[FACE_DOWN][card])
        return promise

    def _predict(self, state: State, actions: Sequence[Action]) -> Action:
        """Cards for the analysis first; then what leaves the other side guessing."""
        if actions[0].startswith("play"):
            return actions[0]
        forecast, me = self.forecast, state.player
        stakes, chances = forecast.stakes(state, me), forecast.chances(state, me)
        if state.seen_predictions >> me & 1:
            seen = state.predictions[1 - me]  # whoever knows what the other said says the same: one token, not all
            return self.table.predict[seen] if me == LCS else self.table.predict[1 - seen]
        mix = forecast.mix(stakes, chances)
        often = mix.abwehr if me == ABWEHR else mix.lcs
        return self.table.predict[ABWEHR if self._luck(state) < often else LCS]

    def _luck(self, state: State) -> float:
        """Luck that nobody else can foresee: it comes of the cards in the hand."""
        seed = state.month
        for card in sorted(state.hands[state.player]):
            seed = seed * len(self.table.codes) + card
        return below(seeded(seed), FINE)[0] / FINE

    def _draw(self, state: State, actions: Sequence[Action]) -> Action:
        return max(actions, key=lambda action: self._draw_worth(state, action.split()[1]))

    def _draw_worth(self, state: State, deck: str) -> float:
        """What a card of that deck is likely to be worth, this month and later."""
        me, quality = state.player, self.forecast.odds.quality
        if deck == DEFECTOR and state.known[state.defector[-1]] >> me & 1:
            return self._card_worth(state, state.defector[-1])
        of = INTELLIGENCE if deck == DEFECTOR else deck
        unseen = [card for card in self.table.decks[of] if not state.known[card] >> me & 1]
        if not unseen:
            return 0.0
        worth = sum([quality[card] for card in unseen]) / len(unseen)
        liking = {DEFECTOR: self.habits.defector, FACTIONS[me]: self.habits.own_deck}
        return worth + liking.get(deck, 0.0)

    def _card_worth(self, state: State, card: int) -> float:
        """What a card in the hand would be worth, this month and later."""
        me, odds = state.player, self.forecast.odds
        later, left = odds.quality[card], self.forecast.left(state, state.player)
        if not left or not odds.shown[card][0]:
            return later
        own = [odds.shown_of(lying) for lying in state.spaces[me] if lying.ranks and not lying.is_ignored]
        pool = [odds.shown[held] for held in state.hands[me] if odds.shown[held][0]]
        now = odds.share(odds.most(own, [*pool, odds.shown[card]], left))
        before = odds.share(odds.most(own, pool, left))
        return self.habits.later * later + (1 - self.habits.later) * (USUAL + now - before)

    def _settle(self, state: State, actions: Sequence[Action]) -> Action:
        """Whatever number or colour brings the month nearest to what the player wants of it."""
        return max(actions, key=partial(self._settled, state))

    def _settled(self, state: State, action: Action) -> float:
        verb, code, *rest = action.split()
        card, me = self.table.number_of[code], state.player
        at = next(at for at, lying in enumerate(state.spaces[me]) if lying.card == card)
        before = state.spaces[me][at]
        if verb == "count":
            state.spaces[me][at] = before._replace(ranks=(int(rest[-1]),))
        else:
            state.spaces[me][at] = before._replace(colours=(self.table.colours.index(rest[-1]),))
        worth = self._evidence(state, me)
        state.spaces[me][at] = before
        return worth

    def _take(self, state: State, actions: Sequence[Action]) -> Action:
        worths = self.forecast.colours(state, ABWEHR)
        colours = self.table.colours
        return max(actions, key=lambda action: worths[colours.index(action.split()[1])])

    def _use(self, _: State, actions: Sequence[Action]) -> Action:
        """Those that work in one region first, so that those that work anywhere find more to go by."""
        colours, region_of = self.table.colours, self.table.region_of
        return max(actions, key=lambda action: region_of[colours.index(action.split()[1])] >= 0)

    def _turn(self, state: State, actions: Sequence[Action]) -> Action:
        """The token that brings a proof nearest, in the light of all arrangements that are possible."""
        worths, regions, size = self.forecast.tokens(state), self.table.regions, self.table.size

        def worth(action: Action) -> float:
            _, code, number = action.split()
            region = regions.index(code)
            token, turned = state.tokens[region * size + int(number) - 1], worths[region]
            return turned.unknown if not token & PEEKED else turned.green if token & GREEN else turned.red

        return max(actions, key=worth)

    def answer(self, state: State, actions: Sequence[Action]) -> Action:
        """What to pick inside an effect: whatever leaves the month most promising."""
        verb = actions[0].split()[0]
        if verb == "keep":
            return max(actions, key=lambda action: self._card_worth(state, self.table.number_of[action.split()[1]]))
        if verb == "return":
            return min(actions, key=lambda action: self._card_worth(state, self.table.number_of[action.split()[1]]))
        if verb == "peek":
            worths, regions = self.forecast.tokens(state), self.table.regions
            return max(actions, key=lambda action: worths[regions.index(action.split()[1])].unknown)
        return max(actions, key=partial(self._tried, state))

    def _tried(self, state: State, action: Action) -> float:
        """What the month promises after an answer; to leave something undone is better than to change nothing."""
        tried = state.copy()
        answer(self.table, tried, action)
        run_frames(self.table, tried)
        return self._evidence(tried, state.player) + (1e-6 if action == DECLINE else 0.0)


def rule_player(table: Table) -> Player:
    """A player who follows rules of thumb."""
    return RulePlayer(table)


def worth(table: Table, state: State, player: int = 0) -> float:
    """Between 0 and 1, for that player."""
    if state.outcome is not None:
        return float(state.outcome[0] == FACTIONS[player])
    months = table.numbers.months - state.month + 1
    paths = forecast_of(table).clues.paths
    short = paths.expected(open_tokens(table, state)) - MONTHLY * months
    abwehr = 1 / (1 + exp(STEEP * short))
    return abwehr if player == ABWEHR else 1 - abwehr

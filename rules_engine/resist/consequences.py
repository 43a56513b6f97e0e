"""Consequences and recovery: civilians, the mission's result, to end or to go on, and the next hand."""

from rules_engine.obeys import obeys
from rules_engine.resist.enemy_forms import lay_garrison
from rules_engine.resist.numbers import LOSS
from rules_engine.resist.ops import tell
from rules_engine.resist.piles import draw
from rules_engine.resist.rules import Rule
from rules_engine.resist.score import score
from rules_engine.resist.state import CARD, FACE_DOWN, NOTHING, SPY, State, Step
from rules_engine.resist.strength import dead_civilians
from rules_engine.resist.table import CONTINUE, END, Table


@obeys(Rule.ROUND_PHASES)
def face_consequences(table: Table, state: State) -> None:
    """Count the dead, settle the mission, and leave it to the player whether to go on."""
    state.step = Step.STOP
    if dead_civilians(table.cards, state) >= table.numbers.dead_civilians:
        lose(table, state, Rule.CONSEQUENCES_CIVILIANS)
    elif state.offer[state.chosen] == NOTHING:
        _succeed(table, state)
    else:
        _fail(table, state)


@obeys(Rule.MISSION_SUCCESS)
def _succeed(table: Table, state: State) -> None:
    """The next mission takes the place of the completed one, if there is any."""
    if not state.mission_deck:
        return
    cards, at = table.cards, state.chosen
    mission = state.offer[at] = state.mission_deck.pop()
    if state.log is not None:
        tell(cards, state, None, "offered", Rule.MISSION_SUCCESS, mission=cards.codes[mission])
    lay_garrison(cards, state, None, at, cards.garrison[mission], Rule.MISSION_SUCCESS)


@obeys(Rule.MISSION_FAILURE, Rule.FAILED_MISSIONS_LOSE)
def _fail(table: Table, state: State) -> None:
    """The mission is turned face-down and not replaced."""
    mission, state.offer[state.chosen] = state.offer[state.chosen], NOTHING
    state.failed.append(mission)
    if state.log is not None:
        tell(table.cards, state, None, "failed", Rule.MISSION_FAILURE, mission=table.cards.codes[mission])
    if len(state.failed) >= table.numbers.failed_missions:
        lose(table, state, Rule.FAILED_MISSIONS_LOSE)


@obeys(Rule.END_OR_CONTINUE, Rule.MUST_END)
def stop_options(_: Table, state: State) -> list[str]:
    """Without an available mission the resistance must end."""
    return [END, CONTINUE] if any(mission != NOTHING for mission in state.offer) else [END]


@obeys(Rule.LOSS_NO_SCORE)
def lose(table: Table, state: State, rule: str) -> None:
    """The game is over, and nothing is scored."""
    state.step = Step.OVER
    state.outcome = (LOSS, 0, str(rule))
    if state.log is not None:
        tell(table.cards, state, None, "lost", rule)


@obeys(Rule.ROUND_UNTIL_END)
def end(table: Table, state: State) -> None:
    """The player ends the resistance."""
    outcome, points, rule = score(table, state)
    state.step = Step.OVER
    state.outcome = (outcome, points, rule)
    if state.log is not None:
        tell(table.cards, state, None, "ended", rule, points=points, outcome=outcome)


@obeys(Rule.RECOVER_DISCARD, Rule.PLAY_REVEALED_LOST, Rule.RECOVER_DRAW)
def recover(table: Table, state: State) -> None:
    """Played cards and Spies are discarded, a new hand is drawn, and a new round begins unless it holds Spies only."""
    state.revealed_discard += state.played_revealed
    state.hidden_discard += state.played_hidden
    state.hidden_discard += state.hand
    if state.log is not None:
        _tell_discards(table, state)
    state.played_revealed, state.played_hidden, state.hand = [], [], []
    count = max(table.numbers.hand + state.draw_change, 0)
    _forget_round(state)
    draw(table.cards, state, "hidden_deck", count, Rule.RECOVER_DRAW)
    _check_for_spies(table, state)


def _tell_discards(table: Table, state: State) -> None:
    codes = table.cards.codes
    for pile, cards in (
        ("revealed-discard", state.played_revealed),
        ("hidden-discard", state.played_hidden + state.hand),
    ):
        for card in cards:
            tell(table.cards, state, None, "put-away", Rule.RECOVER_DISCARD, card=codes[card], pile=pile)


def _forget_round(state: State) -> None:
    """What held for one round is over."""
    state.chosen = NOTHING
    state.mission_change = state.revealed_now = state.draw_change = state.is_ignored = 0
    if state.bonuses:
        state.bonuses = []
    if state.is_changed:
        state.is_changed = 0
        state.enemies = [[enemy & (CARD | FACE_DOWN) for enemy in here] for here in state.enemies]


@obeys(Rule.ONLY_SPIES_LOSE)
def _check_for_spies(table: Table, state: State) -> None:
    """A hand of Spies loses; who could not draw at all has not drawn Spies."""
    hand = state.hand
    if hand and hand.count(SPY) == len(hand):
        lose(table, state, Rule.ONLY_SPIES_LOSE)
        return
    state.round += 1
    state.step = Step.PLAN
    if state.log is not None:
        tell(table.cards, state, None, "round", Rule.ROUND_UNTIL_END, round=state.round)

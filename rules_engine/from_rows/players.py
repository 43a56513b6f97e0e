"""Players that need nothing of the game: how good a state looks by its endings, and whoever takes the best next one."""

import math
from collections.abc import Sequence
from typing import Any

from rules_engine.from_rows.state import State
from rules_engine.game import Action, Player

SCALE = 10.0
"""A lead of so many points counts for about three quarters of the whole; the games of the samples go to 25 to 100."""
SETTLED = 0.9
"""Before the game is over nothing is worth more than this, nor less than what is missing to one."""
MOST_TRIED = 8
"""Where there are more actions, every second, third or so is tried."""
DEALS = 2
"""Deals on which each action is tried: enough to see luck, few enough to be quick."""


def worth(table: Any, state: State, player: int = 0) -> float:
    """Between 0 and 1: of a game that is over by its result, else by the points as they stand."""
    if state.outcome is None:
        return 0.5 + SETTLED * (_standing(table, state, player) - 0.5)
    points, best = state.scores, state.outcome[1]
    if not table.is_against:
        return best / (best + SCALE)
    won = [seat for seat, got in enumerate(points) if got == best]
    return 1 / len(won) if player in won else 0.0


def _standing(table: Any, state: State, player: int) -> float:
    ending = next((ending for ending in table.endings if ending.score is not None), None)
    if ending is None or ending.score is None:
        return 0.5
    points = [ending.score(state, seat) for seat in range(state.players)]
    if not ending.best or state.players == 1:
        return points[player] / (points[player] + SCALE) if points[player] > 0 else 0.0
    others = [got for seat, got in enumerate(points) if seat != player]
    lead = points[player] - max(others) if ending.best == "most" else min(others) - points[player]
    return 0.5 + math.tanh(lead / SCALE) / 2


def rule_player(table: Any) -> Player:
    """Takes the action after which things look best; what is hidden is dealt anew for it, so that it does not cheat."""

    def choose(state: State, actions: Sequence[Action]) -> Action:
        if len(actions) == 1:
            return actions[0]
        me, best, found = table.to_move(state), -1.0, actions[0]
        deals = [table.redeal(state, me, state.chance + number) for number in range(DEALS)]
        for deal in deals:
            table.legal(deal)
        step = -(-len(actions) // MOST_TRIED)
        for action in actions[::step]:
            looks = 0.0
            for deal in deals:
                tried = deal.copy()
                tried.options, tried.is_tried = deal.options, True
                table.advance(tried, action)
                looks += worth(table, tried, me)
            if looks > best:
                best, found = looks, action
        return found

    return choose

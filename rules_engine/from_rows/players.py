"""Players that need nothing of the game: how good a state looks by its endings, and whoever takes the best next one."""

import math
from collections.abc import Sequence
from typing import Any

from rules_engine.chance import below
from rules_engine.from_rows.state import State
from rules_engine.game import Action, Player

SCALE = 10.0
"""A lead of so many points counts for about three quarters of the whole; the games of the samples go to 25 to 100."""
SETTLED = 0.9
"""Before the game is over nothing is worth more than this, nor less than what is missing to one."""
MOST_TRIED = 8
"""Where there are more actions, every second, third or so is tried."""
PLAYED_ON = 240
"""Random steps in all by which the actions of a decision are tried where all play together; with 1,000 the games of the
samples came out no better."""
EVEN = 1e-6
"""Of two actions that look the same, the one that does not end the game is taken."""
FEWEST = 4
"""Steps after each action at least."""
STEPS_AHEAD = 8
"""Steps that a search plays on for: on four games of Windfall 20 brought no more, 3 less."""
DEALS = 2
"""Deals on which each action is tried: enough to see luck, few enough to be quick."""
CAREFUL_DEALS, CAREFUL_TRIED = 12, 24
"""The same, and actions that are tried, where all can lose everything: with 6 deals two of six games of Hanabi were
lost, with 12 one of eight. The others answer on the first of these deals only, because that takes long."""
ANSWERED = 1
"""Steps that a search plays on for there: whoever is next answers, and nothing is left to chance."""
LOST = "{a=number} is {b=number}"
"""The condition of an ending that a counter comes nearer to, with the counter and what it ends at."""


def worth(table: Any, state: State, player: int = 0) -> float:
    """Between 0 and 1: of a game that is over by its result, else by the points as they stand."""
    if state.outcome is None:
        standing = _standing(table, state, player)
        return 0.5 + SETTLED * (standing - 0.5) if table.is_against else SETTLED * standing * _safety(table, state)
    points, best = state.scores, state.outcome[1]
    if not table.is_against:
        return best / (best + SCALE)
    won = state.winners or [seat for seat, got in enumerate(points) if got == best]
    return 1 / len(table.people.sides(state, won)) if player in won else 0.0


def dangers(table: Any) -> list[str]:
    """Where all play together: counters at whose end the game is over and brings nothing."""
    frame = table.frame
    lost = [row.code for row in frame.play.ending if not row.score] if not table.is_against else []
    named = [predicate.clause for code in lost for predicate in frame.conditions("ending", code)]
    ended = [clause.words[0] for clause in named if clause.form == LOST and clause.words[1:] == ("is", "none")]
    return [code for code in ended if code in table.layout.counters]


def _safety(table: Any, state: State) -> float:
    """How far all are from losing everything: what is left of each counter that must not run out."""
    left = 1.0
    for code, begins in table.dangers.items():
        whole = begins(state, 0)
        left *= max(table.counted(state, code), 0) / whole if whole else 1.0
    return math.sqrt(left)


def _standing(table: Any, state: State, player: int) -> float:
    ending = next((ending for ending in table.endings if ending.score is not None), None)
    if ending is None or ending.score is None:
        return 0.5
    first = 1 if table.dangers else 0  # so that safety counts before there are any points
    points = [ending.score(state, seat) + first for seat in range(state.players)]
    if not ending.best or state.players == 1:
        return points[player] / (points[player] + SCALE) if points[player] > 0 else 0.0
    (together,) = table.people.sides(state, [player])
    others = [got for seat, got in enumerate(points) if seat not in together] or points
    lead = points[player] - max(others) if ending.best == "most" else min(others) - points[player]
    return 0.5 + math.tanh(lead / SCALE) / 2


def rule_player(table: Any) -> Player:
    """Takes the action after which things look best; what is hidden is dealt anew for it, so that it does not cheat.

    Against others it looks at the next state. Where all play together little can be seen there, so that each action is
    played on from at random for a while. Where all can lose everything, which at random they soon do, the others answer
    instead, each by what they know.
    """
    if table.dangers:
        return _by_looks(table, 0, CAREFUL_DEALS, CAREFUL_TRIED, _by_looks(table, 0, DEALS, CAREFUL_TRIED))
    return _by_looks(table, 0 if table.is_against else PLAYED_ON)


def quick_player(table: Any) -> Player:
    """Takes the action after which the next state looks best, whoever plays."""
    return _by_looks(table, 0)


def _by_looks(
    table: Any, played_on: int, count: int = DEALS, most: int = MOST_TRIED, others: Player | None = None
) -> Player:
    def choose(state: State, actions: Sequence[Action]) -> Action:
        if len(actions) == 1:
            return actions[0]
        me, best, found = table.to_move(state), -1.0, actions[0]
        deals = [table.redeal(state, me, state.chance + number) for number in range(count)]
        for deal in deals:
            table.legal(deal)
        tried = actions[:: -(-len(actions) // most)]
        steps = max(played_on // (len(tried) * count), FEWEST) if played_on else 0
        for action in tried:
            looks = sum([_look(table, deal, action, me, steps) for deal in deals])
            if others:
                looks += sum([_look_answered(table, deal, action, me, others) for deal in deals[:DEALS]])
            if looks > best:
                best, found = looks, action
        return found

    return choose


def _look_answered(table: Any, deal: State, action: Action, player: int, others: Player) -> float:
    """How good things look after an action once everybody else has answered it."""
    tried = deal.copy()
    tried.options = deal.options
    table.advance(tried, action)
    for _ in range(tried.players - 1):
        options = table.legal(tried)
        if not options or table.to_move(tried) == player:
            break
        table.advance(tried, others(tried, options))
    return worth(table, tried, player)


def _look(table: Any, deal: State, action: Action, player: int, steps: int) -> float:
    """How good things look after an action and so many steps at random."""
    tried = deal.copy()
    tried.options, tried.is_tried = deal.options, not steps
    table.advance(tried, action)
    if steps and tried.outcome is not None:
        return worth(table, tried, player) - EVEN
    chance = tried.chance
    for _ in range(steps):
        options = table.legal(tried)
        if not options:
            break
        number, chance = below(chance, len(options))
        table.advance(tried, options[number])
    return worth(table, tried, player)

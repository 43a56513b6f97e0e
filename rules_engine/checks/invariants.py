"""What must hold in every state of every game: no card is lost, limits are kept, and games end."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from rules_engine.checks.evidence import Check, Evidence, failed, passed
from rules_engine.players import at_random
from rules_engine.trial import BrokenGame, combinations, curious, play, settings
from schema.results import ValidationShape

ENDS = "random games come to an end and lose no card"
BOUNDS = "tracks and limits hold in every state"
SAVED = "a saved state goes on as the state would have"
HIDDEN = "what a player sees tells nothing that is hidden"
GAMES, DEEP_GAMES = 50, 1_000
"""Games of one edition, of a player who takes anything and of one who takes what is new."""
SAMPLED = 0.05
"""Share of the states that are saved, loaded and dealt anew."""

Look = Callable[[Any], None]


class Broken(Exception):
    """What does not hold in a state, in a sentence."""


def games_are_played(evidence: Evidence) -> Iterator[ValidationShape]:
    """Every card of the list is there in every state, and a game in which nothing can be done is over."""
    ruleset = evidence.ruleset
    listed = {card.code: card.copies for card in ruleset.cards if card.copies}

    def look(state: Any) -> None:
        counted = ruleset.engine.census(state)
        if counted != listed:
            raise Broken(_lost(counted, listed))
        if (ruleset.result(state) is None) != bool(ruleset.legal(state)):
            raise Broken("The game is over although something can be done, or goes on although nothing can.")

    yield _watched(evidence, ENDS, look, f"with all {sum(listed.values())} cards in every one")


def limits_hold(evidence: Evidence) -> Iterator[ValidationShape]:
    """What the code of the game says must hold, such as the ends of its tracks."""

    def look(state: Any) -> None:
        for sentence in evidence.limits(evidence.ruleset, state):
            raise Broken(sentence)

    yield _watched(evidence, BOUNDS, look, "and every limit held")


def states_are_saved(evidence: Evidence) -> Iterator[ValidationShape]:
    """Some states are saved and loaded from their JSON."""
    ruleset = evidence.ruleset

    def look(state: Any) -> None:
        loaded = ruleset.load(json.loads(json.dumps(ruleset.save(state))))
        if loaded != state or ruleset.legal(loaded) != ruleset.legal(state):
            raise Broken("A state that was saved and loaded is another.")

    yield _watched(evidence, SAVED, _sometimes(look), "of which a sample was saved and loaded")


def nothing_hidden_is_told(evidence: Evidence) -> Iterator[ValidationShape]:
    """What is hidden from whoever moves is dealt anew: they see the same and can do the same."""
    ruleset, chance = evidence.ruleset, random.Random(1)

    def look(state: Any) -> None:
        player = ruleset.to_move(state)
        other = ruleset.engine.redeal(state, player, chance.getrandbits(32))
        if ruleset.view(other, player) != ruleset.view(state, player):
            raise Broken("The view of whoever moves tells something that is hidden from them.")
        if ruleset.legal(other) != ruleset.legal(state):
            raise Broken("What can be done depends on something that is hidden from whoever moves.")

    yield _watched(evidence, HIDDEN, _sometimes(look), "of which a sample was dealt anew")


CHECKS = (
    Check("play", ENDS, games_are_played),
    Check("play", BOUNDS, limits_hold),
    Check("play", SAVED, states_are_saved),
    Check("play", HIDDEN, nothing_hidden_is_told),
)


def _watched(evidence: Evidence, claim: str, look: Look, how: str) -> ValidationShape:
    """The outcome of random games whose every state is looked at."""
    obstacle = evidence.obstacle(claim)
    if obstacle:
        return obstacle
    ruleset, states, games = evidence.ruleset, 0, DEEP_GAMES if evidence.is_deep else GAMES
    players, ways = (at_random(0), curious(0)), combinations(ruleset)
    for setting in islice(settings(ruleset), games):
        try:
            game = play(ruleset, setting, players[(setting.seed + setting.seed // ways) % len(players)], look=look)
        except (Broken, BrokenGame) as error:
            begun = f"Game of seed {setting.seed}, players {setting.players}, options {dict(setting.options)}"
            return failed(claim, f"{error} ({begun}.)", f"seed {setting.seed}")
        states += len(game.offered) + 1
    return passed(claim, f"{games} random games came to their ends through {states:,} states, {how}.")


def _sometimes(look: Look) -> Look:
    chance = random.Random(0).random
    return lambda state: look(state) if chance() < SAMPLED else None


def _lost(counted: Mapping[str, int], listed: Mapping[str, int]) -> str:
    wrong = [code for code in {**listed, **counted} if counted.get(code, 0) != listed.get(code, 0)]
    told = ", ".join(f"{counted.get(code, 0)} of {listed.get(code, 0)} `{code}`" for code in wrong[:5])
    return f"Cards were lost or doubled: there are {told}{' and more' if len(wrong) > 5 else ''}."

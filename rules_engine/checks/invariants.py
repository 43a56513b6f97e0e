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
Checked = tuple[str, Look, str]
"""A claim, what is looked at in a state for it, and how it is told that it held."""


class Broken(Exception):
    """What does not hold in a state, in a sentence."""


def games_are_played(evidence: Evidence) -> Iterator[ValidationShape]:
    """Every card of the list is there in every state, and a game in which nothing can be done is over."""
    yield _held(evidence, ENDS)


def limits_hold(evidence: Evidence) -> Iterator[ValidationShape]:
    """What the code of the game says must hold, such as the ends of its tracks."""
    yield _held(evidence, BOUNDS)


def states_are_saved(evidence: Evidence) -> Iterator[ValidationShape]:
    """Some states are saved and loaded from their JSON."""
    yield _held(evidence, SAVED)


def nothing_hidden_is_told(evidence: Evidence) -> Iterator[ValidationShape]:
    """What is hidden from whoever moves is dealt anew: they see the same and can do the same."""
    yield _held(evidence, HIDDEN)


CHECKS = (
    Check("play", ENDS, games_are_played),
    Check("play", BOUNDS, limits_hold),
    Check("play", SAVED, states_are_saved),
    Check("play", HIDDEN, nothing_hidden_is_told),
)


def _whole(evidence: Evidence) -> Checked:
    ruleset = evidence.ruleset
    listed = {card.code: card.copies for card in ruleset.cards if card.copies}

    def look(state: Any) -> None:
        counted = ruleset.engine.census(state)
        if counted != listed:
            raise Broken(_lost(counted, listed))
        if (ruleset.result(state) is None) != bool(ruleset.legal(state)):
            raise Broken("The game is over although something can be done, or goes on although nothing can.")

    return ENDS, look, f"with all {sum(listed.values())} cards in every one"


def _within_limits(evidence: Evidence) -> Checked:
    def look(state: Any) -> None:
        for sentence in evidence.limits(evidence.ruleset, state):
            raise Broken(sentence)

    return BOUNDS, look, "and every limit held"


def _saved(evidence: Evidence) -> Checked:
    ruleset = evidence.ruleset

    def look(state: Any) -> None:
        loaded = ruleset.load(json.loads(json.dumps(ruleset.save(state))))
        if loaded != state or ruleset.legal(loaded) != ruleset.legal(state):
            raise Broken("A state that was saved and loaded is another.")

    return SAVED, _sometimes(look), "of which a sample was saved and loaded"


def _hidden(evidence: Evidence) -> Checked:
    ruleset, chance = evidence.ruleset, random.Random(1)

    def look(state: Any) -> None:
        player = ruleset.to_move(state)
        other = ruleset.engine.redeal(state, player, chance.getrandbits(32))
        if ruleset.view(other, player) != ruleset.view(state, player):
            raise Broken("The view of whoever moves tells something that is hidden from them.")
        if ruleset.legal(other) != ruleset.legal(state):
            raise Broken("What can be done depends on something that is hidden from whoever moves.")

    return HIDDEN, _sometimes(look), "of which a sample was dealt anew"


def _held(evidence: Evidence, claim: str) -> ValidationShape:
    """The outcome of a claim that must hold in every state."""
    return evidence.obstacle(claim) or evidence.once(_watched)[claim]


def _watched(evidence: Evidence) -> dict[str, ValidationShape]:
    """The outcomes of random games whose every state is looked at for all claims at once."""
    ruleset, states, games = evidence.ruleset, 0, DEEP_GAMES if evidence.is_deep else GAMES
    checked = [make(evidence) for make in (_whole, _within_limits, _saved, _hidden)]
    found: dict[str, ValidationShape] = {}
    players, ways = (at_random(0), curious(0)), combinations(ruleset)
    for setting in islice(settings(ruleset), games):
        begun = f"(Game of seed {setting.seed}, players {setting.players}, options {dict(setting.options)}.)"

        def tell(claim: str, error: Exception, begun: str = begun, seed: int = setting.seed) -> None:
            is_told = isinstance(error, Broken | BrokenGame)
            said = str(error) if is_told else f"The check broke down: {type(error).__name__}: {error}."
            found[claim] = failed(claim, f"{said} {begun}", f"seed {seed}")

        def look(state: Any, tell: Callable[[str, Exception], None] = tell) -> None:
            for claim, looks, _ in checked:
                if claim not in found:
                    try:
                        looks(state)
                    except Exception as error:  # what breaks one claim must not hide whether the others hold
                        tell(claim, error)

        try:
            game = play(ruleset, setting, players[(setting.seed + setting.seed // ways) % len(players)], look=look)
        except BrokenGame as error:
            for claim in {claim for claim, _, _ in checked} - set(found):
                tell(claim, error)
            return found
        states += len(game.offered) + 1
    ends = f"{games} random games came to their ends through {states:,} states"
    return {claim: found.get(claim) or passed(claim, f"{ends}, {how}.") for claim, _, how in checked}


def _sometimes(look: Look) -> Look:
    chance = random.Random(0).random
    return lambda state: look(state) if chance() < SAMPLED else None


def _lost(counted: Mapping[str, int], listed: Mapping[str, int]) -> str:
    wrong = [code for code in {**listed, **counted} if counted.get(code, 0) != listed.get(code, 0)]
    told = ", ".join(f"{counted.get(code, 0)} of {listed.get(code, 0)} `{code}`" for code in wrong[:5])
    return f"Cards were lost or doubled: there are {told}{' and more' if len(wrong) > 5 else ''}."

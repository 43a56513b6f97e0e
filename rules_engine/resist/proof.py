"""Proof by playing: the facts are there, and random games go from set-up to a result without losing a card."""

from collections.abc import Iterator

from rules_engine.checks.evidence import Evidence, failed, passed, unknown
from rules_engine.errors import RulesetError
from rules_engine.players import at_random, play_game
from rules_engine.resist.numbers import needed_facts
from schema.results import ValidationShape

NEEDED = "the facts the engine needs are there"
PLAYED = "random games come to an end and lose no card"
GAMES = 20


def facts_are_there(evidence: Evidence) -> Iterator[ValidationShape]:
    """Everything that rulebooks state and without which no game can begin."""
    needed = needed_facts(evidence.ruleset)
    missing = [fact for fact in needed if fact not in evidence.ruleset.facts]
    for subject, attribute in missing:
        yield evidence.absent(NEEDED, subject, attribute)
    if not missing:
        yield passed(NEEDED, f"All {len(needed)} facts for playing a game are stated.")


def games_are_played(evidence: Evidence) -> Iterator[ValidationShape]:
    """A few games with a player who takes anything."""
    ruleset = evidence.ruleset
    try:
        before = ruleset.engine.census(ruleset.start(seed=0))
    except RulesetError as error:
        # A missing fact is told by the check for facts; any other row that stops the game is wrong.
        is_missing = error.table in ("fact", "card", "concept") and error.row is None
        yield (unknown if is_missing else failed)(PLAYED, error.sentence, error.word)
        return
    player, decisions = at_random(0), 0
    for seed in range(GAMES):
        finished = play_game(ruleset, player, seed=seed)
        decisions += finished.decisions
        if ruleset.engine.census(finished.state) != before:
            yield failed(PLAYED, f"The game of seed {seed} ended with other cards than it began with.", f"seed {seed}")
            return
    yield passed(PLAYED, f"{GAMES} games with {decisions} decisions were played to their ends.")


CHECKS = (facts_are_there, games_are_played)

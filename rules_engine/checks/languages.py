"""Languages play alike: what each says of effects and numbers is the same, and so are the games that follow from it."""

from collections.abc import Iterator, Sequence

from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.errors import RulesetError
from rules_engine.told_in import Spoken, in_language, read_spoken
from rules_engine.trial import BrokenGame, first_difference
from schema.results import ValidationShape

LINES = "every language says the same of an effect"
NUMBERS = "every language states the same numbers"
ALIKE = "games go alike in every language"
ACTIONS, DEEP_ACTIONS = 3_000, 100_000
"""Actions of the games that are played again in every language."""
LISTED = 5


def effects_read_alike(evidence: Evidence) -> Iterator[ValidationShape]:
    """Lines read from print, and from what the phrasebook says where there is no print, are those that are played."""
    effects = evidence.ruleset.effects
    for spoken in evidence.once(read_spoken):
        wrong = {row: line for row, line in spoken.lines.items() if line != effects[row].line}
        for row, line in wrong.items():
            kind, code = effects[row].owner
            heard = f"“{line}”" if line else "nothing that can be read"
            yield failed(LINES, f"{spoken.language} says {heard}, played is “{effects[row].line}”.", f"{kind}:{code}")
        mute = len(effects) - len(spoken.lines)
        if mute:
            said = f"{len(spoken.lines)} of {len(effects)} effects can be said in {spoken.language}"
            share = (len(spoken.lines), len(effects))
            yield unknown(LINES, f"{said}; the phrasebook lacks words for {mute}.", spoken.language, share)
        elif effects and not wrong:
            how = f"{len(spoken.printed)} were read from print, the others from what the phrasebook says"
            yield passed(LINES, f"{len(effects)} effects are the same in {spoken.language}: {how}.", spoken.language)


def numbers_are_alike(evidence: Evidence) -> Iterator[ValidationShape]:
    """Numbers that play uses, or that effects are built from, differ between no two languages."""
    told = evidence.once(read_spoken)
    alike = 0
    for subject, attribute in evidence.numbers():
        values = {s.language: s.numbers[subject, attribute] for s in told if (subject, attribute) in s.numbers}
        if len(set(values.values())) > 1:
            said = ", ".join(f"{language} {value}" for language, value in values.items())
            played = evidence.ruleset.find_fact(subject, attribute)
            yield failed(NUMBERS, f"The languages disagree: {said}; played is {played}.", f"{subject} {attribute}")
        else:
            alike += len(values) > 1
    if alike:
        yield passed(NUMBERS, f"{alike} numbers are stated alike by two languages or more.")


def games_go_alike(evidence: Evidence) -> Iterator[ValidationShape]:
    """The same seeds and actions lead to the same games, by the lines and numbers of each language."""
    obstacle = evidence.obstacle(ALIKE)
    if obstacle:
        yield obstacle
        return
    ruleset, told = evidence.ruleset, evidence.once(read_spoken)
    try:
        seen = evidence.games.until(DEEP_ACTIONS if evidence.is_deep else ACTIONS)
    except BrokenGame as error:
        yield failed(ALIKE, str(error))
        return
    games = seen.games_with("")
    for spoken in told:
        try:
            other = in_language(ruleset, spoken)
        except RulesetError as error:
            yield failed(ALIKE, f"What {spoken.language} says cannot be played: {error.sentence}", spoken.language)
            continue
        differences = (first_difference(game, other) for game in games)
        difference = next((found for found in differences if found), None)
        if difference and not _numbers(evidence, spoken, told):
            said = ", ".join(_said_otherwise(evidence, spoken)[:LISTED])
            message = f"Games go by what {spoken.language} says as they do, but for what languages disagree on: {said}."
            yield passed(ALIKE, message, spoken.language)
        elif difference:
            yield failed(
                ALIKE, f"By what {spoken.language} says, {difference}: {_why(evidence, spoken)}.", spoken.language
            )
        else:
            yield passed(ALIKE, f"{len(games)} games go by what {spoken.language} says as they do.", spoken.language)


CHECKS = (
    Check("languages", LINES, effects_read_alike),
    Check("languages", NUMBERS, numbers_are_alike),
    Check("languages", ALIKE, games_go_alike),
)


def _said_otherwise(evidence: Evidence, spoken: Spoken) -> list[str]:
    """What a language says otherwise than it is played."""
    effects, facts = evidence.ruleset.effects, evidence.ruleset.facts
    lines = [":".join(effects[row].owner) for row, line in spoken.lines.items() if line != effects[row].line]
    return [*lines, *(" ".join(fact) for fact, value in spoken.numbers.items() if value != facts[fact].value)]


def _numbers(evidence: Evidence, spoken: Spoken, told: Sequence[Spoken]) -> list[str]:
    """Numbers that a language states otherwise than they are played, and on which languages do not disagree."""
    facts = evidence.ruleset.facts
    wrong = [fact for fact, value in spoken.numbers.items() if value != facts[fact].value]
    return [" ".join(fact) for fact in wrong if len({s.numbers[fact] for s in told if fact in s.numbers}) == 1]


def _why(evidence: Evidence, spoken: Spoken) -> str:
    return ", ".join(_said_otherwise(evidence, spoken)[:LISTED]) or "nothing that it says is another"

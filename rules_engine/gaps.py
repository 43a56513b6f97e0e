"""What is open about the facts that a game uses, all of it at once: those that are missing, and provisional ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules_engine.change import Change, check_known, check_value
from rules_engine.errors import RulesetError, WrongFact
from rules_engine.ruleset import Ruleset
from schema.slots import FactKey

MOST_TRIALS = 300
"""So often a game is begun with stand-ins for what is missing before the search for more gives up."""
PLAIN = ("1", "0", *map(str, range(2, 13)))
"""Stand-ins for a number that nothing like it tells."""


@dataclass(frozen=True, slots=True)
class OpenFacts:
    """The facts that a person should settle before a game is believed."""

    missing: tuple[FactKey, ...]
    """Without these no game can begin."""
    provisional: tuple[FactKey, ...]
    """Play uses these, and nothing decides for them."""
    left_out: Mapping[FactKey, str]
    """For want of these a part of the game is left out."""
    curbed: Mapping[FactKey, str]
    """These state what the cards and the board cannot bear; each with what is played instead."""


def open_facts(ruleset: Ruleset) -> OpenFacts:
    """What is open about a ruleset, which stays as it is.

    A game asks for its facts one by one, so that it is begun again and again with a stand-in for each that it missed.
    """
    trial, given = ruleset.supposing({}), dict[FactKey, str]()
    missing: dict[FactKey, None] = {}
    left_out: dict[FactKey, str] = {}
    stand_ins: dict[FactKey, Iterator[str]] = {}
    for _ in range(MOST_TRIALS):
        trial = ruleset.supposing(given)
        obstacle = _begin(trial)
        fact = obstacle.fact if obstacle else None
        if fact is not None:
            missing.setdefault(fact)
        else:
            fact = next((left for left in trial.left_out if left not in given), None)
            left_out |= {fact: trial.left_out[fact]} if fact else {}
        value = None
        if fact is not None and fact not in ruleset.facts:
            value = next(stand_ins.setdefault(fact, _stand_ins(ruleset, fact)), None)
        if fact is None or value is None:
            break
        given[fact] = value
    lacking = tuple(fact for fact in missing if fact not in {*ruleset.facts, *left_out})
    used = (fact for fact in trial.used if fact in ruleset.facts and ruleset.facts[fact].is_provisional)
    curbed = {fact: played for fact, played in trial.curbed.items() if fact in ruleset.facts}
    return OpenFacts(lacking, tuple(sorted(used)), left_out, curbed)


def _begin(ruleset: Ruleset) -> RulesetError | None:
    """Begin a game in every way that it offers; what keeps one from beginning, if something does."""
    try:
        for players in ruleset.engine.players:
            ruleset.start(players)
        for name, values in ruleset.choices.items():
            for value in values:
                ruleset.start(ruleset.engine.players[0], options={name: value})
    except RulesetError as error:
        return error
    except (LookupError, ValueError, ZeroDivisionError):  # a stand-in that no game could be played with
        return None
    return None


def _stand_ins(ruleset: Ruleset, fact: FactKey) -> Iterator[str]:
    """Values that could be meant: what is said in the same way of others, numbers, spaces, and the game's own words."""
    alike = [known.value for (_, attribute), known in ruleset.facts.items() if attribute == fact[1]]
    words = [code for codes in ruleset.concepts.values() for code in codes[:1]]
    yield from dict.fromkeys([*alike, *PLAIN, *list(ruleset.spaces)[:1], *words])


def suppose(ruleset: Ruleset, changes: Sequence[Change]) -> Ruleset:
    """The ruleset with these values for one run, of stated and of missing facts; a ValueError where they do not fit."""
    if not changes:
        return ruleset
    known = {*ruleset.facts}
    if any(change.fact not in known for change in changes):
        found = open_facts(ruleset)
        known |= {*found.missing, *found.left_out}
    for change in changes:
        check_known(change.fact, known)
        check_value(change.value, ruleset.find_fact(*change.fact))
    made = ruleset.supposing({change.fact: change.value for change in changes})
    obstacle = _begin(made)
    if isinstance(obstacle, WrongFact) and obstacle.fact in {change.fact for change in changes}:
        raise ValueError(f"{obstacle.told}.")
    return made


def require_playable(ruleset: Ruleset) -> OpenFacts:
    """What is open about a game that can begin; a RulesetError that names every missing fact, and how to give it."""
    found = open_facts(ruleset)
    if not found.missing:
        return found
    edition = f", edition {ruleset.edition}" if ruleset.edition else ""
    count, them = (f"{len(found.missing)} facts are", "them") if len(found.missing) > 1 else ("one fact is", "it")
    lines = "\n".join(f'  --set "{subject} {attribute} VALUE"' for subject, attribute in found.missing)
    raise RulesetError(
        "fact",
        None,
        " ".join(found.missing[0]),
        f"{ruleset.name}{edition} cannot be played yet: {count} stated by no document or list. "
        f"Give {them} for this run:\n{lines}\n"
        f'Or decide {them} for good with `rulewright review --game {ruleset.game} --decide "SUBJECT ATTRIBUTE VALUE"`, '
        f"or ingest a rulebook that prints {them}.",
        found.missing[0],
    )

"""The facts without which a game cannot begin are there; each game says which they are."""

from collections.abc import Callable, Iterator

from rules_engine.checks.evidence import Check, Evidence, failed, passed
from rules_engine.gaps import open_facts
from rules_engine.ruleset import Ruleset
from schema.results import ValidationShape

NEEDED = "the facts the engine needs are there"
BORNE = "cards and board bear what is stated"


def facts_stated(needed: Callable[[Ruleset], list[tuple[str, str]]]) -> Check:
    """The check that everything a game needs to know is stated."""

    def facts_are_there(evidence: Evidence) -> Iterator[ValidationShape]:
        if evidence.ruleset.make_engine is None:
            return
        found = open_facts(evidence.ruleset)
        for (subject, attribute), played in found.curbed.items():
            stated = evidence.ruleset.facts[subject, attribute]
            told = f"`{subject}` `{attribute}` is “{stated.value}” (origin {stated.origin})"
            sentence = f"{told}, but {played} is played: the cards and the board bear no other."
            yield failed(BORNE, sentence, f"{subject} {attribute}")
        wanted = list(dict.fromkeys([*needed(evidence.ruleset), *found.missing]))
        missing = [fact for fact in wanted if fact not in evidence.ruleset.facts]
        for subject, attribute in missing:
            yield evidence.absent(NEEDED, subject, attribute)
        if not missing:
            evidence.begin()
            count = len(wanted) or len(evidence.ruleset.used)
            yield passed(NEEDED, f"All {count} facts for beginning a game are stated.")

    return Check("rows", NEEDED, facts_are_there)

"""Worked examples of the rulebooks are played, and what they state is held against what was played."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import col, select

from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.checks.expect import Difference, Unanswered, play_through
from rules_engine.errors import RulesetError
from rules_engine.passage_marks import Found, Mark, Print, read_prints
from schema.documents import Passage
from schema.results import ValidationShape
from schema.rules import Scenario

PLAYED = "a worked example is played as it is printed"
INTACT = "the passages of an example read as they did when it was written"
TIED = "every worked example of the documents is tied to a scenario"
PRINTED = "printed"
"""What `expect` calls the marks of the passages that tell an example."""
LEAST_SIGNS = 60
"""An example of fewer signs is a heading of one."""


@dataclass(frozen=True, slots=True)
class Told:
    """A scenario with the passages that tell it."""

    scenario: Scenario
    marks: tuple[Mark, ...]
    found: tuple[Found, ...]

    @property
    def where(self) -> str:
        """Where it is printed, for a person."""
        return "; ".join(map(str, self.found))


def examples_are_played(evidence: Evidence) -> Iterator[ValidationShape]:
    """An outcome that differs from the played one is a mistake of the engine, or of the book."""
    for told in scenarios_told(evidence):
        yield _played(evidence, told)


def examples_are_fresh(evidence: Evidence) -> Iterator[ValidationShape]:
    """A passage that has changed may tell another example now."""
    intact, changed = 0, 0
    for told in scenarios_told(evidence):
        for found in told.found:
            intact += found.is_intact
            if not found.is_intact:
                changed += 1
                outcome = unknown if found.is_recognised else failed
                yield outcome(
                    INTACT,
                    f"The passage in {found} reads otherwise than when the example was written. Compare the two, "
                    "and correct the example or its mark.",
                    f"scenario:{told.scenario.code}",
                )
    if intact and not changed:
        yield passed(INTACT, f"{intact} passages tell examples, and all read as they did.")


def examples_are_tied(evidence: Evidence) -> Iterator[ValidationShape]:
    """An example that nobody has written down as a scenario is not played."""
    tied = {passage for told in scenarios_told(evidence) for found in told.found for passage in found.passages}
    loose: dict[str, list[str]] = {}
    count = 0
    for print_ in _prints(evidence):
        numbers = [number for number, _, _ in print_.passages]
        for passage in evidence.session.exec(
            select(Passage).where(col(Passage.id).in_(numbers), Passage.kind == "example").order_by(col(Passage.seq))
        ):
            mark = Mark.of(print_.language, passage.raw_text)
            count += 1
            if passage.id not in tied and mark.length >= LEAST_SIGNS:
                loose.setdefault(print_.document, []).append(f"passage {passage.id} ({PRINTED} = “{mark}”)")
    for document, passages in loose.items():
        yield unknown(
            TIED, f"{len(passages)} examples of {document} have no scenario: {', '.join(passages)}.", document
        )
    if count and not loose:
        yield passed(TIED, f"{count} examples of the documents are tied to scenarios.")


CHECKS = (
    Check("examples", PLAYED, examples_are_played),
    Check("examples", INTACT, examples_are_fresh),
    Check("examples", TIED, examples_are_tied),
)


def scenarios_told(evidence: Evidence) -> list[Told]:
    """The scenarios that hold in the edition, each with the passages of its documents that tell it."""
    prints = _prints(evidence)
    rows = evidence.session.exec(
        select(Scenario).where(Scenario.game_id == evidence.rows.game.id).order_by(col(Scenario.id))
    ).all()
    told = []
    for scenario in rows:
        if evidence.rows.holds(scenario):
            marks = tuple(Mark.read(mark) for mark in json.loads(scenario.expect).get(PRINTED, ()))
            told.append(Told(scenario, marks, tuple(_found(prints, marks))))
    return told


def _found(prints: Sequence[Print], marks: Sequence[Mark]) -> Iterator[Found]:
    for print_ in prints:
        for mark in marks:
            found = print_.find(mark)
            if found:
                yield found


def _prints(evidence: Evidence) -> list[Print]:
    return read_prints(evidence.session, evidence.rows.game.id, evidence.rows.edition_id)


def _played(evidence: Evidence, told: Told) -> ValidationShape:
    scenario, subject = told.scenario, f"scenario:{told.scenario.code}"
    if evidence.ruleset.make_engine is None:
        return unknown(PLAYED, f"The engine cannot play whole games of {evidence.ruleset.name} yet.", subject)
    given, actions, expect = (json.loads(text) for text in (scenario.given, scenario.actions, scenario.expect))
    try:
        differences = play_through(evidence.ruleset, given, actions, expect)
    except Unanswered as name:
        return unknown(PLAYED, f"The engine has no word for `{name}`, which the example expects.", subject)
    except RulesetError as error:
        is_gap = error.table == "fact" and error.row is None
        return (unknown if is_gap else failed)(PLAYED, error.sentence, subject)
    except ValueError as error:
        return failed(PLAYED, f"The example cannot be laid out: {error}", subject)
    return _judged(told, differences, subject)


def _judged(told: Told, differences: Sequence[Difference], subject: str) -> ValidationShape:
    if not differences:
        where = f", as it is told in {told.where}" if told.found else "; no document in the database tells it"
        return passed(PLAYED, f"Played to the end that it states{where}.", subject)
    sentence = "; ".join(map(str, differences))
    if told.marks and not told.found:
        return unknown(PLAYED, f"{sentence}. No document in the database tells it so.", subject)
    where = f" Told in {told.where}." if told.found else ""
    return failed(PLAYED, f"{sentence}.{where}", subject)

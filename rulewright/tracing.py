"""From an event of a saved game to the effect row, the rule, and the passages that print them."""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

import typer
from sqlmodel import Session

from db.errors import DatabaseProblem
from db.trace import Trace, trace_subject
from db.trace_row import all_places, trace_effect, trace_rule
from rules_engine.events import Event
from rules_engine.game_file import BadGameFile
from rules_engine.obeys import obeyed_in, package_of
from rules_engine.read import read_ruleset
from rules_engine.record import Record
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.sitting import Sitting
from rulewright.crops import cut_crops
from rulewright.named import unknown


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of a game, with the action that led to it."""

    number: int
    """Its place among the events of the game, from 1."""
    action: int
    """The place of the action among the actions, from 1."""
    done: str
    event: Event
    sentence: str


@dataclass(frozen=True, slots=True)
class Explained:
    """An event with all that lies behind it."""

    happened: Happened
    of: int
    """How many events the game has."""
    effect: Trace | None
    summary: str
    """The rule in our own words."""
    rule: Trace | None
    code: tuple[str, ...]
    """The functions that obey the rule."""
    crops: tuple[str, ...]


def events_of(opened: Session, record: Record, language: str) -> tuple[Ruleset, list[Happened]]:
    """Every event of a saved game, or a BadGameFile where it was played by other rules."""
    ruleset = record.rules_of(read_ruleset(opened, record.game, record.edition))
    if language not in ruleset.words.languages:
        raise typer.BadParameter(
            unknown(f"language of {ruleset.name}", language, ruleset.words.languages), param_hint="--language"
        )
    happened: list[Happened] = []
    actions = count(1)

    def hear(action: str, events: tuple[Event, ...]) -> None:
        place = next(actions)
        for event in events:
            told = ruleset.tell(event, language)
            happened.append(Happened(len(happened) + 1, place, action, event, told))

    Sitting.again(ruleset, record, hear)
    return ruleset, happened


def explain_event(
    opened: Session, record: Record, number: int, language: str, pictures: Path, crops: Path
) -> Explained:
    """An event with its effect, its rule, and the passages of both in every language."""
    ruleset, happened = events_of(opened, record, language)
    if not 1 <= number <= len(happened):
        raise BadGameFile(f"The game has {len(happened)} events, from 1; there is none of the number {number}.")
    asked = happened[number - 1]
    effect = trace_effect(opened, asked.event.effect) if asked.event.effect is not None else None
    rule = _rule(opened, ruleset, asked.event.rule)
    code = tuple(
        f"{entry.file}:{entry.line} {entry.function}"
        for entry in obeyed_in(package_of(ruleset.game))
        if entry.rule == asked.event.rule
    )
    places = [place for found in (effect, rule) if found for place in all_places(found)]
    told = trace_rule(opened, f"rule:{asked.event.rule}", ruleset.game, language)
    cuttings = tuple(cut_crops(opened, places, pictures, crops))
    return Explained(asked, len(happened), effect, told[0].summary if told else "", rule, code, cuttings)


def _rule(opened: Session, ruleset: Ruleset, code: str) -> Trace | None:
    try:
        return trace_subject(opened, f"rule:{code}", ruleset.game)
    except DatabaseProblem:
        return None

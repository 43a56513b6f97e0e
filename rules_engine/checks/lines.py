"""Every line can be read, every code in it exists, and the engine has code for it."""

from collections import Counter
from collections.abc import Iterator

from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.ruleset import ANY_ITEM, Effect
from schema.board import space_column
from schema.notation import SLOT, slot_kinds
from schema.results import ValidationShape

PARSES = "every effect and condition can be read"
CODES = "every code that is used exists"
EXECUTABLE = "the engine has code for every effect"
FILLED = "every line and every space has the numbers of its facts"


def effects_parse(evidence: Evidence) -> Iterator[ValidationShape]:
    """Effects and the conditions of deliveries are well formed."""
    for error in evidence.errors:
        yield failed(PARSES, error.sentence, f"{error.table}:{error.row}")
    effects = evidence.ruleset.effects
    if not effects and not evidence.errors:
        yield unknown(PARSES, f"The database has no effects of {evidence.ruleset.name}.")
    elif not evidence.errors:
        yield passed(PARSES, f"All {len(effects)} effects were read.")


def codes_exist(evidence: Evidence) -> Iterator[ValidationShape]:
    """Codes of effects and deliveries are concepts and, where the game has a table for them, rows."""
    ruleset = evidence.ruleset
    missing = [*_unknown_in_rows(evidence)]
    for effect in ruleset.effects.values():
        missing.extend((f"effect:{effect.row}", sentence) for sentence in _unknown_in_effect(evidence, effect))
    for subject, sentence in missing:
        yield failed(CODES, sentence, subject)
    spots = sum(len(space.spots) for space in ruleset.spaces.values())
    if not missing and (ruleset.effects or spots):
        yield passed(CODES, f"The codes of {len(ruleset.effects)} effects and {spots} deliveries exist.")


def code_is_there(evidence: Evidence) -> Iterator[ValidationShape]:
    """What the engine cannot execute yet is told form by form, the most wanted first."""
    effects, waiting = evidence.ruleset.effects, evidence.ruleset.not_executable
    reasons = Counter(_reason(effect) for effect in waiting).most_common()
    if reasons:
        listed = "; ".join(f"{count} because {reason}" for reason, count in reasons)
        yield unknown(EXECUTABLE, f"{len(waiting)} of {len(effects)} effects wait for code: {listed}.")
    elif effects:
        yield passed(EXECUTABLE, f"All {len(effects)} effects can be executed.")


def numbers_are_those_of_facts(evidence: Evidence) -> Iterator[ValidationShape]:
    """What is stored of an effect or a space is what its facts make of it."""
    ruleset = evidence.ruleset
    filled = {row: effect for row, effect in ruleset.effects.items() if effect.slots}
    stored = {row.id: row.notation for row in evidence.rows.effects}
    wrong = [
        (f"effect:{row}", f"“{stored[row]}” is stored, but by its facts it is “{effect.line}”.")
        for row, effect in filled.items()
        if str(effect.line) != stored[row]
    ]
    for (subject, attribute), fact in ruleset.facts.items():
        space = ruleset.spaces.get(subject.removeprefix("location:"))
        for column, value in space_column(attribute, fact.value).items() if space else ():
            if getattr(space, column) != value:
                told = f"The row says {column} {getattr(space, column)}, but the fact `{attribute}` is {fact.value}."
                wrong.append((subject, told))
    for subject, sentence in wrong:
        yield failed(FILLED, f"{sentence} Run `rulewright ingest` to build it anew.", subject)
    if filled and not wrong:
        yield passed(FILLED, f"{sum(len(e.slots) for e in filled.values())} facts fill {len(filled)} lines.")


CHECKS = (
    Check("rows", PARSES, effects_parse),
    Check("rows", CODES, codes_exist),
    Check("rows", EXECUTABLE, code_is_there),
    Check("rows", FILLED, numbers_are_those_of_facts),
)


def _unknown_in_rows(evidence: Evidence) -> Iterator[tuple[str, str]]:
    ruleset = evidence.ruleset
    items, people = ruleset.concepts.get("item", ()), ruleset.concepts.get("who", ())
    for space in ruleset.spaces.values():
        if space.code not in ruleset.concepts.get("location", ()):
            yield f"location:{space.row}", f"The space `{space.code}` is no concept of the kind location."
        for spot in space.spots:
            if spot.item not in (*items, ANY_ITEM):
                yield f"delivery:{spot.row}", f"`{space.code}` wants `{spot.item}`, which is no item of the game."
            if spot.who not in people:
                yield f"delivery:{spot.row}", f"`{space.code}` rewards `{spot.who}`, which is no word for people."
    for deck in evidence.rows.decks:
        if deck.code not in ruleset.concepts.get("deck", ()):
            yield f"deck:{deck.id}", f"The deck `{deck.code}` is no concept of the kind deck."


def _unknown_in_effect(evidence: Evidence, effect: Effect) -> Iterator[str]:
    """Concepts that are named in an effect without having a row of their own."""
    concepts = evidence.ruleset.concepts
    tables = {
        "location": set(evidence.ruleset.spaces),
        "deck": {deck.code for deck in evidence.rows.decks},
    }
    for _, clause in effect.line.clauses():
        for part, word in zip(clause.form.split(), clause.words, strict=True):
            slot = SLOT.fullmatch(part)
            for kind in [k for k in slot_kinds(slot.group(1)) if word in concepts.get(k, ())] if slot else ():
                if tables.get(kind) and word not in tables[kind]:
                    yield f"“{effect.line}” names the {kind} `{word}`, which has no row in the table {kind}."


def _reason(effect: Effect) -> str:
    return effect.obstacle.reason if effect.obstacle else "it was not compiled"

"""Build what the engine executes from facts: the board's spaces and the effect lines of spaces, deliveries, cards."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlmodel import Session, col, delete, select

from ingest.resolve.card_effects import build_card_effects
from ingest.resolve.known import Built, Known, facts_of
from schema.base import row
from schema.board import Delivery, Location, LocationShape
from schema.cards import Effect, EffectShape
from schema.games import Edition, Game
from schema.notation import SLOT, Vocabulary
from schema.pack import BuildForm, Pack
from schema.wording import fill

STAGE_COLUMNS = {"opens-in-stage": "opens_in_stage", "closes-in-stage": "closes_in_stage"}
FORTIFIED = "is-fortified"
YES = "yes"


def build_board(session: Session, game: Game) -> None:
    """Give an edition whose facts differ from the board list a row of its own for each such space."""
    of_game = col(Location.game_id) == game.id
    session.exec(delete(Location).where(of_game, col(Location.edition_id).is_not(None)))
    listed = list(session.exec(select(Location).where(of_game)))
    for edition in session.exec(select(Edition).where(Edition.game_id == game.id)):
        facts = facts_of(session, game, edition)
        for location in listed:
            shape = _with_facts(location, facts.get(f"location:{location.code}", {}))
            if shape != LocationShape.model_validate(location, from_attributes=True):
                session.add(row(Location, shape, game_id=game.id, edition_id=edition.id))
    session.flush()


def build_effects(session: Session, game: Game, pack: Pack) -> None:
    """Build the effects of spaces, deliveries and cards anew: one line for all editions where they agree."""
    of_game = col(Effect.game_id) == game.id
    session.exec(delete(Effect).where(of_game, col(Effect.owner_kind).in_(("location", "delivery"))))
    locations = select(Location).where(Location.game_id == game.id, col(Location.edition_id).is_(None))
    owners: dict[str, list[tuple[int, str, dict[str, str]]]] = {"location": [], "delivery": []}
    for location in session.exec(locations).all():
        owners["location"].append((_id(location.id), f"location:{location.code}", {}))
        for delivery in session.exec(select(Delivery).where(Delivery.location_id == location.id)):
            slots = {"item": delivery.item, "who": delivery.who, "condition": delivery.condition}
            owners["delivery"].append((_id(delivery.id), f"delivery:{delivery.item}", slots))
    editions = list(session.exec(select(Edition).where(Edition.game_id == game.id)))
    facts = {_id(e.id): facts_of(session, game, e) for e in editions}
    for kind, listed in owners.items():
        forms = pack.notation.build.get(kind, [])
        for owner_id, subject, slots in listed:
            built = {e: _lines(forms, facts[e].get(subject, {}), slots, pack.vocabulary()) for e in facts}
            for edition_id, lines in _shared(built):
                for seq, line in enumerate(lines):
                    shape = EffectShape(
                        owner_kind=kind,  # type: ignore[arg-type]
                        owner_id=owner_id,
                        seq=seq,
                        notation=line.notation,
                        origin=line.origin,
                    )
                    keys = {"game_id": game.id, "edition_id": edition_id, "passage_id": line.passage_id}
                    session.add(row(Effect, shape, **keys))
    build_card_effects(session, game, pack, facts)
    session.flush()


def _with_facts(location: Location, facts: Mapping[str, Known]) -> LocationShape:
    """The space as the edition's facts describe it."""
    changes: dict[str, object] = {}
    for attribute, column in STAGE_COLUMNS.items():
        if attribute in facts and facts[attribute].value.isdigit():
            changes[column] = int(facts[attribute].value)
    if FORTIFIED in facts:
        changes["is_fortified"] = facts[FORTIFIED].value == YES
    shape = LocationShape.model_validate(location, from_attributes=True)
    changed = {name: value for name, value in changes.items() if getattr(shape, name) != value}
    if not changed:
        return shape
    return LocationShape.model_validate({**shape.model_dump(), **changed, "origin": "rulebook"})


def _lines(
    forms: Sequence[BuildForm], facts: Mapping[str, Known], slots: Mapping[str, str], vocabulary: Vocabulary
) -> tuple[Built, ...]:
    """One line per trigger, its steps in the order of the forms."""
    steps: dict[str, list[tuple[str, Known]]] = defaultdict(list)
    for form in forms:
        trigger = _trigger(form, slots)
        wanted = re.compile(_pattern(form.attribute, slots))
        for attribute, known in facts.items():
            hit = wanted.fullmatch(attribute)
            if not hit or not _is_wanted(form, hit.groupdict()):
                continue
            steps[trigger].append((fill(form.step, {**slots, **hit.groupdict(), "value": known.value}), known))
    lines = []
    for trigger, made in steps.items():
        line = vocabulary.parse(f"{trigger}: {'; '.join(step for step, _ in made)}")
        known = made[0][1]
        lines.append(Built(str(line), known.origin, known.passage_id))
    return tuple(lines)


def _trigger(form: BuildForm, slots: Mapping[str, str]) -> str:
    condition = slots.get("condition", "")
    return fill(form.trigger, slots) + (f" if {condition}" if condition else "")


def _pattern(attribute: str, slots: Mapping[str, str]) -> str:
    """The attribute as a pattern: slots that are known stand for themselves, the others are looked for.

    A delivery under a condition is the attribute with `.if-` and the condition's words behind it.
    """
    condition = slots.get("condition", "")
    name = attribute + (f".if-{'-'.join(condition.split())}" if condition else "")
    parts = re.split(SLOT, name)
    pattern = ""
    for number, part in enumerate(parts):
        if number % 2 == 0:
            pattern += re.escape(part)
        elif part in slots:
            pattern += re.escape(slots[part])
        else:
            pattern += rf"(?P<{part}>[a-z0-9-]+)"
    return pattern


def _is_wanted(form: BuildForm, found: Mapping[str, str]) -> bool:
    return all(found.get(slot) in codes for slot, codes in form.only.items())


def _shared(built: Mapping[int, tuple[Built, ...]]) -> Iterator[tuple[int | None, tuple[Built, ...]]]:
    """Lines without an edition where all editions agree, else each edition's own."""
    if len({_notations(lines) for lines in built.values()}) == 1:
        yield None, next(iter(built.values()))
    else:
        yield from built.items()


def _notations(lines: Iterable[Built]) -> tuple[str, ...]:
    return tuple(line.notation for line in lines)


def _id(number: int | None) -> int:
    assert number is not None, "rows that were read have a number"
    return number

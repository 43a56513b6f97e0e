"""Build what the engine executes from facts: the board's spaces and the effect lines of spaces, deliveries, cards."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sqlmodel import Session, col, delete, select

from ingest.resolve.card_effects import card_effects
from ingest.resolve.effect_rows import Owner, store_effects
from ingest.resolve.known import Built, Facts, Known, facts_of
from schema.base import row
from schema.board import Delivery, Location, LocationShape, space_column
from schema.games import Edition, Game
from schema.notation import Vocabulary
from schema.pack import BuildForm, Pack
from schema.slots import BLANK, filled, numbers_of, pattern_of
from schema.wording import fill


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


def _with_facts(location: Location, facts: Mapping[str, Known]) -> LocationShape:
    """The space as the edition's facts describe it."""
    shape = LocationShape.model_validate(location, from_attributes=True)
    stated = {name: v for a, known in facts.items() for name, v in space_column(a, known.value).items()}
    if all(getattr(shape, name) == value for name, value in stated.items()):
        return shape
    return LocationShape.model_validate({**shape.model_dump(), **stated, "origin": "rulebook"})


def build_effects(session: Session, game: Game, pack: Pack) -> None:
    """Build the effects of spaces, deliveries and cards anew: one line for all editions where they agree."""
    editions = session.exec(select(Edition).where(Edition.game_id == game.id)).all()
    facts = {e.id or 0: facts_of(session, game, e) for e in editions}
    owners = [*_board_effects(session, game, pack, facts), *card_effects(session, game, pack, facts)]
    store_effects(session, game, owners)


def _board_effects(session: Session, game: Game, pack: Pack, facts: Mapping[int, Facts]) -> Iterator[Owner]:
    vocabulary, forms = pack.vocabulary(), pack.notation.build
    locations = select(Location).where(Location.game_id == game.id, col(Location.edition_id).is_(None))
    for location in session.exec(locations).all():
        built = {
            e: _lines(forms.get("location", []), f"location:{location.code}", facts[e], {}, vocabulary) for e in facts
        }
        yield Owner("location", location.id or 0, _shared(built))
        for delivery in session.exec(select(Delivery).where(Delivery.location_id == location.id)):
            known = {"item": delivery.item, "who": delivery.who, "condition": delivery.condition}
            subject = f"delivery:{delivery.item}"
            built = {e: _lines(forms.get("delivery", []), subject, facts[e], known, vocabulary) for e in facts}
            yield Owner("delivery", delivery.id or 0, _shared(built))


def _lines(
    forms: Sequence[BuildForm], subject: str, facts: Facts, known: Mapping[str, str], vocabulary: Vocabulary
) -> tuple[Built, ...]:
    """One line per trigger, its steps in the order of the forms, each with a slot for the fact that it is made from."""
    condition = known.get("condition", "")
    # A delivery under a condition is the attribute with `.if-` and the condition's words behind it.
    when, behind = (f" if {condition}", f".if-{'-'.join(condition.split())}") if condition else ("", "")
    lines: dict[str, list[tuple[str, str]]] = defaultdict(list)
    stated = facts.get(subject, {})
    for form in forms:
        wanted = re.compile(pattern_of(form.attribute, known) + re.escape(behind))
        for attribute in stated:
            hit = wanted.fullmatch(attribute)
            if hit and all(hit.groupdict().get(slot) in codes for slot, codes in form.only.items()):
                step = fill(form.step, {"value": BLANK, **known, **hit.groupdict()})
                lines[fill(form.trigger, known) + when].append((step, attribute))
    return tuple(_line(trigger, steps, subject, stated, vocabulary) for trigger, steps in lines.items())


def _line(
    trigger: str, steps: Sequence[tuple[str, str]], subject: str, stated: Mapping[str, Known], vocabulary: Vocabulary
) -> Built:
    """A line from its steps and the attributes that fill their blanks; it comes from where its first fact does."""
    blank = f"{trigger}: {'; '.join(step for step, _ in steps)}"
    blanks = [slot for slot, number in enumerate(numbers_of(blank), 1) if number == BLANK]
    slots = {slot: (subject, attribute) for slot, (_, attribute) in zip(blanks, steps, strict=True)}
    line = vocabulary.parse(filled(blank, {slot: stated[attribute].value for slot, (_, attribute) in slots.items()}))
    first = stated[steps[0][1]]
    return Built(str(line), first.origin, first.passage_id, slots)


def _shared(built: Mapping[int, tuple[Built, ...]]) -> Mapping[int | None, tuple[Built, ...]]:
    """Lines without an edition where all editions agree, else each edition's own."""
    notations = {tuple(line.notation for line in lines) for lines in built.values()}
    return {None: next(iter(built.values()))} if len(notations) == 1 else {e: built[e] for e in built}

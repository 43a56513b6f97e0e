"""What cards do: lines that a document prints, else those of the card list, with the numbers that facts state."""

import re
from collections.abc import Iterator, Mapping, Sequence

from sqlmodel import Session, select

from ingest.card_figures import listed_effects
from ingest.resolve.effect_rows import Owner
from ingest.resolve.known import Built, Facts
from ingest.resolve.printed_cards import EFFECT, card_subjects
from schema.cards import Card
from schema.games import Edition, Game
from schema.pack import Pack
from schema.slots import WHOLE, FactKey, filled, find_slots, pattern_of
from schema.wording import fill


def card_effects(session: Session, game: Game, pack: Pack, facts: Mapping[int, Facts]) -> Iterator[Owner]:
    """One set of lines for each card; an edition whose documents say otherwise has its own."""
    subjects, effects = card_subjects(pack), listed_effects(pack)
    editions = {e.id: e.code for e in session.exec(select(Edition).where(Edition.game_id == game.id))}
    for card in session.exec(select(Card).where(Card.game_id == game.id)).all():
        lines = effects.get((editions.get(card.edition_id), card.code))
        if lines is not None:
            listed = tuple(Built(str(line), card.origin, None) for line in lines)
            told = {
                edition: tuple(_with_numbers(line, card, facts[edition], pack) for line in stated)
                for edition, stated in _stated(card, subjects[card.code], listed, facts).items()
            }
            yield Owner("card", card.id or 0, _by_edition(card, listed, told), card.unclear)


def _stated(
    card: Card, subject: str, listed: tuple[Built, ...], facts: Mapping[int, Facts]
) -> dict[int, tuple[Built, ...]]:
    """The card's lines in each edition that has it: those its documents print, else those of the list."""
    stated = {}
    for edition in [e for e in facts if card.edition_id in (None, e)]:
        own = facts[edition].get(subject, {})
        printed = {int(name[len(EFFECT) :]): known for name, known in own.items() if name.startswith(EFFECT)}
        is_printed = any(known.origin == "rulebook" for known in printed.values())
        stated[edition] = (
            tuple(
                Built(known.value, known.origin, known.passage_id, {WHOLE: (subject, f"{EFFECT}{number}")})
                for number, known in sorted(printed.items())
            )
            if is_printed
            else listed
        )
    return stated


def _with_numbers(line: Built, card: Card, facts: Facts, pack: Pack) -> Built:
    """The line with the numbers that facts state where it has the trigger and the step of a form."""
    slots: dict[int, FactKey] = dict(line.slots)
    values: dict[int, str] = {}
    origin, passage_id = line.origin, line.passage_id
    for form in pack.notation.build.get("card", []):
        subject = fill(form.subject, {"code": card.code, "kind": card.kind})
        for attribute, known in facts.get(subject, {}).items():
            hit = re.fullmatch(pattern_of(form.attribute, {}), attribute)
            found = find_slots(line.notation, form.trigger, form.step, hit.groupdict()) if hit else ()
            slots |= dict.fromkeys(found, (subject, attribute))
            values |= dict.fromkeys(found, known.value)
            if found and known.origin == "rulebook" and WHOLE not in slots:
                origin, passage_id = known.origin, known.passage_id
    return Built(filled(line.notation, values), origin, passage_id, slots)


def _by_edition(
    card: Card, listed: tuple[Built, ...], told: Mapping[int, tuple[Built, ...]]
) -> dict[int | None, tuple[Built, ...]]:
    """The lines of the card's own scope, and those of editions that differ from it."""
    if not told:
        return {card.edition_id: listed}
    if len({_notations(lines) for lines in told.values()}) == 1:
        printed = [lines for lines in told.values() if any(line.origin == "rulebook" for line in lines)]
        return {card.edition_id: (printed or list(told.values()))[0]}
    differing: dict[int | None, tuple[Built, ...]] = {
        e: lines for e, lines in told.items() if _notations(lines) != _notations(listed)
    }
    agreeing = [lines for e, lines in told.items() if e not in differing]
    return {None: agreeing[0] if agreeing else listed, **differing}


def _notations(lines: Sequence[Built]) -> tuple[str, ...]:
    return tuple(line.notation for line in lines)

"""Bring the effect rows of cards in line with what rulebooks print and state of them; the card list fills the rest."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, select

from ingest.card_figures import listed_effects
from ingest.resolve.known import Built, Known
from ingest.resolve.printed_cards import EFFECT, card_subjects
from schema.base import row
from schema.cards import Card, Effect, EffectShape
from schema.games import Edition, Game
from schema.notation import SLOT
from schema.pack import BuildForm, Pack
from schema.wording import fill

Facts = Mapping[str, Mapping[str, Known]]
"""Of one edition, by subject, then attribute."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A card's row with what its list says."""

    card: Card
    subject: str
    lines: tuple[Built, ...]


def build_card_effects(session: Session, game: Game, pack: Pack, facts: Mapping[int, Facts]) -> None:
    """One set of lines for each card; an edition whose documents say otherwise has its own."""
    existing: dict[int, list[Effect]] = defaultdict(list)
    of_cards = select(Effect).where(Effect.game_id == game.id, Effect.owner_kind == "card")
    for effect in session.exec(of_cards):
        existing[effect.owner_id].append(effect)
    for listed in _listed(session, game, pack):
        wanted = _wanted(listed, facts, pack)
        _sync(session, game, listed.card, existing.get(listed.card.id or 0, []), wanted)
    session.flush()


def _listed(session: Session, game: Game, pack: Pack) -> Iterator[_Listed]:
    subjects, effects = card_subjects(pack), listed_effects(pack)
    editions = {e.id: e.code for e in session.exec(select(Edition).where(Edition.game_id == game.id))}
    for card in session.exec(select(Card).where(Card.game_id == game.id)).all():
        listed = effects.get((editions.get(card.edition_id), card.code))
        if listed is not None:
            lines = tuple(Built(str(line), card.origin, None) for line in listed)
            yield _Listed(card, subjects[card.code], lines)


def _wanted(listed: _Listed, facts: Mapping[int, Facts], pack: Pack) -> dict[int | None, tuple[Built, ...]]:
    """The lines by edition: those of the card's own scope, and those of editions that differ from it."""
    card, scope = listed.card, listed.card.edition_id
    told = {e: _told(listed, facts[e], pack) for e in facts if scope in (None, e)}
    if not told:
        return {scope: listed.lines}
    if len({_notations(lines) for lines in told.values()}) == 1:
        printed = [lines for lines in told.values() if any(line.origin == "rulebook" for line in lines)]
        return {card.edition_id: (printed or list(told.values()))[0]}
    differing: dict[int | None, tuple[Built, ...]] = {
        e: lines for e, lines in told.items() if _notations(lines) != _notations(listed.lines)
    }
    agreeing = [lines for e, lines in told.items() if e not in differing]
    return {None: agreeing[0] if agreeing else listed.lines, **differing}


def _told(listed: _Listed, facts: Facts, pack: Pack) -> tuple[Built, ...]:
    """The card's lines as an edition's documents print them, else those of the list with the numbers they state."""
    own = facts.get(listed.subject, {})
    printed = {int(name[len(EFFECT) :]): known for name, known in own.items() if name.startswith(EFFECT)}
    if any(known.origin == "rulebook" for known in printed.values()):
        return tuple(Built(known.value, known.origin, known.passage_id) for _, known in sorted(printed.items()))
    lines = list(listed.lines)
    for form in pack.notation.build.get("card", []):
        subject = fill(form.subject, {"code": listed.card.code, "kind": listed.card.kind})
        for attribute, known in facts.get(subject, {}).items():
            if known.origin == "rulebook":
                lines = [_with_number(line, form, attribute, known) for line in lines]
    return tuple(lines)


def _with_number(line: Built, form: BuildForm, attribute: str, known: Known) -> Built:
    """The line with the stated number where it has the form's trigger and step."""
    hit = re.fullmatch(_pattern(form.attribute), attribute)
    if not hit:
        return line
    slots = hit.groupdict()
    trigger, _, steps = line.notation.partition(": ")
    if not re.fullmatch(_pattern(form.trigger, slots) + r"(?: if .*)?", trigger):
        return line
    before, _, after = form.step.partition("{value}")
    wanted = rf"(?P<before>\b{_pattern(before, slots)})[+-]?\d+(?P<after>{_pattern(after, slots)})(?![\w-])"
    changed = re.sub(wanted, lambda m: m["before"] + known.value + m["after"], steps)
    is_there = re.search(wanted, steps) is not None
    notation = f"{trigger}: {changed}"
    return Built(notation, known.origin, known.passage_id) if is_there else line


def _pattern(template: str, slots: Mapping[str, str] | None = None) -> str:
    """The template as a pattern: known slots stand for themselves, others for any word; a name may come once."""
    named = slots is None
    pattern = ""
    for number, part in enumerate(re.split(SLOT, template)):
        if number % 2 == 0:
            pattern += re.escape(part)
        elif slots and part in slots:
            pattern += re.escape(slots[part])
        else:
            pattern += rf"(?P<{part}>[\w+-]+)" if named else r"[\w+-]+"
    return pattern


def _sync(
    session: Session,
    game: Game,
    card: Card,
    existing: Sequence[Effect],
    wanted: Mapping[int | None, tuple[Built, ...]],
) -> None:
    """Change, add and remove rows until they are the wanted ones."""
    left = {(effect.edition_id, effect.seq): effect for effect in existing}
    for edition_id, lines in wanted.items():
        for seq, line in enumerate(lines):
            effect = left.pop((edition_id, seq), None)
            if effect is None:
                shape = EffectShape(
                    owner_kind="card",
                    owner_id=card.id or 0,
                    seq=seq,
                    notation=line.notation,
                    origin=line.origin,
                    unclear=card.unclear,
                )
                keys = {"game_id": game.id, "edition_id": edition_id, "passage_id": line.passage_id}
                session.add(row(Effect, shape, **keys))
            elif (effect.notation, effect.origin, effect.passage_id) != (line.notation, line.origin, line.passage_id):
                effect.notation, effect.origin, effect.passage_id = line.notation, line.origin, line.passage_id
                session.add(effect)
    for effect in left.values():
        session.delete(effect)


def _notations(lines: Sequence[Built]) -> tuple[str, ...]:
    return tuple(line.notation for line in lines)

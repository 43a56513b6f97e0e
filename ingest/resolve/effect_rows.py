"""Bring the effect rows of a game in line with the lines that were built, keeping the numbers of rows that stay."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, delete, select

from ingest.resolve.known import Built
from schema.base import row
from schema.cards import Effect, EffectFact, EffectFactShape, EffectShape, OwnerKind
from schema.games import Game


@dataclass(frozen=True, slots=True)
class Owner:
    """What has effects, with its lines by edition; under none those of all editions."""

    kind: OwnerKind
    id: int
    lines: Mapping[int | None, tuple[Built, ...]]
    unclear: str = ""


def store_effects(session: Session, game: Game, owners: Iterable[Owner]) -> None:
    """Change, add and remove rows until they are those of the owners; which facts fill them is written anew."""
    existing = session.exec(select(Effect).where(Effect.game_id == game.id, Effect.owner_kind != "rule")).all()
    left = {(e.owner_kind, e.owner_id, e.edition_id, e.seq): e for e in existing}
    session.exec(delete(EffectFact).where(col(EffectFact.effect_id).in_([e.id for e in existing])))
    built: list[tuple[Effect, Built]] = []
    for owner in owners:
        for edition_id, lines in owner.lines.items():
            for seq, line in enumerate(lines):
                shape = EffectShape(
                    owner_kind=owner.kind,
                    owner_id=owner.id,
                    seq=seq,
                    notation=line.notation,
                    origin=line.origin,
                    unclear=owner.unclear,
                )
                keys = {"game_id": game.id, "edition_id": edition_id, "passage_id": line.passage_id}
                effect = left.pop((owner.kind, owner.id, edition_id, seq), None)
                if effect is None:
                    effect = row(Effect, shape, **keys)
                else:
                    effect.sqlmodel_update({**shape.model_dump(), **keys})
                session.add(effect)
                built.append((effect, line))
    for effect in left.values():
        session.delete(effect)
    session.flush()
    for effect, line in built:
        for slot, (subject, attribute) in sorted(line.slots.items()):
            shape_ = EffectFactShape(slot=slot, subject=subject, attribute=attribute)
            session.add(row(EffectFact, shape_, effect_id=effect.id))
    session.flush()

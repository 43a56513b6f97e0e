"""What a run changed, fact by fact: the value before and after, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session, col, select

from rulewright.origins import SAID
from schema.base import Origin
from schema.claims import Fact
from schema.games import Edition, Game

Key = tuple[str, str, str, str]
"""Game, edition, subject and attribute."""
Change = Literal["new", "gone", "changed", "doubted", "settled"]


@dataclass(frozen=True, slots=True)
class Held:
    """A fact as it was at some time."""

    value: str
    origin: Origin
    is_provisional: bool
    reason: str


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact that is no longer as it was."""

    kind: Change
    """Whether it is new, gone, has another value, has become provisional, or is so no longer."""
    game: str
    edition: str
    subject: str
    attribute: str
    before: str | None
    after: str | None
    origin: Origin
    reason: str
    is_provisional: bool

    def __str__(self) -> str:
        """The change in a line."""
        name = " ".join(part for part in (self.game, self.edition, self.subject, self.attribute) if part)
        if self.kind in ("doubted", "settled"):
            return f"{name}: {self.after}, {'provisional now' if self.is_provisional else 'no longer provisional'}"
        mark = " (provisional)" if self.is_provisional else ""
        return f"{name}: {self.before or '–'} → {self.after or '–'}{mark}"


def facts_held(session: Session) -> dict[Key, Held]:
    """Every fact there is."""
    rows = session.exec(
        select(Fact, Game.code, Edition.code)
        .join(Game, col(Game.id) == Fact.game_id)
        .join(Edition, col(Edition.id) == Fact.edition_id, isouter=True)
    ).all()
    return {
        (game, edition or "", fact.subject, fact.attribute): Held(
            fact.value, fact.origin, fact.is_provisional, fact.reason
        )
        for fact, game, edition in rows
    }


def changes_between(before: Mapping[Key, Held], after: Mapping[Key, Held]) -> list[FactChange]:
    """What is another, in the order of games, editions and subjects."""
    changes = []
    for key in sorted({*before, *after}):
        old, new = before.get(key), after.get(key)
        held = new or old
        kind = _kind(old, new)
        if held and kind:
            reason = new.reason if new else "No document or list states it any more."
            values = (old.value if old else None, new.value if new else None)
            changes.append(FactChange(kind, *key, *values, held.origin, reason, bool(new and new.is_provisional)))
    return changes


def _kind(old: Held | None, new: Held | None) -> Change | None:
    """What became of a fact; one that was only supplied with its game until a document said it is new."""
    if new is None:
        return "gone"
    if old is None or (old.origin not in SAID and new.origin in SAID):
        return "new"
    if old.value != new.value:
        return "changed"
    if old.is_provisional != new.is_provisional:
        return "doubted" if new.is_provisional else "settled"
    return None

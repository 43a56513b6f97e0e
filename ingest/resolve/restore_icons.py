"""Put restored icons into the rows: a repair that names its source, the passage's text, and moved mentions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from ingest.edits import EditedText
from ingest.resolve.align import Alignment
from ingest.resolve.lost_icons import HOLE, KNOWN_ICON, Lost, find_lost, is_lost, listen
from ingest.resolve.sentences import Heard, Listener
from ingest.resolve.twins import likeness, weigh
from schema.base import row
from schema.claims import Mention
from schema.documents import Document, Passage, Repair, RepairShape
from schema.games import Game
from schema.pack import Pack
from schema.restored import RESTORE_ICONS, RESTORED, as_read


@dataclass(frozen=True, slots=True)
class IconSettings:
    """How sure a restored icon is; chosen by eye on the seeds."""

    confidence: float = 0.9
    """In an icon that stands in a hole of the text and at that place in another language."""
    alike: float = 0.4
    """A passage less like it is no source, as it is no witness in the alignment."""


def take_back_icons(session: Session, game: Game) -> None:
    """Undo what was restored before: another document may say it otherwise now, or be gone."""
    restored = (
        select(Repair, Passage)
        .join(Passage, col(Passage.id) == Repair.passage_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(Document.game_id == game.id, col(Repair.made_by) == RESTORE_ICONS)
    )
    changed: dict[int, Passage] = {}
    for repair, passage in session.exec(restored).all():
        changed[passage.id or 0] = passage
        read = as_read(repair)
        if read is None:
            session.delete(repair)
        else:
            repair.sqlmodel_update(read, update={"source_id": None})
            session.add(repair)
    session.flush()
    for passage in changed.values():
        _read_again(session, passage)


def restore_icons(
    session: Session,
    pack: Pack,
    found: Alignment,
    rows: Sequence[Mapping[int, Passage]],
    settings: IconSettings = IconSettings(),
) -> None:
    """Give passages that lost their icons those of a passage, mostly of another language, that says the same."""
    pending: list[tuple[Passage, Passage, list[Lost]]] = []
    for number, copy in enumerate(found.documents):
        for at, heard in enumerate(copy.heard):
            source = _source(number, at, found, settings) if HOLE.search(heard.passage.raw_text) else None
            if source:
                own, other = rows[number][heard.passage.seq], rows[source[0]][source[1].passage.seq]
                meant = listen(own.raw_text, own.language, Listener(pack, copy.language))
                said = listen(other.text, other.language, Listener(pack, other.language))
                pending.append((own, other, find_lost(own.raw_text, meant, said)))
    # All are found before any is written: a restored icon is no evidence for another.
    for own, other, lost in pending:
        _write(session, own, other, lost, settings)
    session.flush()


def _source(number: int, at: int, found: Alignment, settings: IconSettings) -> tuple[int, Heard] | None:
    """The passage with icons that says the same: the twin, else the likest of those that state the same rule."""
    own = found.documents[number].heard[at]
    twins = ((t.likeness, t.document, found.documents[t.document].heard[t.at]) for t in found.twins[number].get(at, ()))
    near = [each for each in twins if is_lost(own.passage, each[2].passage)] or list(_kin(number, own, found))
    best = max(near, key=lambda each: each[0], default=None)
    return best[1:] if best and best[0] >= settings.alike else None


def _kin(number: int, own: Heard, found: Alignment) -> Iterator[tuple[float, int, Heard]]:
    """The passages with icons that state the same rule as one that has none."""
    rules = {each.rule.code for each in found.stated[number] if each.heard is own}
    for other, copy in enumerate(found.documents):
        kin = {s.heard.passage.seq: s.heard for s in found.stated[other] if s.rule.code in rules}
        with_icons = [heard for heard in kin.values() if is_lost(own.passage, heard.passage)]
        weights = weigh(found.documents[number].heard, copy.heard) if with_icons else {}
        yield from ((likeness(own, heard, weights), other, heard) for heard in with_icons)


def _write(session: Session, own: Passage, other: Passage, found: Iterable[Lost], settings: IconSettings) -> None:
    repairs = session.exec(select(Repair).where(Repair.passage_id == own.id)).all()
    for lost in found:
        touched = [r for r in repairs if r.position <= lost.end and lost.start <= r.position + r.length]
        same = [r for r in touched if (r.position, r.position + r.length) == (lost.start, lost.end)]
        if same:
            earlier = same[0]
            earlier.runner_up, earlier.after, earlier.confidence = earlier.after, lost.after, settings.confidence
            earlier.reason, earlier.made_by = f"{earlier.reason}, {RESTORED}", RESTORE_ICONS
            earlier.source_id = other.id
            session.add(earlier)
        elif not touched:
            session.add(_repair(own, other, lost, settings))
    session.flush()
    _read_again(session, own)


def _repair(own: Passage, other: Passage, lost: Lost, settings: IconSettings) -> Repair:
    before = own.raw_text[lost.start : lost.end]
    shape = RepairShape(
        position=lost.start,
        length=len(before),
        before=before,
        after=lost.after,
        reason=RESTORED,
        runner_up=before,
        confidence=settings.confidence,
        made_by=RESTORE_ICONS,
    )
    return row(Repair, shape, passage_id=own.id, source_id=other.id)


def _read_again(session: Session, passage: Passage) -> None:
    """The text anew from its repairs, with the mentions moved along."""
    rows = session.exec(select(Repair).where(Repair.passage_id == passage.id)).all()
    shapes = [RepairShape.model_validate(r, from_attributes=True) for r in rows]
    old, new = passage.text, EditedText(passage.raw_text, shapes).text
    passage.text = new
    session.add(passage)
    before, now = _letters(old), _letters(new)
    for mention in session.exec(select(Mention).where(Mention.passage_id == passage.id)).all():
        mention.position = now[before.index(mention.position)]
        session.add(mention)


def _letters(text: str) -> list[int]:
    """Where the signs of a text stand that restoring an icon leaves alone."""
    icons = [range(m.start(), m.end()) for m in KNOWN_ICON.finditer(text)]
    return [at for at, sign in enumerate(text) if not sign.isspace() and not any(at in icon for icon in icons)]

"""What people decided of facts becomes claims that go before all others; one whose text changed since is told."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sqlmodel import Session, col, delete, select

from schema.base import row
from schema.claims import Claim, ClaimShape, Finding, FindingShape
from schema.decisions import Decision
from schema.documents import Document, Passage
from schema.folding import fold
from schema.games import Edition, Game
from schema.row_kinds import STALE

DECIDED = "decisions"
"""The name of this step in the claims that it makes."""


def state_decisions(session: Session, game: Game) -> None:
    """Throw away what decisions had stated and state them anew; one of an edition that is gone states nothing."""
    session.exec(delete(Claim).where(col(Claim.game_id) == game.id, col(Claim.made_by) == DECIDED))
    of_game = (Finding.game_id == game.id, Finding.kind == STALE, col(Finding.document_id).is_(None))
    session.exec(delete(Finding).where(*of_game))  # type: ignore[arg-type]
    held = (Decision.kind == "fact", Decision.game == game.code, Decision.value != "")
    decisions = session.exec(select(Decision).where(*held).order_by(col(Decision.id))).all()
    editions = {e.code: e.id for e in session.exec(select(Edition).where(Edition.game_id == game.id))}
    names = set(session.exec(select(Document.file_name).where(Document.game_id == game.id)))
    for decision in decisions:
        if decision.edition and decision.edition not in editions:
            continue
        shape = ClaimShape(
            subject=decision.subject,
            attribute=decision.attribute,
            value=decision.value,
            origin="decided",
            note=decision.reason or "decided by a person",
            made_by=DECIDED,
        )
        session.add(row(Claim, shape, game_id=game.id, edition_id=editions.get(decision.edition)))
        changes = changes_since(
            decision, text_of(session, game, decision.edition, decision.subject, decision.attribute), names
        )
        if changes:
            message = (
                f"What documents say of {decision.about} changed since it was decided as {decision.value}: {changes} "
                f'The decision still holds. Decide again with `rulewright review --decide "{decision.subject} '
                f'{decision.attribute} VALUE" --game {game.code}`, or take it back with `--undo "{decision.subject} '
                f'{decision.attribute}"`.'
            )
            session.add(row(Finding, FindingShape(kind=STALE, severity="warning", message=message), game_id=game.id))
    session.flush()


def text_of(session: Session, game: Game, edition: str, subject: str, attribute: str) -> str:
    """What documents say of a fact: a line with file name, value and passage for each statement."""
    stated = session.exec(
        select(Document.file_name, Claim.value, Claim.standing, Passage.text)
        .join(Claim, col(Claim.document_id) == Document.id)
        .join(Passage, col(Passage.id) == Claim.passage_id)
        .join(Edition, col(Edition.id) == Claim.edition_id, isouter=True)
        .where(Claim.game_id == game.id, Claim.subject == subject, Claim.attribute == attribute)
        .where((col(Edition.code) == edition) | col(Edition.code).is_(None) | (edition == ""))
    ).all()
    lines = {
        f"{file}: {value if standing == 'asserted' else f'{standing} {value}'}: {' '.join(text.split())}"
        for file, value, standing, text in stated
    }
    return "\n".join(sorted(lines))


def changes_since(decision: Decision, now: str, documents: Iterable[str]) -> str:
    """What is stated otherwise than when it was decided, in a sentence; empty where all is as it was.

    A document that is not here does not count: it says neither the same nor anything else.
    """
    here = set(documents)
    before, after = _by_document(decision.text), _by_document(now)
    told = []
    for name in sorted({*before, *after} & here):
        if name not in before:
            told.append(f"{name} says {_values(after[name])} now")
        elif name not in after:
            told.append(f"{name} no longer says {_values(before[name])}")
        elif _values(before[name]) != _values(after[name]):
            told.append(f"{name} says {_values(after[name])} now, and said {_values(before[name])}")
        elif sorted(map(fold, before[name])) != sorted(map(fold, after[name])):
            told.append(f"{name} says {_values(after[name])} in other words")
    return f"{'; '.join(told)}." if told else ""


def _by_document(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for line in text.splitlines():
        name, _, said = line.partition(": ")
        found[name].append(said)
    return found


def _values(said: Sequence[str]) -> str:
    return " and ".join(sorted({line.partition(": ")[0] for line in said}))

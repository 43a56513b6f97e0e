"""Lets decisions take effect: writes them beside their documents, chooses facts anew, reads decided words again."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import select

from db.open import session
from ingest.files.addresses import Remote, address_of
from ingest.pipeline import Options
from rulewright.deciding import export_beside, take_effect
from rulewright.fact_changes import FactChange, changes_between, facts_held
from rulewright.ingesting import ingest_documents
from schema.decisions import OF_READING, DecisionShape
from schema.documents import Document


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of some decisions."""

    files: list[Path]
    """Where they were written beside documents."""
    changes: list[FactChange]
    unread: list[str]
    """Documents of which words were decided and which are not at hand to be read again."""


def settle(engine: Engine, db: str, made: Sequence[DecisionShape]) -> Settled:
    """Let stored decisions take effect."""
    with session(engine, read_only=True) as opened:
        before = facts_held(opened)
        stored = opened.exec(select(Document.file_name, Document.source)).all()
    files = export_beside(engine, made)
    take_effect(engine)
    decided = {decision.document for decision in made if decision.kind in OF_READING}
    unread = _read_again(db, decided, [(name, source) for name, source in stored if name in decided])
    with session(engine, read_only=True) as opened:
        return Settled(files, list(changes_between(before, facts_held(opened))), unread)


def _read_again(db: str, decided: set[str], stored: Sequence[tuple[str, str]]) -> list[str]:
    """Read the documents of which words were decided, all that bear their names; returns those that are not at hand."""
    addresses = [(name, address_of(source)) for name, source in stored]
    at_hand = [(name, a) for name, a in addresses if isinstance(a, Remote) or a.exists()]
    if at_hand:
        ingest_documents(db, [address for _, address in at_hand], Options())
    return sorted(decided - {name for name, _ in at_hand})

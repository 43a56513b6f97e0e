"""Lets decisions take effect: writes them beside their documents, chooses facts anew, reads decided words again."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import select

from db.open import session
from ingest.addresses import Remote, address_of
from ingest.pipeline import Options
from rulewright.deciding import export_beside, take_effect
from rulewright.fact_changes import FactChange, changes_between, facts_held
from rulewright.ingesting import ingest_documents
from schema.decisions import OF_DOCUMENTS, DecisionShape
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
        sources = {d.file_name: d.source for d in opened.exec(select(Document))}
    files = export_beside(engine, made)
    take_effect(engine)
    unread = _read_again(db, {d.document: sources.get(d.document, "") for d in made if d.kind in OF_DOCUMENTS})
    with session(engine, read_only=True) as opened:
        return Settled(files, list(changes_between(before, facts_held(opened))), unread)


def _read_again(db: str, documents: dict[str, str]) -> list[str]:
    """Read documents of which words were decided; returns those that are not at hand."""
    at_hand = {name: address_of(source) for name, source in documents.items() if source}
    files = [a for a in at_hand.values() if isinstance(a, Remote) or a.exists()]
    if files:
        ingest_documents(db, files, Options())
    return sorted(name for name in documents if at_hand.get(name) not in files)

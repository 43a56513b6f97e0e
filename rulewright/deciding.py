"""Carries decisions between the database and the files that lie beside documents, and lets them take effect."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import select

from db.decide import keep_decisions
from db.open import session
from ingest.deciding.decision_file import DECISIONS_FILE, read_decision_file, write_decision_file
from ingest.errors import UnreadableDocument
from ingest.files.addresses import Address, Remote, address_of
from ingest.packs.read import read_packs
from rulewright import GAMES
from rulewright.unresolved import mark_unresolved, resolve_unresolved, writing
from schema.decisions import DecisionShape
from schema.documents import Document


def import_beside(
    engine: Engine, documents: Iterable[Address], on_unreadable: Callable[[UnreadableDocument], None]
) -> None:
    """Store the decisions that lie beside documents, as far as they are news."""
    for folder in sorted({file.parent for file in documents if not isinstance(file, Remote)}):
        try:
            import_file(engine, folder / DECISIONS_FILE)
        except UnreadableDocument as error:
            on_unreadable(error)


def import_file(engine: Engine, file: Path) -> list[DecisionShape]:
    """Store the decisions of a file; returns those that were news."""
    found = read_decision_file(file)
    return decide(engine, found) if found else []


def decide(engine: Engine, decided: Sequence[DecisionShape]) -> list[DecisionShape]:
    """Store decisions, and note that the facts of their games are to be chosen anew; returns those that were news."""
    with writing(engine) as opened:
        news = keep_decisions(opened, decided)
        mark_unresolved(opened, {decision.game for decision in news if decision.kind == "fact"})
    return news


def take_effect(engine: Engine, games: Path = GAMES) -> None:
    """Choose the facts of the games anew about which something was decided."""
    resolve_unresolved(engine, read_packs(games))


def export_beside(engine: Engine, decided: Iterable[DecisionShape], games: Path = GAMES) -> list[Path]:
    """Write decisions beside the documents they were asked by; returns the files.

    Documents that are not on this machine's disk have nothing beside them, and nothing is put beside our samples.
    """
    with session(engine, read_only=True) as opened:
        sources = {d.file_name: d.source for d in opened.exec(select(Document))}
    by_file: dict[Path, list[DecisionShape]] = {}
    for decision in decided:
        address = address_of(sources.get(decision.document, ""))
        if decision.document not in sources or isinstance(address, Remote) or not address.exists():
            continue
        if not address.resolve().is_relative_to(games.resolve()):
            by_file.setdefault(address.parent / DECISIONS_FILE, []).append(decision)
    return [file for file, listed in sorted(by_file.items()) if _written(file, listed)]


def _written(file: Path, decided: Sequence[DecisionShape]) -> bool:
    """The database holds them in any case: a folder that cannot be written to is no reason to stop."""
    try:
        write_decision_file(file, decided)
    except OSError:
        return False
    return True

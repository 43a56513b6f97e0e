"""What a run of ingest did, for people and for machines."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, col, func, select

from db.open import session
from ingest.deciding.decision_file import DECISIONS_FILE
from ingest.errors import MissingProgram, UnreadableDocument, printable
from ingest.files.addresses import Address
from ingest.files.open import is_folder, storable
from ingest.pipeline import source_of
from rulewright import home
from rulewright.exits import Exit
from rulewright.fact_changes import FactChange, Held, Key, changes_between, facts_held
from rulewright.origins import in_order
from rulewright.pictured_report import PicturedGame, pictured_games
from rulewright.telling import Telling
from rulewright.unread import Unread, unread_documents
from schema.base import Origin
from schema.claims import Claim, Conflict, Finding
from schema.documents import Document, Passage
from schema.games import Edition, Game
from schema.row_kinds import UNREAD_PAGE

READ = "read"
COPY = "same as"
KEPT = "not read, the earlier reading was kept"


MOST_NAMED = 20
"""So many files that were left out are named; more are counted by their extensions, and named in log and JSON."""


def tell_left_out(files: Sequence[str]) -> str:
    """The sentence about files of folders that were not read."""
    if len(files) <= MOST_NAMED:
        told = ", ".join(file.rpartition("/")[2] for file in files)
    else:
        counts = Counter(_extension(file.rpartition("/")[2]) for file in files)
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    return f"Left out, because they are hidden or do not look like documents: {told}. Name such a file to have it read."


def _extension(name: str) -> str:
    return "hidden" if name.startswith(".") else Path(name).suffix.lower() or "no extension"


def stored_source(file: Address) -> str:
    """How a file is called in the database."""
    return source_of(storable(file))


class ReaderBug(Exception):
    """Reading a file failed in a way that nobody foresaw."""

    def __init__(self, path: Address, error: Exception) -> None:
        super().__init__(
            f"{printable(path)}: reading it failed through a bug in Rulewright: {type(error).__name__}: {error}. "
            f"Please report it with the file {home() / 'crash.txt'}."
        )
        self.trace = "\n".join(error.__notes__)


PROBLEM_EXITS: dict[type[Exception], Exit] = {
    UnreadableDocument: Exit.UNREADABLE_INPUT,
    MissingProgram: Exit.BROKEN_INSTALLATION,
    ReaderBug: Exit.BUG,
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be read."""

    path: str
    sentence: str
    exit_code: Exit


@dataclass(frozen=True, slots=True)
class Ingested:
    """A document that is in the database now, and what became of it in this run."""

    file_name: str
    game: str
    is_own_game: bool
    """Whether no pack teaches the game."""
    edition: str | None
    language: str
    pages: int
    passages: int
    claims: int
    findings: int
    warnings: list[str]
    """What was found wrong with the document as a whole."""
    evidence: str
    runner_up: str
    outcome: str
    kind: str = ""
    """Of the document."""


@dataclass(slots=True)
class Report:
    """What a run did."""

    documents: list[Ingested] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    loaded: int = 0
    skipped: int = 0
    facts: int = 0
    origins: dict[Origin, int] = field(default_factory=dict)
    provisional: int = 0
    conflicts: int = 0
    changes: list[FactChange] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Files of folders that do not look like documents, and what is hidden there."""
    not_followed: list[str] = field(default_factory=list)
    """Links to folders, within folders."""
    pictured: list[PicturedGame] = field(default_factory=list)
    """The cards that the files of the run show, by their games."""
    put_together: list[str] = field(default_factory=list)
    """Documents that turned out to be one book in two languages, a sentence for each pair."""
    unread: list[Unread] = field(default_factory=list)
    """What files of the run lack to be read whole, by their games."""
    is_interrupted: bool = False
    not_reached: int = 0
    """Files that an interrupted run did not come to."""
    telling: Telling = field(default_factory=Telling)

    def add_problem(self, path: Address, error: Exception) -> None:
        """Note why a file was not read."""
        for kind, exit_code in PROBLEM_EXITS.items():
            if isinstance(error, kind):
                self.problems.append(Problem(printable(path), str(error), exit_code))
                self.telling.refused(str(error))
                return
        raise error

    def leave_out(self, file: Address) -> None:
        """Note a file of a folder that does not look like a document, or a link to another folder."""
        is_hidden = file.name.startswith(".")
        if isinstance(file, Path) and is_folder(file) and not is_hidden:
            self.not_followed.append(printable(file))
        elif file.name != DECISIONS_FILE:
            self.left_out.append(printable(file))
            why = "it is hidden" if is_hidden else "it does not look like a document"
            self.telling.keep(f"{printable(file)}: left out, {why}.")

    def count(self, outcome: str) -> None:
        """Note that a file was read, or turned out to be known."""
        self.loaded += outcome == READ
        self.skipped += outcome != READ

    @property
    def copies(self) -> int:
        """Files that hold the same as others."""
        return sum(done.outcome.startswith(COPY) for done in self.documents)

    def as_dict(self) -> dict[str, Any]:
        """The report for machines."""
        shapes = ("documents", "problems", "changes", "pictured", "unread")
        told = [name for name in self.__slots__ if name not in (*shapes, "telling")]
        listed = {name: [asdict(one) for one in getattr(self, name)] for name in shapes}
        return {**listed, **{name: getattr(self, name) for name in told}}


def summarise(
    engine: Engine,
    files: Sequence[Address],
    checksums: Mapping[Address, str],
    outcomes: dict[str, str],
    report: Report,
    before: Mapping[Key, Held],
) -> None:
    refused = {problem.path for problem in report.problems}
    with session(engine, read_only=True) as opened:
        shown: set[int | None] = set()
        for file in files:
            source = stored_source(file)
            same = (Document.source == source) | (Document.sha256 == checksums.get(file, ""))
            if document := opened.exec(select(Document).where(same).order_by(col(Document.source) != source)).first():
                copied = f"{COPY} {document.source}" if document.source != source else "unchanged"
                outcome = outcomes.get(source, KEPT if printable(file) in refused else copied)
                report.documents.append(replace(_ingested(opened, document, outcome), file_name=printable(file.name)))
                shown.add(document.id)
        report.pictured = pictured_games(opened, shown)
        report.unread = unread_documents(opened, shown)
        after = facts_held(opened)
        report.facts, report.origins, report.changes = (
            len(after),
            in_order(Counter(held.origin for held in after.values())),
            changes_between(before, after),
        )
        report.provisional = sum(held.is_provisional for held in after.values())
        report.conflicts = _count(opened, Conflict)


def _ingested(opened: Session, document: Document, outcome: str) -> Ingested:
    game = opened.get_one(Game, document.game_id)
    edition = opened.get(Edition, document.edition_id) if document.edition_id else None
    return Ingested(
        file_name=document.file_name,
        game=game.code,
        is_own_game=not game.fingerprint,
        edition=edition.code if edition else None,
        language=document.language,
        pages=document.page_count,
        passages=_count(opened, Passage, document),
        claims=_count(opened, Claim, document),
        findings=_count(opened, Finding, document),
        warnings=_warnings(opened, document),
        evidence=document.evidence,
        runner_up=document.runner_up,
        outcome=outcome,
        kind=document.kind,
    )


def _warnings(opened: Session, document: Document) -> list[str]:
    """What concerns the whole document, but for what is told of many documents together."""
    whole = Finding.document_id == document.id, col(Finding.passage_id).is_(None), Finding.severity == "warning"
    found = select(Finding.message).where(*whole, Finding.kind != UNREAD_PAGE).order_by(col(Finding.id))
    return list(dict.fromkeys(opened.exec(found)))


def _count(opened: Session, table: Any, document: Document | None = None) -> int:
    query = select(func.count(col(table.id)))
    return opened.exec(query if document is None else query.where(table.document_id == document.id)).one()

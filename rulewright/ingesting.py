"""Reads documents side by side, loads each in a transaction of its own, and resolves the games in the end."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import typer
from sqlalchemy import Engine, or_
from sqlmodel import Session, col, func, select

from db.load import forget_document, is_unchanged, load_reading
from db.load_pack import load_pack
from db.open import open_database, session
from ingest.addresses import Address, Remote
from ingest.errors import MissingProgram, UnreadableDocument, printable
from ingest.language import detect_language
from ingest.limits import Limits
from ingest.open import checksum_of, find_documents, read_bytes, storable
from ingest.packs import languages_of, read_packs
from ingest.pipeline import Options, source_of
from ingest.reader import Book, Reader, recipe_of
from rulewright import BUILD, GAMES, __version__
from rulewright.cluster import require_dask
from rulewright.exits import Exit
from rulewright.picture_folder import PICTURES, forget_pictures, keep_pictures
from rulewright.progress import Progress
from rulewright.unresolved import mark_unresolved, resolve_unresolved, writing
from rulewright.workers import Ended, open_workers
from schema.claims import Claim, Conflict, Fact, Finding
from schema.documents import Document, Passage
from schema.games import Edition, Game
from schema.pack import Pack
from schema.reading import Reading

CRASH = BUILD / "crash.txt"
READ = "read"
KEPT = "not read, the earlier reading was kept"
ANY_WORDS = "the rules of the game"
"""Telling their language loads the model that every reading needs."""


class ReaderBug(Exception):
    """Reading a file failed in a way that nobody foresaw."""

    def __init__(self, path: Address, error: Exception) -> None:
        super().__init__(
            f"{printable(path)}: reading it failed through a bug in Rulewright: {type(error).__name__}: {error}. "
            "Please report it with the file build/crash.txt."
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
    edition: str | None
    language: str
    pages: int
    passages: int
    claims: int
    findings: int
    outcome: str


@dataclass(slots=True)
class Report:
    """What a run did."""

    documents: list[Ingested] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    loaded: int = 0
    skipped: int = 0
    facts: int = 0
    conflicts: int = 0

    def add_problem(self, path: Address, error: Exception) -> None:
        """Note why a file was not read."""
        for kind, exit_code in PROBLEM_EXITS.items():
            if isinstance(error, kind):
                self.problems.append(Problem(printable(path), str(error), exit_code))
                return
        raise error

    def as_dict(self) -> dict[str, Any]:
        """The report for machines."""
        return asdict(self)


def ingest_documents(
    db: str,
    paths: Sequence[Address] | None,
    options: Options,
    *,
    jobs: int = 1,
    again: bool = False,
    without_samples: bool = False,
    games: Path = GAMES,
    limits: Limits = Limits(),
    cluster: str | None = None,
    pictures: Path | None = None,
) -> Report:
    """Read the files, or the bundled samples for None, into the database, and picture their pages."""
    if cluster:
        require_dask()
    pictures = pictures or PICTURES
    packs = read_packs(games)
    _check_options(options, packs)
    report = Report()
    files = _find(bundled_samples(games) if paths is None else paths, report)
    engine = open_database(db)
    try:
        _prepare(engine, packs)
        if without_samples:
            _forget_samples(engine, games, pictures)
        reader = Reader(packs, languages_of(packs, games), recipe_of(packs, options, __version__), options, pictures)
        pending = _pending(engine, _checksums(files, report), reader.recipe, report, again=again)
        outcomes = _read_and_load(engine, pending, _Readers(reader, jobs, limits, cluster), report)
        resolve_unresolved(engine, packs)
        _summarise(engine, files, outcomes, report)
    except KeyboardInterrupt as stop:
        raise typer.Abort from stop  # Typer turns the interrupt itself into an exit without a word
    finally:
        engine.dispose()
    return report


def bundled_samples(games: Path = GAMES) -> list[Path]:
    """The sample rulebooks that come with the project."""
    return sorted(p for p in games.glob("*/samples/*") if p.is_file() and not p.name.startswith("."))


def _check_options(options: Options, packs: dict[str, Pack]) -> None:
    if options.game and options.game not in packs:
        known = ", ".join(sorted(packs))
        raise typer.BadParameter(
            f"there is no pack for the game “{options.game}”; there are {known}.", param_hint="--game"
        )
    if options.edition:
        wanted = [packs[options.game]] if options.game else list(packs.values())
        editions = sorted({e.code for pack in wanted for e in pack.game.edition})
        if options.edition not in editions:
            raise typer.BadParameter(
                f"there is no edition “{options.edition}”; there are {', '.join(editions)}.", param_hint="--edition"
            )


def _find(paths: Iterable[Address], report: Report) -> list[Address]:
    return find_documents(paths, lambda error: report.add_problem(error.path, error))


def _prepare(engine: Engine, packs: dict[str, Pack]) -> None:
    """Load the packs."""
    for pack in packs.values():
        with writing(engine) as opened:
            if load_pack(opened, pack):
                mark_unresolved(opened, {pack.code})


def _forget_samples(engine: Engine, games: Path, pictures: Path) -> None:
    samples = {source_of(p) for p in bundled_samples(games)}
    forgotten = []
    with writing(engine) as opened:
        for document, game in opened.exec(select(Document, Game).join(Game)).all():
            if document.source in samples:
                forgotten.append(document.sha256)
                forget_document(opened, document.sha256)
                mark_unresolved(opened, {game.code})
    forget_pictures(pictures, engine, forgotten)


def _checksums(files: Sequence[Address], report: Report) -> list[tuple[Address, str]]:
    """The files with their checksums; those that cannot even be opened are reported."""
    found = []
    for file in files:
        try:
            found.append((file, checksum_of(file)))
        except UnreadableDocument as error:
            report.add_problem(file, error)
    return found


def _pending(
    engine: Engine, files: Sequence[tuple[Address, str]], recipe: str, report: Report, *, again: bool
) -> list[tuple[Address, str]]:
    """The files that must be read; the unchanged ones are counted."""
    with session(engine, read_only=True) as opened:
        pending = [(f, sha) for f, sha in files if again or not is_unchanged(opened, _source(f), sha, recipe)]
    report.skipped += len(files) - len(pending)
    return pending


def _read_and_load(
    engine: Engine, pending: Sequence[tuple[Address, str]], readers: "_Readers", report: Report
) -> dict[str, str]:
    """Store each document as soon as it is read; returns what became of each source."""
    outcomes: dict[str, str] = {}
    if pending:
        # Once, before the reading processes are forked off, instead of in each of them.
        detect_language(ANY_WORDS, readers.reader.candidates)
    with Progress(len(pending)) as progress:
        for files in _originals_and_copies(engine, pending, readers.reader.recipe, report):
            with closing(readers.read_all(files, report, progress)) as readings:
                for file, found in readings:
                    if isinstance(found, Exception):
                        report.add_problem(file, found)
                        _keep_trace(found)
                        continue
                    outcomes[found.document.source] = outcome = _load(engine, found, readers.reader.pictures)
                    report.loaded += outcome == READ
                    report.skipped += outcome != READ
    return outcomes


def _keep_trace(error: Exception) -> None:
    if isinstance(error, ReaderBug):
        BUILD.mkdir(exist_ok=True)
        CRASH.write_text(f"rulewright {__version__}\n{error.trace}", encoding="utf-8", errors="backslashreplace")


def _originals_and_copies(
    engine: Engine, pending: Sequence[tuple[Address, str]], recipe: str, report: Report
) -> Iterator[list[Address]]:
    """First one file of each content, then, when those are stored, the copies that still add something.

    So chance does not choose which of several copies stands for them.
    """
    first: dict[str, Address] = {}
    for file, sha256 in pending:
        first.setdefault(sha256, file)
    yield list(first.values())
    copies = [(file, sha256) for file, sha256 in pending if first[sha256] != file]
    yield [file for file, _ in _pending(engine, copies, recipe, report, again=False)]


def _load(engine: Engine, reading: Reading, pictures: Path) -> str:
    """Store a reading in one transaction; returns what became of the document."""
    shape = reading.document
    reading = keep_pictures(pictures, reading)
    with writing(engine) as opened:
        same = or_(col(Document.source) == shape.source, col(Document.sha256) == shape.sha256)
        before = opened.exec(select(Game.code, Document.source, Document.sha256).join(Document).where(same)).all()
        document = load_reading(opened, reading)
        is_copy = document.source != shape.source
        mark_unresolved(opened, {game for game, source, _ in before if not is_copy or source == shape.source})
        if not is_copy:
            mark_unresolved(opened, {reading.game})
    forget_pictures(pictures, engine, {sha256 for _, _, sha256 in before} - {shape.sha256})
    return f"same as {document.source}" if is_copy else READ


@dataclass(frozen=True, slots=True)
class _Readers:
    """Reads documents in processes of this machine, or on the workers of a cluster."""

    reader: Reader
    jobs: int
    limits: Limits
    cluster: str | None

    def read_all(
        self, files: Sequence[Address], report: Report, progress: Progress
    ) -> Generator[tuple[Address, Reading | Exception], None, None]:
        """Each file with its reading or with what was wrong, in the order in which they are done."""
        if not files:
            return
        books = self._sent(files, report) if self.cluster else map(Book, files)
        with open_workers(min(self.jobs, len(files)), self.cluster, self.limits, progress) as workers:
            for book, found in workers.run(self.reader, books):
                progress.done(book)
                progress.refresh()
                yield book.file, understood(book.file, found, self.limits)

    @staticmethod
    def _sent(files: Iterable[Address], report: Report) -> Iterator[Book]:
        """What workers cannot reach themselves is sent to them."""
        for file in files:
            try:
                yield Book(file, None if isinstance(file, Remote) and not file.is_near else read_bytes(file))
            except (UnreadableDocument, MissingProgram) as error:
                report.add_problem(file, error)


def understood(file: Address, found: Reading | Exception, limits: Limits) -> Reading | Exception:
    """What a process gave back, with the sentence that fits where it went wrong."""
    if isinstance(found, Ended):
        return UnreadableDocument(file, limits.refusal(found.cause, found.details, found.step, found.steps))
    if isinstance(found, Exception):
        return found if isinstance(found, UnreadableDocument | MissingProgram) else ReaderBug(file, found)
    # A worker may run in another folder, and files are called relative to that of the command.
    return replace(found, document=found.document.model_copy(update={"source": _source(file)}))


def _source(file: Address) -> str:
    return source_of(storable(file))


def _summarise(engine: Engine, files: Sequence[Address], outcomes: dict[str, str], report: Report) -> None:
    refused = {problem.path for problem in report.problems}
    with session(engine, read_only=True) as opened:
        for file in files:
            source = _source(file)
            document = opened.exec(select(Document).where(Document.source == source)).first()
            if document:
                report.documents.append(
                    _ingested(
                        opened, document, outcomes.get(source, KEPT if printable(file) in refused else "unchanged")
                    )
                )
        report.facts = _count(opened, Fact)
        report.conflicts = _count(opened, Conflict)


def _ingested(opened: Session, document: Document, outcome: str) -> Ingested:
    game = opened.get_one(Game, document.game_id)
    edition = opened.get(Edition, document.edition_id) if document.edition_id else None
    return Ingested(
        file_name=document.file_name,
        game=game.code,
        edition=edition.code if edition else None,
        language=document.language,
        pages=document.page_count,
        passages=_count(opened, Passage, document),
        claims=_count(opened, Claim, document),
        findings=_count(opened, Finding, document),
        outcome=outcome,
    )


def _count(opened: Session, table: Any, document: Document | None = None) -> int:
    query = select(func.count(col(table.id)))
    return opened.exec(query if document is None else query.where(table.document_id == document.id)).one()

"""Reads documents side by side, loads each in a transaction of its own, and resolves the games in the end."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import typer
from pypdfium2 import PdfiumError
from sqlalchemy import Engine, or_
from sqlmodel import Session, col, func, select

from db.load import forget_document, is_unchanged, load_reading
from db.load_pack import load_pack
from db.open import open_database, session
from ingest.addresses import Address
from ingest.errors import MissingProgram, UnreadableDocument, printable
from ingest.language import detect_language
from ingest.limits import Limits
from ingest.open import OpenedFile, checksum_of, find_documents, read_bytes, storable
from ingest.packs import read_packs, read_shared_languages
from ingest.picture.for_people import is_kept, make_pictures
from ingest.pipeline import Options, read_document, source_of
from rulewright import BUILD, CHECKOUT, GAMES, __version__
from rulewright.cluster import ClusterReaders, open_cluster, require_dask
from rulewright.exits import Exit
from rulewright.picture_folder import PICTURES, forget_pictures, keep_pictures
from rulewright.progress import Progress
from rulewright.reading_process import ReaderBug, Readers
from rulewright.unresolved import mark_unresolved, resolve_unresolved, writing
from schema.claims import Claim, Conflict, Fact, Finding
from schema.documents import Document, Passage
from schema.games import Edition, Game
from schema.pack import Pack
from schema.reading import Reading

CODE_ROOMS = ("schema", "ingest")
"""A change in these rooms can change what is read, so that documents are read anew."""

CRASH = BUILD / "crash.txt"
READ = "read"
KEPT = "not read, the earlier reading was kept"
ANY_WORDS = "the rules of the game"
"""Telling their language loads the model that every reading needs."""
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
        job = _job(packs, games, options, pictures)
        pending = _pending(engine, _checksums(files, report), job.recipe, report, again=again)
        outcomes = _read_and_load(engine, pending, _Crew(job, jobs, limits, cluster), report)
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


def recipe_of(packs: dict[str, Pack], options: Options) -> str:
    """Checksum of everything beside the file that decides what is read from it."""
    digest = hashlib.sha256(f"{__version__} {options} {_code_fingerprint()}".encode())
    for code, pack in sorted(packs.items()):
        digest.update(f"{code} {pack.fingerprint}".encode())
    return digest.hexdigest()


@cache
def _code_fingerprint() -> str:
    digest = hashlib.sha256()
    for room in CODE_ROOMS:
        for file in sorted((CHECKOUT / room).rglob("*.*")):
            if file.suffix in (".py", ".lark"):
                digest.update(file.read_bytes())
    return digest.hexdigest()


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
    engine: Engine, pending: Sequence[tuple[Address, str]], crew: "_Crew", report: Report
) -> dict[str, str]:
    """Store each document as soon as it is read; returns what became of each source."""
    outcomes: dict[str, str] = {}
    if pending:
        # Once, before the reading processes are forked off, instead of in each of them.
        detect_language(ANY_WORDS, crew.job.candidates)
    with Progress(len(pending)) as progress, crew.at_work(len(pending), progress) as readers:
        for files in _originals_and_copies(engine, pending, crew.job.recipe, report):
            for file, found in readers.read_all(files):
                if isinstance(found, Exception):
                    report.add_problem(file, found)
                    _keep_trace(found)
                    continue
                outcomes[found.document.source] = outcome = _load(engine, found, crew.job.pictures)
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
class _Job:
    """Everything that a reading process has to know."""

    packs: dict[str, Pack]
    candidates: tuple[str, ...]
    recipe: str
    options: Options
    pictures: Path

    def __call__(self, file: Address, on_page: Callable[[int, int], None], data: bytes | None = None) -> Reading:
        """Read one file; its words, which are no rows, stay behind."""
        data = read_bytes(file) if data is None else data
        try:
            reading = read_document(
                file,
                self.packs,
                candidates=self.candidates,
                recipe=self.recipe,
                options=self.options,
                on_page=on_page,
                data=data,
            )
        except PdfiumError as error:
            raise UnreadableDocument(file, "the PDF is damaged; export it again.") from error
        reading = replace(reading, pages=tuple(replace(page, words=()) for page in reading.pages))
        return self._with_pictures(reading, file, data, on_page)

    def _with_pictures(
        self, reading: Reading, file: Address, data: bytes, on_page: Callable[[int, int], None]
    ) -> Reading:
        """The reading with the pictures that are not there yet; each one made is a sign of life."""
        shape, count = reading.document, len(reading.pages)
        opened = OpenedFile(file, shape.file_name, data, shape.sha256, shape.media_type)
        wanting = [page for page in reading.pages if not is_kept(self.pictures, shape.sha256, page)]
        return replace(reading, pictures=make_pictures(opened, wanting, lambda: on_page(count, count)))


@dataclass(frozen=True, slots=True)
class _Crew:
    """Who reads: processes of this machine, or the workers of a cluster."""

    job: _Job
    jobs: int
    limits: Limits
    cluster: str | None

    @contextmanager
    def at_work(self, files: int, progress: Progress) -> Iterator[Readers | ClusterReaders]:
        """The readers, for as long as there is work."""
        if self.cluster and files:
            with open_cluster(self.cluster, self.jobs) as client:
                yield ClusterReaders(self.job, client, self.limits, progress)
        else:
            with Readers(self.job, min(self.jobs, files), self.limits, progress) as readers:
                yield readers


def _job(packs: dict[str, Pack], games: Path, options: Options, pictures: Path) -> _Job:
    spoken = {code for pack in packs.values() for code in pack.languages}
    candidates = tuple(sorted(spoken | set(read_shared_languages(games))))
    return _Job(packs, candidates, recipe_of(packs, options), options, pictures)


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

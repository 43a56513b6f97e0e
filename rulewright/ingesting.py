"""Reads documents side by side, loads each in a transaction of its own, and resolves the games in the end."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import typer
from sqlalchemy import Engine
from sqlmodel import Session, col, func, select

from db.load import forget_document, is_unchanged, load_reading
from db.load_pack import load_pack
from db.open import open_database, session
from ingest.errors import MissingProgram, UnreadableDocument
from ingest.open import find_documents, open_document
from ingest.packs import read_packs, read_shared_languages
from ingest.pipeline import Options, read_document, source_of
from rulewright import CHECKOUT, GAMES, __version__
from rulewright.exits import Exit
from rulewright.progress import Progress
from rulewright.resolving import resolve_games
from schema.claims import Claim, Conflict, Fact, Finding
from schema.documents import Document, Passage
from schema.games import Edition, Game
from schema.pack import Pack
from schema.reading import Reading

CODE_ROOMS = ("schema", "ingest")
"""A change in these rooms can change what is read, so that documents are read anew."""


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

    def as_dict(self) -> dict[str, Any]:
        """The report for machines."""
        return asdict(self)


def ingest_documents(
    db: str,
    paths: Sequence[Path],
    options: Options,
    *,
    jobs: int = 1,
    again: bool = False,
    without_samples: bool = False,
    games: Path = GAMES,
) -> Report:
    """Read the files, or the bundled samples when none is named, into the database."""
    packs = read_packs(games)
    _check_options(options, packs)
    report = Report()
    files = list(_find(paths or bundled_samples(games), report))
    engine = open_database(db)
    changed = _prepare(engine, packs, games, without_samples)
    recipe = recipe_of(packs, options)
    pending = _pending(engine, files, recipe, report, again=again)
    outcomes: dict[str, str] = {}
    with Progress(len(pending)) as progress:
        for reading in _read_all(pending, games, recipe, options, jobs, progress, report):
            with session(engine) as opened:
                document = load_reading(opened, reading)
                changed.add(reading.game)
                is_twin = document.source != reading.document.source
            outcomes[reading.document.source] = f"same as {document.source}" if is_twin else "read"
            report.loaded += not is_twin
    if changed:
        with session(engine) as opened:
            resolve_games(opened, packs, changed)
    _summarise(engine, [source_of(f) for f in files], outcomes, report)
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


def _find(paths: Iterable[Path], report: Report) -> Iterator[Path]:
    for path in paths:
        try:
            yield from find_documents([path])
        except UnreadableDocument as error:
            report.problems.append(Problem(str(path), str(error), Exit.UNREADABLE_INPUT))


def _prepare(engine: Engine, packs: dict[str, Pack], games: Path, without_samples: bool) -> set[str]:
    """Load the packs; returns the games whose rows changed."""
    changed: set[str] = set()
    for pack in packs.values():
        with session(engine) as opened:
            if load_pack(opened, pack):
                changed.add(pack.code)
    if without_samples:
        samples = {source_of(p) for p in bundled_samples(games)}
        with session(engine) as opened:
            for document, game in opened.exec(select(Document, Game).join(Game)).all():
                if document.source in samples:
                    forget_document(opened, document.sha256)
                    changed.add(game.code)
    return changed


def _pending(engine: Engine, files: Sequence[Path], recipe: str, report: Report, *, again: bool) -> list[Path]:
    """The files that must be read; the unreadable ones are reported, the unchanged ones counted."""
    pending = []
    with session(engine, read_only=True) as opened:
        for file in files:
            try:
                found = open_document(file)
            except UnreadableDocument as error:
                report.problems.append(Problem(str(file), str(error), Exit.UNREADABLE_INPUT))
                continue
            if not again and is_unchanged(opened, source_of(file), found.sha256, recipe):
                report.skipped += 1
            else:
                pending.append(file)
    return pending


def _read_all(
    files: Sequence[Path],
    games: Path,
    recipe: str,
    options: Options,
    jobs: int,
    progress: Progress,
    report: Report,
) -> Iterator[Reading]:
    """The readings in the order of the files, whichever was done first."""
    if not files:
        return
    with ProcessPoolExecutor(min(jobs, len(files))) as pool:
        futures = [pool.submit(_read_one, file, games, recipe, options, progress.pages) for file in files]
        progress.watch(futures)
        for file, future in zip(files, futures, strict=True):
            try:
                yield future.result()
            except UnreadableDocument as error:
                report.problems.append(Problem(str(file), str(error), Exit.UNREADABLE_INPUT))
            except MissingProgram as error:
                report.problems.append(Problem(str(file), str(error), Exit.BROKEN_INSTALLATION))
            progress.done(file.name)


def _read_one(file: Path, games: Path, recipe: str, options: Options, pages: Any) -> Reading:
    """Read one file in a process of its own."""
    packs, candidates = _packs(games)

    def tell(page: int, count: int) -> None:
        pages.put((file.name, page, count))

    return read_document(file, packs, candidates=candidates, recipe=recipe, options=options, on_page=tell)


@cache
def _packs(games: Path) -> tuple[dict[str, Pack], tuple[str, ...]]:
    packs = read_packs(games, is_checked=True)
    spoken = {code for pack in packs.values() for code in pack.languages}
    return packs, tuple(sorted(spoken | set(read_shared_languages(games))))


def _summarise(engine: Engine, sources: Sequence[str], outcomes: dict[str, str], report: Report) -> None:
    with session(engine, read_only=True) as opened:
        for source in sources:
            document = opened.exec(select(Document).where(Document.source == source)).first()
            if document:
                report.documents.append(_ingested(opened, document, outcomes.get(source, "unchanged")))
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

"""Reads documents side by side, loads each in a transaction of its own, and resolves the games in the end."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import typer
from sqlalchemy import Engine, or_
from sqlmodel import Session, col, select

from db.decide import name_decisions, word_decisions
from db.load import forget_document, is_unchanged, load_reading
from db.open import session
from ingest.deciding.decision_file import DECISIONS_FILE
from ingest.errors import MissingProgram, UnreadableDocument, printable
from ingest.files.addresses import Address, Remote, address_of
from ingest.files.limits import Limits
from ingest.files.open import PICTURE_EXTENSIONS, checksum_of, find_documents, read_bytes
from ingest.identify.titles import in_words
from ingest.languages.language import detect_language
from ingest.packs.read import languages_of, read_packs
from ingest.pipeline import Options
from ingest.reader import Book, Reader, recipe_of
from rulewright import GAMES, __version__
from rulewright.beside import PAGES, beside
from rulewright.cluster import require_dask
from rulewright.crash import keep_crash
from rulewright.deciding import import_beside
from rulewright.deck_layouts import DeckLayouts
from rulewright.fact_changes import facts_held
from rulewright.ingest_report import COPY, READ, ReaderBug, Report, stored_source, summarise
from rulewright.named import unknown
from rulewright.picture_folder import forget_pictures, keep_pictures
from rulewright.prepared import open_prepared
from rulewright.progress import Progress
from rulewright.shelves import (
    Shelves,
    called,
    has_like_pictures,
    roots_of,
    said_before,
    shelf_of,
    taught,
    taught_by_name,
)
from rulewright.telling import Telling
from rulewright.translations import put_translations_together
from rulewright.unresolved import mark_unresolved, resolve_unresolved, writing
from rulewright.workers import Ended, open_workers
from schema.documents import Document
from schema.games import Game
from schema.pack import Pack
from schema.reading import Reading

ANY_WORDS = "the rules of the game"
"""Telling their language loads the model that every reading needs."""


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
    telling: Telling | None = None,
) -> Report:
    """Read the files, or the bundled samples for None, into the database, and picture their pages.

    With ``telling`` a run that is interrupted still gives its report; without it, whoever asked is interrupted too.
    """
    if cluster:
        require_dask()
    pictures = pictures or beside(db, PAGES)
    packs = read_packs(games)
    options = _checked(options, packs)
    report = Report(telling=telling or Telling())
    files = _find(bundled_samples(games) if paths is None else paths, report)
    engine = open_prepared(db, packs, again=again)
    try:
        if without_samples:
            _forget_samples(engine, games, pictures)
        import_beside(engine, files, lambda error: report.add_problem(error.path, error))
        files = [file for file in files if file.name != DECISIONS_FILE]
        with session(engine, read_only=True) as opened:
            before = facts_held(opened)
        reader = Reader(packs, languages_of(packs, games), pictures)
        desk = _Desk(engine, packs, options, _Readers(reader, jobs, limits, cluster), report, roots_of(paths or ()))
        found = _checksums(files, report)
        outcomes: dict[str, str] = {}
        try:
            desk.read_and_load(found, outcomes, again=again)
            _follow_moved(engine, found)
            report.put_together.extend(put_translations_together(engine))
            resolve_unresolved(engine, packs)
        except KeyboardInterrupt:
            if telling is None:
                raise
            report.is_interrupted = True
            refused = {problem.path for problem in report.problems}
            report.not_reached = (
                sum(printable(file) not in refused for file, _ in found) - report.loaded - report.skipped
            )
        summarise(engine, files, dict(found), outcomes, report, before)
    finally:
        engine.dispose()
    return report


def bundled_samples(games: Path = GAMES) -> list[Path]:
    """The sample rulebooks that come with the project."""
    return sorted(p for p in games.glob("*/samples/*") if p.is_file() and not p.name.startswith("."))


def _checked(options: Options, packs: dict[str, Pack]) -> Options:
    """The options, with a taught game by its code however it was named."""
    if options.game is not None:
        options = replace(options, game=taught(options.game, packs))
    if options.edition:
        wanted = [packs[options.game]] if options.game in packs else [] if options.game else list(packs.values())
        editions = sorted({e.code for pack in wanted for e in pack.game.edition})
        if options.edition not in editions:
            raise typer.BadParameter(unknown("edition", options.edition, editions), param_hint="--edition")
    return options


def _find(paths: Iterable[Address], report: Report) -> list[Address]:
    return find_documents(paths, lambda error: report.add_problem(error.path, error), report.leave_out)


def _forget_samples(engine: Engine, games: Path, pictures: Path) -> None:
    samples = {checksum_of(p) for p in bundled_samples(games)}
    forgotten = []
    with writing(engine) as opened:
        for document, game in opened.exec(select(Document, Game).join(Game)).all():
            if document.sha256 in samples:
                forgotten.append(document.sha256)
                forget_document(opened, document.sha256)
                mark_unresolved(opened, {game.code})
    forget_pictures(pictures, engine, forgotten)


def _checksums(files: Iterable[Address], report: Report | None) -> list[tuple[Address, str]]:
    """The files with their checksums; those that cannot even be opened are reported, where a report asked for them."""
    found = []
    for file in files:
        try:
            found.append((file, checksum_of(file)))
        except UnreadableDocument as error:
            if report is not None:
                report.add_problem(file, error)
    return found


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where files become books to be read, and readings become rows."""

    engine: Engine
    packs: dict[str, Pack]
    options: Options
    readers: "_Readers"
    report: Report
    roots: tuple[Path, ...] = ()
    """The folders that a person named."""

    def read_and_load(self, files: Sequence[tuple[Address, str]], outcomes: dict[str, str], *, again: bool) -> None:
        """Store each document as soon as it is read, and note what became of each source."""
        pending = self._pending(files, again=again)
        if pending:
            # Once, before the reading processes are forked off, instead of in each of them.
            detect_language(ANY_WORDS, self.readers.reader.candidates)
        with Progress(len(pending)) as progress:
            for books in self._rounds(pending, files):
                with closing(self.readers.read_all(books, self.report, progress)) as readings:
                    for file, found in readings:
                        if isinstance(found, Exception):
                            self.report.add_problem(file, found)
                            _keep_trace(found)
                        else:
                            outcome = _load(self.engine, found, self.readers.reader.pictures)
                            is_first = found.document.source not in outcomes
                            outcomes[found.document.source] = outcome
                            if is_first:
                                self.report.count(outcome)
                                self.report.telling.done(f"{printable(file)}: {outcome} ({progress.share})")

    def _pending(self, files: Sequence[tuple[Address, str]], *, again: bool) -> list[Book]:
        """The files that must be read; the unchanged ones are counted."""
        with session(self.engine, read_only=True) as opened:
            books = [replace(self._book(opened, file, sha256), is_again=again) for file, sha256 in files]
            pending = [b for b in books if again or not is_unchanged(opened, stored_source(b.file), b.sha256, b.recipe)]
        self.report.skipped += len(files) - len(pending)
        return pending

    def _book(self, opened: Session, file: Address, sha256: str) -> Book:
        said = said_before(opened, stored_source(file), sha256, self.options, self.packs)
        named = name_decisions(opened, stored_source(file))
        decided = (*word_decisions(opened, printable(file.name)), *named)
        return Book(file, sha256, recipe_of(self.packs, said, __version__, decided), said, decided)

    def _rounds(self, pending: Sequence[Book], files: Sequence[tuple[Address, str]]) -> Iterator[list[Book]]:
        """First one file of each content, texts before pictures, then the copies that still add something.

        So chance does not choose which of several copies stands for them, and a picture of a card has neighbours that
        tell its game. In the end small documents are read again that were nothing before their neighbours were there,
        and cards whose titles stand elsewhere than those of their folder.
        """
        first: dict[str, Book] = {}
        for book in pending:
            first.setdefault(book.sha256, book)
        yield [book for book in first.values() if book.file.suffix.lower() not in PICTURE_EXTENSIONS]
        yield self._beside(book for book in first.values() if book.file.suffix.lower() in PICTURE_EXTENSIONS)
        yield self._pending([(b.file, b.sha256) for b in pending if first[b.sha256] != b], again=False)
        with session(self.engine, read_only=True) as opened:
            helped = self._stored(
                opened, Shelves(opened).helped_by_neighbours(stored_source(file) for file, _ in files)
            )
        yield self._beside(helped)
        with session(self.engine, read_only=True) as opened:
            foreign = self._stored(opened, DeckLayouts(opened, _folders(pending)).in_other_languages())
        yield self._beside(foreign)
        with session(self.engine, read_only=True) as opened:
            retold = self._stored(opened, DeckLayouts(opened, _folders(pending)).told_otherwise())
        yield self._beside(retold)

    def _stored(self, opened: Session, sources: Iterable[str]) -> list[Book]:
        """Documents that are to be read once more; those that are gone are left out."""
        return [self._book(opened, file, sha256) for file, sha256 in _checksums(map(address_of, sources), None)]

    def _beside(self, books: Iterable[Book]) -> list[Book]:
        """The books, each knowing of which game its neighbours are, and how their cards look."""
        books = list(books)
        with session(self.engine, read_only=True) as opened:
            shelves, layouts = Shelves(opened), DeckLayouts(opened, _folders(books))
        return [replace(b, options=self._placed(b, shelves, layouts)) for b in books]

    def _placed(self, book: Book, shelves: Shelves, layouts: DeckLayouts) -> Options:
        """The options of a book, with what its place among the others tells."""
        source = stored_source(book.file)
        options = replace(book.options, beside=shelves.game_beside(source))
        if isinstance(book.file, Remote):
            return options
        root, deck = shelf_of(book.file, self.roots)
        before = shelves.placed_before(source) if root == book.file.absolute().parent else None
        cards_beside = shelves.cards_beside(source) or taught_by_name(root.name, self.packs)
        shelf = shelves.game_below(root) or in_words(root.name)
        if before is not None:  # a picture that is read again by itself stays where its folder put it
            shelf, deck = before
        return replace(
            options,
            cards_beside=cards_beside,
            shelf=shelf,
            deck=deck,
            has_like=has_like_pictures(book.file),
            called=called(book.file),
            layout=layouts.of(source),
            language_beside=layouts.language_beside(source),
        )


def _folders(books: Iterable[Book]) -> set[Path]:
    """The folders of pictures, as documents are stored with them."""
    files = [book.file for book in books if book.file.suffix.lower() in PICTURE_EXTENSIONS]
    addresses = [address_of(stored_source(file)) for file in files]
    return {address.parent for address in addresses if not isinstance(address, Remote)}


def _keep_trace(error: Exception) -> None:
    if isinstance(error, ReaderBug):
        keep_crash(error.trace)


def _load(engine: Engine, reading: Reading, pictures: Path) -> str:
    """Store a reading in one transaction; returns what became of the document."""
    shape = reading.document
    reading = keep_pictures(pictures, reading)
    with writing(engine) as opened:
        same = or_(col(Document.source) == shape.source, col(Document.sha256) == shape.sha256)
        before = opened.exec(select(Game.code, Document.source, Document.sha256).join(Document).where(same)).all()
        document = load_reading(opened, reading)
        game = opened.get_one(Game, document.game_id).code
        is_copy = document.source != shape.source
        mark_unresolved(opened, {game for game, source, _ in before if not is_copy or source == shape.source})
        if not is_copy:
            mark_unresolved(opened, {game})
    forget_pictures(pictures, engine, {sha256 for _, _, sha256 in before} - {shape.sha256})
    return f"{COPY} {document.source}" if is_copy else READ


@dataclass(frozen=True, slots=True)
class _Readers:
    """Reads documents in processes of this machine, or on the workers of a cluster."""

    reader: Reader
    jobs: int
    limits: Limits
    cluster: str | None

    def read_all(
        self, books: Sequence[Book], report: Report, progress: Progress
    ) -> Generator[tuple[Address, Reading | Exception], None, None]:
        """Each file with its reading or with what was wrong, in the order in which they are done."""
        if not books:
            return
        sent = self._sent(books, report) if self.cluster else books
        with open_workers(min(self.jobs, len(books)), self.cluster, self.limits, progress) as workers:
            for book, found in workers.run(self.reader, sent):
                progress.done(book)
                progress.refresh()
                yield book.file, understood(book.file, found, self.limits)

    @staticmethod
    def _sent(books: Iterable[Book], report: Report) -> Iterator[Book]:
        """What workers cannot reach themselves is sent to them."""
        for book in books:
            is_far = isinstance(book.file, Remote) and not book.file.is_near
            try:
                yield book if is_far else replace(book, data=read_bytes(book.file))
            except (UnreadableDocument, MissingProgram) as error:
                report.add_problem(book.file, error)


def understood(file: Address, found: Reading | Exception, limits: Limits) -> Reading | Exception:
    """What a process gave back, with the sentence that fits where it went wrong."""
    if isinstance(found, Ended):
        return UnreadableDocument(file, limits.refusal(found.cause, found.details, found.step, found.steps))
    if isinstance(found, Exception):
        return found if isinstance(found, UnreadableDocument | MissingProgram) else ReaderBug(file, found)
    # A worker may run in another folder, and files are called relative to that of the command.
    return replace(found, document=found.document.model_copy(update={"source": stored_source(file)}))


def _follow_moved(engine: Engine, files: Iterable[tuple[Address, str]]) -> None:
    """A document that is known by its content, and is gone from its former address, has the one it was found at."""
    known = {sha256: file for file, sha256 in reversed([*files])}
    with session(engine, read_only=True) as opened:
        stored = opened.exec(select(Document.source, Document.sha256).where(col(Document.sha256).in_(known))).all()
        sources = set(opened.exec(select(Document.source)).all())
    moved = {
        sha256: known[sha256]
        for source, sha256 in stored
        if stored_source(known[sha256]) not in sources and not _is_there(address_of(source))
    }
    if moved:
        with writing(engine) as opened:
            for document in opened.exec(select(Document).where(col(Document.sha256).in_(moved))):
                file = moved[document.sha256]
                document.source, document.file_name = stored_source(file), printable(file.name)


def _is_there(address: Address) -> bool:
    """Whether a document may still lie where it was read from; archives and stores are not asked."""
    return isinstance(address, Remote) or address.exists()

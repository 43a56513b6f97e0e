"""Files that hang, crash, swell or lie are named with a reason, and every other file of the batch is loaded."""

import os
import pwd
import runpy
import signal
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from db.open import sqlite_url
from ingest.errors import MissingProgram, UnreadableDocument
from ingest.files.limits import MEGABYTE, Limits
from ingest.files.open import checksum_of, find_documents, open_document
from ingest.pipeline import Options
from rulewright.exits import Exit
from rulewright.ingest_report import ReaderBug, Report
from rulewright.ingesting import ingest_documents, understood
from rulewright.progress import Progress
from rulewright.workers import Processes
from schema.documents import DocumentShape
from schema.reading import Reading

ROOT = Path(__file__).resolve().parents[2]
BAD = runpy.run_path(str(ROOT / "tests" / "bad" / "hostile_files.py"))
REFUSED, WITHIN_LIMITS, LOADED = BAD["REFUSED"], BAD["WITHIN_LIMITS"], BAD["LOADED"]
LIMITS = Limits(page_seconds=2, file_seconds=60, memory_bytes=700 * MEGABYTE)
GOOD = "orchard.md"
RULES = """\
# The Walled Orchard

- 40 fruit cards
- 12 weather cards

Garden Gate: +1 hunger

Old Well

-2 hunger, +3 common harvest

The Beehive opens in stage 4. The head gardener keeps the ladder.
"""

pytestmark = pytest.mark.xdist_group("hostile")


@dataclass(frozen=True)
class Batch:
    """A folder of hostile files after it was ingested."""

    folder: Path
    report: Report

    def sentence(self, name: str) -> str:
        path = str(self.folder / name).encode("unicode_escape").decode()
        return " ".join(p.sentence for p in self.report.problems if p.path == path)


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory, tiny_games: Path) -> Batch:
    folder = tmp_path_factory.mktemp("hostile")
    makers = {name: make for name, (make, _) in REFUSED.items()} | WITHIN_LIMITS | LOADED
    for name, make in makers.items():
        (folder / name).write_bytes(make())
    (folder / GOOD).write_text(RULES, encoding="utf-8")
    url = sqlite_url(folder / "test.db")
    return Batch(folder, ingest_documents(url, [folder], Options(), jobs=2, games=tiny_games, limits=LIMITS))


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_file_gets_the_sentence_that_fits_it(batch: Batch, name: str) -> None:
    sentence = batch.sentence(name)
    assert REFUSED[name][1] in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", WITHIN_LIMITS)
def test_a_large_file_is_loaded_or_refused_with_the_limit_named(batch: Batch, name: str) -> None:
    loaded = {done.file_name for done in batch.report.documents}
    sentence = batch.sentence(name)
    assert (name in loaded) != ("limit of 2 seconds for a page" in sentence or "700 MB of memory" in sentence)


@pytest.mark.parametrize("name", LOADED)
def test_what_only_looks_odd_is_loaded(batch: Batch, name: str) -> None:
    assert batch.sentence(name) == ""
    assert name.replace("\n", "\\n") in {done.file_name for done in batch.report.documents}


def test_the_rest_of_the_batch_is_loaded(batch: Batch) -> None:
    found = {done.file_name: done for done in batch.report.documents}
    assert (found[GOOD].game, found[GOOD].outcome) == ("orchard", "read")
    assert found["book.pdf"].pages == 2_000
    assert {problem.exit_code for problem in batch.report.problems} == {Exit.UNREADABLE_INPUT}


KEPT: list[bytearray] = []
"""What a process keeps of the files that it has read, such as the words of their languages."""
Job = Callable[[Path, Callable[[int, int], None]], Reading]


def read(file: Path, on_page: Callable[[int, int], None]) -> Reading:
    """Does what the file's name says."""
    on_page(1, 2)
    match file.stem:
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "leave":
            os._exit(7)
        case "swell":
            bytearray(2 * LIMITS.memory_bytes)
        case "keep" | "keep more":
            KEPT.append(bytearray(LIMITS.memory_bytes * 2 // 3))
        case "hang":
            time.sleep(600)
        case "wait":
            time.sleep(1.5)
        case "bug":
            raise KeyError("no such thing")
        case "refuse":
            raise UnreadableDocument(file, "it is empty.")
        case "lack":
            raise MissingProgram("Tesseract is not installed.", "Install it.")
        case "slow":
            for _ in range(600):
                on_page(1, 2)
                time.sleep(0.1)
    document = {"kind": "rulebook", "language": "en", "title": str(os.getpid()), "file_name": file.name, "recipe": ""}
    shape = DocumentShape(**document, source=file.name, sha256="0" * 64, media_type="text/plain", page_count=2)
    return Reading(shape, "chess")


def read_all(*names: str, count: int = 1, limits: Limits = LIMITS) -> dict[str, Reading | Exception]:
    with Progress(0) as progress, Processes(count, limits, progress) as workers:
        outcomes = workers.run(read, map(Path, names))
        return {file.stem: understood(file, found, limits) for file, found in outcomes}


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("crash", UnreadableDocument, "crash after page 1 of 2 (SIGSEGV), with 700 MB of memory to use"),
        ("leave", UnreadableDocument, "crash after page 1 of 2 (exit code 7)"),
        ("swell", UnreadableDocument, "takes more than the limit of 700 MB of memory"),
        ("hang", UnreadableDocument, "came to a halt after page 1 of 2 and was given up at the limit of 1 seconds"),
        ("slow", UnreadableDocument, "took longer than the limit of 2 seconds for one file; split it."),
        ("bug", ReaderBug, "a bug in Rulewright: KeyError: 'no such thing'"),
        ("refuse", UnreadableDocument, "it is empty."),
        ("lack", MissingProgram, "Tesseract is not installed."),
    ],
)
def test_a_reader_that_fails_is_replaced_and_the_next_file_is_read(
    name: str, kind: type[Exception], words: str
) -> None:
    page, file = (1.0 if name == "hang" else 60.0), (2.0 if name == "slow" else 60.0)
    limits = Limits(page_seconds=page, file_seconds=file, memory_bytes=LIMITS.memory_bytes, patience=1)
    found = read_all(f"{name}.pdf", "good.pdf", limits=limits)
    failure = found[name]
    assert isinstance(failure, kind)
    assert words in str(failure)
    assert isinstance(found["good"], Reading)


def test_what_only_waits_for_its_turn_is_not_given_up() -> None:
    found = read_all("wait.pdf", limits=Limits(page_seconds=1, file_seconds=1, memory_bytes=LIMITS.memory_bytes))
    assert isinstance(found["wait"], Reading)


def test_a_file_is_not_refused_for_what_others_left_in_memory() -> None:
    found = read_all("keep.pdf", "keep more.pdf", limits=replace(LIMITS, kept_bytes=100 * LIMITS.memory_bytes))
    assert len({r.document.title for r in found.values() if isinstance(r, Reading)}) == 1
    assert all(isinstance(r, Reading) for r in found.values())


def test_a_process_that_keeps_too_much_is_replaced() -> None:
    found = read_all("a.pdf", "b.pdf", "c.pdf", limits=replace(LIMITS, kept_bytes=1))
    assert len({r.document.title for r in found.values() if isinstance(r, Reading)}) == 3


def test_one_process_serves_many_documents() -> None:
    found = read_all("a.pdf", "refuse.pdf", "b.pdf", "c.pdf")
    assert len({r.document.title for r in found.values() if isinstance(r, Reading)}) == 1


def test_no_process_is_left_behind() -> None:
    with Processes(2, LIMITS) as workers:
        outcomes = workers.run(read, [Path("good.pdf"), Path("hang.pdf")])
        _, reading = next(outcomes)
    assert isinstance(reading, Reading)
    with pytest.raises(ProcessLookupError):
        os.kill(int(reading.document.title), 0)


def test_progress_counts_the_pages_of_files_that_are_being_read() -> None:
    progress = Progress(3)
    progress.show(Path("a.pdf"), 3, 4)
    progress.show(Path("line\nbreak.pdf"), 1, 4)
    assert progress.completed == 1.0
    assert progress.description == "a.pdf, page 3 of 4; line\\nbreak.pdf, page 1 of 4"
    progress.done(Path("a.pdf"))
    assert progress.completed == 1.25


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.mkdir(), "this is a folder, not a file."),
        (os.mkfifo, "not a file but a pipe, a socket or a device."),
        (lambda path: path.symlink_to(path), "could not be reached: Too many levels of symbolic links."),
        (lambda path: path.symlink_to("nowhere"), "this link leads to no file; check the path."),
        (lambda path: path.symlink_to("/dev/zero"), "not a file but a pipe, a socket or a device."),
        (lambda path: None, "there is no such file or folder; check the path."),
    ],
    ids=["folder", "pipe", "circle", "dangling", "device", "absent"],
)
@pytest.mark.parametrize("opening", [open_document, checksum_of])
def test_what_is_no_file_is_not_waited_for(
    tmp_path: Path, make: Callable[[Path], None], words: str, opening: Callable[[Path], object]
) -> None:
    path = tmp_path / "rules.pdf"
    make(path)
    with pytest.raises(UnreadableDocument) as refusal:
        opening(path)
    assert words in str(refusal.value)


def test_a_name_longer_than_any_file_has_is_refused() -> None:
    with pytest.raises(UnreadableDocument, match="could not be reached: File name too long"):
        find_documents([Path("x" * 5000)])


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """A folder that everyone may enter, and a process that may not do more than anyone."""
    folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
    folder.chmod(0o755)
    (folder / "closed").mkdir()
    for name in ("closed/a.pdf", "secret.pdf", "open.txt"):
        (folder / name).write_text("Rules of the game", encoding="utf-8")
    (folder / "secret.pdf").chmod(0)
    (folder / "closed").chmod(0)
    user = os.geteuid()
    if user == 0:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    yield folder
    os.seteuid(user)
    (folder / "closed").chmod(stat.S_IRWXU)
    for file in sorted(folder.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    folder.rmdir()


def test_what_may_not_be_read_is_named_and_the_rest_is_found(as_nobody: Path) -> None:
    refused: list[UnreadableDocument] = []
    found = find_documents([as_nobody, as_nobody / "closed" / "a.pdf"], refused.append)
    assert [file.name for file in found] == ["open.txt", "secret.pdf"]
    assert [refusal.reason for refusal in refused] == [
        "the folder could not be searched: Permission denied.",
        "the file could not be reached: Permission denied.",
    ]
    with pytest.raises(UnreadableDocument, match="the file could not be read: Permission denied"):
        open_document(as_nobody / "secret.pdf")


def test_folders_nested_beyond_measure_are_searched(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(1_010):
        folder /= "d"
        folder.mkdir()
    (folder / "deep.txt").write_text("Rules of the game", encoding="utf-8")
    (tmp_path / "d" / "circle").symlink_to(tmp_path)
    assert [file.name for file in find_documents([tmp_path])] == ["deep.txt"]
    while folder != tmp_path:  # what cleans up after tests cannot go so deep
        for inside in folder.iterdir():
            inside.unlink()
        folder.rmdir()
        folder = folder.parent


def test_a_name_that_is_no_text_can_be_stored_and_is_known_again(tmp_path: Path, tiny_games: Path) -> None:
    name = os.fsdecode(b"rules-\xff.txt")
    (tmp_path / name).write_text("Rules of the game", encoding="utf-8")
    url = sqlite_url(tmp_path / "test.db")
    reports = [ingest_documents(url, [tmp_path / name], Options(), games=tiny_games) for _ in range(2)]
    assert [(r.loaded, r.skipped, r.problems) for r in reports] == [(1, 0, []), (0, 1, [])]
    assert reports[0].documents[0].file_name == "rules-\\udcff.txt"

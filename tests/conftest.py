"""What tests of all rooms share: a tiny game of our own, documents in it, and a database server."""

import ctypes
import fcntl
import os
import pickle
import pwd
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import NullPool, create_engine, text
from sqlalchemy.exc import OperationalError

import schema.whole  # noqa: F401  # tests make databases of all tables by `SQLModel.metadata`
from ingest.packs.read import read_packs
from ingest.pipeline import read_document
from schema.pack import Pack
from schema.reading import Reading

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
TINY_GAMES = ROOT / "tests" / "tiny_games"

# How long an example takes depends on what else the machine does.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("untimed"))
settings.load_profile("untimed")

RULES_EN = """\
# The Walled Orchard

## Components

- 40 fruit cards
- 30 ripe ones
- 10 rotten ones
- 12 weather cards

## The board

Garden Gate: +1 hunger

Old Well

-2 hunger, +3 common harvest

The Beehive opens in stage 4. It buzzes.

-2 hunger for the ladder (only you)

-5 hunger for anything (share it) if the head gardener is here
"""
RULES_CS = """\
# Zahrada za zdí

## Součásti hry

- 40 karet ovoce
- 12 karet počasí

## Plán

Zahradní brána: +1 hlad

Stará studna

-3 hlad, +3 společná sklizeň

-2 hlad za žebřík (jen ty)
"""


@pytest.fixture(scope="session")
def tiny_games() -> Path:
    return TINY_GAMES


@pytest.fixture(scope="session")
def orchard() -> Pack:
    return read_packs(TINY_GAMES)["orchard"]


@pytest.fixture
def rules_en(tmp_path: Path) -> Path:
    file = tmp_path / "orchard-en.md"
    file.write_text(RULES_EN, encoding="utf-8")
    return file


@pytest.fixture
def rules_cs(tmp_path: Path) -> Path:
    file = tmp_path / "orchard-cs.md"
    file.write_text(RULES_CS, encoding="utf-8")
    return file


@pytest.fixture
def old_database(tmp_path: Path) -> Path:
    """A database as the first version made it, of the two documents above and one of an unknown game."""
    path = tmp_path / "rulewright.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript((ROOT / "tests" / "db" / "old_versions" / "v1.sql").read_text(encoding="utf-8"))
    return path


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder with the real rulebooks; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: the real rulebooks are not part of the project")
    return SHARED


MANY = (
    "test_mutations",
    "test_paraphrases",
    "test_rewritten",
    "test_scanned_pages",
    "test_bind_corrections",
    "test_numbers_obeyed",
)
"""Tests that read a rulebook, a changed copy or a scan of it for each of their cases."""
LONG = (
    "test_eight_ingests_at_once_load_into_one_database",
    "test_validate_stores_what_it_found",
    "test_the_order_of_documents_does_not_matter",
    "test_a_run_killed_before_any_of_its_commits_loses_and_doubles_nothing",
    "test_a_decision_whose_text_changed_is_told_and_not_dropped",
    "test_a_line_larger_than_the_title_that_all_cards_of_a_folder_bear_is_no_title",
)
"""Tests that take ten to thirty seconds beside shorter ones of the same thing; left to `--thorough` too."""
ROOMS = ("db", "front_door", "resolve")
"""Tests of these rooms share databases that take long to make, file by file."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`make thorough` asks for all cases."""
    parser.addoption("--thorough", action="store_true", help="all cases of tests that read rulebooks again and again")


def pytest_configure(config: pytest.Config) -> None:
    """Tests of dear examples ask which of the two profiles it is, and look at fewer in the first."""
    settings.load_profile("thorough" if config.getoption("--thorough") else "untimed")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests and middle cases to `--thorough`; what shares something slow runs in one process."""
    if not config.getoption("--thorough"):
        _leave_out(config, items)
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            if "original" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group("rulebooks"))
            elif item.path.parent.name in ROOMS and not item.get_closest_marker("xdist_group"):
                item.add_marker(pytest.mark.xdist_group(item.path.stem))


def _leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.path.stem in MANY:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left = {item for listed in cases.values() for item in listed[1:-1]}
    left |= {item for item in items if item.name.partition("[")[0] in LONG}
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


@pytest.fixture(scope="session")
def games() -> dict[str, Pack]:
    """The packs of the real games."""
    return read_packs(ROOT / "games")


@pytest.fixture(scope="session")
def read_seed(
    shared: Path, games: dict[str, Pack], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Reading]:
    """Reads a real rulebook by its number, each only once, whichever process of the tests asks first."""
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    @cache
    def read(number: str) -> Reading:
        kept = folder / f"seed-{number}.pickle"
        with (folder / f"seed-{number}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if kept.exists():
                again: Reading = pickle.loads(kept.read_bytes())
                return again
            file = next((shared / "seeds").glob(f"{number}_*.txt"))
            found = read_document(file, games, candidates=("cs", "en", "it", "pl"), recipe="r")
            kept.write_bytes(pickle.dumps(found))
            return found

    return read


_NUMBERS = count()
_PR_SET_PDEATHSIG = 1
_SYSTEM = ctypes.CDLL(None)
_SERVERS = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
_BIN = _SERVERS[-1].parent if _SERVERS else Path(shutil.which("pg_ctl") or "").parent


def _server_user() -> str | None:
    """PostgreSQL refuses to run as root; another user then runs it."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, without its database."""
    if not (_BIN / "pg_ctl").is_file():
        pytest.skip("no PostgreSQL server is installed (pg_ctl was not found)")
    user = _server_user()
    # Not under pytest's folder, which only its owner may enter; the path of a socket has to be short.
    folder = Path(tempfile.mkdtemp(prefix="rulewright-pg-"))
    if user:
        shutil.chown(folder, user)

    at = ["-D", str(folder / "data")]
    options = ["-c", "listen_addresses=", "-c", "fsync=off", "-k", str(folder)]
    address = f"postgresql://tester@/{{}}?host={folder}"
    try:
        made = [str(_BIN / "initdb"), *at, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(made, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL, timeout=60)
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen(
                [str(_BIN / "postgres"), *at, *options],
                user=user,
                cwd=folder,
                stdout=log,
                stderr=log,
                preexec_fn=end_with_us,  # noqa: PLW1509  (only a system call, and no thread runs yet)
            ) as process,
        ):
            try:
                _wait_for_server(address, process)
                yield address
            finally:
                process.send_signal(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder)


def end_with_us() -> None:
    """Have a process ended by the system when we end, also where we are killed; Linux alone can do that."""
    if sys.platform == "linux":
        _SYSTEM.prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


def _wait_for_server(address: str, process: subprocess.Popen[bytes]) -> None:
    engine = create_engine(address.format("postgres").replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    for _ in range(600):
        assert process.poll() is None, "the server ended at once"
        try:
            engine.connect().close()
        except OperationalError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server did not answer in a minute")


@pytest.fixture
def address(server: str) -> str:
    """The address of a new database."""
    name = f"rules_{next(_NUMBERS)}"
    engine = create_engine(server.format("postgres").replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server.format(name)

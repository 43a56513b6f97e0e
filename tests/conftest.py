"""What tests of all rooms share: a tiny game of our own, documents in it, and a database server."""

import os
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import create_engine, text

from ingest.packs import read_packs
from ingest.pipeline import read_document
from schema.pack import Pack
from schema.reading import Reading

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
TINY_GAMES = ROOT / "tests" / "tiny_games"

# How long an example takes depends on what else the machine does.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
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


@pytest.fixture(autouse=True, scope="session")
def pictures_apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Pictures of pages that tests make do not lie among those of the person whose checkout this is."""
    folder = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        for place in ("rulewright.ingesting.PICTURES", "rulewright.commands.forget.PICTURES"):
            patch.setattr(place, folder)
        yield


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


@pytest.fixture(scope="session")
def games() -> dict[str, Pack]:
    """The packs of the real games."""
    return read_packs(ROOT / "games")


@pytest.fixture(scope="session")
def read_seed(shared: Path, games: dict[str, Pack]) -> Callable[[str], Reading]:
    """Reads a real rulebook by its number, each only once."""

    @cache
    def read(number: str) -> Reading:
        file = next((shared / "seeds").glob(f"{number}_*.txt"))
        return read_document(file, games, candidates=("cs", "en", "it", "pl"), recipe="r")

    return read


_NUMBERS = count()
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

    def run(program: str, *arguments: str) -> None:
        command = [str(_BIN / program), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL, timeout=60)

    try:
        run("initdb", "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        options = f"-c listen_addresses= -c fsync=off -k {folder}"
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://tester@/{{}}?host={folder}"
        finally:
            run("pg_ctl", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def address(server: str) -> str:
    """The address of a new database."""
    name = f"rules_{next(_NUMBERS)}"
    engine = create_engine(server.format("postgres").replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server.format(name)

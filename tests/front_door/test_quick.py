"""A command imports what it needs and no more: the list of commands imports none, `trace` neither reader nor engine."""

import gc
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from rulewright.app import COMMANDS, load_command
from rulewright.run import EXITS, run

HEAVY = ("sqlalchemy", "ingest", "db", "rules_engine", "schema")
SHOW_MODULES = "import sys; from rulewright.run import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


def modules_of(*arguments: str) -> set[str]:
    """The packages and modules that a command line leaves imported."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW_MODULES, *arguments], capture_output=True, text=True, check=True, timeout=120
    )
    names = done.stderr.splitlines()[-1].split()
    return {name.partition(".")[0] for name in names} | set(names)


@pytest.mark.parametrize("wanted", ["--version", "--help"])
def test_what_the_program_is_is_told_without_a_room(wanted: str) -> None:
    assert not modules_of(wanted) & set(HEAVY)


def test_trace_needs_neither_reader_nor_engine(tmp_path: Path) -> None:
    imported = modules_of("trace", "location:paris", "--db", str(tmp_path / "none.db"))
    assert "db" in imported
    assert not imported & {"ingest", "rules_engine", "psycopg", "langcodes", "PIL"}
    assert not imported & {"schema.whole", "schema.play", "schema.discovered"}, "only the tables that it asks"


def test_status_needs_neither_reader_nor_engine_nor_tables(tmp_path: Path) -> None:
    imported = modules_of("status", "--db", str(tmp_path / "none.db"))
    assert "db" in imported
    assert not imported & {"rules_engine", "ingest.discover", "ingest.resolve", "langcodes", "PIL"}
    assert not imported & {"schema.claims", "schema.documents", "schema.games", "schema.play"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_list_says_of_a_command_what_its_help_begins_with(name: str) -> None:
    assert (load_command(name).help or "").partition("\n")[0] == COMMANDS[name]


@pytest.mark.parametrize("name", sorted(EXITS))
def test_an_error_with_an_exit_code_is_where_its_name_says(name: str) -> None:
    module, _, kind = name.rpartition(".")
    assert issubclass(getattr(import_module(module), kind), Exception)


@pytest.mark.parametrize(("typed", "offered"), [("tra", "trace"), ("trace --js", "--json"), ("new la", "language")])
def test_the_shell_completes_commands_and_options(typed: str, offered: str) -> None:
    asked = {"_RULEWRIGHT_COMPLETE": "complete_bash", "COMP_WORDS": f"rulewright {typed}"}
    done = subprocess.run(
        [sys.executable, "-m", "rulewright"],
        env=os.environ | asked | {"COMP_CWORD": str(len(typed.split()))},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert offered in done.stdout.split()


def test_garbage_is_collected_while_a_command_runs(tmp_path: Path) -> None:
    gc.disable()
    try:
        run(["status", "--db", str(tmp_path / "none.db")])
        assert gc.isenabled()
    finally:
        gc.enable()

"""Runs the command line and turns everything that can go wrong into a sentence and an exit code."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import typer
from typer.exceptions import TyperException

from rulewright.app import app
from rulewright.console import complain
from rulewright.crash import keep_crash
from rulewright.exits import Exit, NobodyReads

EXITS: Mapping[str, Exit] = {
    "ingest.errors.UnreadableDocument": Exit.UNREADABLE_INPUT,
    "ingest.errors.MissingProgram": Exit.BROKEN_INSTALLATION,
    "rulewright.cluster.ClusterProblem": Exit.BROKEN_INSTALLATION,
    "db.errors.MissingExtra": Exit.BROKEN_INSTALLATION,
    "ingest.packs.read.BrokenPack": Exit.BROKEN_INSTALLATION,
    "db.errors.WrongUse": Exit.WRONG_USE,
    "rules_engine.errors.UnknownName": Exit.WRONG_USE,
    "db.errors.DatabaseProblem": Exit.DATABASE,
    "rules_engine.errors.RulesetError": Exit.DATABASE,
    "rules_engine.errors.CannotExecute": Exit.DATABASE,
}
"""What each kind of error means; by its full name, so that no room is imported before a command needs it."""


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    if "" in (sys.argv[1:] if arguments is None else arguments):
        complain("One of the words of this command is empty. Leave it out, or say what it should be.")
        return Exit.WRONG_USE
    former = _stop_on_terminate()
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="rulewright", standalone_mode=False)
    except TyperException as error:
        error.message = error.message.replace("Value error, ", "")  # what a library calls it
        error.show()  # type: ignore[attr-defined]  # every error that Typer raises has it, the base lacks it
        return Exit.WRONG_USE
    except (KeyboardInterrupt, typer.Abort):
        complain("Interrupted. Everything that was finished is stored; run the same command again to go on.")
        return Exit.INTERRUPTED
    except NobodyReads:
        _print_to_nobody()
        return Exit.DONE
    except Exception as error:
        return _failed(error)
    finally:
        if former is not None:
            signal.signal(signal.SIGTERM, former)
    return code if isinstance(code, int) else Exit.DONE


def _print_to_nobody() -> None:
    """What was not printed yet goes nowhere, so that the end of the program does not fail at it."""
    with suppress(OSError):  # a stream of a test is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stop_on_terminate() -> Any:
    """Whoever ends us politely is told what was done, as with Ctrl-C; returns what the signal did before."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(signal.SIGTERM, signal.default_int_handler)


def _failed(error: Exception) -> int:
    for kind in type(error).__mro__:
        if exit_code := EXITS.get(f"{kind.__module__}.{kind.__qualname__}"):
            complain(str(error))
            return exit_code
    if isinstance(error, OSError) and error.filename:
        complain(f"{error.filename} cannot be read or written ({error.strerror}). Name another, or allow access to it.")
        return Exit.WRONG_USE
    details = "".join(traceback.format_exception(error))
    file = keep_crash(f"{' '.join(sys.argv[1:])}\n{details}")
    complain(
        f"This is a bug in Rulewright, not a mistake of yours: {type(error).__name__}: {error}. "
        f"Please report it with the file {file}."
    )
    return Exit.BUG

"""Runs the command line and turns everything that can go wrong into a sentence and an exit code."""

import sys
import traceback

import typer
from typer.exceptions import TyperException

from db.errors import DatabaseProblem
from db.export import MissingExtra
from ingest.errors import MissingProgram, UnreadableDocument
from ingest.packs import BrokenPack
from rules_engine.errors import CannotExecute, RulesetError
from rulewright import BUILD, __version__
from rulewright.app import app
from rulewright.cluster import ClusterProblem
from rulewright.console import complain
from rulewright.exits import Exit

EXITS: dict[type[Exception], Exit] = {
    UnreadableDocument: Exit.UNREADABLE_INPUT,
    MissingProgram: Exit.BROKEN_INSTALLATION,
    ClusterProblem: Exit.BROKEN_INSTALLATION,
    MissingExtra: Exit.BROKEN_INSTALLATION,
    BrokenPack: Exit.BROKEN_INSTALLATION,
    DatabaseProblem: Exit.DATABASE,
    RulesetError: Exit.DATABASE,
    CannotExecute: Exit.DATABASE,
}
CRASH = BUILD / "crash.txt"


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="rulewright", standalone_mode=False)
    except TyperException as error:
        error.show()  # type: ignore[attr-defined]  # every error that Typer raises has it, the base lacks it
        return Exit.WRONG_USE
    except (KeyboardInterrupt, typer.Abort):
        complain("Interrupted. Everything that was finished is stored; run the same command again to go on.")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return Exit.DONE
    except Exception as error:
        return _failed(error)
    return code if isinstance(code, int) else Exit.DONE


def _failed(error: Exception) -> int:
    for kind, exit_code in EXITS.items():
        if isinstance(error, kind):
            complain(str(error))
            return exit_code
    BUILD.mkdir(exist_ok=True)
    details = "".join(traceback.format_exception(error))
    CRASH.write_text(f"rulewright {__version__}\n{' '.join(sys.argv[1:])}\n{details}", encoding="utf-8")
    complain(
        f"This is a bug in Rulewright, not a mistake of yours: {type(error).__name__}: {error}. "
        f"Please report it with the file {CRASH.relative_to(BUILD.parent)}."
    )
    return Exit.BUG

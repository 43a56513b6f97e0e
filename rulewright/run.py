"""Runs the command line and turns everything that can go wrong into a sentence and an exit code."""

import sys
import traceback
from collections.abc import Mapping

import typer
from typer.exceptions import TyperException

import rulewright
from rulewright import BUILD
from rulewright.app import app
from rulewright.console import complain
from rulewright.exits import Exit

EXITS: Mapping[str, Exit] = {
    "ingest.errors.UnreadableDocument": Exit.UNREADABLE_INPUT,
    "ingest.errors.MissingProgram": Exit.BROKEN_INSTALLATION,
    "rulewright.cluster.ClusterProblem": Exit.BROKEN_INSTALLATION,
    "db.export.MissingExtra": Exit.BROKEN_INSTALLATION,
    "ingest.packs.BrokenPack": Exit.BROKEN_INSTALLATION,
    "db.errors.DatabaseProblem": Exit.DATABASE,
    "rules_engine.errors.RulesetError": Exit.DATABASE,
    "rules_engine.errors.CannotExecute": Exit.DATABASE,
}
"""What each kind of error means; by its full name, so that no room is imported before a command needs it."""
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
    for kind in type(error).__mro__:
        if exit_code := EXITS.get(f"{kind.__module__}.{kind.__qualname__}"):
            complain(str(error))
            return exit_code
    BUILD.mkdir(exist_ok=True)
    details = "".join(traceback.format_exception(error))
    CRASH.write_text(f"rulewright {rulewright.__version__}\n{' '.join(sys.argv[1:])}\n{details}", encoding="utf-8")
    complain(
        f"This is a bug in Rulewright, not a mistake of yours: {type(error).__name__}: {error}. "
        f"Please report it with the file {CRASH.relative_to(BUILD.parent)}."
    )
    return Exit.BUG

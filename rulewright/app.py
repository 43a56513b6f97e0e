"""The command group; each command lives in its own file under commands/, imported when it is called."""

import gc
import os
import select
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import rulewright
from rulewright.exits import NobodyReads

COMMANDS: Mapping[str, str] = {
    "ingest": "Read rulebooks, card sheets and FAQs into the database: PDF, scans, photos, DOCX, EPUB, HTML, text.",
    "status": "Show what is in the database, what is open, provisional, doubtful or stale, and what to do next.",
    "browse": "Browse cards, locations, rules and documents in Datasette.",
    "export": "Write the database as files for others: nested JSON, SQLite, CSV, Parquet, Markdown, copy of the site.",
    "trace": "Show where a value comes from: its claims, passages and pages in every language, and why it was chosen.",
    "forget": "Forget a document, everything that only it said, and the pictures of its pages.",
    "game": "Put documents of games without a pack together, or apart.",
    "find": "Find cards, places, rules and passages by words in any language, or by fields.",
    "review": "Decide what nothing else does: provisional and disputed facts, doubtful repairs and matches.",
    "draw": "Write a picture of a page with each passage's box, order number, kind and confidence.",
    "evaluate": "Measure how well documents are read.",
    "lint": "Show what a careful editor would mark: sums, conflicts, page references, doubled words, lost symbols.",
    "match": "Match misread names against a list of names, and refuse what is none of them.",
    "validate": "Check that what is printed, what is stored and what is played agree.",
    "play": "Play a game in the terminal.",
    "simulate": "Let players play many games, and show how they end, with intervals and a histogram of points.",
    "new": "Begin a pack for a new game, or a new language of a game.",
}
"""What each command does, in a line: the first of its help, so that the list of commands imports none of them."""


@contextmanager
def _in_our_words() -> Iterator[None]:
    """What Typer would end the program for by itself is left to who runs it."""
    try:
        yield
    except KeyboardInterrupt as stop:
        raise typer.Abort from stop
    except BrokenPipeError as broken:
        if _has_no_reader():
            raise NobodyReads from broken  # in the middle of a page of help, which Typer prints by itself
        raise RuntimeError(f"a pipe broke within: {broken}") from broken
    except SystemExit as left:
        if left.code != 1:
            raise
        raise NobodyReads from left  # so leaves what prints the help


def _has_no_reader() -> bool:
    """Whether whoever read what is printed has gone, so that the pipe that broke is that one."""
    try:
        asked = select.poll()
        asked.register(sys.stdout, 0)
        return any(event & select.POLLERR for _, event in asked.poll(0))
    except (AttributeError, OSError, ValueError):  # no such question on this system, or of a stream that is no file
        return False


def _hand_over() -> None:
    """What is printed reaches whoever reads it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError as gone:
        raise NobodyReads from gone


class Commands(TyperGroup):
    """Commands that are known by name and line alone until one of them is called."""

    def __init__(self, **attributes: Any) -> None:
        """Typer hands over what the group is called and does."""
        attributes["commands"] = {name: TyperCommand(name, help=line) for name, line in COMMANDS.items()}
        super().__init__(**attributes)

    def make_context(self, *line: Any, **settings: Any) -> Any:
        """Read the line; Typer by itself would turn an interrupt into an exit without a word."""
        with _in_our_words():
            return super().make_context(*line, **settings)

    def invoke(self, ctx: Any) -> Any:
        """Call the command."""
        with _in_our_words():
            called = super().invoke(ctx)
            _hand_over()
            return called

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, with the rest of the line."""
        name, _, rest = super().resolve_command(ctx, args)
        command = load_command(str(name))
        gc.freeze()
        gc.enable()
        return name, command, rest


def load_command(name: str) -> TyperCommand | TyperGroup:
    """A command as its own file describes it: a group where that file has one, else the function of that name."""
    module = import_module(f"rulewright.commands.{name}")
    if hasattr(module, "app"):
        described: typer.Typer = module.app
    else:
        described = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        described.command(name)(getattr(module, name))
    command = typer.main.get_command(described)
    assert isinstance(command, TyperCommand | TyperGroup)
    return command


app = typer.Typer(
    name="rulewright",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Board-game rulebooks into a database of cards, locations and rules that an engine plays.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rulewright {rulewright.__version__}")
        raise typer.Exit


def _set_home(folder: Path | None) -> None:
    """Before any command is loaded: where data are kept is asked for by many."""
    if folder is not None:
        if folder.exists() and not folder.is_dir():
            raise typer.BadParameter(f"{folder} is a file; name a folder.")
        os.environ[rulewright.HOME_VARIABLE] = str(folder.absolute())


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
    home: Annotated[
        Path | None,
        typer.Option(
            "--home",
            metavar="FOLDER",
            help="Where the database and saved games are kept; also RULEWRIGHT_HOME.",
            show_default="build/ in the checkout, else your data folder",
            callback=_set_home,
            is_eager=True,
        ),
    ] = None,
) -> None:
    """Board-game rulebooks into a database of cards, locations and rules that an engine plays."""

"""The command group; each command lives in its own file under commands/."""

from typing import Annotated

import typer

from rulewright import __version__
from rulewright.commands import (
    browse,
    draw,
    evaluate,
    export,
    forget,
    lint,
    match,
    new,
    play,
    review,
    simulate,
    trace,
    validate,
)
from rulewright.commands import ingest as ingest_command

app = typer.Typer(
    name="rulewright",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="Board-game rulebooks into a database of cards, locations and rules that an engine plays.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rulewright {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Board-game rulebooks into a database of cards, locations and rules that an engine plays."""


app.command("ingest")(ingest_command.ingest)
app.command("browse")(browse.browse)
app.command("export")(export.export)
app.command("trace")(trace.trace)
app.command("forget")(forget.forget)
app.command("review")(review.review)
app.command("draw")(draw.draw)
app.add_typer(evaluate.app, name="evaluate")
app.command("lint")(lint.lint)
app.command("match")(match.match)
app.command("validate")(validate.validate)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.add_typer(new.app, name="new")

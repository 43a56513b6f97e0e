"""Writes the reference pages of docs/ from the code, so that they cannot say anything else."""

from collections.abc import Iterator
from pathlib import Path

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from db.views import VIEWS
from rulewright import CHECKOUT
from rulewright.app import COMMANDS, load_command
from rulewright.exits import Exit
from schema.base import describe, tables

NOTE = "<!-- Written by `make docs` from the code; change it there. -->\n"


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    docs = CHECKOUT / "docs"
    return {
        docs / "tables.md": "\n".join(_tables()),
        docs / "commands.md": "\n".join(_commands()),
        docs / "exit-codes.md": "\n".join(_exit_codes()),
    }


def _tables() -> Iterator[str]:
    yield f"{NOTE}\n# Tables\n"
    yield "Every table and column carries these descriptions in the database itself (table `about`) and in Datasette.\n"
    for table in tables():
        sentence, columns = describe(table)
        yield f"## {table.__tablename__}\n\n{sentence}\n"
        yield "| column | meaning |\n|---|---|"
        yield from (f"| `{name}` | {text} |" for name, text in columns.items())
        yield ""
    yield "# Views\n\nAnswers to common questions, as views of the same database.\n"
    yield "| view | what it shows |\n|---|---|"
    yield from (f"| `{view.name}` | {view.sentence} |" for view in VIEWS)
    yield ""


def _commands() -> Iterator[str]:
    yield f"{NOTE}\n# Commands\n"
    for path, command in all_commands():
        yield f"## rulewright {path}\n\n{(command.help or '').strip()}\n"
        options = [p for p in command.params if isinstance(p, TyperArgument | TyperOption)]
        if options:
            yield "| argument or option | meaning |\n|---|---|"
            yield from (f"| {_spelling(p)} | {p.help or ''} |" for p in options)
            yield ""
    yield "What the exit codes mean is in [exit-codes.md](exit-codes.md).\n"


def all_commands() -> Iterator[tuple[str, TyperCommand]]:
    """Every command with the words that call it."""
    for name in sorted(COMMANDS):
        command = load_command(name)
        if isinstance(command, TyperGroup):
            for inner, of_group in sorted(command.commands.items()):
                assert isinstance(of_group, TyperCommand)
                yield f"{name} {inner}", of_group
        else:
            yield name, command


def _spelling(parameter: TyperArgument | TyperOption) -> str:
    if isinstance(parameter, TyperArgument):
        return f"`{(parameter.name or '').upper()}`"
    return ", ".join(f"`{option}`" for option in parameter.opts)


def _exit_codes() -> Iterator[str]:
    yield f"{NOTE}\n# Exit codes\n"
    yield "| code | meaning |\n|---|---|"
    yield from (f"| {code.value} | {code.meaning} |" for code in Exit)
    yield "\nEvery message to a person says what is wrong, where, and what to do.\n"


def main() -> None:
    """Write all pages."""
    for file, text in pages().items():
        file.write_text(text, encoding="utf-8")
        print(f"Wrote {file.relative_to(CHECKOUT)}")


if __name__ == "__main__":
    main()

"""The text of the code that obeys rules and of the tests that prove them, to be read beside the rules."""

import ast
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice

from sqlmodel import Session, col, delete, or_

from rules_engine.obeys import ROOT
from schema.base import row
from schema.rules import SourceText

MOST_LINES = 80
"""Of one piece: longer ones are cut, their file has the rest."""


@dataclass(frozen=True, slots=True)
class Source:
    """A piece of code."""

    file: str
    line: int
    name: str
    text: str


def source_at(file: str, line: int, name: str) -> Source | None:
    """The function, or the row of a play.toml, that begins at a line; None where the file is not there."""
    if not file.endswith(".py"):
        return _row_at(file, line, name)
    return next((source for source in _functions(file) if source.line == line), None)


def source_of_test(file: str, name: str) -> Source | None:
    """A test by its name."""
    return next((source for source in _functions(file) if source.name == name), None)


def store_sources(session: Session, sources: Iterable[Source]) -> None:
    """Keep pieces of code, each in place of what was kept of its file at that line or by that name."""
    found = {(source.file, source.line): source for source in sources}
    for source in found.values():
        same = or_(col(SourceText.line) == source.line, col(SourceText.name) == source.name)
        session.exec(delete(SourceText).where(col(SourceText.file) == source.file, same))
    session.add_all(row(SourceText, asdict(source)) for source in found.values())
    session.flush()


@cache
def _lines(file: str) -> tuple[str, ...]:
    path = ROOT / file
    return tuple(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else ()


@cache
def _functions(file: str) -> tuple[Source, ...]:
    """Every function of a file, its decorators included; methods by their own names."""
    lines = _lines(file)
    found = []
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            last = min(node.end_lineno or first, first + MOST_LINES - 1)
            found.append(Source(file, first, node.name, "\n".join(lines[first - 1 : last])))
    return tuple(found)


def _row_at(file: str, line: int, name: str) -> Source | None:
    """A row of a table file: from its head up to the next head."""
    lines = _lines(file)[line - 1 :]
    ends = (at for at, text in enumerate(lines) if at and text.startswith("["))
    text = "\n".join(islice(lines, min(next(ends, len(lines)), MOST_LINES))).rstrip()
    return Source(file, line, name, text) if text else None

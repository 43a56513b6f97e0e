"""Every command is walked with wrong values for every option: exit 2 and a sentence, never a crash, never silence."""

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from sqlalchemy import make_url
from typer.core import TyperArgument, TyperCommand, TyperOption

import rulewright.run
from rulewright.exits import Exit
from rulewright.reference import all_commands

SAMPLE = Path(__file__).resolve().parents[2] / "games" / "resist" / "samples" / "resist-en.md"
SCAN = SAMPLE.with_name("resist-cs.pdf")
RIGHT = {
    "draw": [SAMPLE],
    "evaluate text": [SAMPLE, SAMPLE],
    "forget": ["resist-en.md"],
    "game join": ["one", "other"],
    "game split": ["resist-en.md"],
    "ingest": [SAMPLE],
    "match": [SAMPLE, SAMPLE],
    "new game": ["my-game"],
    "new language": ["resist", "de"],
    "play": ["resist"],
    "review": ["--decide", "deck:maquis size 9"],
    "simulate": ["resist"],
    "trace": ["deck:maquis"],
}
"""Arguments of each command that are right, so that one wrong value at a time is what it is refused for."""
FREE = {
    ("browse", "host"): "an address is tried",
    ("game split", "name"): "a game may have any name",
    ("ingest", "db"): "a database is made",
    ("new game", "name"): "a game may have any name",
    ("new game", "games"): "a folder is made",
    ("review", "reason"): "a reason may be anything",
}
"""Options that take any text."""
INPUT = ("replay", "taken_over", "draft_from")
"""Options that name a file to be read."""
COMMANDS = dict(all_commands())


def wrong_values(parameter: TyperArgument | TyperOption, file: Path) -> list[str]:
    """Values that no option of this type can have: no number, out of bounds, no word of a list, below a file."""
    kind = str(parameter.type_descriptor.annotation)
    if "bool" in kind:
        return []
    if "int" in kind or "float" in kind:
        return ["x", "-1", "9" * 25]
    return [str(file / "below")] if "Path" in kind else ["?!", ""]


def wrong_lines(path: str, command: TyperCommand, file: Path) -> Iterator[tuple[str, list[str]]]:
    """The parameter with each command line in which only its value is wrong."""
    arguments = [p.name for p in command.params if isinstance(p, TyperArgument)]
    for parameter in command.params:
        assert isinstance(parameter, TyperArgument | TyperOption)
        for value in wrong_values(parameter, file):
            right = list(map(str, RIGHT.get(path, [])))
            if isinstance(parameter, TyperArgument):
                at = arguments.index(parameter.name)
                right[at : at + 1] = [value]
            else:
                right += [parameter.opts[0], value]
            yield str(parameter.name), [*path.split(), *right]


@pytest.fixture
def db(resist_db: str) -> str:
    return make_url(resist_db).database or ""


@pytest.mark.parametrize("path", COMMANDS)
def test_a_wrong_value_is_refused_with_a_sentence(path: str, db: str, tmp_path: Path) -> None:
    command, file = COMMANDS[path], tmp_path / "a file"
    file.write_bytes(b"\0\xff\0")
    has_db = any(parameter.name == "db" for parameter in command.params)
    for name, line in wrong_lines(path, command, file):
        if (path, name) in FREE and "" not in line:
            continue
        named = [] if name == "db" or not has_db else ["--db", db]
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as told:
            code = rulewright.run.run([*line, *named])
        is_argument = isinstance(next(p for p in command.params if p.name == name), TyperArgument)
        expected = {Exit.WRONG_USE, Exit.DATABASE if name == "db" else Exit.WRONG_USE}
        expected |= {Exit.UNREADABLE_INPUT} if is_argument or name in INPUT else set()
        assert code in expected, (line, code, told.getvalue())
        assert re.search(r"\w+ \w+.*[.?]", told.getvalue()), line
    assert file.read_bytes() == b"\0\xff\0"


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        (["lint", "--game", "resit"], "Did you mean “resist”"),
        (["validate", "--game", "resit"], "Did you mean “resist”"),
        (["trace", "deck:maquis", "--game", "resit"], "Did you mean “resist”"),
        (["trace", "deck:maqius"], "deck:maquis"),
        (["review", "--game", "resit"], "Did you mean “resist”"),
        (["export", "--games", "out", "--game", "resit"], "Did you mean “resist”"),
        (["play", "resit"], "`resist`"),
        (["play", "resist", "--watch", "rule"], "Did you mean “rules”"),
        (["play", "resist", "--language", "de"], "cs, en"),
        (["simulate", "resist", "--edition", "3rd"], "`1st`"),
        (["lint", "--severety", "note"], "--severity"),
        (["lint", "--severity", "high"], "'--severity': 'high' is not one of"),
        (["draw", str(SCAN), "--page", "99"], "choose one from 1 to 4"),
        (["statsu"], "status"),
    ],
)
def test_the_nearest_right_word_is_named(db: str, line: list[str], nearest: str) -> None:
    named = [] if line[0] in ("statsu", "draw") else ["--db", db]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as told:
        assert rulewright.run.run([*line, *named]) == Exit.WRONG_USE
    assert nearest in " ".join(re.sub(r"[│╭╮╰╯─]", " ", told.getvalue()).split())

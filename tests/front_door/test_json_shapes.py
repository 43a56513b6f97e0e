"""What commands print for machines has the fields that docs/json.md tells, and no others."""

import dataclasses
import io
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import rulewright.run
from db.trace import Trace
from db.trace_row import RuleTrace

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "json.md").read_text("utf-8")
PLACE = {"document", "file_name", "page", "section", "text", "doubtful", "source", "boxes"}
PIG = str(ROOT / "games" / "pig" / "samples" / "pig-en.md")
LINES = {
    "status": ["status"],
    "find": ["find", "abel"],
    "trace": ["trace", "deck:maquis"],
    "trace GAME.json": ["trace", "game.json"],
    "lint": ["lint", "--severity", "note"],
    "validate": ["validate", "--only", "rows", "--game", "resist"],
    "simulate": ["simulate", "resist", "--games", "2", "--jobs", "1"],
    "simulate --compare": ["simulate", "resist", "--games", "2", "--jobs", "1", "--compare", "hand size 4"],
    "review": ["review"],
    "review --decide": ["review", "--decide", "hand size 4", "--reason", "counted"],
    "review --list": ["review", "--list"],
    "ingest": ["ingest", PIG, "no-such-file.pdf", "--jobs", "1"],
    "forget": ["forget", "pig-en.md"],
    "ingest --dry-run": ["ingest", "--dry-run", "list.csv"],
    "match": ["match", "names.tsv", "asked.txt"],
    "evaluate text": ["evaluate", "text", PIG, PIG],
}
"""The command line of each heading of the page, in an order in which they can be run."""
WITHOUT_DATABASE = ("ingest --dry-run", "match", "evaluate text")


def told_of(heading: str) -> set[str]:
    """The fields that the page tells of a command."""
    part = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert part, heading
    cells = [line.split(" | ")[0] for line in part.group(1).splitlines() if line.startswith("| `")]
    return {field for cell in cells for field in re.findall(r"`([^`]+)`", cell)}


def fields(value: Any, path: str = "") -> Iterator[str]:
    """The way to each value; what is empty has the way of the list or object itself."""
    if isinstance(value, dict) and value and not path.endswith("place"):
        for name, part in value.items():
            yield from fields(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value:
        for part in value:
            yield from fields(part, f"{path}[]")
    else:
        yield path


def is_told(field: str, told: set[str]) -> bool:
    """Whether the page has the field; of what is empty, whether it has the list, or anything below it."""
    ways = [re.escape(one).replace(r"\*", r".+?") for one in told]
    return any(re.fullmatch(rf"{way}(\[\])?", field) for way in ways) or any(
        one.startswith((f"{field}[]", f"{field}.")) for one in told
    )


def run(*line: str) -> str:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = rulewright.run.run([*line])
    assert code in (0, 1, 4), (line, err.getvalue())
    assert out.getvalue(), (line, err.getvalue())
    return out.getvalue()


@pytest.fixture(scope="module")
def printed(resist_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What each command prints, by its heading."""
    folder = tmp_path_factory.mktemp("json")
    shutil.copyfile(resist_file, folder / "x.db")
    (folder / "names.tsv").write_text("a\ten\tabel\nb\ten\tberta\n", "utf-8")
    (folder / "asked.txt").write_text("abxl\n", "utf-8")
    (folder / "list.csv").write_text("name,text,copies\nAnvil,Draw 2 cards.,3\nBell,Gain 1 coin.,2\n", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        named = ["--db", "x.db"]
        run("play", "resist", "--watch", "random", "--seed", "3", "--save", "game.json", *named)
        yield {
            heading: json.loads(run(*line, "--json", *([] if heading in WITHOUT_DATABASE else named)))
            for heading, line in LINES.items()
        }


@pytest.mark.parametrize("heading", LINES)
def test_a_command_prints_the_fields_that_the_page_tells(heading: str, printed: dict[str, Any]) -> None:
    told = told_of(heading)
    assert [field for field in sorted({*fields(printed[heading])}) if not is_told(field, told)] == []


def test_a_place_has_what_the_page_tells(printed: dict[str, Any]) -> None:
    places = [claim["place"] for claim in printed["trace"]["claims"] if claim["place"]]
    assert places
    assert {name for place in places for name in place} == PLACE
    assert all(f"`{name}`" in PAGE for name in PLACE)


@pytest.mark.parametrize("part", ["names", "texts", "claims", "facts", "conflicts", "effects"])
def test_all_that_a_trace_may_hold_stands_on_the_page(part: str) -> None:
    kind = get_args(get_type_hints(Trace)[part])[0]
    told = told_of("trace")
    assert {f"rules[].{field.name}" for field in dataclasses.fields(RuleTrace)} <= {
        way.removesuffix("[]") for way in told
    }
    assert [field.name for field in dataclasses.fields(kind) if not is_told(f"{part}[].{field.name}", told)] == []


def test_every_command_with_json_stands_on_the_page() -> None:
    from rulewright.reference import all_commands

    with_json = {path for path, command in all_commands() if any(p.name == "as_json" for p in command.params)}
    headings = {part.strip() for heading in re.findall(r"^## (.+)$", PAGE, re.MULTILINE) for part in heading.split(",")}
    assert with_json <= headings

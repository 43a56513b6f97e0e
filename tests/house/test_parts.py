"""Every part of laying out pages and of resolving has a test file of its own name that imports it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("ingest/layout", "ingest/resolve")


def parts() -> list[str]:
    """The modules of the rooms by their dotted names; a package alone is no part."""
    files = sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py") if file.stem != "__init__")
    return [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("part", parts())
def test_every_part_is_imported_by_a_test_of_its_own_name(part: str) -> None:
    tests = sorted((ROOT / "tests").rglob(f"test_{part.rpartition('.')[2]}.py"))
    assert [file.name for file in tests if part in imported(file)], f"tests/**/test_{part.rpartition('.')[2]}.py"

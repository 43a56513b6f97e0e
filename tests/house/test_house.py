"""The house keeps its promises: commands of the README exist, everything is described, nothing strange lies about."""

import ast
import re
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from rulewright import rooms
from rulewright.exits import Exit
from rulewright.reference import all_commands, pages

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = dict(all_commands())
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
ROOMS = ("schema", "ingest", "db", "rules_engine", "rulewright", "samples")


def sources() -> list[Path]:
    return sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("file", DOCS, ids=lambda f: f.name)
def test_every_make_target_named_in_the_docs_exists(file: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", file.read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= targets


@pytest.mark.parametrize("file", DOCS, ids=lambda f: f.name)
def test_every_command_named_in_the_docs_exists(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    named = set(
        re.findall(
            r"(?:^|`|bin/)rulewright ([a-z]+(?: game| language| text| join| split)?)(?![\w|])", text, re.MULTILINE
        )
    )
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("file", DOCS, ids=lambda f: f.name)
def test_every_option_used_in_the_docs_is_one_of_its_command(file: Path) -> None:
    lines = re.findall(r"(?:^|`)rulewright ([^`\n]+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    for line in lines:
        name = max((name for name in COMMANDS if f"{line} ".startswith(f"{name} ")), key=len, default=None)
        if name is not None:
            known = {option for parameter in COMMANDS[name].params for option in parameter.opts}
            assert set(re.findall(r"(?<=\s)--[a-z][a-z-]*", line)) <= known, line


@pytest.mark.parametrize("file", DOCS, ids=lambda f: f.name)
def test_every_link_between_pages_leads_somewhere(file: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", file.read_text(encoding="utf-8"))
    assert [link for link in links if not (file.parent / link).exists()] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example_and_describes_its_options(name: str) -> None:
    command = COMMANDS[name]
    assert "Example:" in (command.help or "")
    for parameter in command.params:
        assert getattr(parameter, "help", None), f"{parameter.name} of {name} has no help"


def test_the_reference_pages_say_what_the_code_says() -> None:
    for file, text in pages().items():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is stale: run `make docs`"


@pytest.mark.parametrize("file", sources(), ids=lambda f: f.relative_to(ROOT).as_posix())
def test_every_file_says_its_idea_first(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))


def test_rows_are_built_only_through_the_one_door() -> None:
    tables = {m.__name__ for m in __import__("schema.base", fromlist=["tables"]).tables()}
    built = []
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in tables:
                built.append(f"{file.relative_to(ROOT)}:{node.lineno} {node.func.id}")
    shown = [place for place in built if "rules_engine" not in place and "rulewright" not in place]
    assert shown == []


def test_rooms_of_this_checkout_are_no_strangers() -> None:
    assert rooms.find_strangers() == []


def test_a_room_that_lies_elsewhere_is_named_with_the_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stranger = ModuleSpec("db", None, is_package=True)
    stranger.submodule_search_locations = [str(tmp_path / "db")]
    real = rooms.find_spec
    monkeypatch.setattr(rooms, "find_spec", lambda name: stranger if name == "db" else real(name))
    (sentence,) = rooms.find_strangers()
    assert str(tmp_path / "db") in sentence
    assert "pip uninstall db" in sentence


def test_a_stranger_ends_the_program_with_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / "db").mkdir()
    (tmp_path / "db" / "__init__.py").write_text("", encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from rulewright.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == Exit.BROKEN_INSTALLATION
    assert "The name “db” is taken by a package" in done.stderr


def test_no_lock_file_and_no_index_address_is_in_the_project() -> None:
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    assert [f for f in listed if f.endswith((".lock", "package-lock.json", "poetry.lock"))] == []
    assert "://" not in (ROOT / "constraints.txt").read_text(encoding="utf-8")

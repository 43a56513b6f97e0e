"""Packs hold words, documents hold values: no number of a rule stands in games/ outside card lists."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.packs.read import read_shared_languages
from schema.folding import fold

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"
PACK_FILES = sorted(file for file in GAMES.glob("*/*.toml") if file.stem != "look")
"""Numbers of a look are places on a drawing."""
WORDED = ("patterns", "phrasebook", "editions", "kinds", "rule")
"""Tables whose texts are wordings or sentences."""


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner, path)
    else:
        yield path, str(value)


@pytest.mark.parametrize("file", PACK_FILES, ids=lambda f: f.relative_to(GAMES).as_posix())
def test_no_value_is_a_number(file: Path) -> None:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    content.pop("numbers", None)
    numbers = [(path, value) for path, value in texts(content) if re.fullmatch(r"[+-]?\d+", value)]
    allowed = [(p, v) for p, v in numbers if p.startswith(("/concepts/", "/glyphs", "/untranslated", "/names/icon"))]
    assert [n for n in numbers if n not in allowed] == []


@pytest.mark.parametrize("file", PACK_FILES, ids=lambda f: f.relative_to(GAMES).as_posix())
def test_wordings_and_sentences_hold_no_digits(file: Path) -> None:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    worded = {key: value for key, value in content.items() if key in WORDED}
    outside_slots = ((path, re.sub(r"\{[^}]*\}", "", text)) for path, text in texts(worded))
    found = [
        (p, t) for p, t in outside_slots if re.search(r"\d", t) and not p.endswith(("/edition", "/about", "/code"))
    ]
    assert found == []


@pytest.mark.parametrize("file", sorted(GAMES.glob("*/*.toml")), ids=lambda f: f.relative_to(GAMES).as_posix())
def test_patterns_and_rules_hold_no_number_words(file: Path) -> None:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    language = "en" if file.stem == "rules" else file.stem
    shared = read_shared_languages(GAMES)
    if language not in shared:
        pytest.skip("not a file of a language")
    words = {fold(w) for w, n in shared[language].numbers.items() if n > 1}
    worded = {key: content[key] for key in ("patterns", "rule") if key in content}
    spoken = ((p, re.findall(r"[^\W\d_]+", fold(re.sub(r"\{[^}]*\}", "", t)))) for p, t in texts(worded))
    assert [(p, w) for p, found in spoken if not p.endswith("/about") for w in found if w in words] == []


def test_no_eight_words_in_a_row_come_from_the_real_rulebooks(shared: Path) -> None:
    runs: set[tuple[str, ...]] = set()
    for seed in sorted((shared / "seeds").glob("*.txt")):
        words = re.findall(r"\w+", re.sub(r"<\|.*?\|>", " ", seed.read_text(encoding="utf-8")).lower())
        runs |= {tuple(words[i : i + 8]) for i in range(len(words) - 7)}
    assert runs
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    copied = []
    for name in listed.stdout.splitlines():
        try:
            words = re.findall(r"\w+", (ROOT / name).read_text(encoding="utf-8").lower())
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
        copied += [(name, words[i : i + 8]) for i in range(len(words) - 7) if tuple(words[i : i + 8]) in runs]
    assert copied == []

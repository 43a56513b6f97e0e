"""What a careful editor would mark is found, and sound text is left alone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import select

from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options
from rulewright.ingesting import ingest_documents
from schema.claims import Finding

Lint = Callable[[str], list[tuple[str, str, str]]]
SOUND = """\
# The Walled Orchard

## Components

- 40 fruit cards
- 12 weather cards

## Limits of the basket

A basket holds what it holds. Carry the basket to the Old Well; the basket stays there.

## Moving

1. Enter the Garden Gate (see Limits of the basket, page 3).

2. Enter the Beehive.

3. Ask the head gardener, who said that that was fine.
"""


@pytest.fixture
def lint(tmp_path: Path, tiny_games: Path) -> Lint:
    def run(text: str) -> list[tuple[str, str, str]]:
        file = tmp_path / "rules.md"
        file.write_text(text, encoding="utf-8")
        db = sqlite_url(tmp_path / "lint.db")
        ingest_documents(db, [file], Options(), games=tiny_games)
        with session(open_database(db), read_only=True) as opened:
            return [(f.kind, f.severity, f"{f.message} {f.suggestion}") for f in opened.exec(select(Finding))]

    return run


def test_sound_text_is_left_alone(lint: Lint) -> None:
    assert lint(SOUND) == []


@pytest.mark.parametrize(
    ("before", "after", "kind", "severity", "words"),
    [
        ("holds what it holds", "holds what what it holds", "doubled-word", "error", "“what what”"),
        ("2. Enter the Beehive.", "2. Enter the Beehive (Limits of the basket, page 5).", "page-reference", "error",
         "page 3 and 5"),
        ("3. Ask", "4. Ask", "numbering", "warning", "from 2 to 4"),
        ("- 12 weather", "- 30 ripe ones\n- 9 rotten ones\n- 12 weather", "sum", "error", "30 + 9 = 39"),
        ("2. Enter the Beehive.", "2. Enter the Bechive. The Beehive hums.", "misspelt-name", "warning", "beehive"),
        ("- 12 weather", "- 41 fruit cards\n- 12 weather", "conflict", "error", "40 in rules.md, 41 in rules.md"),
    ],
)  # fmt: skip
def test_a_slip_is_marked(lint: Lint, before: str, after: str, kind: str, severity: str, words: str) -> None:
    assert before in SOUND
    found = lint(SOUND.replace(before, after))
    assert [(k, s) for k, s, _ in found] == [(kind, severity)]
    assert words in found[0][2]

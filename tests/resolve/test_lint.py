"""What a careful editor would mark is found, and sound text is left alone."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options
from ingest.resolve.lint import CHECKS, lint_game
from rulewright.ingesting import ingest_documents
from schema.base import row
from schema.claims import Finding

BASKET = 'basket = ["basket"]'
"""How the tiny game names the basket; the tests give it a second name."""
Lint = Callable[[str], list[tuple[str, str, str]]]
SOUND = """\
# The Walled Orchard

## Components

- 40 fruit cards
- 12 weather cards

## Limits of the basket

A basket holds what it holds. Carry the basket to the Old Well; the basket stays there. Lift the basket with care.

## Moving

1. Enter the Garden Gate (see Limits of the basket, page 3).

2. Enter the Beehive.

3. Ask the head gardener, who said that that was fine.
"""


@pytest.fixture
def lint(tmp_path: Path, tiny_games: Path) -> Lint:
    games = shutil.copytree(tiny_games, tmp_path / "games")
    words = games / "orchard" / "en.toml"
    text = words.read_text(encoding="utf-8")
    assert BASKET in text
    words.write_text(text.replace(BASKET, BASKET[:-1] + ', "hamper"]'), encoding="utf-8")

    def run(text: str) -> list[tuple[str, str, str]]:
        file = tmp_path / "rules.md"
        file.write_text(text, encoding="utf-8")
        db = sqlite_url(tmp_path / "lint.db")
        ingest_documents(db, [file], Options(), games=games)
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
        ("## Moving", "\f\n## Moving", "page-reference", "warning", "said to be on page 3, but it stands on page 1"),
        ("3. Ask", "3. For each symbol , ask", "lost-icon", "warning", "“3. For each symbol ▯ , ask"),
        ("2. Enter the Beehive.", "2. Enter the Beehive with a hamper.", "second-name", "warning", "“hamper”"),
        ("## Moving\n", "## 1. Resting\n\nRest.\n\n## 3. Moving\n", "numbering", "warning", "from 1 to 3"),
        ("## Moving\n", "## Moving\n\nKdo se chce napít, ten musí jít ke studni a tam si nabrat vodu.\n",
         "foreign-text", "warning", "One passage is in “cs”"),
        ("3. Ask", "4. Ask", "numbering", "warning", "from 2 to 4"),
        ("- 12 weather", "- 30 ripe ones\n- 9 rotten ones\n- 12 weather", "sum", "error", "30 + 9 = 39"),
        ("2. Enter the Beehive.", "2. Enter the Bechive. The Beehive hums.", "misspelt-name", "warning", "Beehive"),
        ("- 12 weather", "- 41 fruit cards\n- 12 weather", "conflict", "error", "40 in rules.md, 41 in rules.md"),
    ],
)  # fmt: skip
def test_a_slip_is_marked(lint: Lint, before: str, after: str, kind: str, severity: str, words: str) -> None:
    assert before in SOUND
    found = lint(SOUND.replace(before, after))
    assert [(k, s) for k, s, _ in found] == [(kind, severity)]
    assert words in found[0][2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("what it holds.", "what it holds. A hamper is the same as a basket."),
        ("A basket holds", "A  basket  holds  what  you  put  there.  It  holds"),
        ("Garden Gate (see", "Garden Gate (on the map of the Limits of the basket, see"),
        ("## Moving", "## Names\n\nKarel Čapek, Jan Neruda, Božena Němcová\n\n## Moving"),
        ("2. Enter the Beehive.", "2. Enter the Beehives."),
        ("3. Ask", "- a note\n\n3. Ask"),
    ],
)
def test_what_only_looks_like_a_slip_is_left_alone(lint: Lint, before: str, after: str) -> None:
    assert before in SOUND
    assert lint(SOUND.replace(before, after)) == []


def test_findings_are_stored_with_the_passage_and_a_suggestion_and_made_anew_each_time(shelf: Any) -> None:
    passage = shelf.passage(shelf.document(), "Carry the the basket.")
    for _ in range(2):
        lint_game(shelf.session, shelf.game, shelf.pack)
        (finding,) = shelf.session.exec(select(Finding))
        assert (finding.kind, finding.passage_id, finding.suggestion) == ("doubled-word", passage.id, "the")


def test_a_finding_of_another_step_is_left_alone(shelf: Any) -> None:
    content = {"kind": "unread-card", "severity": "note", "message": "A card."}
    shelf.add(row(Finding, content, game_id=shelf.game.id))
    lint_game(shelf.session, shelf.game, shelf.pack)
    assert shelf.findings("unread-card") == ["A card."]


def test_a_document_in_a_language_without_a_file_is_checked_too(shelf: Any) -> None:
    shelf.passage(shelf.document("de"), "Nimm den den Korb.")
    lint_game(shelf.session, shelf.game, shelf.pack)
    assert len(shelf.findings("doubled-word")) == 1


def test_every_check_marks_findings_of_its_own_kind(desk: Any) -> None:
    text = "Carry the the Bechive , see Limits, page 9."
    copy = desk.copy(text, ("heading", "Limits"), ("item", "1. one"), ("item", "3. three"))
    assert all(marked.kind == kind for kind, check in CHECKS.items() for marked in check(copy))

"""Rows of a frame: phrases within phrases are read by their kinds, and every mistake names file, row and word."""

import shutil
import tomllib
from pathlib import Path

import pytest

from ingest.packs.read import BrokenPack, Shared, read_pack
from schema.notation import NotationError
from schema.phrases import NestedClause, Phrases, Word
from schema.play_words import FORMS, QUERIES

ROOT = Path(__file__).resolve().parents[2]
BROKEN = tomllib.loads((ROOT / "tests" / "bad" / "play_files.toml").read_text(encoding="utf-8"))["broken"]
CODES = {
    "number": ("none", "one", "goal"),
    "tally": ("score",),
    "player-tally": ("score",),
    "seat": ("you", "they"),
    "pile": ("hand", "deck"),
    "player-pile": ("hand",),
    "card": ("it",),
    "trait": ("suit",),
    "measure": ("rank",),
    "word": ("hearts",),
}
WORDS = Phrases(FORMS, {kind: frozenset(codes) for kind, codes in CODES.items()}, QUERIES)


@pytest.mark.parametrize("entry", BROKEN, ids=lambda entry: f"{entry['game']}: {entry['after'][:40]}")
def test_a_mistake_names_the_file_the_row_and_the_word(entry: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "games" / entry["game"]
    shutil.copytree(ROOT / "games" / entry["game"], folder, ignore=shutil.ignore_patterns("samples"))
    text = (folder / "play.toml").read_text(encoding="utf-8")
    assert entry["before"] in text
    (folder / "play.toml").write_text(text.replace(entry["before"], entry["after"]), encoding="utf-8")
    with pytest.raises(BrokenPack) as broken:
        read_pack(folder, Shared.of(ROOT / "games"))
    told = [str(problem) for problem in broken.value.problems]
    named = [line for line in told if entry["says"] in line]
    assert named, "\n".join(told)
    assert named[0].startswith(f"games/{entry['game']}/play.toml:")


def test_kinds_tell_what_belongs_together() -> None:
    found = WORDS.phrase("number", "score of you plus count of cards in hand of they with suit hearts")
    assert isinstance(found, NestedClause)
    assert found.form == "{a=number} plus {b=number}"
    counted = found.parts[1]
    assert isinstance(counted, NestedClause)
    assert counted.form == "count of {cards}"
    assert [part.kind for part in counted.parts] == ["cards"]
    assert WORDS.phrase("seat", "you") == Word("seat", "you")


def test_what_is_added_binds_loosest() -> None:
    found = WORDS.phrase("number", "one times goal plus score minus one")
    assert isinstance(found, NestedClause)
    assert found.form == "{a=number} plus {b=number}"


def test_a_phrase_of_another_kind_is_refused_with_the_word() -> None:
    with pytest.raises(NotationError, match="cannot be read as a seat") as refused:
        WORDS.phrase("seat", "seat after hand")
    assert refused.value.word
    with pytest.raises(NotationError, match="did you mean “hand”"):
        WORDS.phrase("cards", "cards in hnad")

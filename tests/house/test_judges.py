"""The judges' sets are whole: every row has its columns, and every number stands where its row says."""

import csv
import runpy
from pathlib import Path

import pytest

SETS = sorted((Path(__file__).parents[1] / "judges" / "standing").glob("*-*.tsv"))
STANDINGS = {"asserted", "denied", "supposed", "elsewhere"}


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_every_number_of_a_standing_set_stands_in_its_text(file: Path) -> None:
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len({row["id"] for row in rows}) >= 60
    for row in rows:
        assert row["text"].count(row["number"]) >= int(row["nth"]), row["id"]
        assert row["standing"] in STANDINGS, row["id"]
        assert row["is_example"] in ("yes", "no"), row["id"]
        assert not row["corrects"] or row["standing"] == "asserted", row["id"]


def test_each_language_has_a_set_to_work_with_and_one_to_score() -> None:
    assert {file.stem for file in SETS} == {
        f"{code}-{half}"
        for code in ("cs", "pl", "it", "en")
        for half in (
            "work",
            "work2",
            "work3",
            *(f"train{n}" for n in range(1, 8)),
            "score",
            *(f"score{n}" for n in range(2, 13)),
        )
    }


ROOT = Path(__file__).resolve().parents[2]
SOME = ("dev2", *(f"train{number}" for number in range(2, 8)))
"""Sets of some games and languages."""
HALVES = [half for half in runpy.run_path(str(ROOT / "benchmarks" / "rulebooks.py"))["HALVES"] if half not in SOME]
BOOKS = sorted((Path(__file__).parents[1] / "judges" / "rulebooks").glob("*.md"))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_no_trap_of_a_rulebook_is_its_truth(book: Path) -> None:
    truth, traps = (
        [tuple(line.split("\t")[:3]) for line in book.with_suffix(f".{kind}.tsv").read_text("utf-8").splitlines()[1:]]
        for kind in ("truth", "traps")
    )
    assert len(book.read_text("utf-8").split()) >= 1200
    assert len(truth) >= 30
    assert len(traps) >= 12
    assert not set(truth) & set(traps)


def test_each_game_and_language_has_a_rulebook_of_every_set() -> None:
    wanted = [f"black-orchestra-{code}" for code in ("cs", "pl", "en", "it")]
    wanted += [f"{game}-{code}" for game in ("resist", "operation-barclay") for code in ("cs", "en")]
    books = {book.stem for book in BOOKS}
    assert {f"{name}-{half}" for name in wanted for half in HALVES} <= books
    assert {name.rpartition("-")[2] for name in books} == {*HALVES, *SOME}

"""Sheets of corrections beside the rulebooks they correct: what they put right, and what else they change.

.venv/bin/python benchmarks/errata.py [--all] [GAME-LANGUAGE ...]

Each book of the eleventh set is read alone, then with each of its two sheets. `right` are facts with the value that the
sheet tells, `missed` keep the book's, `wrong` have neither, `harm` are other facts that changed.
"""

import csv
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session, select

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database, session, sqlite_url
from ingest.packs import read_packs
from ingest.pipeline import Options, read_document
from ingest.resolve.run import resolve_game
from schema.claims import Fact
from schema.games import Edition
from schema.pack import Pack

JUDGES = Path(__file__).resolve().parents[1] / "tests" / "judges"
GAMES = JUDGES.parents[1] / "games"
SET = "score11"
FIRST = {"black-orchestra-it": "1st"}
"""Editions of the books that are not the usual ones of their games."""
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one sheet did."""

    stated: int
    right: list[Key]
    provisional: int
    missed: list[Key]
    wrong: list[Key]
    harm: list[Key]


def main(arguments: list[str]) -> None:
    """Print a line a sheet and one for all."""
    is_long = "--all" in arguments
    named = [argument for argument in arguments if not argument.startswith("-")]
    packs = read_packs(GAMES)
    outcomes = []
    for file in sorted((JUDGES / "errata").glob(f"*-{SET}-1.md")):
        name = file.stem.removesuffix(f"-{SET}-1")
        if named and name not in named:
            continue
        for sheet, outcome in _outcomes(name, packs):
            outcomes.append(outcome)
            print(f"{name} {sheet}: {_told(outcome)}")
            if is_long:
                for what in ("missed", "wrong", "harm"):
                    print(*(f"    {what} {' '.join(key)}" for key in getattr(outcome, what)), sep="\n")
    parts = ("right", "missed", "wrong", "harm")
    sums = {part: [key for each in outcomes for key in getattr(each, part)] for part in parts}
    stated, provisional = (sum(each) for each in zip(*((o.stated, o.provisional) for o in outcomes), strict=True))
    print(f"all: {_told(Outcome(stated=stated, provisional=provisional, **sums))}")


def _told(outcome: Outcome) -> str:
    counted = ", ".join(f"{len(getattr(outcome, part))} {part}" for part in ("missed", "wrong", "harm"))
    return f"of {outcome.stated} right {len(outcome.right)} ({outcome.provisional} provisional), {counted}"


def _outcomes(name: str, packs: dict[str, Pack]) -> list[tuple[int, Outcome]]:
    game, language = name.rsplit("-", 1)
    edition = FIRST.get(name, packs[game].game.default_edition)
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base.db"
        with session(open_database(sqlite_url(base))) as opened:
            load_pack(opened, packs[game])
            _read(opened, JUDGES / "rulebooks" / f"{name}-{SET}.md", packs, Options(game=game, edition=edition))
            before = _facts(opened, game, packs, edition)
        found = []
        for sheet in (1, 2):
            copy = Path(folder) / f"{sheet}.db"
            with closing(sqlite3.connect(base)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
            with session(open_database(sqlite_url(copy))) as opened:
                file = JUDGES / "errata" / f"{name}-{SET}-{sheet}.md"
                _read(opened, file, packs, Options(), language)
                found.append((sheet, _compared(file, before, _facts(opened, game, packs, edition))))
    return found


def _read(opened: Session, file: Path, packs: dict[str, Pack], options: Options, language: str = "") -> None:
    language = language or file.stem.split(f"-{SET}")[0].rsplit("-", 1)[1]
    load_reading(opened, read_document(file, packs, candidates=(language,), recipe="r", options=options))


def _facts(opened: Session, game: str, packs: dict[str, Pack], edition: str) -> dict[Key, tuple[str, bool]]:
    resolve_game(opened, game, packs[game])
    opened.commit()
    rows = opened.exec(select(Fact).join(Edition).where(Edition.code == edition)).all()
    return {(fact.subject, fact.attribute): (fact.value, fact.is_provisional) for fact in rows}


def _compared(file: Path, before: dict[Key, tuple[str, bool]], after: dict[Key, tuple[str, bool]]) -> Outcome:
    with file.with_suffix(".tsv").open(encoding="utf-8") as listed:
        truth = {(row["subject"], row["attribute"]): row["value"] for row in csv.DictReader(listed, delimiter="\t")}
    right = [key for key, value in truth.items() if key in after and _plain(after[key][0]) == _plain(value)]
    missed = [key for key in truth if key not in right and after.get(key) == before.get(key)]
    return Outcome(
        stated=len(truth),
        right=right,
        provisional=sum(after[key][1] for key in right),
        missed=missed,
        wrong=[key for key in truth if key not in {*right, *missed}],
        harm=sorted(key for key in {*before, *after} - {*truth} if before.get(key) != after.get(key)),
    )


def _plain(value: str) -> str:
    return value.lstrip("+")


if __name__ == "__main__":
    main(sys.argv[1:])

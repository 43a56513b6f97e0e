"""Sheets of corrections beside the rulebooks they correct: what they put right, and what else they change.

.venv/bin/python benchmarks/errata.py [--all] [--in FOLDER] [score11|score12|…] [GAME-LANGUAGE ...]

Each book of the set is read alone, then with each of its sheets. `right` are facts with the value that the sheet tells,
`missed` keep the book's, `wrong` have neither, `harm` are other facts that changed.
"""

import argparse
import csv
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session, select

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database, session, sqlite_url
from ingest.packs.read import read_packs
from ingest.pipeline import Options, read_document
from ingest.resolve.run import resolve_game
from schema.claims import Fact
from schema.games import Edition
from schema.pack import Pack

JUDGES = Path(__file__).resolve().parents[1] / "tests" / "judges"
GAMES = JUDGES.parents[1] / "games"
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


def main() -> None:
    """Print a line a sheet and one for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="name every fact that is not right")
    parser.add_argument("--in", dest="folder", type=Path, default=JUDGES / "errata", help="where the sheets are")
    parser.add_argument("names", nargs="*", metavar="SET or GAME-LANGUAGE")
    said = parser.parse_args()
    sets = [name for name in said.names if re.fullmatch(r"[a-z]+\d+", name)] or ["score11"]
    named = {name for name in said.names if name not in sets}
    packs = read_packs(GAMES)
    outcomes = []
    for of in sets:
        names = dict.fromkeys(file.stem.split(f"-{of}-")[0] for file in sorted(said.folder.glob(f"*-{of}-*.md")))
        for name in (each for each in names if not named or each in named):
            for file, outcome in _outcomes(name, of, said.folder, packs):
                outcomes.append(outcome)
                print(f"{file.stem}: {_told(outcome)}", flush=True)
                if said.all:
                    for what in ("missed", "wrong", "harm"):
                        print(*(f"    {what} {' '.join(key)}\n" for key in getattr(outcome, what)), sep="", end="")
    parts = ("right", "missed", "wrong", "harm")
    sums = {part: [key for each in outcomes for key in getattr(each, part)] for part in parts}
    stated, provisional = (sum(each) for each in zip(*((o.stated, o.provisional) for o in outcomes), strict=True))
    print(f"all: {_told(Outcome(stated=stated, provisional=provisional, **sums))}")


def _told(outcome: Outcome) -> str:
    counted = ", ".join(f"{len(getattr(outcome, part))} {part}" for part in ("missed", "wrong", "harm"))
    return f"of {outcome.stated} right {len(outcome.right)} ({outcome.provisional} provisional), {counted}"


def _outcomes(name: str, of: str, sheets: Path, packs: dict[str, Pack]) -> Iterator[tuple[Path, Outcome]]:
    game, language = name.rsplit("-", 1)
    edition = FIRST.get(name, packs[game].game.default_edition)
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base.db"
        with session(open_database(sqlite_url(base))) as opened:
            load_pack(opened, packs[game])
            book = JUDGES / "rulebooks" / f"{name}-{of}.md"
            _read(opened, book, packs, language, Options(game=game, edition=edition))
            before = _facts(opened, game, packs, edition)
        for file in sorted(sheets.glob(f"{name}-{of}-*.md")):
            copy = Path(folder) / f"{file.stem}.db"
            with closing(sqlite3.connect(base)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
            with session(open_database(sqlite_url(copy))) as opened:
                _read(opened, file, packs, language, Options())
                yield file, _compared(file, before, _facts(opened, game, packs, edition))


def _read(opened: Session, file: Path, packs: dict[str, Pack], language: str, options: Options) -> None:
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
    main()

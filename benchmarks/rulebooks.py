"""Rulebooks written anew with changed numbers: how many facts are claimed, how many rightly, which traps are taken.

.venv/bin/python benchmarks/rulebooks.py SET [--frames-only | --patterns-only | --unweighed] [GAME-LANGUAGE ...]

Sets are work, score to score5, score7 to score13, train1 to train7, dev1 and dev2.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.extract import ExtractSettings
from ingest.frames.settings import FrameSettings
from ingest.packs.read import read_packs
from ingest.pipeline import DocumentSettings, Options, read_document
from ingest.weighed.tell import WeighedSettings
from schema.pack import Pack

ROOT = Path(__file__).resolve().parent.parent
BOOKS = ROOT / "tests" / "judges" / "rulebooks"
HALVES = (
    "work",
    "score",
    "score2",
    "score3",
    "score4",
    "score5",
    "score7",
    "score8",
    "score9",
    "score10",
    "score11",
    "score12",
    "score13",
    "dev1",
    "dev2",
    *(f"train{n}" for n in range(1, 8)),
)
"""Books to work with, those of scorings and those that were only counted, which became such."""
LANGUAGES = ("cs", "en", "it", "pl")
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Score:
    """What came of one book."""

    name: str
    stated: int
    missed: tuple[str, ...]
    claimed: int
    wrong: tuple[str, ...]
    traps: int
    taken: tuple[str, ...]

    @property
    def recall(self) -> float:
        """The share of stated facts that were claimed."""
        return 1 - len(self.missed) / self.stated

    @property
    def precision(self) -> float:
        """The share of values claimed of stated facts that are right."""
        return 1 - len(self.wrong) / self.claimed if self.claimed else 1.0


def rows(file: Path) -> list[list[str]]:
    """The rows of a tab-separated file below its head."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [row for row in list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:] if row]


def score(book: Path, packs: Mapping[str, Pack], settings: DocumentSettings) -> Score:
    """Read a book and compare its claims with its truth and its traps."""
    game, language, _ = book.stem.rsplit("-", 2)
    said = Options(game=game, language=language)
    reading = read_document(book, packs, candidates=LANGUAGES, recipe="r", options=said, settings=settings)
    truth: dict[Key, set[str]] = defaultdict(set)
    for subject, attribute, value in rows(book.with_suffix(".truth.tsv")):
        truth[subject, attribute].add(plain(value))
    claimed: dict[Key, set[str]] = defaultdict(set)
    for claim in (read.claim for read in reading.claims):
        if claim.standing == "asserted":
            claimed[claim.subject, claim.attribute].add(plain(claim.value))
    missed = [f"{' '.join(key)} {value}" for key, values in truth.items() for value in values - claimed[key]]
    wrong = [f"{' '.join(key)} {value}" for key, values in truth.items() for value in claimed[key] - values]
    traps = rows(book.with_suffix(".traps.tsv"))
    taken = [" ".join(trap[:3]) for trap in traps if plain(trap[2]) in claimed[trap[0], trap[1]]]
    judged = sum(len(claimed[key]) for key in truth)
    return Score(
        book.stem, sum(map(len, truth.values())), tuple(missed), judged, tuple(wrong), len(traps), tuple(taken)
    )


def plain(value: str) -> str:
    """A value without a plus sign, its minus an ASCII one; a list of several without commas."""
    return " ".join(value.replace("\u2212", "-").replace(",", " ").split()).lstrip("+")


def main(arguments: Sequence[str]) -> None:
    """Print a line for each book, what it missed, and all together."""
    half, *names = [argument for argument in arguments if not argument.startswith("--")] or ["work"]
    if half not in HALVES:
        raise SystemExit(f"There are no books called {half}; there are {', '.join(HALVES)}.")
    frames = FrameSettings(is_read="--patterns-only" not in arguments)
    weighed = WeighedSettings(is_read=not {"--frames-only", "--patterns-only", "--unweighed"} & {*arguments})
    extract = ExtractSettings(by_patterns="--frames-only" not in arguments, frames=frames, weighed=weighed)
    packs = read_packs(ROOT / "games", is_checked=True)
    books = [book for book in sorted(BOOKS.glob(f"*-{half}.md")) if not names or book.stem.rsplit("-", 1)[0] in names]
    scores = [score(book, packs, DocumentSettings(extract=extract)) for book in books]
    for each in scores:
        print(
            f"{each.name:28} recall {each.stated - len(each.missed):3}/{each.stated:3} = {each.recall:5.1%}  "
            f"precision {each.precision:6.1%}  traps {len(each.taken):2}/{each.traps}"
        )
        for word, listed in (("missed", each.missed), ("wrong", each.wrong), ("trap", each.taken)):
            for line in listed:
                print(f"    {word:6} {line}")
    stated, claimed = sum(s.stated for s in scores), sum(s.claimed for s in scores)
    print(
        f"all: recall {1 - sum(len(s.missed) for s in scores) / stated:.1%}  "
        f"precision {1 - sum(len(s.wrong) for s in scores) / max(claimed, 1):.1%}  "
        f"traps {sum(len(s.taken) for s in scores)}/{sum(s.traps for s in scores)}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])

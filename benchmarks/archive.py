"""An archive of rulebooks: what reading, resolving, searching, checking and handing it on cost by its size.

    python benchmarks/archive.py [--documents 100 1000] [--folder FOLDER]

Four of five documents are rulebooks of games that do not exist, in four languages, about a hundred passages each, some
in two languages; every fifth is one of our samples with other numbers. All are made from a seed. Everything is done by
the commands that a person types; CPU is that of the command with all processes that it starts. With --folder the
archive and its database stay there, and what was read is not read again.
"""

import argparse
import random
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rulewright import GAMES

WORDS = Path(__file__).with_name("archive_words.toml")
SEED = 11
SYLLABLES = ("ka", "lo", "mer", "vi", "tan", "ru", "sel", "bor", "ni", "dha", "qua", "ost", "fen", "ylt", "gar", "pim")
CHAPTERS = ("setup", "turn", "scoring")
RULES_A_CHAPTER = 28
TAUGHT = 5
"""Every so manieth document is of a taught game."""
TWINS = 3
"""Every so manieth game has two languages."""


class Cost(NamedTuple):
    """What a command took, and the most memory that any command has taken so far."""

    cpu: float
    peak: float


def main() -> None:
    """Print one table, a row a size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--folder", type=Path)
    chosen = parser.parse_args()
    for count in chosen.documents:
        with tempfile.TemporaryDirectory() as passing:
            folder = (chosen.folder or Path(passing)) / f"archive-{count}"
            measure(folder, count)


def measure(folder: Path, count: int) -> None:
    """Make an archive of so many documents and print what each command costs there."""
    shelf, db = folder / "shelf", folder / "archive.db"
    shelf.mkdir(parents=True, exist_ok=True)
    for name, text in books(count):
        (shelf / name).write_text(text, encoding="utf-8")
    commands = {
        "ingest": ["ingest", str(shelf), "--jobs", "1", "--quiet"],
        "ingest again": ["ingest", str(shelf), "--jobs", "1", "--quiet"],
        "status": ["status", "--json"],
        "find, index made": ["find", "whoever draws cards"],
        "find": ["find", "closed until the next round"],
        "lint": ["lint", "--json"],
        "export --games": ["export", "--games", str(folder / "games")],
        "export --sqlite": ["export", "--sqlite", str(folder / "snapshot.db")],
    }
    costs = {what: run([*words, "--db", f"sqlite:///{db}"]) for what, words in commands.items()}
    with sqlite3.connect(db) as opened:
        passages, games = (
            opened.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("passage", "game")
        )
    print(f"{count:,} documents, {passages:,} passages, {games:,} games, {db.stat().st_size / 2**20:,.0f} MB")
    for what, cost in costs.items():
        print(f"  {what:<18} {cost.cpu:>9.1f} s of CPU {1000 * cost.cpu / count:>9.1f} ms each {cost.peak:>7.0f} MB")


def run(words: list[str]) -> Cost:
    """Run a command of ours to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-m", "rulewright", *words], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"rulewright {words[0]} ended with {done.returncode}: {done.stderr[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu, after.ru_maxrss / 1024)


def books(count: int) -> Iterator[tuple[str, str]]:
    """File names and texts."""
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    samples = [file.read_text(encoding="utf-8") for file in sorted(GAMES.glob("*/samples/*.md"))]
    chance = random.Random(SEED)
    twin = ""
    for number in range(count):
        if number % TAUGHT == 0:
            text = re.sub(r"\b\d\b", lambda _: str(chance.randint(1, 9)), samples[number // TAUGHT % len(samples)])
            yield f"taught-{number:05}.md", f"{text}\nPrinting {number}.\n"
            continue
        language = list(words)[number % len(words)]
        name = twin or " ".join("".join(chance.choices(SYLLABLES, k=3)).capitalize() for _ in range(2))
        yield f"{name.replace(' ', '-').lower()}-{language}.md", book(words[language], name, chance)
        twin = name if not twin and number % TWINS == 0 else ""


def book(words: dict[str, Any], name: str, chance: random.Random) -> str:
    """A rulebook of a game that does not exist."""

    def said(text: str) -> str:
        at = chance.randrange(len(words["things"]))
        slots = {"thing": words["things"][at], "many": words["many"][at], "place": chance.choice(words["places"])}
        return text.format(name=name, n=chance.randint(3, 12), m=chance.randint(2, 9), **slots)

    lines = [f"# {said(words['title'])}", said(words["players"]), f"## {words['contents']}"]
    lines.append("\n".join(f"- {chance.randint(3, 60)} {many}" for many in chance.sample(words["many"], 8)))
    for chapter in CHAPTERS:
        lines.append(f"## {words[chapter]}")
        lines += [said(chance.choice(words["rules"])) for _ in range(RULES_A_CHAPTER)]
    lines += [f"## {words['end']}", said(words["over"])]
    return "\n\n".join(lines) + "\n"


if __name__ == "__main__":
    main()

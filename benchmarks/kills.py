"""What is left when a run is killed: `python benchmarks/kills.py [--kills 100] [--seed 25]`.

Our own small documents (PDFs with a text layer, scans, a picture of a card, plain text) are read once without harm.
Then runs over them are killed with SIGKILL at random moments, every second time together with their readers, and
started again on what they left, until one ends by itself; its database must hold the same rows by what they are called,
as many in each table, and the same pictures beside it. Then the next kill begins with no database.
"""

import argparse
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import typst
from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import func, select

from db.open import open_database, sqlite_url
from db.told import Told, differences
from ingest.pipeline import Options
from rulewright.beside import PAGES, beside
from rulewright.ingesting import ingest_documents
from rulewright.telling import Telling
from samples.degrade import scan
from samples.manifest import Sample
from schema.base import tables

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "tests" / "tiny_games"
"""A game of our tests: the packs of the real ones would take longer than all documents, and most kills fall there."""
TEXTS = {
    "en": ("The Walled Orchard", "{} fruit cards", "Old Well", "-2 hunger, +{} common harvest"),
    "cs": ("Zahrada za zdí", "{} karet ovoce", "Stará studna", "-2 hlad, +{} společná sklizeň"),
}
CARDS = {"Windfall": "Take two apples from the basket."}
STRETCH = 0.6
"""The longest time to a kill, in whole runs: what was stored stays, so that all moments of a run still come."""
QUIET = Telling(is_quiet=True)
HOUR = 3600.0
FORK = multiprocessing.get_context("fork")


def typeset(language: str, cards: int, harvest: int) -> bytes:
    """A page of rules as a PDF."""
    title, amount, place, effect = TEXTS[language]
    lines = (f"= {title}", f"- {amount.format(cards)}", f"== {place}", effect.format(harvest))
    text = "#set page(width: 8cm, height: 5cm, margin: 8mm)\n#set text(size: 11pt)\n" + "\n\n".join(lines)
    return bytes(typst.compile(text.encode(), format="pdf", timestamp=0))


def card(title: str, body: str) -> Image.Image:
    """A card with a coloured field above its words."""
    image = Image.new("RGB", (360, 500), (60, 46, 40))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((12, 12, 348, 488), 16, fill=(238, 232, 214))
    draw.rectangle((30, 80, 330, 280), fill=(90, 120, 60))
    for at, size, words in ((48, 30, title), (340, 20, body)):
        draw.text((180, at), words, font=ImageFont.load_default(size), fill=(20, 20, 20), anchor="mm")
    return image


def fill(folder: Path) -> None:
    """Documents that agree, disagree and tell of another game."""
    (folder / "cards" / "weather").mkdir(parents=True)
    for name, language, cards, harvest in (("first", "en", 40, 3), ("second", "cs", 40, 4)):
        (folder / f"{name}.pdf").write_bytes(typeset(language, cards, harvest))
        paper = Sample(Path(), Path(), "scan", 7, 150, quality=80, skew=0.2, noise=6)
        (folder / f"{name}-scan.pdf").write_bytes(scan(typeset(language, cards + 1, harvest), paper))
    for title, body in CARDS.items():
        card(title, body).save(folder / "cards" / "weather" / f"{title}.png")
    (folder / "dice.txt").write_text("Five Dice\n\nA game with 5 dice for 2 to 4 players.\n", encoding="utf-8")


@dataclass
class Tally:
    """What became of the runs."""

    kills: int = 0
    held: list[int] = field(default_factory=list)
    """Documents stored at the moment of each kill."""
    finished: int = 0
    wrong: int = 0


@dataclass(frozen=True)
class Run:
    """Runs over one folder into one database."""

    folder: Path
    db: Path

    def read(self) -> None:
        """The run itself."""
        ingest_documents(sqlite_url(self.db), [self.folder], Options(), jobs=2, games=GAMES, telling=QUIET)

    def read_apart(self) -> None:
        """The run in a process group of its own."""
        os.setsid()
        self.read()

    def killed_after(self, seconds: float, *, with_readers: bool) -> bool:
        """Start it and kill it; False where it ended before."""
        process = FORK.Process(target=self.read_apart)
        process.start()
        process.join(seconds)
        if process.exitcode is not None:
            assert process.exitcode == 0, f"a run ended with {process.exitcode}"
            return False
        (os.killpg if with_readers else os.kill)(process.pid or 0, signal.SIGKILL)
        process.join()
        return True

    def documents(self) -> int:
        """How many are stored, whatever state the file is in."""
        if not self.db.exists() or self.db.stat().st_size == 0:
            return 0
        with ExitStack() as stack:
            engine = open_database(sqlite_url(self.db))
            stack.callback(engine.dispose)
            connection = stack.enter_context(engine.connect())
            return len(Told(connection).rows["document"])


def told(db: Path) -> tuple[Told, Counter[str], Counter[tuple[str, str]]]:
    """All rows, how many each table has, and the pictures beside it."""
    engine = open_database(sqlite_url(db), create=False)
    with engine.connect() as connection:
        counts: Counter[str] = Counter()
        for model in tables():
            named = model.__table__  # type: ignore[attr-defined]
            counts[named.name] = connection.execute(select(func.count()).select_from(named)).scalar_one()
        rows = Told(connection)
    engine.dispose()
    beside_it = beside(sqlite_url(db), PAGES)
    files = (file for file in beside_it.rglob("*") if file.is_file())
    return rows, counts, Counter((file.name, sha256(file.read_bytes()).hexdigest()) for file in files)


def same(db: Path, whole: Path) -> bool:
    """Whether two runs left the same; what differs is printed."""
    (ours, counts, pictures), (rows, wanted, whole_pictures) = told(db), told(whole)
    found = [str(each) for each in differences(ours, rows)]
    found += [f"{name}: {counts[name]} rows, not {wanted[name]}" for name in wanted if counts[name] != wanted[name]]
    found += [f"picture {name}" for name, _ in (pictures - whole_pictures) + (whole_pictures - pictures)]
    for line in found[:5]:
        print(f"  differs: {line}")
    return not found


def main() -> None:
    """Kill, go on, compare; the last line is the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=25)
    said = parser.parse_args()
    chance, tally = random.Random(said.seed), Tally()
    with tempfile.TemporaryDirectory() as scratch:
        folder, whole = Path(scratch, "documents"), Path(scratch, "whole.db")
        fill(folder)
        Run(folder, whole).read()  # in this process, so that what is loaded once is loaded before all forks
        begun = time.monotonic()
        assert not Run(folder, Path(scratch, "timed.db")).killed_after(HOUR, with_readers=False)
        length = time.monotonic() - begun
        print(f"one whole run: {length:.1f} s, {Run(folder, whole).documents()} documents", flush=True)
        while tally.kills < said.kills:
            kill_until_complete(
                Run(folder, Path(scratch, f"{tally.finished}.db")), whole, chance, length, tally, said.kills
            )
    begun_with = Counter(tally.held)
    print("documents stored at the kill: " + ", ".join(f"{n}: {begun_with[n]}" for n in sorted(begun_with)))
    print(f"{tally.kills} kills, {tally.finished} databases completed after them, {tally.wrong} not the same")
    sys.exit(bool(tally.wrong))


def kill_until_complete(run: Run, whole: Path, chance: random.Random, length: float, tally: Tally, most: int) -> None:
    """Kill runs into one database until one ends by itself, then compare."""
    while tally.kills < most:
        if not run.killed_after(chance.uniform(0, STRETCH * length), with_readers=bool(tally.kills % 2)):
            break
        tally.kills += 1
        tally.held.append(run.documents())
    else:
        assert not run.killed_after(HOUR, with_readers=False)
    tally.finished += 1
    tally.wrong += not same(run.db, whole)
    print(f"{tally.kills} kills, {tally.finished} databases, {tally.wrong} not the same", flush=True)


if __name__ == "__main__":
    main()

"""`rulewright review`: people decide what recognition and repair could not."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ingest.packs import languages_of, read_packs
from ingest.pipeline import Options, read_document
from ingest.review import DECISIONS_FILE, Doubt, doubtful_matches, doubtful_repairs, write_decision
from rulewright import GAMES
from rulewright.console import out, say
from rulewright.ingesting import ingest_documents
from rulewright.options import DEFAULT_DB, Db, Game
from rulewright.upgrading import bring_up_to_date

PROMPT = "1 as proposed, 2 the other, 3 as printed, w write it, s skip, q quit: "


def review(
    file: Annotated[Path, typer.Argument(help="The document to go through.")],
    db: Db = DEFAULT_DB,
    game: Game = None,
    language: Annotated[str | None, typer.Option(metavar="XX", help="Language, e.g. cs.")] = None,
) -> None:
    """Walk through the doubtful repairs and matches of a document and decide them.

    Decisions go to a plain text file beside the document, and every later reading replays them. When you are
    done, the document is read into the database again.

    Example: `rulewright review rules.pdf`
    """
    said = Options(game=game, language=language)
    decided = 0
    doubts = list(_doubts(file, said))
    for number, doubt in enumerate(doubts, 1):
        _show(doubt, number, len(doubts))
        answer = _ask(doubt)
        if answer is None:
            break
        if answer:
            write_decision(file.parent, doubt.decided(file.name, answer))
            decided += 1
    if not doubts:
        say(f"Nothing in {file.name} is doubtful.")
    if decided:
        bring_up_to_date(db)
        ingest_documents(db, [file], said, again=True)
        say(f"{decided} decisions were added to {file.parent / DECISIONS_FILE}, and the document was read again.")


def _doubts(file: Path, said: Options) -> Iterator[Doubt]:
    packs = read_packs(GAMES)
    reading = read_document(file, packs, candidates=languages_of(packs, GAMES), recipe="review", options=said)
    yield from doubtful_repairs(reading.passages, reading.pages)
    yield from doubtful_matches(reading.mentions, reading.passages, reading.pages)


def _show(doubt: Doubt, number: int, total: int) -> None:
    where = f", picture {doubt.image}" if doubt.image else ""
    say(f"\n{number} of {total}: page {doubt.page}{where} ({doubt.reason}, {doubt.confidence:.0%} sure)")
    line = Text(f"  … {doubt.left} ")
    line.append(doubt.before, style="bold reverse")
    line.append(f" {doubt.right} …")
    out.print(line)
    say(f"  1 {doubt.proposed}")
    say(f"  2 {doubt.runner_up or '–'}")
    say(f"  3 {doubt.before if doubt.kind == 'repair' else 'neither is decided'}")


def _ask(doubt: Doubt) -> str | None:
    """What the place should read; empty: undecided; None: the person has had enough."""
    while True:
        print(PROMPT, end="", flush=True)
        typed = sys.stdin.readline()
        key = typed.strip().lower()
        if not typed or key == "q":
            return None
        if key == "s" or (key == "3" and doubt.kind == "match"):
            return ""
        if key == "1":
            return doubt.proposed
        if key == "2" and doubt.runner_up:
            return doubt.runner_up
        if key == "3":
            return doubt.before
        if key == "w":
            print("It reads: ", end="", flush=True)
            return sys.stdin.readline().strip()
        say("Please type 1, 2, 3, w, s or q.")

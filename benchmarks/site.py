"""How fast the site answers: each of its pages beside Datasette's own table page, and search over a large library.

    python benchmarks/site.py [DATABASE] [--load | --sizes]

The first part needs a database (default build/rulewright.db); the second makes its own from a seed. With --load a
server of its own process is asked 2,000 times on this machine, 16 at a time. With --sizes every page that a link leads
to is weighed.
"""

import asyncio
import html
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from sqlmodel import Session, insert

import db.site
from db.open import open_database, session, sqlite_url
from db.search import find, read_words
from db.site.serve import build_site
from db.snapshot import make_snapshot
from schema.base import row
from schema.cards import Card, CardText, Deck, DeckShape
from schema.documents import Document, DocumentShape, Page, PageShape, Passage
from schema.games import Game, GameShape

STATIC = Path(db.site.__file__).parent / "static"
ROUNDS = 15
SEED = 20
CARDS, PASSAGES = 10_000, 100_000
WORDS = 40_000
ONSETS = ("b", "d", "dr", "f", "g", "h", "k", "kl", "kr", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "tr", "v", "z")
SYLLABLES = [onset + vowel for onset in ONSETS for vowel in "aeio"]


def timed(site: Any, addresses: list[str]) -> dict[str, float]:
    """The median CPU time of each answer in milliseconds, the addresses taken in turns: others use this machine too."""
    times: dict[str, list[float]] = {address: [] for address in addresses}

    async def ask() -> None:
        await site.invoke_startup()
        for turn in range(ROUNDS + 1):
            for address in addresses:
                started = time.process_time()
                answer = await site.client.get(address)
                assert answer.status_code == 200, f"{address}: {answer.status_code}"
                if turn:
                    times[address].append(1000 * (time.process_time() - started))

    asyncio.run(ask())
    return {address: median(found) for address, found in times.items()}


def pages_of(snapshot: Path) -> Iterator[str]:
    """One address of every kind of page, for the game with most cards, and of those it has none for another."""
    rows = sqlite3.connect(snapshot)
    game, number = rows.execute(
        "SELECT game.code, game.id FROM game JOIN card ON card.game_id = game.id "
        "GROUP BY game.id ORDER BY count(*) DESC"
    ).fetchone()
    yield from ("/en", f"/en/game/{game}", f"/en/cards/{game}", f"/en/map/{game}", f"/en/rules/{game}")
    for question, form in (
        ("SELECT code FROM card WHERE game_id = ?", "/en/card/{game}/{0}"),
        ("SELECT code FROM rule WHERE game_id = ? ORDER BY id IN (SELECT rule_id FROM rule_text) DESC",
         "/en/rule/{game}/{0}"),
        ("SELECT subject FROM claim WHERE game_id = ? AND passage_id > 0 GROUP BY 1 ORDER BY count(*) DESC",
         "/en/subject/{game}/{0}"),
        ("SELECT id FROM conflict WHERE game_id = ?", "/en/conflict/{0}"),
        ("SELECT id FROM document WHERE game_id = ?", "/en/document/{0}"),
        ("SELECT id FROM document WHERE game_id = ?", "/en/document/{0}/1"),
    ):  # fmt: skip
        found = rows.execute(f"{question} LIMIT 1", (number,)).fetchone()
        if found:
            yield form.format(found[0], game=game)
    for question, form in (
        ("SELECT game.code FROM phase JOIN game ON game.id = phase.game_id GROUP BY 1 ORDER BY count(*) DESC",
         "/en/turn/{0}"),
        ("SELECT game.code, rule.code FROM rule JOIN game ON game.id = rule.game_id JOIN rule_code ON rule_id = rule.id"
         " GROUP BY rule.id ORDER BY sum(length(test)) DESC", "/en/code/{0}/{1}"),
        ("SELECT game.code FROM validation JOIN game ON game.id = validation.game_id GROUP BY 1 ORDER BY count(*) DESC",
         "/en/checks/{0}"),
        ("SELECT game.code FROM component JOIN game ON game.id = component.game_id GROUP BY 1 ORDER BY count(*) DESC",
         "/en/contents/{0}"),
        ("SELECT game.code FROM outline JOIN game ON game.id = outline.game_id GROUP BY 1 ORDER BY count(*) DESC",
         "/en/outline/{0}"),
        ("SELECT game.code, concept.code FROM term JOIN concept ON concept.id = term.concept_id JOIN game ON "
         "game.id = concept.game_id ORDER BY term.uses DESC", "/en/term/{0}/{1}"),
    ):  # fmt: skip
        found = rows.execute(f"{question} LIMIT 1").fetchone()
        if found:
            yield form.format(*found)
    yield from (f"/en/cards/{game}?view=list", f"/en/glossary/{game}", "/en/find?q=who+may+look+at+the+discard+pile")
    yield from (f"/en/compare/{game}", "/en/conflicts", "/en/documents", "/en/find?q=paris", "/en/tables")
    yield from ("/en/find?q=deck:event+stage:3", "/en/query", "/en/suggest.json?q=par", f"/en/cards/{game}.csv")
    yield from ("/cs/find?q=kolik+karet+si+na+zacatku+vezme+hrac", "/en/suggest.json?q=who+may+look+at+the+dis")


def compare_pages(database: Path, folder: Path) -> None:
    """Each page of ours against Datasette's page of the table of cards, in the same run."""
    engine = open_database(sqlite_url(database), create=False)
    snapshot = make_snapshot(engine, folder / "pages.db")
    engine.dispose()
    tables = ["/pages/card", "/pages/passage"]
    found = timed(build_site(snapshot), [*tables, *pages_of(snapshot)])
    bar = min(found[table] for table in tables)
    print(f"{'page':58} {'ms':>7}  times the faster table page of Datasette")
    for address, taken in found.items():
        print(f"{address:58} {taken:7.1f}  {taken / bar:.2f}")
    slower = [address for address, taken in found.items() if address not in tables and taken > bar]
    print(f"slower than Datasette's table page: {', '.join(slower) or 'none'}")


LINK = re.compile(r'href="(/en[^"#?]*)')
ADDED = ("site.css", "site.js", "find.js")
"""What a browser fetches once beside the first page."""


def weigh_pages(database: Path, folder: Path) -> None:
    """Every page in English that a link leads to, as it is and as it is sent."""
    engine = open_database(sqlite_url(database), create=False)
    snapshot = make_snapshot(engine, folder / "sizes.db")
    engine.dispose()
    site, found = build_site(snapshot), {"/en": 0}

    async def walk() -> None:
        await site.invoke_startup()
        waiting = ["/en"]
        while waiting:
            address = waiting.pop()
            answer = await site.client.get(address)
            found[address] = len(answer.content)
            for link in map(html.unescape, LINK.findall(answer.text)):
                if link not in found and not link.endswith((".json", ".csv", "/random")):
                    found[link] = 0
                    waiting.append(link)

    asyncio.run(walk())
    static = sum((STATIC / name).stat().st_size for name in ADDED)
    heaviest = sorted(found.items(), key=lambda one: -one[1])
    print(f"{len(found)} pages; style and script {static / 1000:.0f} kB once; the heaviest, without pictures:")
    for address, size in heaviest[:12]:
        print(f"{address:70} {size / 1000:7.1f} kB")
    print(f"over 100 kB: {sum(size > 100_000 for size in found.values())}, ", end="")
    print(f"with style and script: {sum(size + static > 100_000 for size in found.values())}")


LOAD, AT_ONCE = 2_000, 16
SERVE = (
    "import sys; from pathlib import Path; from db.site.serve import serve; "
    "serve(Path(sys.argv[1]), port=0, on_ready=lambda address: print(address, flush=True))"
)


def load(database: Path, folder: Path) -> None:
    """Ask every kind of page again and again, many at a time, of a server on this machine."""
    engine = open_database(sqlite_url(database), create=False)
    snapshot = make_snapshot(engine, folder / "load.db")
    engine.dispose()
    pages = list(pages_of(snapshot))
    with subprocess.Popen([sys.executable, "-c", SERVE, str(snapshot)], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            times, failed = asyncio.run(_asked_at_once(server.stdout.readline().strip(), pages))
            memory = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
        finally:
            server.terminate()
    ordered = sorted(times)
    middle, slow = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    peak = next(line.split()[1] for line in memory.splitlines() if line.startswith("VmHWM"))
    print(f"{len(times)} answers, {AT_ONCE} at a time: {failed} failed, p50 {middle:.0f} ms, p99 {slow:.0f} ms", end="")
    print(f" ({slow / middle:.1f} times), {int(peak) // 1000} MB at most")


async def _asked_at_once(address: str, pages: list[str]) -> tuple[list[float], int]:
    times: list[float] = []
    failed = 0
    waiting = iter(range(LOAD))

    async def one_after_the_other(client: httpx.AsyncClient) -> None:
        nonlocal failed
        for number in waiting:
            started = time.perf_counter()
            answer = await client.get(pages[number % len(pages)])
            times.append(1000 * (time.perf_counter() - started))
            failed += answer.status_code != 200

    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        await client.get(pages[0])
        await asyncio.gather(*(one_after_the_other(client) for _ in range(AT_ONCE)))
    return times, failed


def made_words(chance: random.Random) -> list[str]:
    """Words of two to five syllables, the frequent ones first."""
    words = {"".join(chance.choices(SYLLABLES, k=chance.randint(2, 5))) for _ in range(2 * WORDS)}
    return chance.sample(sorted(words), WORDS)


def fill(opened: Session, chance: random.Random, words: list[str]) -> None:
    """A game of many cards and a library of many passages, in words of Zipf's frequencies."""
    weights = [1 / (rank + 5) for rank in range(len(words))]

    def text(length: int) -> str:
        return " ".join(chance.choices(words, weights, k=length))

    game = row(Game, GameShape(code="large", name="A large game"))
    opened.add(game)
    opened.flush()
    deck = row(Deck, DeckShape(code="all"), game_id=game.id)
    opened.add(deck)
    opened.flush()
    per_page, per_book = 50, 2_000
    for number in range(PASSAGES // per_book):
        shape = DocumentShape(
            kind="rulebook", language="cs", title=text(3), file_name=f"{number}.txt", source=f"{number}.txt",
            sha256=f"{number:064}", recipe="", media_type="text/plain", page_count=per_book // per_page,
        )  # fmt: skip
        opened.add(row(Document, shape, game_id=game.id))
        opened.flush()
        for page in range(1, per_book // per_page + 1):
            read = PageShape(number=page, method="plain", reason="Made.", confidence=1)
            opened.add(row(Page, read, document_id=number + 1))
        opened.flush()
    cards = [
        {"id": n + 1, "code": f"card-{n}", "kind": "", "copies": 1, "origin": "house", "component": "", "unclear": "",
         "game_id": game.id, "deck_id": deck.id}
        for n in range(CARDS)
    ]  # fmt: skip
    opened.execute(insert(Card), cards)
    titles = [
        {"card_id": n + 1, "language": "cs", "title": text(3), "body": text(15), "origin": "house"}
        for n in range(CARDS)
    ]
    opened.execute(insert(CardText), titles)
    for book in range(PASSAGES // per_book):
        passages = []
        for seq in range(per_book):
            said = text(chance.randint(6, 40))
            page = book * (per_book // per_page) + seq // per_page + 1
            passages.append(
                {"seq": seq, "kind": "paragraph", "section": "", "language": "cs", "raw_text": said, "text": said,
                 "confidence": 1.0, "document_id": book + 1, "page_id": page}
            )  # fmt: skip
        opened.execute(insert(Passage), passages)


def misspelt(word: str, chance: random.Random) -> str:
    """The word with two neighbouring letters swapped."""
    at = chance.randrange(1, len(word) - 1)
    return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def search_large(folder: Path) -> None:
    """Search, and pages, over a library of a hundred thousand passages."""
    chance = random.Random(SEED)
    words = made_words(chance)
    engine = open_database(sqlite_url(folder / "rows.db"))
    with session(engine) as opened:
        fill(opened, chance, words)
    started = time.perf_counter()
    snapshot = make_snapshot(engine, folder / "large.db")
    print(f"\n{CARDS:,} cards and {PASSAGES:,} passages; their snapshot took {time.perf_counter() - started:.1f} s")
    engine.dispose()
    long = [word for word in words[2000:20_000] if len(word) > 5]
    asked = {
        "a rare word": [[chance.choice(long)] for _ in range(40)],
        "the commonest words": [[word] for word in words[:20]],
        "two words": [chance.sample(words[:3000], 2) for _ in range(40)],
        "a misspelt word": [[misspelt(chance.choice(long), chance)] for _ in range(40)],
        "two misspelt words": [[misspelt(chance.choice(long), chance) for _ in range(2)] for _ in range(40)],
        "the beginning of a word": [[chance.choice(long)[:3]] for _ in range(20)],
    }
    connection = sqlite3.connect(snapshot)
    index = read_words(connection)
    print(f"{'search for':28} {'median ms':>10} {'worst ms':>10} {'found':>7}")
    for kind, queries in asked.items():
        times, hits = [], 0
        for query in queries:
            started = time.perf_counter()
            found = find(connection, " ".join(query), index)
            times.append(1000 * (time.perf_counter() - started))
            hits += bool(found.groups)
        print(f"{kind:28} {median(times):10.1f} {max(times):10.1f} {hits:4} / {len(queries)}")
    common = words[0]
    pages = ["/large/passage", "/en", "/en/cards/large", "/en/cards/large?page=200", "/en/document/7/3",
             "/en/card/large/card-7", f"/en/find?q={common}", f"/en/find?q={misspelt(long[0], chance)}"]  # fmt: skip
    for address, taken in timed(build_site(snapshot), pages).items():
        print(f"{address:58} {taken:7.1f} ms")


def main() -> None:
    named = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    database = Path(named[0]) if named else Path("build/rulewright.db")
    with tempfile.TemporaryDirectory() as folder:
        if "--load" in sys.argv:
            load(database, Path(folder))
            return
        if "--sizes" in sys.argv:
            weigh_pages(database, Path(folder))
            return
        if database.is_file():
            compare_pages(database, Path(folder))
        else:
            print(f"There is no database at {database}, so pages are not compared. Run `make ingest` first.")
        search_large(Path(folder))


if __name__ == "__main__":
    main()

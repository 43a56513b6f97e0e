"""Take the pictures of docs/site.md: python docs/screenshots/take.py [DATABASE]

The database is one of the bundled samples (default build/rulewright.db, made by `make ingest`).
"""

import io
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from db.open import open_database, sqlite_url
from db.snapshot import make_snapshot

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
DESK = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
LARGEST = 150_000
"""Bytes that a picture may have."""
SERVE = (
    "import sys; from pathlib import Path; from db.site.serve import serve; "
    "serve(Path(sys.argv[1]), port=0, pictures=Path('build/rulewright.db.pages'), "
    "on_ready=lambda a: print(a, flush=True))"
)
PAGES = {
    "home": "/en",
    "game": "/en/game/black-orchestra",
    "cards": "/en/cards/black-orchestra?deck=event&edition=1st&stage=4",
    "intelligence": "/en/cards/operation-barclay?deck=intelligence",
    "card": "/en/card/black-orchestra/lone-gunman",
    "map": "/en/map/black-orchestra?stage=4",
    "regions": "/en/map/operation-barclay",
    "rule": "/en/rule/black-orchestra/release-level",
    "compare": "/en/compare/black-orchestra",
    "conflicts": "/en/conflicts",
    "conflict": "/en/conflict/{conflict}",
    "document": "/en/document/{document}",
    "page": "/en/document/{document}/5",
    "place": "/en/subject/black-orchestra/location:paris",
    "search": "/en/find?q=osamnely+strelec",
    "tables": "/en/tables",
}
DARK = {"map-dark": "/en/map/black-orchestra?stage=7", "cards-dark": "/cs/cards/resist?deck=maquis"}
PHONES = ("/pl", "/en/card/black-orchestra/lone-gunman", "/cs/map/black-orchestra?stage=4")


NUMBERS = {
    "conflict": "SELECT id FROM conflict ORDER BY kind = 'translation' DESC, id LIMIT 1",
    "document": "SELECT id FROM document WHERE file_name = 'black-orchestra-cs.pdf'",
}
"""Row numbers in addresses, which differ from one database to the next."""


def take(browser: Browser, address: str, path: str, *, size: dict[str, int] = DESK, dark: bool = False) -> Image.Image:
    """A picture of a page as it is first seen."""
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    answer = page.goto(address + path)
    assert answer is not None, path
    assert answer.ok, f"{path} is not there"
    seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return seen


def save(picture: Image.Image, name: str) -> None:
    """Write a picture small enough for a repository."""
    for quality in (82, 70, 55, 40):
        picture.save(FOLDER / f"{name}.webp", quality=quality, method=6)
        if (FOLDER / f"{name}.webp").stat().st_size <= LARGEST:
            return


def beside(pictures: list[Image.Image], gap: int = 24) -> Image.Image:
    """Pictures of phones in a row."""
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    row = Image.new("RGB", (width, max(picture.height for picture in pictures)), "white")
    left = 0
    for picture in pictures:
        row.paste(picture, (left, 0))
        left += picture.width + gap
    return row


def main() -> None:
    database = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "rulewright.db"
    with tempfile.TemporaryDirectory() as folder:
        engine = open_database(sqlite_url(database), create=False)
        snapshot = make_snapshot(engine, Path(folder) / "rulewright.db")
        engine.dispose()
        with closing(sqlite3.connect(snapshot)) as rows:
            numbers = {name: rows.execute(asked).fetchone()[0] for name, asked in NUMBERS.items()}
        command = [sys.executable, "-c", SERVE, str(snapshot)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip().rstrip("/")
            try:
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(
                        executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                    )
                    for name, path in PAGES.items():
                        save(take(browser, address, path.format(**numbers)), name)
                    for name, path in DARK.items():
                        save(take(browser, address, path, dark=True), name)
                    save(beside([take(browser, address, path, size=PHONE) for path in PHONES]), "phone")
                    browser.close()
            finally:
                server.kill()


if __name__ == "__main__":
    main()

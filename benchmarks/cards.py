"""Card pictures: words missed, titles and work against plain Tesseract, on cards drawn here.

.venv/bin/python benchmarks/cards.py [--cards N]

Each card has art, a frame, a title, a text and a number, in faces and sizes of its own, some light on dark, soft or
packed as JPEG. Work is CPU time of one thread, that of child processes included; plain Tesseract reads each picture
once as it is, its best page mode counts for words, the usual one (psm 3) for work.
"""

import argparse
import os
import random
import re
import tempfile
import textwrap
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from ingest.cards.card_parts import card_parts
from ingest.files.open import open_document
from ingest.languages.frequency import how_common
from ingest.pages.read import read_pages
from ingest.picture.run_tesseract import run_tesseract

SEED, CARDS = 20, 24
MODES = ("3", "6", "11")
FIRST = ("Old", "Iron", "Silent", "Golden", "Broken", "Winter", "Hidden", "Northern", "Quiet", "Crooked", "Royal")
THINGS = ("Harbour", "Lantern", "Orchard", "Smithy", "Bridge", "Cellar", "Beacon", "Mill", "Tower", "Garden", "Road")
SENTENCES = (
    "Draw two cards and discard one of them.",
    "Each other player loses one apple.",
    "You may move to a neighbouring space.",
    "Roll three dice; take a coin for every six.",
    "Keep this card until the end of the round.",
    "Look at the top card of the deck.",
)


@dataclass
class Tally:
    """Words, titles and seconds of all cards so far."""

    words: int = 0
    missed: int = 0
    titles: int = 0
    seconds: float = 0.0


def main() -> None:
    """Print one line for us and one for each page mode of Tesseract."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=CARDS)
    said = parser.parse_args()
    ours, plain = Tally(), {mode: Tally() for mode in MODES}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(said.cards):
            chance = random.Random(SEED + number)
            title = f"{chance.choice(FIRST)} {chance.choice(THINGS)}"
            body = " ".join(chance.sample(SENTENCES, chance.randint(1, 3)))
            file = Path(folder) / f"{number}.jpg"
            draw(title, body, chance).save(file, quality=chance.choice((70, 85, 95)))
            if not number:  # what is loaded once for all cards does not count, nor does the list of English words
                _ours(file, title, body, Tally())
                how_common(title, "en")
            _ours(file, title, body, ours)
            for mode, tally in plain.items():
                _plain(file, mode, title, body, tally)
    print(f"{'reader':16}{'words missed':>14}{'titles':>10}{'CPU a card':>12}{'against psm 3':>15}")
    for name, tally in (("rulewright", ours), *((f"tesseract psm {mode}", t) for mode, t in plain.items())):
        missed, ratio = f"{100 * tally.missed / tally.words:.1f} %", tally.seconds / plain[MODES[0]].seconds
        titles = f"{tally.titles}/{said.cards}"
        print(f"{name:16}{missed:>14}{titles:>10}{tally.seconds / said.cards:12.2f}{ratio:15.2f}")


def draw(title: str, body: str, chance: random.Random) -> Image.Image:
    """A card in a look of its own."""
    width, height = chance.choice(((330, 460), (460, 650), (640, 900), (750, 1050)))
    is_dark = chance.random() < 0.4
    paper, ink = ((38, 40, 52), (240, 238, 228)) if is_dark else ((238, 232, 214), (24, 22, 20))
    image = Image.new("RGB", (width, height), tuple(chance.randint(20, 120) for _ in range(3)))
    pen, rim = ImageDraw.Draw(image), width // 30
    pen.rounded_rectangle((rim, rim, width - rim, height - rim), width // 25, fill=paper)
    left, top, right, bottom = 2 * rim, height // 6, width - 2 * rim, height // 2
    for _ in range(70):
        x, y, size = chance.randint(left, right - 10), chance.randint(top, bottom - 10), chance.randint(5, width // 7)
        tone = tuple(chance.randint(30, 220) for _ in range(3))
        pen.ellipse((x, y, min(right, x + size), min(bottom, y + size)), fill=tone)
    shown = title.upper() if chance.random() < 0.3 else title
    pen.text((width / 2, height * 0.09), shown, font=ImageFont.load_default(width // 13), fill=ink, anchor="mm")
    for row, line in enumerate(textwrap.wrap(body, 34)):
        place = (width / 2, height * 0.58 + row * width / 17)
        pen.text(place, line, font=ImageFont.load_default(width // 22), fill=ink, anchor="mm")
    number = str(chance.randint(1, 20))
    pen.text((width * 0.88, height * 0.92), number, font=ImageFont.load_default(width // 11), fill=ink, anchor="mm")
    return image.filter(ImageFilter.GaussianBlur(0.6)) if chance.random() < 0.4 else image


def _ours(file: Path, title: str, body: str, tally: Tally) -> None:
    opened, begun = open_document(file), _cpu()
    (page,) = read_pages(opened, languages=["en"], has_like=True)
    tally.seconds += _cpu() - begun
    parts = card_parts(page.words, page.page.width, page.page.height)
    _count(" ".join(word.text for word in page.words), title, body, tally)
    tally.titles += parts.title is not None and _words(parts.title.text) == _words(title)


def _plain(file: Path, mode: str, title: str, body: str, tally: Tally) -> None:
    begun = _cpu()
    text = run_tesseract([str(file), "stdout", "-l", "eng", "--psm", mode], seconds=120)
    tally.seconds += _cpu() - begun
    _count(text, title, body, tally)
    tally.titles += any(_words(line) == _words(title) for line in text.splitlines())


def _count(text: str, title: str, body: str, tally: Tally) -> None:
    wanted = Counter(_words(f"{title} {body}"))
    tally.words += wanted.total()
    tally.missed += (wanted - Counter(_words(text))).total()


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _cpu() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


if __name__ == "__main__":
    main()

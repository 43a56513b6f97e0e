"""Cards drawn by us, as scans and photos show them."""

import random
import textwrap
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw, ImageFont

DrawCard = Callable[..., Image.Image]
SIZE = (459, 650)


def _draw_card(title: str, body: str, *, number: str = "", seed: int = 0, is_dark: bool = False) -> Image.Image:
    """A card with art in its upper half and text in the lower one, dark on light or light on dark."""
    chance = random.Random(seed)
    paper, ink = ((38, 40, 52), (240, 238, 228)) if is_dark else ((238, 232, 214), (24, 22, 20))
    image = Image.new("RGB", SIZE, (60, 46, 40))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((14, 14, SIZE[0] - 14, SIZE[1] - 14), 18, fill=paper)
    for _ in range(60):
        x, y, r = chance.randint(20, 430), chance.randint(80, 320), chance.randint(8, 60)
        tone = tuple(chance.randint(40, 200) for _ in range(3))
        draw.ellipse((x, y, min(440, x + r), min(335, y + r)), fill=tone)
    draw.text((SIZE[0] / 2, 50), title, font=ImageFont.load_default(34), fill=ink, anchor="mm")
    for row, line in enumerate(textwrap.wrap(body, 32)):
        draw.text((SIZE[0] / 2, 380 + 30 * row), line, font=ImageFont.load_default(23), fill=ink, anchor="mm")
    draw.text((SIZE[0] - 55, SIZE[1] - 50), number, font=ImageFont.load_default(38), fill=ink, anchor="mm")
    return image


@pytest.fixture(scope="session")
def draw_card() -> DrawCard:
    return _draw_card

"""How the cards and boards of a game are drawn: hues, icons and places, from db/site/looks/."""

import hashlib
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("looks")
HUES = 8
"""How many hues the style sheet has for decks."""
_ROUNDS = 220
"""Steps in which a board without set places finds its own."""

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Look:
    """What is set by hand for a game; whatever is not set is worked out."""

    hues: Mapping[str, int] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    """On which side of its space a label stands: n, s, e or w."""
    frames: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """Regions that are drawn as a frame: left, top, width, height."""
    size: Place = (1000, 640)
    coast: Sequence[str] = ()
    """Outlines behind the board, as paths."""

    def hue(self, deck: str) -> int:
        """The number of a deck's hue, always the same for the same deck."""
        return self.hues.get(deck) or int(hashlib.sha256(deck.encode()).hexdigest(), 16) % HUES + 1

    def icon(self, *codes: str) -> str:
        """The icon of the first code that has one."""
        return next((self.icons[code] for code in codes if code in self.icons), "card")


@cache
def look_of(game: str) -> Look:
    """The look of a game; a game without a file looks plain."""
    file = _FOLDER / f"{game}.toml"
    if "/" in game or not file.is_file():
        return Look()
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    board = told.get("map", {})
    return Look(
        told.get("hue", {}),
        told.get("icon", {}),
        {code: (x, y) for code, (x, y) in board.get("place", {}).items()},
        board.get("label", {}),
        board.get("frame", {}),
        tuple(board.get("size", (1000, 640))),
        board.get("coast", ()),
    )


def lay_out(codes: Sequence[str], edges: Sequence[tuple[str, str]], look: Look, margin: float = 70) -> dict[str, Place]:
    """A place for every space: set ones as they are, the others where their neighbours pull and push them."""
    width, height = look.size
    free = [code for code in codes if code not in look.places]
    places = {code: look.places[code] for code in codes if code in look.places}
    for number, code in enumerate(sorted(free)):
        angle = 2 * math.pi * number / len(free)
        places[code] = (width / 2 + width / 3 * math.cos(angle), height / 2 + height / 3 * math.sin(angle))
    if not free or not edges:
        return places
    ideal = math.sqrt(width * height / len(codes)) * 0.45
    for turn in range(_ROUNDS):
        reach = ideal * (1 - turn / _ROUNDS)
        for code in free:
            dx, dy = _force(code, places, edges, ideal)
            length = math.hypot(dx, dy) or 1
            x = places[code][0] + dx / length * min(length, reach)
            y = places[code][1] + dy / length * min(length, reach)
            places[code] = (min(max(x, margin), width - margin), min(max(y, margin), height - margin))
    return places


def _force(code: str, places: Mapping[str, Place], edges: Sequence[tuple[str, str]], ideal: float) -> Place:
    """Springs along the lines, repulsion from all other spaces."""
    x, y = places[code]
    dx = dy = 0.0
    for other, (ox, oy) in places.items():
        if other != code:
            distance = math.hypot(x - ox, y - oy) or 1
            push = ideal * ideal / distance / distance
            dx, dy = dx + (x - ox) * push, dy + (y - oy) * push
    for a, b in edges:
        if code in (a, b):
            ox, oy = places[b if a == code else a]
            pull = math.hypot(x - ox, y - oy) / ideal
            dx, dy = dx - (x - ox) * pull, dy - (y - oy) * pull
    return dx, dy

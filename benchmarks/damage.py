"""Ruins text the way rulebooks are ruined, seeded: boxes for accented letters, wrong accents, lost accents."""

import random
import re
from dataclasses import dataclass

ACCENTED = "áčďéěíňóřšťúůýžąćęłńśźżàèìòù"
SIGN_POOL = "0OoQD@dlitTIJfMUC[](4%&1jhb$"
"""What a recogniser may see in an empty box; every document draws its own favourites from these."""

_BOXES = re.compile(rf"[{ACCENTED}]+", re.IGNORECASE)


@dataclass(frozen=True)
class Noise:
    """Chances of what happens to a letter whose glyph is missing."""

    merged: float = 0.35
    """Two boxes in a row are read as one sign."""
    swallowed_space: float = 0.18
    """A box at the end of a word swallows the space after it."""
    lost: float = 0.05
    doubled: float = 0.04
    neighbour: float = 0.05
    """The plain letter after the box is read wrongly too."""
    neighbour_lost: float = 0.03
    favourites: int = 9


def ruin(text: str, seed: int, noise: Noise | None = None) -> str:
    """The text with its accented letters destroyed."""
    noise = noise or Noise()
    chance = random.Random(seed)
    favourites = chance.sample(SIGN_POOL, noise.favourites)
    weights = [1 / (rank + 1) for rank in range(len(favourites))]
    parts, at = [], 0
    for match in _BOXES.finditer(text):
        if match.start() < at:
            continue
        parts.append(text[at : match.start()])
        at = match.end()
        count, left = len(match[0]), len(match[0])
        signs = ""
        while left:
            left -= 2 if left > 1 and chance.random() < noise.merged else 1
            if chance.random() >= noise.lost or count > 1:
                signs += chance.choices(favourites, weights)[0]
            if chance.random() < noise.doubled:
                signs += chance.choices(favourites, weights)[0]
        parts.append(signs)
        at = _after(text, at, chance, noise, parts, favourites)
    return "".join([*parts, text[at:]])


def _after(text: str, at: int, chance: random.Random, noise: Noise, parts: list[str], favourites: list[str]) -> int:
    """What becomes of the sign that follows a box; returns where the text goes on."""
    following = text[at : at + 1]
    if following == " " and text[at + 1 : at + 2].isalnum() and chance.random() < noise.swallowed_space:
        return at + 1
    if following.isalpha() and following.islower():
        fate = chance.random()
        if fate < noise.neighbour:
            parts.append(chance.choice("hkrtnmcsiu" + "".join(favourites)))
            return at + 1
        if fate < noise.neighbour + noise.neighbour_lost:
            return at + 1
    return at

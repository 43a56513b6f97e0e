"""Ruins text the way rulebooks are ruined, seeded, and remembers what stood at every place."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from schema.folding import fold

ACCENTED = "áčďéěíňóřšťúůýžąćęłńśźżàèìòù"
BOX_SIGNS = "0OoQD@dlitTIJfMUC[](4%&1jhb$"
"""What a recogniser may see in an empty box; every document draws its own favourites from these."""
STAND_INS = "0123456789@#$%&§¢£¥¤¿¡|{}[]<>^~±÷×øðþßµæœ*+=ЖЯѓъ"
"""What a font with the wrong table shows; every document has one for each letter."""
CONFUSED = (
    "rn:m m:rn l:1 i:1 o:0 O:0 l:I I:l s:5 b:6 g:9 cl:d d:cl h:li e:c c:e u:ii n:ri t:f a:4 B:8 ří:ii í:i é:ć á:ó "
    "ě:é ů:ú š:s ż:z ę:e ł:l à:a è:e ù:u ò:ó"
)
"""What recognition takes for what."""

Piece = tuple[str, str]
"""What stood there, and what stands there now."""

_BOXES = re.compile(rf"[{ACCENTED}]+", re.IGNORECASE)
_SLIPS = [(true, read) for true, _, read in (slip.partition(":") for slip in CONFUSED.split())]


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
    misread: float = 0.03
    """Share of words in which recognition confuses letters, where nothing else happened."""


@dataclass(frozen=True)
class Ruined:
    """A text piece by piece, as it was and as it is."""

    pieces: Sequence[Piece]

    @property
    def text(self) -> str:
        """The text as it is."""
        return "".join(now for _, now in self.pieces)

    def words(self) -> Iterator[tuple[int, int, str]]:
        """The words as they are, by start and end, and what stood there; a swallowed space belongs to its word."""
        start, now, was = 0, "", ""
        for true, read in (*self.pieces, (" ", " ")):
            if read == " " and true == " ":
                if now:
                    yield start, start + len(now), was
                start, now, was = start + len(now) + 1, "", ""
            else:
                now, was = now + read, was + true


NOISE = Noise()


def ruin(texts: Sequence[str], kind: str, seed: int, noise: Noise = NOISE) -> list[Ruined]:
    """The texts of one document, ruined alike."""
    chance = random.Random(f"{kind} {seed}")
    spoil = DAMAGES[kind](chance, noise)
    return [
        Ruined([piece for part in re.split("( )", " ".join(text.split())) for piece in spoil(part)]) for text in texts
    ]


def _missing_glyphs(chance: random.Random, noise: Noise) -> Callable[[str], list[Piece]]:
    """Accented letters became boxes, read as whatever they look like, with their neighbours at times."""
    favourites = chance.sample(BOX_SIGNS, noise.favourites)
    weights = [1 / (rank + 1) for rank in range(len(favourites))]
    after_box = [False]

    def sign() -> str:
        return chance.choices(favourites, weights)[0]

    def box(letters: str) -> str:
        left, signs = len(letters), ""
        while left:
            left -= 2 if left > 1 and chance.random() < noise.merged else 1
            signs += sign() if len(letters) > 1 or chance.random() >= noise.lost else ""
            signs += sign() if chance.random() < noise.doubled else ""
        return signs

    def spoil(part: str) -> list[Piece]:
        if part == " ":
            is_swallowed = after_box[0] and chance.random() < noise.swallowed_space
            return [(" ", "" if is_swallowed else " ")]
        pieces: list[Piece] = []
        at = 0
        for match in _BOXES.finditer(part):
            pieces += [(c, c) for c in part[at : match.start()]]
            at = match.end()
            pieces.append((match[0], box(match[0])))
            fate = chance.random()
            if part[at : at + 1].islower() and fate < noise.neighbour + noise.neighbour_lost:
                wrong = chance.choice("hkrtnmcsiu" + "".join(favourites))
                pieces.append((part[at], wrong if fate < noise.neighbour else ""))
                at += 1
        pieces += [(c, c) for c in part[at:]]
        after_box[0] = bool(_BOXES.match(part[-1:]))
        return pieces

    return spoil


def _stand_ins(chance: random.Random, _: Noise) -> Callable[[str], list[Piece]]:
    """Every accented letter became a sign of its own, always the same."""
    table = {letter: chance.choice(STAND_INS) for letter in ACCENTED}
    return lambda part: [(c, table.get(c.lower(), c)) for c in part]


def _misread(chance: random.Random, noise: Noise) -> Callable[[str], list[Piece]]:
    """Here and there a letter was taken for another."""

    def spoil(part: str) -> list[Piece]:
        word = part.strip('.,;:!?"“”„()')
        options = [(i, *slip) for slip in _SLIPS for i in range(len(part)) if part.startswith(slip[0], i)]
        if len(word) < 4 or not word.isalpha() or not options or chance.random() >= noise.misread:
            return [(c, c) for c in part]
        at, true, read = chance.choice(options)
        return [*((c, c) for c in part[:at]), (true, read), *((c, c) for c in part[at + len(true) :])]

    return spoil


def _lost_accents(_: random.Random, __: Noise) -> Callable[[str], list[Piece]]:
    """All accents are gone."""
    plain = {c: fold(c) for c in ACCENTED}
    plain |= {c.upper(): base.upper() for c, base in plain.items()}
    return lambda part: [(c, plain.get(c, c)) for c in part]


DAMAGES: Mapping[str, Callable[[random.Random, Noise], Callable[[str], list[Piece]]]] = {
    "missing glyphs": _missing_glyphs,
    "stand-in signs": _stand_ins,
    "misread letters": _misread,
    "lost accents": _lost_accents,
}

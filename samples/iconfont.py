"""The icon font of the sample rulebooks: every sign is drawn here and sits at a private-use code point."""

import io
import math
from collections.abc import Callable, Sequence

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FAMILY = "Rulewright Icons"
UNITS = 1000
CENTRE = 350  # the middle of a sign stands at the middle of the capital letters beside it
DRAWN_ON = 3_818_534_400  # 2025-01-01 in the seconds fonts count; the real hour would change the bytes

Point = tuple[float, float]
Shape = Sequence[Point]


class Sketch:
    """Outlines of one sign; a hole is an outline drawn the other way round."""

    def __init__(self) -> None:
        self.pen = TTGlyphPen(None)

    def polygon(self, points: Shape, hole: bool = False) -> None:
        """A closed outline through the points, given counter-clockwise or not."""
        clockwise = _area(points) < 0
        ordered = list(points) if clockwise != hole else list(reversed(points))
        self.pen.moveTo(_whole(ordered[0]))
        for point in ordered[1:]:
            self.pen.lineTo(_whole(point))
        self.pen.closePath()

    def disc(self, x: float, y: float, radius: float, hole: bool = False) -> None:
        """A circle, as a polygon fine enough for print."""
        turns = [2 * math.pi * step / 32 for step in range(32)]
        self.polygon([(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns], hole)

    def box(self, left: float, low: float, right: float, high: float, hole: bool = False) -> None:
        """An upright rectangle."""
        self.polygon([(left, low), (right, low), (right, high), (left, high)], hole)

    def bar(self, start: Point, end: Point, width: float) -> None:
        """A thick straight stroke."""
        length = math.dist(start, end)
        across = ((start[1] - end[1]) / length * width / 2, (end[0] - start[0]) / length * width / 2)
        corners = [(start, 1), (end, 1), (end, -1), (start, -1)]
        self.polygon([(point[0] + side * across[0], point[1] + side * across[1]) for point, side in corners])


def _area(points: Shape) -> float:
    following = [*points[1:], points[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, following, strict=True))


def _whole(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _eagle(sketch: Sketch) -> None:
    wing = [(500, 480), (420, 560), (20, 720), (90, 590), (60, 560), (150, 480), (130, 440), (250, 390), (400, 300)]
    tail = [(360, 20), (640, 20), (600, 300), (500, 480)]
    mirrored = [(UNITS - x, y) for x, y in reversed(wing[1:])]
    sketch.polygon([*wing, *tail[:2], *mirrored])
    sketch.disc(500, 610, 95)
    sketch.polygon([(560, 650), (690, 590), (560, 560)])


def _target(sketch: Sketch) -> None:
    sketch.disc(500, CENTRE, 380)
    sketch.disc(500, CENTRE, 290, hole=True)
    sketch.disc(500, CENTRE, 200)
    sketch.disc(500, CENTRE, 110, hole=True)
    sketch.disc(500, CENTRE, 55)


def _die(sketch: Sketch) -> None:
    top = [(500, 740), (840, 560), (500, 380), (160, 560)]
    left = [(140, 510), (475, 335), (475, -40), (140, 150)]
    right = [(UNITS - x, y) for x, y in left]
    for side in (top, left, right):
        sketch.polygon(side)
    sketch.disc(500, 560, 50, hole=True)
    sketch.disc(305, 240, 45, hole=True)
    sketch.disc(640, 310, 40, hole=True)
    sketch.disc(750, 140, 40, hole=True)


def _face(pips: Shape) -> Callable[[Sketch], None]:
    def draw(sketch: Sketch) -> None:
        sketch.box(140, -10, 860, 710)
        sketch.box(205, 55, 795, 645, hole=True)
        for x, y in pips:
            sketch.disc(x, y, 85)

    return draw


def _action(sketch: Sketch) -> None:
    sketch.polygon([(180, 0), (860, CENTRE), (180, 700)])


def _free(sketch: Sketch) -> None:
    sketch.disc(500, CENTRE, 380)
    sketch.disc(500, CENTRE, 310, hole=True)
    sketch.bar((500, 320), (500, 590), 70)
    sketch.bar((470, CENTRE), (690, CENTRE), 70)


def _warning(sketch: Sketch) -> None:
    sketch.polygon([(500, 740), (920, 0), (80, 0)])
    sketch.polygon([(440, 500), (560, 500), (530, 230), (470, 230)], hole=True)
    sketch.disc(500, 135, 55, hole=True)


def _illegal(sketch: Sketch) -> None:
    sketch.disc(500, CENTRE, 380)
    sketch.disc(500, CENTRE, 290, hole=True)
    sketch.bar((280, 570), (720, 130), 90)


def _attack(sketch: Sketch) -> None:
    sketch.polygon([(500, 780), (570, 680), (570, 220), (430, 220), (430, 680)])
    sketch.box(280, 150, 720, 215)
    sketch.box(455, -40, 545, 145)


def _defence(sketch: Sketch) -> None:
    sketch.polygon([(150, 700), (850, 700), (850, 330), (740, 120), (500, -30), (260, 120), (150, 330)])
    sketch.polygon([(235, 615), (765, 615), (765, 350), (680, 185), (500, 70), (320, 185), (235, 350)], hole=True)
    sketch.bar((500, 120), (500, 560), 80)
    sketch.bar((300, 420), (700, 420), 80)


def _garrison(sketch: Sketch) -> None:
    battlement = [(180, 0), (820, 0), (820, 720), (690, 720), (690, 600), (565, 600), (565, 720), (435, 720)]
    sketch.polygon([*battlement, (435, 600), (310, 600), (310, 720), (180, 720)])
    sketch.polygon([(420, 0), (580, 0), (580, 260), (500, 330), (420, 260)], hole=True)


def _points(sketch: Sketch) -> None:
    turns = [math.pi / 2 + math.pi * step / 5 for step in range(10)]
    radii = [410 if step % 2 == 0 else 165 for step in range(10)]
    star = [(500 + r * math.cos(turn), CENTRE - 20 + r * math.sin(turn)) for turn, r in zip(turns, radii, strict=True)]
    sketch.polygon(star)


def _civilian(sketch: Sketch) -> None:
    sketch.disc(500, 590, 150)
    sketch.polygon([(210, 0), (790, 0), (790, 220), (690, 380), (310, 380), (210, 220)])


def _recon(sketch: Sketch) -> None:
    for x in (280, 720):
        sketch.disc(x, 240, 220)
        sketch.disc(x, 240, 130, hole=True)
    sketch.polygon([(150, 470), (230, 700), (360, 700), (410, 470)])
    sketch.polygon([(590, 470), (640, 700), (770, 700), (850, 470)])
    sketch.box(470, 300, 530, 560)


def _commando(sketch: Sketch) -> None:
    sketch.bar((180, 30), (400, 250), 90)
    sketch.bar((250, 400), (550, 100), 70)
    sketch.polygon([(370, 330), (480, 220), (840, 620), (870, 730), (760, 700)])


def _cancelled(drawing: Callable[[Sketch], None]) -> Callable[[Sketch], None]:
    def draw(sketch: Sketch) -> None:
        drawing(sketch)
        sketch.bar((60, 760), (940, -60), 90)

    return draw


CODE_POINTS: dict[str, int] = {
    "eagle": 0xE001,
    "target": 0xE002,
    "die": 0xE003,
    "one": 0xE004,
    "two": 0xE005,
    "three": 0xE006,
    "action": 0xE007,
    "free": 0xE008,
    "warning": 0xE009,
    "illegal": 0xE00A,
    "attack": 0xE020,
    "defence": 0xE021,
    "garrison": 0xE022,
    "points": 0xE023,
    "civilian": 0xE024,
    "recon": 0xE030,
    "commando": 0xE031,
    "cancel-recon": 0xE032,
    "cancel-commando": 0xE033,
}

DRAWINGS: dict[str, Callable[[Sketch], None]] = {
    "eagle": _eagle,
    "target": _target,
    "die": _die,
    "one": _face([(500, 350)]),
    "two": _face([(330, 520), (670, 180)]),
    "three": _face([(320, 530), (500, 350), (680, 170)]),
    "action": _action,
    "free": _free,
    "warning": _warning,
    "illegal": _illegal,
    "attack": _attack,
    "defence": _defence,
    "garrison": _garrison,
    "points": _points,
    "civilian": _civilian,
    "recon": _recon,
    "commando": _commando,
    "cancel-recon": _cancelled(_recon),
    "cancel-commando": _cancelled(_commando),
}


def icon_font() -> bytes:
    """The font as a TrueType file, the same bytes every time."""
    sketches = {name: Sketch() for name in DRAWINGS}
    for name, draw in DRAWINGS.items():
        draw(sketches[name])
    glyphs = {".notdef": TTGlyphPen(None).glyph(), **{name: sketch.pen.glyph() for name, sketch in sketches.items()}}
    font = FontBuilder(UNITS, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({code_point: name for name, code_point in CODE_POINTS.items()})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics({name: (UNITS, getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    post_script = FAMILY.replace(" ", "") + "-Regular"
    font.setupNameTable({"familyName": FAMILY, "styleName": "Regular", "fullName": FAMILY, "psName": post_script})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.font["head"].created = DRAWN_ON
    font.font["head"].modified = DRAWN_ON
    font.font.recalcTimestamp = False
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()

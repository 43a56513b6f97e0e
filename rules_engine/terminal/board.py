"""A board as a map of letters: spaces by the lie of the land, with what a game says of each."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from rules_engine.ruleset import Ruleset, Space
from rules_engine.terminal.words import TableWords
from schema.look import MapLook

Part = tuple[str, str]
"""Letters and their style."""
Label = Callable[[Space, int], Sequence[Part]]
"""What stands at a space, its name cut to so many letters."""
WIDTH, HEIGHT = 80, 21
NAME, FRAMED_NAME = 12, 16
"""Letters of a space's name that are shown, on the open map and in the list of a frame."""
LINE, LINE_STYLE = "·", "dim"
ASIDE = sorted(
    ((across, down) for across in range(-8, 9) for down in range(-3, 4)), key=lambda a: abs(a[0]) + 5 * abs(a[1])
)
"""Where a label goes when others stand in its place, the nearest first."""


@dataclass(slots=True)
class Canvas:
    """Letters in rows, each with its style."""

    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    taken: set[tuple[int, int]] = field(default_factory=set)

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Dots from one place to another."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
        for step in range(0, steps + 1, 2):
            column = round(start[0] + (end[0] - start[0]) * step / steps)
            row = round(start[1] + (end[1] - start[1]) * step / steps)
            self.cells[row, column] = (LINE, LINE_STYLE)

    def write(self, column: int, row: int, parts: Sequence[Part]) -> None:
        """Words around a place, moved aside where others stand already."""
        length = sum(len(text) for text, _ in parts)
        for across, down in ASIDE:
            first, line = max(0, min(column - length // 2 + across, WIDTH - length)), row + down
            spots = {(line, at) for at in range(first - 1, first + length + 1)}
            if 0 <= line < HEIGHT and not spots & self.taken:
                break
        else:
            first, line = max(0, min(column - length // 2, WIDTH - length)), row
        at = first
        for text, style in parts:
            for letter in text:
                self.cells[line, at] = (letter, style)
                self.taken.add((line, at))
                at += 1

    def text(self) -> Text:
        """The rows from top to bottom."""
        drawn = Text(no_wrap=True, overflow="crop")
        for row in range(HEIGHT):
            last = max((column for at, column in self.cells if at == row), default=-1)
            for column in range(last + 1):
                letter, style = self.cells.get((row, column), (" ", ""))
                drawn.append(letter, style or None)
            drawn.append("\n")
        drawn.rstrip()
        return drawn


def draw_board(ruleset: Ruleset, words: TableWords, label: Label) -> Text:
    """All spaces with their lines; the part of the board that has a frame is listed inside it."""
    look, canvas = ruleset.look.map, Canvas()
    framed = {code for code, space in ruleset.spaces.items() if space.region in look.frame}
    at = {code: _spot(look, code) for code in ruleset.spaces if code in look.place}
    for code, space in ruleset.spaces.items():
        for other in space.neighbours:
            if code < other and code in at and other in at and not {code, other} <= framed:
                canvas.line(_gate(look, at, framed, code), _gate(look, at, framed, other))
    for region, frame in look.frame.items():
        inside = [label(space, FRAMED_NAME) for space in ruleset.spaces.values() if space.region == region]
        _draw_frame(canvas, look, frame, words.name("region", region), inside)
    for code, spot in sorted(at.items(), key=lambda item: (item[1][1], item[1][0])):
        if code not in framed:
            canvas.write(*spot, label(ruleset.spaces[code], NAME))
    return canvas.text()


def _spot(look: MapLook, code: str) -> tuple[int, int]:
    (x, y), (width, height) = look.place[code], look.size
    return round(x / width * (WIDTH - 1)), round(y / height * (HEIGHT - 1))


def _gate(look: MapLook, at: Mapping[str, tuple[int, int]], framed: set[str], code: str) -> tuple[int, int]:
    """Lines to a framed space end at the lower edge of the frame."""
    if code not in framed:
        return at[code]
    left, top, width, height = next(iter(look.frame.values()))
    column = (left + width / 2) / look.size[0] * (WIDTH - 1)
    return round(column), round((top + height) / look.size[1] * (HEIGHT - 1)) + 1


def _draw_frame(
    canvas: Canvas, look: MapLook, frame: Sequence[float], title: str, lines: Iterable[Sequence[Part]]
) -> None:
    """A box with its spaces one below the other."""
    listed = list(lines)
    width = max(23, *(sum(len(text) for text, _ in parts) + 4 for parts in listed))
    left = round((frame[0] + frame[2] / 2) / look.size[0] * (WIDTH - 1)) - width // 2
    top = round(frame[1] / look.size[1] * (HEIGHT - 1)) - 1
    rows = [f"┌ {title} {'─' * (width - len(title) - 4)}┐", *([f"│{' ' * (width - 2)}│"] * len(listed))]
    for number, text in enumerate([*rows, f"└{'─' * (width - 2)}┘"]):
        for column, letter in enumerate(text):
            spot = (top + number, left + column)
            canvas.cells[spot] = (letter, LINE_STYLE)
            canvas.taken.add(spot)
    for number, parts in enumerate(listed, start=1):
        column = left + 2
        for text, style in parts:
            for letter in text:
                canvas.cells[top + number, column] = (letter, style)
                column += 1

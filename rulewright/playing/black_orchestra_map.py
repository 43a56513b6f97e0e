"""Black Orchestra's board as a map of letters: spaces by the lie of the land, and who and what is where."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from db.site.look import Look, look_of
from rules_engine.ruleset import Ruleset, Space
from rulewright.playing.words import Words

View = Mapping[str, Any]
WIDTH, HEIGHT = 80, 21
NAME, FRAMED_NAME = 12, 16
"""Letters of a space's name that are shown, on the open map and in the list of a frame."""
LINE, FORTIFIED, CLOSED, UNSEEN = "·", "▲", "×", "?"
HITLER = "hitler"
STYLES = {
    "line": "dim",
    "open": "",
    "shut": "dim",
    "name": "bold",
    "leader": "red",
    "person": "bold cyan",
    "item": "yellow",
}
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
            self.cells[row, column] = (LINE, STYLES["line"])

    def write(self, column: int, row: int, parts: Sequence[tuple[str, str]]) -> None:
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


def draw_map(ruleset: Ruleset, view: View, words: Words) -> Text:
    """All spaces with their lines; the part of the board that has a frame is listed inside it."""
    look, canvas = look_of(ruleset.game), Canvas()
    framed = {code for code, space in ruleset.spaces.items() if space.region in look.frames}
    at = {code: _spot(look, code) for code in ruleset.spaces if code in look.places}
    for code, space in ruleset.spaces.items():
        for other in space.neighbours:
            if code < other and code in at and other in at and not {code, other} <= framed:
                canvas.line(_gate(look, at, framed, code), _gate(look, at, framed, other))
    for region, frame in look.frames.items():
        inside = [space for space in ruleset.spaces.values() if space.region == region]
        _draw_frame(
            canvas, look, frame, words.name("region", region), [_label(s, view, words, FRAMED_NAME) for s in inside]
        )
    for code, spot in sorted(at.items(), key=lambda item: (item[1][1], item[1][0])):
        if code not in framed:
            canvas.write(*spot, _label(ruleset.spaces[code], view, words))
    return canvas.text()


def _spot(look: Look, code: str) -> tuple[int, int]:
    (x, y), (width, height) = look.places[code], look.size
    return round(x / width * (WIDTH - 1)), round(y / height * (HEIGHT - 1))


def _gate(look: Look, at: Mapping[str, tuple[int, int]], framed: set[str], code: str) -> tuple[int, int]:
    """Lines to a framed space end at the lower edge of the frame."""
    if code not in framed:
        return at[code]
    left, top, width, height = next(iter(look.frames.values()))
    column = (left + width / 2) / look.size[0] * (WIDTH - 1)
    return round(column), round((top + height) / look.size[1] * (HEIGHT - 1)) + 1


def _draw_frame(
    canvas: Canvas, look: Look, frame: Sequence[float], title: str, lines: Iterable[Sequence[tuple[str, str]]]
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
            canvas.cells[spot] = (letter, STYLES["line"])
            canvas.taken.add(spot)
    for number, parts in enumerate(listed, start=1):
        column = left + 2
        for text, style in parts:
            for letter in text:
                canvas.cells[top + number, column] = (letter, style)
                column += 1


def _label(space: Space, view: View, words: Words, letters: int = NAME) -> list[tuple[str, str]]:
    """The name of a space, whether it is fortified or closed, and who and what is there."""
    is_open = space.is_open(view["stage"])
    name = words.name("location", space.code)[:letters].rstrip()
    mark = FORTIFIED if space.is_fortified else ""
    parts = [(mark + name, STYLES["name"] if is_open else STYLES["shut"])]
    if not is_open:
        closes = space.closes_in_stage is not None and view["stage"] >= space.closes_in_stage
        parts.append((CLOSED if closes else str(space.opens_in_stage or ""), STYLES["shut"]))
    item = view["squares"].get(space.code)
    if item:
        parts.append((f" {UNSEEN if item == 'face-down' else words.name('item', item)[:3]}", STYLES["item"]))
    leaders = [initials(code, words) for code, place in view["leaders"].items() if place == space.code]
    if leaders:
        parts.append((" " + "".join(leaders), STYLES["leader"]))
    people = [str(n) for n, (_, c) in enumerate(view["conspirators"].items(), 1) if c["location"] == space.code]
    if people:
        parts.append((f" {''.join(people)}", STYLES["person"]))
    return parts


def initials(code: str, words: Words) -> str:
    """Two letters for a leader that no other leader has."""
    name = words.name("leader", code)
    return name[:2] if code != HITLER else "♚"

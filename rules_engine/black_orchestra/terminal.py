"""Black Orchestra in the terminal: the map, the conspirators, the tracks, events and decks in 80 columns."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from rules_engine.ruleset import Ruleset, Space
from rules_engine.terminal.board import Part, draw_board
from rules_engine.terminal.table import Table, counted, rows
from rules_engine.terminal.words import TableWords
from rules_engine.words import CARD

View = Mapping[str, Any]
FORTIFIED, CLOSED, UNSEEN, KING = "▲", "×", "?", "♚"
STYLES = {"open": "bold", "shut": "dim", "leader": "red", "person": "bold cyan", "item": "yellow"}
HITLER = "hitler"


def draw(ruleset: Ruleset, view: View, words: TableWords) -> RenderableType:
    """Everything the player sees."""
    legend = words.say("legend", fortified=FORTIFIED, closed=CLOSED, unseen=UNSEEN)
    return Group(
        _heading(view, words),
        draw_board(ruleset, words, lambda space, letters: _label(space, view, words, letters)),
        Text(f"{_leaders(view, words)}\n{legend}", style="dim"),
        _people(view, words),
        rows(_listed(view, words)),
    )


def _heading(view: View, words: TableWords) -> Text:
    parts = [
        words.say("stage", number=view["stage"]),
        words.say("turn", number=view["turn"]),
        words.say("support", number=view["military-support"]),
        words.say("dissent", number=view["dissent"]),
        words.say("whose", name=words.card(view["active"]), number=view["actions-left"]),
    ]
    return Text(" · ".join(parts), style="bold")


def _leaders(view: View, words: TableWords) -> str:
    return " · ".join(f"{_initials(code, words)} {words.name('leader', code)}" for code in view["leaders"])


def _label(space: Space, view: View, words: TableWords, letters: int) -> list[Part]:
    """The name of a space, whether it is fortified or closed, and who and what is there."""
    is_open = space.is_open(view["stage"])
    name = words.name("location", space.code)[:letters].rstrip()
    mark = FORTIFIED if space.is_fortified else ""
    parts = [(mark + name, STYLES["open"] if is_open else STYLES["shut"])]
    if not is_open:
        closes = space.closes_in_stage is not None and view["stage"] >= space.closes_in_stage
        parts.append((CLOSED if closes else str(space.opens_in_stage or ""), STYLES["shut"]))
    item = view["squares"].get(space.code)
    if item:
        parts.append((f" {UNSEEN if item == 'face-down' else words.name('item', item)[:3]}", STYLES["item"]))
    leaders = [_initials(code, words) for code, place in view["leaders"].items() if place == space.code]
    if leaders:
        parts.append((" " + "".join(leaders), STYLES["leader"]))
    people = [str(n) for n, (_, c) in enumerate(view["conspirators"].items(), 1) if c["location"] == space.code]
    if people:
        parts.append((f" {''.join(people)}", STYLES["person"]))
    return parts


def _initials(code: str, words: TableWords) -> str:
    """Two letters for a leader that no other leader has."""
    name = words.name("leader", code)
    return name[:2] if code != HITLER else KING


def _people(view: View, words: TableWords) -> Grid:
    """A line for each conspirator: number, name, place, levels, items and cards."""
    grid = Grid.grid(padding=(0, 1))
    for _ in range(4):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for number, (code, seen) in enumerate(view["conspirators"].items(), start=1):
        style = "bold" if code == view["active"] else ""
        place = words.say("prison") if seen["location"] == "prison" else words.name("location", seen["location"])
        levels = f"{words.name('level', seen['motivation'])}, {words.name('level', seen['suspicion'])}"
        held = [words.name("item", item) for item in seen["items"]] + [words.card(card) for card in seen["cards"]]
        grid.add_row(
            Text(str(number), style="bold cyan"),
            Text(words.card(code), style=style),
            Text(place),
            Text(levels),
            Text(counted(held), style="dim"),
        )
    return grid


def _listed(view: View, words: TableWords) -> Iterator[tuple[str, str]]:
    """The rows below; what is seldom there only when it is."""
    for label, code in (("event", view["current"]), ("key-event", view["key-event"])):
        if code:
            yield words.say(label), words.card(code)
    plot = view.get("plot")
    if plot:
        told = words.say("plot-is", card=words.card(plot["card"]), by=words.card(plot["by"]), dice=plot["dice"])
        faces = ", ".join(words.name("icon", face) for face in plot["rolled"])
        yield words.say("plot"), f"{told}; {words.say('shows', faces=faces)}" if faces else told
    if view.get("secret"):
        yield words.say("secret"), counted(words.card(card) for card in view["secret"])
    yield words.say("events-left"), " ".join(map(str, view["event-decks"]))
    counts = {"deck": view["deck"], "discard": len(view["discard"]), "interrogations": view["interrogations"]}
    yield words.say("decks"), words.say("decks-are", **counts)
    if view["discarded-items"]:
        yield words.say("items"), counted(words.name("item", item) for item in view["discarded-items"])
    if view["fallen"]:
        yield words.say("fallen"), ", ".join(words.name("leader", code) for code in view["fallen"])


KINDS = {
    "location": "location",
    "origin": "location",
    "item": "item",
    "leader": "leader",
    "track": "track",
    "after": "level",
    "before": "level",
    "deck": "deck",
    "conspirator": CARD,
    "giver": CARD,
}
TABLE = Table(draw, KINDS, "Millions of lives saved, where the edition counts them")

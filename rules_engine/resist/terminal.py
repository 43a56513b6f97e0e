"""Resist! in the terminal: its table in 80 columns, and sentences for what is done and what happens.

Titles stay as printed, so sentences do not inflect them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from rules_engine.catalogue import section
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.speech import Sentences
from rules_engine.terminal.table import Table, counted, rows
from rules_engine.terminal.words import TableWords
from rules_engine.words import CARD

PHASES = {
    "plan": "plan",
    "chosen": "plan",
    "defend": "attack",
    "attack": "attack",
    "defeat": "attack",
    "survive": "attack",
    "stop": "consequences",
}
"""The phase that each step belongs to; set-up and end belong to none."""
SIDES = ("hidden", "revealed")
PILES = {"hidden-deck": "hidden-discard", "enemy-deck": "enemy-discard"}
"""The discard pile whose size is shown beside its deck."""
LABELS = section("resist", "table")
"""What stands on the table beside names."""
ACTIONS = section("resist", "actions")
"""Sentences for the spellings of actions; what stands in no list is said by the engine."""
EVENTS = section("resist", "events")
"""Sentences for the kinds of events; effects are told in the words of the phrasebook, by the engine."""
WORDS = section("resist", "words")
"""Single words inside events."""


def draw(ruleset: Ruleset, view: Mapping[str, Any], words: TableWords) -> RenderableType:
    """Everything the player sees."""
    return Group(
        _heading(view, words),
        Text(words.say("missions"), style="bold underline"),
        *(part for mission in view["missions"] for part in _mission(mission, words)),
        rows(_listed(ruleset, view, words)),
    )


def _heading(view: Mapping[str, Any], words: TableWords) -> Text:
    parts = [words.say("round", number=view["round"]), words.say("points", number=view["points"])]
    phase = PHASES.get(view["step"])
    if phase:
        parts.insert(1, words.name("phase", phase))
    if phase == "attack" or view["attack"]:
        parts.append(words.say("attack", number=view["attack"]))
    return Text(" · ".join(parts), style="bold")


def _mission(seen: Mapping[str, Any], words: TableWords) -> Iterator[RenderableType]:
    code, enemies = seen["mission"], _enemies(seen["enemies"], words)
    if code is None:
        yield Text(f"  – {words.say('mission-none')}", style="dim")
    else:
        style = "bold reverse" if seen["is-chosen"] else "bold"
        name = Text(f"  {words.card(code)}", style=style)
        if seen["is-chosen"]:
            name.append(f" ({words.say('is-chosen')})")
        values = Text("  ").join(
            Text(f"{words.say(label)} {seen[key]:>2}")
            for label, key in (("garrison", "garrison"), ("defence", "defence"), ("worth", "points"))
        )
        line = Grid.grid(expand=True, padding=(0, 1))
        line.add_column(ratio=1)
        line.add_column(justify="right", no_wrap=True)
        line.add_row(name, values)
        yield line
    if code is not None or seen["enemies"]:
        yield Padding(enemies, (0, 0, 0, 6))


def _enemies(seen: Sequence[Mapping[str, Any] | None], words: TableWords) -> Text:
    """Those face-up with their defence now, then how many lie face-down."""
    parts = [Text(f"{words.card(enemy['enemy'])} {enemy['defence']}", style="red") for enemy in seen if enemy]
    unseen = sum(enemy is None for enemy in seen)
    if unseen:
        parts.append(Text(f"{unseen} {words.say('face-down')}", style="dim"))
    return Text(" · ").join(parts) if parts else Text(words.say("no-enemies"), style="dim")


def _listed(ruleset: Ruleset, view: Mapping[str, Any], words: TableWords) -> Iterator[tuple[str, str]]:
    """The rows below the missions; piles that are seldom filled only when they are."""
    if view["draft"]:
        yield words.say("draft"), _maquis(ruleset, view["draft"], words, SIDES)
    yield words.say("hand"), _maquis(ruleset, view["hand"], words, SIDES)
    for side in SIDES:
        yield words.say(side), _maquis(ruleset, view[f"played-{side}"], words, (side,))
    if view["looking-at"]:
        yield words.say("looking-at"), _cards(view["looking-at"], words)
    yield words.say("decks"), ", ".join(_decks(view, words))
    for pile in ("hidden-discard", "revealed-discard"):
        if view[pile]:
            yield words.say(pile), _cards(view[pile], words)
    yield words.say("graveyard"), words.say("civilians", number=view["civilians"])
    yield words.say("completed"), _missions(ruleset, view["completed"], words)
    for pile in ("failed", "removed"):
        if view[pile]:
            yield words.say(pile), _cards(view[pile], words)


def _maquis(ruleset: Ruleset, codes: Iterable[str], words: TableWords, sides: Sequence[str]) -> str:
    """The maquis with their attack on these sides; a Spy has none."""

    def told(code: str) -> str:
        attack = [ruleset.find_fact(f"maquis:{code}", f"attack.{side}") for side in sides]
        return " ".join(filter(None, (words.card(code), "/".join(filter(None, attack)))))

    return counted(told(code) for code in codes)


def _missions(ruleset: Ruleset, codes: Iterable[str], words: TableWords) -> str:
    return counted(f"{words.card(code)} {ruleset.number(f'mission:{code}', 'points')}" for code in codes)


def _cards(codes: Iterable[str], words: TableWords) -> str:
    return counted(words.card(code) for code in codes)


def _decks(view: Mapping[str, Any], words: TableWords) -> Iterator[str]:
    for code, size in view["decks"].items():
        discarded = len(view[PILES[code]]) if code in PILES else 0
        discard = f" ({words.say('discard', number=discarded)})" if discarded else ""
        yield f"{words.say(code)} {size}{discard}"


KINDS = {
    "mission": CARD,
    "deck": "deck",
    "pile": "pile deck",
    "from_": "pile deck place",
    "to": "pile deck place",
    "group": "group",
    "outcome": "score",
}
"""Of which kind of concept each datum of an event is a code."""
TABLE = Table(draw, LABELS, Sentences(ACTIONS, EVENTS, WORDS, KINDS))

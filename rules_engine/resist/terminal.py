"""Resist! in the terminal: the missions with their enemies, and below them all other cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from rules_engine.ruleset import Ruleset
from rules_engine.terminal.table import Table, counted, parted, rows
from rules_engine.terminal.words import TableWords
from rules_engine.words import CARD

PHASES = dict.fromkeys(("defend", "attack", "defeat", "survive"), "attack") | {"stop": "consequences"}
PHASES |= dict.fromkeys(("plan", "chosen"), "plan")
"""The phase that each step belongs to; set-up and end belong to none."""
SIDES = ("hidden", "revealed")
LISTED = ("looking-at", "decks", "hidden-discard", "revealed-discard", "graveyard", "completed", "failed", "removed")
PILE = "pile deck place"
KINDS = {"mission": CARD, "deck": "deck", "pile": PILE, "from_": PILE, "to": PILE, "group": "group", "outcome": "score"}
"""Of which kind of concept each datum of an event is a code."""


def draw(ruleset: Ruleset, view: Mapping[str, Any], words: TableWords) -> RenderableType:
    """Everything the player sees."""
    phase = PHASES.get(view["step"])
    is_shown = {"round": True, "points": True, "attack": phase == "attack" or view["attack"]}
    parts = [words.say(name, number=view[name]) for name, shown in is_shown.items() if shown]
    parts[1:1] = [words.name("phase", phase)] if phase else []
    return Group(
        Text(" · ".join(parts), style="bold"),
        Text(words.say("missions"), style="bold underline"),
        *(part for mission in view["missions"] for part in _mission(mission, words)),
        rows(_listed(ruleset, view, words)),
    )


def _mission(seen: Mapping[str, Any], words: TableWords) -> Iterator[RenderableType]:
    """A mission with its numbers; below it the enemies, those face-up with their defence now."""
    if seen["mission"] is None:
        yield Text(f"  – {words.say('mission-none')}", style="dim")
    else:
        name = Text(f"  {words.card(seen['mission'])}", style="bold reverse" if seen["is-chosen"] else "bold")
        name.append(f" ({words.say('is-chosen')})" if seen["is-chosen"] else "")
        values = {"garrison": "garrison", "defence": "defence", "worth": "points"}
        yield parted(name, Text("  ".join(f"{words.say(label)} {seen[key]:>2}" for label, key in values.items())))
    up = [Text(f"{words.card(e['enemy'])} {e['defence']}", style="red") for e in seen["enemies"] if e]
    down = seen["enemies"].count(None)
    up += [Text(f"{down} {words.say('face-down')}", style="dim")] if down else []
    if up or seen["mission"]:
        yield Padding(Text(" · ").join(up) if up else Text(words.say("no-enemies"), style="dim"), (0, 0, 0, 6))


def _listed(ruleset: Ruleset, view: Mapping[str, Any], words: TableWords) -> Iterator[tuple[str, str]]:
    """The rows below the missions; piles that are seldom filled only when they are."""
    for name, sides in (("draft", SIDES), ("hand", SIDES), ("hidden", SIDES[:1]), ("revealed", SIDES[1:])):
        lying = view[name if name in view else f"played-{name}"]
        if lying or name != "draft":
            yield words.say(name), _maquis(ruleset, lying, words, sides)
    done = (f"{words.card(code)} {ruleset.number(f'mission:{code}', 'points')}" for code in view["completed"])
    told = {"decks": ", ".join(_decks(view, words)), "completed": counted(done)}
    told["graveyard"] = words.say("civilians", number=view["civilians"])
    for name in LISTED:
        if name in told or view[name]:
            yield words.say(name), told.get(name) or counted(map(words.card, view[name]))


def _maquis(ruleset: Ruleset, codes: Sequence[str], words: TableWords, sides: Sequence[str]) -> str:
    """The maquis with their attack on these sides; a Spy has none."""
    attacks = ([ruleset.find_fact(f"maquis:{code}", f"attack.{side}") for side in sides] for code in codes)
    told = ("/".join(filter(None, attack)) for attack in attacks)
    return counted(f"{words.card(code)} {attack}".rstrip() for code, attack in zip(codes, told, strict=True))


def _decks(view: Mapping[str, Any], words: TableWords) -> Iterator[str]:
    """The sizes of the decks, and beside them those of their discard piles."""
    for code, size in view["decks"].items():
        discarded = len(view.get(code.replace("-deck", "-discard"), ()))
        yield f"{words.say(code)} {size}" + (f" ({words.say('discard', number=discarded)})" if discarded else "")


TABLE = Table(draw, KINDS)

"""Operation Barclay in the terminal: its table in 80 columns, and sentences for what is done and what happens.

Names stay as printed and are not inflected.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from rules_engine.ruleset import Ruleset
from rules_engine.terminal.table import Table, rows
from rules_engine.terminal.words import TableWords
from rules_engine.words import CARD

View = Mapping[str, Any]
STYLES = {"green": "bold green", "red": "bold red"}
HIDDEN = "·"
NAMED = ("deck", "faction", "location", "colour", "field", "hand", "symbol", "radar", "offensive", "trait")
"""Kinds of concepts that sentences name in slots of the same name."""


def draw(ruleset: Ruleset, view: View, words: TableWords) -> RenderableType:
    """Everything the player sees."""
    return Group(_heading(view, words), _regions(ruleset, view, words), rows(_listed(ruleset, view, words)))


def _heading(view: View, words: TableWords) -> Text:
    parts = [
        words.name("phase", view["phase"]) if view["month"] else "",
        words.say("you", side=_side(view["you"], words)),
    ]
    if view["month"]:
        parts.insert(0, words.say("month", number=view["month"]))
    if view["to-move"] != view["you"]:
        parts.append(words.say("to-move", side=_side(view["to-move"], words)))
    return Text(" · ".join(filter(None, parts)), style="bold")


def _side(code: str, words: TableWords) -> str:
    return words.name("faction", code)


def _regions(ruleset: Ruleset, view: View, words: TableWords) -> RenderableType:
    """A line for each region: colour, tokens, and for the LCS what is planned there."""
    grid = Grid.grid(padding=(0, 2))
    for _ in range(4):
        grid.add_column(no_wrap=True)
    planned = {region: offensive for offensive, region in (view["offensives"] or {}).items() if region}
    for code, seen in view["regions"].items():
        colour = ruleset.find_fact(f"location:{code}", "colour") or ""
        offensive = words.name("offensive", planned[code]) if code in planned else ""
        grid.add_row(
            Text(f"  {words.name('location', code)}"), words.name("colour", colour), _tokens(seen, words), offensive
        )
    return grid


def _tokens(seen: Mapping[str, Any], words: TableWords) -> Text:
    """Those face up in capitals, those that only this player knows in small letters, a dot for the others."""
    line = Text()
    for space, radar in enumerate(seen["tokens"], start=1):
        letter = words.say(radar) if radar else HIDDEN
        if radar and space in seen["face-up"]:
            line.append(f"{letter} ", style=STYLES[radar])
        else:
            line.append(f"{letter.lower()} ", style="dim")
    return line


def _listed(ruleset: Ruleset, view: View, words: TableWords) -> Iterator[tuple[str, str]]:
    """The rows below the regions; what is seldom there only when it is, and nothing while tokens are laid."""
    if not view["month"]:
        return
    enemy = next(side for side in view["spaces"] if side != view["you"])
    fields = (f"{words.name('field', field)}: {_colours(on, words)}" for field, on in view["fields"].items() if on)
    yield words.say("evidence"), " · ".join(fields) or "–"
    for side, colours in view["evidence"].items():
        if colours:
            yield words.say("won", side=_side(side, words)), _colours(colours, words)
    for side in (enemy, view["you"]):
        yield _side(side, words), _space(ruleset, view, side, words)
    yield words.say("hand"), _cards(ruleset, view["hand"], words)
    if view["looking-at"]:
        yield words.say("looking-at"), _cards(ruleset, view["looking-at"], words)
    yield words.say("enemy-hand", side=_side(enemy, words)), _enemy_hand(view, words)
    if any(view["predictions"].values()):
        yield words.say("predictions"), " · ".join(_predictions(view, words))
    yield words.say("decks"), ", ".join(_decks(view, words))
    for side, codes in view["discards"].items():
        if codes:
            yield words.say("discard", side=_side(side, words)), _pile(ruleset, codes, words)


def _colours(codes: Iterable[str], words: TableWords) -> str:
    return ", ".join(words.name("colour", code) for code in codes)


def _space(ruleset: Ruleset, view: View, side: str, words: TableWords) -> str:
    """The cards of a space, what they make as far as they lie open, and their symbols."""
    cards = [_lying(ruleset, lying, words) for lying in view["spaces"][side]]
    if not cards:
        return "–"
    kind = view["combinations"][side]
    symbols = (f"{words.name('symbol', code)} {count}" for code, count in view["symbols"][side].items() if count)
    made = ", ".join([*([words.name("hand", kind)] if kind else []), *symbols])
    return " · ".join(cards) + (f" = {made}" if made else "")


def _lying(ruleset: Ruleset, lying: Mapping[str, Any], words: TableWords) -> str:
    facing = words.name("facing", "face-down")
    if lying["card"] is None:
        return f"[{words.name('deck', lying['back'])}, {facing}]"
    told = _card(ruleset, lying["card"], words, lying["ranks"], lying["colours"])
    marks = [facing] if lying["face-down"] else []
    if lying["over"]:
        marks.append(words.say("over", card=words.card(lying["over"])))
    if lying["is-ignored"]:
        marks.append(words.say("counts-not"))
    return f"{told} ({', '.join(marks)})" if marks else told


def _card(
    ruleset: Ruleset, code: str, words: TableWords, ranks: Sequence[object] = (), colours: Sequence[str] = ()
) -> str:
    """A card with its number, colours and symbols; what a title says already is not said again."""
    subject = f"card:{code}"
    rank = "/".join(map(str, ranks)) or ruleset.find_fact(subject, "rank") or ""
    printed = colours or (ruleset.find_fact(subject, "colour") or "").split("/")
    shades = "/".join(words.name("colour", colour) for colour in printed if colour)
    symbols = [words.name("symbol", symbol) for symbol in (ruleset.find_fact(subject, "symbols") or "").split()]
    title = words.card(code)
    value = " ".join(part for part in (shades, rank) if part)
    told = title if value and title.endswith(value) else f"{title} {value}".strip()
    return f"{told} +{'+'.join(symbols)}" if symbols else told


def _cards(ruleset: Ruleset, codes: Iterable[str], words: TableWords) -> str:
    return " · ".join(_card(ruleset, code, words) for code in codes) or "–"


def _enemy_hand(view: View, words: TableWords) -> str:
    backs = ", ".join(f"{words.name('deck', deck)} {count}" for deck, count in view["enemy-hand"].items()) or "–"
    known = ", ".join(words.card(code) for code in view["enemy-known"])
    return f"{backs} ({words.say('known', cards=known)})" if known else backs


def _predictions(view: View, words: TableWords) -> Iterator[str]:
    for side, winner in view["predictions"].items():
        if winner:
            told = words.name("facing", winner) if winner == "face-down" else _side(winner, words)
            yield f"{_side(side, words)}: {told}"


def _decks(view: View, words: TableWords) -> Iterator[str]:
    for deck, cards in view["decks"].items():
        if isinstance(cards, int):
            yield f"{words.name('deck', deck)} {cards}"
            continue
        known = [words.card(code) if code else words.say("unknown") for code in cards]
        while known and known[-1] == words.say("unknown"):
            known.pop()
        told = f" ({words.say('top', cards=', '.join(known))})" if known else ""
        yield f"{words.name('deck', deck)} {len(cards)}{told}"


def _pile(ruleset: Ruleset, codes: Iterable[str], words: TableWords) -> str:
    """A discard pile: plain cards by colour, the others by their titles."""
    by_colour: dict[str, list[str]] = {}
    others: Counter[str] = Counter()
    for code in codes:
        rank, colour = (ruleset.find_fact(f"card:{code}", attribute) or "" for attribute in ("rank", "colour"))
        if code.startswith(f"{colour}-"):
            by_colour.setdefault(words.name("colour", colour), []).append(rank)
        else:
            others[words.card(code)] += 1
    plain = [f"{colour} {' '.join(sorted(ranks, key=_low))}" for colour, ranks in by_colour.items()]
    return " · ".join([*plain, *others])


def _low(rank: str) -> int:
    return int(rank.split("/")[0])


KINDS = (
    {kind: kind for kind in NAMED}
    | {"actor": CARD, "new": CARD, "other": "colour", "primary": "location", "secondary": "location"}
    | {"winner": "faction"}
)
TABLE = Table(draw, KINDS, "Month in which the game ended")

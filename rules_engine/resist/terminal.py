"""Resist! in the terminal: its table in 80 columns, and sentences for what is done and what happens.

Titles stay as printed, so sentences do not inflect them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

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
LABELS = {
    "en": {
        "signs": "The number of an enemy is its defence, those of a maquis are its attack, hidden/revealed.",
        "round": "Round {number}",
        "points": "{number} points",
        "attack": "attack {number}",
        "missions": "Missions",
        "garrison": "garrison",
        "defence": "defence",
        "worth": "points",
        "is-chosen": "chosen",
        "no-enemies": "no enemies",
        "face-down": "face-down",
        "mission-none": "no mission",
        "hand": "Hand",
        "hidden": "Hidden",
        "revealed": "Revealed",
        "looking-at": "Looking at",
        "hidden-discard": "Hidden discard",
        "revealed-discard": "Revealed discard",
        "decks": "Decks",
        "hidden-deck": "hidden",
        "recruit-deck": "recruits",
        "spy-supply": "Spies",
        "mission-deck": "missions",
        "enemy-deck": "enemies",
        "civilian-deck": "civilians",
        "discard": "discard {number}",
        "graveyard": "Graveyard",
        "civilians": "{number} civilians",
        "completed": "Completed",
        "failed": "Failed",
        "removed": "Removed",
        "draft": "To divide",
    },
    "cs": {
        "signs": "Číslo u nepřítele je jeho obrana, čísla u makisty jsou jeho útok, utajený/prozrazený.",
        "round": "Kolo {number}",
        "points": "bodů: {number}",
        "attack": "útok {number}",
        "missions": "Mise",
        "garrison": "posádka",
        "defence": "obrana",
        "worth": "body",
        "is-chosen": "zvolená",
        "no-enemies": "žádní nepřátelé",
        "face-down": "lícem dolů",
        "mission-none": "žádná mise",
        "hand": "Ruka",
        "hidden": "Utajení",
        "revealed": "Prozrazení",
        "looking-at": "Prohlížené",
        "hidden-discard": "Odhoz utajených",
        "revealed-discard": "Odhoz prozrazených",
        "decks": "Balíčky",
        "hidden-deck": "utajení",
        "recruit-deck": "rekruti",
        "spy-supply": "špehové",
        "mission-deck": "mise",
        "enemy-deck": "nepřátelé",
        "civilian-deck": "civilisté",
        "discard": "odhoz {number}",
        "graveyard": "Hřbitov",
        "civilians": "civilistů: {number}",
        "completed": "Splněné",
        "failed": "Nesplněné",
        "removed": "Ze hry",
        "draft": "K rozdělení",
    },
}
"""What stands on the table beside names."""

ACTIONS = {
    "en": {
        "enlist {card}": "Take {card} into the hidden deck",
        "play {card} hidden": "Play {card} hidden",
        "play {card} hidden use": "Play {card} hidden, with action",
        "play {card} revealed": "Play {card} revealed",
        "play {card} revealed use": "Play {card} revealed, with action",
        "choose {card}": "Choose {card}",
        "resolve {card}": "{card} comes next",
        "defeat {card}": "Defeat {card}",
        "stop": "Stop attacking",
        "end": "End the resistance and count the points",
        "continue": "Go on to the next round",
        "copy {card}": "Copy the action of {card}",
        "discard {card}": "Discard {card}",
        "discard {card} from hand": "Discard {card} from your hand",
        "discard {card} from play-area": "Discard {card} from the play area",
        "discard {card} from {mission}": "Discard {card} at {mission}",
        "discard face-down from {mission}": "Discard a face-down enemy at {mission}",
        "remove {card} from hand": "Remove {card} in your hand from the game",
        "remove {card} from play-area": "Remove {card} in the play area from the game",
        "flip all at {mission}": "Turn up all enemies at {mission}",
        "flip {number} at {mission}": "Turn up enemies at {mission}: {number}",
        "move {card} to {mission}": "Move {card} to {mission}",
        "reinforce {mission}": "Add an enemy at {mission}",
        "put {card} on {deck}": "Put {card} on top of the {deck}",
        "put {card} under {deck}": "Put {card} under the {deck}",
        "take {card} from {pile}": "Take {card} from the {pile}",
        "keep": "No more",
        "decline": "Leave it undone",
    },
    "cs": {
        "enlist {card}": "Do balíčku utajených: {card}",
        "play {card} hidden": "Zahrát utajeně: {card}",
        "play {card} hidden use": "Zahrát utajeně s akcí: {card}",
        "play {card} revealed": "Zahrát prozrazeně: {card}",
        "play {card} revealed use": "Zahrát prozrazeně s akcí: {card}",
        "choose {card}": "Zvolit misi: {card}",
        "resolve {card}": "Teď vyhodnotit: {card}",
        "defeat {card}": "Porazit: {card}",
        "stop": "Přestat útočit",
        "end": "Ukončit odboj a sečíst body",
        "continue": "Pokračovat dalším kolem",
        "copy {card}": "Napodobit akci: {card}",
        "discard {card}": "Odhodit: {card}",
        "discard {card} from hand": "Odhodit z ruky: {card}",
        "discard {card} from play-area": "Odhodit z herní oblasti: {card}",
        "discard {card} from {mission}": "Odhodit nepřítele: {card}, mise {mission}",
        "discard face-down from {mission}": "Odhodit nepřítele lícem dolů: mise {mission}",
        "remove {card} from hand": "Odstranit ze hry z ruky: {card}",
        "remove {card} from play-area": "Odstranit ze hry z herní oblasti: {card}",
        "flip all at {mission}": "Otočit všechny nepřátele: mise {mission}",
        "flip {number} at {mission}": "Otočit nepřátele ({number}): mise {mission}",
        "move {card} to {mission}": "Přesunout: {card} k misi {mission}",
        "reinforce {mission}": "Přidat nepřítele: mise {mission}",
        "put {card} on {deck}": "Položit navrch: {card}, {deck}",
        "put {card} under {deck}": "Položit dospod: {card}, {deck}",
        "take {card} from {pile}": "Vzít: {card}, {pile}",
        "keep": "Už nic",
        "decline": "Neudělat to",
    },
}
"""Sentences for the spellings of actions; what stands in no list is said by the engine."""

EVENTS = {
    "en": {
        "drew": "You draw {card}.",
        "moved": "{card} is moved from the {from_} to the {to}.",
        "played": "You play {card} {side}.",
        "put": "You put {card} {place} the {deck}.",
        "put-away": "{card} goes to the {pile}.",
        "reshuffled": "The discard pile is shuffled into a new {deck}: {count} cards.",
    },
    "cs": {
        "attack": "Síla útoku všech makistů v herní oblasti je {total}.",
        "bonus": "{card}: {amount} k síle útoku za každého: {group}.",
        "chose": "Mise tohoto kola: {mission}.",
        "civilians": "Otočena karta civilistů, mrtvých na ní: {civilians}.",
        "completed": "Mise splněna: {card} (obrana {defence}); zbývá síla útoku {left}.",
        "defeated": "Poražen nepřítel: {card} (obrana {defence}); zbývá síla útoku {left}.",
        "defence-changed": "Obrana se mění o {amount}: {card}.",
        "defends": "Platí účinek OBRANY: {card}.",
        "discarded": "Odhozeno: {card}.",
        "drew": "Dobíráte: {card}.",
        "ended": "Ukončili jste odboj, bodů: {points}.",
        "failed": "Mise se nezdařila: {mission}.",
        "flipped": "Otočen nepřítel: {card}, mise {mission}.",
        "gained": "{card} získává sílu útoku {amount}.",
        "halved": "Obrana je teď {defence}: {card}.",
        "ignored": "Účinek mise v tomto kole neplatí.",
        "looked": "Prohlížíte si: {card}.",
        "lost": "Prohráli jste.",
        "moved": "Přesunuto: {card}, odkud: {from_}, kam: {to}.",
        "moved-enemy": "Nepřítel přesunut: {card}, k misi {mission}.",
        "offered": "Nová dostupná mise: {mission}.",
        "played": "Hrajete {side}: {card}.",
        "put": "Položeno {place}: {card}, {deck}.",
        "put-away": "{card} jde jinam: {pile}.",
        "recover-changed": "Při příštím odpočinku se dobírá jinak o {amount}.",
        "reinforced": "Přibyli nepřátelé lícem dolů ({count}): mise {mission}.",
        "removed": "Odstraněno ze hry: {card}.",
        "reshuffled": "Z odhozu je zamíchán nový balíček ({count} karet): {deck}.",
        "round": "Začíná kolo {round}.",
        "shuffled-back": "Zamíchána zpět do balíčku: {card}.",
    },
}
"""Sentences for the kinds of events; effects are told in the words of the phrasebook, by the engine."""

WORDS = {
    "en": {"on": "on top of", "under": "under", "hidden": "hidden", "revealed": "revealed"},
    "cs": {"on": "navrch", "under": "dospod", "hidden": "utajeně", "revealed": "prozrazeně"},
}
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
}
"""Of which kind of concept each datum of an event is a code."""
TABLE = Table(draw, LABELS, Sentences(ACTIONS, EVENTS, WORDS, KINDS))

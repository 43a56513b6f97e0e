"""The table of Black Orchestra in 80 columns: the map, the conspirators, the tracks, events and decks."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rules_engine.ruleset import Ruleset
from rulewright.playing.black_orchestra_map import CLOSED, FORTIFIED, UNSEEN, draw_map, initials
from rulewright.playing.listing import counted, rows
from rulewright.playing.words import Words

View = Mapping[str, Any]
LABELS = {
    "en": {
        "stage": "Stage {number}",
        "turn": "turn {number}",
        "whose": "{name} has {number} actions left",
        "support": "military support {number}",
        "dissent": "dissent {number}",
        "legend": "{fortified} fortified · {closed} closed · number: opens in that stage · {unseen} item face down",
        "event": "Event",
        "key-event": "Key event",
        "events-left": "Events left",
        "decks": "Decks",
        "decks-are": "conspirators {deck}, discarded {discard}, interrogations {interrogations}",
        "plot": "Plot",
        "plot-is": "{card} by {by}, {dice} dice",
        "shows": "the dice show {faces}",
        "items": "Discarded items",
        "fallen": "Fallen",
        "secret": "Only you see",
        "prison": "prison",
    },
    "cs": {
        "stage": "Etapa {number}",
        "turn": "tah {number}",
        "whose": "{name} má ještě akcí: {number}",
        "support": "vojenská podpora {number}",
        "dissent": "nespokojenost {number}",
        "legend": "{fortified} opevněno · {closed} zavřeno · číslo: otevře se v té etapě · {unseen} skrytá věc",
        "event": "Událost",
        "key-event": "Klíčová událost",
        "events-left": "Zbývá událostí",
        "decks": "Balíčky",
        "decks-are": "spiklenci {deck}, odhozeno {discard}, výslechy {interrogations}",
        "plot": "Atentát",
        "plot-is": "{card}, {by}, kostek: {dice}",
        "shows": "na kostkách {faces}",
        "items": "Odhozené věci",
        "fallen": "Mrtví",
        "secret": "Vidíte jen vy",
        "prison": "vězení",
    },
    "pl": {
        "stage": "Etap {number}",
        "turn": "tura {number}",
        "whose": "{name} ma jeszcze akcji: {number}",
        "support": "wsparcie wojska {number}",
        "dissent": "niezadowolenie {number}",
        "legend": "{fortified} warowne · {closed} zamknięte · liczba: etap otwarcia · {unseen} zakryty przedmiot",
        "event": "Wydarzenie",
        "key-event": "Wydarzenie kluczowe",
        "events-left": "Zostało wydarzeń",
        "decks": "Talie",
        "decks-are": "spiskowcy {deck}, odrzucone {discard}, przesłuchania {interrogations}",
        "plot": "Zamach",
        "plot-is": "{card}, {by}, kości: {dice}",
        "shows": "na kościach {faces}",
        "items": "Odrzucone przedmioty",
        "fallen": "Zabici",
        "secret": "Widzisz tylko ty",
        "prison": "więzienie",
    },
    "it": {
        "stage": "Fase {number}",
        "turn": "turno {number}",
        "whose": "{name}: azioni rimaste {number}",
        "support": "sostegno militare {number}",
        "dissent": "dissenso {number}",
        "legend": "{fortified} fortificato · {closed} chiuso · numero: fase di apertura · {unseen} oggetto coperto",
        "event": "Evento",
        "key-event": "Evento chiave",
        "events-left": "Eventi rimasti",
        "decks": "Mazzi",
        "decks-are": "cospiratori {deck}, scartate {discard}, interrogatori {interrogations}",
        "plot": "Attentato",
        "plot-is": "{card}, {by}, dadi: {dice}",
        "shows": "i dadi mostrano {faces}",
        "items": "Oggetti scartati",
        "fallen": "Morti",
        "secret": "Vedi solo tu",
        "prison": "prigione",
    },
}
"""What stands on the table beside names; a language that is not here is spoken to in English."""


def draw(ruleset: Ruleset, view: View, words: Words) -> RenderableType:
    """Everything the player sees."""
    legend = _say(words, "legend", fortified=FORTIFIED, closed=CLOSED, unseen=UNSEEN)
    return Group(
        _heading(view, words),
        draw_map(ruleset, view, words),
        Text(f"{_leaders(view, words)}\n{legend}", style="dim"),
        _people(view, words),
        rows(_listed(view, words)),
    )


def _say(words: Words, label: str, **values: object) -> str:
    return LABELS.get(words.language, LABELS["en"])[label].format(**values)


def _heading(view: View, words: Words) -> Text:
    parts = [
        _say(words, "stage", number=view["stage"]),
        _say(words, "turn", number=view["turn"]),
        _say(words, "support", number=view["military-support"]),
        _say(words, "dissent", number=view["dissent"]),
        _say(words, "whose", name=words.card(view["active"]), number=view["actions-left"]),
    ]
    return Text(" · ".join(parts), style="bold")


def _leaders(view: View, words: Words) -> str:
    return " · ".join(f"{initials(code, words)} {words.name('leader', code)}" for code in view["leaders"])


def _people(view: View, words: Words) -> Table:
    """A line for each conspirator: number, name, place, levels, items and cards."""
    grid = Table.grid(padding=(0, 1))
    for _ in range(4):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for number, (code, seen) in enumerate(view["conspirators"].items(), start=1):
        style = "bold" if code == view["active"] else ""
        place = _say(words, "prison") if seen["location"] == "prison" else words.name("location", seen["location"])
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


def _listed(view: View, words: Words) -> Iterator[tuple[str, str]]:
    """The rows below; what is seldom there only when it is."""
    for label, code in (("event", view["current"]), ("key-event", view["key-event"])):
        if code:
            yield _say(words, label), words.card(code)
    plot = view.get("plot")
    if plot:
        told = _say(words, "plot-is", card=words.card(plot["card"]), by=words.card(plot["by"]), dice=plot["dice"])
        faces = ", ".join(words.name("icon", face) for face in plot["rolled"])
        yield _say(words, "plot"), f"{told}; {_say(words, 'shows', faces=faces)}" if faces else told
    if view.get("secret"):
        yield _say(words, "secret"), counted(words.card(card) for card in view["secret"])
    yield _say(words, "events-left"), " ".join(map(str, view["event-decks"]))
    counts = {"deck": view["deck"], "discard": len(view["discard"]), "interrogations": view["interrogations"]}
    yield _say(words, "decks"), _say(words, "decks-are", **counts)
    if view["discarded-items"]:
        yield _say(words, "items"), counted(words.name("item", item) for item in view["discarded-items"])
    if view["fallen"]:
        yield _say(words, "fallen"), ", ".join(words.name("leader", code) for code in view["fallen"])

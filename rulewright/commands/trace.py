"""`rulewright trace`: from a value, a rule, a card or an event of a game to the passages it came from."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from db.open import session
from db.trace import ClaimTrace, FactTrace, Place, Trace, trace_subject
from db.trace_row import RuleTrace, all_places, is_row, trace_row, trace_rule
from rulewright.beside import CROPS, PAGES, beside
from rulewright.console import say, show_json, show_table
from rulewright.crops import cut_crops
from rulewright.named import known_game, known_language
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, AsJson, Db, Game
from rulewright.targets import check_folder
from schema.tokens import readable

GAME_FILE = ".json"

Subject = Annotated[
    str,
    typer.Argument(
        help="A subject such as location:paris, rule:guards-first, card:abel or claim:17, or the file of a saved game."
    ),
]
EventNumber = Annotated[
    int | None, typer.Option("--event", min=1, metavar="N", help="Of a saved game, the event to explain, from 1.")
]
Language = Annotated[
    str,
    typer.Option("--language", metavar="XX", callback=known_language, help="Language of rules and events."),
]
Crops = Annotated[
    Path | None,
    typer.Option("--crops", metavar="FOLDER", help="Where cuttings of pages go.", show_default="beside the database"),
]


def trace(
    subject: Subject,
    db: Db = DEFAULT_DB,
    game: Game = None,
    event: EventNumber = None,
    language: Language = "en",
    crops: Crops = None,
    as_json: AsJson = False,
) -> None:
    """Show where a value comes from: its claims, passages and pages in every language, and why it was chosen.

    A saved game is told event by event; with `--event` one of them is explained by its effect, its rule and the
    passages that print them, cut out of the page where there is a picture of it.

    Example: `rulewright trace location:paris`
    """
    check_folder(crops, "--crops", db)
    pictures, folder = beside(db, PAGES), crops or beside(db, CROPS)
    if subject.endswith(GAME_FILE) or Path(subject).is_file():
        # A game is told by the engine, which no other subject needs.
        from rulewright.commands.trace_game import trace_game

        trace_game(Path(subject), db, event, language, pictures, folder, as_json)
        return
    if event is not None:
        raise typer.BadParameter("only a saved game has events; name its file.", param_hint="--event")
    with session(open_current(db), read_only=True) as opened:
        game = known_game(opened, game)
        found = trace_row(opened, subject, game) if is_row(subject) else trace_subject(opened, subject, game)
        rules = trace_rule(opened, found.subject, game, language)
        cuttings = cut_crops(opened, all_places(found), pictures, folder)
    if as_json:
        show_json({**asdict(found), "rules": [asdict(rule) for rule in rules], "crops": cuttings})
    else:
        for rule in rules:
            _show_rule(rule)
        _show(found)
        show_crops(cuttings)


def _show_rule(rule: RuleTrace) -> None:
    say(f"{rule.game}{f' {rule.edition}' if rule.edition else ''}: {rule.summary or 'as it is printed'}")
    for place in rule.code:
        say(f"  obeyed by {place}")
    if rule.tests:
        say(f"  proved by {rule.tests}")


def show_texts(title: str, found: Trace) -> None:
    """The passages that print something, as a table."""
    rows = [(t.language, t.title, _where(t.place), _boxes(t.place), readable(t.text)) for t in found.texts]
    if rows:
        show_table(title, ("language", "title", "where", "box", "text"), rows)
    else:
        say("  No passage in the database prints it.")


def show_crops(files: Sequence[str]) -> None:
    """Tell which cuttings of pages were written."""
    for file in files:
        say(f"Cut out of the page: {file}")


def _show(found: Trace) -> None:
    if found.names:
        show_table("Names", ("language", "name", "origin"), [(n.language, n.text, n.origin) for n in found.names])
    if found.texts:
        show_texts("Texts", found)
    if found.facts:
        rows = [(f.edition, f.attribute, _value(f), f.origin, f.reason) for f in found.facts]
        show_table(f"Facts of {found.subject}", ("edition", "attribute", "value", "origin", "reason"), rows)
    if found.claims:
        stated = [
            (c.attribute, _told(c), c.language, f"{c.confidence:.2f}", _source(c), _boxes(c.place), _passage(c))
            for c in found.claims
        ]
        show_table("Claims", ("attribute", "value", "language", "confidence", "where", "box", "passage"), stated)
    if found.effects:
        show_table(
            "Effects",
            ("edition", "notation", "origin", "where"),
            [(e.edition, e.notation, e.origin, _where(e.place)) for e in found.effects],
        )
    for conflict in found.conflicts:
        say(f"Conflict ({conflict.kind}) over {conflict.attribute}: {conflict.reason}")


def _told(claim: ClaimTrace) -> str:
    """The value, of a correction behind the old one, and what the text says of it if it does not assert it."""
    value = f"{claim.corrects} → {claim.value}" if claim.corrects else claim.value
    return value if claim.standing == "asserted" else f"{value} ({claim.standing})"


def _value(fact: FactTrace) -> str:
    return f"{fact.value} (provisional)" if fact.is_provisional else fact.value


def _source(claim: ClaimTrace) -> str:
    return _where(claim.place) if claim.place else f"{claim.origin}: {claim.note}"


def _where(place: Place | None) -> str:
    return f"{place.file_name}, page {place.page}" if place else ""


def _boxes(place: Place | None) -> str:
    """Where on its pages a passage stands, in points from the top left corner."""
    boxes = place.boxes if place else ()
    return "; ".join(f"{b.x0:.0f} {b.y0:.0f} {b.x1:.0f} {b.y1:.0f}" for _, b in boxes)


def _passage(claim: ClaimTrace) -> str:
    if claim.place is None:
        return ""
    doubt = f" ({claim.place.doubtful:.0%} of its words are doubtful)" if claim.place.doubtful else ""
    return claim.place.text + doubt

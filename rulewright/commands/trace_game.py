"""`rulewright trace GAME.json`: the events of a saved game, and what lies behind one of them."""

from dataclasses import asdict
from pathlib import Path

import typer

from db.open import session
from rules_engine.game_file import BadGameFile, load_game
from rulewright.commands.trace import show_crops, show_texts
from rulewright.console import complain, say, show_json, show_table
from rulewright.exits import Exit
from rulewright.opening import open_current
from rulewright.tracing import Explained, events_of, explain_event


def trace_game(
    file: Path, db: str, event: int | None, language: str, pictures: Path, crops: Path, as_json: bool
) -> None:
    """Tell a saved game event by event, or explain one of them."""
    try:
        record = load_game(file)
        with session(open_current(db), read_only=True) as opened:
            if event is None:
                _, happened = events_of(opened, record, language)
                rows = [(h.number, h.done, h.sentence, h.event.rule, h.event.effect) for h in happened]
                if as_json:
                    show_json([asdict(h) for h in happened])
                else:
                    show_table(f"Events of {file.name}", ("event", "action", "what happened", "rule", "effect"), rows)
                return
            explained = explain_event(opened, record, event, language, pictures, crops)
    except BadGameFile as error:
        complain(str(error))
        raise typer.Exit(Exit.UNREADABLE_INPUT) from error
    if as_json:
        show_json(asdict(explained))
    else:
        _show_event(explained)


def _show_event(explained: Explained) -> None:
    happened = explained.happened
    say(f"Event {happened.number} of {explained.of}, after action {happened.action} “{happened.done}”:")
    say(f"  {happened.sentence}")
    if explained.effect:
        for effect in explained.effect.effects:
            say(f"\nEffect row {happened.event.effect} of {explained.effect.subject} ({effect.origin}):")
            say(f"  {effect.notation}")
        show_texts("Printed", explained.effect)
    if explained.rule:
        say(f"\nRule {happened.event.rule}:")
        say(f"  {explained.summary}")
        for place in explained.code:
            say(f"  obeyed by {place}")
        show_texts("Stated", explained.rule)
    show_crops(explained.crops)

"""`rulewright status`: what is there, what is open, what to do next."""

from dataclasses import asdict

from db.open import session
from ingest.picture.needed import missing_readers
from rulewright.console import out, say, show_json, show_table
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, AsJson, Db, db_option
from rulewright.origins import tell_origins
from rulewright.overview import Overview, look_over


def status(db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Show what is in the database, what is open, provisional, doubtful or stale, and what to do next.

    Facts are told apart by where they come from: decided by people, read from documents, from card lists, inferred.

    Example: `rulewright status`
    """
    with session(open_current(db), read_only=True) as opened:
        found = look_over(opened)
    if as_json:
        show_json({**asdict(found), "missing": missing_readers()})
        return
    _show(found, db_option(db))
    for sentence in missing_readers():
        say(sentence)


def _show(found: Overview, option: str) -> None:
    for game in found.games:
        documents = f"{game.documents} document{'s' if game.documents != 1 else ''}"
        editions = f", edition {' and '.join(game.editions)}" if game.editions else ""
        say(f"{game.name} ({game.game}): {documents}{editions}.")
        if game.facts:
            doubted = f" Provisional: {game.provisional:,}." if game.provisional else ""
            say(f"  {tell_origins(game.facts)}{doubted}")
        if game.discovered is not None:
            say(f"  Discovered: {game.discovered}.")
        rows = [
            (d.file_name, f"{d.edition} {d.language}".strip(), d.kind, d.claims, d.doubtful)
            for d in found.documents
            if d.game == game.game
        ]
        if rows:
            columns = ("document", "of", "kind", "claims", "doubtful")
            show_table("", columns, rows)
    if found.decisions:
        say(f"{found.decisions} decision{'s' if found.decisions > 1 else ''} of people: `rulewright review --list`.")
    if not found.open:
        say("Nothing is open.")
        return
    say("Open, and what to do next:")
    for item in found.open:
        say(f"  {item.what}")
        out.print(f"    {item.command}{option}", style="cyan", markup=False, emoji=False, soft_wrap=True)

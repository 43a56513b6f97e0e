"""`rulewright status`: what is there, what is open, what to do next."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from db.open import session
from ingest.picture.needed import missing_readers
from rulewright.console import out, say, show_json, show_table
from rulewright.named import known_game
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, AsJson, Db, Game, db_option
from rulewright.origins import tell_origins
from rulewright.overview import GameOverview, Matter, OpenItem, Overview, few, look_over
from schema.document_kinds import OF_CARDS

MANY = 50
"""Above so many documents they are counted and not listed."""
TOGETHER = 4
"""So many things of one kind, or more, are told in one sentence."""
TOLD_TOGETHER: dict[Matter, str] = {
    "provisional": "Provisional facts in {count} games: {names}.",
    "disputed": "Documents dispute facts of {count} games, and rules settled them: {names}.",
    "unresolved": "Documents of {count} games changed, and facts were not chosen anew: {names}.",
    "unchecked": "Not checked yet: {names}.",
    "unpacked": "{count} games have no pack and can be read and searched, not played: {names}.",
    "named": "Unknown names in {count} documents seem to name things of their games: {names}.",
    "doubtful": "Doubtful words in {count} documents: {names}.",
}


def status(db: Db = DEFAULT_DB, game: Game = None, as_json: AsJson = False) -> None:
    """Show what is in the database, what is open, provisional, doubtful or stale, and what to do next.

    Facts are told apart by where they come from: decided by people, read from documents, from card lists, inferred.
    In a database of more than fifty documents these are counted; --game lists those of one game.

    Example: `rulewright status`
    """
    with session(open_current(db), read_only=True) as opened:
        found = look_over(opened, known_game(opened, game))
    if as_json:
        show_json({**asdict(found), "missing": missing_readers()})
        return
    _show(found, db_option(db))
    for sentence in missing_readers():
        say(sentence)


def _show(found: Overview, option: str) -> None:
    is_short = len(found.documents) > MANY
    for game in found.games:
        if game.discovered is None or not is_short:
            _show_game(game)
        if not is_short:
            _show_documents(found, game, is_alone=len(found.games) == 1)
    strange = [game for game in found.games if game.discovered is not None]
    if is_short and strange:
        count = sum(game.documents for game in strange)
        say(f"{len(strange)} games without a pack: {count} documents. `rulewright status --game CODE` tells of one.")
    if found.decisions:
        say(f"{found.decisions} decision{'s' if found.decisions > 1 else ''} of people: `rulewright review --list`.")
    if not found.open:
        say("Nothing is open.")
        return
    say("Open, and what to do next:")
    for item in _told_together(found.open):
        say(f"  {item.what}")
        out.print(f"    {item.command}{option}", style="cyan", markup=False, emoji=False, soft_wrap=True)


def _show_game(game: GameOverview) -> None:
    documents = f"{game.documents} document{'s' if game.documents != 1 else ''}"
    editions = f", edition {' and '.join(game.editions)}" if game.editions else ""
    say(f"{game.name} ({game.game}): {documents}{editions}.")
    if game.facts:
        doubted = f" Provisional: {game.provisional:,}." if game.provisional else ""
        say(f"  {tell_origins(game.facts)}{doubted}")
    if game.discovered is not None:
        say(f"  Discovered: {game.discovered}.")


def _show_documents(found: Overview, game: GameOverview, *, is_alone: bool) -> None:
    """The documents of a game; many pictures of cards are counted, unless nothing else is asked."""
    own = [d for d in found.documents if d.game == game.game]
    pictured = [] if is_alone else [d for d in own if d.kind == OF_CARDS and d.pages == 1]
    if len(pictured) >= TOGETHER:
        told = f"`rulewright status --game {game.game}` names them"
        say(f"  {len(pictured)} of its documents are pictures of cards: {told}.")
        own = [d for d in own if d not in pictured]
    rows = [(d.file_name, f"{d.edition} {d.language}".strip(), d.kind, d.claims, d.doubtful) for d in own]
    if rows:
        show_table("", ("document", "of", "kind", "claims", "doubtful"), rows)


def _told_together(items: Sequence[OpenItem]) -> Iterable[OpenItem]:
    """What is open; many things of one kind become one, at the place of the first."""
    alike: dict[Matter, list[OpenItem]] = {}
    for item in items:
        alike.setdefault(item.matter, []).append(item)
    for item in items:
        same = alike[item.matter]
        if item.matter not in TOLD_TOGETHER or len(same) < TOGETHER:
            yield item
        elif item is same[0]:
            told = TOLD_TOGETHER[item.matter].format(count=len(same), names=few([one.of for one in same]))
            yield OpenItem(told, " ".join(item.command.split()[:2]))

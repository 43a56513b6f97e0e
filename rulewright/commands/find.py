"""`rulewright find`: cards, places, rules and passages by words, or by what they are."""

from typing import Annotated

import typer

from db.answers import answers
from db.query import BadQuery, games_named
from rulewright.console import say, show_json, show_table
from rulewright.kept_index import searchable
from rulewright.options import DEFAULT_DB, AsJson, Db

MOST = 20
"""Answers that are listed unless told otherwise."""

Query = Annotated[list[str], typer.Argument(metavar="QUERY…", help="Words, or fields such as deck:event stage:3.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=1000, help="How many answers are listed.")]


def find(query: Query, db: Db = DEFAULT_DB, limit: Limit = MOST, as_json: AsJson = False) -> None:
    """Find cards, places, rules and passages by words in any language, or by fields.

    Accents, endings and slips are forgiven. Fields ask for cards and rules: game, deck, kind, edition, origin, lang,
    code, title, copies, effect, topic, type, and every number of a card; a minus before a part turns it round. Put a
    query with < or > into quotation marks. Of a taught game without a document only a query with game: tells,
    unless no document was read at all.

    Example: `rulewright find "deck:event stage:3 -himmler effect:suspicion>=2"`
    """
    text = " ".join(query)
    if not any(character.isalnum() for character in text):
        raise typer.BadParameter(f"“{text}” has no word to look for.", param_hint="QUERY")
    try:
        with searchable(db, games_named(text)) as opened:
            found = answers(opened, text)
    except BadQuery as error:
        raise typer.BadParameter(str(error), param_hint="QUERY") from error
    if as_json:
        told = [answer.as_dict() for answer in found[:limit]]
        show_json({"query": text, "total": len(found), "answers": told})
        return
    if not found:
        say(f"Nothing was found for “{text}”. Try fewer words, or a word in another language.")
        return
    rows = [(a.kind, a.game, a.code, a.title, a.language, a.place or a.text) for a in found[:limit]]
    show_table("", ("kind", "game", "code", "title", "language", "where or what"), rows)
    if len(found) > limit:
        say(f"{len(found) - limit} more; --limit shows them.")

"""What the site adds to Datasette: forgiving search in SQL, links from cell to row, and the front page."""

import re
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from pluggy import HookimplMarker

from db.search import match_expression
from schema.folding import fold

hookimpl = HookimplMarker("datasette")

_REFERENCE = re.compile(r"[a-z_]+/[0-9]+")

_GAMES = """
    SELECT game.id, game.name,
           (SELECT group_concat(edition.name, ', ') FROM edition WHERE edition.game_id = game.id) AS editions,
           (SELECT count(*) FROM card WHERE card.game_id = game.id) AS cards,
           (SELECT count(*) FROM location WHERE location.game_id = game.id) AS locations,
           (SELECT count(*) FROM rule WHERE rule.game_id = game.id) AS rules,
           (SELECT count(*) FROM document WHERE document.game_id = game.id) AS documents,
           (SELECT count(*) FROM fact WHERE fact.game_id = game.id) AS facts,
           (SELECT count(*) FROM conflict WHERE conflict.game_id = game.id) AS conflicts
    FROM game ORDER BY game.code = 'unknown', game.name
"""

_COUNTED = ("card", "location", "rule", "document", "fact", "conflict")


@hookimpl
def prepare_connection(conn: sqlite3.Connection) -> None:
    """Give SQL the folding of letters and the reading of search words."""
    conn.create_function("fold", 1, lambda text: fold(str(text or "")), deterministic=True)
    conn.create_function("match_expression", 1, lambda query: match_expression(str(query or "")), deterministic=True)


@hookimpl
def render_cell(value: object, column: str, database: str, datasette: Any) -> Markup | None:
    """Link a reference to its row, and a subject to everything that is said of it."""
    if not isinstance(value, str) or not value:
        return None
    if column == "reference" and _REFERENCE.fullmatch(value):
        return Markup('<a href="{}">{}</a>').format(datasette.urls.path(f"{database}/{value}"), value)
    if column == "subject":
        source = datasette.urls.path(f"{database}/source?subject={quote(value)}")
        return Markup('<a href="{}">{}</a>').format(source, value)
    return None


@hookimpl
def extra_template_vars(template: str, datasette: Any) -> Callable[[], Awaitable[dict[str, Any]]] | None:
    """What the front page shows: the games with their counts, the questions, the tables."""
    if template != "index.html":
        return None

    async def front_page() -> dict[str, Any]:
        name = next(n for n, database in datasette.databases.items() if not database.is_memory)
        database = datasette.get_database(name)
        metadata = datasette.metadata(database=name)
        hidden = set(await database.hidden_table_names())
        views = await database.view_names()
        rows = (await database.execute(_GAMES)).rows
        sentences = {table: told.get("description", "") for table, told in metadata["tables"].items()}
        return {
            "shelf": name,
            "games": [_game(dict(row)) for row in rows],
            "questions": metadata["queries"],
            "views": [(view, sentences.get(view, "")) for view in views],
            "tables": [
                (table, sentences.get(table, ""), count)
                for table, count in (await database.table_counts(200)).items()
                if table not in hidden
            ],
        }

    return front_page


def _game(row: dict[str, Any]) -> dict[str, Any]:
    counts = [(table, row[f"{table}s"]) for table in _COUNTED]
    return {**row, "counts": counts}

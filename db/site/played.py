"""What simulated games showed of cards: in how many each took part, what happened with it, how those games ended."""

import json
from collections.abc import Sequence

from db.site.page import Asked, Row, placeholders, read_json

_LATEST = """
    SELECT max(simulation.id) FROM simulation WHERE simulation.game_id = ? AND simulation.supposed = ''
    AND EXISTS (SELECT 1 FROM card_play WHERE card_play.simulation_id = simulation.id)
    GROUP BY simulation.edition_id
"""


def plays(asked: Asked, game: int, cards: Sequence[int]) -> dict[int, Row]:
    """By card what the latest batch of its edition showed of it; the rows of a batch name it."""
    batches = [row[0] for row in asked.connection.execute(_LATEST, (game,))]
    found = asked.rows(
        f"SELECT card_play.*, simulation.player, simulation.players, simulation.edition_id, simulation.result "
        f"FROM card_play JOIN simulation ON simulation.id = card_play.simulation_id "
        f"WHERE simulation_id IN ({placeholders(batches)}) AND card_id IN ({placeholders(cards)}) "
        f"ORDER BY simulation_id DESC",
        *batches,
        *cards,
    )
    told: dict[int, Row] = {}
    for row in found:
        told.setdefault(row["card_id"], _told(row))
    return told


def _told(row: Row) -> Row:
    all_games = {each["outcome"]: each["share"] for each in read_json(row.pop("result")).get("outcomes", ())}
    outcomes = [{**each, "usual": all_games.get(each["outcome"], 0)} for each in json.loads(row["outcomes"])]
    share = row["present"] / row["games"] if row["games"] else 0
    return {**row, "share": share, "outcomes": outcomes, "events": read_json(row["events"])}

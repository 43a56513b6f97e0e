"""Batches of simulated games as charts are drawn of them: outcomes, endings, points, and compared variants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.site.discovered import tell_rules
from db.site.page import Asked, Row, read_json


@dataclass(frozen=True, slots=True)
class Drawing:
    """How many batches a page shows, and how fine a histogram is."""

    batches: int = 40
    bars: int = 40


DRAWING = Drawing()


def played_batches(asked: Asked, game: int) -> dict[str, list[Row]]:
    """The batches that were played as the rules stand, and those that were played with and without a change."""
    batches = simulations(asked, game)
    rules = asked.rows("SELECT id, code, summary FROM rule WHERE game_id = ?", game)
    tell_rules(asked, dict(asked.library.games[asked.library.codes[game]]), rules)
    summaries = {rule["code"]: rule["summary"] for rule in rules}
    for batch in batches:
        batch["endings"] = [
            {**ending, "summary": summaries.get(ending["rule"], ending["rule"].replace("-", " "))}
            for ending in batch["result"].get("endings", ())
        ]
        batch["points"] = points_of(batch["result"])
    return {
        "simulations": [batch for batch in batches if "change" not in batch["result"]],
        "compared": [batch for batch in batches if "change" in batch["result"]],
    }


def simulations(asked: Asked, game: int) -> list[Row]:
    """The batches of games that were played, the latest first, with the shares of their outcomes."""
    latest = f"SELECT * FROM simulation WHERE game_id = ? ORDER BY ran_at DESC, id DESC LIMIT {DRAWING.batches}"
    found = asked.rows(latest, game)
    for row in found:
        row["result"], row["options"] = read_json(row["result"]), read_json(row["options"])
        row["outcomes"] = [told for told in row["result"].get("outcomes", ()) if told.get("share")]
    return found


def points_of(result: Mapping[str, Any]) -> Row | None:
    """The points of a batch with the bars of their histogram; none where the game has no points or none are told."""
    points = result.get("points") or {}
    counted = {int(value): count for value, count in points.get("histogram", {}).items()}
    if len(counted) < 2:
        return None
    bars = bars_of(counted)
    told = {name: points[name] for name in ("mean", "low", "high", "median", "most")}
    return {**told, "bars": bars, "tallest": max(bar["games"] for bar in bars)}


def bars_of(counted: Mapping[int, int], drawing: Drawing = DRAWING) -> Sequence[Row]:
    """Equal stretches of values from the least to the most, with how many games ended in each."""
    least, most = min(counted), max(counted)
    width = -(-(most - least + 1) // drawing.bars)
    return [
        {
            "first": start,
            "last": min(start + width - 1, most),
            "games": sum(count for value, count in counted.items() if start <= value < start + width),
        }
        for start in range(least, most + 1, width)
    ]

"""Tables on which numbers matter that seldom do: each result just reached or just missed, and harmless civilians."""

from collections.abc import Iterator, Sequence

from rules_engine.ruleset import Ruleset
from rules_engine.trial import Position

GIVEN_UP = ("choose", "stop", "end")
"""The chosen mission fails, and the resistance ends."""


def positions(ruleset: Ruleset) -> Iterator[Position]:
    """Everything that is worth a table of its own."""
    missions = {
        card.code: ruleset.number(f"mission:{card.code}", "points") for card in ruleset.cards if card.deck == "mission"
    }
    for code in ruleset.concepts["score"]:
        about = f"score:{code}"
        for attribute in ("points.min", "points.max"):
            if ruleset.find_fact(about, attribute) is not None:
                completed = _worth(missions, ruleset.number(about, attribute))
                yield Position(about, _table(list(missions), completed), GIVEN_UP)
        if ruleset.find_fact(about, "missions") is not None:
            yield Position(about, _table(list(missions), list(missions)[: ruleset.number(about, "missions")]), GIVEN_UP)
    for card in ruleset.cards:
        if card.deck == "civilian":
            given = {**_table(list(missions), []), "graveyard": [card.code]}
            yield Position(f"card:{card.code}", given)


def _table(missions: Sequence[str], completed: Sequence[str]) -> dict[str, object]:
    offered = [code for code in missions if code not in completed][:2]
    return {"hand": [], "completed": completed, "missions": [{"mission": code} for code in offered]}


def _worth(missions: dict[str, int], points: int) -> list[str]:
    """As few missions as possible that are worth so many points; none where none are."""
    reached: dict[int, list[str]] = {0: []}
    for code, worth in missions.items():
        for total, chosen in list(reached.items()):
            better = reached.get(total + worth)
            if better is None or len(better) > len(chosen) + 1:
                reached[total + worth] = [*chosen, code]
    return reached.get(points, [])

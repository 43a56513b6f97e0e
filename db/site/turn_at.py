"""Where in the turn a rule stands: the phases around it, in their order, with its own parts marked."""

from collections.abc import Sequence
from typing import Any

from db.site.page import Asked, Row
from db.site.turn import frame_of
from schema.play_outline import Part, outline_of

Place = dict[str, Any]
_PARTS = """
    SELECT outline.id, outline.parent_id, outline.title, outline.kind, outline.document_id, passage.id AS passage_id,
           passage.seq, passage.page_id, passage.language, page.number AS page
    FROM outline JOIN passage ON passage.id = outline.passage_id JOIN page ON page.id = passage.page_id
    WHERE outline.document_id = ? ORDER BY passage.seq
"""
_OF_TURN = ("setup", "round", "phase", "step", "action", "end")
"""Kinds of parts of a document that tell how a game goes."""


def turn_at(asked: Asked, game: Row, rule: str, passages: Sequence[Row]) -> list[Place]:
    """The turn at a rule: from the rows that play the game, else as the surest document tells it; empty if neither."""
    play = frame_of(asked, game["id"])
    if play.is_there:
        found = _pruned(outline_of(play), rule)
        href = f"{asked.link('turn', game['code'])}#rule-{rule}"
        return [_from_rows(asked, found, rule, href)] if found else []
    return _from_document(asked, passages)


def _pruned(part: Part, rule: str) -> Part | None:
    """A part with the phases beside its way to the rule; None where nothing in it obeys the rule."""
    if not any(each.rule == rule for each in part.walk()):
        return None
    within = []
    for inner in part.within:
        kept = _pruned(inner, rule)
        if kept is not None or inner.kind == "phase":
            within.append(kept or Part(inner.kind, inner.code, inner.rule, ()))
    return Part(part.kind, part.code, part.rule, (), tuple(within))


def _from_rows(asked: Asked, part: Part, rule: str, href: str) -> Place:
    return {
        "kind": "" if part.kind == "phase" else asked.say.known("turn_kind", part.kind),
        "title": part.code.replace("-", " "),
        "language": "en",
        "is_here": part.rule == rule,
        "href": href if part.rule == rule else "",
        "within": [_from_rows(asked, inner, rule, href) for inner in part.within],
    }


def _from_document(asked: Asked, passages: Sequence[Row]) -> list[Place]:
    """The parts of the document that states the rule most surely, those around its passage alone."""
    surest = max(passages, key=lambda row: row["score"], default=None)
    if surest is None:
        return []
    parts = asked.rows(_PARTS, surest["document_id"])
    before = [part for part in parts if part["seq"] <= surest["seq"]]
    if not before:
        return []
    by_number = {part["id"]: part for part in parts}
    here, way = before[-1], [before[-1]["id"]]
    while (parent := by_number[way[-1]]["parent_id"]) in by_number:
        way.append(parent)
    if not any(by_number[number]["kind"] in _OF_TURN for number in way):
        return []
    return _level(asked, parts, None, way, here["id"])


def _level(asked: Asked, parts: Sequence[Row], parent: int | None, way: Sequence[int], here: int) -> list[Place]:
    beside = [part for part in parts if part["parent_id"] == parent]
    return [
        {
            "kind": "",
            "title": part["title"],
            "language": part["language"],
            "is_here": part["id"] == here,
            "href": asked.passage_link(part),
            "within": _level(asked, parts, part["id"], way, here) if part["id"] in way else [],
        }
        for part in beside
        if part["id"] in way or part["kind"] in _OF_TURN
    ]

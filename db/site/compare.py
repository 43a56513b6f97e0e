"""Compare two documents or editions value by value and rule by rule."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from markupsafe import Markup, escape

from db.site.discovered import tell_rules
from db.site.marks import numbers_of
from db.site.page import Asked, Row
from db.site.rules import mark_differences
from db.site.side_by_side import side_by_side
from schema.document_kinds import USUAL

_CLAIMS = """
    SELECT claim.subject, claim.attribute, claim.value, claim.confidence, claim.passage_id, passage.seq,
            passage.page_id, passage.document_id, page.number AS page
    FROM claim JOIN passage ON passage.id = claim.passage_id JOIN page ON page.id = passage.page_id
    WHERE claim.document_id = ? ORDER BY claim.subject, claim.attribute, claim.id
"""
_FACTS = """
    SELECT subject, attribute, value, NULL AS passage_id, is_provisional FROM fact
    WHERE game_id = ? AND edition_id = ? AND subject NOT LIKE 'card:%' ORDER BY subject, attribute
"""
_NOTHING = Markup('<span class="none">–</span>')
_LINKED = Markup('<a href="{}">{}</a> <span class="quiet">{}</span>')
_DOUBTED = Markup('{} <span class="badge provisional">{}</span>')
_SHOWN = ("differs", "only", "same")
_ONE_SIDED = 60
"""Rows that only one side states which are listed; the rest is told as a number."""
_RULES_AT_A_TIME = 12
_EDITION = "edition-"

Values = dict[tuple[str, str], list[Row]]


def compare_page(asked: Asked) -> Row:
    """Two sides of a game, each a document or an edition."""
    game = asked.game()
    sides = _sides(asked, game["code"])
    pair = _chosen(asked, list(sides))
    context: Row = {"game": game, "sides": sides, "left": "", "right": "", "groups": {}, "counts": {}, "rules": []}
    context["passages"] = []
    if pair is None:
        return context
    left, right = pair
    found = _compared(asked, game["code"], _values(asked, game, left), _values(asked, game, right))
    rules = _differing_first(_rules(asked, game, left, right))
    parts = max(1, -(-len(rules) // _RULES_AT_A_TIME))
    part = asked.number("part", 1, parts)
    shown = rules[(part - 1) * _RULES_AT_A_TIME : part * _RULES_AT_A_TIME]
    for rule in shown:
        mark_differences([*rule["left"], *rule["right"]])
    most = None if asked.is_whole else _ONE_SIDED
    groups = {kind: [row for row in found if row["state"] == kind] for kind in _SHOWN}
    return {
        **context,
        "left": left,
        "right": right,
        "groups": {kind: rows[:most] if kind == "only" else rows for kind, rows in groups.items()},
        "counts": {kind: len(rows) for kind, rows in groups.items()},
        "rules": shown,
        "rule_count": len(rules),
        "part": part,
        "parts": parts,
        **side_by_side(asked, left, right),
    }


def compare_table(context: Row) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """The values of both sides as a table."""
    names = ("state", "subject", "attribute", "left", "right")
    return names, [[row[name] for name in names] for rows in context["groups"].values() for row in rows]


def _sides(asked: Asked, game: str) -> dict[str, str]:
    """What can be compared: every document, and every edition where there are several."""
    sides = {str(book.id): f"{asked.book_label(book)} · {book.file_name}" for book in asked.library.books_of(game)}
    editions = asked.library.editions_of(game)
    if len(editions) > 1:
        sides |= {f"{_EDITION}{edition['code']}": asked.edition(edition["code"]) for edition in editions}
    return sides


def _chosen(asked: Asked, sides: Sequence[str]) -> tuple[str, str] | None:
    left, right = asked.query.get("left", ""), asked.query.get("right", "")
    if left in sides and right in sides and left != right:
        return left, right
    books = [asked.library.books[int(side)] for side in sides if side.isdigit()]
    full = [book for book in books if book.kind == USUAL] or books
    for one, other in combinations(full, 2):
        if one.language != other.language:
            return str(one.id), str(other.id)
    return (sides[0], sides[1]) if len(sides) > 1 else None


def _values(asked: Asked, game: Row, side: str) -> Values:
    """What one side says of everything: a document its claims, an edition its facts."""
    if side.startswith(_EDITION):
        code = side.removeprefix(_EDITION)
        edition = next(e for e in asked.library.editions_of(game["code"]) if e["code"] == code)
        rows = asked.rows(_FACTS, game["id"], edition["id"])
    else:
        rows = asked.rows(_CLAIMS, int(side))
    found: Values = {}
    for row in rows:
        said = found.setdefault((row["subject"], row["attribute"]), [])
        if row["value"] not in [other["value"] for other in said]:
            said.append(row)
    return found


def _compared(asked: Asked, game: str, left: Values, right: Values) -> list[Row]:
    found = []
    for key in sorted({*left, *right}):
        values = [{row["value"] for row in side.get(key, ())} for side in (left, right)]
        subject, attribute = key
        found.append(
            {
                "subject": subject,
                "name": asked.name(game, subject),
                "attribute": asked.attribute(game, attribute),
                "state": "only" if not all(values) else "same" if values[0] == values[1] else "differs",
                "left": _cell(asked, game, left.get(key, ())),
                "right": _cell(asked, game, right.get(key, ())),
            }
        )
    return found


def _cell(asked: Asked, game: str, rows: Sequence[Row]) -> Markup:
    """What one side says, each value with a link to its page; made here, because a page has hundreds of them."""
    if not rows:
        return _NOTHING
    told = []
    for row in rows:
        words = asked.value(game, row["value"])
        if row["passage_id"]:
            page = asked.say("find.page_short", n=row["page"])
            told.append(_LINKED.format(asked.passage_link(row), words, page))
        elif row["is_provisional"]:
            told.append(_DOUBTED.format(words, asked.say("provisional.sign")))
        else:
            told.append(escape(words))
    return Markup("; ").join(told)


def _rules(asked: Asked, game: Row, left: str, right: str) -> list[Row]:
    """The rules that passages of both documents state, with both texts."""
    if not (left.isdigit() and right.isdigit()):
        return []
    rows = asked.rows(
        "SELECT rule.id, rule.code, rule.summary, passage.id AS passage_id, passage.text, passage.seq, "
        "passage.page_id, passage.document_id, page.number AS page FROM rule_text "
        "JOIN rule ON rule.id = rule_text.rule_id "
        "JOIN passage ON passage.id = rule_text.passage_id JOIN page ON page.id = passage.page_id "
        "WHERE rule.game_id = ? AND passage.document_id IN (?, ?) ORDER BY rule.id, passage.seq",
        game["id"],
        int(left),
        int(right),
    )
    rules: dict[str, Row] = {}
    for row in rows:
        own = {name: row[name] for name in ("id", "code", "summary")}
        rule = rules.setdefault(row["code"], {**own, "left": [], "right": []})
        row["href"] = asked.passage_link(row)
        rule["left" if row["document_id"] == int(left) else "right"].append(row)
    shared = [rule for rule in rules.values() if rule["left"] and rule["right"]]
    tell_rules(asked, game, shared)
    return shared


def _differing_first(rules: Sequence[Row]) -> list[Row]:
    """The rules with their numbers told; those in which one side states a number that the other does not come first."""
    for rule in rules:
        left, right = (set().union(*(numbers_of(row["text"]) for row in rule[side])) for side in ("left", "right"))
        rule["differs"] = bool(left and right and left != right)
    return sorted(rules, key=lambda rule: not rule["differs"])

"""Compare two documents or editions value by value and rule by rule, and the board of conflicts."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from markupsafe import Markup, escape

from db.site.home import simulations
from db.site.marks import numbers_of, plain
from db.site.page import Asked, Row
from db.site.rules import mark_differences, with_boxes
from schema.document_kinds import USUAL

_CLAIMS = """
    SELECT claim.subject, claim.attribute, claim.value, claim.confidence, claim.passage_id, passage.seq,
            passage.page_id, passage.document_id, page.number AS page
    FROM claim JOIN passage ON passage.id = claim.passage_id JOIN page ON page.id = passage.page_id
    WHERE claim.document_id = ? ORDER BY claim.subject, claim.attribute, claim.id
"""
_FACTS = """
    SELECT subject, attribute, value, NULL AS passage_id FROM fact
    WHERE game_id = ? AND edition_id = ? AND subject NOT LIKE 'card:%' ORDER BY subject, attribute
"""
_IN_CONFLICT = """
    SELECT conflict_claim.conflict_id, claim.value, claim.language, claim.confidence, claim.origin, claim.context,
           claim.note, claim.edition_id, claim.passage_id, passage.text, passage.seq, passage.page_id,
           passage.document_id, page.number AS page, page.image, page.width, page.height
    FROM conflict_claim JOIN claim ON claim.id = conflict_claim.claim_id
    LEFT JOIN passage ON passage.id = claim.passage_id LEFT JOIN page ON page.id = passage.page_id
    WHERE conflict_claim.conflict_id = ? ORDER BY claim.value, claim.language, claim.id
"""
_NOTHING = Markup('<span class="none">–</span>')
_LINKED = Markup('<a href="{}">{}</a> <span class="quiet">{}</span>')
_SHOWN = ("differs", "only", "same")
_ONE_SIDED = 60
"""Rows that only one side states which are listed; the rest is told as a number."""
_RULES_AT_A_TIME = 20
_EDITION = "edition-"

Values = dict[tuple[str, str], list[Row]]


def compare_page(asked: Asked) -> Row | None:
    """Two sides of a game, each a document or an edition."""
    game = asked.game()
    if game is None:
        return None
    sides = _sides(asked, game["code"])
    pair = _chosen(asked, list(sides))
    context: Row = {"game": game, "sides": sides, "left": "", "right": "", "groups": {}, "counts": {}, "rules": []}
    if pair is None:
        return context
    left, right = pair
    found = _compared(asked, game["code"], _values(asked, game, left), _values(asked, game, right))
    rules = _differing_first(_rules(asked, game["id"], left, right))
    parts = max(1, -(-len(rules) // _RULES_AT_A_TIME))
    part = asked.number("part", 1, parts)
    shown = rules[(part - 1) * _RULES_AT_A_TIME : part * _RULES_AT_A_TIME]
    for rule in shown:
        mark_differences([*rule["left"], *rule["right"]])
    groups = {kind: [row for row in found if row["state"] == kind] for kind in _SHOWN}
    return {
        **context,
        "left": left,
        "right": right,
        "groups": {kind: rows[:_ONE_SIDED] if kind == "only" else rows for kind, rows in groups.items()},
        "counts": {kind: len(rows) for kind, rows in groups.items()},
        "rules": shown,
        "rule_count": len(rules),
        "part": part,
        "parts": parts,
    }


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
        else:
            told.append(escape(words))
    return Markup("; ").join(told)


def _rules(asked: Asked, game: int, left: str, right: str) -> list[Row]:
    """The rules that passages of both documents state, with both texts."""
    if not (left.isdigit() and right.isdigit()):
        return []
    rows = asked.rows(
        "SELECT rule.code, rule.summary, passage.id AS passage_id, passage.text, passage.seq, passage.page_id, "
        "passage.document_id, page.number AS page FROM rule_text JOIN rule ON rule.id = rule_text.rule_id "
        "JOIN passage ON passage.id = rule_text.passage_id JOIN page ON page.id = passage.page_id "
        "WHERE rule.game_id = ? AND passage.document_id IN (?, ?) ORDER BY rule.id, passage.seq",
        game,
        int(left),
        int(right),
    )
    rules: dict[str, Row] = {}
    for row in rows:
        rule = rules.setdefault(row["code"], {"code": row["code"], "summary": row["summary"], "left": [], "right": []})
        row["href"] = asked.passage_link(row)
        rule["left" if row["document_id"] == int(left) else "right"].append(row)
    return [rule for rule in rules.values() if rule["left"] and rule["right"]]


def _differing_first(rules: Sequence[Row]) -> list[Row]:
    """The rules with their numbers told; those in which one side states a number that the other does not come first."""
    for rule in rules:
        left, right = (set().union(*(numbers_of(row["text"]) for row in rule[side])) for side in ("left", "right"))
        rule["differs"] = bool(left and right and left != right)
    return sorted(rules, key=lambda rule: not rule["differs"])


def conflicts_page(asked: Asked) -> Row | None:
    """The board of conflicts: of one game, or of all."""
    game = asked.game()
    if game is None and "game" in asked.path:
        return None
    where, values = ("WHERE conflict.game_id = ?", [game["id"]]) if game else ("", [])
    rows = asked.rows(
        f"SELECT conflict.* FROM conflict {where} "
        "ORDER BY CASE kind WHEN 'internal' THEN 0 WHEN 'translation' THEN 1 ELSE 2 END, game_id, subject, attribute",
        *values,
    )
    boards: dict[str, list[Row]] = {}
    for row in rows:
        boards.setdefault(row["kind"], []).append(told_conflict(asked, row, short=True))
    return {"game": game, "boards": boards, "total": len(rows)}


def conflict_page(asked: Asked) -> Row | None:
    """One conflict: the claims on each side with their passages, the choice, and what simulation says of it."""
    number = asked.path["number"]
    rows = asked.rows("SELECT * FROM conflict WHERE id = ?", int(number)) if number.isdigit() else []
    if not rows:
        return None
    conflict = told_conflict(asked, rows[0])
    worth = _worth(asked, rows[0])
    return {"conflict": conflict, "game": asked.library.games[conflict["game"]], "worth": worth}


def told_conflict(asked: Asked, row: Row, short: bool = False) -> Row:
    """A conflict in words, with its claims gathered by the value they state."""
    game = asked.library.codes[row["game_id"]]
    sides: dict[str, list[Row]] = {}
    for claim in asked.rows(_IN_CONFLICT, row["id"]):
        sides.setdefault(claim["value"], []).append(claim)
    for claims in sides.values():
        printed = [claim for claim in claims if claim["passage_id"]]
        for claim in claims:
            claim["book"] = asked.library.books.get(claim["document_id"] or 0)
            claim["href"] = asked.passage_link(claim) if claim["passage_id"] else ""
            claim["shown"] = plain(claim["text"] or "")
        if not short:
            with_boxes(asked, printed)
    chosen = [part.strip() for part in row["chosen_value"].split("/")] if row["kind"] == "edition" else []
    return {
        **row,
        "game": game,
        "game_name": asked.library.games[game]["name"],
        "edition_name": asked.edition(row["edition_id"]),
        "name": asked.name(game, row["subject"]),
        "told": asked.attribute(game, row["attribute"]),
        "sides": [
            {
                "value": value,
                "words": asked.value(game, value),
                "claims": claims,
                "chosen": value in (chosen or [row["chosen_value"]]),
                "documents": _documents(claims),
            }
            for value, claims in sides.items()
        ],
    }


def _documents(claims: Sequence[Mapping[str, object]]) -> int:
    return len({claim["document_id"] for claim in claims if claim["document_id"]})


def _worth(asked: Asked, conflict: Row) -> list[Row]:
    """The stored batches that played another value of what is disputed, or played both values on the same seeds."""
    about = f"{conflict['subject']} {conflict['attribute']}"
    return [
        batch
        for batch in simulations(asked, conflict["game_id"])
        if str(batch["result"].get("change", "")).startswith(f"{about} ") or about in str(batch["options"])
    ]

"""Rules: the outline by topic, and one rule with every passage that prints it, side by side."""

from collections.abc import Iterable, Sequence
from typing import Any

from db.site.code import codes_of
from db.site.discovered import tell_rules, titles_of
from db.site.marks import mark_numbers, numbers_of, plain
from db.site.notes import notes_on
from db.site.page import Asked, Missing, Row, grouped, placeholders
from db.site.turn_at import turn_at
from schema.document_kinds import USUAL

_OUTLINE = """
    SELECT rule.id, rule.code, rule.topic, rule.summary, rule.origin,
           edition.code AS edition, edition.name AS edition_name,
           (SELECT group_concat(DISTINCT rule_text.language) FROM rule_text WHERE rule_text.rule_id = rule.id)
               AS languages,
           (SELECT count(*) FROM rule_code WHERE rule_code.rule_id = rule.id) AS codes
    FROM rule LEFT JOIN edition ON edition.id = rule.edition_id WHERE rule.game_id = ? ORDER BY rule.seq, rule.id
"""
_PASSAGES = """
    SELECT rule_text.score, rule_text.language, rule_text.role,
           passage.id AS passage_id, passage.text, passage.section, passage.seq,
           passage.page_id, passage.document_id, passage.confidence, page.number AS page, page.image,
           page.width, page.height, edition.code AS edition
    FROM rule_text JOIN rule ON rule.id = rule_text.rule_id JOIN passage ON passage.id = rule_text.passage_id
    JOIN page ON page.id = passage.page_id LEFT JOIN edition ON edition.id = rule.edition_id
    WHERE rule.game_id = ? AND rule.code = ?
    ORDER BY rule_text.language, passage.document_id, rule_text.score DESC, passage.seq
"""
_AROUND = 6
"""Points of page that a crop shows around its box."""
_MOST_REMARKS = 12
_PER_DOCUMENT = 4
"""Passages of one document that are shown for a rule, the surest first."""


def rules_page(asked: Asked) -> Row:
    """All rules of a game in our own words, by topic."""
    game = asked.game()
    rules = asked.rows(_OUTLINE, game["id"])
    for rule in rules:
        rule["languages"] = sorted(filter(None, (rule["languages"] or "").split(",")))
    tell_rules(asked, game, rules)
    is_taught = all(rule["origin"] == "pack" for rule in rules)
    phases = asked.one("SELECT count(*) FROM phase WHERE game_id = ?", game["id"])
    return {
        "game": game,
        "topics": grouped(rules, "topic"),
        "total": len(rules),
        "is_taught": is_taught,
        "titles": {} if is_taught else titles_of(asked, game),
        "has_turn": bool(phases),
    }


def rules_table(context: Row) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """The rules as a table."""
    names = ("topic", "code", "summary", "edition")
    rules = [rule for topic in context["topics"].values() for rule in topic]
    return (*names, "languages"), [[*(rule[name] for name in names), " ".join(rule["languages"])] for rule in rules]


def rule_page(asked: Asked) -> Row:
    """One rule: our sentence, the printed passages by language, the code that obeys it, its tests, its conflicts."""
    game = asked.game()
    code = asked.path["code"]
    rules = asked.rows(
        "SELECT rule.*, edition.code AS edition, edition.name AS edition_name FROM rule "
        "LEFT JOIN edition ON edition.id = rule.edition_id WHERE rule.game_id = ? AND rule.code = ? ORDER BY edition",
        game["id"],
        code,
    )
    if not rules:
        raise Missing
    beside = asked.rows(
        "SELECT id, code, summary FROM rule WHERE game_id = ? AND topic = ? AND code <> ? ORDER BY id LIMIT 12",
        game["id"],
        rules[0]["topic"],
        code,
    )
    tell_rules(asked, game, [*rules, *beside])
    printed = sorted(asked.rows(_PASSAGES, game["id"], code), key=lambda row: row["language"] != asked.say.language)
    passages = with_boxes(asked, _surest(printed))
    mark_differences(passages)
    known = [row["passage_id"] for row in passages]
    remarks = _remarks(asked, game["id"], known)
    ids = [rule["id"] for rule in rules]
    marks = placeholders(ids)
    return {
        "game": game,
        "titles": titles_of(asked, game) if rules[0]["origin"] != "pack" else {},
        "rules": rules,
        "rule": rules[0],
        "columns": _by_document(passages),
        "codes": codes_of(asked, game, code),
        "conflicts": _conflicts(asked, game["id"], known),
        "remarks": remarks,
        "cards": _cards(asked, game["code"], [*passages, *remarks]),
        "notes": notes_on(asked, game["code"], f"rule:{code}"),
        "turn": turn_at(asked, game, code, passages),
        "effects": asked.rows(
            f"SELECT * FROM effect WHERE owner_kind = 'rule' AND owner_id IN ({marks}) ORDER BY seq", *ids
        ),
        "beside": list({one["code"]: one for one in beside}.values()),
    }


def _remarks(asked: Asked, game: int, passages: Sequence[int]) -> list[Row]:
    """What questions and answers, corrections and the like say of the values that these passages state."""
    found = asked.rows(
        f"""
        SELECT DISTINCT passage.id AS passage_id, passage.text, passage.seq, passage.page_id, passage.document_id,
               passage.language, page.number AS page, claim.subject, claim.attribute, claim.value, claim.corrects
        FROM claim JOIN passage ON passage.id = claim.passage_id JOIN page ON page.id = passage.page_id
        JOIN document ON document.id = passage.document_id
        WHERE claim.game_id = ? AND document.kind NOT IN ('{USUAL}', 'cards') AND (claim.subject, claim.attribute) IN
            (SELECT subject, attribute FROM claim WHERE passage_id IN ({placeholders(passages)}))
        ORDER BY passage.document_id, passage.seq LIMIT {_MOST_REMARKS}
        """,
        game,
        *passages,
    )
    for row in found:
        row["href"] = asked.passage_link(row)
        row["book"] = asked.library.books[row["document_id"]]
        row["shown"] = plain(row["text"])
    return found


def _cards(asked: Asked, game: str, passages: Iterable[Row]) -> dict[str, str]:
    """The cards that passages speak of, by code."""
    found: dict[str, str] = {}
    for row in passages:
        found |= asked.library.cards_in(asked.connection, game, row["text"])
    return found


def _surest(rows: Sequence[Row]) -> list[Row]:
    return [row for found in grouped(rows, "document_id").values() for row in found[:_PER_DOCUMENT]]


def _by_document(passages: Sequence[Row]) -> list[Row]:
    """A column for each document, with its passages in the order of the page."""
    columns: dict[int, Row] = {}
    for row in sorted(passages, key=lambda row: row["seq"]):
        column = columns.setdefault(row["document_id"], {"book": row["book"], "passages": []})
        column["passages"].append(row)
    order = {book: place for place, book in enumerate(dict.fromkeys(row["document_id"] for row in passages))}
    return sorted(columns.values(), key=lambda column: order[column["book"].id])


def with_boxes(asked: Asked, passages: list[Row]) -> list[Row]:
    """Give passages their links, their documents, and their boxes with the view of the page around them."""
    for row in passages:
        row["href"] = asked.passage_link(row)
        row["book"] = asked.library.books[row["document_id"]]
        row["boxes"] = asked.rows(
            "SELECT x0, y0, x1, y1 FROM passage_region WHERE passage_id = ? AND page_id = ?",
            row["passage_id"],
            row["page_id"],
        )
        row["view"] = _view(row["boxes"])
    return passages


def _view(boxes: Sequence[Row]) -> Row | None:
    """The part of the page that holds all boxes, with a little room."""
    if not boxes:
        return None
    x0, y0 = min(box["x0"] for box in boxes) - _AROUND, min(box["y0"] for box in boxes) - _AROUND
    x1, y1 = max(box["x1"] for box in boxes) + _AROUND, max(box["y1"] for box in boxes) + _AROUND
    return {"x": round(x0, 1), "y": round(y0, 1), "width": round(x1 - x0, 1), "height": round(y1 - y0, 1)}


def mark_differences(passages: Sequence[Row]) -> None:
    """Mark the numbers of passages about one thing; one that no other document states stands out."""
    stated: dict[int, set[str]] = {}
    for row in passages:
        stated.setdefault(row["document_id"], set()).update(numbers_of(row["text"]))
    for row in passages:
        elsewhere = set().union(*(found for book, found in stated.items() if book != row["document_id"]))
        row["shown"] = mark_numbers(row["text"], elsewhere or None)


def _conflicts(asked: Asked, game: int, passages: Sequence[int]) -> list[Row]:
    """The conflicts in which a claim of one of these passages takes part."""
    if not passages:
        return []
    return asked.rows(
        f"SELECT DISTINCT conflict.* FROM conflict JOIN conflict_claim ON conflict_claim.conflict_id = conflict.id "
        f"JOIN claim ON claim.id = conflict_claim.claim_id "
        f"WHERE conflict.game_id = ? AND claim.passage_id IN ({placeholders(passages)}) ORDER BY conflict.id",
        game,
        *passages,
    )

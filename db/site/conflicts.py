"""Conflicts: all of them on a board, and one with its claims, the choice, and what it is worth."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from db.site.marks import plain
from db.site.page import Asked, Missing, Row, grouped
from db.site.rules import with_boxes
from db.site.simulated import simulations

AT_A_TIME = 100
"""Conflicts on one page."""
_IN_CONFLICT = """
    SELECT conflict_claim.conflict_id, claim.value, claim.language, claim.confidence, claim.origin, claim.context,
           claim.note, claim.edition_id, claim.passage_id, passage.text, passage.seq, passage.page_id,
           passage.document_id, page.number AS page, page.image, page.width, page.height
    FROM conflict_claim JOIN claim ON claim.id = conflict_claim.claim_id
    LEFT JOIN passage ON passage.id = claim.passage_id LEFT JOIN page ON page.id = passage.page_id
    WHERE conflict_claim.conflict_id = ? ORDER BY claim.value, claim.language, claim.id
"""


def conflicts_page(asked: Asked) -> Row:
    """The board of conflicts: of one game, or of all, a page at a time."""
    game = asked.game() if "game" in asked.path else None
    where, values = ("WHERE conflict.game_id = ?", [game["id"]]) if game else ("", [])
    rows = asked.rows(
        f"SELECT conflict.* FROM conflict {where} "
        "ORDER BY CASE kind WHEN 'internal' THEN 0 WHEN 'translation' THEN 1 ELSE 2 END, game_id, subject, attribute",
        *values,
    )
    stretch = asked.stretch(len(rows), AT_A_TIME)
    told = [told_conflict(asked, row, short=True) for row in stretch.of(rows)]
    return {
        "game": game,
        "boards": grouped(told, "kind"),
        "counts": Counter(row["kind"] for row in rows),
        "total": len(rows),
        "page": stretch.page,
        "pages": stretch.pages,
    }


def conflicts_table(context: Row) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """The conflicts as a table, a row for each value that is claimed."""
    names = ("game", "edition_name", "subject", "attribute", "kind", "status", "chosen_value", "reason")
    rows: list[Sequence[Any]] = [
        [
            *(one[name] for name in names),
            side["value"],
            ", ".join(sorted({claim["language"] for claim in side["claims"]})),
        ]
        for board in context["boards"].values()
        for one in board
        for side in one["sides"]
    ]
    return (*names, "value", "languages"), rows


def conflict_page(asked: Asked) -> Row:
    """One conflict: the claims on each side with their passages, the choice, and what simulation says of it."""
    rows = _by_address(asked) if "game" in asked.path else _by_number(asked)
    if not rows:
        raise Missing
    conflict = told_conflict(asked, rows[0])
    return {"conflict": conflict, "game": asked.library.games[conflict["game"]], "worth": _worth(asked, rows[0])}


def _by_number(asked: Asked) -> list[Row]:
    return asked.rows("SELECT * FROM conflict WHERE id = ?", asked.row_number("number"))


def _by_address(asked: Asked) -> list[Row]:
    """The conflict that an address names by edition, kind, subject and attribute."""
    edition, _, rest = asked.path["what"].partition("~")
    return asked.rows(
        "SELECT conflict.* FROM conflict LEFT JOIN edition ON edition.id = conflict.edition_id "
        "WHERE conflict.game_id = ? AND coalesce(edition.code, '') = ? "
        "AND conflict.kind || '~' || conflict.subject || '~' || conflict.attribute = ?",
        asked.game()["id"],
        edition,
        rest,
    )


def told_conflict(asked: Asked, row: Row, short: bool = False) -> Row:
    """A conflict in words, with its claims gathered by the value they state."""
    game = asked.library.codes[row["game_id"]]
    sides = grouped(asked.rows(_IN_CONFLICT, row["id"]), "value")
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
        "is_provisional": row["status"] == "open",
        "edition_name": asked.edition(row["edition_id"]),
        "name": asked.name(game, row["subject"]),
        "told": asked.attribute(game, row["attribute"]),
        "sides": [
            {
                "value": value,
                "words": asked.value(game, value),
                "claims": claims,
                "chosen": value in (chosen or [row["chosen_value"]]),
                "documents": len({claim["document_id"] for claim in claims if claim["document_id"]}),
            }
            for value, claims in sides.items()
        ],
    }


def _worth(asked: Asked, conflict: Row) -> list[Row]:
    """The stored batches that played another value of what is disputed, or played both values on the same seeds."""
    about = f"{conflict['subject']} {conflict['attribute']}"
    return [
        batch
        for batch in simulations(asked, conflict["game_id"])
        if str(batch["result"].get("change", "")).startswith(f"{about} ") or about in str(batch["options"])
    ]

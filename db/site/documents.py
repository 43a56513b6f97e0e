"""Documents: their pages in miniature, and one page with its passages as boxes and its repairs in the text."""

from collections.abc import Sequence

from db.site.library import PART_LENGTH
from db.site.marks import Change, mark_repairs, plain
from db.site.page import Asked, Row

_PAGES = """
    SELECT page.*, (SELECT count(*) FROM passage WHERE passage.page_id = page.id) AS passages,
           (SELECT count(*) FROM finding JOIN passage ON passage.id = finding.passage_id
            WHERE passage.page_id = page.id) AS findings
    FROM page WHERE page.document_id = ? ORDER BY page.number
"""
_BOXES = """
    SELECT passage_region.page_id, passage_region.x0, passage_region.y0, passage_region.x1, passage_region.y1,
           passage.id AS passage_id, passage.kind, passage.confidence
    FROM passage_region JOIN page ON page.id = passage_region.page_id
    JOIN passage ON passage.id = passage_region.passage_id
    WHERE page.document_id = :document AND (:page = 0 OR page.number = :page) ORDER BY passage.seq
"""
_READ = """
    SELECT document.id, document.page_count AS pages,
           (SELECT count(*) FROM passage WHERE passage.document_id = document.id) AS passages,
           (SELECT count(*) FROM repair JOIN passage ON passage.id = repair.passage_id
            WHERE passage.document_id = document.id) AS repairs,
           (SELECT count(*) FROM claim WHERE claim.document_id = document.id) AS claims,
           (SELECT count(*) FROM finding WHERE finding.document_id = document.id) AS findings,
           (SELECT avg(page.confidence) FROM page WHERE page.document_id = document.id) AS confidence
    FROM document
"""
_NEXT_FINDINGS = 60


def confidence_class(confidence: float) -> str:
    """How surely something was read, as one of five steps of colour."""
    bounds = (0.6, 0.8, 0.9, 0.97)
    return f"sure-{sum(confidence >= bound for bound in bounds)}"


def documents_page(asked: Asked) -> Row:
    """All documents, by game."""
    read = {row["id"]: row for row in asked.rows(_READ)}
    games: dict[str, list[Row]] = {}
    for book in asked.library.books.values():
        games.setdefault(book.game, []).append({"book": book, "read": read.get(book.id, {})})
    return {"shelves": games}


def document_page(asked: Asked) -> Row | None:
    """A document: its pages in miniature with the boxes of its passages, and what wants a look."""
    number = asked.path["number"]
    book = asked.library.books.get(int(number)) if number.isdigit() else None
    if book is None:
        return None
    pages = asked.rows(_PAGES, book.id)
    boxes: dict[int, list[Row]] = {}
    for box in asked.rows(_BOXES, document=book.id, page=0):
        box["sure"] = confidence_class(box["confidence"])
        boxes.setdefault(box["page_id"], []).append(box)
    for page in pages:
        page["boxes"] = boxes.get(page["id"], [])
        page["sure"] = confidence_class(page["confidence"])
    findings = asked.rows(
        "SELECT finding.*, passage.seq, passage.page_id, passage.document_id AS of, page.number AS page FROM finding "
        "LEFT JOIN passage ON passage.id = finding.passage_id LEFT JOIN page ON page.id = passage.page_id "
        "WHERE finding.document_id = ? ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, "
        f"passage.seq LIMIT {_NEXT_FINDINGS}",
        book.id,
    )
    for finding in findings:
        finding["href"] = asked.passage_link(finding) if finding["passage_id"] else ""
    counted = asked.rows(
        "SELECT reason, count(*) AS count FROM repair JOIN passage ON passage.id = repair.passage_id "
        "WHERE passage.document_id = ? GROUP BY reason ORDER BY count DESC",
        book.id,
    )
    return {
        "game": asked.library.games[book.game],
        "book": book,
        "pages": pages,
        "findings": findings,
        "repairs": counted,
        "claims": asked.connection.execute("SELECT count(*) FROM claim WHERE document_id = ?", (book.id,)).fetchone()[
            0
        ],
    }


def page_page(asked: Asked) -> Row | None:
    """One page of a document: its boxes beside its passages."""
    number, page_number = asked.path["number"], asked.path["page"]
    book = asked.library.books.get(int(number)) if number.isdigit() else None
    if book is None or not page_number.isdigit():
        return None
    found = asked.rows("SELECT * FROM page WHERE document_id = ? AND number = ?", book.id, int(page_number))
    if not found:
        return None
    page = found[0]
    total = asked.connection.execute("SELECT count(*) FROM passage WHERE page_id = ?", (page["id"],)).fetchone()[0]
    parts = max(1, -(-total // PART_LENGTH))
    part = asked.number("part", 1, parts)
    first = asked.library.first_passages.get(page["id"], 0) + (part - 1) * PART_LENGTH
    passages = asked.rows(
        "SELECT * FROM passage WHERE page_id = ? AND seq >= ? AND seq < ? ORDER BY seq",
        page["id"],
        first,
        first + PART_LENGTH,
    )
    _add_marks(asked, passages)
    boxes = asked.rows(_BOXES, document=book.id, page=page["number"])
    for box in boxes:
        box["sure"] = confidence_class(box["confidence"])
    numbers = [
        row[0]
        for row in asked.connection.execute("SELECT number FROM page WHERE document_id = ? ORDER BY number", (book.id,))
    ]
    return {
        "game": asked.library.games[book.game],
        "book": book,
        "page": page,
        "numbers": numbers,
        "passages": passages,
        "boxes": boxes,
        "part": part,
        "parts": parts,
        "sure": confidence_class(page["confidence"]),
    }


def _add_marks(asked: Asked, passages: Sequence[Row]) -> None:
    """Give passages their marked text, their findings and what they claim."""
    ids = [passage["id"] for passage in passages]
    marks = ",".join("?" * len(ids))
    changes: dict[int, list[Change]] = {}
    for row in asked.rows(f"SELECT * FROM repair WHERE passage_id IN ({marks}) ORDER BY position", *ids):
        changes.setdefault(row["passage_id"], []).append(
            Change(row["position"], row["length"], row["before"], row["after"], row["reason"])
        )
    findings: dict[int, list[Row]] = {}
    for row in asked.rows(f"SELECT * FROM finding WHERE passage_id IN ({marks}) ORDER BY id", *ids):
        findings.setdefault(row["passage_id"], []).append(row)
    claims: dict[int, list[Row]] = {}
    for row in asked.rows(f"SELECT * FROM claim WHERE passage_id IN ({marks}) ORDER BY id", *ids):
        claims.setdefault(row["passage_id"], []).append(row)
    for passage in passages:
        found = changes.get(passage["id"], [])
        passage["shown"] = (
            mark_repairs(passage["raw_text"], passage["text"], found, lambda change: _told(asked, change))
            if asked.full_text
            else plain(passage["text"])
        )
        passage["findings"] = findings.get(passage["id"], [])
        passage["claims"] = _short_claims(asked, claims.get(passage["id"], []))
        passage["sure"] = confidence_class(passage["confidence"])


def _told(asked: Asked, change: Change) -> str:
    before = change.before.strip() or asked.say("document.nothing")
    after = change.after.strip() or asked.say("document.nothing")
    return f"{before} → {after} ({asked.say.known('repair', change.reason)})"


def _short_claims(asked: Asked, claims: Sequence[Row]) -> list[Row]:
    told = []
    for claim in claims:
        game = asked.library.codes[claim["game_id"]]
        told.append(
            {
                **claim,
                "game": game,
                "name": asked.name(game, claim["subject"]),
                "told": asked.attribute(game, claim["attribute"]),
                "words": asked.value(game, claim["value"]),
            }
        )
    return told

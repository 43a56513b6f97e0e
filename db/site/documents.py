"""Documents: their pages in miniature, and one page with its passages as boxes and its repairs in the text."""

from collections.abc import Sequence

from db.site.library import Book
from db.site.marks import Change, mark_repairs, plain
from db.site.page import Asked, Missing, Row, grouped, placeholders
from db.site.page_parts import reach_of

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
_BEGINNING = """
    SELECT substr(group_concat(text, char(10)), 1, 900)
    FROM (SELECT text FROM passage WHERE page_id = ? AND kind NOT IN ('noise', 'gap') ORDER BY seq LIMIT 40)
"""
AT_A_TIME = 100
"""Documents on one page of the list of them."""
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
CHANGED = ("position", "length", "before", "after", "reason")


def confidence_class(confidence: float) -> str:
    """How surely something was read, as one of five steps of colour."""
    bounds = (0.6, 0.8, 0.9, 0.97)
    return f"sure-{sum(confidence >= bound for bound in bounds)}"


def documents_page(asked: Asked) -> Row:
    """All documents, by game, a page at a time."""
    read = {row["id"]: row for row in asked.rows(_READ)}
    books = list(asked.library.books.values())
    stretch = asked.stretch(len(books), AT_A_TIME)
    games: dict[str, list[Row]] = {}
    for book in stretch.of(books):
        games.setdefault(book.game, []).append({"book": book, "read": read.get(book.id, {})})
    return {"shelves": games, "total": len(books), "page": stretch.page, "pages": stretch.pages}


def _book(asked: Asked) -> Book:
    """The document of a page's address."""
    named = asked.path["number"]
    if named.startswith("d-"):
        found = next((book for book in asked.library.books.values() if book.code == named), None)
    else:
        found = asked.library.books.get(asked.row_number("number"))
    if found is None:
        raise Missing
    return found


def _boxes(asked: Asked, book: Book, page: int = 0) -> list[Row]:
    """The boxes of the passages on a page, or on all of them."""
    boxes = asked.rows(_BOXES, document=book.id, page=page)
    for box in boxes:
        box["sure"] = confidence_class(box["confidence"])
    return boxes


def document_page(asked: Asked) -> Row:
    """A document: its pages in miniature with the boxes of its passages, and what wants a look."""
    book = _book(asked)
    pages, boxes = asked.rows(_PAGES, book.id), grouped(_boxes(asked, book), "page_id")
    for page in pages:
        page["boxes"] = boxes.get(page["id"], [])
        page["begins"] = "" if page["boxes"] else plain(asked.one(_BEGINNING, page["id"]) or "")
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
        "claims": asked.one("SELECT count(*) FROM claim WHERE document_id = ?", book.id),
    }


def page_page(asked: Asked) -> Row:
    """One page of a document: its boxes beside its passages."""
    book = _book(asked)
    pages = asked.rows("SELECT * FROM page WHERE document_id = ? ORDER BY number", book.id)
    page = next((page for page in pages if page["number"] == asked.row_number("page")), None)
    if page is None:
        raise Missing
    starts = asked.library.parts.get(page["id"], ())
    parts = max(1, len(starts))
    part = asked.number("part", 1, parts)
    first, end = reach_of(starts, part)
    passages = asked.rows(
        "SELECT * FROM passage WHERE page_id = ? AND seq >= ? AND seq < ? ORDER BY seq",
        page["id"],
        first,
        end,
    )
    _add_marks(asked, passages)
    return {
        "game": asked.library.games[book.game],
        "book": book,
        "page": page,
        "numbers": [page["number"] for page in pages],
        "passages": passages,
        "boxes": _boxes(asked, book, page["number"]),
        "part": part,
        "parts": parts,
        "sure": confidence_class(page["confidence"]),
    }


def _add_marks(asked: Asked, passages: Sequence[Row]) -> None:
    """Give passages their marked text, their findings and what they claim."""
    ids = [passage["id"] for passage in passages]
    of_these = f"WHERE passage_id IN ({placeholders(ids)}) ORDER BY"
    repairs = grouped(asked.rows(f"SELECT * FROM repair {of_these} position", *ids), "passage_id")
    findings = grouped(asked.rows(f"SELECT * FROM finding {of_these} id", *ids), "passage_id")
    claims = grouped(asked.rows(f"SELECT * FROM claim {of_these} id", *ids), "passage_id")
    leads = _leads(asked, ids)
    _lead_to_cards(asked, passages, leads)
    for passage in passages:
        passage["leads"] = leads.get(passage["id"], {})
        found = [Change(**{part: row[part] for part in CHANGED}) for row in repairs.get(passage["id"], ())]
        passage["shown"] = (
            mark_repairs(passage["raw_text"], passage["text"], found, lambda change: _told(asked, change))
            if asked.full_text
            else plain(passage["text"])
        )
        passage["findings"] = findings.get(passage["id"], [])
        passage["claims"] = _short_claims(asked, claims.get(passage["id"], []))
        passage["sure"] = confidence_class(passage["confidence"])


def _leads(asked: Asked, ids: Sequence[int]) -> dict[int, dict[str, dict[str, str]]]:
    """Where one can go from each passage: the rules it prints, the cards and the other things it names."""
    of_these = f"passage_id IN ({placeholders(ids)})"
    leads: dict[int, dict[str, dict[str, str]]] = {}

    def add(row: Row, kind: str, href: str, label: str) -> None:
        leads.setdefault(row["passage_id"], {}).setdefault(kind, {})[href] = label

    for row in asked.rows(
        "SELECT rule_text.passage_id, rule.code, game.code AS game FROM rule_text JOIN rule ON rule.id = rule_id "
        f"JOIN game ON game.id = rule.game_id WHERE {of_these} ORDER BY rule_text.score DESC",
        *ids,
    ):
        add(row, "rule", asked.link("rule", row["game"], row["code"]), row["code"].replace("-", " "))
    for row in asked.rows(
        "SELECT card_text.passage_id, card.code, card_text.title, game.code AS game FROM card_text "
        "JOIN card ON card.id = card_text.card_id JOIN game ON game.id = card.game_id "
        f"WHERE {of_these} AND card_text.origin = 'rulebook'",
        *ids,
    ):
        add(row, "card", asked.link("card", row["game"], row["code"]), row["title"] or row["code"])
    for row in asked.rows(
        "SELECT DISTINCT mention.passage_id, concept.kind, concept.code, game.code AS game FROM mention "
        "JOIN concept ON concept.id = mention.concept_id JOIN game ON game.id = concept.game_id "
        f"WHERE {of_these} ORDER BY mention.position",
        *ids,
    ):
        subject = f"{row['kind']}:{row['code']}"
        kind = "location" if row["kind"] == "location" else "name"
        add(row, kind, asked.link("subject", row["game"], subject), asked.name(row["game"], subject))
    return leads


def _lead_to_cards(asked: Asked, passages: Sequence[Row], leads: dict[int, dict[str, dict[str, str]]]) -> None:
    """Lead to the cards whose titles stand in a passage."""
    for passage in passages:
        game = asked.library.books[passage["document_id"]].game
        for code, title in asked.library.cards_in(asked.connection, game, passage["text"]).items():
            leads.setdefault(passage["id"], {}).setdefault("card", {})[asked.link("card", game, code)] = title


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

"""Everything said of one subject, such as `location:paris`: its names, and what each document states about it."""

from db.site.conflicts import told_conflict
from db.site.marks import mark_hits
from db.site.notes import notes_on
from db.site.page import Asked, Missing, Row, grouped
from schema.folding import fold

_MENTIONS = 30

_CLAIMS = """
    SELECT claim.*, passage.text, passage.seq, passage.page_id, page.number AS page
    FROM claim LEFT JOIN passage ON passage.id = claim.passage_id LEFT JOIN page ON page.id = passage.page_id
    WHERE claim.game_id = ? AND claim.subject = ? ORDER BY claim.attribute, claim.id
"""
_MENTIONED = """
    SELECT DISTINCT passage.id AS passage_id, passage.text, passage.language, passage.seq, passage.page_id,
           passage.document_id, page.number AS page, mention.surface
    FROM mention JOIN concept ON concept.id = mention.concept_id JOIN passage ON passage.id = mention.passage_id
    JOIN page ON page.id = passage.page_id
    WHERE concept.game_id = ? AND concept.kind = ? AND concept.code = ?
    ORDER BY mention.score DESC, passage.document_id, passage.seq LIMIT ?
"""
_NAMES = """
    SELECT name.language, name.text, min(name.origin <> 'rulebook') AS listed, count(name.document_id) AS documents
    FROM name JOIN concept ON concept.id = name.concept_id
    WHERE concept.game_id = ? AND concept.kind = ? AND concept.code = ?
    GROUP BY name.language, name.text ORDER BY name.language, documents DESC, min(name.id)
"""


def subject_page(asked: Asked) -> Row:
    """A subject: names in every language, its values document by document, conflicts, effects and mentions."""
    game = asked.game()
    subject = asked.path["subject"]
    kind, _, code = subject.rpartition(":")
    names = asked.rows(_NAMES, game["id"], kind, code)
    claims = asked.rows(_CLAIMS, game["id"], subject)
    facts = asked.rows("SELECT * FROM fact WHERE game_id = ? AND subject = ? ORDER BY attribute", game["id"], subject)
    spaces = asked.rows("SELECT id FROM location WHERE game_id = ? AND 'location:' || code = ?", game["id"], subject)
    if not (names or claims or facts or spaces):
        raise Missing
    books = [book for book in asked.library.books_of(game["code"]) if book.id in {c["document_id"] for c in claims}]
    return {
        "game": game,
        "subject": subject,
        "kind": kind,
        "code": code,
        "name": asked.name(game["code"], subject),
        "names": {
            language: list({fold(name["text"]): name["text"] for name in reversed(said)}.values())[::-1]
            for language, said in grouped(names, "language").items()
        },
        "books": books,
        "table": _table(asked, game["code"], facts, claims),
        "conflicts": [
            told_conflict(asked, row, short=True)
            for row in asked.rows("SELECT * FROM conflict WHERE game_id = ? AND subject = ?", game["id"], subject)
        ],
        "notes": notes_on(asked, game["code"], subject),
        "effects": _effects(asked, game, kind, code),
        "mentions": _mentions(asked, game["id"], kind, code),
        "icon": asked.library.look(game["code"]).icon_of(code, kind),
    }


def _table(asked: Asked, game: str, facts: list[Row], claims: list[Row]) -> list[Row]:
    """For each attribute: what is played in each edition, and what each document states."""
    table: dict[str, Row] = {}
    for row in [*claims, *facts]:
        table.setdefault(
            row["attribute"],
            {"attribute": asked.attribute(game, row["attribute"]), "facts": [], "cells": {}, "listed": []},
        )
    for fact in facts:
        fact["words"], fact["editions"] = asked.value(game, fact["value"]), [asked.edition(fact["edition_id"])]
        played = table[fact["attribute"]]["facts"]
        if played and all(played[-1][name] == fact[name] for name in ("value", "origin", "is_provisional")):
            played[-1]["editions"] += fact["editions"]
        else:
            played.append(fact)
    for claim in claims:
        claim["words"] = asked.value(game, claim["value"])
        claim["old"] = asked.value(game, claim["corrects"]) if claim["corrects"] else ""
        line = table[claim["attribute"]]
        if claim["document_id"] is None:
            line["listed"].append(claim)
            continue
        claim["href"] = asked.passage_link(claim)
        cell = line["cells"].setdefault(claim["document_id"], [])
        if (claim["value"], claim["standing"]) not in [(other["value"], other["standing"]) for other in cell]:
            cell.append(claim)
    for line in table.values():
        told = [claim for cell in line["cells"].values() for claim in cell]
        stated = {claim["value"] for claim in told if claim["standing"] == "asserted"}
        line["differs"] = len(stated) > 1
    return [table[attribute] for attribute in sorted(table)]


def _effects(asked: Asked, game: Row, kind: str, code: str) -> list[Row]:
    """What entering or delivering to a space does, by edition."""
    if kind != "location":
        return []
    rows = asked.rows(
        "WITH here AS (SELECT id FROM location WHERE game_id = :game AND code = :code) "
        "SELECT * FROM effect WHERE game_id = :game AND (owner_kind = 'location' AND owner_id IN here "
        "OR owner_kind = 'delivery' AND owner_id IN (SELECT id FROM delivery WHERE location_id IN here)) "
        "ORDER BY owner_kind DESC, id",
        game=game["id"],
        code=code,
    )
    for row in rows:
        row["words"], row["language"] = asked.library.say(game["code"], row["notation"], asked.say.language)
        row["edition"] = asked.edition(row["edition_id"])
    return rows


def _mentions(asked: Asked, game: int, kind: str, code: str) -> list[Row]:
    rows: dict[int, Row] = {}
    for row in asked.rows(_MENTIONED, game, kind, code, _MENTIONS):
        row["href"] = asked.passage_link(row)
        row["shown"] = mark_hits(row["text"], [fold(word) for word in row["surface"].split()])
        rows.setdefault(row["passage_id"], row)
    return list(rows.values())

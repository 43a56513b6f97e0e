"""The search page: hits of every kind, each with the page it leads to and the words marked."""

from collections.abc import Sequence

from db.search import Found, Hit, find
from db.site.marks import mark_hits
from db.site.page import Asked, Row, placeholders

PER_KIND = 24
_KINDS = ("card", "location", "name", "rule", "passage")
_SHORTEST = 2


def find_page(asked: Asked) -> Row:
    """What was searched for and what was found, by kind."""
    query = asked.query.get("q", "").strip()[:200]
    found = (
        find(asked.connection, query, asked.library.words(asked.connection), PER_KIND * 3)
        if len(query) >= _SHORTEST
        else Found()
    )
    groups: dict[str, list[Row]] = {kind: [] for kind in _KINDS}
    for hits in found.groups.values():
        for row in _rows(asked, hits, found.words):
            groups[row["kind"]].append(row)
    shown = {kind: rows[:PER_KIND] for kind, rows in groups.items() if rows}
    return {
        "q": query,
        "groups": shown,
        "more": {kind: len(groups[kind]) > PER_KIND for kind in shown},
        "total": sum(map(len, shown.values())),
        "guessed": [word for near in found.guessed.values() for word in near],
    }


def _rows(asked: Asked, hits: Sequence[Hit], words: Sequence[str]) -> list[Row]:
    """Hits as rows with their links; what stands for the same thing is shown once, in the first language found."""
    places = _places(asked, hits)
    rows: dict[str, Row] = {}
    for hit in hits:
        table, _, number = hit.reference.partition("/")
        kind, href, key = hit.kind, "", hit.reference
        note = ""
        if table == "concept":
            kind = "location" if hit.body.startswith("location:") else "name"
            href, note = asked.link("subject", hit.game, hit.body), asked.name(hit.game, hit.body)
        elif table == "rule":
            href = asked.link("rule", hit.game, hit.title.replace(" ", "-"))
        elif table == "card":
            code = places[table].get(int(number), {}).get("code", "")
            href, key = asked.link("card", hit.game, code), f"card/{hit.game}/{code}"
        else:
            place = places["passage"].get(int(number))
            href = asked.passage_link(place) if place else ""
            note = asked.say("find.page", n=place["page"]) if place else ""
        row = rows.setdefault(
            key,
            {
                "kind": kind,
                "game": hit.game,
                "href": href,
                "title": mark_hits(hit.title, words),
                "body": mark_hits(hit.body, words) if kind not in ("location", "name") else "",
                "language": hit.language,
                "also": [],
                "note": note,
                "subject": hit.body,
            },
        )
        if hit.language not in (row["language"], *row["also"]):
            row["also"].append(hit.language)
    return list(rows.values())


def _places(asked: Asked, hits: Sequence[Hit]) -> dict[str, dict[int, Row]]:
    """The codes of the cards and the pages of the passages that were found."""
    ids: dict[str, list[int]] = {"card": [], "passage": []}
    for hit in hits:
        table, _, number = hit.reference.partition("/")
        if table in ids:
            ids[table].append(int(number))
    cards = asked.rows(f"SELECT id, code FROM card WHERE id IN ({placeholders(ids['card'])})", *ids["card"])
    passages = asked.rows(
        "SELECT passage.id, passage.id AS passage_id, passage.seq, passage.page_id, passage.document_id, "
        f"page.number AS page FROM passage JOIN page ON page.id = passage.page_id "
        f"WHERE passage.id IN ({placeholders(ids['passage'])})",
        *ids["passage"],
    )
    return {"card": {row["id"]: row for row in cards}, "passage": {row["id"]: row for row in passages}}

"""The search page: what was found, best first, each with the page it leads to and the words marked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from db.query import FIELDS, Answer, BadQuery, ask, is_query
from db.ranking import Thing, ranked
from db.rule_sentence import sentences_of
from db.search import Found, find
from db.site.marks import mark_hits, plain
from db.site.page import Asked, Row, placeholders
from schema.folding import fold

AT_A_TIME = 24
_PER_KIND = 200
_SUGGESTED = 8
_LONGEST = 500


@dataclass(frozen=True, slots=True)
class _Result:
    """One line of the result, still without what only a shown page needs."""

    kind: str
    game: str
    code: str
    thing: Thing | None = None


def find_page(asked: Asked) -> Row:
    """What was searched for and what was found, a page at a time."""
    query = asked.query.get("q", "").strip()[:_LONGEST]
    error, found = "", Found()
    results: list[_Result] = []
    try:
        found, results = _results(asked, query)
    except BadQuery as problem:
        error = str(problem)
    kinds = Counter(result.kind for result in results)
    kind = asked.query.get("kind", "") if asked.query.get("kind") in kinds else ""
    wanted = [result for result in results if not kind or result.kind == kind]
    stretch = asked.stretch(len(wanted), AT_A_TIME)
    return {
        "q": query,
        "error": error,
        "results": _rows(asked, stretch.of(wanted), found.words),
        "kinds": dict(kinds),
        "kind": kind,
        "total": len(wanted),
        "page": stretch.page,
        "pages": stretch.pages,
        "guessed": [word for near in found.guessed.values() for word in near],
    }


def suggest_page(asked: Asked) -> Row:
    """The first few things whose name begins like what is being typed."""
    query = asked.query.get("q", "").strip()[:80]
    results = [] if is_query(query) else _results(asked, query)[1]
    named = [result for result in results if result.kind != "passage"][:_SUGGESTED]
    return {"q": query, "suggestions": [_short(row) for row in _rows(asked, named, ())]}


def _short(row: Row) -> Row:
    return {name: str(row[name]) for name in ("kind", "title", "href", "language", "game_name")}


def query_page(asked: Asked) -> Row:
    """How to ask for cards and rules, with the words that this database knows."""
    told = {
        name: [row[0] for row in asked.connection.execute(sql)]
        for name, sql in {
            "game": "SELECT code FROM game ORDER BY code",
            "deck": "SELECT DISTINCT code FROM deck ORDER BY code",
            "kind": "SELECT DISTINCT kind FROM card WHERE kind <> '' ORDER BY kind",
            "edition": "SELECT DISTINCT code FROM edition ORDER BY code",
            "origin": "SELECT DISTINCT origin FROM card ORDER BY origin",
            "lang": "SELECT DISTINCT language FROM card_text ORDER BY language",
            "topic": "SELECT DISTINCT topic FROM rule ORDER BY topic",
            "numbers": "SELECT DISTINCT attribute FROM fact WHERE subject LIKE 'card:%' ORDER BY attribute",
        }.items()
    }
    return {"fields": {kind: list(fields) for kind, fields in FIELDS.items()}, "values": told}


def _results(asked: Asked, query: str) -> tuple[Found, list[_Result]]:
    if is_query(query):
        return Found(), [_Result(answer.kind, answer.game, answer.code) for answer in _once(asked, query)]
    found = find(asked.connection, query, asked.library.words(asked.connection), _PER_KIND)
    things = ranked(asked.connection, found)
    return found, [_Result(thing.kind, thing.game, thing.code, thing) for thing in things]


def _once(asked: Asked, query: str) -> Sequence[Answer]:
    """The answers to a query; a card of several editions is one."""
    return list({(a.kind, a.game, a.code): a for a in ask(asked.connection, query)}.values())


def _rows(asked: Asked, results: Sequence[_Result], words: Sequence[str]) -> list[Row]:
    places = _places(asked, [int(r.code) for r in results if r.kind == "passage"])
    told = _told(asked, results)
    rows = []
    for result in results:
        hit = result.thing.hit if result.thing else None
        title, body, language = told.get((result.kind, result.game, result.code), ("", "", "en"))
        note, place = "", places.get(int(result.code)) if result.kind == "passage" else None
        sort = asked.say.known("found", result.kind)
        if result.kind == "passage":
            href = asked.passage_link(place) if place else ""
            note = asked.say("find.page", n=place["page"]) if place else ""
        elif result.kind in ("card", "rule"):
            href = asked.link(result.kind, result.game, result.code)
        else:
            href, note = asked.link("subject", result.game, result.code), asked.name(result.game, result.code)
            sort = sort if result.kind == "location" else asked.say.known("concept", result.code.partition(":")[0])
        if hit:
            title, language = hit.title, hit.language
            note = "" if fold(note) == fold(title) else note
            body = hit.body if result.kind in ("card", "rule", "passage") and hit.reference[:7] != "concept" else ""
        rows.append(
            {
                "kind": result.kind,
                "sort": sort,
                "game": result.game,
                "game_name": asked.library.games[result.game]["name"],
                "code": result.code,
                "href": href,
                "title": _marked(title, words),
                "body": _marked(body, words),
                "language": language,
                "also": result.thing.also if result.thing else [],
                "note": note,
            }
        )
    return rows


def _marked(text: str, words: Sequence[str]) -> Markup:
    return mark_hits(text, words) if words else plain(text)


def _told(asked: Asked, results: Sequence[_Result]) -> dict[tuple[str, str, str], tuple[str, str, str]]:
    """Titles and texts of cards and rules that a query asked for; a search by words brings its own."""
    asked_for = [result for result in results if result.thing is None]
    codes = {kind: [result.code for result in asked_for if result.kind == kind] for kind in ("card", "rule")}
    found: dict[tuple[str, str, str], tuple[str, str, str]] = {}
    titles = asked.rows(
        "SELECT game.code AS game, card.code, card_text.title, card_text.body, card_text.language FROM card "
        "JOIN game ON game.id = card.game_id LEFT JOIN card_text ON card_text.card_id = card.id "
        f"WHERE card.code IN ({placeholders(codes['card'])}) "
        "ORDER BY card_text.language = ? DESC, card_text.language = 'en' DESC, card_text.id",
        *codes["card"],
        asked.say.language,
    )
    for row in titles:
        title = row["title"] or row["code"].replace("-", " ")
        found.setdefault(("card", row["game"], row["code"]), (title, row["body"] or "", row["language"] or "en"))
    rules = asked.rows(
        "SELECT rule.id, game.code AS game, rule.code FROM rule JOIN game ON game.id = rule.game_id "
        f"WHERE rule.code IN ({placeholders(codes['rule'])})",
        *codes["rule"],
    )
    sentences = sentences_of(asked.connection, [row["id"] for row in rules], asked.say.language)
    for row in rules:
        text, language = sentences.get(row["id"], ("", asked.say.language))
        found.setdefault(("rule", row["game"], row["code"]), (row["code"].replace("-", " "), text, language))
    return found


def _places(asked: Asked, ids: Sequence[int]) -> dict[int, Row]:
    """The pages of the passages that were found."""
    rows = asked.rows(
        "SELECT passage.id, passage.id AS passage_id, passage.seq, passage.page_id, passage.document_id, "
        f"page.number AS page FROM passage JOIN page ON page.id = passage.page_id "
        f"WHERE passage.id IN ({placeholders(ids)})",
        *ids,
    )
    return {row["id"]: row for row in rows}


def find_table(context: Row) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """What was found, as a table."""
    names = ("kind", "game", "code", "title", "language", "body")
    return names, [[row[name] for name in names] for row in context["results"]]

"""The front page, the page of a game, and the list of tables: what is known, and how well."""

from collections.abc import Iterable, Sequence

from db.site.checks import STATE, families
from db.site.discovered import titles_of
from db.site.page import Asked, Row, grouped
from db.site.simulated import played_batches

AT_A_TIME = 48
"""Games on one page."""
KNOWN = ("rulebook", "card-list")
"""Origins of a card that was seen in print; the others are reasoned or designed."""

_COVERAGE = "SELECT * FROM deck_coverage ORDER BY edition, deck"
"""All games at once: the view makes the rows of all of them whichever is asked for."""
_RULES = """
    SELECT rule.topic, count(DISTINCT rule.code) AS rules,
           count(DISTINCT CASE WHEN EXISTS (SELECT 1 FROM rule_text WHERE rule_text.rule_id = rule.id)
                               THEN rule.code END) AS printed
    FROM rule WHERE rule.game_id = :game GROUP BY rule.topic ORDER BY min(rule.id)
"""
_FACTS = "SELECT origin, count(*) FROM fact WHERE game_id = ? GROUP BY origin"
_CHECKS = f"SELECT {STATE}, count(*) FROM validation WHERE game_id = ? AND supposed = '' GROUP BY 1"
_LANGUAGES = """
    SELECT deck.code AS deck, card_text.language, count(DISTINCT card.id) AS cards
    FROM card JOIN deck ON deck.id = card.deck_id JOIN card_text ON card_text.card_id = card.id
    WHERE card.game_id = :game GROUP BY 1, 2
"""
_DISCOVERED = {
    "components": "SELECT count(DISTINCT code) FROM component WHERE game_id = ?",
    "parts": "SELECT count(*) FROM outline WHERE game_id = ?",
    "terms": "SELECT count(*) FROM concept WHERE game_id = ?",
}
_PAGES = """
    SELECT page.document_id, page.number, page.method, page.confidence
    FROM page JOIN document ON document.id = page.document_id
    WHERE document.game_id = :game ORDER BY page.document_id, page.number
"""


def home(asked: Asked) -> Row:
    """The games of which a document is there, a page at a time, the taught ones first; of the others only the names.

    Where no document was read at all, all games are told.
    """
    library = asked.library
    told = [(code, game) for code, game in library.games.items() if game["fingerprint"] or library.books_of(code)]
    told.sort(key=lambda one: (not one[1]["fingerprint"], one[1]["name"]))
    unread = [one for one in told if library.books and not library.books_of(one[0])]
    told = [one for one in told if one not in unread]
    stretch = asked.stretch(len(told), AT_A_TIME)
    coverage = _coverage(asked)
    return {
        "games": [_summary(asked, code, _editions(coverage.get(code, ()))) for code, _ in stretch.of(told)],
        "unread": [{"code": code, "name": game["name"]} for code, game in unread],
        "strangers": [book for code, game in told if not game["fingerprint"] for book in library.books_of(code)],
        "conflicts": asked.one("SELECT count(*) FROM conflict WHERE kind <> 'edition'"),
        "total": len(told),
        "page": stretch.page,
        "pages": stretch.pages,
    }


def _coverage(asked: Asked) -> dict[str, list[Row]]:
    """How much of each deck is known, by game."""
    return grouped(asked.rows(_COVERAGE), "game")


def _summary(asked: Asked, code: str, editions: Sequence[Row]) -> Row:
    game = asked.library.games[code]
    books = asked.library.books_of(code)
    topics = asked.rows(_RULES, game=game["id"])
    conflicts = _count_by(asked, "SELECT kind, count(*) FROM conflict WHERE game_id = ? GROUP BY kind", game["id"])
    return {
        **game,
        "books": len(books),
        "languages": sorted({book.language for book in books}),
        "edition": editions[-1]["edition"] if editions else None,
        "cards": editions[-1] if editions else None,
        "facts": _count_by(asked, _FACTS, game["id"]),
        "provisional": asked.one("SELECT count(*) FROM fact WHERE game_id = ? AND is_provisional", game["id"]),
        "rules": sum(topic["rules"] for topic in topics),
        "printed": sum(topic["printed"] for topic in topics),
        "locations": asked.one("SELECT count(DISTINCT code) FROM location WHERE game_id = ?", game["id"]),
        "conflicts": sum(count for kind, count in conflicts.items() if kind != "edition"),
        "checks": _count_by(asked, _CHECKS, game["id"]),
        **{name: asked.one(sql, game["id"]) for name, sql in _DISCOVERED.items()},
    }


def _count_by(asked: Asked, sql: str, *values: object) -> dict[str, int]:
    return dict(tuple(row) for row in asked.connection.execute(sql, values))


def _editions(coverage: Iterable[Row]) -> list[Row]:
    """The decks of each edition, each with its copies by origin and the size that a rulebook declares."""
    editions: dict[str | None, dict[str, Row]] = {}
    for row in coverage:
        decks = editions.setdefault(row["edition"], {})
        deck = decks.setdefault(row["deck"], {"deck": row["deck"], "declared": row["declared"], "copies": {}})
        if row["origin"]:
            deck["copies"][row["origin"]] = row["copies"]
    return [_edition(edition, decks) for edition, decks in editions.items()]


def _edition(edition: str | None, decks: dict[str, Row]) -> Row:
    shown = [deck for deck in decks.values() if deck["copies"] or deck["declared"]]
    for deck in shown:
        deck["known"] = sum(deck["copies"].get(origin, 0) for origin in KNOWN)
        deck["all"] = sum(deck["copies"].values())
        deck["whole"] = max(deck["declared"] or 0, deck["all"], 1)
    return {
        "edition": edition,
        "decks": shown,
        "known": sum(deck["known"] for deck in shown),
        "declared": sum(deck["whole"] for deck in shown),
        "all": sum(deck["all"] for deck in shown),
    }


def game_page(asked: Asked) -> Row:
    """All about one game: decks, rules by topic, documents with the confidence of their pages, checks, games played."""
    game = asked.game()
    code, number = game["code"], game["id"]
    languages: dict[str, dict[str, int]] = {}
    for row in asked.rows(_LANGUAGES, game=number):
        languages.setdefault(row["deck"], {})[row["language"]] = row["cards"]
    of_deck = (
        "SELECT deck.code, count(*) FROM card JOIN deck ON deck.id = card.deck_id WHERE card.game_id = ? GROUP BY 1"
    )
    editions = _editions(_coverage(asked).get(code, ()))
    return {
        "game": game,
        "summary": _summary(asked, code, editions),
        "editions": editions,
        "languages": languages,
        "spoken": sorted({language for by_deck in languages.values() for language in by_deck}),
        "card_counts": _count_by(asked, of_deck, number),
        "topics": asked.rows(_RULES, game=number),
        "titles": {} if game["fingerprint"] else titles_of(asked, game),
        "books": asked.library.books_of(code),
        "pages": grouped(asked.rows(_PAGES, game=number), "document_id"),
        "findings": asked.rows(
            "SELECT kind, severity, count(*) AS count FROM finding WHERE game_id = ? GROUP BY 1, 2 ORDER BY 3 DESC",
            number,
        ),
        **families(asked, number),
        **played_batches(asked, number),
    }

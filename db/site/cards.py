"""Cards: the gallery with its filters, and everything about one card."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from db.search import phrase_expression
from db.site.discovered import tell_rules
from db.site.marks import mark_hits, plain
from db.site.notes import notes_on
from db.site.page import Asked, Missing, Row, grouped, placeholders
from db.site.played import plays
from schema.folding import fold

VIEWS = ("", "list")
"""The cards drawn as cards, or as a list with counts."""
SHELF = 48
"""Cards that the gallery shows at a time."""
_FILTERS = ("deck", "edition", "stage", "kind", "origin", "language")
MOST_CARDS = 5_000
"""Cards of a table to take along."""
_STAGE = """
    (SELECT CAST(fact.value AS INTEGER) FROM fact WHERE fact.game_id = card.game_id
     AND fact.subject = 'card:' || card.code AND fact.attribute = 'stage' LIMIT 1)
"""
_TITLE = """
    (SELECT card_text.title FROM card_text WHERE card_text.card_id = card.id AND card_text.title <> ''
     ORDER BY card_text.language = :said DESC, card_text.language = 'en' DESC, card_text.id LIMIT 1)
"""
_ORDERS = {
    "": "deck.id, card.id",
    "title": f"fold({_TITLE}) IS NULL, fold({_TITLE}), card.id",
    "stage": f"{_STAGE} IS NULL, {_STAGE}, deck.id, card.id",
    "copies": "card.copies DESC, deck.id, card.id",
    "origin": "card.origin, deck.id, card.id",
    "played": "(SELECT max(1.0 * present / games) FROM card_play WHERE card_play.card_id = card.id) DESC, card.id",
}
_GROUPS = {"": "''", "deck": "deck.code", "stage": _STAGE, "origin": "card.origin", "kind": "card.kind"}
"""By what the gallery may be divided; nothing: not at all."""
_SHOWN_ELSEWHERE = ("effect", "stage", "colour", "rank")
"""What the face of a card shows otherwise than as a number."""
_MENTIONED = 40
"""Passages that are listed on a card's page."""

_CARDS = """
    FROM card JOIN deck ON deck.id = card.deck_id LEFT JOIN edition ON edition.id = card.edition_id
    WHERE card.game_id = :game
      AND (:deck = '' OR deck.code = :deck)
      AND (:edition = '' OR edition.code = :edition OR card.edition_id IS NULL)
      AND (:kind = '' OR card.kind = :kind)
      AND (:origin = '' OR card.origin = :origin)
      AND (:language = '' OR EXISTS (SELECT 1 FROM card_text WHERE card_text.card_id = card.id
                                     AND card_text.language = :language))
      AND (:stage = '' OR EXISTS (SELECT 1 FROM fact WHERE fact.game_id = card.game_id
                                  AND fact.subject = 'card:' || card.code
                                  AND fact.attribute = 'stage' AND fact.value = :stage))
"""
_CHOICES = {
    "deck": "SELECT code FROM deck WHERE game_id = :game AND EXISTS "
    "(SELECT 1 FROM card WHERE card.deck_id = deck.id) ORDER BY id",
    "edition": "SELECT code FROM edition WHERE game_id = :game ORDER BY code",
    "stage": "SELECT DISTINCT value FROM fact WHERE game_id = :game AND attribute = 'stage' AND subject LIKE 'card:%' "
    "ORDER BY CAST(value AS INTEGER), value",
    "kind": "SELECT DISTINCT kind FROM card WHERE game_id = :game AND kind <> '' ORDER BY kind",
    "origin": "SELECT DISTINCT origin FROM card WHERE game_id = :game ORDER BY origin",
    "language": "SELECT DISTINCT card_text.language FROM card_text JOIN card ON card.id = card_text.card_id "
    "WHERE card.game_id = :game ORDER BY 1",
}


def gallery(asked: Asked) -> Row:
    """The cards of a game, drawn as cards, as many as fit a page, by the filters that are set."""
    game = asked.game()
    chosen = {name: asked.query.get(name, "") for name in _FILTERS}
    values = {"game": game["id"], **chosen}
    total = asked.one(f"SELECT count(*) {_CARDS}", **values)
    stretch = asked.stretch(total, SHELF)
    order = asked.query.get("sort", "")
    rows = asked.rows(
        f"SELECT card.*, deck.code AS deck, edition.code AS edition {_CARDS} "
        f"ORDER BY {_ORDERS.get(order, _ORDERS[''])} LIMIT {min(stretch.size, MOST_CARDS)} OFFSET {stretch.first}",
        **values,
        said=asked.say.language,
    )
    choices = {name: [row[0] for row in asked.connection.execute(sql, values)] for name, sql in _CHOICES.items()}
    filters = {name: found for name, found in choices.items() if len(found) > 1}
    drawn = faces(asked, game["code"], rows)
    group = asked.query.get("group", "")
    group = group if group in _GROUPS else ""
    played = plays(asked, game["id"], [card["id"] for card in drawn])
    for card in drawn:
        card["played"] = played.get(card["id"])
    view = asked.query.get("view", "")
    return {
        "game": game,
        "cards": drawn,
        "groups": _grouped(asked, drawn, group, values),
        "group": group,
        "group_names": [name for name in _GROUPS if not name or len(choices.get(name, ())) > 1],
        "view": view if view in VIEWS else "",
        "views": VIEWS,
        "total": total,
        "page": stretch.page,
        "pages": stretch.pages,
        "chosen": chosen,
        "filters": filters,
        "sort": order if order in _ORDERS else "",
        "sorts": [name for name in _ORDERS if name != "played" or any(card["played"] for card in drawn)],
    }


def _grouped(asked: Asked, cards: Sequence[Row], name: str, values: Row) -> list[Row]:
    """The cards of a page in groups, each with how many cards and copies it holds on all pages."""
    counted = asked.rows(
        f"SELECT {_GROUPS[name]} AS code, count(*) AS count, sum(card.copies) AS copies {_CARDS} GROUP BY 1", **values
    )
    counts = {str(row["code"] or ""): row for row in counted}
    found = grouped(cards, name) if name else {"": list(cards)}
    return [{**counts.get(str(code or ""), {}), "code": code, "cards": of_group} for code, of_group in found.items()]


def cards_table(context: Row) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """The cards as a table."""
    names = ("deck", "code", "title", "kind", "edition", "stage", "copies", "origin")
    rows: list[Sequence[Any]] = []
    for card in context["cards"]:
        effects = " ".join(line["words"] or line["notation"] for line in card["lines"])
        played = card["played"] or {"games": "", "present": ""}
        rows.append([*(card[name] for name in names), effects, played["games"], played["present"]])
    return (*names, "effects", "games", "games with it"), rows


def card_table(context: Row) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """One card as a table: what it says in each language, and where that comes from."""
    card, names = context["card"], ("language", "title", "body", "origin", "page")
    effects = " ".join(effect["words"] or effect["notation"] for effect in card["effects"])
    rows: list[Sequence[Any]] = [
        [card["code"], card["deck"], *(text[name] for name in names), effects] for text in context["texts"]
    ]
    return ("code", "deck", *names, "effects"), rows


def faces(asked: Asked, game: str, cards: Sequence[Row]) -> list[Row]:
    """What stands on the face of each card: title, words of its effects, its numbers."""
    if not cards:
        return []
    ids = [card["id"] for card in cards]
    of_these = f"IN ({placeholders(ids)}) ORDER BY"
    texts = asked.rows(f"SELECT * FROM card_text WHERE card_id {of_these} origin <> 'rulebook', id", *ids)
    effects = asked.rows(f"SELECT * FROM effect WHERE owner_kind = 'card' AND owner_id {of_these} owner_id, seq", *ids)
    text_of, effects_of = grouped(texts, "card_id"), grouped(effects, "owner_id")
    pictures = asked.rows(f"SELECT * FROM card_picture WHERE image <> '' AND card_id {of_these} id", *ids)
    pictures_of = grouped(pictures, "card_id") if asked.has_pictures else {}
    subjects = [subject for card in cards for subject in subjects_of(card)]
    facts = grouped(
        asked.rows(
            f"SELECT subject, attribute, value, edition_id FROM fact "
            f"WHERE game_id = ? AND subject IN ({placeholders(subjects)}) ORDER BY id",
            cards[0]["game_id"],
            *subjects,
        ),
        "subject",
    )
    return [
        {
            **_face(asked, game, card, text_of.get(card["id"], []), effects_of.get(card["id"], []), facts),
            "pictures": [asked.picture(picture["image"]) for picture in pictures_of.get(card["id"], [])],
        }
        for card in cards
    ]


def subjects_of(card: Mapping[str, Any]) -> tuple[str, str]:
    """The subjects under which a card's numbers are kept."""
    return f"card:{card['code']}", f"{card['deck']}:{card['code']}"


def _face(
    asked: Asked, game: str, card: Row, texts: Sequence[Row], effects: Sequence[Row], facts: Mapping[Any, Sequence[Row]]
) -> Row:
    look = asked.library.look(game)
    known: dict[str, str] = {}
    for subject in subjects_of(card):
        for fact in facts.get(subject, ()):
            if fact["edition_id"] in (card["edition_id"], None) or card["edition_id"] is None:
                known.setdefault(fact["attribute"], fact["value"])
    title = _best_title(texts, asked.say.language)
    said = [_line(asked, game, effect["notation"]) for effect in effects]
    return {
        **card,
        "title": title["title"] if title else card["code"].replace("-", " "),
        "title_language": title["language"] if title else "",
        "lines": said,
        "body": title["body"] if title and not said else "",
        "hue": look.hue_of(card["deck"]),
        "icon": look.icon_of(card["code"], f"{card['deck']}-{card['kind']}", card["kind"], card["deck"]),
        "stage": known.get("stage", ""),
        "rank": known.get("rank", ""),
        "colour": known.get("colour", "") if known.get("colour", "").isalpha() else "",
        "numbers": [
            (asked.attribute(game, attribute), asked.value(game, value))
            for attribute, value in known.items()
            if attribute.split(".")[0] not in (*_SHOWN_ELSEWHERE, *look.hidden)
        ],
    }


def _line(asked: Asked, game: str, notation: str) -> Row:
    words, language = asked.library.say(game, notation, asked.say.language)
    return {"words": words, "language": language, "notation": notation}


def _best_title(texts: Iterable[Row], language: str) -> Row | None:
    by_language: dict[str, Row] = {}
    for text in texts:
        if text["title"]:
            by_language.setdefault(text["language"], text)
    return by_language.get(language) or by_language.get("en") or next(iter(by_language.values()), None)


def card_page(asked: Asked) -> Row:
    """One card: its faces by edition, titles and texts in all languages, effects, origin, and where it stands."""
    game = asked.game()
    code = asked.path["code"]
    cards = asked.rows(
        "SELECT card.*, deck.code AS deck, edition.code AS edition, edition.name AS edition_name FROM card "
        "JOIN deck ON deck.id = card.deck_id LEFT JOIN edition ON edition.id = card.edition_id "
        "WHERE card.game_id = ? AND card.code = ? ORDER BY edition.code DESC",
        game["id"],
        code,
    )
    if not cards:
        raise Missing
    drawn = faces(asked, game["code"], cards)
    texts = _texts(asked, [card["id"] for card in cards])
    subjects = subjects_of(cards[0])
    places = _places(asked, game["code"], texts)
    for card in drawn:
        card["effects"] = asked.rows(
            "SELECT * FROM effect WHERE owner_kind = 'card' AND owner_id = ? ORDER BY seq", card["id"]
        )
        for effect in card["effects"]:
            effect.update(_line(asked, game["code"], effect["notation"]))
    return {
        "game": game,
        "cards": drawn,
        "card": drawn[0],
        "texts": texts,
        "facts": asked.rows(
            "SELECT fact.*, edition.code AS edition FROM fact LEFT JOIN edition ON edition.id = fact.edition_id "
            "WHERE fact.game_id = ? AND subject IN (?, ?) ORDER BY attribute, edition.code",
            game["id"],
            *subjects,
        ),
        "places": places,
        "rules": _rules(asked, game, places),
        "notes": notes_on(asked, game["code"], *subjects),
        "played": list(plays(asked, game["id"], [card["id"] for card in cards]).values()),
    }


def _texts(asked: Asked, ids: Sequence[int]) -> list[Row]:
    """Titles and texts by language; what several editions share is listed once, print before lists."""
    rows = asked.rows(
        f"SELECT card_text.*, passage.seq, passage.page_id, passage.document_id, page.number AS page FROM card_text "
        f"LEFT JOIN passage ON passage.id = card_text.passage_id LEFT JOIN page ON page.id = passage.page_id "
        f"WHERE card_text.card_id IN ({placeholders(ids)}) "
        f"ORDER BY card_text.language, card_text.origin <> 'rulebook', card_text.id",
        *ids,
    )
    seen: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        row["shown"] = plain(row["body"])
        row["href"] = asked.passage_link(row) if row["passage_id"] else ""
        seen.setdefault((row["language"], row["title"], row["body"]), row)
    bodied = {(row["language"], row["title"]) for row in seen.values() if row["body"]}
    return [row for row in seen.values() if row["body"] or (row["language"], row["title"]) not in bodied]


def _places(asked: Asked, game: str, texts: Sequence[Row]) -> list[Row]:
    """The passages that print one of the card's titles, found by the words in a row."""
    found: dict[int, Row] = {}
    titles = {fold(text["title"]): text["title"] for text in texts if len(text["title"]) > 2}
    for title in titles.values():
        words = phrase_expression(title, in_a_row=asked.full_text)
        for row in asked.rows(_PRINTED, words=words, game=game, limit=_MENTIONED):
            row["href"] = asked.passage_link(row)
            row["shown"] = mark_hits(row["text"], [fold(word) for word in title.split()])
            found.setdefault(row["passage_id"], row)
    return sorted(found.values(), key=lambda row: (row["document_id"], row["seq"]))[:_MENTIONED]


def _rules(asked: Asked, game: Row, places: Sequence[Row]) -> list[Row]:
    """The rules that are stated where documents speak of the card."""
    passages = [place["passage_id"] for place in places]
    rules = asked.rows(
        f"SELECT DISTINCT rule.id, rule.code, rule.summary, rule.origin FROM rule "
        f"JOIN rule_text ON rule_text.rule_id = rule.id "
        f"WHERE rule_text.passage_id IN ({placeholders(passages)}) ORDER BY rule.id LIMIT {_MENTIONED}",
        *passages,
    )
    tell_rules(asked, game, rules)
    return rules


_PRINTED = """
    SELECT passage.id AS passage_id, passage.text, passage.seq, passage.page_id, passage.document_id, passage.language,
           passage.kind, page.number AS page
    FROM search JOIN passage ON search.kind = 'passage' AND passage.id = CAST(substr(search.reference, 9) AS INTEGER)
    JOIN page ON page.id = passage.page_id
    WHERE search MATCH :words AND search.game = :game LIMIT :limit
"""

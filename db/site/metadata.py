"""What Datasette tells about the tables: descriptions from the schema, labels, facets, and ready questions."""

from typing import Any

from db.search import SEARCH_SQL
from db.views import VIEWS
from schema.base import describe, tables

TITLE = "Rulewright"
DESCRIPTION = (
    "Board-game rulebooks as rows: cards, locations and rules in every language, "
    "each value with the page it was read from."
)
ABOUT = "games, their names and rulebooks belong to their publishers; the rows are facts in our own words."

_FOUND_ROWS = 100

_LABELS = {
    "game": "name",
    "edition": "name",
    "document": "title",
    "page": "number",
    "passage": "text",
    "repair": "after",
    "concept": "code",
    "name": "text",
    "mention": "surface",
    "claim": "value",
    "fact": "value",
    "conflict": "subject",
    "decision": "subject",
    "finding": "message",
    "deck": "code",
    "card": "code",
    "card_text": "title",
    "location": "code",
    "delivery": "item",
    "rule": "code",
    "component": "name",
    "outline": "title",
    "candidate": "name",
    "simulation": "player",
    "effect": "notation",
    "phrase": "wording",
    "scenario": "code",
    "validation": "check",
    "source_text": "name",
}

_FACETS = {
    "document": ["game_id", "edition_id", "language", "kind"],
    "page": ["document_id", "method"],
    "passage": ["document_id", "kind", "language"],
    "repair": ["reason"],
    "concept": ["game_id", "kind"],
    "name": ["language", "origin"],
    "claim": ["game_id", "edition_id", "language", "origin", "attribute"],
    "fact": ["game_id", "edition_id", "origin", "is_provisional", "attribute"],
    "conflict": ["game_id", "kind", "status"],
    "decision": ["kind", "game", "document"],
    "finding": ["game_id", "kind", "severity"],
    "deck": ["game_id"],
    "card": ["game_id", "edition_id", "deck_id", "kind", "origin"],
    "card_text": ["language", "origin"],
    "location": ["game_id", "edition_id", "region", "origin"],
    "rule": ["game_id", "edition_id", "topic", "origin"],
    "component": ["game_id", "document_id", "per", "language"],
    "term": ["document_id", "language"],
    "outline": ["game_id", "document_id", "kind"],
    "candidate": ["game_id", "document_id", "kind"],
    "rule_text": ["language"],
    "effect": ["game_id", "edition_id", "owner_kind", "origin"],
    "phrase": ["game_id", "language"],
    "rule_code": ["file"],
    "source_text": ["file"],
    "validation": ["game_id", "family", "status", "check"],
    "simulation": ["game_id", "player"],
    "card_titles": ["game", "deck", "language", "text_origin"],
    "deck_coverage": ["game", "edition", "origin"],
    "claim_sources": ["game", "language", "origin"],
    "facts": ["game", "edition", "origin", "is_provisional"],
    "conflict_claims": ["game", "kind"],
    "location_overview": ["game", "edition", "region"],
    "rule_passages": ["game", "topic", "language"],
}

_SORTS = {
    "document": "title",
    "card": "code",
    "claim": "subject",
    "fact": "subject",
    "conflict": "subject",
    "location": "code",
    "rule": "code",
    "concept": "code",
    "card_titles": "card",
    "deck_coverage": "deck",
    "claim_sources": "subject",
    "facts": "subject",
    "location_overview": "location",
    "rule_passages": "rule",
}

_INDEX = tuple(
    f"search{part}"
    for part in (
        *("", "_row", "_word", "_kind", "_data", "_idx", "_docsize", "_config", "_content"),
        *("_term", "_rule", "_title", "_language", "_size", "_texts", "_gram", "_typical", "_phrases"),
    )
)
"""The tables of the search index: they hold the words of every passage."""

QUESTIONS: dict[str, dict[str, str]] = {
    "find": {
        "title": "Find anything",
        "description": "Search names, cards, rules and passages; leave out accents and the end of the last word.",
        "sql": SEARCH_SQL.replace(":words", "match_expression(:q)").replace(":limit", str(_FOUND_ROWS)),
    },
    "called": {
        "title": "What is it called?",
        "description": "All names, in every language, of whatever has a name that begins like this.",
        "sql": """
            SELECT game.code AS game, concept.kind || ':' || concept.code AS subject, name.language, name.text,
                   name.origin, document.title AS document
            FROM name JOIN concept ON concept.id = name.concept_id JOIN game ON game.id = concept.game_id
            LEFT JOIN document ON document.id = name.document_id
            WHERE fold(:name) <> '' AND name.concept_id IN (
                SELECT concept_id FROM name AS known WHERE fold(known.text) LIKE fold(:name) || '%')
            ORDER BY game, subject, name.language, name.text
        """,
    },
    "source": {
        "title": "Where does it come from?",
        "description": "Every claim about a subject such as location:paris, with the passage that states it.",
        "sql": """
            SELECT game, edition, subject, attribute, value, fact, language, document, page, passage_text,
                   confidence, origin, note
            FROM claim_sources WHERE subject = :subject ORDER BY game, attribute, edition, language
        """,
    },
    "untranslated": {
        "title": "Which cards lack a language?",
        "description": "Cards of which no title is known in the given language, e.g. pl.",
        "sql": """
            SELECT game.code AS game, deck.code AS deck, 'card:' || card.code AS subject, card.origin,
                   'card/' || card.id AS reference
            FROM card JOIN game ON game.id = card.game_id JOIN deck ON deck.id = card.deck_id
            WHERE NOT EXISTS (SELECT 1 FROM card_text
                              WHERE card_text.card_id = card.id AND card_text.language = :language)
            ORDER BY game, deck, card.code
        """,
    },
    "disagreements": {
        "title": "Where do documents disagree?",
        "description": "Every conflict with the values on each side, the one that is played, and why.",
        "sql": """
            SELECT game, edition, subject, attribute, kind, chosen_value, reason,
                   group_concat(DISTINCT claimed_value || ' (' || language || ')') AS claimed
            FROM conflict_claims GROUP BY game, edition, subject, attribute, kind ORDER BY game, kind, subject
        """,
    },
    "unproved": {
        "title": "Which rules lack a passage, code or a test?",
        "description": "Rules of the outline with the number of passages, places in the code and tests tied to each.",
        "sql": """
            SELECT game.code AS game, rule.topic, rule.code AS rule, rule.summary,
                   (SELECT count(*) FROM rule_text WHERE rule_text.rule_id = rule.id) AS passages,
                   (SELECT count(*) FROM rule_code WHERE rule_code.rule_id = rule.id) AS places,
                   (SELECT count(*) FROM rule_code WHERE rule_code.rule_id = rule.id AND test <> '') AS tests
            FROM rule JOIN game ON game.id = rule.game_id
            WHERE 0 IN (passages, places, tests) ORDER BY game, rule.id
        """,
    },
    "failing": {
        "title": "Which checks did not pass?",
        "description": "What validating found wrong or could not decide, with the evidence.",
        "sql": """
            SELECT game.code AS game, edition.code AS edition, validation."check", validation.subject,
                   validation.status, validation.message
            FROM validation JOIN game ON game.id = validation.game_id
            LEFT JOIN edition ON edition.id = validation.edition_id
            WHERE validation.status <> 'passed' ORDER BY validation.status, game, validation."check"
        """,
    },
    "doubtful": {
        "title": "What was read least surely?",
        "description": "The passages with the lowest confidence, worst first: the ones to check against the page.",
        "sql": """
            SELECT document.title AS document, page.number AS page, passage.kind, passage.text,
                   passage.confidence, 'passage/' || passage.id AS reference
            FROM passage JOIN page ON page.id = passage.page_id
            JOIN document ON document.id = passage.document_id
            WHERE passage.kind NOT IN ('noise', 'gap') AND passage.confidence < 1
            ORDER BY passage.confidence, passage.id LIMIT 200
        """,
    },
}


def site_metadata(database: str, *, free_sql: bool = True) -> dict[str, Any]:
    """Datasette's metadata for a snapshot that is served under the name ``database``."""
    described: dict[str, dict[str, Any]] = {}
    for table in tables():
        sentence, columns = describe(table)
        described[str(table.__tablename__)] = {"description": sentence, "columns": columns}
    for view in VIEWS:
        described[view.name] = {"description": view.sentence}
    for name, settings in described.items():
        if name in _LABELS:
            settings["label_column"] = _LABELS[name]
        if name in _FACETS:
            settings["facets"] = _FACETS[name]
        if name in _SORTS:
            settings["sort"] = _SORTS[name]
    if not free_sql:
        described |= {name: {"allow": False} for name in _INDEX}
    return {
        "title": TITLE,
        "description": DESCRIPTION,
        "about": ABOUT,
        "extra_css_urls": ["/assets/rulewright.css"],
        "databases": {
            database: {
                "allow_sql": free_sql,
                "tables": described,
                "queries": {name: {**question, "hide_sql": True} for name, question in QUESTIONS.items()},
            }
        },
    }

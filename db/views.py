"""Named views that answer the common questions, the same in SQLite and PostgreSQL."""

from dataclasses import dataclass

from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class View:
    """A question as SQL, with the sentence that says what it answers."""

    name: str
    sentence: str
    sql: str


# An edition plays its own rows and those that hold for all editions, unless it has one of the same code.
_FOR_EDITION = """
    ({table}.edition_id = edition.id OR {table}.edition_id IS NULL AND NOT EXISTS (
        SELECT 1 FROM {table} AS own
        WHERE own.game_id = {table}.game_id AND own.edition_id = edition.id AND own.code = {table}.code))
"""

_CARD_TITLES = View(
    "card_titles",
    "Every card with its title and text in each language; a card without words is listed once, untranslated.",
    """
    SELECT game.code AS game, edition.code AS edition, deck.code AS deck, card.code AS card,
           card.kind AS kind, card.copies AS copies, card.origin AS card_origin,
           card_text.language AS language, card_text.title AS title, card_text.body AS body,
           card_text.origin AS text_origin
    FROM card
    JOIN game ON game.id = card.game_id
    JOIN deck ON deck.id = card.deck_id
    LEFT JOIN edition ON edition.id = card.edition_id
    LEFT JOIN card_text ON card_text.card_id = card.id
    """,
)

_DECK_COVERAGE = View(
    "deck_coverage",
    "How many cards of each deck are known, by origin, beside the size that the rulebook declares.",
    f"""
    SELECT game.code AS game, edition.code AS edition, deck.code AS deck,
           CASE WHEN ltrim(size.value, '0123456789') = '' THEN CAST(size.value AS INTEGER) END AS declared,
           card.origin AS origin, COUNT(card.id) AS cards, COALESCE(SUM(card.copies), 0) AS copies,
           CAST(SUM(COALESCE(SUM(card.copies), 0)) OVER (PARTITION BY deck.id, edition.id) AS INTEGER)
               AS copies_of_all_origins
    FROM deck
    JOIN game ON game.id = deck.game_id
    LEFT JOIN edition ON edition.game_id = game.id
    LEFT JOIN card ON card.deck_id = deck.id AND {_FOR_EDITION.format(table="card")}
    LEFT JOIN fact AS size ON size.id = (
        SELECT fact.id FROM fact
        WHERE fact.game_id = game.id AND fact.subject = 'deck:' || deck.code AND fact.attribute = 'size'
          AND (fact.edition_id = edition.id OR fact.edition_id IS NULL)
        ORDER BY CASE WHEN fact.edition_id IS NULL THEN 1 ELSE 0 END LIMIT 1)
    GROUP BY game.id, game.code, edition.id, edition.code, deck.id, deck.code, size.id, size.value,
             card.origin
    """,
)

_CLAIM_SOURCES = View(
    "claim_sources",
    "Every claim with the document, page and passage that state it, and the value that became the fact.",
    """
    SELECT game.code AS game, edition.code AS edition, claim.subject AS subject, claim.attribute AS attribute,
           claim.value AS value, fact.value AS fact, claim.language AS language, document.title AS document,
           page.number AS page, passage.text AS passage_text, claim.confidence AS confidence,
           claim.origin AS origin, claim.context AS context, claim.note AS note, claim.id AS claim_id
    FROM claim
    JOIN game ON game.id = claim.game_id
    LEFT JOIN edition ON edition.id = claim.edition_id
    LEFT JOIN document ON document.id = claim.document_id
    LEFT JOIN passage ON passage.id = claim.passage_id
    LEFT JOIN page ON page.id = passage.page_id
    LEFT JOIN fact ON fact.id = claim.fact_id
    """,
)

_FACTS = View(
    "facts",
    "What the engine plays: one value per edition, subject and attribute, its reason and its support.",
    """
    SELECT game.code AS game, edition.code AS edition, fact.subject AS subject, fact.attribute AS attribute,
           fact.value AS value, fact.origin AS origin, fact.is_provisional AS is_provisional, fact.reason AS reason,
           (SELECT COUNT(*) FROM claim WHERE claim.fact_id = fact.id) AS claims
    FROM fact
    JOIN game ON game.id = fact.game_id
    LEFT JOIN edition ON edition.id = fact.edition_id
    """,
)

_CONFLICT_CLAIMS = View(
    "conflict_claims",
    "Where documents disagree: each conflict with every claim in it, and how it was settled.",
    """
    SELECT game.code AS game, edition.code AS edition, conflict.subject AS subject,
           conflict.attribute AS attribute, conflict.kind AS kind, conflict.chosen_value AS chosen_value,
           conflict.reason AS reason, conflict.status AS status,
           claim.value AS claimed_value, claim.language AS language,
           document.title AS document, page.number AS page, passage.text AS passage_text,
           claim.confidence AS confidence, claim.origin AS origin
    FROM conflict
    JOIN game ON game.id = conflict.game_id
    JOIN conflict_claim ON conflict_claim.conflict_id = conflict.id
    JOIN claim ON claim.id = conflict_claim.claim_id
    LEFT JOIN edition ON edition.id = conflict.edition_id
    LEFT JOIN document ON document.id = claim.document_id
    LEFT JOIN passage ON passage.id = claim.passage_id
    LEFT JOIN page ON page.id = passage.page_id
    """,
)

_LOCATION_OVERVIEW = View(
    "location_overview",
    "Every space of the board in each edition, its names in all languages, what it wants and what it does.",
    f"""
    SELECT game.code AS game, edition.code AS edition, location.code AS location, location.region AS region,
           location.opens_in_stage AS opens_in_stage, location.is_fortified AS is_fortified,
           location.closes_in_stage AS closes_in_stage, location.origin AS origin,
           (SELECT string_agg(spoken.label, '; ') FROM (
                SELECT DISTINCT name.language || ': ' || name.text AS label
                FROM concept JOIN name ON name.concept_id = concept.id
                WHERE concept.game_id = location.game_id AND concept.kind = 'location'
                  AND concept.code = location.code
                ORDER BY label) AS spoken) AS names,
           (SELECT string_agg(wanted.label, '; ') FROM (
                SELECT delivery.item || CASE delivery.condition WHEN '' THEN ''
                                        ELSE ' if ' || delivery.condition END AS label
                FROM delivery WHERE delivery.location_id = location.id
                ORDER BY label) AS wanted) AS deliveries,
           (SELECT string_agg(done.notation, '; ') FROM (
                SELECT effect.notation FROM effect
                WHERE (effect.owner_kind = 'location' AND effect.owner_id = location.id
                       OR effect.owner_kind = 'delivery' AND effect.owner_id IN
                          (SELECT delivery.id FROM delivery WHERE delivery.location_id = location.id))
                  AND (effect.edition_id IS NULL OR effect.edition_id = edition.id)
                ORDER BY effect.owner_kind DESC, effect.owner_id, effect.seq) AS done) AS effects
    FROM location
    JOIN game ON game.id = location.game_id
    LEFT JOIN edition ON edition.game_id = game.id
    WHERE {_FOR_EDITION.format(table="location")}
    """,
)

_RULE_PASSAGES = View(
    "rule_passages",
    "Every rule with the passages that state it in each language; one that none states is listed once.",
    """
    SELECT game.code AS game, edition.code AS edition, rule.code AS rule, rule.topic AS topic,
           rule.summary AS summary, rule_text.language AS language, document.title AS document,
           page.number AS page, passage.text AS passage_text, rule_text.score AS score
    FROM rule
    JOIN game ON game.id = rule.game_id
    LEFT JOIN edition ON edition.id = rule.edition_id
    LEFT JOIN rule_text ON rule_text.rule_id = rule.id
    LEFT JOIN passage ON passage.id = rule_text.passage_id
    LEFT JOIN page ON page.id = passage.page_id
    LEFT JOIN document ON document.id = passage.document_id
    """,
)

_DOCUMENT_OVERVIEW = View(
    "document_overview",
    "Every document with how much was read from it, how surely, and what wants a look.",
    """
    SELECT game.code AS game, edition.code AS edition, document.title AS document, document.kind AS kind,
           document.language AS language, document.file_name AS file_name, document.page_count AS pages,
           (SELECT COUNT(*) FROM passage WHERE passage.document_id = document.id) AS passages,
           (SELECT COUNT(*) FROM repair JOIN passage ON passage.id = repair.passage_id
            WHERE passage.document_id = document.id) AS repairs,
           (SELECT COUNT(*) FROM mention JOIN passage ON passage.id = mention.passage_id
            WHERE passage.document_id = document.id) AS mentions,
           (SELECT COUNT(*) FROM claim WHERE claim.document_id = document.id) AS claims,
           (SELECT COUNT(*) FROM finding WHERE finding.document_id = document.id) AS findings,
           (SELECT AVG(page.confidence) FROM page WHERE page.document_id = document.id) AS confidence,
           (SELECT AVG(passage.doubtful) FROM passage WHERE passage.document_id = document.id) AS doubtful
    FROM document
    JOIN game ON game.id = document.game_id
    LEFT JOIN edition ON edition.id = document.edition_id
    """,
)

VIEWS = (
    _CARD_TITLES,
    _DECK_COVERAGE,
    _CLAIM_SOURCES,
    _FACTS,
    _CONFLICT_CLAIMS,
    _LOCATION_OVERVIEW,
    _RULE_PASSAGES,
    _DOCUMENT_OVERVIEW,
)


def create_views(connection: Connection) -> None:
    """Make every view anew."""
    for view in VIEWS:
        sql = view.sql
        if connection.dialect.name == "sqlite":
            # SQLite knows the standard's string_agg by this name only, up to version 3.43.
            sql = sql.replace("string_agg(", "group_concat(")
        connection.exec_driver_sql(f"DROP VIEW IF EXISTS {view.name}")
        connection.exec_driver_sql(f"CREATE VIEW {view.name} AS {sql.strip()}")

"""The list of the site's pages."""

from db.site.board import map_page
from db.site.cards import card_page, card_table, cards_table, gallery
from db.site.checks import checks_page, checks_table
from db.site.code import code_page
from db.site.compare import compare_page, compare_table
from db.site.conflicts import conflict_page, conflicts_page, conflicts_table
from db.site.discovered import contents_page, glossary_page, outline_page, term_page
from db.site.documents import document_page, documents_page, page_page
from db.site.find import find_page, find_table, query_page, suggest_page
from db.site.home import game_page, home
from db.site.page import Asked, Row, SitePage
from db.site.rules import rule_page, rules_page, rules_table
from db.site.subject import subject_page
from db.site.turn import turn_page


def about_tables(asked: Asked) -> Row:
    """How many rows the tables have; their sentences come from Datasette's metadata."""
    named = asked.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name")
    counted = {
        row["name"]: asked.connection.execute(f'SELECT count(*) FROM "{row["name"]}"').fetchone()[0]
        for row in named
        if not row["name"].startswith("sqlite_")
    }
    return {"counted": counted}


PAGES = (
    SitePage("home", "", home),
    SitePage("game", "game/{game}", game_page),
    SitePage("cards", "cards/{game}", gallery, cards_table),
    SitePage("card", "card/{game}/{code}", card_page, card_table),
    SitePage("map", "map/{game}", map_page),
    SitePage("contents", "contents/{game}", contents_page),
    SitePage("outline", "outline/{game}", outline_page),
    SitePage("glossary", "glossary/{game}", glossary_page),
    SitePage("term", "term/{game}/{code}", term_page),
    SitePage("rules", "rules/{game}", rules_page, rules_table),
    SitePage("rule", "rule/{game}/{code}", rule_page),
    SitePage("code", "code/{game}/{code}", code_page),
    SitePage("turn", "turn/{game}", turn_page),
    SitePage("checks", "checks/{game}", checks_page, checks_table),
    SitePage("compare", "compare/{game}", compare_page, compare_table),
    SitePage("conflicts", "conflicts", conflicts_page, conflicts_table),
    SitePage("conflicts", "conflicts/{game}", conflicts_page, conflicts_table),
    SitePage("conflict", "conflict/{number}", conflict_page),
    SitePage("conflict", "conflict/{game}/{what}", conflict_page),
    SitePage("documents", "documents", documents_page),
    SitePage("document", "document/{number}", document_page),
    SitePage("page", "document/{number}/{page}", page_page),
    SitePage("subject", "subject/{game}/{subject}", subject_page),
    SitePage("find", "find", find_page, find_table),
    SitePage("query", "query", query_page),
    SitePage("suggest", "suggest", suggest_page, is_data=True),
    SitePage("tables", "tables", about_tables),
)

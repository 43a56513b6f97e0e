"""What documents alone tell of a game: its components, its outline, its glossary, and its rules as they are printed."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from db.rule_sentence import stated
from db.site.marks import plain
from db.site.page import Asked, Missing, Row, grouped, placeholders

_COMPONENTS = """
    SELECT component.*, passage.text, passage.seq AS passage_seq, passage.page_id, page.number AS page
    FROM component JOIN passage ON passage.id = component.passage_id JOIN page ON page.id = passage.page_id
    WHERE component.game_id = ? ORDER BY component.document_id, component.seq
"""
_BOX = """
    SELECT fact.attribute, fact.value, fact.is_provisional FROM fact
    WHERE fact.game_id = ? AND fact.subject = 'box' ORDER BY fact.attribute
"""
_OUTLINE = """
    SELECT outline.*, passage.seq AS passage_seq, passage.page_id, page.number AS page,
           (SELECT count(*) FROM outline AS part WHERE part.parent_id = outline.id) AS parts
    FROM outline JOIN passage ON passage.id = outline.passage_id JOIN page ON page.id = passage.page_id
    WHERE outline.game_id = ? ORDER BY outline.document_id, outline.seq
"""
_TERMS = """
    SELECT term.uses, term.evidence, term.score, term.language, term.document_id, concept.code,
           passage.id AS passage_id, passage.text, passage.seq AS passage_seq, passage.page_id, page.number AS page,
           (SELECT name.text FROM name WHERE name.concept_id = concept.id AND name.document_id = term.document_id
            ORDER BY name.id LIMIT 1) AS name
    FROM term JOIN concept ON concept.id = term.concept_id
    LEFT JOIN passage ON passage.id = term.passage_id LEFT JOIN page ON page.id = passage.page_id
    WHERE concept.game_id = ? ORDER BY term.document_id, term.uses DESC, concept.code
"""
_FORMS = """
    SELECT DISTINCT name.text FROM name JOIN concept ON concept.id = name.concept_id
    WHERE concept.game_id = ? AND concept.kind = 'term' AND concept.code = ? ORDER BY name.text
"""
_USES = """
    SELECT passage.id AS passage_id, passage.document_id, passage.text, passage.kind, passage.seq, passage.page_id,
           passage.section, page.number AS page, group_concat(mention.position || ':' || length(mention.surface)) AS at
    FROM mention JOIN concept ON concept.id = mention.concept_id JOIN passage ON passage.id = mention.passage_id
    JOIN page ON page.id = passage.page_id
    WHERE concept.game_id = ? AND concept.kind = 'term' AND concept.code = ?
    GROUP BY passage.id ORDER BY passage.document_id, passage.seq LIMIT ?
"""
_RULE_TEXTS = """
    SELECT rule_text.rule_id, rule_text.position, rule_text.length, passage.id AS passage_id, passage.text,
           rule_text.language
    FROM rule_text JOIN rule ON rule.id = rule_text.rule_id JOIN passage ON passage.id = rule_text.passage_id
    WHERE rule.game_id = ? AND rule_text.role = 'rule' ORDER BY rule_text.id
"""
_MENTIONS = """
    SELECT mention.passage_id, mention.position, mention.surface, concept.code
    FROM mention JOIN concept ON concept.id = mention.concept_id
    WHERE concept.game_id = ? AND concept.kind = 'term' ORDER BY mention.passage_id, mention.position,
          length(mention.surface) DESC
"""
_NAMED = """
    SELECT concept.kind, concept.code, group_concat(DISTINCT name.language || ' ' || name.text) AS names,
           (SELECT count(*) FROM mention WHERE mention.concept_id = concept.id) AS uses
    FROM concept JOIN name ON name.concept_id = concept.id AND name.document_id IS NULL
    WHERE concept.game_id = ? GROUP BY concept.id ORDER BY concept.kind, concept.code
"""
_TITLES = "SELECT path, title FROM outline WHERE game_id = ? ORDER BY id DESC"
MOST_USES = 200
"""Passages that the page of a term shows."""


def contents_page(asked: Asked) -> Row:
    """What lies in the box, document by document, parts under their whole; players, time and age."""
    game = asked.game()
    things = asked.rows(_COMPONENTS, game["id"])
    stated = {row["subject"] for row in asked.rows("SELECT DISTINCT subject FROM claim WHERE game_id = ?", game["id"])}
    for thing in things:
        thing["href"] = _passage(asked, thing)
        subject = f"component:{thing['code']}"
        thing["subject"] = subject if subject in stated else ""  # of a taught game the pack names its components
    books = [
        {"book": asked.library.books[number], "things": _nested(of_book)}
        for number, of_book in grouped(things, "document_id").items()
    ]
    return {"game": game, "books": books, "box": asked.rows(_BOX, game["id"]), "total": len(things)}


def _passage(asked: Asked, row: Row) -> str:
    return asked.passage_link({**row, "seq": row["passage_seq"]}) if row["page"] is not None else ""


def _nested(things: Sequence[Row]) -> list[Row]:
    """Wholes with their parts, and with the share of each player beside the number in the box."""
    wholes = [thing for thing in things if thing["per"] == "box" and not thing["part_of"]]
    each = {thing["code"]: thing["count"] for thing in things if thing["per"] == "player"}
    parts = grouped([thing for thing in things if thing["per"] == "box" and thing["part_of"]], "part_of")
    listed = {thing["code"] for thing in wholes}
    wholes += [thing for whole, of_it in parts.items() if whole not in listed for thing in of_it]
    wholes += [thing for thing in things if thing["per"] != "box" and thing["code"] not in listed]
    for thing in wholes:
        thing["parts"] = parts.get(thing["code"], [])
        thing["each"] = each.get(thing["code"]) if thing["per"] == "box" else None
        thing["adds_up"] = bool(thing["parts"]) and sum(p["count"] or 0 for p in thing["parts"]) == thing["count"]
    return sorted(wholes, key=lambda thing: thing["seq"])


def outline_page(asked: Asked) -> Row:
    """The course of the game as each document lays it out."""
    game = asked.game()
    parts = asked.rows(_OUTLINE, game["id"])
    for part in parts:
        part["href"] = _passage(asked, part)
    books = [
        {"book": asked.library.books[number], "parts": _tree(of_book)}
        for number, of_book in grouped(parts, "document_id").items()
    ]
    return {"game": game, "books": books, "total": len(parts)}


def _tree(parts: Sequence[Row]) -> list[Row]:
    by_id = {part["id"]: {**part, "below": []} for part in parts}
    roots: list[Row] = []
    for part in by_id.values():
        above = by_id.get(part["parent_id"])
        (above["below"] if above else roots).append(part)
    return roots


def glossary_page(asked: Asked) -> Row:
    """The terms of each document by the alphabet, with the passage that defines them."""
    game = asked.game()
    terms = asked.rows(_TERMS, game["id"])
    for term in terms:
        term["href"] = asked.link("term", game["code"], term["code"])
        term["source"] = _passage(asked, term)
        term["shown"] = plain(term["text"]) if term["text"] else ""
    books = [
        {"book": asked.library.books[number], "terms": sorted(of_book, key=lambda term: term["code"])}
        for number, of_book in grouped(terms, "document_id").items()
    ]
    return {"game": game, "books": books, "total": len(terms), "kinds": grouped(_named(asked, game), "kind")}


def _named(asked: Asked, game: Row) -> list[Row]:
    """What the pack of a taught game names, with its names in every language."""
    rows = asked.rows(_NAMED, game["id"]) if game["fingerprint"] else []
    for row in rows:
        by_language: dict[str, str] = {}
        for name in (row["names"] or "").split(","):
            language, _, text = name.partition(" ")
            if text:
                by_language.setdefault(language, text)
        row["by_language"] = by_language
        row["href"] = asked.link("subject", game["code"], f"{row['kind']}:{row['code']}")
    return rows


def titles_of(asked: Asked, game: Row) -> dict[str, str]:
    """The titles of the outline's parts by the last step of their path, which is the topic of their rules."""
    return {row["path"].rpartition("/")[2]: row["title"] for row in asked.rows(_TITLES, game["id"])}


def term_page(asked: Asked) -> Row:
    """One term: its definition, its forms, and every passage that uses it."""
    game, code = asked.game(), asked.path["code"]
    terms = [term for term in asked.rows(_TERMS, game["id"]) if term["code"] == code]
    if not terms:
        raise Missing
    for term in terms:
        term["source"] = _passage(asked, term)
        term["shown"] = plain(term["text"]) if term["text"] else ""
    uses = asked.rows(_USES, game["id"], code, MOST_USES)
    for use in uses:
        use["href"] = asked.passage_link(use)
        spans = sorted(tuple(map(int, place.split(":"))) for place in use["at"].split(","))
        use["shown"] = _marked(use["text"], [(start, start + length) for start, length in spans])
    forms = [row["text"] for row in asked.rows(_FORMS, game["id"], code)]
    return {
        "game": game,
        "term": terms[0],
        "terms": terms,
        "forms": sorted({form.lower(): form for form in forms}.values()),
        "uses": grouped(uses, "document_id"),
        "total": sum(term["uses"] for term in terms),
    }


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> Markup:
    parts, end = [], 0
    for start, stop in spans:
        if end <= start < len(text):
            parts += [plain(text[end:start]), Markup('<mark class="hit">{}</mark>').format(plain(text[start:stop]))]
            end = stop
    return Markup("").join([*parts, plain(text[end:])])


def _speak(asked: Asked, rules: Sequence[Row]) -> None:
    ids = [rule["id"] for rule in rules]
    told = asked.rows(
        "SELECT rule_id, text, question, language FROM rule_summary "
        f"WHERE language = ? AND rule_id IN ({placeholders(ids)})",
        asked.say.language,
        *ids,
    )
    spoken = {row["rule_id"]: row for row in told}
    for rule in rules:
        if row := spoken.get(rule["id"]):
            rule |= {"summary": row["text"], "question": row["question"], "summary_language": row["language"]}


def tell_rules(asked: Asked, game: Row, rules: Iterable[Row]) -> None:
    """Give rules our sentence in the language of the page, with the question that they answer.

    Those without get the one that is printed, each term in it a link to the glossary.
    """
    rules = list(rules)
    _speak(asked, rules)
    silent = [rule for rule in rules if not rule["summary"]]
    if not silent:
        return
    texts = grouped(asked.rows(_RULE_TEXTS, game["id"]), "rule_id")
    mentions = grouped(asked.rows(_MENTIONS, game["id"]), "passage_id")
    for rule in silent:
        found = texts.get(rule["id"])
        if not found:
            rule["summary"] = rule["code"].replace("-", " ")
            continue
        first = next((text for text in found if text["language"] == asked.say.language), found[0])
        start, stop = stated(first["text"], first["position"], first["length"])
        rule["summary"] = first["text"][start:stop].strip(" _*")
        rule["summary_language"] = first["language"]
        rule["linked"] = _linked(asked, game, first["text"], start, stop, mentions.get(first["passage_id"], ()))


def _linked(asked: Asked, game: Row, text: str, start: int, stop: int, mentions: Sequence[Row]) -> Markup:
    parts, end = [], start
    for mention in mentions:
        begin, finish = mention["position"], mention["position"] + len(mention["surface"])
        if begin < end or finish > min(stop, len(text)):
            continue
        href = asked.link("term", game["code"], mention["code"])
        link = Markup('<a class="term" href="{}">{}</a>').format(href, plain(text[begin:finish]))
        parts += [plain(text[end:begin]), link]
        end = finish
    return Markup("").join([*parts, plain(text[end:stop].rstrip(" _*"))])

"""The code that obeys a rule and the tests that prove it, to be read beside the rule."""

from collections.abc import Sequence
from urllib.parse import quote

from db.site.discovered import tell_rules
from db.site.page import Asked, Missing, Row

_CODES = """
    SELECT rule_code.file, rule_code.line, rule_code.test, source_text.name, source_text.text FROM rule_code
    JOIN rule ON rule.id = rule_code.rule_id
    LEFT JOIN source_text ON source_text.file = rule_code.file AND source_text.line = rule_code.line
    WHERE rule.game_id = ? AND rule.code = ?
    GROUP BY rule_code.file, rule_code.line ORDER BY rule_code.file, rule_code.line
"""
_TEST = "SELECT file, line, name, text FROM source_text WHERE file = ? AND name = ?"


def code_page(asked: Asked) -> Row:
    """All code of a rule, then all its tests."""
    game = asked.game()
    codes = codes_of(asked, game, asked.path["code"])
    if not codes:
        raise Missing
    wanted = "SELECT id, code, summary FROM rule WHERE game_id = ? AND code = ? ORDER BY id LIMIT 1"
    (rule,) = asked.rows(wanted, game["id"], asked.path["code"])
    tell_rules(asked, game, [rule])
    return {
        "game": game,
        "code": rule["code"],
        "summary": rule["summary"],
        "codes": codes,
        "tests": list({test["anchor"]: test for code in codes for test in code["tests"]}.values()),
    }


def codes_of(asked: Asked, game: Row, rule: str) -> list[Row]:
    """The pieces of code that obey a rule, each with its tests and where they can be read."""
    page = asked.link("code", game["code"], rule)
    found = asked.rows(_CODES, game["id"], rule)
    for row in found:
        row["anchor"] = f"{row['file']}:{row['line']}"
        row["href"] = f"{page}#{quote(row['anchor'])}" if row["text"] else ""
        row["tests"] = [_test(asked, page, named) for named in _named(row["test"])]
    return found


def _named(tests: str) -> Sequence[str]:
    return [test for test in tests.replace(",", " ").split() if "::" in test]


def _test(asked: Asked, page: str, named: str) -> Row:
    file, _, name = named.partition("::")
    known = asked.rows(_TEST, file, name)
    row = known[0] if known else {"file": file, "line": None, "name": name, "text": ""}
    return {**row, "anchor": named, "href": f"{page}#{quote(named)}" if known else ""}

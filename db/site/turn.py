"""The turn of a game that is played from rows: phases, actions and endings in their order, beside the printed rules."""

from collections.abc import Mapping

from db.site.discovered import tell_rules
from db.site.page import Asked, Missing, Row
from schema.play import PLAY_TABLES, PlayFile
from schema.play_outline import Part, outline_of, rules_of

SIGNS = {"loop": "↻", "turns": "↻", "round": "⟳", "back": "⟲", "teams": "⟳"}
"""Signs of the diagram by how a phase is gone through: again and again, or once around the table."""
_PRINTED = """
    SELECT rule.code, rule_text.language, passage.id AS passage_id, passage.text, passage.seq, passage.page_id,
           passage.document_id, page.number AS page
    FROM rule_text JOIN rule ON rule.id = rule_text.rule_id JOIN passage ON passage.id = rule_text.passage_id
    JOIN page ON page.id = passage.page_id WHERE rule.game_id = ?
    ORDER BY rule_text.language <> ?, rule_text.score DESC, rule_text.id
"""


def turn_page(asked: Asked) -> Row:
    """The whole turn, nested as it is played; each row with its rule, and with the passage that prints it."""
    game = asked.game()
    play = frame_of(asked, game["id"])
    if not play.is_there:
        raise Missing
    whole = outline_of(play)
    rules = asked.rows("SELECT id, code, summary FROM rule WHERE game_id = ?", game["id"])
    tell_rules(asked, game, rules)
    summaries = {rule["code"]: rule["summary"] for rule in rules}
    printed: dict[str, Row] = {}
    for row in asked.rows(_PRINTED, game["id"], asked.say.language):
        if row["code"] not in printed:
            printed[row["code"]] = {**row, "href": asked.passage_link(row)}
    return {
        "game": game,
        "whole": _shown(whole, summaries, printed),
        "signs": {phase.code: SIGNS[phase.how] for phase in play.phase if phase.how in SIGNS},
        "rules": len(rules_of(whole)),
        "variants": [row.model_dump() | {"name": row.name} for row in play.variant],
    }


def frame_of(asked: Asked, game_id: int) -> PlayFile:
    """The frame of a game from its rows; empty where it has none."""
    found = {}
    for table in PLAY_TABLES:
        rows = asked.rows(f'SELECT * FROM "{table}" WHERE game_id = ? ORDER BY seq', game_id)
        found[table] = [{name: value for name, value in row.items() if name not in ("id", "game_id")} for row in rows]
    return PlayFile.model_validate(found)


def _shown(part: Part, summaries: Mapping[str, str], printed: Mapping[str, Row]) -> Row:
    return {
        "kind": part.kind,
        "code": part.code,
        "rule": part.rule,
        "summary": summaries.get(part.rule, ""),
        "sentences": part.sentences,
        "printed": printed.get(part.rule),
        "within": [_shown(inner, summaries, printed) for inner in part.within],
    }

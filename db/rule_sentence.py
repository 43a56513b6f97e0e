"""The sentence by which a rule is shown: ours in the language that is asked for, else the one that is printed."""

import re
import sqlite3
from collections.abc import Mapping, Sequence

PRINTED = """
    SELECT rule_text.rule_id, rule_text.language, passage.text, rule_text.position, rule_text.length
    FROM rule_text JOIN passage ON passage.id = rule_text.passage_id JOIN rule ON rule.id = rule_text.rule_id
    WHERE rule_text.role = 'rule' AND rule.summary = ''
"""
"""The texts that state rules of which we have no sentence, and the part of each that does."""
_OURS = """
    SELECT rule.id, coalesce(rule_summary.text, rule.summary), coalesce(rule_summary.language, 'en') FROM rule
    LEFT JOIN rule_summary ON rule_summary.rule_id = rule.id AND rule_summary.language = ?
    WHERE rule.summary <> '' AND rule.id IN ({marks})
"""
_MARKS = re.compile(r"[\s>*_#•·\-–]*")


def sentences_of(
    snapshot: sqlite3.Connection, rules: Sequence[int], language: str | None
) -> Mapping[int, tuple[str, str]]:
    """By rule its sentence and the language that this is in."""
    marks = ", ".join("?" * len(rules))
    found = {
        rule: (text, spoken) for rule, text, spoken in snapshot.execute(_OURS.format(marks=marks), (language, *rules))
    }
    left = [rule for rule in rules if rule not in found]
    asked = (
        f"{PRINTED} AND rule.id IN ({', '.join('?' * len(left))}) ORDER BY rule_text.language = ? DESC, rule_text.id"
    )
    for rule, spoken, text, position, length in snapshot.execute(asked, (*left, language)) if left else ():
        start, stop = stated(text, position, length)
        found.setdefault(rule, (text[start:stop].strip(" _*"), spoken))
    return found


def stated(text: str, position: int, length: int) -> tuple[int, int]:
    """Where in a text its rule begins and ends, without what only sets it off; all of it where it was shortened."""
    start = position if position < len(text) else 0
    stop = start + length if length and start == position else len(text)
    marks = _MARKS.match(text, start, stop)
    return (marks.end() if marks and marks.end() < stop else start), stop

"""Our own engine behind a pipe, as examples/check_engine.py asks it: a pattern for an engine of your own.

.venv/bin/python examples/engine_in_a_pipe.py hearts --db sqlite:///build/rulewright.db [--set "game goal 50"]
"""

import argparse
import json
import sys
from typing import Any

from db.open import open_database, session
from rules_engine.from_rows.engine import FromRows
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset


def answer(ruleset: Ruleset, question: Any) -> dict[str, Any]:
    """What holds in a state, after an action if one is asked for."""
    state, refused = ruleset.load(question["state"]), None
    if "action" in question:
        engine, given = ruleset.engine, list(question.get("chance") or ())
        if given and isinstance(engine, FromRows):
            engine.dealer = lambda words: words.index(given.pop(0))
        refusal = ruleset.advance(state, question["action"])
        refused = refusal.rule if refusal else None
        if isinstance(engine, FromRows):
            engine.dealer = None
    legal, result = ruleset.legal(state), ruleset.result(state)
    told = {"outcome": result.outcome, "points": result.points, "winners": result.winners} if result else None
    return {
        "legal": legal,
        "to_move": ruleset.to_move(state),
        "result": told,
        "refused": refused,
    }


def main() -> None:
    """Answer line by line until there are no more questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--db", required=True)
    parser.add_argument("--set", nargs=3, action="append", default=[], metavar=("SUBJECT", "ATTRIBUTE", "VALUE"))
    asked = parser.parse_args()
    engine = open_database(asked.db)
    with session(engine, read_only=True) as opened:
        ruleset = read_ruleset(opened, asked.game)
    engine.dispose()
    for subject, attribute, value in asked.set:
        ruleset = ruleset.with_fact(subject, attribute, value)
    for line in sys.stdin:
        print(json.dumps(answer(ruleset, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()

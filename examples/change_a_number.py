"""Change one number in a rulebook, and see claim, fact, effect and the engine's ruleset follow it.

.venv/bin/python examples/change_a_number.py
"""

import tempfile
from pathlib import Path

from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options
from rules_engine.read import read_ruleset
from rulewright.ingesting import ingest_documents

RULES = """\
# Black Orchestra

## Board

PARIS: on entering {change} suspicion, +1 military support

## Leaders

Hitler, Himmler, Hess, Goebbels, Bormann, Goering. Conspirators, dossier, Gestapo HQ, Chancellery, Train Station.
"""


def effect_of_paris(change: str) -> list[str]:
    """What entering Paris does when the rulebook prints ``change``."""
    with tempfile.TemporaryDirectory() as folder:
        rulebook = Path(folder) / "rules.md"
        rulebook.write_text(RULES.format(change=change), encoding="utf-8")
        db = sqlite_url(Path(folder) / "rules.db")
        ingest_documents(db, [rulebook], Options(game="black-orchestra", edition="2nd", language="en"))
        engine = open_database(db)
        with session(engine, read_only=True) as opened:
            ruleset = read_ruleset(opened, "black-orchestra", "2nd")
            lines = [str(effect.line) for effect in ruleset.effects_of("location", "paris")]
        engine.dispose()
    return lines


if __name__ == "__main__":
    for printed in ("-3", "-7"):
        print(f"printed {printed}: {effect_of_paris(printed)}")

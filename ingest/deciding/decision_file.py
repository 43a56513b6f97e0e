"""Decisions as a plain text file that lies beside the documents, travels with them, and can be edited."""

import datetime
import re
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from ingest.errors import UnreadableDocument
from schema.decisions import DecisionShape, Key

DECISIONS_FILE = "rulewright-decisions.tsv"
"""Lies beside the documents whose decisions it holds."""
COLUMNS = tuple(DecisionShape.model_fields)
OLDER = {"before": "subject", "after": "value"}
"""Columns of the first version of the file, which held decisions about words alone, and had no date."""
BY_FILE = "decided in a file"
"""The reason of a decision whose file gives none."""
SIGNS = {"t": "\t", "n": "\n"}


def read_decision_file(file: Path) -> list[DecisionShape]:
    """The decisions in a file, of two about the same thing the later; none where there is no file."""
    if not file.exists():
        return []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        changed = datetime.datetime.fromtimestamp(int(file.stat().st_mtime), datetime.UTC)
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableDocument(file, f"the decisions in it could not be read: {error}.") from error
    names = [OLDER.get(name, name) for name in lines[0].split("\t")] if lines else []
    latest: dict[Key, DecisionShape] = {}
    for number, line in enumerate(lines[1:], 2):
        told = dict(zip(names, map(_unescaped, line.split("\t")), strict=False))
        try:
            decision = DecisionShape.model_validate({"reason": BY_FILE, "decided_at": changed, **told})
        except ValidationError as error:
            what = f"line {number} is no decision ({error.errors()[0]['msg']}); mend or delete it."
            raise UnreadableDocument(file, what) from error
        known = latest.get(decision.key)
        if known is None or known.decided_at <= decision.decided_at:
            latest[decision.key] = decision
    return list(latest.values())


def write_decision_file(file: Path, decisions: Iterable[DecisionShape]) -> None:
    """Add decisions to those that the file holds; of two about the same thing the later stays."""
    kept = {decision.key: decision for decision in read_decision_file(file)}
    for decision in decisions:
        known = kept.get(decision.key)
        if known is None or known.decided_at <= decision.decided_at:
            kept[decision.key] = decision
    ordered = sorted(kept.values(), key=lambda decision: (decision.decided_at, decision.key))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(["\t".join(COLUMNS), *map(_line, ordered)]) + "\n", encoding="utf-8")


def _line(decision: DecisionShape) -> str:
    told = decision.model_dump(mode="json")
    escaped = (str(told[name]).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n") for name in COLUMNS)
    return "\t".join(escaped)


def _unescaped(cell: str) -> str:
    return re.sub(r"\\(.)", lambda sign: SIGNS.get(sign[1], sign[1]), cell)

"""Disputed rules: whether any document states one otherwise than it is played."""

from collections.abc import Iterator

from sqlmodel import select

from rules_engine.checks.evidence import Check, Evidence, passed, unknown
from schema.claims import Finding
from schema.documents import Document
from schema.play_variants import STATED, variants_of
from schema.results import ValidationShape

PLAYED = "no document states a variant of a rule"


def documents_state_no_variant(evidence: Evidence) -> Iterator[ValidationShape]:
    """Where a document states a variant, a person must decide; a game without variants has nothing in dispute."""
    listed = variants_of(evidence.rows.play)
    if not listed or not evidence.rows.documents:
        return
    wanted = (Finding.game_id == evidence.rows.game.id, Finding.kind == STATED)
    stated = select(Finding, Document).join(Document).where(*wanted).order_by(Document.file_name, Finding.suggestion)
    found = [finding for finding, document in evidence.session.exec(stated) if evidence.rows.holds(document)]
    for finding in found:
        yield unknown(PLAYED, finding.message, finding.suggestion)
    if not found:
        told = ", ".join(f"{rule} {name}" for rule, name in listed)
        yield passed(PLAYED, f"{len(listed)} variants are listed ({told}), and no document states any of them.")


CHECKS = (Check("rules", PLAYED, documents_state_no_variant),)

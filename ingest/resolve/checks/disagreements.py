"""Numbers that do not agree: wholes with their parts, and claims with each other."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session, col, select

from ingest.resolve.checks.copy import Copy, Marked
from ingest.sums import balances
from schema.claims import Claim, Conflict, ConflictClaim, Severity
from schema.documents import Document
from schema.games import Game

CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class DisagreementSettings:
    """How much a disagreement matters; judged on tests/games/lint_judgements.tsv."""

    sure: float = 0.85
    """A claim read with less confidence than this makes a warning, not an error."""


def find_wrong_sums(copy: Copy) -> Iterator[Marked]:
    """Wholes that their parts do not make."""
    asserted = [claim for claim in copy.claims if claim.standing == "asserted"]
    values = {(c.subject, c.attribute): c.value for c in asserted}
    passages = {(c.subject, c.attribute): c.passage_id for c in asserted}
    for balance in balances(copy.pack.game.sums, values):
        if balance.is_right:
            continue
        form = balance.form
        message = (
            f"{form.subject} {form.whole} is stated as {balance.whole}, but its parts make {balance.shown}. "
            "Compare the numbers with the components themselves."
        )
        yield Marked("sum", "error", message, copy.document, passages[form.subject, form.whole], str(balance.made))


def find_conflicts(
    session: Session, game: Game, settings: DisagreementSettings = DisagreementSettings()
) -> Iterator[Marked]:
    """Claims of one edition that disagree; differences between editions are none."""
    told_of = set()
    query = select(Conflict).where(Conflict.game_id == game.id, Conflict.kind != "edition")
    for conflict in session.exec(query).all():
        joined = select(Claim, Document).join(Document, col(Document.id) == Claim.document_id)
        taking_part = joined.join(ConflictClaim, col(ConflictClaim.claim_id) == Claim.id).where(
            ConflictClaim.conflict_id == conflict.id
        )
        claims = session.exec(taking_part.order_by(col(Document.sha256), col(Claim.value))).all()
        losing = [(c, d) for c, d in claims if c.value != conflict.chosen_value]
        key = (conflict.edition_id, conflict.subject, conflict.attribute)
        if key in told_of:
            continue
        told_of.add(key)
        for claim, document in losing[:1]:
            told = ", ".join(dict.fromkeys(f"{c.value} in {d.file_name}" for c, d in claims))
            message = f"{conflict.subject} {conflict.attribute}: {told}."
            severity: Severity = "error" if claim.confidence >= settings.sure else "warning"
            yield Marked(CONFLICT, severity, message, document, claim.passage_id, conflict.chosen_value)

"""Documents that state a rule as a variant of it does: each such passage is a finding, play stays as it is."""

from collections.abc import Iterator, Mapping

from sqlmodel import Session, col, delete

from ingest.resolve.align import AlignSettings, Fitted, fit
from schema.base import row
from schema.claims import Finding, FindingShape
from schema.cues import parse_cue
from schema.documents import Document, Passage
from schema.games import Game
from schema.play_variants import STATED


def forget_variants(session: Session, game: Game) -> None:
    """Take back what earlier readings found."""
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind) == STATED))


def note_variants(
    session: Session, game: Game, document: Document, fitted: Fitted, passages: Mapping[int, Passage]
) -> None:
    """Write down which variants a document states, and where."""
    for rule, name, seq in stated_variants(fitted):
        passage = passages[seq]
        change = f"rule:{rule} {name}"
        message = (
            f"{document.file_name} states the rule `{rule}` as its variant `{name}` does: “{passage.text}” "
            f'The game is played the usual way; for both: rulewright simulate {game.code} --compare "{change}".'
        )
        shape = FindingShape(kind=STATED, severity="note", message=message, suggestion=change)
        session.add(row(Finding, shape, game_id=game.id, document_id=document.id, passage_id=passage.id))


def stated_variants(fitted: Fitted, settings: AlignSettings = AlignSettings()) -> Iterator[tuple[str, str, int]]:
    """Rule, variant and passage, where a passage has every term of a cue."""
    for rule in fitted.rules.rule:
        for name, sources in rule.variants.items():
            cues = [parse_cue(source) for source in sources]
            for heard in fitted.heard:
                if any(fit(cue, heard, settings=settings) >= settings.full for cue in cues):
                    yield rule.code, name, heard.passage.seq

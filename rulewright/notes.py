"""Notes and rulings of a person on a card, a rule or anything else that has a subject; kept like decisions."""

from sqlalchemy import or_
from sqlmodel import Session, col, select

from ingest.deciding.review import now
from schema.cards import Card
from schema.claims import Claim, Fact
from schema.decisions import DecisionShape
from schema.documents import Document
from schema.games import Concept, Game
from schema.rules import Rule


class UnclearSubject(ValueError):
    """A note on something that no game has, or several have."""


LONGEST = 4_000
"""Letters of a note."""


def read_note(opened: Session, text: str, game: str | None) -> DecisionShape:
    """The note that stands after its subject; raises UnclearSubject where no game knows the subject, or several do."""
    subject, _, words = text.strip().partition(" ")
    games = [code for code in games_with(opened, subject) if game in (None, code)]
    if not games:
        where = f"{game} has" if game else "there is"
        raise UnclearSubject(
            f"{where} nothing called “{subject}”; name it as rule:CODE, card:CODE or another subject that "
            "`rulewright find` shows."
        )
    if len(games) > 1:
        raise UnclearSubject(f"“{subject}” is in {' and '.join(games)}; say which game is meant, with --game.")
    return make_note(opened, games[0], subject, words)


def make_note(opened: Session, game: str, subject: str, words: str) -> DecisionShape:
    """The note as a decision; it is filed with a document of its game, beside which it is then written."""
    documents = select(Document.file_name).join(Game).where(Game.code == game).order_by(Document.file_name)
    return DecisionShape(
        document=opened.exec(documents).first() or "",
        kind="note",
        game=game,
        subject=subject,
        value=words.strip()[:LONGEST],
        reason="a note",
        decided_at=now(),
    )


def games_with(opened: Session, subject: str) -> list[str]:
    """The games that know a subject: a rule, a card, a concept, or something of which a value is stated."""
    kind, _, code = subject.rpartition(":")
    owners = {
        select(Rule.game_id).where(Rule.code == code, kind == "rule"),
        select(Card.game_id).where(Card.code == code, kind == "card"),
        select(Concept.game_id).where(Concept.code == code, col(Concept.kind).startswith(kind)),
        select(Fact.game_id).where(Fact.subject == subject),
        select(Claim.game_id).where(Claim.subject == subject),
    }
    known = or_(*(col(Game.id).in_(owner) for owner in owners))
    return list(opened.exec(select(Game.code).where(known).order_by(Game.code)))

"""What a person decided goes before what is read; where its text changed since, that is told."""

import datetime
from collections.abc import Callable

from sqlmodel import Session, select

from ingest.resolve.decided import state_decisions
from schema.base import row
from schema.claims import Claim, Finding
from schema.decisions import Decision
from schema.games import Game
from schema.row_kinds import STALE

RULES = "# Resist!\n\n## Components\n\n24 maquis cards\n"


def test_a_decision_states_a_claim_of_its_own_once_however_often_it_is_stated(resolve: Callable[..., Session]) -> None:
    opened = resolve("resist", "1st", en=RULES)
    game = opened.exec(select(Game).where(Game.code == "resist")).one()
    about = {"kind": "fact", "game": "resist", "subject": "deck:maquis", "attribute": "size"}
    when = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    text = "another.md 23 Twenty-three of them"
    opened.add(row(Decision, {**about, "value": "25", "reason": "counted", "text": text, "decided_at": when}))
    for _ in range(2):
        state_decisions(opened, game)
    (claim,) = opened.exec(select(Claim).where(Claim.origin == "decided")).all()
    assert (claim.subject, claim.attribute, claim.value, claim.note) == ("deck:maquis", "size", "25", "counted")
    (told,) = opened.exec(select(Finding).where(Finding.kind == STALE)).all()
    assert "The decision still holds" in told.message

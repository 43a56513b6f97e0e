"""Corrections of which it is not sure what they correct: they change nothing, and a person is told."""

from typing import NamedTuple

from ingest.weighed.seen import Key
from schema.base import row
from schema.claims import Finding, FindingShape
from schema.documents import Document, Passage
from schema.games import Game

UNBOUND = "unbound-correction"


class Unsure(NamedTuple):
    """A correction that was bound to no fact."""

    passage: Passage
    sentence: str
    value: str
    old: str
    keys: tuple[Key, ...]
    """The facts with the old value that it may mean, the likeliest first."""
    is_kept: bool
    """Whether words beside it say that nothing changes."""


def finding_of(game: Game, document: Document, unsure: Unsure) -> Finding:
    """What a person is told of it."""
    fact = " ".join(unsure.keys[0]) if len(unsure.keys) == 1 else "SUBJECT ATTRIBUTE"
    message = (
        f"“{unsure.sentence}” puts {unsure.value} in the place of {unsure.old}. {_reason(unsure)} "
        "It changed nothing; a person has to say which fact it is, with "
        f'`rulewright review --decide "{fact} {unsure.value}" --game {game.code}`.'
    )
    shape = FindingShape(kind=UNBOUND, severity="warning", message=message)
    return row(Finding, shape, game_id=game.id, document_id=document.id, passage_id=unsure.passage.id)


def _reason(unsure: Unsure) -> str:
    """Why it was bound to nothing."""
    if not unsure.keys:
        return f"No fact of the book that it may mean has {unsure.old}."
    facts = ", or ".join(" ".join(key) for key in unsure.keys)
    why = "words beside it say that nothing changes" if unsure.is_kept else "that is not sure enough"
    means = "Only one fact can be meant," if len(unsure.keys) == 1 else "It may mean"
    return f"{means} {facts}, but {why}."

"""Asks whether a name that no pack knows is that of a concept."""

from collections.abc import Iterator

from sqlmodel import Session

from ingest.deciding.review import NEIGHBOURS, Doubt
from ingest.resolve.proposed_names import proposed_names
from ingest.resolve.unknown_names import Proposal
from rulewright.open_questions import WordQuestion
from schema.documents import Document, Page, Passage
from schema.games import Game

SURE_OF_NAMES = 0.5
"""How sure a proposal is: enough to ask, too little to claim anything."""


def name_questions(opened: Session, document: Document) -> Iterator[WordQuestion]:
    """The names that a document of a taught game seems to have for concepts, and nobody was asked of."""
    game = opened.get_one(Game, document.game_id)
    if game.fingerprint:
        for _, proposal in proposed_names(opened, game, document):
            yield WordQuestion(document.file_name, _doubt(opened, document, game, proposal))


def _doubt(opened: Session, document: Document, game: Game, proposal: Proposal) -> Doubt:
    passage = opened.get_one(Passage, proposal.entry.passage)
    page = opened.get_one(Page, passage.page_id)
    left, _, right = passage.text.partition(proposal.entry.name)
    return Doubt(
        kind="name",
        passage=passage.seq,
        page=page.number,
        image=page.image,
        left=" ".join(left.split()[-NEIGHBOURS:]),
        before=proposal.entry.name,
        right=" ".join(right.split()[:NEIGHBOURS]),
        proposed=str(proposal.concept),
        runner_up=None,
        reason=f"an unknown name; {' and '.join(proposal.evidence)} fit",
        confidence=SURE_OF_NAMES,
        game=game.code,
        language=document.language,
    )

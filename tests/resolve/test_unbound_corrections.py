"""What a person is told of a correction that was bound to no fact."""

from ingest.resolve.unbound_corrections import Unsure, finding_of
from schema.documents import Document, Passage
from schema.games import Game


def test_the_sentence_and_the_facts_that_it_may_mean_are_told() -> None:
    unsure = Unsure(Passage(id=3), "Read 9 for 8.", "9", "8", (("hand", "size"), ("turn", "actions")))
    finding = finding_of(Game(id=1), Document(id=2), unsure)
    assert (finding.game_id, finding.document_id, finding.passage_id) == (1, 2, 3)
    assert "“Read 9 for 8.” puts 9 in the place of 8. It may mean hand size, or turn actions." in finding.message

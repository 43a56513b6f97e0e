"""What a person is told of a correction that was bound to no fact."""

from ingest.resolve.unbound_corrections import Unsure, finding_of
from ingest.weighed.seen import Key
from schema.claims import Finding
from schema.documents import Document, Passage
from schema.games import Game


def told(*keys: Key, is_kept: bool = False) -> Finding:
    unsure = Unsure(Passage(id=3), "Read 9 for 8.", "9", "8", keys, is_kept)
    return finding_of(Game(id=1, code="resist"), Document(id=2), unsure)


def test_the_sentence_and_the_facts_that_it_may_mean_are_told() -> None:
    finding = told(("hand", "size"), ("turn", "actions"))
    assert (finding.game_id, finding.document_id, finding.passage_id) == (1, 2, 3)
    assert "“Read 9 for 8.” puts 9 in the place of 8. It may mean hand size, or turn actions" in finding.message
    assert '`rulewright review --decide "SUBJECT ATTRIBUTE 9" --game resist`' in finding.message


def test_a_single_fact_stands_in_the_command_and_the_reason_is_told() -> None:
    assert "that is not sure enough" in told(("hand", "size")).message
    assert 'review --decide "hand size 9"' in told(("hand", "size")).message
    assert "words beside it say that nothing changes" in told(("hand", "size"), is_kept=True).message
    assert "No fact of the book that it may mean has 8." in told().message

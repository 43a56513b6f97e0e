"""What the sentences and clauses of a passage of a sheet say."""

import pytest

from ingest.resolve.sheet_sentences import KEPT, Sentences
from ingest.standing.words import StandingWords
from schema.documents import Passage
from schema.pack import Pack

TEXT = "Hand of 6 is fine, 4 cubes. Read 5 for 3 on the other side."


@pytest.fixture(scope="module")
def sentences(games: dict[str, Pack]) -> Sentences:
    shared = games["black-orchestra"].shared["en"]
    words = StandingWords(shared.standing, shared.numbers, "en")
    return Sentences(Passage(seq=1, kind="paragraph", language="en", raw_text=TEXT, text=TEXT, confidence=1), words)


def test_what_leaves_something_as_it_is_says_nothing_of_the_next_clause(sentences: Sentences) -> None:
    assert KEPT & sentences.ideas(TEXT.index("6"))
    assert not KEPT & sentences.ideas(TEXT.index("4"))


def test_a_short_first_sentence_opens_nothing(sentences: Sentences) -> None:
    assert sentences.opening(20) == set()
    assert KEPT & sentences.opening(2)


def test_the_sentence_of_a_place_is_told(sentences: Sentences) -> None:
    assert sentences.text(TEXT.index("5")) == "Read 5 for 3 on the other side."

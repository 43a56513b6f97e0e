"""What is known of an edition: its facts by subject and attribute, each with the passage that is shown for it."""

from typing import Any

from ingest.resolve.facts import resolve_facts
from ingest.resolve.known import facts_of

SIZE = "deck:fruit size"


def known(shelf: Any, edition: str = "1st") -> Any:
    resolve_facts(shelf.session, shelf.game, [])
    return facts_of(shelf.session, shelf.game, shelf.editions[edition])["deck:fruit"]["size"]


def test_a_fact_has_the_passage_that_states_it(shelf: Any) -> None:
    document = shelf.document()
    passage = shelf.passage(document, "Take 40 fruit cards.")
    shelf.claim(SIZE, "40", document, passage=passage)
    found = known(shelf)
    assert (found.value, found.origin, found.passage_id) == ("40", "rulebook", passage.id)


def test_a_value_of_the_list_has_no_passage(shelf: Any) -> None:
    shelf.claim(SIZE, "40")
    assert (known(shelf).origin, known(shelf).passage_id) == ("card-list", None)


def test_of_several_passages_the_first_of_the_lowest_checksum_is_shown(shelf: Any) -> None:
    later, earlier = shelf.document(number=8), shelf.document("cs", number=3)
    shelf.claim(SIZE, "40", later)
    shown = shelf.claim(SIZE, "40", earlier)
    shelf.claim(SIZE, "40", earlier)
    assert known(shelf).passage_id == shown.passage_id


def test_what_is_not_stated_is_not_known(shelf: Any) -> None:
    assert "deck:nuts" not in facts_of(shelf.session, shelf.game, shelf.editions["1st"])

"""Runs of like headings under a heading of cards may be cards; chapters are none."""

from ingest.discover.candidates import find_candidates
from ingest.discover.words import words_of
from schema.reading import PassageRead


def under(passages: list[PassageRead], section: str) -> list[PassageRead]:
    return [
        PassageRead(read.passage.model_copy(update={"section": section}), read.page)
        if read.passage.level == 3
        else read
        for read in passages
    ]


def card(name: str) -> list[tuple[str, str, int] | tuple[str, str]]:
    return [("heading", name, 3), ("paragraph", "Take one lamp from the supply.")]


def test_a_run_under_a_heading_of_cards_is_offered(lines) -> None:  # type: ignore[no-untyped-def]
    passages = under(lines(("heading", "Event cards", 2), *card("Storm"), *card("Calm"), *card("Fog")), "Event cards")
    found = find_candidates(passages, words_of("en"))
    assert [read.candidate.name for read in found] == ["Storm", "Calm", "Fog"]
    assert all("Event cards" in read.candidate.evidence for read in found)


def test_chapters_are_not_offered(lines) -> None:  # type: ignore[no-untyped-def]
    passages = under(lines(("heading", "The round", 2), *card("Light"), *card("Dark"), *card("Dawn")), "The round")
    assert find_candidates(passages, words_of("en")) == ()

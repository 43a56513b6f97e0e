"""An unknown name in a components list is proposed for the one concept that it fits, and for none where unsure."""

from ingest.resolve.unknown_names import Entry, Listing, propose_names
from schema.reading import ConceptKey

EVENT, PLOT = ConceptKey("deck", "event"), ConceptKey("deck", "plot")
PAWN, DIE = ConceptKey("component", "pawn"), ConceptKey("component", "die")
NAMES = {EVENT: ["event cards"], PLOT: ["plot cards"], PAWN: ["pawns"], DIE: ["dice"]}
KNOWN = Listing([Entry("dice", 9, DIE), Entry("pawns", 5, PAWN), Entry("event cards", 71, EVENT)])


def proposed(*entries: Entry, spoken: frozenset[ConceptKey] = frozenset(), known: Listing = KNOWN) -> list[str]:
    found = propose_names(Listing(entries, spoken), [known], NAMES)
    return [f"{one.entry.name} {one.concept}" for one in found]


def test_number_and_kind_of_thing_tell_a_name() -> None:
    assert proposed(Entry("dice", 9, DIE), Entry("omen cards", 71)) == ["omen cards deck:event"]


def test_a_word_alone_needs_its_number_and_its_neighbours() -> None:
    assert proposed(Entry("dice", 9, DIE), Entry("glomars", 5)) == ["glomars component:pawn"]
    assert proposed(Entry("dice", 9, DIE), Entry("rulebook", 1), Entry("glomars", 5)) == []


def test_another_number_speaks_against_it_where_the_others_agree() -> None:
    assert proposed(Entry("dice", 9, DIE), Entry("pawns", 5, PAWN), Entry("omen cards", 70)) == []


def test_where_no_number_agrees_kind_and_neighbours_tell() -> None:
    other = (Entry("dice", 8, DIE), Entry("pawns", 4, PAWN), Entry("omen cards", 60))
    assert proposed(*other) == ["omen cards deck:event"]
    assert proposed(Entry("dice", 8, DIE), Entry("omen cards", 60)) == []


def test_of_two_that_fit_neither_is_proposed() -> None:
    both = Listing([*KNOWN.entries, Entry("plot cards", 71, PLOT)])
    assert proposed(Entry("dice", 9, DIE), Entry("omen cards", 71), known=both) == []
    assert proposed(Entry("dice", 9, DIE), Entry("omen cards", 71), Entry("sign cards", 71)) == []


def test_the_rest_of_a_sentence_is_no_name() -> None:
    assert proposed(Entry("dice", 9, DIE), Entry("in number", 5)) == []


def test_cards_are_no_pawns() -> None:
    assert proposed(Entry("dice", 9, DIE), Entry("omen cards", 5)) == []


def test_a_concept_that_the_list_has_already_gets_no_second_name() -> None:
    assert proposed(*KNOWN.entries, Entry("omen cards", 71)) == []


def test_a_known_name_is_not_asked_about() -> None:
    assert proposed(Entry("dice", 9, DIE), Entry("cards, event", 71)) == []

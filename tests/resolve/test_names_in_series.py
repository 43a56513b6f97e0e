"""A capitalised term in a row of things of one kind is proposed for the only one of them that is not named."""

from ingest.resolve.names_in_series import Line, Named, propose_in_series
from schema.reading import ConceptKey

PLACES = {word: ConceptKey("location", word.lower()) for word in ("Paris", "Berlin", "Munich", "Vienna")}
NAMES = {concept: [word] for word, concept in PLACES.items()}


def lines(*texts: str) -> list[Line]:
    return [
        Line(at, text, [Named(text.index(w), text.index(w) + len(w), c) for w, c in PLACES.items() if w in text])
        for at, text in enumerate(texts)
    ]


def proposed(*texts: str) -> list[tuple[str, str, int]]:
    read = lines(*texts)
    spoken = {named.concept for line in read for named in line.named}
    return [(p.entry.name, str(p.concept), p.entry.passage) for p in propose_in_series(read, spoken, NAMES)]


def test_a_term_in_a_row_of_running_text_is_the_one_that_is_missing() -> None:
    row = "Move between Paris, Berlin, Zwintelburg and Munich at will."
    assert proposed(row, "In Zwintelburg you rest.") == [("Zwintelburg", "location:vienna", 0)]


def test_a_term_at_the_head_of_one_of_several_lines_is_it_too() -> None:
    heads = ("Paris: draw a card.", "Zwintelburg: rest.", "Berlin: roll.", "Munich: stay.")
    assert proposed(*heads, "Go to Zwintelburg.") == [("Zwintelburg", "location:vienna", 1)]


def test_nothing_is_proposed_where_more_is_unsure() -> None:
    once = "Move between Paris, Berlin, Zwintelburg and Munich at will."
    assert proposed(once) == [], "a term that is used once may be a slip"
    assert proposed("Paris, Berlin and Zwintelburg.", "In Zwintelburg you rest.") == [], "two places are not named"
    assert proposed(once, "Go to Zwintelburg or to Vienna.") == [], "all places are named"
    assert proposed("Paris, Gromald, Berlin, Zwintelburg and Munich.", "Zwintelburg, Gromald.") == [], "two terms"
    assert proposed("From Paris, Berlin and Munich our friend Zwintelburg wrote.", "Zwintelburg!") == [], "no row"
    assert proposed("Paris, Berlin, Munichs and Munich.", "In Munichs you rest.") == [], "it is like a known name"

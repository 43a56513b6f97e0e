"""What a scan states is worth what its own digits are worth."""

from ingest.layout.lay_out import lay_out
from ingest.sure_digits import believed
from schema.claims import ClaimShape
from schema.documents import PageShape
from schema.reading import Box, ClaimRead, PassageRead, Word, WordPage


def passage(*words: tuple[str, float]) -> PassageRead:
    """A line of a page that was read off a picture, with the confidence in each word."""
    placed = [
        Word(text, 0, Box(43.0 * at, 100.0, 43.0 * at + 40, 110.0), size=10.0, confidence=sure)
        for at, (text, sure) in enumerate(words, start=1)
    ]
    shape = PageShape(number=1, method="ocr", reason="It is a picture.", confidence=0.9, width=600, height=800)
    (read,) = lay_out([WordPage(shape, tuple(placed))])
    return read


def claim(value: str) -> ClaimRead:
    shape = ClaimShape(subject="deck:fruit", attribute="size", value=value, origin="rulebook", confidence=0.95)
    return ClaimRead(shape, 0)


def told(value: str, *words: tuple[str, float]) -> list[tuple[str, float, bool]]:
    claims, _ = believed([claim(value)], [passage(*words)])
    return [(one.claim.value, one.claim.confidence, one.claim.is_weak) for one in claims]


def test_a_number_that_was_read_surely_is_claimed() -> None:
    assert told("40", ("40", 0.95), ("fruit", 0.3), ("cards", 0.3)) == [("40", 0.95, False)]


def test_a_number_that_was_not_quite_sure_is_claimed_weakly() -> None:
    assert told("40", ("40", 0.7), ("fruit", 0.96), ("cards", 0.96)) == [("40", 0.7, True)]


def test_a_number_that_was_read_with_half_a_doubt_is_provisional_and_not_lost() -> None:
    assert told("40", ("40", 0.46), ("fruit", 0.96)) == [("40", 0.46, True)]


def test_a_number_that_was_hardly_legible_states_nothing_and_is_told() -> None:
    read = passage(("40", 0.3), ("fruit", 0.96), ("cards", 0.96))
    claims, findings = believed([claim("40"), claim("12")], [read])
    assert [one.claim.value for one in claims] == ["12"]  # from words, or from elsewhere: its digits are not in doubt
    assert [one.finding.kind for one in findings] == ["illegible-number"]
    assert "page 1" in findings[0].finding.message


def test_the_surest_reading_of_a_number_counts_and_signs_do_not_matter() -> None:
    assert told("-2", ("2", 0.3), ("and", 0.9), ("−2,", 0.94)) == [("-2", 0.95, False)]

"""A section that contradicts what its document said before tells of another game: a variant, a house rule."""

from ingest.standing.apart import set_apart
from schema.claims import ClaimShape
from schema.documents import PassageShape
from schema.reading import ClaimRead, PassageRead

RULES = {"hand cards": "5", "deck size": "60", "round phases": "4"}


def standings(*sections: dict[str, str], corrects: str = "") -> list[set[str]]:
    """The standings of the claims of each section; those of the last one correct a value."""
    passages, claims = [], []
    for seq, stated in enumerate(sections):
        shape = PassageShape(
            seq=seq, kind="paragraph", language="en", raw_text="…", text="…", confidence=1, section=f"Section {seq}"
        )
        passages.append(PassageRead(shape, page=1))
        for key, value in stated.items():
            subject, attribute = key.split()
            claim = ClaimShape(
                subject=subject,
                attribute=attribute,
                value=value,
                origin="rulebook",
                corrects=corrects if seq == len(sections) - 1 else "",
            )
            claims.append(ClaimRead(claim, passage=seq))
    told = set_apart(claims, passages)
    return [{read.claim.standing for read in told if read.passage == seq} for seq in range(len(sections))]


def test_a_later_section_that_contradicts_two_facts_stands_apart() -> None:
    later = {"hand cards": "7", "deck size": "40", "game rounds": "3"}
    assert standings(RULES, later) == [{"asserted"}, {"elsewhere"}]


def test_one_contradiction_or_a_summary_with_two_slips_does_not() -> None:
    assert standings(RULES, {"hand cards": "7", "game rounds": "3"}) == [{"asserted"}, {"asserted"}]
    summary = {**RULES, "hand cards": "7", "deck size": "40", "game rounds": "3", "turn actions": "2"}
    whole = {**RULES, "turn actions": "2", "game rounds": "3"}
    assert standings(whole, summary) == [{"asserted"}, {"asserted"}]


def test_what_is_set_apart_is_no_measure_for_what_follows_and_corrections_may_contradict() -> None:
    house, again = {"hand cards": "7", "deck size": "40"}, {"hand cards": "5", "deck size": "60"}
    assert standings(RULES, house, again) == [{"asserted"}, {"elsewhere"}, {"asserted"}]
    assert standings(RULES, house, corrects="5") == [{"asserted"}, {"asserted"}]

"""A hyphen at the end of a line: of a word that the line breaks, or of a compound that has one."""

from ingest.cleaning.broken_words import evidence_of, mend_words
from ingest.cleaning.clean import clean
from ingest.edits import EditedText
from ingest.repair.apply import repair
from schema.documents import PassageShape
from schema.reading import PassageRead


def read(raw: str, language: str) -> str:
    """The text of a document of one passage."""
    shape = PassageShape(seq=0, kind="paragraph", language=language, raw_text=raw, text=raw, confidence=1)
    return repair(clean([PassageRead(shape, page=1)]), language, None)[0].passage.text


def test_a_compound_broken_at_its_hyphen_keeps_it() -> None:
    assert read("Setting up is a time-\nconsuming task.", "en") == "Setting up is a time-consuming task."
    assert read("Un gioco user-\nfriendly per tutti.", "it") == "Un gioco user-friendly per tutti."


def test_a_word_that_its_line_breaks_is_joined() -> None:
    assert read("Take every-\nthing from the table.", "en") == "Take everything from the table."
    assert read("The quux-\nkeep opens. A quuxkeep is a house.", "en") == "The quuxkeep opens. A quuxkeep is a house."


def test_a_word_with_capitals_inside_is_parted_only_where_both_parts_are_words_of_the_document() -> None:
    def mended(text: str) -> str:
        edited = EditedText(text)
        mend_words(edited, evidence_of([text]))
        return edited.text

    assert mended("Plug in the MicroUSB cable; USB gives power.") == "Plug in the MicroUSB cable; USB gives power."
    assert mended("KotelnaSMOLENSK. Kotelna stojí. SMOLENSK leží.") == "Kotelna SMOLENSK. Kotelna stojí. SMOLENSK leží."


def test_where_no_words_are_broken_a_hyphen_at_the_end_of_a_line_is_one() -> None:
    lines = "\n".join(f"Line {n} of plain text ends here." for n in range(120))
    assert "a tax-deductible gift" in read(f"{lines}\nIt is a tax-\ndeductible gift.", "en")
    assert "the everything shop" in read(f"{lines}\nIt is the every-\nthing shop.", "en")

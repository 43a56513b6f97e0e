"""A phrasebook speaks a line and understands what it spoke."""

import pytest

from schema.notation import Vocabulary
from schema.phrasebook import Phrasebook, Unspeakable

LINES = [
    "enter: suspicion self -3; military-support +1",
    "deliver map: motivation self +2",
    "deliver any if hitler here: suspicion self -2",
    "raid",
    "may draw 2",
    "suspicion all +1 if not stage 3",
    "(draw 1 | raid; suspicion self -1)",
    "may (draw 1; suspicion self +1) if hess here; raid",
    "enter if stage 2: (raid | draw 3); draw 1 if hitler here and stage 5",
    "move hitler from paris to train-station; remove keys; remove hess",
]


@pytest.mark.parametrize("line", LINES)
def test_reading_what_was_rendered_gives_the_notation_again(
    czech: Phrasebook, vocabulary: Vocabulary, line: str
) -> None:
    assert str(czech.read(czech.render(vocabulary.parse(line)))) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("PŘI VSTUPU:\n−3 podezření (jen ty), +1 vojenská podpora", "enter: suspicion self -3; military-support +1"),
        ("Za Mapu: -4 podezření (jen ty).", "deliver map: suspicion self -4"),
        ("Za cokoli, je-li zde Hitler: +1 motivaci (každý)", "deliver any if hitler here: motivation all +1"),
        ("Vstoupíš-li sem, dober dvě.", "enter: draw 2"),
        ("Je-li zde Hess, proběhne razie.", "raid if hess here"),
    ],
)
def test_print_is_read_inflected_and_in_any_case(czech: Phrasebook, text: str, line: str) -> None:
    assert str(czech.read(text)) == line


@pytest.mark.parametrize("text", ["", "Při vstupu", "Při vstupu zazpívej", "+1 motivace a jedna limonáda"])
def test_text_that_is_not_wholly_understood_is_not_guessed(czech: Phrasebook, text: str) -> None:
    assert czech.read(text) is None


def test_a_form_without_wording_is_named(vocabulary: Vocabulary, czech: Phrasebook) -> None:
    mute = Phrasebook("cs", {}, vocabulary, czech.names)
    line = vocabulary.parse("raid")
    with pytest.raises(Unspeakable, match="“raid” has no wording in the language cs"):
        mute.render(line)

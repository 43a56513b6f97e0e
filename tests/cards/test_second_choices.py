"""A word that its language does not know is spelt as the reader of letters also saw it, where that is a known one."""

import pytest

from ingest.picture.second_choices import Letter, SeenWord, in_known_words, other_spellings
from schema.reading import Word


def seen(text: str, **others: float) -> SeenWord:
    """A word whose letters at some places (`at3_G=0.4`) may be others."""
    choices = {int(key[2:].split("_")[0]): ((key.split("_")[1], likely),) for key, likely in others.items()}
    letters = [
        Letter(n, sign, 1 - sum(p for _, p in choices.get(n, ())), choices.get(n, ())) for n, sign in enumerate(text)
    ]
    return SeenWord(text, 0, others=other_spellings(letters))


@pytest.mark.parametrize(
    ("word", "language", "meant"),
    [
        (seen("UPCRADE", at2_G=0.49), "en", "UPGRADE"),
        (seen("dollector", at0_C=0.05), "en", "Collector"),
        (seen("INSPIPING", at5_R=0.21), "en", "INSPIRING"),
        (seen("Kouzelnìk", at7_í=0.3), "cs", "Kouzelník"),
        (seen("Ping", at0_R=0.3), "en", "Ping"),  # a word already
        (seen("Zorbix", at2_n=0.3), "en", "Zorbix"),  # a name, and no other word
        (seen("Ofg", at2_f=0.3), "en", "Ofg"),  # too short to tell
    ],
)
def test_an_unknown_word_is_spelt_as_a_known_one_that_was_also_seen(word: SeenWord, language: str, meant: str) -> None:
    assert in_known_words([word], language)[0].text == meant


def test_words_of_other_readers_and_of_unlisted_languages_stay() -> None:
    assert in_known_words([Word("UPCRADE", 0)], "en")[0].text == "UPCRADE"
    assert in_known_words([seen("UPCRADE", at2_G=0.49)], "xx")[0].text == "UPCRADE"


def test_of_many_doubtful_letters_nothing_is_made() -> None:
    assert seen("UPCRADE", at1_R=0.4, at2_G=0.4, at3_B=0.4, at4_O=0.4).others == ()

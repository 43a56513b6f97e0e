"""Where counted things stand, nouns stand; verbs stand elsewhere, end otherwise, or are written small."""

from ingest.discover.nouns import Nouns, NounSettings
from ingest.discover.word_forms import join_forms
from schema.documents import PassageShape


def shapes(*texts: str) -> list[PassageShape]:
    return [
        PassageShape(seq=seq, kind="paragraph", language="en", raw_text=text, text=text, confidence=1)
        for seq, text in enumerate(texts)
    ]


def nouns(*texts: str, endings: tuple[str, ...] = (), least_seen: int = 150) -> Nouns:
    given = shapes(*texts)
    return Nouns(
        given,
        join_forms(dict.fromkeys(" ".join(texts).lower().split(), 1)),
        endings,
        NounSettings(least_seen=least_seen),
    )


def test_a_word_that_begins_sentences_where_no_thing_does_is_no_noun() -> None:
    told = [
        f"Extract the 3 lamps of the boat. Extract 2 lamps. The lamps of the boat shine on the {n}." for n in "abcdefg"
    ]
    seen = nouns(*told * 3, least_seen=10)
    assert seen.is_noun("lamps")
    assert seen.is_noun("boat")
    assert not seen.is_noun("extract")


def test_little_text_proves_nothing() -> None:
    assert nouns("Extract the 3 lamps. Extract 2 lamps.").is_noun("extract")


def test_endings_of_verbs_are_told_by_the_language() -> None:
    seen = nouns("Déplacez le pion. Vous déplacez un pion.", endings=("ez",))
    assert not seen.is_noun("déplacez".replace("é", "e"))
    assert seen.is_noun("pion")


def test_where_counted_things_have_capitals_small_words_are_no_nouns() -> None:
    told = "Du legst 3 Karten auf deine Karten. Alle legst du offen ab. Nimm 2 Karten, deine Karten. "
    seen = nouns(told * 5)
    assert seen.is_noun("karten")
    assert not seen.is_noun("offen")
    assert nouns(told).is_noun("offen"), "two capitals may be names"


def test_small_words_behind_numbers_are_no_counted_things() -> None:
    texts = ["The boat of 5 of lamps crosses. Pay the 3 of lamps. Extract the oil. Extract the salt. Keep the oil."] * 5
    made = shapes(*texts)
    forms = join_forms(dict.fromkeys(" ".join(texts).lower().split(), 1))
    settings = NounSettings(least_seen=5)
    assert not Nouns(made, forms, settings=settings).is_noun("oil"), "it stands where “of” never does"
    assert Nouns(made, forms, settings=settings, is_small=lambda word: word == "of").is_noun("oil")

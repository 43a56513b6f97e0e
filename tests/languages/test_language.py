"""Each passage knows its language."""

import pytest

from ingest.languages.language import detect_language, mark_languages
from schema.documents import PassageKind, PassageShape
from schema.reading import PassageRead

CANDIDATES = ["cs", "pl", "it", "en"]


def passage(text: str, kind: PassageKind = "paragraph") -> PassageRead:
    shape = PassageShape(seq=0, kind=kind, language="und", raw_text=text, text=text, confidence=1)
    return PassageRead(shape, 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", "Každý hráč si vezme jednu figurku a pět karet ze společné zásoby."),
        ("pl", "Każdy gracz bierze jeden pionek i pięć kart ze wspólnej puli."),
        ("it", "Ogni giocatore prende una pedina e cinque carte dalla riserva comune."),
        ("en", "Each player takes one pawn and five cards from the common supply."),
    ],
)
def test_a_sentence_of_rules_tells_its_language(language: str, text: str) -> None:
    found, sureness = detect_language(text, CANDIDATES)
    assert found == language
    assert sureness > 0.9
    assert detect_language(text.upper(), CANDIDATES)[0] == language


@pytest.mark.parametrize("text", ["", "  \n", "12 + 3 = 15", "→ ☉ \uf084"])
def test_nothing_to_read_has_no_language(text: str) -> None:
    assert detect_language(text, CANDIDATES) == ("und", 0.0)


def test_only_candidates_are_found() -> None:
    text = "Jeder Spieler nimmt eine Figur und fünf Karten aus dem Vorrat."
    assert detect_language(text, ["cs", "pl"])[0] in ("cs", "pl")
    assert detect_language(text, ["cs", "de"])[0] == "de"
    assert detect_language(text, []) == ("und", 0.0)
    assert detect_language(text, ["tlh"]) == ("und", 0.0)


def test_a_foreign_box_in_a_document_keeps_its_own_language() -> None:
    foreign = "Whoever finishes this row first puts all of the dice back and takes one reward."
    own = "Chi completa la riga per primo rimette i dadi nella scatola."
    marked = mark_languages([passage(own), passage(foreign)], "it", CANDIDATES)
    assert [read.passage.language for read in marked] == ["it", "en"]


@pytest.mark.parametrize("text", ["PARIS", "Hitler 3", "CZ CZ CZ CZ", "Wolfsschlucht Berghof"])
def test_names_take_the_language_of_their_document(text: str) -> None:
    (read,) = mark_languages([passage(text)], "cs", CANDIDATES)
    assert read.passage.language == "cs"


def test_a_hole_has_no_language() -> None:
    (read,) = mark_languages([passage("", "gap")], "cs", CANDIDATES)
    assert read.passage.language == "und"

"""Accents that stand beside their letters are joined to them, in either order, before anything is called damaged."""

import pytest

from ingest.repair.apply import repair
from schema.documents import PassageShape
from schema.reading import PassageRead


def joined(text: str, language: str) -> str:
    shape = PassageShape(seq=0, kind="paragraph", language=language, raw_text=text, text=text, confidence=1.0)
    return repair([PassageRead(shape, page=1)], language, None)[0].passage.text


@pytest.mark.parametrize(
    ("language", "apart", "whole"),
    [
        ("it", "La citt`a `e pi`u bella perch´e no, cos`ı K¨orner.", "La città è più bella perché no, così Körner."),
        ("it", "La citta` e` piu` bella perche´ no.", "La città è più bella perché no."),
        ("it", "La citt` a ` e pi` u bella, perch´ e no.", "La città è più bella, perché no."),
        ("cs", "Pˇr´ıˇst´ı hr´aˇc M˚UˇZE zaˇc´ıt, nebot’ hraje.", "Příští hráč MŮŽE začít, neboť hraje."),
        ("pl", "Ka˙zdy mo˙ze si˛e ruszy´c, ´zr´odło b˛edzie twoje.", "Każdy może się ruszyć, źródło będzie twoje."),
        ("en", "A na¨ıve guest at the caf´e.", "A naïve guest at the café."),
        ("tlh", "¨Uber H¨auser, ¨Ofen und ¨Aste f¨ur uns.", "Über Häuser, Öfen und Äste für uns."),
    ],
)  # fmt: skip
def test_accents_beside_their_letters_are_joined(language: str, apart: str, whole: str) -> None:
    assert joined(apart, language) == whole


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("it", "L’azione è dell’uomo, un po’ d’oro e `codice`."),
        ("it", "Scrivi `e` oppure `a` sul foglio."),
        ("en", "It´s fine, don´t use `e` or x^2 ~ 3°."),
        ("cs", "Píše O’Neill a D’Artagnan, 20 ˇ 30."),
        ("en", "It is `if (ready) go();` in the handler."),
    ],
)
def test_apostrophes_code_and_signs_are_no_accents(language: str, text: str) -> None:
    assert joined(text, language) == text

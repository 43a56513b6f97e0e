"""Letters that a wrong encoding shows as other signs are put back; words of other languages stay."""

import pytest

from ingest.repair.apply import repair
from schema.documents import PassageShape
from schema.reading import PassageRead

BOOK = """\
Každý hráč začíná nové kolo a během něho všichni vybírají několik karet, které leží před nimi. Nejvyšší počet bodů
získává, kdo má nejméně žetonů. Příští hráč může vyměnit čtyři karty a přidá je do svého balíčku. Věž stojí vždy
uprostřed měst, řeky tvoří hranici. Šest vězňů čeká na záchranu, dokud někdo neobětuje členy skupiny ve městě. Důvod
je prostý: kromě bodů dostane hráč také různé úkoly. Můžete si půjčit další kostky a přesunout nejlepší z nich dále;
kdo nepoužívá svůj tah, musí ztratit všechny další životy."""


def read(texts: list[str]) -> list[str]:
    shapes = [
        PassageShape(seq=seq, kind="paragraph", language="cs", raw_text=text, text=text, confidence=1.0)
        for seq, text in enumerate(texts)
    ]
    return [found.passage.text for found in repair([PassageRead(shape, page=1) for shape in shapes], "cs", None)]


@pytest.mark.parametrize(
    "signs",
    [
        str.maketrans("čřžěšů", "£°º¥²·"),
        {ord(c): c.encode("cp1250").decode("cp1252") for c in "řěůčŘĚŮČ"},
    ],
    ids=["an old font", "another code page"],
)
def test_a_document_in_a_wrong_encoding_is_read_in_the_right_one(signs: dict[int, str]) -> None:
    texts = [BOOK, "ŠEST VĚZŇŮ ČEKÁ; venku je 20 °C a plocha má 3 m²."]
    assert read([text.translate(signs) for text in texts]) == texts


def test_words_and_names_of_other_languages_are_no_wrong_encoding() -> None:
    texts = [BOOK, "Gödel, Erdős, Ångström a Łukasz hráli v Kølnu při 20 °C; 3 m² stojí 5 £ · naïve façade señor."]
    assert read(texts) == texts


def test_the_same_book_in_a_kindred_language_beside_it_stays_as_it_is() -> None:
    slovak = (
        "Hráč môže hodiť kockou. Môžete položiť stôl na iný stôl, kôň a kôl sú vonku, dôvod je môj, pôvod je tvoj. "
        "Nôž, kôra, hôl, vôz, kôš, vôl, dôkaz a pôda sú karty."
    )
    assert read([BOOK, slovak]) == [BOOK, slovak]

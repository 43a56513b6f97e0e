"""Single slips are put right where the evidence is good, and everything else stays as it is printed."""

from pathlib import Path

import pytest

from ingest.packs.read import read_packs
from ingest.repair.apostrophes import accent_edits
from ingest.repair.apply import background, repair
from ingest.repair.misread_names import misread_name_edits
from ingest.repair.slips import SlipFinder, one_letter_away
from ingest.repair.wordlist import WordList, word_list
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import PassageRead

GAMES = Path(__file__).parents[2] / "games"


def passage(text: str, seq: int = 0, confidence: float = 1.0) -> PassageRead:
    shape = PassageShape(seq=seq, kind="paragraph", language="cs", raw_text=text, text=text, confidence=confidence)
    return PassageRead(shape, page=1)


def words(language: str) -> WordList:
    found = word_list(language)
    assert found is not None
    return found


def with_accents(text: str) -> str:
    for edit in reversed(list(accent_edits(text, words("it")))):
        text = text[: edit.start] + edit.after + text[edit.end :]
    return text


def freed(text: str, names: frozenset[str] = frozenset()) -> str:
    known = background(words("cs"), None)
    edits = list(SlipFinder(known.words, names, [text]).edits(text))
    for edit in sorted(edits, key=lambda e: -e.start):
        text = text[: edit.start] + edit.after + text[edit.end :]
    return text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("il mazzo e' vuoto", "il mazzo è vuoto"),
        ("E' il turno", "È il turno"),
        ("piu' carte", "più carte"),
        ("non puo' giocare", "non può giocare"),
        ("difficolta' alta", "difficoltà alta"),
        ("perche' no", "perché no"),
        ("vincerà' presto", "vincerà presto"),
        ("la città’ vecchia", "la città vecchia"),
    ],
)
def test_an_apostrophe_for_an_accent_becomes_the_accent(typed: str, meant: str) -> None:
    assert with_accents(typed) == meant


@pytest.mark.parametrize(
    "text",
    [
        "dell'eroe",
        "un'altra carta",
        "un po' di tempo",
        "l'uomo",
        "c'era",
        "di' la verità",
        "fa' presto",
        "la carta 'eroe' resta",
    ],
)
def test_elisions_shortened_words_and_quotations_keep_their_apostrophes(text: str) -> None:
    assert with_accents(text) == text


def test_other_languages_keep_all_apostrophes() -> None:
    assert list(accent_edits("hraje e' dál", words("cs"))) == []


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("I5 karet leží na stole", "15 karet leží na stole"),
        ("Vezměte 1O karet a hrajte", "Vezměte 10 karet a hrajte"),
        ("potom 1hned vezměte kartu ze stolu", "potom ihned vezměte kartu ze stolu"),
        ("hráč mocností 0sy vezme kartu", "hráč mocností osy vezme kartu"),
        ("počet zahraniých karet na konci kola", "počet zahraných karet na konci kola"),
        ("na konci kola vám už nezbyvá žádná karta", "na konci kola vám už nezbývá žádná karta"),
        ("hráči vezmou zbý vající karty ze stolu", "hráči vezmou zbývající karty ze stolu"),
    ],
)
def test_a_slip_is_put_right(read: str, meant: str) -> None:
    assert freed(read) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Vezměte 15 karet a žeton A1 nebo B2.",
        "Model T34 a letoun Me109 stojí na poli.",
        "Hráč Heydrich odhodí kartu Wolfsschanze.",
        "Deutschlandhalle a Wannsee jsou v Berlíně.",
        "ÚSTŘEDÍ GESTAPA A KANCLÉŘSTVÍ",
        "Karty si ponecháváš a vyměňuješ podle potřeby.",
        "Hodnota karty je 1/13 nebo 5–7.",
        "Je-li balíček prázdný, zamíchejte ho.",
        "O 5 bodů víc má hráč na tahu.",
        "The board is printed in English and stays so.",
        "Hráč 1st a 2nd má kostku 3D a 4x hází, 1an stojí.",
        "Pole S4 sousedí s polem S5 a pole S4 také.",
        "Pravidla5 se vztahují na všechny hráče a také na stůl.",
        "Nápis má zdvojené písmeno „hrrozné“ a to je na kartě schválně.",
        "Karta spojuje podobu dvou znaků人 a také jejich význam ve hře.",
    ],
)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert freed(text) == text


def test_a_word_of_the_game_is_never_a_slip() -> None:
    text = "počet zahraniých karet na konci kola"
    assert freed(text, frozenset({"zahraniých"})) == text


def test_one_letter_away_finds_added_lost_and_changed_letters() -> None:
    found = set(one_letter_away("karra", words("cs")))
    assert {"karta", "kara"} <= found


@pytest.fixture(scope="module")
def orchestra() -> Pack:
    packs = read_packs(GAMES)
    if "black-orchestra" not in packs:
        pytest.skip("the pack of Black Orchestra is not here")
    return packs["black-orchestra"]


def test_a_misread_name_is_the_one_missing_in_its_list(orchestra: Pack) -> None:
    listed = [passage(text, seq) for seq, text in enumerate(["HIMMLER", "MESS", "BORNMANN", "GOEBBELS", "GOEBBING"])]
    edits = misread_name_edits(listed, orchestra, "it", words("it"))
    assert {at: edit[0].after for at, edit in edits.items()} == {1: "HESS", 2: "BORMANN", 4: "GOERING"}
    assert "missing" in edits[1][0].reason


def test_a_strange_name_without_its_list_stays(orchestra: Pack) -> None:
    alone = [passage("Il signor Bornmann arriva domani.")]
    assert misread_name_edits(alone, orchestra, "it", words("it")) == {}


def test_names_of_the_list_and_their_forms_stay(orchestra: Pack) -> None:
    listed = [passage(text, seq) for seq, text in enumerate(["HIMMLER", "HESS", "BORMANN", "GOEBBELS", "GÖRING"])]
    assert misread_name_edits(listed, orchestra, "it", words("it")) == {}


def test_a_capital_taken_for_another_in_the_abbreviation_of_a_name_is_put_right(orchestra: Pack) -> None:
    read = [passage("Solo nel Gestapo HO si tira.", 0), passage("Torna nel Gestapo HQ.", 1), passage("Gestapo HR", 2)]
    edits = misread_name_edits(read, orchestra, "it", words("it"))
    assert {at: [(e.start, e.end, e.after) for e in found] for at, found in edits.items()} == {0: [(17, 19, "HQ")]}


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Tot sprzeciwu ma 3 pola.", ["Tor"]),
        ("Kości leżą na tot sprzeciwu.", ["tor"]),
        ("Tor sprzeciwu ma 3 pola.", []),
        ("Top sprzeciwu ma 3 pola.", []),  # a common word may be meant
        ("Tot nacisku ma 3 pola.", []),  # no name has this rest
        ("Taś sprzeciwu ma 3 pola.", []),  # two letters away
    ],
)
def test_a_short_word_of_a_name_misread_in_a_scan_is_told_by_the_rest_of_the_name(
    orchestra: Pack, text: str, after: list[str]
) -> None:
    edits = misread_name_edits([passage(text, confidence=0.95)], orchestra, "pl", words("pl"))
    assert [edit.after for edit in edits.get(0, [])] == after
    assert misread_name_edits([passage(text)], orchestra, "pl", words("pl")) == {}


def test_noise_and_gaps_are_never_repaired() -> None:
    noise = passage("I5 karet leží na stole")
    noise = PassageRead(noise.passage.model_copy(update={"kind": "noise"}), page=1)
    assert repair([noise], "cs", None)[0].passage.text == "I5 karet leží na stole"

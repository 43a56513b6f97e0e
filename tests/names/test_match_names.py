"""Misread names find their entry, strange ones are refused."""

from pathlib import Path

import pytest

from ingest.errors import UnreadableDocument
from ingest.names.match_names import Answer, NameMatcher, VocabularyName, read_queries, read_vocabulary
from ingest.names.name_odds import Misreading, OddsSettings, StrangeNames, letters, spelt

NAMES = ["Řemeslník", "Dobrodruh", "Alchymista", "Žoldnéř", "Studna", "Studánka", "Zlatý důl", "Łowca wilków", "Oř"]


@pytest.fixture(scope="module")
def matcher() -> NameMatcher:
    return NameMatcher([VocabularyName(name.lower(), "cs", name) for name in NAMES])


def ask(matcher: NameMatcher, query: str) -> Answer:
    (answer,) = matcher.match([query])
    return answer


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Řerneslník", "řemeslník"),
        ("D obrodrnh", "dobrodruh"),
        ("ALCHYM1STA", "alchymista"),
        ("zoldner", "žoldnéř"),
        ("zlatydul", "zlatý důl"),
        ("lowca wilkow", "łowca wilków"),
        ("Studnanka", "studánka"),
    ],
)
def test_a_misread_name_is_found(matcher: NameMatcher, query: str, name: str) -> None:
    answer = ask(matcher, query)
    assert answer.code == name
    assert answer.margin > 0
    assert answer.top[0] == (name, answer.score)


@pytest.mark.parametrize("query", ["", "?", "a", "Vlkodlak", "Kouzelný les", "Horská bystřina", "Šn"])
def test_what_is_none_of_the_names_is_refused(matcher: NameMatcher, query: str) -> None:
    assert ask(matcher, query).code is None


MANY = [
    "Acquedotto",
    "Affari",
    "Alchimista",
    "Ambasciata",
    "Antenato",
    "Arma",
    "Artigiano",
    "Avvitamento",
    "Bandito",
    "Biblioteca",
    "Borgo",
    "Cacciatore",
    "Cantina",
    "Cappella",
    "Carovana",
    "Cartografo",
    "Castello",
    "Cavaliere",
    "Cimitero",
    "Consigliere",
    "Corsaro",
    "Cortigiano",
    "Difesa",
    "Duca",
    "Emporio",
    "Erede",
    "Esploratore",
    "Fattoria",
    "Festival",
    "Fiera",
    "Forgia",
    "Fortezza",
    "Gioielliere",
    "Giardino",
    "Giullare",
    "Goletta",
    "Laboratorio",
    "Locanda",
    "Magistrato",
    "Mercante",
    "Miniera",
    "Molo",
    "Monastero",
    "Mulino",
    "Nobile",
    "Ombra",
    "Osteria",
    "Pellegrino",
    "Pirata",
    "Ponte",
    "Porto",
    "Principe",
    "Reliquia",
    "Sentinella",
    "Signore",
    "Soldato",
    "Spirale",
    "Strega",
    "Tesoro",
    "Torre",
    "Tributo",
    "Università",
    "Vescovo",
    "Viandante",
    "Villaggio",
    "Zecca",
]


@pytest.fixture(scope="module")
def large() -> NameMatcher:
    numbered = [f"{name} {number}" for name in ("Sentinella Mark", "Spirale dei Venti") for number in ("I", "III")]
    return NameMatcher([VocabularyName(name, "it", name) for name in (*MANY, *numbered)])


@pytest.mark.parametrize(
    ("query", "name"),
    [("Mqgisxroto", "Magistrato"), ("Avoiarnento", "Avvitamento"), ("5entinclla Mark lII", "Sentinella Mark III")],
)
def test_letters_that_make_no_name_are_a_misread_one(large: NameMatcher, query: str, name: str) -> None:
    assert ask(large, query).code == name


@pytest.mark.parametrize(
    "query", ["Sentinella Mark II", "Spirale dei Venti 2", "Mulini a vento", "Cantico dei cantici"]
)
def test_another_number_is_another_name(large: NameMatcher, query: str) -> None:
    assert ask(large, query).code is None


@pytest.mark.parametrize(("query", "is_reworded"), [("Ombre del passato", True), ("Ombna del passato", False)])
def test_a_word_of_the_language_in_place_of_another_is_no_misreading(query: str, is_reworded: bool) -> None:
    known, asked = spelt("Ombra del Passato"), spelt(query)
    assert Misreading(OddsSettings()).is_reworded(known, asked, "it") is is_reworded


def test_letters_in_an_order_that_no_name_has_are_less_likely_a_name() -> None:
    strange = StrangeNames([letters(name) for name in MANY], OddsSettings())
    assert strange.chance("cantico") > strange.chance("cntaoic") + 5


def test_a_name_by_its_letters_is_found_however_common_they_are(large: NameMatcher) -> None:
    assert [a.code for a in large.match(MANY)] == MANY


def test_one_code_may_have_many_names_and_two_codes_one_name() -> None:
    matcher = NameMatcher(
        [
            VocabularyName("well", "cs", "Studna"),
            VocabularyName("well", "it", "Pozzo"),
            VocabularyName("ace", "cs", "Eso"),
            VocabularyName("that", "cs", "Eso"),
        ]
    )
    assert [a.code for a in matcher.match(["pozzo", "studna", "eso"])] == ["well", "well", None]


def test_answers_come_in_the_order_of_the_queries_over_many_batches(matcher: NameMatcher) -> None:
    queries = [NAMES[n % len(NAMES)] for n in range(1200)]
    assert [a.code for a in matcher.match(queries)] == [q.lower() for q in queries]


def test_a_vocabulary_is_read_by_language_and_a_bad_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "names.tsv"
    file.write_text('# remark\ncode\tlanguage\tname\nwell\tcs\tStudna "U lípy"\nwell\tit\tPozzo\n', encoding="utf-8")
    assert [n.name for n in read_vocabulary(file, "cs")] == ['Studna "U lípy"']
    assert len(read_vocabulary(file)) == 2
    with pytest.raises(UnreadableDocument, match="no names in the language “pl”"):
        read_vocabulary(file, "pl")
    file.write_text("well\tcs\n", encoding="utf-8")
    with pytest.raises(UnreadableDocument, match="line 1 does not have the columns"):
        read_vocabulary(file)
    with pytest.raises(UnreadableDocument, match="cannot be read"):
        read_queries(tmp_path / "none.txt")

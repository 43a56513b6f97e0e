"""Misread names find their entry, strange ones are refused."""

from pathlib import Path

import pytest

from ingest.errors import UnreadableDocument
from ingest.match_names import Answer, NameMatcher, VocabularyName, read_queries, read_vocabulary

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

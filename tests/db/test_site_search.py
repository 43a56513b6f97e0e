"""Search forgives: missing marks, slips of the keyboard, unfinished words, any language."""

import asyncio
import html
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from db.answers import answers
from db.packed import packed, packed_fractions, unpacked, unpacked_fractions
from db.query import BadQuery, ask, is_query
from db.ranking import ranked
from db.rule_grams import TEXTS, compared, grams, words_of_line
from db.rule_search import RuleSearching
from db.rule_typical import likelier
from db.search import Found, Words, find, nearest_words, phrase_expression, read_words
from db.site.marks import mark_hits
from db.site.serve import build_site

WORDS = Words(prisera=9, prsera=1, potwor=4, zolnierz=3, pribeh=2, kareta=1, karta=80, lodz=5)


@pytest.fixture(scope="module")
def index(snapshot: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(snapshot)) as connection:
        yield connection


def _find(index: sqlite3.Connection, query: str) -> Found:
    return find(index, query, read_words(index))


@pytest.mark.parametrize(
    ("query", "kind", "title"),
    [
        ("lodz", "name", "Łódź"),
        ("ŁÓDŹ", "name", "Łódź"),
        ("prisera", "card", "Příšera"),
        ("prisrea", "card", "Příšera"),
        ("przysera", "card", "Příšera"),
        ("pris", "card", "Příšera"),
        ("ghsot", "card", "Ghost"),
        ("entring city", "rule", "enter city"),
        ("admission", "rule", "enter city"),
        ("textilka", "name", "Lodž"),
        ("potwur", "passage", "Deska"),
        ("czai lodz", "passage", "Deska"),
    ],
)
def test_what_was_meant_is_found(index: sqlite3.Connection, query: str, kind: str, title: str) -> None:
    assert title in [hit.title for hit in _find(index, query).groups[kind]]


@pytest.mark.parametrize("query", ["", "   ", "?!", "\x00", '"', "AND OR NOT NEAR(", "* *", "zzzzzzzz", "a" * 5000])
def test_a_query_that_means_nothing_finds_nothing_and_breaks_nothing(index: sqlite3.Connection, query: str) -> None:
    assert dict(_find(index, query).groups) == {}


@settings(max_examples=150, deadline=None)
@given(query=st.text(max_size=30))
def test_any_query_can_be_asked(index: sqlite3.Connection, query: str) -> None:
    found = _find(index, query)
    assert all(found.groups.values())


def test_a_word_that_stands_there_is_not_second_guessed(index: sqlite3.Connection) -> None:
    assert dict(_find(index, "lodz").guessed) == {}
    assert dict(_find(index, "prisrea").guessed) == {"prisrea": ["prisera"]}


@given(word=st.text(alphabet="prisezolnbhkatdwu", min_size=1, max_size=10))
def test_near_words_are_those_that_a_plain_count_of_slips_calls_near(word: str) -> None:
    slips = 0 if len(word) < 3 else 1 if len(word) < 5 else 2 if len(word) < 9 else 3
    distances = {other: OSA.distance(word, other) for other in WORDS}
    near = {other for other, distance in distances.items() if distance <= slips}
    least = min((distances[other] for other in near), default=0)
    expected = {other for other in near if other != word and distances[other] <= least + 1} if slips else set()
    assert set(nearest_words(word, WORDS)) == expected


def test_the_nearest_word_comes_first_and_the_common_one_before_the_rare() -> None:
    assert nearest_words("karte", WORDS) == ["karta", "kareta"]


def test_a_title_is_looked_for_in_its_order() -> None:
    assert phrase_expression("Osamělý střelec!") == '"osamely strelec"'
    assert phrase_expression("Osamělý střelec!", in_a_row=False) == '"osamely" "strelec"'


def test_a_long_text_is_shown_around_its_hit() -> None:
    text = "start " * 100 + "here is the Łódź of it " + "end " * 100
    shown = mark_hits(text, ["lodz"])
    assert '<mark class="hit">Łódź</mark>' in shown
    assert shown.startswith("… start")
    assert shown.endswith("…")
    assert len(re.sub("<[^>]+>", "", shown)) < 400


def test_the_page_shows_hits_in_their_order_with_their_kind_marks_them_and_leads_on(snapshot: Path) -> None:
    site: Any = build_site(snapshot)
    page = html.unescape(asyncio.run(site.client.get("/en/find?q=prisrea")).text)
    order = re.findall(r'<li class="hit-(\w+)">', page)
    assert (order[0], order[-1]) == ("card", "passage")
    assert re.search(r'href="/en/find\?q=prisrea&kind=card">Cards <span class="of">1</span>', page)
    of_a_kind = asyncio.run(site.client.get("/en/find?q=prisrea&kind=passage")).text
    assert set(re.findall(r'<li class="hit-(\w+)">', of_a_kind)) == {"passage"}
    assert re.search(r'<a href="/en/card/monsters/beast" lang="..">\s*<mark class="hit">Příšera</mark></a>', page)
    assert "searched for <b>prisera</b>" in page
    assert re.search(r'<a href="/en/document/1/1#p\d+" lang="cs">', page)
    nothing = html.unescape(asyncio.run(site.client.get("/pl/find?q=zzzzzz")).text)
    assert "Nic nie znaleziono dla „zzzzzz”" in nothing


def test_the_same_thing_is_listed_once_with_its_languages(snapshot: Path) -> None:
    site: Any = build_site(snapshot)
    page = asyncio.run(site.client.get("/en/find?q=lodz")).text
    assert page.count('href="/en/subject/monsters/location:lodz"') == 1


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("foo:3", "There is no “foo:” to ask for. You can ask for type:, game:"),
        ("deck:", "After “deck:” a value is missing"),
        ("copies>x", "“copies>” wants a whole number, and “x” is none."),
        ("copies:x", "“copies” wants a whole number, and “x” is none."),
        ("type:place", "After “type:” stands card or rule."),
        ("-a " * 30, "at most 20 parts"),
    ],
)
def test_a_query_that_cannot_be_understood_says_why(index: sqlite3.Connection, query: str, said: str) -> None:
    with pytest.raises(BadQuery, match=re.escape(said)):
        ask(index, query)


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("deck:monster", {"beast", "ghost"}),
        ("deck:monster -boo", {"beast"}),
        ("copies>2", {"ghost"}),
        ("copies<=2 origin:card-list", {"beast"}),
        ("lang:en type:card", {"ghost"}),
        ("-lang:en type:card", {"beast"}),
        ("title:pris", {"beast"}),
        ("topic:movement", {"enter-city"}),
        ("type:rule lang:pl", {"enter-city"}),
        ("deck:nothing", set()),
        ("deck!=monster type:card", set()),
    ],
)
def test_a_query_finds_what_fits_every_part(index: sqlite3.Connection, query: str, codes: set[str]) -> None:
    assert {answer.code for answer in ask(index, query)} == codes


@settings(max_examples=150, deadline=None)
@given(query=st.text(alphabet='abdeck:<>=!-" 0139.*()', max_size=40))
def test_any_query_is_answered_or_refused_in_a_sentence(index: sqlite3.Connection, query: str) -> None:
    told = ""
    try:
        answers(index, query)
    except BadQuery as error:
        told = str(error)
    assert not told or told.endswith(".")


def test_a_rule_is_found_by_the_words_of_its_passages_in_every_language(index: sqlite3.Connection) -> None:
    for query in ("vstoupi mesta", "wejdzie do miasta", "entering a city"):
        things = ranked(index, _find(index, query))
        assert (things[0].kind, things[0].code) == ("rule", "enter-city"), query


@pytest.mark.parametrize(
    ("query", "language", "text"),
    [
        ("type:rule lang:cs", "cs", "Vstup do města stojí body."),
        ("type:rule lang:pl", "en", "Entering a city costs points."),
        ("topic:movement", "en", "Entering a city costs points."),
    ],
)
def test_a_query_tells_rules_in_the_language_it_asks_for(
    index: sqlite3.Connection, query: str, language: str, text: str
) -> None:
    assert [(line.language, line.text) for line in answers(index, query)] == [(language, text)]


def test_single_letters_are_not_searched_for(index: sqlite3.Connection) -> None:
    assert dict(_find(index, "s").groups) == {}
    assert _find(index, "s lodz").asked == ["lodz"]
    assert not is_query("s lodz")


def test_the_page_suggests_tells_errors_and_gives_tables(snapshot: Path) -> None:
    site: Any = build_site(snapshot)

    def get(path: str) -> Any:
        return asyncio.run(site.client.get(path))

    suggested = get("/en/suggest.json?q=pris").json()["data"]["suggestions"]
    assert suggested[0]["title"] == "Příšera"
    assert get("/en/suggest.json?q=stage=x").json()["data"]["suggestions"] == []
    assert get("/en/suggest.json?q=" + "ab+" * 30).status_code == 200
    assert get("/en/find.json?q=prisera" + "+ab" * 30).json()["data"]["error"] == ""
    assert get(suggested[0]["href"]).status_code == 200
    assert "There is no “foo:”" in html.unescape(get("/cs/find?q=foo:1").text)
    assert get("/en/find?q=deck:monster").text.count('href="/en/card/monsters/') == 2
    table = get("/en/find.csv?q=deck:monster").text.splitlines()
    assert table[0] == "kind,game,code,title,language,body"
    assert {line.split(",")[2] for line in table[1:]} == {"beast", "ghost"}
    told = get("/en/find.json?q=lodz").json()
    assert (told["format"], told["page"]) == ("rulewright-site/1", "find")
    assert told["data"]["results"][0]["code"] == "location:lodz"
    assert get("/en/query").status_code == 200


def test_a_word_is_typical_of_what_has_it_often() -> None:
    had = {"jail": {1: 9, 2: 1}, "card": {1: 1, 2: 1, 3: 1}}
    found = likelier(had, {1: 10, 2: 10, 3: 10}, {1, 2, 3})
    assert found[1] > found[2] > found[3]
    assert found[1] > 0 > found[3]


def test_few_phrases_prove_little() -> None:
    found = likelier({"jail": {1: 1, 2: 20}}, {1: 1, 2: 20, 3: 100}, {1, 2})
    assert 0 < found[1] < found[2]


def test_what_stands_far_below_the_best_is_left_out(snapshot: Path) -> None:
    with closing(sqlite3.connect(snapshot)) as opened:
        found = find(opened, "prisera", read_words(opened), 40, RuleSearching(enough=0.0, near=99.0))
        every = ranked(opened, found, RuleSearching(near=99.0))
        near = ranked(opened, found, RuleSearching(near=0.5))
    things = [thing for thing in near if thing.kind != "passage"]
    assert [thing.code for thing in things] == [thing.code for thing in every][: len(things)]
    assert things[0].code == "beast"
    assert [t for t in near if t.kind == "passage"] == [t for t in every if t.kind == "passage"]


@given(st.lists(st.integers(-(2**31), 2**31 - 1)), st.lists(st.floats(allow_nan=False)))
def test_packed_numbers_come_out_as_they_went_in(whole: list[int], others: list[float]) -> None:
    assert list(unpacked(packed(whole))) == whole
    assert list(unpacked_fractions(packed_fractions(others))) == others


def test_packed_numbers_are_alike_on_every_machine() -> None:
    assert packed([1, -2]) == b"\x01\x00\x00\x00\xfe\xff\xff\xff"


def test_texts_are_found_by_their_letters_as_if_each_were_looked_at(index: sqlite3.Connection) -> None:
    lines = [(subject, line) for subject, _, _, text in index.execute(TEXTS) for line in text.splitlines()]
    assert lines
    for _, line in lines:
        found = compared(index, words_of_line(line), None)
        for gram, having in found.having.items():
            assert having == Counter(subject for subject, line in lines if gram in grams(words_of_line(line)))
        assert max(likest[0] for likest in found.alike.values()) == pytest.approx(1.0)

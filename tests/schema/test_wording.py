"""Wordings find facts in print, whatever the case, ending or order of lines."""

from pathlib import Path

import pytest

from schema.lexicon import Lexicon
from schema.pack import Pack
from schema.reading import ConceptKey
from schema.tokens import break_after, tokenise
from schema.wording import Text, WordingError, compile_wording

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    ("deck", "event"): ["karty událostí", "karet událostí"],
    ("track", "suspicion"): ["podezření"],
    ("track", "support"): ["vojenská podpora"],
    ("location", "paris"): ["Paříž"],
    ("leader", "hess"): ["Hess"],
    ("change", "-"): ["snižte", "klesá"],
    ("change", "+"): ["zvyšte", "roste"],
    ("difficulty", "easy"): ["lehká"],
    ("difficulty", "hard"): ["těžká"],
}


def found(pattern: str, *passages: str) -> list[dict[str, str]]:
    wording = compile_wording(pattern)
    names = {ConceptKey(*key): texts for key, texts in NAMES.items()}
    lexicon = Lexicon(names, {"dvě": 2, "tří": 3}, wording.words())
    tokens = [t for seq, text in enumerate(passages) for t in (*tokenise(text, seq), break_after(seq))]
    return [
        {name: b.value for name, b in bound.items()}
        for hit in wording.find(Text(tokens, lexicon))
        for bound in hit.rounds()
    ]


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("{number} {deck}", "90 KARET UDÁLOSTÍ", {"number": "90", "deck": "event"}),
        ("{number} {deck}", "tří karet událostí", {"number": "3", "deck": "event"}),
        ("{amount} {track}", "− 5 podezření", {"amount": "-5", "track": "suspicion"}),
        ("{range} hráči {number}", "3–4 hráči: 7 karet", {"range": "3-4", "low": "3", "high": "4", "number": "7"}),
        ("{leader} … {track} {change} o {number}", "HESS: úroveň podezření klesá o 9.",
         {"leader": "hess", "track": "suspicion", "change": "-", "number": "9"}),
        ("[nejvýše] {number} (kostek | kostky)", "až 6 kostkami", {"number": "6"}),
        ("{low=number} až {high=number}", "11 až 13", {"low": "11", "high": "13"}),
        ("{track:support} {number}", "vojenské podpory 8", {"track": "support", "number": "8"}),
        ("ukazatel „{track}”, {number}", "Ukazatel „podezření“: 3", {"track": "suspicion", "number": "3"}),
    ],
)  # fmt: skip
def test_a_wording_binds_its_slots(pattern: str, text: str, expected: dict[str, str]) -> None:
    assert found(pattern, text) == [expected]


def test_a_repeated_part_gives_one_round_each() -> None:
    rounds = found("{track} … ({number} pro {difficulty})+", "Podpora: 5 pro lehkou a 8 pro těžkou hru.", "")
    assert rounds == []
    rounds = found("{track:support} … ({number} pro {difficulty})+", "Vojenská podpora je 5 pro lehkou a 8 pro těžkou.")
    assert [(r["difficulty"], r["number"]) for r in rounds] == [("easy", "5"), ("hard", "8")]


@pytest.mark.parametrize(
    "text",
    ["Karty událostí: 90", "90 karet událostí", "Je tu 90 nových karet událostí", "Karet událostí je celkem 90."],
)
def test_parts_in_any_order_are_found(text: str) -> None:
    assert found("<{number} {deck}>", text) == [{"number": "90", "deck": "event"}]


def test_parts_in_any_order_do_not_reach_over_another_number_or_sentence() -> None:
    assert found("<{number} {track}>", "Za 4 karty dvě podezření.") == [{"number": "2", "track": "suspicion"}]
    assert found("<{number} {track}>", "Máte 4 karty. Podezření roste.") == []


def test_a_label_and_the_text_under_it_belong_together_only_across_one_break() -> None:
    pattern = "{location} ¶ ({amount} {track})+"
    assert [(r["track"], r["amount"]) for r in found(pattern, "PAŘÍŽ", "-4 podezření, +2 vojenská podpora")] == [
        ("suspicion", "-4"),
        ("support", "+2"),
    ]
    assert found(pattern, "PAŘÍŽ", "jiný text", "-4 podezření") == []


def test_a_gap_does_not_reach_into_the_next_sentence() -> None:
    assert found("{leader} … {number}", "Hess odešel. Bylo jich 7.") == []


@pytest.mark.parametrize("dash", ["(2 – lehká)", "cena je 2 - 5", "v roce 1943-1944 klesla"])
def test_a_dash_between_words_is_not_a_minus(dash: str) -> None:
    assert found("{amount} {difficulty}", dash) == []


def test_a_misread_long_word_is_found_and_a_short_one_is_not() -> None:
    assert found("{number} {track}", "4 podezřenl") == [{"number": "4", "track": "suspicion"}]
    assert found("{number} {leader}", "4 Hexx") == []


def test_a_pause_after_a_slot_is_for_who_hears_it() -> None:
    told = [{"number": "4", "track": "suspicion"}]
    assert found("({number}), kam: {track}", "(4), kam: podezření") == told
    assert found("({number}), kam: {track}", "4 kam podezření") == told


@pytest.mark.parametrize(
    ("pattern", "message"),
    [("2 karty", "must not hold a number"), ("{number", "cannot be read"), ("(a | ) b", "cannot be read")],
)
def test_a_wrong_wording_is_refused(pattern: str, message: str) -> None:
    with pytest.raises(WordingError, match=message):
        compile_wording(pattern)


def test_looking_only_where_a_wording_can_stand_misses_nothing(
    games: dict[str, Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = games["black-orchestra"]
    book = (ROOT / "games" / "black-orchestra" / "samples" / "black-orchestra-en.md").read_text(encoding="utf-8")
    tokens = [t for seq, line in enumerate(book.splitlines()) for t in (*tokenise(line, seq), break_after(seq))]
    text = Text(tokens, pack.lexicon("en"))
    wordings = [wording for _, wording in pack.patterns("en")][::5]
    laid = [list(wording.find(text)) for wording in wordings]
    monkeypatch.setattr("schema.wording_parts._may_stand", lambda *_: True)
    for wording, found_there in zip(wordings, laid, strict=True):
        assert found_there == list(wording.find(text, range(len(tokens)))), wording.source
    assert sum(map(len, laid)) > 20


def test_what_stands_behind_an_optional_part_in_any_order_may_stand_farther_off() -> None:
    assert found("od <[{track}] {number}>", "od jejich kostek dvě") == [{"number": "2"}]

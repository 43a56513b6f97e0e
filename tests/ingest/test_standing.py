"""The standing of numbers: the judges' texts that may be looked at, and what every language must tell apart."""

import csv
import re
import runpy
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ingest.packs.read import read_shared_languages
from ingest.standing.own import read_own_names
from ingest.standing.passages import IN_BOOKS
from ingest.standing.tell import StandingSettings, tell_standings
from ingest.standing.text import Standing, read_pieces
from ingest.standing.weigh import STEPS, Weights, Wording
from ingest.standing.wording import REACH, around_number
from ingest.standing.words import StandingWords
from schema.documents import PassageShape

ROOT = Path(__file__).parents[2]
JUDGES = ROOT / "tests" / "judges" / "standing"
WORKED = runpy.run_path(str(ROOT / "benchmarks" / "standing.py"))["WORKED"]
"""The texts that were worked with; what was kept apart is scored in `benchmarks/standing.py`."""
LEAST = 0.97
"""Of their numbers."""
MOST_BELIEVED = 0.03
"""Of those that the texts deny, suppose or say of something else."""


@cache
def words(language: str) -> StandingWords:
    """The words of a language."""
    shared = read_shared_languages(ROOT / "games")[language]
    return StandingWords(shared.standing, shared.numbers, language)


def told(text: str, language: str = "en") -> list[tuple[int, str, int | None]]:
    """Value, standing and what is corrected, of each number."""
    return [(s.value, s.standing, s.corrects) for s in tell_standings(text, words(language))]


@pytest.mark.parametrize("language", ["cs", "pl", "it", "en"])
def test_the_texts_that_were_worked_with_are_told_right_and_nothing_wrong_is_believed(language: str) -> None:
    rows = [row for part in WORKED for row in _rows(f"{language}-{part}.tsv")]
    told = [_found(row, language) for row in rows]
    right = sum(found == row["standing"] for found, row in zip(told, rows, strict=True))
    assert right >= LEAST * len(rows)
    untrue = [found for found, row in zip(told, rows, strict=True) if row["standing"] != "asserted"]
    assert untrue.count("asserted") <= MOST_BELIEVED * len(untrue)


def _rows(file: str) -> list[dict[str, str]]:
    with (JUDGES / file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE))


def _found(row: dict[str, str], language: str) -> str:
    places = [m.start() for m in re.finditer(rf"(?<!\d){re.escape(row['number'])}(?!\d)", row["text"])]
    at = places[int(row["nth"]) - 1] if len(places) >= int(row["nth"]) else -1
    return next((s.standing for s in _standings(row["text"], language) if s.start <= at < s.end), "unread")


@cache
def _standings(text: str, language: str) -> list[Standing]:
    return tell_standings(text, words(language))


def test_of_a_correction_the_old_value_is_denied_and_the_new_one_names_it() -> None:
    assert told("The limit is not 5 but 4.") == [(5, "denied", None), (4, "asserted", 5)]
    assert told("It should read 3 cards instead of 2.") == [(3, "asserted", 2), (2, "denied", None)]


def test_what_play_puts_in_the_place_of_something_corrects_nothing() -> None:
    for language, text in (
        ("en", "Draw 3 cards instead of 2."),
        ("en", "With the bellows you forge 3 ingots rather than 2."),
        ("cs", "Rybář se sítí vytáhne 3 ryby místo 1."),
        ("pl", "Rybak z siecią wyciąga 3 ryby zamiast 1."),
        ("it", "Il pescatore con la rete prende 3 pesci invece di 1."),
    ):
        assert [corrects for _, _, corrects in told(text, language)] == [None, None]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Whoever holds the lantern draws 4 cards instead of 2."),
        ("cs", "Kdo drží lucernu, bere si místo 2 karet 4."),
        ("pl", "Kto ma latarnię, dobiera 4 karty zamiast 2."),
        ("it", "Con la lanterna pescate 4 carte invece di 2."),
        ("pl", "W kuźni wymieniasz 5 rud na 2 miecze."),
        ("en", "Smithy: 5 ores → 2 swords"),
    ],
)
def test_what_a_rule_puts_aside_or_exchanges_in_play_holds(language: str, text: str) -> None:
    assert [(standing, corrects) for _, standing, corrects in told(text, language)] == [("asserted", None)] * 2


def test_what_is_put_aside_in_a_text_is_denied() -> None:
    told_of_text = told("Draw 4 cards instead of the 2 printed on page 7.")
    assert told_of_text[:2] == [(4, "asserted", 2), (2, "denied", None)]
    assert told("Well: cost 5 (was 3)") == [(5, "asserted", 3), (3, "denied", None)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Printed / correct: Well 3 / 5; Barn 7 / 6"),
        ("cs", "Chybně / správně: studna 3 / 5; stodola 7 / 6"),
        ("pl", "Błędnie / poprawnie: studnia 3 / 5; stodoła 7 / 6"),
        ("it", "Errato / corretto: pozzo 3 / 5; fienile 7 / 6"),
    ],
)
def test_heads_beside_a_stroke_tell_what_was_and_what_is_right(language: str, text: str) -> None:
    corrected = [(3, "denied", None), (5, "asserted", 3), (7, "denied", None), (6, "asserted", 7)]
    assert told(text, language) == corrected


def test_numbers_beside_strokes_without_such_heads_hold() -> None:
    assert {standing for _, standing, _ in told("Players / cards: few 2 / 7; many 5 / 6")} == {"asserted"}


def test_a_label_that_only_says_printed_tells_of_no_old_value() -> None:
    for language, text in (
        ("it", "Contenuto: 90 carte, 12 pedine, 3 dadi."),
        ("en", "Shown on it: 90 cards, 12 pawns."),
    ):
        assert {standing for _, standing, _ in told(text, language)} == {"asserted"}


def test_what_a_clause_denies_plainly_is_denied_and_in_a_condition_it_is_not() -> None:
    assert told("The mermaid does not collect 6 pearls.") == [(6, "denied", None)]
    assert told("Whoever does not pay 6 pearls loses a turn.") == [(6, "asserted", None)]


def test_a_yes_that_is_turned_denies_and_a_question_for_something_is_confirmed_by_none() -> None:
    assert told("My cousin swears that a ferry costs 6 coins. Is she right? She is not.") == [(6, "denied", None)]
    assert told("What happens if I have 6 coins left? You keep them.") == [(6, "supposed", None)]


def test_a_verb_that_is_also_the_word_of_a_place_in_a_text_counts() -> None:
    assert told("In chess a pawn may step two squares.") == [(2, "elsewhere", None)]


def test_columns_whose_heads_only_look_like_verbs_of_the_past_correct_nothing() -> None:
    assert told("| Ship | Speed | Hold | / | Sloop | 5 | 2 |") == [(5, "asserted", None), (2, "asserted", None)]
    assert (4, "asserted", 5) in told("| Card | Wrong | Right | / | Owl | 5 | 4 |")


def test_a_brief_question_that_nobody_answers_is_a_condition() -> None:
    assert told("A 6? Roll again.")[0] == (6, "asserted", None)
    assert told("Is the limit of cards perhaps 6? Nobody knows.")[0] == (6, "supposed", None)


def test_conditions_and_limits_are_asserted() -> None:
    for text in (
        "Riders that are not mounted get +1 defence.",
        "If 4 play, remove a card.",
        "Nobody may hold more than 3 cards.",
        "You may not take 2 cards together.",
    ):
        assert [standing for _, standing, _ in told(text)] == ["asserted"]


def test_what_a_condition_tests_for_is_asserted_in_whatever_mood_it_is_told() -> None:
    for language, text in (
        ("en", "If he were to roll 3 or more ones, the raid would fail and he would be caught."),
        ("cs", "Kdyby tedy padly 3 či více jedniček, byl by nájezd odhalen."),
        ("pl", "Gdyby wypadły 3 lub więcej jedynek, napad zostałby wykryty."),
        ("it", "Se uscissero 3 o più uno, la razzia verrebbe scoperta."),
    ):
        assert (3, "asserted", None) in told(text, language)
    assert told("Even if you had 30 or more coins, you could not buy it.") == [(30, "supposed", None)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", "Nejvyšší stupeň je 7, i kdyby ho nějaká karta měla zvednout výš."),
        ("pl", "Najwyższy stopień to 7 (nawet, gdyby jakaś karta miała go podnieść)."),
        ("it", "Il grado più alto è 7, anche se le carte dovessero alzarlo."),
        ("en", "The highest step is 7, even if a card would raise it."),
    ],
)
def test_what_holds_even_if_something_happened_holds(language: str, text: str) -> None:
    assert told(text, language) == [(7, "asserted", None)]


def test_what_is_done_according_to_something_is_no_better_number_than_another() -> None:
    text = "Podziel karty na 5 zakrytych talii zgodnie z numerami na ich odwrotach. Z każdej odłóż 2 karty. Ułóż 5."
    assert [standing for _, standing, _ in told(text, "pl")] == ["asserted"] * 3


def test_a_question_states_what_its_answer_confirms() -> None:
    assert told("Do I draw 3 cards? Yes.") == [(3, "asserted", None)]
    assert told("Do I draw 3 cards? No.") == [(3, "denied", None)]
    assert told("Do I draw 3 cards? No, only 2.") == [(3, "denied", None), (2, "asserted", 3)]


def test_what_a_document_calls_itself_is_no_other_edition() -> None:
    other, edition = "The dice game is for 5 players.", "The second edition has 60 cards."
    lines = [("heading", "Pig"), ("paragraph", "A dice game for 2 to 4 players."), ("label", "Rules, second edition")]
    passages = [
        PassageShape(seq=n, kind=kind, language="en", raw_text=text, text=text, confidence=1)
        for n, (kind, text) in enumerate(lines)
    ]
    own = read_own_names(passages, words("en"))
    for text in (other, edition):
        assert [s.standing for s in tell_standings(text, words("en"), settings=IN_BOOKS, own=own)] == ["asserted"]
    assert [s.standing for s in tell_standings(edition, words("en"), settings=IN_BOOKS)] == ["elsewhere"]
    first = "The first edition had 54 cards."
    assert [s.standing for s in tell_standings(first, words("en"), settings=IN_BOOKS, own=own)] == ["elsewhere"]


def test_icons_are_no_numbers() -> None:
    assert told("Roll [icon:1] or [icon:2].") == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "My aunt and her friends deal 11 cards."),
        ("cs", "Moje teta s přáteli rozdává 11 karet."),
        ("pl", "Moja ciotka ze znajomymi rozdaje 11 kart."),
        ("it", "Mia zia e i suoi amici distribuiscono 11 carte."),
        ("en", "Many years ago the bank paid 7 coins."),
        ("pl", "Dawno temu bank wypłacał 7 monet."),
        ("it", "Tanti anni fa la banca pagava 7 monete."),
    ],
)
def test_what_others_play_and_what_was_long_ago_is_said_of_something_else(language: str, text: str) -> None:
    assert [standing for _, standing, _ in told(text, language)] == ["elsewhere"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The neighbour on your right takes 3 cards."),
        ("cs", "Soused po pravici si vezme 3 karty."),
        ("pl", "Sąsiad po prawej bierze 3 karty."),
        ("it", "Il vicino di destra prende 3 carte."),
        ("en", "Every player who lost a fight draws 2 cards."),
        ("cs", "Kdo v minulém kole vyhrál, dostane 2 body."),
    ],
)
def test_a_neighbour_at_the_table_and_a_past_in_a_condition_are_of_play(language: str, text: str) -> None:
    assert [standing for _, standing, _ in told(text, language)] == ["asserted"]


@pytest.mark.parametrize(
    ("language", "past", "none"),
    [
        ("en", "The ferry carried people", "At least the needed cards are counted"),
        ("cs", "Babička s ním hrála", "Na poli zraje obilí a stůl patří králi"),
        ("pl", "Babcia z nim grała", "Ten hotel i ta chwila"),
        ("it", "La nonna giocava", "La carta attiva è nuova"),
    ],
)
def test_a_verb_of_the_past_is_told_from_nouns_and_participles(language: str, past: str, none: str) -> None:
    said = [{cue.idea for cue in words(language).cues(read_pieces(text, {}))} for text in (past, none)]
    assert "past" in said[0]
    assert "past" not in said[1]


def test_what_leads_a_list_is_said_of_all_that_it_lists() -> None:
    for edition, standing in (("the German edition", "elsewhere"), ("this edition", "asserted")):
        listed = told(f"Prices in {edition}: plough 4, ox 6, goat 9.")
        assert [said for _, said, _ in listed] == [standing] * 3


def test_what_somebody_says_and_the_next_sentence_refuses_is_denied() -> None:
    assert told("Many say that a griffin lays 8 eggs. It does not.") == [(8, "denied", None)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A sailor who does not pay 6 doubloons swims home."),
        ("cs", "Neprodaný sýr zplesniví po 6 dnech."),
    ],
)
def test_what_a_condition_or_a_quality_denies_leaves_the_number_alone(language: str, text: str) -> None:
    assert told(text, language) == [(6, "asserted", None)]


def test_what_is_set_against_a_supposed_number_holds() -> None:
    supposed = told("If the river were 9 miles long and not 6, the raft would sink.")
    assert supposed == [(9, "supposed", None), (6, "asserted", None)]


def test_brief_questions_in_a_row_are_questions() -> None:
    asked = told("How many steps are there, 30? 35? The booklet is silent.")
    assert [said for _, said, _ in asked] == ["supposed", "supposed"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It says 4 goats; it should say 3."),
        ("en", "Goats: 3 [rulebook: 4]."),
        ("en", "The right number of goats is 3 (the rulebook has 4)."),
        ("pl", "Zamiast „4 kozy” powinno być „3 kozy”."),
        ("cs", "Na straně 9 stojí „4 kozy“. Má být „3 kozy“."),
        ("it", "Rettifica, pagina 9: si comincia con 3 capre anziché con 4."),
    ],
)
def test_a_plain_correction_is_a_pair(language: str, text: str) -> None:
    found = {value: (standing, corrects) for value, standing, corrects in told(text, language)}
    assert (found[4], found[3]) == (("denied", None), ("asserted", 4))


def test_a_lone_bracket_opens_no_aside() -> None:
    lone = read_pieces("[ Qx , the map shows 5 islands.", {})
    assert not any(piece.is_aside for piece in lone)
    assert any(piece.is_aside for piece in read_pieces("7 goats [rulebook: 8]", {}))


def test_words_that_no_class_names_are_learnt_each_in_its_language() -> None:
    text = "The glorpish tinker takes 4 coins."
    pieces = read_pieces(text, {})
    at = next(n for n, piece in enumerate(pieces) if piece.value == 4)
    plain = around_number(read_pieces("The tinker takes 4 coins.", {}), at - 1, "en")
    learnt = sorted(around_number(pieces, at, "en") - plain)
    wording = Wording(np.array(learnt, dtype=np.uint32), np.full((len(learnt), 3), [0, 0, STEPS], dtype=np.int8))
    weights, rare = Weights({}, {}, wording), StandingSettings(ordinary=1.0)

    def standings(text: str, language: str) -> list[str]:
        return [s.standing for s in tell_standings(text, words(language), settings=rare, weights=weights)]

    assert standings(text, "en") == ["elsewhere"]
    assert standings("Then a glorpish tinker takes 4 coins.", "en") == ["elsewhere"]
    assert standings("The honest tinker takes 4 coins.", "en") == ["asserted"]
    assert standings(text, "it") == ["asserted"]


def test_what_was_never_seen_weighs_nothing() -> None:
    wording = Wording(np.array([3, 8], dtype=np.uint32), np.array([[1, 2], [10, 20]], dtype=np.int8))
    assert (wording.sums([8, 3]) * STEPS).tolist() == [11.0, 22.0]
    assert wording.sums([9, 4, 0]).tolist() == wording.sums([]).tolist() == [0.0, 0.0]
    nothing = Wording(np.zeros(0, dtype=np.uint32), np.zeros((0, 2), dtype=np.int8))
    assert nothing.sums([3]).tolist() == [0.0, 0.0]


def test_what_is_far_away_in_a_long_text_tells_nothing_of_a_number() -> None:
    def around(first: str, words: int) -> set[int]:
        pieces = read_pieces(f"{first} " + "take coins " * (words // 2) + "4 jars.", {})
        return around_number(pieces, next(n for n, piece in enumerate(pieces) if piece.value), "en")

    assert around("Perhaps", REACH) == around("Surely", REACH)
    assert around("Perhaps", REACH - 2) != around("Surely", REACH - 2)


def test_in_a_table_of_corrections_what_stands_beside_both_columns_is_neither() -> None:
    table = "Page | Printed | Should read\n4 | Hand: 6 cards | Hand: 5 cards; one each\n7 | (missing) | Hold 3 cards"
    found = [(each.value, each.corrects, each.is_beside) for each in tell_standings(table, words("en"), "Errata")]
    assert found[:3] == [(4, None, True), (6, None, False), (5, 6, False)]
    assert (7, None, True) in found
    assert not any(each.is_beside for each in _standings("Missione | Era | Difesa\nPonte | 2 | 7", "it"))


def test_the_number_of_an_edition_in_a_heading_is_no_old_value() -> None:
    found = tell_standings("Hand: 6 cards", words("en"), "Errata to the 2nd edition")
    assert [(each.value, each.corrects) for each in found] == [(6, None)]


def test_under_a_heading_that_announces_corrections_what_was_is_put_right_by_what_is() -> None:
    found = tell_standings("Hand: was seven, is 6.", words("en"), "Errata")
    assert [(each.value, each.standing, each.corrects) for each in found] == [(7, "denied", None), (6, "asserted", 7)]


def test_by_how_much_a_correction_changes_a_number_is_no_value() -> None:
    found = tell_standings("The game starts one higher than I wrote, on 3.", words("en"), "Errata")
    assert [(each.value, each.is_beside) for each in found] == [(1, True), (3, False)]
    assert all(each.corrects is None for each in found)

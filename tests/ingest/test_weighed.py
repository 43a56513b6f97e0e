"""Facts by learnt weights: words that no pack knows speak for a fact, and what speaks for another goes elsewhere."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ingest.extract import Extraction, ExtractSettings
from ingest.packs.read import read_packs
from ingest.pipeline import Options, read_document
from ingest.weighed.add_up import adding_up, too_great
from ingest.weighed.agree import agree
from ingest.weighed.decide import Evidence, likelihood
from ingest.weighed.departing import DepartingSettings, Statement, departing, set_apart
from ingest.weighed.facts import facts
from ingest.weighed.joined import is_known, is_whole, joined
from ingest.weighed.seen import Key
from ingest.weighed.tell import Decided, FoundBefore, WeighedSettings
from ingest.weighed.weigh import LEARNT, Weights, read_weights, spoken
from schema.claims import ClaimShape
from schema.pack import Pack, SumForm
from schema.reading import ClaimRead

ROOT = Path(__file__).parents[2]
HAND, ROUND = ("hand", "size"), ("round", "phases")
WEIGHTS = Weights(
    (HAND, ROUND),
    {
        "en clause|glorp": {"fact hand size": 4.0},
        "en clause|flurb": {"fact round phases": 4.0},
        **{f"is|{what}": {"any": -9.0} for what in ("variant", "example", "others", "elsewhere", "denied")},
    },
    {"fit": 1.0},
)


@cache
def packs() -> dict[str, Pack]:
    """The packs of the project."""
    return read_packs(ROOT / "games", is_checked=True)


def read(folder: Path, text: str) -> Extraction:
    """A text on a game, as it is read."""
    file = folder / "book.md"
    file.write_text(f"# Resist!\n\n{text}\n", encoding="utf-8")
    said = Options(game="resist", language="en")
    reading = read_document(file, packs(), candidates=("en",), recipe="r", options=said)
    return Extraction(reading.passages, packs()["resist"], "en", ExtractSettings())


def told(folder: Path, text: str, weights: Weights = WEIGHTS) -> dict[Key, str]:
    """What weights find in a text on a game."""
    weighing = read(folder, text).weighing(FoundBefore(), weights)
    return {each.key: each.value for each in weighing.told(WeighedSettings()) if each.is_told}


@pytest.mark.parametrize("number", [6, 9])
def test_a_number_states_the_fact_for_which_the_words_around_it_speak(number: int, tmp_path: Path) -> None:
    text = f"Your glorp never has but {number}.\n\nThe flurb of play falls into 4.\n\nIt lasts 30."
    assert told(tmp_path, text) == {HAND: str(number), ROUND: "4"}


def test_where_nothing_speaks_for_a_fact_nothing_is_told(tmp_path: Path) -> None:
    text = "Your glorp never has but 6."
    assert told(tmp_path, text, Weights(WEIGHTS.keys)) == {}
    assert told(tmp_path, "It lasts 30.") == {}


def test_two_values_for_which_as_much_speaks_leave_the_fact_untold(tmp_path: Path) -> None:
    assert told(tmp_path, "Your glorp has 6.\n\nThe glorp of others has 7.") == {}


@pytest.mark.parametrize(
    "text",
    [
        "Example: your glorp has 6.",
        "## Variants\n\nYour glorp has 6.",
        "In the first edition of 2009 your glorp had 6.",
        "Your glorp has 8, not 6.",
    ],
)
def test_examples_variants_and_other_editions_tell_nothing(text: str, tmp_path: Path) -> None:
    assert told(tmp_path, text).get(HAND) != "6"


def claim(value: str, passage: int = 1) -> ClaimRead:
    """A claim of the size of the hand."""
    shape = ClaimShape(
        subject="hand", attribute="size", value=value, language="en", confidence=0.9, origin="rulebook", context="prose"
    )
    return ClaimRead(shape, passage)


def chosen(folder: Path, patterned: list[ClaimRead], framed: list[ClaimRead]) -> dict[str, bool]:
    """What is told of the hand where weights speak for six, and whether it is told at all."""
    extraction = read(folder, "Your glorp never has but 6.\n\nIt lasts 30 rounds.")
    weighing = extraction.weighing(FoundBefore(patterned, [*patterned, *framed]), WEIGHTS)
    return {each.value: each.is_told for each in weighing.told(WeighedSettings()) if each.key == HAND}


def test_of_several_values_the_likeliest_is_told(tmp_path: Path) -> None:
    assert chosen(tmp_path, [], []) == {"6": True}
    assert chosen(tmp_path, [claim("6")], []) == {"6": True}
    assert chosen(tmp_path, [claim("30", 2)], [claim("6")]) == {"6": True}
    assert chosen(tmp_path, [], [claim("30", 2)]) == {"6": True}


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        (Evidence(share=0.9), Evidence(share=0.9, is_patterned=True)),
        (Evidence(share=0.9, fit=0.6), Evidence(share=0.9, fit=0.9)),
        (Evidence(share=0.6), Evidence(share=0.9)),
        (Evidence(is_patterned=True, other=0.9), Evidence(is_patterned=True, other=0.1)),
        (Evidence(is_patterned=True, is_late=True), Evidence(is_patterned=True)),
        (Evidence(share=0.9, is_uncounted=True), Evidence(share=0.9)),
        (Evidence(share=0.9, is_guessed=True), Evidence(share=0.9)),
    ],
)
def test_all_that_speaks_for_a_value_counts(weaker: Evidence, stronger: Evidence) -> None:
    assert 0 < likelihood(weaker) < likelihood(stronger) < 1


BOOK = ("Game / Set-up",) * 4
CHAPTER = ("Game / Fiddling with it", "Game / Fiddling with it / Long evenings")


def stated(*told: tuple[str, int]) -> list[Statement]:
    """Statements of several facts that the set-up, and then a chapter, makes."""
    usual = [
        Statement((name, "count"), value, 5.0, at) for at, (name, value) in enumerate(zip("abcd", "1234", strict=True))
    ]
    return usual + [Statement((name, "count"), str(value), 9.0, 4 + at) for at, (name, value) in enumerate(told)]


def test_a_late_chapter_that_says_otherwise_time_and_again_stands_apart() -> None:
    settings = DepartingSettings()
    assert departing(stated(("a", 7), ("b", 8)), BOOK + CHAPTER, settings) == {4, 5}
    assert departing(stated(("a", 7)), BOOK + CHAPTER, settings) == frozenset()
    assert departing(stated(("a", 7), ("b", 2)), BOOK + CHAPTER, settings) == frozenset()
    assert departing(stated(("a", 7), ("b", 8)), BOOK[:2] + CHAPTER[:1] * 4, settings) == frozenset()


def test_two_contradictions_do_not_undo_a_chapter_that_tells_something_new() -> None:
    settings = DepartingSettings()
    place = BOOK + CHAPTER[:1] * 4
    assert departing(stated(("a", 7), ("b", 8), ("new", 9)), place, settings) == frozenset()
    assert departing(stated(("a", 7), ("b", 8), ("c", 9), ("new", 9)), place, settings) == {4, 5, 6, 7}


def test_a_chapter_of_questions_explains_the_book_itself() -> None:
    questions = BOOK + ("Game / 9. Častě dotazy",) * 2
    assert departing(stated(("a", 7), ("b", 8)), questions, DepartingSettings()) == {4, 5}
    assert departing(stated(("a", 7), ("b", 8)), questions, DepartingSettings(), ["caste dotazy"]) == frozenset()


def test_what_stands_apart_states_only_variants() -> None:
    varied = ClaimRead(claim("7").claim.model_copy(update={"subject": "variant:quick"}), 3)
    told = set_apart([claim("6", 2), claim("7", 3), varied], {3})
    assert [read.claim.standing for read in told] == ["asserted", "elsewhere", "asserted"]


def values(
    found: list[ClaimRead], patterned: list[ClaimRead], *, is_told: bool = True, knows: bool = False
) -> list[str]:
    """What is stated where six is the likeliest."""
    told = joined(found, [Decided(HAND, "6", claim("6", 2), is_told)], patterned, is_known=knows)
    return [read.claim.value for read in told if read.claim.standing == "asserted"]


def test_the_likeliest_value_is_stated_once_and_no_other() -> None:
    assert values([], []) == ["6"]
    assert values([claim("5")], []) == ["6"]
    assert values([claim("6"), claim("5")], []) == ["6"]
    assert values([claim("5")], [claim("5")]) == ["6"]


def test_where_no_value_is_likely_none_is_stated() -> None:
    assert values([claim("6"), claim("5")], [claim("5")], is_told=False) == []


def test_what_a_pattern_found_in_vain_is_kept_as_supposed() -> None:
    (read,) = joined([claim("5")], [Decided(HAND, "6", None, is_told=False)], [claim("5")], is_known=False)
    assert (read.claim.value, read.claim.standing) == ("5", "supposed")


def test_a_place_that_says_otherwise_by_its_own_words_is_kept_as_overruled() -> None:
    decided = [Decided(HAND, "6", claim("6", 2), is_told=True, rivals=[claim("5", 4)])]
    told = joined([claim("6", 2), claim("5", 4)], decided, [claim("5", 4)], is_known=False)
    assert [(r.claim.value, r.passage, r.claim.standing) for r in told] == [("6", 2, "asserted"), ("5", 4, "overruled")]


def test_in_a_book_in_the_words_of_the_patterns_they_stand() -> None:
    assert values([claim("5")], [claim("5")], knows=True) == ["5"]
    assert values([claim("5")], [], knows=True) == ["6"]
    assert values([claim("5")], [], knows=True, is_told=False) == ["5"]


def test_in_such_a_book_an_unlikely_value_of_a_pattern_is_overruled_by_one_that_is_told() -> None:
    patterned = [claim("6", 2), claim("5", 4)]

    def stated(*, is_told: bool, unlikely: frozenset[str]) -> list[str]:
        decided = [Decided(HAND, "6", claim("6", 2), is_told, unlikely=unlikely)]
        return [read.claim.standing for read in joined(patterned, decided, patterned, is_known=True)]

    assert stated(is_told=True, unlikely=frozenset("5")) == ["asserted", "overruled"]
    assert stated(is_told=True, unlikely=frozenset()) == ["asserted", "asserted"]
    assert stated(is_told=False, unlikely=frozenset("5")) == ["asserted", "asserted"]


def test_patterns_know_a_book_in_which_they_find_nearly_all_that_is_found() -> None:
    found = [ClaimRead(claim("5").claim.model_copy(update={"subject": f"deck:{n}"}), 1) for n in range(10)]
    keys = [(f"deck:{n}", "size") for n in range(10)]
    assert is_known(found, found[:9], keys, WeighedSettings())
    assert not is_known(found, found[:7], keys, WeighedSettings())
    assert is_known(found, found[:7], keys[:8], WeighedSettings())


def test_a_value_is_free_once_what_wants_it_more_has_a_better_place() -> None:
    whole, part = 0, 1
    scores, stated = np.array([[6.0, 1.0], [3.0, 2.0]]), np.array([[1, 1], [2, 2]])
    alone, heeding = agree(scores, stated, 0), agree(scores, stated, 3)
    assert alone.own[1, part] < 0.3 < 0.6 < heeding.own[1, part]
    assert heeding.likely[0, whole] > 0.9


def test_two_that_a_book_states_for_one_fact_both_keep_their_share() -> None:
    agreed = agree(np.array([[5.0], [5.0]]), np.array([[1], [2]]), 3)
    assert agreed.likely[0, 0] == pytest.approx(agreed.likely[1, 0])


def test_where_a_place_cannot_state_a_fact_it_has_no_share_of_it() -> None:
    agreed = agree(np.array([[5.0, -np.inf], [-np.inf, -np.inf]]), np.array([[1, 0], [0, 0]]), 3)
    assert (agreed.likely > 0).tolist() == (agreed.own > 0).tolist() == [[True, False], [False, False]]


@pytest.mark.parametrize("game", ["black-orchestra-en", "resist-en"])
def test_all_facts_at_once_score_as_each_by_itself(game: str) -> None:
    code, language = game.rsplit("-", 1)
    sample = ROOT / "games" / code / "samples" / f"{game}.md"
    said = Options(game=code, language=language)
    reading = read_document(sample, packs(), candidates=(language,), recipe="r", options=said)
    extraction = Extraction(reading.passages, packs()[code], language, ExtractSettings())
    weights = read_weights(code)
    weighing = extraction.weighing(FoundBefore(list(extraction.by_patterns())), weights)
    scores, stated, values = weighing.scored(weights)
    may = np.zeros(scores.shape, bool)
    for at, number, value, seen in weighing.pairs():
        may[at, number] = True
        around = [weights.around.get(spoken(each, language), {}) for each in weighing.candidates[at].seen]
        parts = sum(each.get(part, 0.0) for each in around for part in weighing.facts[number].parts)
        assert scores[at, number] == pytest.approx(parts + sum(weights.together.get(each, 0.0) for each in seen))
        assert values[stated[at, number]] == value
    assert may.any()
    assert np.isneginf(scores[~may]).all()
    assert not stated[~may].any()


def test_the_number_in_the_name_of_a_fact_tells_which_of_a_series_it_is(tmp_path: Path) -> None:
    eras = [("deck:mission", f"removed.era-{number}") for number in (1, 2, 3)]
    weights = Weights(tuple(eras), {"en clause|glorp": {"any": 2.0}}, {"figure in part": 4.0, "figure in none": -4.0})
    text = "The first glorp loses 6.\n\nThe second glorp loses 5.\n\nThe third glorp loses 8."
    assert told(tmp_path, text, weights) == dict(zip(eras, "658", strict=True))


def test_a_value_without_its_subject_is_told_of_none_of_several(tmp_path: Path) -> None:
    keys = tuple((f"maquis:{name}", "attack.hidden") for name in ("abel", "roberto"))
    weights = Weights(
        keys, {"en clause|glorp": {"any": 9.0}, "en clause|flurb": {"fact maquis:abel attack.hidden": 5.0}}
    )
    assert told(tmp_path, "The glorp is 6.\n\nThe glorp is 7.", weights) == {}
    assert told(tmp_path, "The glorp of the flurb is 6.", weights) == {keys[0]: "6"}


def test_a_slot_of_a_fact_is_filled_only_by_what_the_game_knows() -> None:
    item, goes_to = facts(
        [("leader:goring", "penalty.discard-item"), ("plot", "detected.hitler-to")], packs()["black-orchestra"]
    )
    assert not item.is_signed
    assert not goes_to.is_signed


def test_weights_are_heard_only_where_a_whole_rulebook_is_found_without_them() -> None:
    assert is_whole([claim("5")], WEIGHTS, WeighedSettings(whole=0.5))
    assert not is_whole([claim("5")], WEIGHTS, WeighedSettings(whole=0.6))
    assert not is_whole([claim("5")], Weights(), WeighedSettings())


def test_weights_are_heard_only_in_languages_that_they_were_learnt_in() -> None:
    assert WEIGHTS.knows("en")
    assert not WEIGHTS.knows("it")
    assert all(read_weights("black-orchestra").knows(language) for language in ("cs", "en", "it", "pl"))


@pytest.mark.parametrize("game", sorted(file.stem for file in LEARNT.glob("*.tsv")))
def test_every_fact_that_was_learnt_can_be_claimed(game: str) -> None:
    known = facts(read_weights(game).keys, packs()[game])
    assert known
    assert [fact.key for fact in known if not fact.forms] == []


def test_a_game_without_weights_is_told_nothing() -> None:
    assert read_weights("no-such-game") == Weights()


DECK = SumForm(subject="deck", whole="all", factors=["each", "stages"])


def added(**likely: dict[str, float]) -> dict[str, str]:
    """The values with which the deck adds up."""
    keyed = {("deck", name): values for name, values in likely.items()}
    return {name: value for (_, name), value in adding_up([DECK], keyed).items()}


def test_of_several_values_the_one_with_which_the_numbers_add_up_is_chosen() -> None:
    rest = {"all": {"30": 0.9}, "each": {"10": 0.9, "3": 0.2}}
    assert added(**rest, stages={"5": 0.8, "3": 0.1}) == {"all": "30", "each": "10", "stages": "3"}
    assert added(**rest, stages={"3": 0.8, "5": 0.1}) == {"all": "30", "each": "10", "stages": "3"}


def test_nothing_is_invented_so_that_numbers_add_up() -> None:
    rest = {"all": {"30": 0.9}, "each": {"10": 0.9}}
    assert added(**rest, stages={"5": 0.8}) == {}
    assert added(**rest, stages={"5": 0.8, "3": 0.01}) == {}
    assert added(**rest) == {}


def test_where_another_fact_may_be_wrong_as_well_nothing_is_chosen() -> None:
    assert added(all={"30": 0.9, "50": 0.12}, each={"10": 0.9}, stages={"5": 0.8, "3": 0.12}) == {}
    assert added(all={"30": 0.9, "50": 0.05}, each={"10": 0.9}, stages={"5": 0.8, "3": 0.6})["stages"] == "3"


def test_unlikely_values_that_happen_to_add_up_are_not_believed() -> None:
    assert added(each={"7": 0.01}, stages={"1": 0.01}, all={"7": 0.9}) == {}
    assert added(each={"7": 0.01}, stages={"2": 0.9}, all={"7": 0.6, "14": 0.4}) == {}
    assert added(each={"7": 0.6}, stages={"1": 0.6}, all={"7": 0.9}) == {"each": "7", "stages": "1", "all": "7"}


def test_a_value_with_which_the_numbers_add_up_is_likelier_than_before_and_the_others_less() -> None:
    plain = Evidence(is_patterned=True, share=0.4, other=0.4)
    right, wrong = (likelihood(replace(plain, **{name: True})) for name in ("is_added", "is_unadded"))
    assert wrong < likelihood(plain) < right


def test_no_part_is_more_than_its_whole_and_no_factor_leaves_nothing_for_the_others() -> None:
    forms = [SumForm(subject="deck:event", whole="size.key", factors=["key-per-stage", "stage count"])]
    each, whole, stages = ("deck:event", "key-per-stage"), ("deck:event", "size.key"), ("stage", "count")
    sure = {whole: {"24": 0.99}, stages: {"8": 0.95}, each: {"24": 0.9, "3": 0.2}}
    assert too_great(forms, sure)[each] == {"24"}
    assert not too_great(forms, {**sure, stages: {"1": 0.95}})[each], "one stage has all of them"
    assert not too_great(forms, {**sure, whole: {"24": 0.6}}), "the whole is not sure"

"""What tells numbers apart without a word of a pack: repeated heads, labels, sums, what is counted already."""

from pathlib import Path

import pytest

from ingest.clauses.read import clauses
from ingest.pipeline import Options, read_document
from ingest.ranked import RankedLists
from ingest.weighed.common import Commons
from ingest.weighed.parts import PART, PRODUCT, WHOLE
from ingest.weighed.seen import Key
from ingest.weighed.tell import FoundBefore, WeighedSettings
from ingest.weighed.weigh import Weights
from schema.documents import PassageShape
from tests.ingest.test_frames import claimed
from tests.ingest.test_weighed import HAND, WEIGHTS, packs, read, told


def seen(folder: Path, text: str, number: str) -> set[str]:
    """What is seen of the first place of a number."""
    places = read(folder, text).weighing(FoundBefore(), WEIGHTS).candidates
    return set(next(each.seen for each in places if each.values.get("number") == number))


@pytest.mark.parametrize("before", ["every stage", "each phase", "the first stage", "three stages"])
def test_a_number_behind_what_is_counted_already_names_nothing(before: str, tmp_path: Path) -> None:
    assert "value|name" in seen(tmp_path, "Your glorp has in stage 6 cards.", "6")
    assert "value|name" not in seen(tmp_path, f"Your glorp has in {before} 6 cards.", "6")


def test_a_whole_is_known_by_its_parts_and_a_product_by_its_factors(tmp_path: Path) -> None:
    text = "Glorps: eight. Six of them bear names, two are blank."
    assert WHOLE in seen(tmp_path, text, "8")
    assert PART in seen(tmp_path, text, "6") & seen(tmp_path, text, "2")
    assert WHOLE not in seen(tmp_path, text.replace("two", "three"), "8")
    product = "The flurb has 30 cards, 5 in each of 6 glorps."
    assert PRODUCT in seen(tmp_path, product, "30")
    assert PRODUCT not in seen(tmp_path, product.replace("30", "31"), "31")


@pytest.mark.parametrize("others", ["7", "11, 7"])
def test_numbers_in_a_cell_belong_to_those_in_the_head_of_its_row(others: str, tmp_path: Path) -> None:
    heads = ", ".join(["1–2", "3–4", "5"][: len(others.split()) + 1])
    text = f"| What | Worth |\n|---|---|\n| Glorp ({heads} players) | 9, {others} |\n| Flurb | 4 |"
    assert "pair|#1-2" in seen(tmp_path, text, "9")
    assert "pair|#3-4" in seen(tmp_path, text, others.split(",")[0])


DELIVERIES = """
| Item | You only, at | Level | Distributed, at | Level |
|---|---|---|---|---|
| Badge | Sportpalast | −2 | Posen | −6 |
| Map | Warsaw | −3 | Borisov | −4 |
"""


def test_figures_under_a_repeated_head_belong_to_the_things_before_them(tmp_path: Path) -> None:
    text = f"## Deliver\n\nA delivery lowers your suspicion.\n{DELIVERIES}"
    found = claimed(tmp_path, text, game="black-orchestra", title="Black Orchestra")
    for item, own, shared in (("badge", "-2", "-6"), ("map", "-3", "-4")):
        assert (f"delivery:{item}", "self", own) in found
        assert (f"delivery:{item}", "split", own) not in found
        assert (f"delivery:{item}", "self", shared) not in found


def test_a_pattern_does_not_go_on_into_the_head_of_the_next_cell(tmp_path: Path) -> None:
    file = tmp_path / "book.md"
    file.write_text(f"# Black Orchestra\n\n## Deliver\n{DELIVERIES}", encoding="utf-8")
    said = Options(game="black-orchestra", language="en")
    reading = read_document(file, packs(), candidates=("en",), recipe="r", options=said)
    stated = {(read.claim.subject, read.claim.attribute, read.claim.value) for read in reading.claims}
    assert not stated & {("delivery:badge", "split", "-2"), ("delivery:map", "split", "-3")}


@pytest.mark.parametrize(("text", "parts"), [("Alpha – 2; Beta – 3; Gamma – 5.", 3), ("Take 2; then 3; then 5.", 1)])
def test_parts_of_a_sentence_that_each_have_a_label_are_read_apart(text: str, parts: int, tmp_path: Path) -> None:
    file = tmp_path / "book.md"
    file.write_text(f"# Resist!\n\n{text}\n", encoding="utf-8")
    said = Options(game="resist", language="en")
    reading = read_document(file, packs(), candidates=("en",), recipe="r", options=said)
    found = list(clauses([read.passage for read in reading.passages if read.passage.kind != "heading"]))
    assert len(found) == parts


@pytest.mark.parametrize(("lead", "hand"), [("Otherwise this holds:", "6"), ("For beginners this holds:", None)])
def test_a_lead_in_that_begins_with_otherwise_tells_of_no_variant(lead: str, hand: str | None, tmp_path: Path) -> None:
    assert told(tmp_path, f"{lead}\n\n- Your glorp has 6.").get(HAND) == hand


@pytest.mark.parametrize(("said", "is_shared"), [("the same", True), ("more", False)])
def test_what_is_worth_the_same_elsewhere_is_shared(said: str, is_shared: bool, tmp_path: Path) -> None:
    keys: tuple[Key, ...] = (("deck:mission", "removed.era-1"), ("deck:mission", "removed.era-2"))
    text = f"In the first era, you glorp 6, and {said} in the second era."
    weighing = read(tmp_path, text).weighing(FoundBefore(), Weights(keys))
    groups = Commons(weighing.facts).groups(weighing.candidates)
    assert any(weighing.candidates[at].values.get("number") == "6" for at, _ in groups) == is_shared


def sureness(folder: Path, text: str) -> float:
    """How sure it is that the hand is as large as a text says."""
    (found,) = read(folder, text).weighing(FoundBefore(), WEIGHTS).told(WeighedSettings())
    return found.sureness


def test_exactly_one_is_a_number(tmp_path: Path) -> None:
    assert sureness(tmp_path, "Your glorp has exactly one.") > sureness(tmp_path, "Your glorp has one.") + 0.02


def test_two_or_more_raises_nothing(tmp_path: Path) -> None:
    scoring = read(tmp_path, "Each enemy with defence 2 or more drops by 3.").weighing(FoundBefore(), WEIGHTS)
    (three,) = (each for each in scoring.candidates if each.values.get("number") == "3")
    assert "clause|@lower" in three.seen
    assert not {"clause|@raise", "clause|@change:+"} & three.seen


def test_a_name_does_not_end_in_the_number_behind_a_comma(tmp_path: Path) -> None:
    assert "clause|@era:3" not in seen(tmp_path, "From the first era, three glorps.", "3")


def test_no_number_goes_over_a_colon(tmp_path: Path) -> None:
    weighing = read(tmp_path, "The glorps are forty: eight kinds, and twenty-one flurbs.").weighing(
        FoundBefore(), WEIGHTS
    )
    assert [each.values["number"] for each in weighing.candidates] == ["40", "8", "21"]


LIST = [
    "Pětice",
    "Čistá postupka",
    "Čtveřice",
    "Full house",
    "Postupka",
    "Trojice",
    "Dva páry",
    "Pár",
    "Nejvyšší karta",
]


@pytest.mark.parametrize(("first", "is_ranked"), [(1, True), (2, True), (6, False)])
def test_the_best_of_a_list_may_be_what_the_game_does_not_know(first: int, is_ranked: bool, tmp_path: Path) -> None:
    unknown = [f"{rank}. něco lepšího" for rank in range(1, first)]
    lines = [*unknown, *(f"{first + at}. {name}" for at, name in enumerate(LIST))]
    file = tmp_path / "book.md"
    file.write_text("# Operace Barclay\n\nOd nejsilnější k nejslabší:\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
    said = Options(game="operation-barclay", language="cs")
    reading = read_document(file, packs(), candidates=("cs",), recipe="r", options=said)
    listed = RankedLists([each.passage for each in reading.passages], packs()["operation-barclay"], "cs", "hand")
    ranks = {each.code: each.rank for each in listed.ranked()}
    assert (ranks.get("five-of-a-kind") == first and len(ranks) == len(LIST)) == is_ranked


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Dice. Nine: two for each player.", ["dice", "nine"]),
        ("Dice. There are nine, though few are in play.", ["dice", "there", "are", "nine"]),
        ("Dice. You may roll them again whenever you wish to do so.", ["dice"]),
        ("You roll the dice. Nine.", ["you", "roll", "the", "dice"]),
    ],
)
def test_a_label_and_the_few_words_behind_it_are_one_sentence(text: str, first: list[str]) -> None:
    shape = PassageShape(seq=0, kind="paragraph", language="en", raw_text=text, text=text, confidence=1.0)
    said = [token.folded for token in next(clauses([shape])).tokens]
    assert said[: len(first)] == first
    assert len(said) == len(first) or first[-1] == "nine"

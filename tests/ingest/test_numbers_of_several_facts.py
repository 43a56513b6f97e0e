"""Numbers that several facts share, that name things, or that stand in brackets beside others."""

from pathlib import Path

import numpy as np
import pytest

from ingest.clauses.read import clauses
from ingest.frames.one_place import with_one_place
from ingest.pipeline import Options, read_document
from ingest.weighed.agree import agree
from ingest.weighed.seen import Key
from ingest.weighed.tell import FoundBefore, WeighedSettings
from ingest.weighed.weigh import Weights
from schema.claims import ClaimShape
from schema.pack import ClaimForm
from schema.reading import ClaimRead
from tests.ingest.test_frames import claimed
from tests.ingest.test_weighed import HAND, packs, read, told


def test_facts_that_share_a_place_do_not_take_it_from_each_other() -> None:
    scores, stated = np.array([[3.0, 3.0]]), np.array([[1, 1]])
    assert max(agree(scores, stated, 2).own[0]) < 0.6
    shared = agree(scores, stated, 2, [(0, np.array([0, 1]))])
    assert min(shared.own[0]) > 0.9


@pytest.mark.parametrize("number", [3, 7])
def test_eras_may_share_a_number(number: int, tmp_path: Path) -> None:
    keys: tuple[Key, ...] = (("deck:mission", "removed.era-1"), ("deck:mission", "removed.era-2"))
    weights = Weights(keys, {"en clause|glorp": {"any": 3.0}}, {"slot in until": 1.0})
    text = f"You glorp {number} of the first era and of the second era."
    assert told(tmp_path, text, weights) == dict.fromkeys(keys, str(number))


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("Your glorp never has but 6 (in the first edition it had 8).", "6"),
        ("In the first edition (2009) your glorp has 6.", None),
        ("In this rulebook (2009) your glorp has 6.", None),
    ],
)
def test_brackets_of_another_printing_say_nothing_of_the_sentence(text: str, hand: str | None, tmp_path: Path) -> None:
    assert told(tmp_path, text).get(HAND) == hand


@pytest.mark.parametrize("text", ["In stage 6 your glorp is best.", "See paragraph 6.2 of your glorp."])
def test_a_number_that_names_a_thing_counts_nothing(text: str, tmp_path: Path) -> None:
    assert told(tmp_path, text) == {}


def sureness(folder: Path, text: str) -> float:
    """How sure it is that the hand is as large as a text says."""
    weights = Weights((HAND,), {"en clause|glorp": {"any": 3.0}}, {})
    (found,) = read(folder, text).weighing(FoundBefore(), weights).told(WeighedSettings())
    return found.sureness


def test_a_word_for_one_counts_among_counted_things(tmp_path: Path) -> None:
    counts = "12 missions, 30 enemies, 8 civilians, 24 maquis, 10 spies"
    listed = sureness(tmp_path, f"Glorp one mission.\n\n{counts}.")
    assert sureness(tmp_path, f"Glorp one mission. In all {counts}.") > listed


def test_the_sign_of_a_value_may_be_told_at_another_place(tmp_path: Path) -> None:
    key = ("maquis:benigno", "defence-modifier.revealed")
    weights = Weights((key,), {"en clause|glorp": {"any": 3.0}}, {})
    assert told(tmp_path, "Glorp three of every Enemy.", weights) == {}
    assert told(tmp_path, "Glorp three of every Enemy.\n\nThe glorp is −3 each.", weights) == {key: "-3"}


@pytest.mark.parametrize("last", [14, 9])
def test_ordinals_that_count_on_number_a_thing_named_before(last: int, tmp_path: Path) -> None:
    text = (
        "Il punteggio si dà in milioni, secondo lo stadio in cui Hitler muore: quaranta milioni nel primo, "
        f"trentotto nel secondo, trentatré nel terzo, {last} nel quarto."
    )
    found = claimed(tmp_path, text, "it", "black-orchestra", title="Black Orchestra")
    about = "lives-saved-million"
    assert {("score:stage-1", about, "40"), ("score:stage-4", about, str(last))} <= found


def test_a_target_may_leave_its_noun_to_the_one_before(tmp_path: Path) -> None:
    text = "Place five green tokens in the primary offensive, four green tokens in the secondary."
    found = claimed(tmp_path, text, game="operation-barclay", title="Operation Barclay")
    assert ("offensive:secondary", "green", "4") in found


def heads(folder: Path, table: str) -> set[str]:
    """The words that stand at the heads of columns in a table."""
    file = folder / "book.md"
    file.write_text(f"# Resist!\n\n{table}\n", encoding="utf-8")
    said = Options(game="resist", language="en")
    reading = read_document(file, packs(), candidates=("en",), recipe="r", options=said)
    above = [layer for clause in clauses([each.passage for each in reading.passages]) for layer in clause.above]
    return {token.text for layer in above if layer.kind == "column" for token in layer.tokens}


def test_rows_of_labelled_cells_have_no_head(tmp_path: Path) -> None:
    assert heads(tmp_path, "| cards: 20 | pawns: 5 |\n|---|---|\n| boards: 12 | cubes: 16 |") == set()
    assert heads(tmp_path, "| thing | number |\n|---|---|\n| boards | 12 |\n| cubes | 16 |") >= {"number"}


def rank(hand: str, place: str, passage: int = 1) -> ClaimRead:
    """A claim of the place of a hand."""
    shape = ClaimShape(
        subject=f"hand:{hand}", attribute="place", value=place, language="en", confidence=0.9, origin="rulebook",
        context="prose",
    )  # fmt: skip
    return ClaimRead(shape, passage)


def test_what_another_hand_holds_alone_is_no_place_of_a_hand() -> None:
    forms = [ClaimForm(subject="hand:{hand}", attribute="place", value="{number}")]
    full, three, wrong = rank("full-house", "5"), rank("three", "7"), rank("three", "5")
    assert list(with_one_place([full, three, wrong], forms)) == [full, three]
    assert list(with_one_place([rank("straight", "1"), rank("straight", "6")], forms)) == []
    assert list(with_one_place([rank("straight", "1"), rank("straight", "6", 2)], forms)) != []

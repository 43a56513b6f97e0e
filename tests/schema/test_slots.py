"""The numbers of a line are slots: each is filled alone, by a fact, and nothing else of the line changes."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from schema.notation import NotationError
from schema.slots import BLANK, WHOLE, filled, find_slots, numbers_of, pattern_of

signed = st.integers(-20, 20).map("{:+d}".format)
plain = st.integers(0, 20).map(str)
words = st.sampled_from(["suspicion", "self", "stage-7", "score:stage-1", "2-3", "a3", "motivation"])
joints = st.sampled_from([" ", "; ", ": ", " (", ") ", " | "])
tokens = st.lists(st.tuples(words | signed | plain, joints), min_size=1, max_size=12)


def is_number(token: str) -> bool:
    return token.lstrip("+-").isdigit()


def text(parts: list[tuple[str, str]]) -> str:
    return "".join(token + joint for token, joint in parts)


@given(parts=tokens)
def test_the_slots_of_a_line_are_its_numbers(parts: list[tuple[str, str]]) -> None:
    assert numbers_of(text(parts)) == [token for token, _ in parts if is_number(token)]


@given(parts=tokens, choice=st.integers(0, 11), value=st.integers(0, 99))
def test_a_filled_slot_changes_that_number_and_no_other(parts: list[tuple[str, str]], choice: int, value: int) -> None:
    places = [at for at, (token, _) in enumerate(parts) if is_number(token)]
    assume(places)
    slot = choice % len(places)
    at = places[slot]
    written = f"{value:+d}" if parts[at][0][0] in "+-" else str(value)
    wanted = [*parts[:at], (written, parts[at][1]), *parts[at + 1 :]]
    assert filled(text(parts), {slot + 1: str(value)}) == text(wanted)


@given(parts=tokens)
def test_a_line_filled_with_its_own_numbers_is_the_same_line(parts: list[tuple[str, str]]) -> None:
    line = text(parts)
    assert filled(line, dict(enumerate(numbers_of(line), 1))) == line


def test_a_blank_is_a_slot_that_takes_the_value_as_it_is_stated() -> None:
    line = f"deliver any if stage 1: suspicion self {BLANK}"
    assert numbers_of(line) == ["1", BLANK]
    assert filled(line, {2: "-2"}) == "deliver any if stage 1: suspicion self -2"


def test_a_line_that_a_card_prints_is_one_fact_whose_numbers_others_may_fill() -> None:
    values = {WHOLE: "revealed attack: defence every-enemy -1 from 2", 1: "-3"}
    assert filled("hidden plan: draw 1 hidden", values) == "revealed attack: defence every-enemy -3 from 2"


@pytest.mark.parametrize(
    ("values", "message"), [({3: "1"}, "There is no number 3"), ({1: "many"}, "“many” is no number")]
)
def test_what_cannot_be_filled_is_refused(values: dict[int, str], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        filled("enter: suspicion self -3; military-support +1", values)


@pytest.mark.parametrize(
    ("line", "known", "slots"),
    [
        ("revealed attack: defence every-enemy -1 from 2", {"side": "revealed"}, [1]),
        ("revealed attack if stage 3: defence every-enemy -1 from 2", {"side": "revealed"}, [2]),
        (
            "revealed attack: draw 2; defence here +1; (defence here -1 | raid)",
            {"side": "revealed"},
            [2, 3],
        ),
        ("hidden attack: defence every-enemy -1", {"side": "revealed"}, []),
        ("revealed attack: no-defence here +1", {"side": "revealed"}, []),
    ],
)
def test_slots_are_found_where_a_line_has_the_trigger_and_the_step(
    line: str, known: dict[str, str], slots: list[int]
) -> None:
    assert list(find_slots(line, "{side} {timing}", f"defence {{scope}} {BLANK}", known)) == slots


def test_a_template_is_a_pattern_for_the_words_that_are_not_known() -> None:
    assert pattern_of("removed.era-{era}", {"era": "2"}) == r"removed\.era\-2"
    assert pattern_of("enter.{track}", {}) == r"enter\.(?P<track>[\w+-]+)"

"""Wholes are compared with what their parts or factors make, where all of them are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.sums import balances, members
from schema.pack import SumForm

JARS = SumForm(subject="jars", whole="all", parts=["full", "empty"])
OIL = SumForm(subject="oil", whole="all", factors=["jars all", "each"])


def test_parts_that_make_the_whole_balance_and_say_how() -> None:
    (found,) = balances([JARS], {("jars", "all"): "7", ("jars", "full"): "3", ("jars", "empty"): "4"})
    assert (found.is_right, found.shown) == (True, "3 + 4 = 7")


def test_factors_are_multiplied_and_may_be_of_another_subject() -> None:
    (found,) = balances([OIL], {("oil", "all"): "20", ("jars", "all"): "7", ("oil", "each"): "3"})
    assert (found.is_right, found.made, found.shown) == (False, 21, "7 × 3 = 21")


@pytest.mark.parametrize("missing", [{}, {("jars", "empty"): "some"}])
def test_nothing_is_compared_where_a_number_is_missing_or_none(missing: dict[tuple[str, str], str]) -> None:
    assert list(balances([JARS], {("jars", "all"): "7", ("jars", "full"): "3", **missing})) == []


def test_the_members_of_a_form_are_its_whole_and_its_parts_with_their_subjects() -> None:
    assert members(OIL) == {("oil", "all"), ("jars", "all"), ("oil", "each")}


@given(st.integers(-99, 99), st.integers(-99, 99))
def test_a_sum_balances_exactly_if_the_whole_is_the_sum(full: int, empty: int) -> None:
    for whole in (full + empty, full + empty + 1):
        values = {("jars", "all"): str(whole), ("jars", "full"): str(full), ("jars", "empty"): f"{empty:+}"}
        (found,) = balances([JARS], values)
        assert found.is_right is (whole == full + empty)

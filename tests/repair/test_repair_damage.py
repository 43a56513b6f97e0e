"""What is around a passage is found from sums, and is what widening it step by step finds."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from ingest.repair.damage import Looks, looks_around

counted = st.lists(
    st.builds(Looks, words=st.integers(0, 9), known=st.integers(0, 9), odd=st.integers(0, 9)), min_size=1
)


def step_by_step(looks: list[Looks], at: int, least: float) -> Looks:
    around, reach = looks[at], 0
    while around.words < least and reach < len(looks):
        reach += 1
        around = sum(looks[max(0, at - reach) : at + reach + 1], Looks())
    return around


@given(counted, st.data(), st.floats(0, 120))
def test_the_sums_give_what_widening_gives(looks: list[Looks], data: st.DataObject, least: float) -> None:
    at = data.draw(st.integers(0, len(looks) - 1))
    sums = list(accumulate(looks, initial=Looks()))
    assert looks_around(sums, at, least) == step_by_step(looks, at, least)

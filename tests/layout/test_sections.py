"""Each passage has the path of the headings above it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.sections import SEPARATOR, with_sections
from schema.documents import PassageShape
from schema.reading import PassageRead


def passage(seq: int, text: str, level: int | None = None) -> PassageRead:
    kind = "heading" if level else "paragraph"
    shape = PassageShape(seq=seq, kind=kind, level=level, language="en", raw_text=text, text=text, confidence=1)
    return PassageRead(shape, 1)


def sections(*told: tuple[str, int | None]) -> list[str]:
    return [read.passage.section for read in with_sections(passage(i, *one) for i, one in enumerate(told))]


def test_a_passage_stands_under_all_headings_above_it() -> None:
    assert sections(("Game", 1), ("Turn", 2), ("Text", None)) == ["", "Game", "Game / Turn"]


def test_a_heading_closes_those_of_its_level_and_below() -> None:
    assert sections(("A", 1), ("B", 2), ("C", 3), ("D", 2), ("x", None)) == ["", "A", "A / B", "A", "A / D"]


def test_a_skipped_level_leaves_no_hole() -> None:
    assert sections(("A", 1), ("C", 4), ("B", 2), ("x", None)) == ["", "A", "A", "A / B"]


def test_line_ends_of_a_heading_are_not_in_the_path() -> None:
    assert sections(("The long\nroad", 1), ("x", None))[1] == "The long road"


def test_an_old_path_is_replaced() -> None:
    again = with_sections(with_sections([passage(0, "A", 1), passage(1, "x")])[1:])
    assert [read.passage.section for read in again] == [""]


@given(st.lists(st.one_of(st.none(), st.integers(1, 6)), max_size=20))
def test_a_path_holds_headings_of_rising_level_that_stand_above(levels: list[int | None]) -> None:
    told = [(str(i), level) for i, level in enumerate(levels)]
    for i, section in enumerate(sections(*told)):
        above = [int(name) for name in section.split(SEPARATOR) if name]
        assert all(number < i for number in above)
        steps = [level for number in above if (level := levels[number]) is not None]
        assert steps == sorted(set(steps))


def test_a_heading_reaches_no_further_than_the_frame_around_it() -> None:
    told = [("Board", 1, ()), ("Mill", 1, (1,)), ("+1 flour", None, (1,)), ("Below the board", None, ())]
    passages = [replace(passage(i, text, level), frames=frames) for i, (text, level, frames) in enumerate(told)]
    assert [read.passage.section for read in with_sections(passages)] == ["", "Board", "Board / Mill", "Board"]

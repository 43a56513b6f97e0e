"""Cells of plain text that white space keeps under one another are a table; lists, prose and lone gaps are none."""

from typing import Any

import pytest

from ingest.files.plain import plain_pages
from ingest.layout.lay_out import lay_out
from ingest.layout.spaced_tables import SpacedSettings, spaced_tables

JARS = """\
Shelf          Jars   Spoons
Upper shelf    12     3
Lower shelf    7
Cellar         104    16
"""
ROWS = ["Shelf | Jars | Spoons", "Upper shelf | 12 | 3", "Lower shelf | 7 | ", "Cellar | 104 | 16"]
RULED = JARS.replace("\n", "\n-----------    ----   ------\n", 1)


def told(text: str) -> list[tuple[str, str]]:
    """The passages of a plain text, with their kinds."""
    return [(read.passage.kind, read.passage.text) for read in lay_out(plain_pages(text))]


@pytest.mark.parametrize("text", [JARS, RULED])
def test_cells_under_one_another_are_a_table(text: str) -> None:
    passages = told(f"What is where\n\n{text}\nAll of them are glass.\n")
    assert [said for kind, said in passages if kind == "table"] == ROWS
    assert ("paragraph", "All of them are glass.") in passages


def test_a_title_right_above_stays_outside() -> None:
    assert [said for kind, said in told(f"What is where\n{JARS}") if kind == "table"] == ROWS


@pytest.mark.parametrize(
    "text",
    [
        "1.  Fill the jar.\n2.  Close the jar.\n3.  Carry it down.\n",
        "•  Fill the jar.\n•  Close the jar.\n•  Carry it down.\n",
        "\uf084  Fill the jar.\n\uf084  Close the jar.\n\uf084  Carry it down.\n",
        "The jar   holds three.\nA spoon holds  one, and\nnobody   counts the rest.\n",
        "Upper shelf    12\nLower shelf    7\n",
        "Ann:   I fill two jars\nBen:   then I take one\nAnn:   and you count 12\n",
        "He who fills the jar of all to    which of the others goes down to the cellar\n"
        "has to tell it before he does     and comes back before he has told how many\n"
        "it and whoever else comes down    of the jars he saw there is out of this one\n",
    ],
)
def test_lists_prose_and_lone_gaps_are_no_table(text: str) -> None:
    assert not [said for kind, said in told(text) if kind == "table"]


def test_named_numbers_are_a_table() -> None:
    assert len([said for kind, said in told("Jars:    12\nSpoons:  4\nLids:    30\n") if kind == "table"]) == 3


def test_a_table_has_as_many_lines_as_its_settings_want(press: Any) -> None:
    lines = press.plain(*JARS.splitlines())
    assert any(rows for _, rows in spaced_tables(lines))
    assert not any(rows for _, rows in spaced_tables(lines, SpacedSettings(rows=9)))

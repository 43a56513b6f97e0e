"""The examples are programs, and they still do what they say."""

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def load(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / name))


def test_every_example_is_tested() -> None:
    pipes = Path(__file__).parents[1] / "front_door" / "test_played_from_rows.py"
    source = "".join(file.read_text(encoding="utf-8") for file in (Path(__file__), pipes))
    assert [file.name for file in EXAMPLES.glob("*.py") if f'"{file.name}"' not in source] == []


@pytest.mark.parametrize("printed", ["-3", "-7"])
def test_a_changed_number_reaches_the_engine(printed: str) -> None:
    effects = load("change_a_number.py")["effect_of_paris"](printed)
    assert effects == [f"enter: suspicion self {printed}; military-support +1"]


def test_inflected_names_are_found() -> None:
    found = load("match_names.py")["things_in"]("Z Norimberku jede vlak na vlakove nadrazi, klice ma Hess.")
    assert {"location:nuremberg", "location:train-station", "item:keys", "leader:hess"} <= set(found)

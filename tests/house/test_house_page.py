"""docs/house.md draws the house as it is: every module and function that it names is there."""

import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`((?:rulewright|ingest|db|rules_engine|schema)(?:\.\w+)+)`", PAGE)))
FOLDERS = sorted(set(re.findall(r"`((?:rulewright|ingest|db|rules_engine|games)(?:/\w+)*)/`", PAGE)))


def test_the_page_tells_the_way_of_a_number() -> None:
    assert len(NAMES) > 12


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_of_the_house_names_is_there(name: str) -> None:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        reduce(getattr, parts[length:], module)
        return
    pytest.fail(f"{name} cannot be imported")


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_rooms_of_the_page_are_folders(folder: str) -> None:
    assert (ROOT / folder).is_dir()

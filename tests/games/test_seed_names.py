"""The names that the real rulebooks print are found in them, inflected as they stand."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schema.reading import Reading

GAMES = {"000": "black-orchestra", "001": "black-orchestra", "003": "black-orchestra", "002": "resist"}
UNPRINTED = ("–", "-", "", "(not in seed text)")
LEAST_SHARE = 0.97


def tables(shared: Path) -> Iterator[dict[str, str]]:
    """Every row of every table in the facts, by its column heads."""
    heads: list[str] = []
    for line in (shared / "facts" / "card_facts.md").read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            heads = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not heads:
            heads = cells
        elif set(line) - set("|-: "):
            yield dict(zip(heads, cells, strict=False))


def printed(shared: Path, number: str) -> set[str]:
    """The concepts whose names a person found in the rulebook: kind:code."""
    found = set()
    column = {"000": "CZ (seed 000)", "001": "PL (seed 001)", "003": "IT seed 003 (as printed)"}
    item_column = {"000": "CZ", "001": "PL"}
    for row in tables(shared):
        if number in column and row.get(column[number], "") not in UNPRINTED:
            found.add(f"location:{row['id'].replace('_', '-')}")
        if "Item (3 each)" in row and number in item_column:
            found.add(f"item:{row['Item (3 each)'].lower()}")
        if "Token" in row and number in GAMES and GAMES[number] == "black-orchestra":
            name = row["Token"].split("/")[0].lower().replace("ö", "o")
            found.add(f"leader:{name}")
        if number == "002" and row.get("CZ (seed 002)", "") not in UNPRINTED:
            found.add(f"enemy:{row['Type'].lower().replace(' ', '-')}")
    return found


@pytest.mark.parametrize("number", sorted(GAMES))
def test_printed_names_are_found_in_their_rulebook(
    shared: Path, read_seed: Callable[[str], Reading], number: str
) -> None:
    reading = read_seed(number)
    mentioned = {str(mention.concept) for mention in reading.mentions}
    names = printed(shared, number)
    assert len(names) >= 5
    missed = sorted(names - mentioned)
    print(f"{number}: {len(names) - len(missed)} of {len(names)} names found; missed {missed}")
    assert 1 - len(missed) / len(names) >= LEAST_SHARE

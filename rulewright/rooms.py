"""Checks that each room is the one of this checkout: `schema` and `db` are also names on the package index."""

from importlib.util import find_spec
from pathlib import Path

from rulewright import CHECKOUT

ROOMS = ("schema", "ingest", "db", "rules_engine")


def find_strangers(checkout: Path = CHECKOUT) -> list[str]:
    """A sentence for each room that is missing or lies elsewhere."""
    sentences = []
    for room in ROOMS:
        spec = find_spec(room)
        places = list(spec.submodule_search_locations or []) if spec else []
        if not places:
            sentences.append(f"The room “{room}” cannot be imported. Run `make setup` in {checkout}.")
        elif not Path(places[0]).resolve().is_relative_to(checkout):
            sentences.append(
                f"The name “{room}” is taken by a package at {places[0]}. "
                f"Uninstall it (`pip uninstall {room}`) or run Rulewright from its own environment: `make setup`."
            )
    return sentences

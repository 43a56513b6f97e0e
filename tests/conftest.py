"""What tests of all rooms share: a tiny game of our own, and documents in it."""

from pathlib import Path

import pytest

from ingest.packs import read_packs
from schema.pack import Pack

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
TINY_GAMES = ROOT / "tests" / "tiny_games"

RULES_EN = """\
# The Walled Orchard

## Components

- 40 fruit cards
- 30 ripe ones
- 10 rotten ones
- 12 weather cards

## The board

Garden Gate: +1 hunger

Old Well

-2 hunger, +3 common harvest

The Beehive opens in stage 4. It buzzes.

-2 hunger for the ladder (only you)

-5 hunger for anything (share it) if the head gardener is here
"""
RULES_CS = """\
# Zahrada za zdí

## Součásti hry

- 40 karet ovoce
- 12 karet počasí

## Plán

Zahradní brána: +1 hlad

Stará studna

-3 hlad, +3 společná sklizeň

-2 hlad za žebřík (jen ty)
"""


@pytest.fixture(scope="session")
def tiny_games() -> Path:
    return TINY_GAMES


@pytest.fixture(scope="session")
def orchard() -> Pack:
    return read_packs(TINY_GAMES)["orchard"]


@pytest.fixture
def rules_en(tmp_path: Path) -> Path:
    file = tmp_path / "orchard-en.md"
    file.write_text(RULES_EN, encoding="utf-8")
    return file


@pytest.fixture
def rules_cs(tmp_path: Path) -> Path:
    file = tmp_path / "orchard-cs.md"
    file.write_text(RULES_CS, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder with the real rulebooks; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: the real rulebooks are not part of the project")
    return SHARED

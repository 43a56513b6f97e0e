"""The front door: command line, wiring of the rooms, exit codes."""

from importlib.metadata import version
from pathlib import Path

__version__ = version("rulewright")

CHECKOUT = Path(__file__).resolve().parent.parent
"""Where the rooms lie: this is an application run from its checkout."""
GAMES = CHECKOUT / "games"
BUILD = CHECKOUT / "build"

"""The front door: command line, wiring of the rooms, exit codes."""

import os
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
"""Where the rooms lie: this is an application run from its checkout."""
GAMES = CHECKOUT / "games"
HOME_VARIABLE = "RULEWRIGHT_HOME"


def home() -> Path:
    """The folder for the usual database and saved games: as said, in the checkout, or among the user's data."""
    if said := os.environ.get(HOME_VARIABLE):
        return Path(said).absolute()
    if os.access(CHECKOUT, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        return CHECKOUT / "build"
    from platformdirs import user_data_path

    return user_data_path("rulewright")


def __getattr__(name: str) -> str:
    """`__version__`, looked up when it is asked for: finding it takes longer than many a command."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("rulewright")

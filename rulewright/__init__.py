"""The front door: command line, wiring of the rooms, exit codes."""

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
"""Where the rooms lie: this is an application run from its checkout."""
GAMES = CHECKOUT / "games"
BUILD = CHECKOUT / "build"


def __getattr__(name: str) -> str:
    """`__version__`, looked up when it is asked for: finding it takes longer than many a command."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("rulewright")

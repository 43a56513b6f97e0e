"""Keeps what is needed to report a bug."""

from pathlib import Path

import rulewright


def keep_crash(details: str) -> Path:
    """Write down what happened, where the user's data are; returns the file."""
    file = rulewright.home() / "crash.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"rulewright {rulewright.__version__}\n{details}", encoding="utf-8", errors="backslashreplace")
    return file

"""Where results that cost much and follow from files alone are kept between runs."""

import os
from pathlib import Path


def folder_of_kept() -> Path:
    """The folder of this user for what can be made again at any time."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"

"""The catalogue: what is said while a game is played, one file a language, all of its sections in it.

A new language of the interface is one more file. A section that a language does not have is spoken in English.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PROGRAM = "program"
"""The section of what the program itself says."""


@cache
def read_catalogue() -> Mapping[str, Mapping[str, Any]]:
    """Every language with its sections."""
    files = sorted(FOLDER.glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


def section(*names: str) -> dict[str, Mapping[str, str]]:
    """The words of a section, such as `black-orchestra` `actions`, in each language that has them."""
    found: dict[str, Mapping[str, str]] = {}
    for language, said in read_catalogue().items():
        part: Any = said
        for name in names:
            part = part.get(name, {})
        if part:
            found[language] = part
    return found

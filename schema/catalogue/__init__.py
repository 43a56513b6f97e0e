"""The catalogue: all that is said to people, at the table and on the site, one file a language.

A new language of the interface is one more file (docs/languages.md). What it does not say yet is said in English.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
FIRST = "en"
SPOKEN = (FIRST, *sorted({file.stem for file in FOLDER.glob("*.toml")} - {FIRST}))
"""Languages of the interface; the first is spoken where somebody asks for none of them."""


def read_language(language: str) -> Mapping[str, Any]:
    """What the file of a language says, and nothing else."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


@cache
def said_in(language: str) -> Mapping[str, Any]:
    """All sections of a language, filled up with English."""
    said = read_language(language)
    return said if language == FIRST else _filled(said, said_in(FIRST))


@cache
def section(*names: str) -> dict[str, Mapping[str, str]]:
    """The words of a section, such as `game` `resist` `actions`, in every language."""
    found: dict[str, Mapping[str, str]] = {}
    for language in SPOKEN:
        part: Any = said_in(language)
        for name in names:
            part = part.get(name, {})
        found[language] = part
    return found


def event_sentence(game: str, kind: str, language: str) -> str:
    """What is said of a kind of event, with places for its data: the game's own sentence, or that of all games."""
    for said in (section("game", game, "events"), section("game", game, "effects"), section("rows")):
        if kind in said[FIRST]:
            return said.get(language, said[FIRST])[kind]
    return f"{kind}."


def attribute_words(game: str, language: str) -> Mapping[str, str]:
    """Words for attributes and their parts, the game's own before those of all games."""
    said = said_in(language if language in SPOKEN else FIRST)
    own: Mapping[str, str] = said["game"].get(game, {}).get("attribute", {})
    return {**said["codes"]["attribute"], **own}


def _filled(said: Mapping[str, Any], others: Mapping[str, Any]) -> Mapping[str, Any]:
    shared = {k: _filled(said.get(k, {}), v) if isinstance(v, dict) else said.get(k, v) for k, v in others.items()}
    return {**said, **shared}

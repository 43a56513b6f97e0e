"""The languages of the site itself: its sentences, its plurals, and which one a browser asks for."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("words")
_FIRST = "en"
SPOKEN = (_FIRST, *sorted({file.stem for file in _FOLDER.glob("*.toml")} - {_FIRST}))
"""Languages of the interface, one a file; the first is spoken where a browser asks for none of them."""
_WANTED = re.compile(r"([a-zA-Z]{2,3})(?:-[\w-]+)?(?:\s*;\s*q=([\d.]+))?")


@dataclass(frozen=True, slots=True)
class Speech:
    """One language of the interface."""

    language: str
    sentences: Mapping[str, Any]

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence under ``section.name``, with its values put in."""
        said: Any = self.sentences
        for part in key.split("."):
            said = said[part]
        return str(said).format_map(values) if values else str(said)

    def count(self, key: str, number: int) -> str:
        """A counted thing, e.g. `3 karty`: the form that goes with the number, and the number in it."""
        said: Any = self.sentences
        for part in key.split("."):
            said = said[part]
        return str(said[_form(self.language, number)]).format(n=self.number(number))

    def number(self, value: int) -> str:
        """A whole number with its thousands set apart."""
        return f"{value:,}".replace(",", "," if self.language == "en" else "\u00a0")

    def known(self, section: str, word: str) -> str:
        """The word for a code, or the code itself in plain letters where there is none."""
        said = self.sentences.get(section, {}).get(word)
        return str(said) if said else word.replace("-", " ").replace(".", ", ").replace("_", " ")

    def name_of(self, language: str) -> str:
        """What a language is called in this one."""
        return self.known("language", language)


@cache
def speech(language: str) -> Speech:
    """The sentences of one language of the interface."""
    return Speech(language, tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8")))


def wanted_language(accepted: str) -> str:
    """The language of the interface that an Accept-Language header likes best."""
    wishes = [(-float(quality or 1), code.lower()) for code, quality in _WANTED.findall(accepted)]
    spoken = [code for quality, code in sorted(wishes, key=lambda wish: wish[0]) if code in SPOKEN and quality < 0]
    return spoken[0] if spoken else SPOKEN[0]


def _form(language: str, number: int) -> int:
    """Which of the plural forms goes with a number: one, few, many."""
    if number == 1:
        return 0
    if language == "cs":
        return 1 if number in (2, 3, 4) else 2
    if language == "pl":
        return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
    return 1

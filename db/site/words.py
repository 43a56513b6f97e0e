"""What the site says in a language of the interface, with its plurals, and which language a browser asks for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from schema.catalogue import SPOKEN, said_in

_WANTED = re.compile(r"([a-zA-Z]{2,3})(?:-[\w-]+)?(?:\s*;\s*q=([\d.]+))?")


@dataclass(frozen=True, slots=True)
class Speech:
    """One language of the interface."""

    language: str
    sentences: Mapping[str, Any]
    """Those of the pages, and the words for codes."""
    plurals: list[str]
    """Which numbers go with each form of a counted thing, as regular expressions; all others go with the last."""
    thousands: str
    """What sets thousands apart."""

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence under ``section.name``, with its values put in."""
        said = str(self._said(key))
        return said.format_map(values) if values else said

    def _said(self, key: str) -> Any:
        section, _, name = key.partition(".")
        return self.sentences[section][name]

    def count(self, key: str, number: int) -> str:
        """A counted thing, e.g. `3 karty`: the form that goes with the number, and the number in it."""
        form = next((at for at, those in enumerate(self.plurals) if re.fullmatch(those, str(number))), -1)
        return str(self._said(key)[form]).format(n=self.number(number))

    def number(self, value: int) -> str:
        """A whole number with its thousands set apart."""
        return f"{value:,}".replace(",", self.thousands)

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
    said = said_in(language)
    return Speech(language, {**said["site"], **said["codes"]}, said["plurals"], said["thousands"])


def wanted_language(accepted: str) -> str:
    """The language of the interface that an Accept-Language header likes best."""
    wishes = [(-float(quality or 1), code.lower()) for code, quality in _WANTED.findall(accepted)]
    spoken = [code for quality, code in sorted(wishes, key=lambda wish: wish[0]) if code in SPOKEN and quality < 0]
    return spoken[0] if spoken else SPOKEN[0]

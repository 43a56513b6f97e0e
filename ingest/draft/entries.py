"""What a draft is made of: things, numbers, rules and cards, each with its words and where it comes from."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from schema.folding import fold

Names = Mapping[str, Sequence[str]]
"""By language what a thing is called, the most usual name first."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A concept of the pack."""

    kind: str
    code: str
    names: Names
    where: str
    """The documents and pages that it comes from."""


@dataclass(frozen=True, slots=True)
class Number:
    """A claim that wordings find, in each language another."""

    code: str
    subject: str
    attribute: str
    note: str
    wordings: Mapping[str, Sequence[str]]
    where: str
    value: str = "{number}"
    counts: str = ""
    """What the number counts, as a term of frames."""
    stated: Mapping[str, str] = field(default_factory=dict)
    """By language the value that its document states, to be found again; nothing where it is of several things."""
    places: frozenset[tuple[str, int]] = frozenset()
    """The passages that state it: checksum of the document and place in it."""


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """A rule without a summary: what the documents print of it, and what tells its passages."""

    code: str
    topic: str
    about: Sequence[str]
    printed: Mapping[str, str]
    where: str
    places: frozenset[tuple[str, int]] = frozenset()
    """The passages that state it: checksum of the document and place in it."""
    cue: str = ""


@dataclass(frozen=True, slots=True)
class CardDraft:
    """A card with what is printed on it."""

    code: str
    titles: Mapping[str, str]
    texts: Mapping[str, str]
    where: str


@dataclass(frozen=True, slots=True)
class Draft:
    """All that a pack is written from."""

    code: str
    name: str
    titles: Mapping[str, Sequence[str]]
    """By language how the documents call the game."""
    things: Sequence[Thing] = ()
    numbers: Sequence[Number] = ()
    rules: Sequence[RuleDraft] = ()
    cards: Sequence[CardDraft] = ()
    outline: Sequence[str] = field(default=())
    """Lines that tell the course of play, for whoever writes play.toml."""

    @property
    def languages(self) -> list[str]:
        """The languages of the documents."""
        return list(self.titles)


def has_latin(text: str) -> bool:
    """Whether a code can be made of a text: it has a Latin letter."""
    return bool(re.search(r"[a-z]", fold(text)))


def slug(text: str, taken: "set[str] | None" = None, otherwise: str = "thing") -> str:
    """A lower-kebab code of a text that no other has; of a script without Latin letters a word and a number."""
    words = re.findall(r"[a-z0-9]+", fold(text))[:6]
    base = "-".join(words) or otherwise
    code, number = base, 1
    while taken is not None and code in taken:
        number += 1
        code = f"{base}-{number}"
    if taken is not None:
        taken.add(code)
    return code

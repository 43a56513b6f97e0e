"""Which passages tell a worked example, though they are laid out like rules: an example shows a rule, it states none.

A heading that speaks of an example announces what stands under it; where the headings after it repeat earlier ones, the
example goes through their steps again. A label announces the one passage after it, and a passage that opens with the
word announces itself. Whoever is named in an example is followed through the passages that go on about them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from schema.documents import PassageShape
from schema.folding import fold
from schema.tokens import Token, tokenise

EXAMPLE = "example"
"""The idea by which the languages list their words for it."""


@dataclass(frozen=True, slots=True)
class ExampleSettings:
    """What counts as an example; looked at on the five rulebooks of tests/games/rule_lines.tsv."""

    opening: int = 3
    """A passage opens with what its first so many words say."""
    least_name: int = 4
    """A shorter part of a name may be an ordinary word."""
    stem: int = 2
    """So many letters at the end of a name may be inflected."""


class Hears(Protocol):
    """Whoever hears the ideas of words."""

    def ideas(self, tokens: Sequence[Token], language: str) -> list[set[str]]:
        """The ideas that begin at each word."""
        ...


def find_examples(
    passages: Sequence[PassageShape], hears: Hears, people: Sequence[str], settings: ExampleSettings = ExampleSettings()
) -> set[int]:
    """The seq of every passage that tells an example; people are the names of those whom examples are about."""
    announced = set(_announced(passages, hears, settings))
    return announced | set(_followed(passages, announced, _stems(people, settings)))


def _announced(passages: Sequence[PassageShape], hears: Hears, settings: ExampleSettings) -> Iterator[int]:
    seen: set[str] = set()
    is_under, is_next = False, False
    for passage in passages:
        if passage.kind in ("gap", "noise"):
            continue
        if passage.kind in ("heading", "label"):
            speaks = _speaks(passage, hears, len(passage.text))
            title = _bare(passage.text)
            if passage.kind == "label":
                is_under, is_next = is_under and not _is_title(passage.text), speaks
            else:
                is_under, is_next = speaks or (is_under and title in seen), False
                seen.add(title)
            continue
        if passage.kind == EXAMPLE or is_under or is_next or _speaks(passage, hears, settings.opening):
            yield passage.seq
        is_next = False


def _speaks(passage: PassageShape, hears: Hears, words: int) -> bool:
    tokens = [token for token in tokenise(passage.text, passage.seq) if token.kind != "stop"][:words]
    return any(EXAMPLE in ideas for ideas in hears.ideas(tokens, passage.language))


def _followed(passages: Sequence[PassageShape], announced: set[int], stems: set[str]) -> Iterator[int]:
    """From an example to the last passage of its section that names one of its people."""
    waiting: list[int] = []
    named: set[str] = set()
    section = ""
    for passage in passages:
        if passage.kind in ("gap", "noise"):
            continue
        if passage.section != section or passage.kind == "heading":
            waiting, named, section = [], set(), passage.section
        people = {stem for stem in stems if any(word.startswith(stem) for word in _capitalised(passage.text))}
        if passage.seq in announced:
            named |= people
            waiting = []
        elif named:
            waiting.append(passage.seq)
            if people & named:
                yield from waiting
                waiting = []


def _stems(people: Sequence[str], settings: ExampleSettings) -> set[str]:
    parts = (fold(part) for name in people for part in name.split() if part[:1].isupper())
    return {
        part[: max(settings.least_name, len(part) - settings.stem)]
        for part in parts
        if len(part) >= settings.least_name
    }


def _capitalised(text: str) -> list[str]:
    return [fold(word) for word in text.replace("(", " ").split() if word[:1].isupper()]


def _is_title(label: str) -> bool:
    """Whether a label may be a heading that was not known as one: several words in capitals."""
    return sum(word.isupper() and len(word) > 1 for word in label.split()) > 1


def _bare(title: str) -> str:
    """A heading without its number and signs."""
    return " ".join("".join(sign if sign.isalpha() else " " for sign in fold(title)).split())

"""A fact as somebody says it should be, `SUBJECT ATTRIBUTE VALUE`, checked against the facts that there are."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from rapidfuzz import fuzz, process

from schema.slots import FactKey

BLANK = re.compile(r"<[^<>]+>")
NUMBER = re.compile(r"[+-]?\d+")
RULE = "rule:"
"""A change of a whole rule begins so; what follows is its variant."""
VARIANT = "variant"
"""What stands for the attribute of such a change."""
NEAREST = 3
"""So many attributes are offered in the place of one that does not exist."""


@dataclass(frozen=True, slots=True)
class Change:
    """A fact as it could also be."""

    subject: str
    attribute: str
    value: str

    @property
    def fact(self) -> FactKey:
        """What it is about."""
        return self.subject, self.attribute

    @property
    def is_of_rule(self) -> bool:
        """Whether a rule is played the other way, and not a fact changed."""
        return self.subject.startswith(RULE) and self.attribute == VARIANT

    @property
    def rule(self) -> str:
        """The rule that is played the other way."""
        return self.subject.removeprefix(RULE)

    def __str__(self) -> str:
        return f"{self.subject} {self.value}" if self.is_of_rule else f"{self.subject} {self.attribute} {self.value}"


def read_change(text: str) -> Change:
    """A change in the words of a person, or a ValueError that says what is missing."""
    words = text.split(maxsplit=2)
    if len(words) == 2 and words[0].startswith(RULE):
        return Change(words[0], VARIANT, words[1])
    if len(words) != 3:
        raise ValueError(f"“{text}” must be a subject, an attribute and a value: location:paris enter.suspicion -2.")
    return Change(*words)


def check_known(fact: FactKey, known: Collection[FactKey]) -> None:
    """A ValueError for a fact that nobody knows, with the nearest right word."""
    subject, attribute = fact
    attributes = sorted(a for s, a in known if s == subject)
    if any(re.fullmatch(_pattern(one), attribute) for one in attributes):
        return
    if not attributes:
        subjects = sorted({s for s, _ in known})
        near = process.extractOne(subject, subjects, scorer=fuzz.WRatio)
        hint = f"Did you mean `{near[0]}`?" if near else "Nothing is known of it."
        raise ValueError(f"There is no subject `{subject}`. {hint}")
    near_ones = process.extract(attribute, attributes, scorer=fuzz.WRatio, limit=NEAREST)
    listed = ", ".join(f"`{found}`" for found, _, _ in near_ones)
    raise ValueError(f"There is no fact `{subject}` `{attribute}`. The nearest of `{subject}` are {listed}.")


def _pattern(attribute: str) -> str:
    """An attribute of which a part may be any word, as `penalty.<what>`, as a pattern."""
    return ".+".join(map(re.escape, BLANK.split(attribute)))


def check_value(value: str, before: str | None) -> None:
    """A ValueError for words in the place of a number."""
    if before is not None and NUMBER.fullmatch(before) and not NUMBER.fullmatch(value):
        raise ValueError(f"“{value}” cannot take the place of {before}: it must be a number.")


class Supposing(Protocol):
    """A ruleset of which facts have other values for one run."""

    @property
    def supposed(self) -> Mapping[FactKey, str]:
        """What was supposed."""
        ...


def supposed_in(ruleset: Supposing) -> list[Change]:
    """What is supposed in a ruleset, sorted."""
    return [Change(*fact, value) for fact, value in sorted(ruleset.supposed.items())]


def tell_supposed(ruleset: Supposing) -> str:
    """The same in one line, as it is stored and shown; empty where nothing is supposed."""
    return "; ".join(map(str, supposed_in(ruleset)))

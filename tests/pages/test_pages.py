"""What must be read of each page: this stands before that, these two are no one passage, that heading has its level.

A page is a source for typst (or plain text) of our own words, and a list of facts beside it. A fact that the product
gets wrong today says so in `not-yet`; whoever mends it has to take that line away, because it fails when it passes.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from schema.documents import PassageShape
from schema.reading import PassageRead, WordPage
from schema.tokens import readable

HERE = Path(__file__).parent
FACTS = {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(HERE.glob("*.toml"))}
Fact = Mapping[str, Any]


class Reading:
    """The passages of a page and what can be asked of them."""

    def __init__(self, passages: tuple[PassageRead, ...]) -> None:
        self.passages = [p.model_copy(update={"text": readable(p.text)}) for p in (read.passage for read in passages)]

    def holding(self, words: str) -> PassageShape:
        """The one passage that holds the words."""
        found = [passage for passage in self.passages if words in passage.text]
        assert len(found) == 1, f"“{words}” stands in {len(found)} passages of {self.texts()}"
        return found[0]

    def place(self, words: str) -> tuple[int, int]:
        passage = self.holding(words)
        return passage.seq, passage.text.index(words)

    def level(self, title: str) -> int | None:
        passage = next(p for p in self.passages if p.text == title)
        assert passage.kind == "heading"
        return passage.level

    def texts(self) -> list[str]:
        return [passage.text for passage in self.passages]

    def holds(self, fact: Fact) -> bool:
        """Whether a fact is as it must be."""
        match fact:
            case {"before": [*words]}:
                return all(self.place(first) < self.place(then) for first, then in pairwise(words))
            case {"apart": [one, other]}:
                return self.holding(one) is not self.holding(other)
            case {"together": [one, other]}:
                return self.holding(one) is self.holding(other)
            case {"whole": words}:
                return any(words in text for text in self.texts())
            case {"absent": words}:
                return not any(words in text for text in self.texts())
            case {"kind": [words, kind]}:
                return self.holding(words).kind == kind
            case {"heading": title, "level": level}:
                return self.level(title) == level
            case {"alike": [*titles]}:
                return len({self.level(title) for title in titles}) == 1
            case {"under": [words, path]}:
                return self.holding(words).section == path
        raise ValueError(f"no such fact: {fact}")


def facts() -> Iterator[Any]:
    for page, told in FACTS.items():
        for number, fact in enumerate(told["fact"], start=1):
            reason = fact.get("not-yet")
            marks = [pytest.mark.xfail(strict=True, raises=AssertionError, reason=reason)] if reason else []
            yield pytest.param(page, fact, id=f"{page}-{number}-{next(iter(fact))}", marks=marks)


@pytest.mark.parametrize(("page", "fact"), [*facts()])
def test_a_page_is_read_as_a_reader_takes_it(
    page: str, fact: Fact, passages: Mapping[str, tuple[PassageRead, ...]]
) -> None:
    reading = Reading(passages[page])
    assert reading.holds(fact), reading.texts()


@pytest.mark.parametrize("page", FACTS)
def test_no_word_of_a_page_is_lost_or_doubled(
    page: str, word_pages: Mapping[str, WordPage], passages: Mapping[str, tuple[PassageRead, ...]]
) -> None:
    printed = Counter(word.text.strip() for word in word_pages[page].words)
    read = Counter(word for read in passages[page] for word in read.passage.raw_text.split() if word != "|")
    assert read == printed


def test_every_page_has_its_facts_and_says_what_it_shows(word_pages: Mapping[str, WordPage]) -> None:
    assert FACTS.keys() == word_pages.keys()
    assert all(told["idea"] and told["fact"] for told in FACTS.values())

"""Whole games of Black Orchestra in the terminal, six in each of its languages: what the screens said, as it was.

A golden file holds every line of the screens once, where it first appeared, and a checksum of all of them. Write the
files anew with `REGENERATE=1 .venv/bin/pytest tests/rules_engine/test_golden_screens.py`, and read the diff.
"""

import hashlib
import io
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from wordfreq import zipf_frequency

from rules_engine.record import begin
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.session import Session
from rules_engine.terminal.sitting import Sitting
from rules_engine.terminal.table import table_of
from rules_engine.terminal.telling import Teller
from rules_engine.terminal.words import words_of
from rules_engine.words import UNTRANSLATED

GOLDEN = Path(__file__).parents[1] / "golden" / "screens"
LANGUAGES = ("cs", "en", "it", "pl")
GAMES = (("1st", 51), ("1st", 66), ("1st", 82), ("2nd", 82), ("2nd", 102), ("2nd", 83))
"""Editions and seeds whose games are soon over when everything is done at random."""
WIDTH = 80
COMMON, MORE_USUAL = 3.5, 1.0
"""A word counts as English where it is that usual there and so much more usual than in the language spoken."""


def screens(ruleset: Ruleset, language: str, seed: int) -> str:
    """All that a person sees who types the numbers of actions at random until the game is over."""
    look, shown, chance = table_of(ruleset.game), io.StringIO(), random.Random(seed)
    console = Console(file=shown, width=WIDTH, force_terminal=False, color_system=None)
    teller = Teller(console, ruleset, words_of(ruleset, language, look.labels), look, lambda _: None)
    sitting = Sitting(ruleset, begin(ruleset, seed, 1, {}))

    def read(_: str) -> str:
        legal = sitting.legal
        return str(legal.index(chance.choice([action for action in legal if action != "end"] or legal)) + 1)

    Session(sitting, teller, Path("unused"), read).play()
    result = ruleset.result(sitting.state)
    assert result is not None, "the game is played to its end"
    teller.result(result, len(sitting.record.actions))
    return shown.getvalue()


def told(text: str, known: set[str]) -> Iterator[str]:
    """The lines that were not there before."""
    for line in map(str.rstrip, text.splitlines()):
        if line and line not in known:
            known.add(line)
            yield line


@pytest.fixture(scope="module", params=LANGUAGES)
def spoken(
    request: pytest.FixtureRequest, black_orchestra: Ruleset, black_orchestra_1st: Ruleset
) -> tuple[str, dict[tuple[str, int], str]]:
    """The games of a language, as they were seen."""
    editions = {"1st": black_orchestra_1st, "2nd": black_orchestra}
    return request.param, {(edition, seed): screens(editions[edition], request.param, seed) for edition, seed in GAMES}


def test_the_screens_are_as_they_were(spoken: tuple[str, dict[tuple[str, int], str]]) -> None:
    language, games = spoken
    lines: list[str] = []
    known: set[str] = set()
    for (edition, seed), text in games.items():
        seal = hashlib.sha256(text.encode()).hexdigest()[:16]
        lines += [f"== {edition} seed {seed}: {text.count(chr(10))} lines, {seal}", *told(text, known)]
    file = GOLDEN / f"{language}.txt"
    if os.environ.get("REGENERATE"):
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = file.read_text(encoding="utf-8").splitlines()
    for number, (line, golden) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == golden, f"{file.name} line {number} differs"
    assert len(lines) == len(expected)


def test_no_line_is_wider_than_the_screen(spoken: tuple[str, dict[tuple[str, int], str]]) -> None:
    _, games = spoken
    assert max(len(line) for text in games.values() for line in text.splitlines()) <= WIDTH


def test_nothing_is_said_in_english_but_marked_titles(
    spoken: tuple[str, dict[tuple[str, int], str]], black_orchestra: Ruleset, black_orchestra_1st: Ruleset
) -> None:
    language, games = spoken
    if language == "en":
        pytest.skip("English is spoken here")
    said = {word for text in games.values() for word in words_in(text)}
    own = {
        word
        for ruleset in (black_orchestra, black_orchestra_1st)
        for name in names_of(ruleset, language)
        for word in words_in(name)
    }
    named = black_orchestra.words.names_in(language).names.values()
    short = {name.lower()[:size] for name in named for size in (3, 4)}  # the map has little room
    english = {word for word in said - own - short if is_english(word, language)}
    assert english == set()


def names_of(ruleset: Ruleset, language: str) -> Iterator[str]:
    """Names of people and places, and the titles that are marked as not printed in the language."""
    named = ruleset.words.names_in(language)
    yield ruleset.name
    yield from (title for title in named.titles.values() if title.endswith(UNTRANSLATED))
    yield from (name for (kind, _), name in named.names.items() if kind in {"location", "character", "leader"})


def words_in(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


def is_english(word: str, language: str) -> bool:
    usual = zipf_frequency(word, "en")
    return usual >= COMMON and zipf_frequency(word, language) < usual - MORE_USUAL

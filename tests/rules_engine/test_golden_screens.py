"""Whole games in the terminal, six of each of the three games in each of their languages: the screens, as they were.

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
Game = tuple[str, str, int, int]
"""What a game is called in its file, the fixture of its ruleset, how many play it, and the seed."""
BLACK_ORCHESTRA: tuple[Game, ...] = (
    ("1st", "black_orchestra_1st", 1, 51),
    ("1st", "black_orchestra_1st", 1, 66),
    ("1st", "black_orchestra_1st", 1, 82),
    ("2nd", "black_orchestra", 1, 82),
    ("2nd", "black_orchestra", 1, 102),
    ("2nd", "black_orchestra", 1, 83),
)
"""Editions and seeds whose games are soon over when everything is done at random."""
RESIST: tuple[Game, ...] = tuple(("resist", "resist", 1, seed) for seed in range(3, 9))
BARCLAY: tuple[Game, ...] = tuple(
    ("operation-barclay", "operation_barclay", 2, seed) for seed in (51, 31, 37, 19, 42, 24)
)
"""Short games, ended by what lies open, by logic and by a correct prediction."""
FROM_ROWS: tuple[Game, ...] = (
    ("windfall", "windfall", 2, 3),
    ("hanabi", "hanabi", 2, 3),
    ("goofspiel", "goofspiel", 2, 3),
    ("liars-dice", "liars_dice", 2, 3),
    ("harvest-fair", "harvest_fair", 3, 3),
    ("pig", "pig", 2, 3),
)
SCREENS: dict[str, tuple[str, tuple[Game, ...]]] = {
    **{language: (language, BLACK_ORCHESTRA) for language in ("cs", "en", "it", "pl")},
    **{f"resist-{language}": (language, RESIST) for language in ("cs", "en", "it", "pl")},
    **{f"operation-barclay-{language}": (language, BARCLAY) for language in ("cs", "en", "it", "pl")},
    "from-rows-cs": ("cs", FROM_ROWS),
}
"""By golden file its language and its games."""
ALIKE = {"most", "force", "enter"}
"""Czech for a bridge, a unit that the Czech cards call so too, and a key."""
WIDTH = 80
COMMON, MORE_USUAL = 3.5, 1.0
"""A word counts as English where it is that usual there and so much more usual than in the language spoken."""


def screens(ruleset: Ruleset, language: str, players: int, seed: int) -> str:
    """All that a person sees who types the numbers of actions at random until the game is over."""
    look, shown, chance = table_of(ruleset.game), io.StringIO(), random.Random(seed)
    console = Console(file=shown, width=WIDTH, force_terminal=False, color_system=None)
    teller = Teller(console, ruleset, words_of(ruleset, language), look, lambda _: None)
    sitting = Sitting(ruleset, begin(ruleset, seed, players, {}))

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


Spoken = tuple[str, str, dict[Game, str], list[Ruleset]]


@pytest.fixture(scope="module", params=SCREENS)
def spoken(request: pytest.FixtureRequest) -> Spoken:
    """The games of a golden file, as they were seen, with its name and language and the rulesets."""
    language, games = SCREENS[request.param]
    rulesets = {game[1]: request.getfixturevalue(game[1]) for game in games}
    seen = {game: screens(rulesets[game[1]], language, *game[2:]) for game in games}
    return request.param, language, seen, list(rulesets.values())


def test_the_screens_are_as_they_were(spoken: Spoken) -> None:
    name, _, games, _ = spoken
    lines: list[str] = []
    known: set[str] = set()
    for (called, _, _, seed), text in games.items():
        seal = hashlib.sha256(text.encode()).hexdigest()[:16]
        lines += [f"== {called} seed {seed}: {text.count(chr(10))} lines, {seal}", *told(text, known)]
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("REGENERATE"):
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = file.read_text(encoding="utf-8").splitlines()
    for number, (line, golden) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == golden, f"{file.name} line {number} differs"
    assert len(lines) == len(expected)


def test_no_line_is_wider_than_the_screen(spoken: Spoken) -> None:
    _, _, games, _ = spoken
    assert max(len(line) for text in games.values() for line in text.splitlines()) <= WIDTH


def test_nothing_is_said_in_english_but_marked_titles(spoken: Spoken) -> None:
    _, language, games, rulesets = spoken
    if language == "en":
        pytest.skip("English is spoken here")
    said = {word for text in games.values() for word in words_in(text)}
    own = {word for ruleset in rulesets for name in names_of(ruleset, language) for word in words_in(name)}
    named = [name for ruleset in rulesets for name in ruleset.words.names_in(language).names.values()]
    short = {name.lower()[:size] for name in named for size in (3, 4)}  # the map has little room
    english = {word for word in said - own - short - ALIKE if is_english(word, language)}
    assert english == set()


def test_no_code_is_shown(spoken: Spoken) -> None:
    _, language, games, rulesets = spoken
    if language == "en":
        pytest.skip("English words are joined like codes")
    codes = {code for ruleset in rulesets for listed in ruleset.concepts.values() for code in listed if "-" in code}
    names = " ".join(name.lower() for ruleset in rulesets for name in ruleset.words.names_in(language).names.values())
    shown = {word for text in games.values() for word in re.findall(r"[^\W\d_]+(?:-[^\W_]+)+", text)}
    assert {code for code in codes & shown if code not in names} == set()


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

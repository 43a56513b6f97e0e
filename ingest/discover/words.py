"""The few words of each language that structure alone cannot tell, and how a text is asked for them."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from schema.folding import fold

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
"""Letters of scripts that set no space between words, or hang small words on them as Korean does."""


@dataclass(frozen=True, slots=True)
class Words:
    """Beginnings of words, folded, by what they tell."""

    numbers: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    player: tuple[str, ...] = ()
    per: tuple[str, ...] = ()
    piece: tuple[str, ...] = ()
    """What stands between a number and the thing it counts and only says “pieces”; whole words."""
    counters: tuple[str, ...] = ()
    """Counting words of scripts without spaces, which stand between number and thing: 24枚; as they are printed."""
    of: tuple[str, ...] = ()
    """What joins a counting word and the thing behind it; as it is printed."""
    total: tuple[str, ...] = ()
    """What says before a number that it is of all of them; as it is printed."""
    few: tuple[str, ...] = ()
    """Letters for the numbers from two on that Unicode gives no value; as they are printed."""
    card: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    minute: tuple[str, ...] = ()
    hour: tuple[str, ...] = ()
    time: tuple[str, ...] = ()
    """Labels of how long it takes, behind which a number alone is of minutes."""
    year: tuple[str, ...] = ()
    age: tuple[str, ...] = ()
    """Labels of the age, behind which a number is of years; behind a number they are no unit: “the 3 ages”."""
    joins: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    """Words before a range whose numbers an “and” joins: between 2 and 4."""
    to: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    """What heads a list of what it takes to play, and other things too: it counts only where counted things follow."""
    setup: tuple[str, ...] = ()
    round: tuple[str, ...] = ()
    phase: tuple[str, ...] = ()
    step: tuple[str, ...] = ()
    action: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    author: tuple[str, ...] = ()
    publisher: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    doing: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    note: tuple[str, ...] = ()
    question: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    points: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """What numbers are of that are no things: players, minutes, hours, years."""
        return self.player + self.minute + self.hour + self.year


_PRINTED = ("endings", "counters", "of", "total", "few")
"""Lists whose words are not folded."""
_SAME = {"no": "nb", "nn": "nb"}
"""Languages that are read with the words of another one."""


@cache
def words_of(language: str) -> Words:
    """The words of a language; those of all languages for one that is not known."""
    listed = _listed()
    language = _SAME.get(language, language)
    wanted = [listed[language]] if language in listed else list(listed.values())
    told = {f.name: tuple(dict.fromkeys(w for one in wanted for w in one.get(f.name, ()))) for f in fields(Words)}
    return Words(**(told if language in listed else told | {"endings": ()}))


@cache
def number_words(language: str) -> Mapping[str, int]:
    """The small numbers that a language writes in letters, from two on."""
    listed = _listed().get(_SAME.get(language, language), {}).get("numbers", [])
    return {form: value for value, forms in enumerate(listed, start=2) for form in forms.split("/")}


def has_words(language: str) -> bool:
    """Whether there are words of this language at all; else it is read with those of all of them."""
    return _SAME.get(language, language) in _listed()


def is_known(language: str) -> bool:
    """Whether there are words of this language that tell which sentences rule."""
    return "rules" in _listed().get(_SAME.get(language, language), {})


@cache
def _listed() -> Mapping[str, Mapping[str, list[str]]]:
    listed = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    return {
        language: {name: stems if name in _PRINTED else [*map(fold, stems)] for name, stems in told.items()}
        for language, told in listed.items()
    }


def folded_words(text: str) -> list[str]:
    """The words and numbers of a text, folded."""
    return _WORD.findall(fold(text))


_ACCENTED = {"a": "aáàâãäăąå", "e": "eéèêëěę", "i": "iíìîï", "o": "oóòôõöő", "s": "sșşśš", "u": "uúùûüűů"}


def as_printed(joins: Sequence[str]) -> str:
    """A pattern of folded words as printed, “és”, “și”; but one letter alone with an accent is another word."""
    return "|".join(
        "".join(f"[{_ACCENTED.get(letter, re.escape(letter))}]" for letter in word)
        if len(word) > 1
        else re.escape(word)
        for word in joins
    )


SHORT = 3
"""So short a beginning is a whole word: `a` is not the beginning of `action`."""
LONGEST_ENDING = 3
"""The last of several words has no longer ending: “game overview” is no “game over”. Chosen by eye."""


@dataclass(frozen=True, slots=True)
class _Stems:
    """Beginnings of words, sorted so that a text is asked for all of them at once."""

    whole: frozenset[str]
    beginnings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    inside: tuple[str, ...] = ()
    """Those of scripts without spaces, which stand anywhere in what looks like one word."""

    def at(self, words: Sequence[str], at: int) -> bool:
        """Whether one of them stands at a place of a row of words."""
        said = words[at]
        if said in self.whole or said.startswith(self.beginnings) or any(stem in said for stem in self.inside):
            return True
        return any(self._is_row(words[at : at + len(row)], row) for row in self.rows)

    @staticmethod
    def _is_row(words: Sequence[str], row: tuple[str, ...]) -> bool:
        if len(words) < len(row) or tuple(words[:-1]) != row[:-1]:
            return False
        longer = len(words[-1]) - len(row[-1])
        return words[-1] == row[-1] or (
            len(row[-1]) > SHORT and longer <= LONGEST_ENDING and words[-1].startswith(row[-1])
        )


@cache
def _stems(listed: tuple[str, ...]) -> _Stems:
    rows = [tuple(stem.split()) for stem in listed]
    single = [row[0] for row in rows if len(row) == 1]
    unspaced = [stem for stem in single if _UNSPACED.search(stem)]
    return _Stems(
        frozenset(single),
        tuple(stem for stem in single if len(stem) > SHORT or stem in unspaced),
        tuple(row for row in rows if len(row) > 1),
        tuple(stem for stem in unspaced if len(unicodedata.normalize("NFC", stem)) > 1),
    )


def begins(words: Sequence[str], stems: tuple[str, ...]) -> bool:
    """Whether a row of folded words begins with one of the stems."""
    return bool(words) and _stems(stems).at(words, 0)


def first_of(words: Sequence[str], stems: tuple[str, ...]) -> int | None:
    """Where the first of the stems stands in a row of folded words."""
    asked = _stems(stems)
    return next((at for at in range(len(words)) if asked.at(words, at)), None)


def count_of(words: Sequence[str], stems: tuple[str, ...]) -> int:
    """At how many places of a row of folded words one of the stems stands."""
    asked = _stems(stems)
    return sum(asked.at(words, at) for at in range(len(words)))


def has_any(words: Sequence[str], stems: tuple[str, ...]) -> bool:
    """Whether one of the stems stands somewhere in a row of folded words."""
    return first_of(words, stems) is not None


LABEL_WORDS = 5
"""Words before the colon of “Number of players: 2 to 4”."""


def are_labels(lines: Sequence[str]) -> bool:
    """Whether each of several lines begins with a label: “Players: 2”, “Contents:”."""
    labels = [line.partition(":") for line in lines]
    return len(labels) > 1 and all(colon and 0 < len(label.split()) <= LABEL_WORDS for label, colon, _ in labels)

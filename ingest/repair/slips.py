"""Single slips of recognition in otherwise good text: digits in words, letters in numbers, words split or joined."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.edits import Edit
from ingest.repair.wordlist import WordList
from schema.folding import fold

LETTERS_FOR_DIGITS = {
    "0": "o",
    "1": "il",
    "3": "e",
    "4": "a",
    "5": "s",
    "6": "b",
    "8": "b",
    "9": "g",
    "|": "il",
    "$": "s",
}
DIGITS_FOR_LETTERS = {"I": "1", "l": "1", "O": "0", "o": "0", "S": "5", "B": "8", "Z": "2", "|": "1"}

_MIXED = re.compile(r"(?<![\w/.-])(?=[^\W_]*\d)(?=[^\W_]*[^\W\d_])[^\W_]+(?![\w/.-]*\d)")
_NUMBER_LIKE = re.compile(r"(?<![\w/.+−–-])(?=[IlOoSBZ|\d]*\d)(?=[IlOoSBZ|\d]*[IlOoSBZ|])[IlOoSBZ|\d]{2,4}(?![\w/-])")
_COUNTED = re.compile(r"\s+([^\W\d_]{3,})")
_LETTERS = re.compile(r"[^\W\d_]+")
_CITING = frozenset("-'’‘‚„“”«»\"")
"""Beside a part of a longer word, or a word that is cited as it stands."""
_LAST_LATIN = "\u024f"
_PAIR = re.compile(r"(?<![\w-])([^\W\d_]+) ([^\W\d_]+)(?![\w-])")


@dataclass(frozen=True, slots=True)
class SlipSettings:
    """When a slip is the likeliest explanation.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    common: float = math.log(1e-6)
    """A word at least so frequent is believed where a slip would explain what was read."""
    frequent: float = math.log(3e-7)
    """A string of letters at least so frequent is a word."""
    strange: float = 5.0
    """How much stranger than the true word a misread one must be spelt."""
    very_strange: float = 9.0
    """From here on this alone is proof."""
    ending: int = 2
    """Letters of a word's end, where a form that no list has is likelier than a slip."""
    clear: float = 1.5
    """How much more frequent (as a logarithm) than any other the true word must be."""
    long_word: int = 7
    """Shorter words are too often one letter away from another."""
    after_digit: int = 4
    """A digit beside fewer letters than this counts something or names something: 1st, 3D, 4x."""
    after_nought: int = 2
    """The same for a nought, with which no count begins."""
    foreign_passage: float = 0.7
    """A passage of fewer known words is in another language, or noise: nothing in it is called a slip."""


class SlipFinder:
    """Finds slips in the intact texts of one document, which also say what words the document uses."""

    def __init__(
        self,
        words: WordList,
        names: frozenset[str],
        texts: Sequence[str],
        settings: SlipSettings = SlipSettings(),
    ) -> None:
        self._settings = settings
        self._words = words
        self._names = names
        self._seen = Counter(word.lower() for text in texts for word in _LETTERS.findall(text))
        self._signs = Counter(sign for text in texts for sign in _NUMBER_LIKE.findall(text))

    def edits(self, text: str) -> Iterator[Edit]:
        """The slips of a text."""
        yield from self._letters_in_numbers(text)
        if self._is_foreign(text):
            return
        yield from self._digits_in_words(text)
        yield from self._misread_words(text)
        yield from self._split_words(text)

    def _is_known(self, small: str) -> bool:
        return small in self._words.ids or small in self._names

    def _is_foreign(self, text: str) -> bool:
        words = [word.lower() for word in _LETTERS.findall(text) if len(word) > 1]
        known = [word for word in words if self._is_known(word)]
        frequent = sum((self._words.log_of(word) or -99) > self._settings.frequent for word in known)
        return frequent < self._settings.foreign_passage * len(words)

    def _digits_in_words(self, text: str) -> Iterator[Edit]:
        for match in _MIXED.finditer(text):
            read = match[0]
            digits = [at for at, c in enumerate(read) if c.isdigit()]
            if len(digits) != 1 or _NUMBER_LIKE.fullmatch(read) or not self._is_within_word(read, digits[0]):
                continue
            at = digits[0]
            if at == len(read) - 1 and self._is_known(read[:at].lower()):
                continue  # the number of a note behind its word
            options = [read[:at] + letter + read[at + 1 :] for letter in LETTERS_FOR_DIGITS.get(read[at], "")]
            logs = ((self._words.log_of(option.lower()), option) for option in options)
            known = [(log, option) for log, option in logs if log is not None and log >= self._settings.common]
            if known:
                after = max(known)[1]
                is_start = text[: match.start()].rstrip()[-1:] in ("", ".", "!", "?", ":")
                if read[:1].isdigit() and read[1:].islower() and is_start:
                    after = after.capitalize()
                yield Edit(match.start(), match.end(), after, "digit read for a letter", 0.93)

    def _is_within_word(self, read: str, at: int) -> bool:
        """Whether a digit stands where only a letter can: counts and their endings (1st, 3D) have few letters."""
        letters = read[:at] + read[at + 1 :]
        is_one_case = letters.islower() or letters.isupper() or letters.istitle()
        least = self._settings.after_nought if read[at] == "0" and letters.islower() else self._settings.after_digit
        return is_one_case and len(letters) >= least

    def _letters_in_numbers(self, text: str) -> Iterator[Edit]:
        for match in _NUMBER_LIKE.finditer(text):
            read = match[0]
            counted = _COUNTED.match(text, match.end())
            if not counted or not self._is_known(counted[1].lower()) or read.lower() in self._names:
                continue
            if read[0] in "SBZ" or self._signs[read] > 1:
                continue
            after = "".join(DIGITS_FOR_LETTERS.get(c, c) for c in read)
            if not after.startswith("0"):
                yield Edit(match.start(), match.end(), after, "letter read for a digit", 0.9, read)

    def _misread_words(self, text: str) -> Iterator[Edit]:
        """Unknown words that are one letter away from a known one, and spelt as no word is or lacking an accent."""
        for match in _LETTERS.finditer(text):
            read = match[0]
            beside = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
            is_whole = len(read) >= self._settings.long_word and read.islower() and not set(beside) & _CITING
            if not is_whole or self._is_known(read) or max(read) > _LAST_LATIN:
                continue
            options = {word: log for word in one_letter_away(read, self._words) if (log := self._words.log_of(word))}
            ranked = sorted(options, key=lambda w: (-options[w], w))
            is_clear = len(ranked) == 1 or (ranked and options[ranked[0]] - options[ranked[1]] > self._settings.clear)
            if is_clear and self._explains(read, ranked[0], options[ranked[0]]):
                yield Edit(match.start(), match.end(), ranked[0], "misread word", 0.85, read)

    def _explains(self, read: str, word: str, log: float) -> bool:
        """Whether a slip makes ``read`` of ``word``: the stranger it is spelt, the rarer the word may be."""
        gain = self._words.spelling_cost(read) - self._words.spelling_cost(word)
        if gain >= self._settings.very_strange:
            return True
        if self._seen[read] > 1 or log < self._settings.common:
            return False
        if fold(read) == fold(word):
            accented, accented_read = (sum(c in self._words.alphabet.bases for c in w) for w in (word, read))
            return accented > accented_read
        stem, ending = read[: -self._settings.ending], self._settings.ending
        is_ending = stem in (word[:-ending], word[: len(read) - ending])
        return gain >= self._settings.strange and not is_ending

    def _split_words(self, text: str) -> Iterator[Edit]:
        """Two strings of letters of which at least one is no word, and which are a word together."""
        for match in _PAIR.finditer(text):
            left, right = match.groups()
            whole = (left + right).lower()
            halves = [left.lower(), right.lower()]
            if not right.islower() or len(right) < 2 or len(whole) < self._settings.long_word or left.isupper():
                continue
            log = self._words.log_of(whole)
            if log is None or log < self._settings.common or any(half in self._names for half in halves):
                continue
            if all((self._words.log_of(half) or -99) < self._settings.frequent for half in halves):
                yield Edit(match.start(), match.end(), left + right, "split word", 0.88, match[0])


def one_letter_away(word: str, words: WordList) -> Iterator[str]:
    """Known words with one letter more, fewer or other."""
    letters = "".join(words.alphabet.codes)
    for at in range(len(word) + 1):
        for letter in letters:
            for option in (word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :]):
                if option in words.ids:
                    yield option
        shorter = word[:at] + word[at + 1 :]
        if shorter in words.ids and shorter != word:
            yield shorter

"""The classes of words of one language by which standing is told, and where a text says them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ingest.standing.text import Piece, read_pieces
from schema.folding import fold

_WORD = re.compile(r"[^\W\d_]+['’]?\*?|\d+|[-–]|['’][^\W\d_]+")
SMALL = 4
"""Words of fewer letters."""
_ARROW = re.compile("[-=]>|[←-⇿➔-➾]")


@dataclass(frozen=True, slots=True)
class Cue:
    """A class of words, and the pieces of the text that say it."""

    idea: str
    first: int
    last: int


class StandingWords:
    """The words of one language by class; a word ending in a star is a beginning."""

    def __init__(self, words: Mapping[str, object], numbers: Mapping[str, int], language: str = "") -> None:
        self.language = language
        """Its code, by which what was learnt of its words is found; empty where nothing was."""
        self.numbers = {fold(word): value for word, value in numbers.items()}
        self._phrases: list[tuple[str, list[str]]] = []
        self._by_first: dict[str, list[int]] = defaultdict(list)
        """The numbers of the phrases by their first word as it is compared; by a beginning with its star."""
        self._begun: dict[str, list[tuple[str, list[str]]]] = {}
        self._announcing: dict[str, bool] = {}
        for idea, phrases in words.items():
            for phrase in phrases if isinstance(phrases, list) else ():
                parts = [_spelt(m.group()) for m in _WORD.finditer(phrase)]
                self._by_first[parts[0]].append(len(self._phrases))
                self._phrases.append((idea, parts))
        self._would = re.compile(str(words.get("would-ending", "(?!)")))
        self._past = re.compile(str(words.get("past-ending", "(?!)")))
        self._participle = re.compile(str(words.get("participle-ending", "(?!)")))
        self._negated = str(words.get("negated", ""))
        self._adjective = re.compile(str(words.get("negated-adjective", "(?!)")))

    def cues(self, pieces: Sequence[Piece]) -> list[Cue]:
        """Every class that is said, at every place; of one class at one place the longest phrase."""
        return [cue for at in range(len(pieces)) for cue in self._cues_at(pieces, at)]

    def says(self, idea: str, pieces: Sequence[Piece], at: int) -> int:
        """How many pieces from there on say a class; 0 where none do."""
        said = (_reach(parts, pieces, at) for name, parts in self._beginning(pieces[at]) if name == idea)
        return max(said, default=0)

    def affirmed(self, word: str) -> str:
        """A folded word without what denies it in the word itself: “neplatí”, “isn't”."""
        word = word.split("'")[0].removesuffix("n") if word.endswith(("n't", "n'")) else word
        is_negated = self._negated and word.startswith(self._negated) and len(word) > len(self._negated) + 2
        return word.removeprefix(self._negated) if is_negated else word

    def announces_corrections(self, heading: str) -> bool:
        """Whether a heading says that corrections stand below it."""
        if heading not in self._announcing:
            said = self.cues(read_pieces(heading, {}))
            self._announcing[heading] = any(cue.idea == "errata" for cue in said)
        return self._announcing[heading]

    def _beginning(self, piece: Piece) -> list[tuple[str, list[str]]]:
        """The phrases that can begin with a word; most words come again and again."""
        if piece.text not in self._begun:
            beginnings = (f"{piece.folded[:length]}*" for length in range(1, len(piece.folded) + 1))
            firsts = (_spelt(piece.text), *beginnings)
            found = sorted(number for first in firsts for number in self._by_first.get(first, ()))
            self._begun[piece.text] = [self._phrases[number] for number in found]
        return self._begun[piece.text]

    def _is_no_verb(self, said: Mapping[str, int], pieces: Sequence[Piece], at: int) -> bool:
        """Whether what ends like a verb bounds a number, “al massimo”, or stands behind an article, “le eclissi”."""
        return "limit" in said or (at > 0 and self.says("definite", pieces, at - 1) > 0)

    def _is_past(self, pieces: Sequence[Piece], at: int) -> bool:
        """Whether a word is a verb of the past, told by its spelling with accents: “hrála”, not “obilí”.

        A name is none, nor what may be a participle and stands behind a mark or a helping word: “is played”.
        """
        word = pieces[at].text
        is_name = word[:1].isupper() and at > 0 and pieces[at - 1].sentence == pieces[at].sentence
        if is_name or not self._past.fullmatch(word.casefold()):
            return False
        is_alone = at == 0 or not pieces[at - 1].text[:1].isalpha() or self.says("helps-participle", pieces, at - 1) > 0
        return not (is_alone and self._participle.fullmatch(word.casefold()))

    def _cues_at(self, pieces: Sequence[Piece], at: int) -> Iterator[Cue]:
        word = pieces[at].folded
        longest: dict[str, int] = {}
        for idea, parts in self._beginning(pieces[at]):
            reach = _reach(parts, pieces, at)
            if reach > longest.get(idea, 0):
                longest[idea] = reach
        is_real = bool(longest.pop("not-would", 0)) or (at > 0 and self.says("not-would", pieces, at - 1) > 1)
        if is_real:
            longest.pop("would", None)
        elif self._would.fullmatch(word) and not self._is_no_verb(longest, pieces, at):
            longest.setdefault("would", 1)
        is_affirmed = bool(longest.pop("affirmed", 0))
        negated = self._negated and word.startswith(self._negated) and len(word) > len(self._negated) + 2
        is_affirmed |= bool(self._adjective.fullmatch(pieces[at].text.casefold()))
        if negated and not is_affirmed and pieces[at].value is None:
            longest.setdefault("not", 1)
        is_no_verb = bool(longest.pop("not-past", 0))
        longest.pop("helps-participle", 0)
        if not is_no_verb and self._is_past(pieces, at):
            longest["past"] = 1
        if _ARROW.fullmatch(word):
            longest["arrow"] = 1
        for idea, length in longest.items():
            yield Cue(idea, at, at + length - 1)


@lru_cache(maxsize=1 << 16)
def _spelt(word: str) -> str:
    """A word as it is compared: small words keep their accents, by which alone “si” and “sì” are told apart."""
    return word.casefold().replace("’", "'") if len(word) < SMALL else fold(word).replace("’", "'")


def _reach(parts: Sequence[str], pieces: Sequence[Piece], at: int) -> int:
    """How many pieces a phrase takes that begins with this one, 0 where the rest of it does not stand there.

    A comma may part its words: “even, if”.
    """
    end = at + 1
    for part in parts[1:]:
        end += end < len(pieces) and pieces[end].text == ","
        if end >= len(pieces) or not _is_said(part, pieces[end].text, pieces[end].folded):
            return 0
        end += 1
    return end - at


def _is_said(part: str, word: str, folded: str) -> bool:
    return folded.startswith(part[:-1]) if part.endswith("*") else _spelt(word) == part

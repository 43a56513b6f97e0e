"""A text as sentences of words, marks and numbers, and the words of a language by which standing is told."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from schema.claims import StandingWord
from schema.folding import fold

_PIECE = re.compile(r"\d+|[^\W\d_]+['’]?|[.!?;:,()|\n–—/\"„“”«»]|-(?=[^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+['’]?\*?|\d+|[-–]|['’][^\W\d_]+")
STOPS = frozenset(".!?\n")
BORDERS = frozenset(",;:()–—.!?\n|")
_LINE = " / "
_ICON = re.compile(r"\[icon:[^\]]*\]")
_YEARS = range(1800, 2200)


@dataclass(frozen=True, slots=True)
class StandingSettings:
    """How far words reach."""

    near: int = 6
    """Words between a “not” and the number it denies. Chosen on the texts of tests/judges/standing/*-work.tsv."""
    short: int = 9
    """A sentence of at most so many words can only point back to the one before it. Chosen there, too."""
    but_within: int = 3
    """Words between an old number and the “but” behind which the new one stands. Chosen there, too."""
    ellipsis: int = 5
    """Words of a “not …” that leaves its verb out: “4 cards, not three”. Chosen there, too."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A number of a text, and what the text says of it."""

    start: int
    end: int
    value: int
    standing: StandingWord
    corrects: int | None = None
    """The value that stood there before."""


class StandingWords:
    """The words of one language by which standing is told; a word ending in a star is a beginning."""

    def __init__(self, words: Mapping[str, object], numbers: Mapping[str, int]) -> None:
        self.numbers = {fold(word): value for word, value in numbers.items()}
        self._phrases: dict[str, dict[str, list[list[str]]]] = {}
        for idea, phrases in words.items():
            if isinstance(phrases, list):
                by_first: dict[str, list[list[str]]] = {}
                for phrase in phrases:
                    parts = [fold(m.group()) for m in _WORD.finditer(phrase)]
                    by_first.setdefault(parts[0].rstrip("*")[:1], []).append(parts)
                self._phrases[idea] = by_first
        self._would = re.compile(str(words.get("would-ending", r"(?!)")))
        self._negated = str(words.get("negated", ""))

    def at(self, idea: str, pieces: Sequence["Piece"], at: int) -> int:
        """How many pieces from there on say the idea; 0 where none do."""
        longest = 0
        for parts in self._phrases.get(idea, {}).get(pieces[at].folded[:1], ()):
            if len(parts) > longest and at + len(parts) <= len(pieces):
                fits = zip(parts, pieces[at : at + len(parts)], strict=True)
                if all(p.folded.startswith(w[:-1]) if w.endswith("*") else p.folded == w for w, p in fits):
                    longest = len(parts)
        return longest

    def is_negation(self, pieces: Sequence["Piece"], at: int) -> int:
        """How many pieces deny from there on: a word that does, or a verb with the prefix that does."""
        found = self.at("not", pieces, at)
        word = pieces[at].folded
        if not found and self._negated and word.startswith(self._negated) and len(word) > len(self._negated) + 2:
            return 0 if self.at("affirmed", pieces, at) else 1
        return found

    def is_would(self, pieces: Sequence["Piece"], at: int) -> bool:
        """Whether a word puts its clause into what would be."""
        word = pieces[at].folded
        if self.at("not-would", pieces, at) or (at and self.at("not-would", pieces, at - 1) > 1):
            return False
        return bool(self.at("would", pieces, at) or self._would.fullmatch(word))


@dataclass(slots=True)
class Piece:
    """A word, figure or mark of the text, and, if it is a number, what became of it."""

    text: str
    folded: str
    start: int
    end: int
    value: int | None = None
    is_reference: bool = False
    standing: StandingWord = "asserted"
    corrects: int | None = None
    is_settled: bool = False

    @property
    def is_year(self) -> bool:
        """Whether it is the number of a year."""
        return len(self.text) == 4 and self.value in _YEARS

    def settle(self, standing: StandingWord, corrects: int | None = None) -> None:
        """The first that is found holds."""
        if not self.is_settled:
            self.standing, self.corrects, self.is_settled = standing, corrects, True


@dataclass(slots=True)
class Sentence:
    """A sentence, or a line of a list."""

    pieces: list[Piece]
    words: StandingWords
    settings: StandingSettings
    is_line_end: bool = False
    clauses: list[int] = field(default_factory=list)
    """For each piece the number of its clause."""

    def __post_init__(self) -> None:
        clause = 0
        for piece in self.pieces:
            self.clauses.append(clause)
            clause += piece.folded in BORDERS

    @property
    def is_question(self) -> bool:
        return any(piece.text == "?" for piece in self.pieces[-2:])

    def numbers(self) -> list[int]:
        """Places of the numbers that speak of the game."""
        return [at for at, piece in enumerate(self.pieces) if piece.value is not None and not piece.is_reference]

    def says(self, idea: str, start: int = 0, end: int | None = None) -> int | None:
        """Where an idea is said first, if it is."""
        last = len(self.pieces) if end is None else min(end, len(self.pieces))
        return next((at for at in range(start, last) if self.words.at(idea, self.pieces, at)), None)

    def all_said(self, idea: str) -> Iterator[tuple[int, int]]:
        """Every place where an idea is said, with its length."""
        for at in range(len(self.pieces)):
            length = self.words.at(idea, self.pieces, at)
            if length:
                yield at, length

    def negations(self) -> Iterator[tuple[int, int]]:
        """Every place where something is denied, with the length."""
        at = 0
        while at < len(self.pieces):
            length = self.words.is_negation(self.pieces, at)
            if length:
                yield at, length
            at += max(length, 1)

    def span(self, clause: int) -> range:
        """The pieces of a clause."""
        places = [at for at, c in enumerate(self.clauses) if c == clause]
        return range(places[0], places[-1] + 1) if places else range(0)

    def word_count(self) -> int:
        return sum(piece.folded not in BORDERS for piece in self.pieces)


def read_pieces(text: str, words: StandingWords) -> list[Piece]:
    """The words, figures and marks of a text; a number behind “page” or the like is a reference."""
    # Lines of lists and tables are set apart by slashes where a text was written in one line.
    pieces = [
        Piece(m.group(), fold(m.group()).replace("’", "'"), m.start(), m.end())
        for m in _PIECE.finditer(_ICON.sub(lambda icon: " " * len(icon.group()), text.replace(_LINE, " \n ")))
    ]
    for at, piece in enumerate(pieces):
        if piece.text.isdigit():
            piece.value = int(piece.text[:9])
        elif piece.folded in words.numbers:
            piece.value = words.numbers[piece.folded]
        if piece.value is None:
            continue
        is_article = not piece.text.isdigit() and piece.value == 1
        piece.is_reference = is_article or piece.is_year or _is_page(pieces, at, words)
    return pieces


def _is_page(pieces: Sequence[Piece], at: int, words: StandingWords) -> bool:
    """Whether a number stands behind “page” or the like; a single letter needs its stop, “s. 6”."""
    has_stop = at > 1 and pieces[at - 1].text == "."
    before = at - 2 if has_stop else at - 1
    return before >= 0 and bool(words.at("reference", pieces, before)) and (has_stop or len(pieces[before].text) > 1)


def part_sentences(pieces: Sequence[Piece], words: StandingWords, settings: StandingSettings) -> Iterator[Sentence]:
    """The sentences of a text; a stop behind a short word before a figure or small letter ends none."""
    sentence: list[Piece] = []
    for at, piece in enumerate(pieces):
        sentence.append(piece)
        if piece.text in STOPS and not (piece.text == "." and _is_abbreviation(pieces, at)):
            yield Sentence(sentence, words, settings)
            sentence = []
    if sentence:
        yield Sentence(sentence, words, settings)


def _is_abbreviation(pieces: Sequence[Piece], at: int) -> bool:
    if not at or at + 1 >= len(pieces):
        return False
    before, after = pieces[at - 1], pieces[at + 1]
    return (
        len(before.text) <= 4
        and before.value is None
        and (after.text.isdigit() or after.text[:1].islower() or after.text == ":")
    )

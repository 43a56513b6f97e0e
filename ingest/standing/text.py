"""A text as words, marks and numbers, each with its line, sentence and clause."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schema.claims import StandingWord
from schema.folding import fold

_PIECE = re.compile(r"\d+|[^\W\d_]+['’]?|[.!?;:,()|\n–—/\"„“”«»]|[-=]>|[←-⇿➔-➾]|~~|-(?=[^\W\d_])")
_DATE = re.compile(r"\b\d{1,2}\.\s?\d{1,2}\.|\b\d+\.\d+(\.\d+)*\b|\b\d{1,2}\.?\s[^\W\d_]+\s(1[89]|2[01])\d\d\b")
_LINE = " / "
_ICON = re.compile(r"\[icon:[^\]]*\]")
_STRIKING = re.compile(r"</?(s|del|strike)>")
_TAG = re.compile(r"</?[a-z]+>")
_BRACKETS = re.compile(r"(?<!\\)\[([^\[\]\\\n]{1,40})\]")
"""A short aside in square brackets is one like others, “7 cubes [rulebook: 8]”; a lone bracket is a misread letter."""
_YEARS = range(1800, 2200)
_TENS = range(20, 91, 10)
_UNITS = range(1, 10)
STOPS = frozenset(".!?\n")
BORDERS = frozenset(",;:()–—.!?\n|")
LABEL = 2
"""So few words before a colon are a label."""
QUOTES = frozenset('"„“”«»')
CELLS = frozenset("|;→➜➔")


@dataclass(frozen=True, slots=True)
class Standing:
    """A number of a text, and what the text says of it."""

    start: int
    end: int
    value: int
    standing: StandingWord
    corrects: int | None = None
    """The value that stood there before."""
    is_beside: bool = False
    """Whether it tells in a correction where something stands or by how much it changes, and is itself no value."""


@dataclass(slots=True)
class Piece:
    """A word, figure or mark, and where it stands."""

    text: str
    folded: str
    start: int
    end: int
    value: int | None = None
    is_reference: bool = False
    """Whether it is the number of a page, a step, a year or a day, and nothing of the game."""
    line: int = 0
    sentence: int = 0
    clause: int = 0
    is_quoted: bool = False
    is_struck: bool = False
    is_aside: bool = False
    """Whether it stands in parentheses."""

    @property
    def is_article(self) -> bool:
        """Whether it may be no number but an article: “one”, “una”."""
        return self.value == 1 and not self.text.isdecimal()


def read_pieces(text: str, numbers: Mapping[str, int]) -> list[Piece]:
    """The words, figures and marks of a text in order."""
    # Lines of lists and tables are set apart by slashes where a text was written in one line.
    flat = _ICON.sub(lambda icon: " " * len(icon.group()), text.replace(_LINE, " \n "))
    flat = _STRIKING.sub(lambda tag: "~~".ljust(len(tag.group())), flat)
    flat = _TAG.sub(lambda tag: " " * len(tag.group()), flat)
    flat = _BRACKETS.sub(r"(\1)", flat)
    pieces = [Piece(m.group(), fold(m.group()).replace("’", "'"), m.start(), m.end()) for m in _PIECE.finditer(flat)]
    dates = [m.span() for m in _DATE.finditer(flat)]
    for piece in pieces:
        if piece.text.isdecimal():
            piece.value = int(piece.text[:9])
            is_dated = any(start <= piece.start < end for start, end in dates)
            piece.is_reference = is_dated or (len(piece.text) == 4 and piece.value in _YEARS)
        else:
            piece.value = _value(piece.folded, numbers)
    _place(pieces)
    return _joined(pieces)


def _value(word: str, numbers: Mapping[str, int]) -> int | None:
    """What a word counts, also one of tens and units written together: “ventisei”, “pětadvacet”."""
    if word in numbers:
        return numbers[word]
    for at in range(3, len(word) - 2):
        left, right = word[:at], numbers.get(word[at:], 0)
        tens = max(numbers.get(left + vowel, 0) for vowel in ("", "i", "a"))
        units = numbers.get(left[:-1], 0) if left.endswith("a") else 0
        if tens in _TENS and right in _UNITS:
            return tens + right
        if units in _UNITS and right in _TENS:
            return units + right
    return None


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """With tens and units side by side, “thirty-two”, as one number."""
    joined: list[Piece] = []
    for piece in pieces:
        before = [p for p in joined[-2:] if p.text != "-"][-1:]
        is_word = piece.value in _UNITS and not piece.text.isdecimal()
        if is_word and before and before[0].value in _TENS and not before[0].text.isdecimal():
            before[0].value, before[0].end = (before[0].value or 0) + (piece.value or 0), piece.end
        else:
            joined.append(piece)
    return joined


def _place(pieces: Sequence[Piece]) -> None:
    """Tell each piece its line, sentence and clause, and whether it is quoted or in parentheses."""
    line = sentence = clause = depth = 0
    is_quoted = is_struck = False
    for at, piece in enumerate(pieces):
        is_struck ^= piece.text == "~~"
        if piece.text in QUOTES:
            is_quoted = piece.text in "„«" or (piece.text != "»" and not is_quoted)
        if depth == 0 and _is_mark_of_item(pieces, at):
            sentence, clause = sentence + 1, clause + 1
        depth = max(0, depth + (piece.text == "(") - (piece.text == ")"))
        piece.line, piece.sentence, piece.clause = line, sentence, clause
        piece.is_quoted, piece.is_aside = is_quoted and piece.text not in QUOTES, depth > 0
        piece.is_struck = is_struck
        clause += piece.text in BORDERS and not (piece.text == ":" and _is_label(pieces, at))
        if piece.text in STOPS and not (piece.text == "." and _is_abbreviation(pieces, at)):
            sentence += 1
            is_quoted = is_quoted and piece.text != "\n"
        line += piece.text == "\n"


def _is_label(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a colon stands between a word or two and the number that they name: “(before: 7)”."""
    if at + 1 == len(pieces) or pieces[at + 1].value is None:
        return False
    before = next((n for n in range(at - 1, -1, -1) if pieces[n].text in BORDERS), -1)
    return 1 < at - before <= LABEL + 1


def _is_mark_of_item(pieces: Sequence[Piece], at: int) -> bool:
    """Whether an item of a list begins here that runs on in one line: “A) draw a card, B) play one”."""
    piece, following = pieces[at], pieces[at + 1 : at + 2]
    is_closed = bool(following) and following[0].text == ")" and following[0].start == piece.end
    return at > 0 and is_closed and len(piece.text) == 1 and piece.text.isalnum()


def _is_abbreviation(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a stop behind a short word, before a figure or a small letter, ends no sentence."""
    if not at or at + 1 >= len(pieces):
        return False
    before, after = pieces[at - 1], pieces[at + 1]
    follows = after.text.isdecimal() or after.text[:1].islower() or after.text == ":"
    is_day = before.text.isdecimal() and len(before.text) < 3 and after.text[:1].islower()
    return (len(before.text) <= 4 and before.value is None and follows) or is_day

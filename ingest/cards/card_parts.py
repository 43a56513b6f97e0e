"""The parts of a card by how and where they are printed: title, labels, text, numbers in corners, foot."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median

from ingest.cards.card_layout import DeckLayout, PlacedLine
from ingest.cards.card_part import Part
from ingest.cards.card_part_settings import PartSettings
from ingest.cards.card_title_lines import (
    SENTENCE_ENDS,
    is_in_capitals,
    title_alone,
    title_of_deck,
    usual_size,
    whole_words,
)
from ingest.languages.frequency import how_common
from ingest.picture.letter_reader import sureness
from schema.cards import PartKind
from schema.folding import fold
from schema.reading import Box, Word

_NUMBER = re.compile(r"^[^\w\s]{0,2}\d{1,4}(?:\s?[/–-]\s?\d{1,4})?[^\w\s]{0,2}$")
"""A number alone, with a sign or two around it, or two with a stroke between."""
_ROMAN = re.compile(r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})\.?")
_OUTLINES = str.maketrans("Il1|0", "iiiio")
_SIGNS = ".,;:!?…“”„\"'()[]"
ROWS = ((1 / 3, "top"), (2 / 3, "middle"), (1.01, "bottom"))
COLUMNS = ((1 / 3, "left"), (2 / 3, "centre"), (1.01, "right"))


@dataclass(frozen=True, slots=True)
class CardParts:
    """All parts of a card, from top to bottom."""

    parts: tuple[Part, ...]
    is_placed: bool = False
    """Whether its title stands where those of its deck do."""

    @property
    def title(self) -> Part | None:
        return next((part for part in self.parts if part.kind == "title"), None)

    def text(self, kind: PartKind) -> str:
        """The words of all parts of that kind."""
        return " ".join(part.text for part in self.parts if part.kind == kind)


def card_parts(
    words: Sequence[Word],
    width: float,
    height: float,
    settings: PartSettings = PartSettings(),
    layout: DeckLayout = DeckLayout(),
    language: str = "",
) -> CardParts:
    """The parts of a card of that size; each word has its line and box. ``layout`` is that of its deck."""
    lines = [
        part
        for _, group in groupby((word for word in words if word.box), key=lambda word: word.line)
        for part in _set_apart(list(group), settings)
    ]
    usual = usual_size(lines)
    lines = [_told_alone(line, usual, width, height, settings) for line in lines]
    lines = _with_numbers_in_text(lines, settings)
    lines = [_recurring(line, height, layout, settings) for line in lines]
    at_place = title_of_deck(lines, width, height, layout, settings)
    own = [line for line in lines if not layout.recurs(line.text)]
    title = at_place or title_alone(own, usual, height, settings)
    if title is None:
        return CardParts(tuple(lines))
    rest = [line for line in lines if line.box not in (part.box for part in title)]
    title = [_spelt_as_in(rest, _trimmed(line, settings), language, settings) for line in title]
    box = Box.around(part.box for part in title)
    spelt = (part.text.upper() if is_in_capitals(part.text, settings) else part.text for part in title)
    text = stripped(" ".join(spelt))
    confidence = min(part.weakest for part in title)
    is_at_place = bool(at_place)
    if not is_at_place and (layout.titles or not any(_stands_out(part, usual, height, settings) for part in title)):
        confidence = min(confidence, settings.sure_of_plain)
    words_of_title = tuple(word for part in title for word in part.words)
    joined = Part("title", text, box, round(confidence, 4), words=words_of_title)
    rest = [_label(line, usual, settings) for line in rest]
    return CardParts(tuple(sorted((*rest, joined), key=lambda part: (part.box.y0, part.box.x0))), is_at_place)


def _line(run: Sequence[Word]) -> Part:
    text = " ".join(word.text for word in run)
    return Part("body", text, _box(run), round(sureness(run), 4), size=median(w.size for w in run), words=tuple(run))


def _set_apart(run: list[Word], settings: PartSettings) -> Iterator[Part]:
    """The words of a line, and by themselves the numbers that stand apart from them at its ends, as in corners.

    What is set in smaller type at its end is a label beside them.
    """
    largest = max((word.size for word in run if not _NUMBER.match(word.text)), default=0.0)
    small = next((n for n in range(len(run), 0, -1) if run[n - 1].size * settings.other_type > largest), len(run))
    if small < len(run):
        yield from _set_apart(run[:small], settings)
        yield replace(_line(run[small:]), kind="label")
        return
    first, last = 0, len(run)
    while last - first > 1 and _stands_apart(run[first], run[first + 1], settings):
        first += 1
    while last - first > 1 and _stands_apart(run[last - 1], run[last - 2], settings):
        last -= 1
    yield from (_line([word]) for word in run[:first])
    yield _line(run[first:last])
    yield from (_line([word]) for word in run[last:])


def _stands_apart(number: Word, beside: Word, settings: PartSettings) -> bool:
    a, b = number.box, beside.box
    if a is None or b is None or not _NUMBER.match(number.text):
        return False
    gap, high = max(a.x0, b.x0) - min(a.x1, b.x1), max(a.height, b.height)
    is_other_type = max(number.size, beside.size) > settings.other_type * min(number.size, beside.size)
    is_apart = gap > (settings.near if is_other_type else settings.beside) * high
    return is_apart and not _NUMBER.match(beside.text)


def _trimmed(line: Part, settings: PartSettings) -> Part:
    """A title without splinters of art that were read beside it."""
    kept = list(line.words)
    in_capitals = is_in_capitals(line.text, settings)
    while len(kept) > 1 and _is_splinter(kept[0], in_capitals, settings):
        kept = kept[1:]
    while len(kept) > 1 and _is_splinter(kept[-1], in_capitals, settings):
        kept = kept[:-1]
    return replace(_line(kept), kind=line.kind) if kept else line


def _spelt_as_in(text: Sequence[Part], title: Part, language: str, settings: PartSettings) -> Part:
    """A title whose unsure words are spelt as the text of its card spells them, where that was read more surely.

    They differ by accents, or by letters that look alike. The title keeps its capitals, and words that its language
    knows as they stand: an accent more makes another word.
    """
    surest_last = sorted((word for part in text for word in part.words), key=_sure_of)
    named = {_outlined(word.text.strip(_SIGNS)): word for word in surest_last}

    def spelt(word: Word) -> Word:
        bare = word.text.strip(_SIGNS)
        other = named.get(_outlined(bare)) if bare else None
        if word.confidence >= settings.sure_spelling or other is None or other.confidence <= word.confidence:
            return word
        told = other.text.strip(_SIGNS)
        accented = _with_capitals_of(bare, told, is_same=fold(bare) == fold(told))
        if accented != bare and how_common(bare.casefold(), language) >= settings.known_spelling:
            return word
        return replace(word, text=word.text.replace(bare, accented), confidence=other.confidence)

    words = [spelt(word) for word in title.words]
    return replace(_line(words), kind=title.kind) if words else title


def _outlined(word: str) -> str:
    """A word without accents, letters and figures of one outline alike: `AII` is `All`."""
    return fold(word.translate(_OUTLINES)).translate(_OUTLINES)


def _with_capitals_of(word: str, accented: str, *, is_same: bool) -> str:
    """The same word with accents, in capitals where it was; of letters that were misread the case tells nothing."""
    if not is_same:
        return accented[:1].upper() + accented[1:] if word[:1].isupper() else accented
    if word.isupper():
        return accented.upper()
    if len(word) != len(accented):
        return accented.capitalize() if word[:1].isupper() else accented.lower()
    pairs = zip(accented, word, strict=True)
    return "".join(letter.upper() if own.isupper() else letter.lower() for letter, own in pairs)


def _sure_of(word: Word) -> float:
    return word.confidence


def _stands_out(line: Part, usual: float, height: float, settings: PartSettings) -> bool:
    """Whether a line is larger than the text or stands at the top, as titles do."""
    return line.size >= settings.larger * usual or line.box.middle < settings.at_top * height


def _is_splinter(word: Word, in_capitals: bool, settings: PartSettings) -> bool:
    if in_capitals and len(word.text) == 1 and not word.text.isupper() and not word.text.isdigit():
        return True
    is_unsure = not whole_words(word.text, settings) and word.confidence < settings.sure_end
    return is_unsure or not any(c.isalnum() for c in word.text)


def _box(words: Sequence[Word]) -> Box:
    return Box.around(word.box for word in words if word.box is not None)


def _told_alone(line: Part, usual: float, width: float, height: float, settings: PartSettings) -> Part:
    """The line as what its own words and place tell: a number, the foot, or still text."""
    if _NUMBER.match(line.text) or _ROMAN.fullmatch(line.text):
        across, down = (line.box.x0 + line.box.x1) / 2 / width, line.box.middle / height
        place = f"{next(n for at, n in ROWS if down < at)}-{next(n for at, n in COLUMNS if across < at)}"
        return replace(line, kind="number", place=place)
    if line.box.middle > settings.foot * height and line.size < settings.small * usual:
        return replace(line, kind="foot")
    return line


def _with_numbers_in_text(lines: Sequence[Part], settings: PartSettings) -> list[Part]:
    """The lines, numbers that only an icon parts from the words of their sentence among these again."""
    found = list(lines)
    for number in [line for line in lines if line.kind == "number"]:
        beside = next((line for line in found if _are_one_sentence(number, line, found, settings)), None)
        if beside is not None:
            joined = sorted((*number.words, *beside.words), key=lambda word: word.box.x0 if word.box else 0.0)
            found[found.index(beside)] = replace(_line(joined), kind=beside.kind)
            found.remove(number)
    return found


def _are_one_sentence(number: Part, line: Part, lines: Sequence[Part], settings: PartSettings) -> bool:
    """Whether a number is set as a line of text is and stands beside it, with more of that text above or below."""
    if not line.box.y0 < number.box.middle < line.box.y1 or not _is_text_like(number, line, settings):
        return False
    high = line.box.height
    if max(number.box.x0, line.box.x0) - min(number.box.x1, line.box.x1) > settings.in_row * high:
        return False
    middle = (number.box.x0 + number.box.x1) / 2
    return any(
        other is not line
        and _is_text_like(number, other, settings)
        and other.box.x0 - high < middle < other.box.x1 + high
        and abs(other.box.middle - number.box.middle) < settings.lines_near * high
        for other in lines
    )


def _is_text_like(number: Part, line: Part, settings: PartSettings) -> bool:
    """Whether a line has several words in the type of a number."""
    is_alike = max(number.size, line.size) < settings.other_type * min(number.size, line.size)
    return is_alike and line.kind == "body" and len(line.words) >= settings.words_in_row


def stripped(text: str) -> str:
    """A title without signs around it; brackets that are closed belong to it."""
    bare = text.strip("•·*°-–—_|~=<>«»“”„‘’'\"()[]{}:;,. ")
    return f"{bare})" if bare.count("(") > bare.count(")") and f"{bare})" in text else bare


def placed_lines(parts: Sequence[Part], width: float, height: float) -> list[PlacedLine]:
    """The parts of a card of that size as its deck sees them."""
    return [
        PlacedLine(part.text, part.kind, Box(box.x0 / width, box.y0 / height, box.x1 / width, box.y1 / height))
        for part in parts
        for box in (part.box,)
    ]


def _recurring(line: Part, height: float, layout: DeckLayout, settings: PartSettings) -> Part:
    """What stands at the foot of many cards of a deck is no text of one of them, however large it is."""
    is_foot = line.kind == "body" and line.box.middle > settings.foot * height and layout.recurs(line.text)
    return replace(line, kind="foot") if is_foot else line


def _label(line: Part, usual: float, settings: PartSettings) -> Part:
    """A few words in large type that are not the title say what kind of card it is."""
    is_short = len(line.text.split()) <= settings.label_words and not line.text.rstrip().endswith(SENTENCE_ENDS)
    if line.kind == "body" and is_short and line.size > usual / settings.small:
        return replace(line, kind="label")
    return line

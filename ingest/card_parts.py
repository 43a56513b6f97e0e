"""The parts of a card by how and where they are printed: title, labels, text, numbers in corners, foot."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from statistics import median

from ingest.card_layout import DeckLayout, PlacedLine
from ingest.card_part_settings import PartSettings
from ingest.legibility import legible_letters
from ingest.picture.letter_reader import sureness
from schema.cards import PartKind
from schema.folding import fold
from schema.reading import Box, Word

_NUMBER = re.compile(r"^[^\w\s]{0,2}\d{1,4}(?:\s?[/–-]\s?\d{1,4})?[^\w\s]{0,2}$")
"""A number alone, with a sign or two around it, or two with a stroke between."""
_WORD = re.compile(r"[^\W\d_]+")
_TITLE_ENDS = (".", "!", "?", ":")
_SENTENCE_ENDS = (".", ",", ";", ":", "…")
_SIGNS = ".,;:!?…“”„\"'()[]"
ROWS = ((1 / 3, "top"), (2 / 3, "middle"), (1.01, "bottom"))
COLUMNS = ((1 / 3, "left"), (2 / 3, "centre"), (1.01, "right"))


@dataclass(frozen=True, slots=True)
class Part:
    """Words of a card that belong together, with their place and how sure they were read."""

    kind: PartKind
    text: str
    box: Box
    confidence: float
    place: str = ""
    """Of a number: top-left, bottom-right, and so on."""
    size: float = 0.0
    """Of its type, in points."""
    words: tuple[Word, ...] = field(default=(), repr=False, compare=False)


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
) -> CardParts:
    """The parts of a card of that size; each word has its line and box. ``layout`` is that of its deck."""
    lines = [
        part
        for _, group in groupby((word for word in words if word.box), key=lambda word: word.line)
        for part in _set_apart(list(group), settings)
    ]
    usual = _usual_size(lines)
    lines = [_told_alone(line, usual, width, height, settings) for line in lines]
    lines = _with_numbers_in_text(lines, settings)
    lines = [_recurring(line, height, layout, settings) for line in lines]
    title = _title_of_deck(lines, width, height, layout, settings) or _title(
        [line for line in lines if not layout.recurs(line.text)], usual, height, settings
    )
    if title is None:
        return CardParts(tuple(lines))
    rest = [line for line in lines if line.box not in (part.box for part in title)]
    title = [_spelt_as_in(rest, _trimmed(line, settings), settings) for line in title]
    box = Box.around(part.box for part in title)
    spelt = (part.text.upper() if _in_capitals(part.text, settings) else part.text for part in title)
    text = stripped(" ".join(spelt))
    confidence = min(part.confidence for part in title)
    is_at_place = any(layout.holds(part.box, width, height) for part in title)
    if not is_at_place and (layout.titles or not any(_stands_out(part, usual, height, settings) for part in title)):
        confidence = min(confidence, settings.sure_of_plain)
    joined = Part("title", text, box, round(confidence, 4))
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
    in_capitals = _in_capitals(line.text, settings)
    while len(kept) > 1 and _is_splinter(kept[0], in_capitals, settings):
        kept = kept[1:]
    while len(kept) > 1 and _is_splinter(kept[-1], in_capitals, settings):
        kept = kept[:-1]
    return replace(_line(kept), kind=line.kind) if kept else line


def _spelt_as_in(text: Sequence[Part], title: Part, settings: PartSettings) -> Part:
    """A title whose unsure words are spelt as the text of its card spells them, where that was read more surely."""
    named = {fold(word.text.strip(_SIGNS)): word for part in text for word in sorted(part.words, key=_sure_of)}

    def spelt(word: Word) -> Word:
        other = named.get(fold(word.text))
        if word.confidence >= settings.sure_spelling or other is None or other.confidence <= word.confidence:
            return word
        bare = other.text.strip(_SIGNS)
        return replace(word, text=bare.upper() if word.text.isupper() else bare, confidence=other.confidence)

    words = [spelt(word) for word in title.words]
    return replace(_line(words), kind=title.kind) if words else title


def _sure_of(word: Word) -> float:
    return word.confidence


def _stands_out(line: Part, usual: float, height: float, settings: PartSettings) -> bool:
    """Whether a line is larger than the text or stands at the top, as titles do."""
    return line.size >= settings.larger * usual or line.box.middle < settings.at_top * height


def _is_splinter(word: Word, in_capitals: bool, settings: PartSettings) -> bool:
    if in_capitals and len(word.text) == 1 and not word.text.isupper() and not word.text.isdigit():
        return True
    is_whole = any(len(run) >= settings.letters for run in _WORD.findall(word.text))
    return not any(c.isalnum() for c in word.text) or (not is_whole and word.confidence < settings.sure_end)


def _box(words: Sequence[Word]) -> Box:
    return Box.around(word.box for word in words if word.box is not None)


def _usual_size(lines: Sequence[Part]) -> float:
    """The size of type in which most of the letters stand."""
    sized = sorted((line.size, len(line.text)) for line in lines)
    half, seen = sum(count for _, count in sized) / 2, 0
    for size, count in sized:
        seen += count
        if seen >= half:
            return size
    return 0.0


def _told_alone(line: Part, usual: float, width: float, height: float, settings: PartSettings) -> Part:
    """The line as what its own words and place tell: a number, the foot, or still text."""
    if _NUMBER.match(line.text):
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


def _title_of_deck(
    lines: Sequence[Part], width: float, height: float, layout: DeckLayout, settings: PartSettings
) -> list[Part]:
    """The lines that stand where the titles of the deck do, set as the largest of them is."""
    there = [
        line
        for line in lines
        if line.kind == "body"
        and layout.holds(line.box, width, height)
        and not layout.recurs(line.text)
        and line.confidence >= settings.sure_title
        and sum(map(str.isalpha, line.text)) >= settings.letters
    ]
    first = max(there, key=lambda line: line.size, default=None)
    if first is None:
        return []
    like = replace(settings, alike=settings.alike_at_place)
    return [line for line in there if line is first or _continues(first, line, like)]


def _title(lines: Sequence[Part], usual: float, height: float, settings: PartSettings) -> list[Part] | None:
    """The line that looks most like a title, and the one that continues it."""
    standing = {id(line): _standing(line, usual, height, settings) for line in lines}
    for line, following in pairwise(lines):
        if _runs_on(line, following, settings):
            standing[id(line)] *= settings.sentence_counts
    best = max(lines, key=lambda line: standing[id(line)], default=None)
    over = next((line for line in lines if best and standing[id(line)] and _is_name_over(line, best, settings)), best)
    best = over
    if best is None or not standing[id(best)]:
        named = (line for line in lines if line.kind == "body" and _is_named(line, settings))
        return next(([line] for line in named), None)
    words = [line for line in lines if line.kind != "number"]  # a corner's number may stand beside two lines of a title
    at = next(i for i, line in enumerate(words) if line is best)
    around = (words[i] for i in (at - 1, at + 1) if 0 <= i < len(words))
    more = [
        line
        for line in around
        if _continues(best, line, settings)
        and (standing[id(line)] > standing[id(best)] / 2 or _are_capitals(best, line, settings))
    ]
    return sorted([best, *more[:1]], key=lambda line: line.box.y0)


def _standing(line: Part, usual: float, height: float, settings: PartSettings) -> float:
    """How much a line looks like a title; nothing where it cannot be one."""
    letters = sum(map(str.isalpha, line.text))
    is_long = len(line.text) > settings.longest_title or len(line.text.split()) > settings.most_words
    least = settings.sure_title if letters > settings.letters else settings.sure_short
    if line.kind != "body" or is_long or letters < settings.letters or line.confidence < least:
        return 0.0
    size, is_at_top = line.size / usual if usual else 1.0, line.box.middle < settings.at_top * height
    starts_low = line.text.lstrip("“‘\"'( ")[:1].islower() and not _in_capitals(line.text, settings)
    in_capitals = _in_capitals(line.text, settings) and letters >= settings.full
    if size < (settings.clearly_larger if starts_low else settings.larger) and (starts_low or not is_at_top):
        if not in_capitals:
            return 0.0
        size = 1.0 - settings.lower_counts * line.box.middle / height
    size = min(settings.largest, size) * (settings.top_counts if is_at_top else 1.0)
    is_sentence = line.text.rstrip().endswith(_SENTENCE_ENDS) and not _in_capitals(line.text, settings)
    size *= settings.sentence_counts if is_sentence else 1.0
    whole = sum(len(word) for word in _WORD.findall(line.text) if len(word) >= settings.letters)
    word = Word(line.text, 0, line.box, confidence=1.0)
    return (
        size
        * line.confidence**2
        * whole
        / letters
        * legible_letters([word])
        / letters
        * min(1.0, whole / settings.full)
    )


def _runs_on(line: Part, following: Part, settings: PartSettings) -> bool:
    """Whether a sentence goes on from a line to the one below, or ends within it."""
    is_alike = max(line.size, following.size) < settings.alike * min(line.size, following.size)
    is_next = following.box.y0 - line.box.y1 < settings.next_line * line.box.height
    return ". " in line.text or (is_alike and is_next and following.text[:1].islower())


def _in_capitals(text: str, settings: PartSettings) -> bool:
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and sum(map(str.isupper, letters)) >= settings.capitals * len(letters)


def _are_capitals(title: Part, line: Part, settings: PartSettings) -> bool:
    """Whether both are set in capitals, so that a short line below goes on with a title."""
    is_read = line.kind == "body" and line.confidence >= settings.sure_end
    return is_read and _in_capitals(title.text, settings) and _in_capitals(line.text, settings)


def _is_named(line: Part, settings: PartSettings) -> bool:
    """Whether a line is set as a name is: few words, each of them with a capital."""
    words = [word for word in _WORD.findall(line.text) if len(word) >= settings.letters]
    is_short = 0 < len(words) <= settings.most_words and not line.text.rstrip().endswith(_SENTENCE_ENDS)
    return is_short and line.confidence > settings.sure_title and all(word[0].isupper() for word in words)


def _is_name_over(line: Part, kind: Part, settings: PartSettings) -> bool:
    """Whether two lines in capitals are a name and, below it and a little larger, what kind of card it is."""
    middle = abs((line.box.x0 + line.box.x1) - (kind.box.x0 + kind.box.x1)) / 2
    is_right_over = 0 < kind.box.middle - line.box.middle < settings.right_over * kind.box.height
    is_as_large = line.size * settings.name_over >= kind.size
    return is_right_over and is_as_large and middle < kind.box.height and _are_capitals(kind, line, settings)


def _continues(title: Part, line: Part, settings: PartSettings) -> bool:
    """Whether the line is set as the title is and stands right above or below it."""
    a, b = sorted((title.box, line.box), key=lambda box: box.y0)
    size = max(a.height, b.height)
    is_short = len(title.text) + len(line.text) < settings.longest_title
    is_alike = is_short and max(title.size, line.size) < settings.alike * min(title.size, line.size)
    upper = title if title.box is a else line
    is_over = upper.text.rstrip().endswith(_TITLE_ENDS) and not _are_capitals(title, line, settings)
    is_near = -size / 2 < b.y0 - a.y1 and b.middle - a.middle < settings.apart * max(title.size, line.size)
    middle = abs((a.x0 + a.x1) - (b.x0 + b.x1)) / 2
    return is_alike and is_near and not is_over and (middle < size or abs(a.x0 - b.x0) < size)


def _label(line: Part, usual: float, settings: PartSettings) -> Part:
    """A few words in large type that are not the title say what kind of card it is."""
    is_short = len(line.text.split()) <= settings.label_words and not line.text.rstrip().endswith(_SENTENCE_ENDS)
    if line.kind == "body" and is_short and line.size > usual / settings.small:
        return replace(line, kind="label")
    return line

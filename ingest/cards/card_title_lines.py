"""Which line of a card is its title: told by its place among those of its deck, or by how it is set."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.cards.card_layout import DeckLayout
from ingest.cards.card_part import Part
from ingest.cards.card_part_settings import PartSettings
from ingest.languages.legibility import legible_letters
from schema.reading import Word

_WORD = re.compile(r"[^\W\d_]+")
_CALLED = re.compile(r"\b[A-Z]+\d+-[A-Z]+\d*\b|\b[A-Z]+-\d+\b")
_TITLE_ENDS = (".", "!", "?", ":")
SENTENCE_ENDS = (".", ",", ";", ":", "…")


def title_of_deck(
    lines: Sequence[Part], width: float, height: float, layout: DeckLayout, settings: PartSettings
) -> list[Part]:
    """The lines that stand where the titles of the deck do, set as the largest of them is; no line of a text."""
    own = [line for line in lines if not layout.recurs(line.text)]
    there = [
        line
        for line in own
        if line.kind == "body"
        and layout.holds(line.box, width, height)
        and line.confidence >= settings.sure_title
        and not _is_amid_text(line, lines, settings)
    ]
    named = [line for line in there if _letters(line.text) >= settings.letters]
    first = max(named or _called(there, settings), key=lambda line: line.size, default=None)
    if first is None or _is_of_text(first, lines, settings) or _is_beside_larger(first, own, settings):
        return []
    like = replace(settings, alike=settings.alike_at_place)
    around = [line for line in there if line is first or _continues(first, line, like)]
    return title_block(first, own, settings, around)


def _called(lines: Sequence[Part], settings: PartSettings) -> list[Part]:
    """Lines of figures with a letter, as machines are called, that were read surely."""
    return [
        line
        for line in lines
        if line.confidence >= settings.sure_short
        and any(map(str.isalpha, line.text))
        and sum(map(str.isalnum, line.text)) >= settings.letters
    ]


def _is_of_text(line: Part, lines: Sequence[Part], settings: PartSettings) -> bool:
    """Whether a line is the first of a text or goes on with a sentence: what is set so is no title."""
    begins = _begins_text(line, lines, settings) or _is_set_as_text(line, lines, settings)
    return begins or _goes_on(line, lines, settings)


def _is_set_as_text(line: Part, lines: Sequence[Part], settings: PartSettings) -> bool:
    """Whether the two lines right below a line are set in its type and follow as closely as it is followed."""
    below = sorted((other for other in lines if _is_under(other, line)), key=lambda other: other.box.middle)
    if len(below) < settings.text_below or is_in_capitals(line.text, settings):
        return False
    block = [line, *below[: settings.text_below]]
    sizes, words = [part.size for part in block], [len(part.text.split()) for part in block]
    down = [under.box.middle - over.box.middle for over, under in pairwise(block)]
    is_even = max(down) < settings.even_rows * min(down) and down[0] < settings.close_rows * max(sizes)
    return is_even and max(sizes) < settings.alike_at_place * min(sizes) and min(words[:-1]) >= settings.words_in_row


def _is_under(other: Part, line: Part) -> bool:
    """Whether a line of words stands somewhere below another one."""
    is_below = other.box.middle > line.box.middle + line.box.height / 2
    return is_below and other.kind == "body" and other.box.x0 < line.box.x1 and line.box.x0 < other.box.x1


def _begins_text(line: Part, lines: Sequence[Part], settings: PartSettings) -> bool:
    """Whether a sentence begins with a line and goes on below it for longer than a title, or to its full stop."""
    text, last = line.text, line
    for other in sorted(lines, key=lambda line: line.box.y0):
        is_below = last.box.middle < other.box.middle < last.box.middle + (1 + settings.next_line) * last.box.height
        is_alike = max(line.size, other.size) < settings.alike * min(line.size, other.size)
        is_under = other.box.x0 < last.box.x1 and last.box.x0 < other.box.x1
        if is_below and is_alike and is_under and (last is not line or other.text[:1].islower()):
            text, last = f"{text} {other.text}", other
    is_told = text.endswith(SENTENCE_ENDS) or len(text) > settings.longest_title
    return last is not line and is_told and not is_in_capitals(text, settings)


def _is_beside_larger(line: Part, lines: Sequence[Part], settings: PartSettings) -> bool:
    """Whether a line in the type of the text, or smaller, stands on a card with a name in far larger type."""
    usual = usual_size([other for other in lines if other is not line])
    names = (other for other in lines if _letters(other.text) > settings.letters and other.kind in ("body", "label"))
    clear = (other.size for other in names if other.confidence >= settings.sure_short)
    return line.size < settings.larger * usual and max(clear, default=0.0) > settings.larger_beside * line.size


def usual_size(lines: Sequence[Part]) -> float:
    """The size of type in which most of the letters stand."""
    sized = sorted((line.size, len(line.text)) for line in lines)
    half, seen = sum(count for _, count in sized) / 2, 0
    for size, count in sized:
        seen += count
        if seen >= half:
            return size
    return 0.0


def _is_amid_text(line: Part, lines: Sequence[Part], settings: PartSettings) -> bool:
    """Whether lines in the same type stand right above and right below a line, as in a text that goes on."""
    beside = [
        other.box.middle > line.box.middle
        for other in lines
        if other is not line
        and other.box.x0 < line.box.x1
        and line.box.x0 < other.box.x1
        and max(line.size, other.size) < settings.alike * min(line.size, other.size)
        and abs(other.box.middle - line.box.middle) < (1 + settings.next_line) * line.box.height
    ]
    return len(set(beside)) == 2


def title_alone(lines: Sequence[Part], usual: float, height: float, settings: PartSettings) -> list[Part] | None:
    """The line that looks most like a title, and the one that continues it."""
    standing = {
        id(line): _standing(line, usual, height, settings, goes_on=_goes_on(line, lines, settings)) for line in lines
    }
    for line, following in pairwise(lines):
        if _runs_on(line, following, settings):
            standing[id(line)] *= settings.sentence_counts
    best = max(lines, key=lambda line: standing[id(line)], default=None)
    over = next((line for line in lines if best and standing[id(line)] and _is_name_over(line, best, settings)), best)
    best = over
    if best is None or not standing[id(best)]:
        named = (line for line in lines if line.kind == "body" and _is_named(line, settings))
        return next(([line] for line in named), None) or _all_in_one(lines, settings)
    block = title_block(best, lines, settings)
    if len(block) > 1:
        return block
    words = [line for line in lines if line.kind != "number"]  # a corner's number may stand beside two lines of a title
    at = next(i for i, line in enumerate(words) if line is best)
    around = (words[i] for i in (at - 1, at + 1) if 0 <= i < len(words))
    more = [
        line
        for line in around
        if _continues(best, line, settings)
        and (
            standing[id(line)] > standing[id(best)] / 2
            or _are_capitals(best, line, settings)
            or (_is_named(line, settings) and not _is_amid_text(line, lines, settings))
        )
    ]
    return sorted([best, *more[:1]], key=lambda line: line.box.y0)


def _all_in_one(lines: Sequence[Part], settings: PartSettings) -> list[Part] | None:
    """The lines in the largest type of a card that bears hardly more than them."""
    words = [line for line in lines if line.kind == "body" and line.confidence >= settings.sure_short]
    words = [line for line in words if _letters(line.text) > settings.letters]
    first = max(words, key=lambda line: line.size, default=None)
    if first is None or len(words) > settings.title_lines + 1:
        return None
    block = title_block(first, words, settings)
    return block if len(block) > 1 or len(words) == 1 else None


def title_block(first: Part, lines: Sequence[Part], settings: PartSettings, least: Sequence[Part] = ()) -> list[Part]:
    """The lines that are set as one with a line of a title, with nothing more in that type above or below them.

    ``least`` is what is returned where they are more lines, or longer, than a title is.
    """
    block, last, room = [first], 0, max(line.box.width for line in (first, *lines))
    while len(block) > last:
        last = len(block)
        more = (line for line in lines if all(line is not own for own in block))
        block += [line for line in more if any(_may_go_on(own, line, room, settings) for own in block)]
    block.sort(key=lambda line: line.box.y0)
    least = sorted(least, key=lambda line: line.box.y0) or [first]
    text = " ".join(line.text for line in block)
    is_sentence = text.endswith(SENTENCE_ENDS) and not is_in_capitals(text, settings)
    if is_sentence or len(block) > settings.title_lines or len(text) > settings.longest_title:
        return list(least)
    return block if len(block) >= len(least) else list(least)


def _may_go_on(title: Part, line: Part, room: float, settings: PartSettings) -> bool:
    """Whether a line of words goes on with a title, or a number in the middle below it, as in “Hand limit 2”.

    A number that would have had room beside the title, as the widest line shows, is no part of it: a level stands so.
    """
    if line.kind == "number":
        middle = abs((line.box.x0 + line.box.x1) - (title.box.x0 + title.box.x1)) / 2
        is_in_middle = line.box.middle > title.box.middle and middle < line.box.height / 2
        has_room = title.box.width + line.box.width < room
        return is_in_middle and not has_room and _continues(title, line, settings)
    return line.kind in ("body", "label") and _continues(title, line, settings)


def _goes_on(line: Part, lines: Sequence[Part], settings: PartSettings) -> bool:
    """Whether a line that begins with a small letter may go on with a sentence: another one stands right above it."""
    if not line.text.lstrip("“‘\"'( ")[:1].islower() or is_in_capitals(line.text, settings):
        return False
    box, reach = line.box, settings.next_line * line.box.height
    return any(
        other.box.x0 < box.x1 and box.x0 < other.box.x1 and 0 < box.middle - other.box.middle < box.height + reach
        for other in lines
    )


def _standing(line: Part, usual: float, height: float, settings: PartSettings, *, goes_on: bool) -> float:
    """How much a line looks like a title; nothing where it cannot be one."""
    letters = _letters(line.text)
    is_long = len(line.text) > settings.longest_title or len(line.text.split()) > settings.most_words
    least = settings.sure_title if letters > settings.letters else settings.sure_short
    if line.kind != "body" or is_long or letters < settings.letters or line.confidence < least:
        return 0.0
    size, is_at_top = line.size / usual if usual else 1.0, line.box.middle < settings.at_top * height
    in_capitals = is_in_capitals(line.text, settings) and letters >= settings.full
    if size < (settings.clearly_larger if goes_on else settings.larger) and (goes_on or not is_at_top):
        if not in_capitals:
            return 0.0
        size = 1.0 - settings.lower_counts * line.box.middle / height
    size = min(settings.largest, size) * (settings.top_counts if is_at_top else 1.0)
    is_sentence = line.text.rstrip().endswith(SENTENCE_ENDS) and not is_in_capitals(line.text, settings)
    size *= settings.sentence_counts if is_sentence else 1.0
    whole = sum(map(len, whole_words(line.text, settings)))
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


def _letters(text: str) -> int:
    """How many letters a line has; figures count where a sign joins them to letters, as in the names of machines."""
    return sum(map(str.isalpha, text)) + sum(map(str.isdigit, "".join(_CALLED.findall(text))))


def _runs_on(line: Part, following: Part, settings: PartSettings) -> bool:
    """Whether a sentence goes on from a line to the one below, or ends within it."""
    is_alike = max(line.size, following.size) < settings.alike * min(line.size, following.size)
    is_next = following.box.y0 - line.box.y1 < settings.next_line * line.box.height
    return ". " in line.text or (is_alike and is_next and following.text[:1].islower())


def whole_words(text: str, settings: PartSettings) -> list[str]:
    """The runs of letters that are long enough for a word."""
    return [run for run in _WORD.findall(text) if len(run) >= settings.letters]


def is_in_capitals(text: str, settings: PartSettings) -> bool:
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and sum(map(str.isupper, letters)) >= settings.capitals * len(letters)


def _are_capitals(title: Part, line: Part, settings: PartSettings) -> bool:
    """Whether both are set in capitals, so that a short line below goes on with a title."""
    is_read = line.kind == "body" and line.confidence >= settings.sure_end
    return is_read and is_in_capitals(title.text, settings) and is_in_capitals(line.text, settings)


def _is_named(line: Part, settings: PartSettings) -> bool:
    """Whether a line is set as a name is: few words, each of them with a capital."""
    words = whole_words(line.text, settings)
    is_short = 0 < len(words) <= settings.most_words and not line.text.rstrip().endswith(SENTENCE_ENDS)
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

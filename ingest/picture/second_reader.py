"""Have the doubtful lines and words of a page read by a second reader: figures read alike are believed, others not."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.better_reading import BetterReadingSettings, better_of
from ingest.picture.images import PagePicture
from ingest.picture.letter_height import LetterHeightSettings
from ingest.picture.letter_reader import LetterReader, sureness
from ingest.picture.lost_marks import LostMarkSettings, with_marks
from ingest.picture.word_boxes import without_words
from schema.folding import fold
from schema.reading import Box, Word

Spots = NDArray[np.float64]
"""Rectangles in points, one a row: left, upper, right and lower edge."""
LIKE_LETTERS = frozenset("01")
"""Figures that by themselves are letters as well, as in `o 1`: their neighbours tell."""


@dataclass(frozen=True, slots=True)
class SecondReaderSettings:
    """Which words are read again, and whom to believe.

    Measured on 18 pictures of three sample pages, sharp, blurred, typed and photographed: of 352 figures that both
    readers read alike 350 were right, however unsure the first was; of 26 that they read otherwise the second, being
    sure, had 14. Of words the second has the letters, where it is sure, and the first the marks above them.
    """

    unsure: float = 0.8
    """A word read with less confidence is read again."""
    unsure_figure: float = 0.96
    """The same of a word with a digit."""
    sure: float = 0.9
    """From this confidence on the second reader is believed."""
    contested: float = 0.35
    """The confidence of figures that were read in two ways; they state nothing."""
    alone: float = 0.8
    """The most confidence of figures that only the second reader saw; they contradict nobody."""
    beside: float = 0.45
    """Against the height of a line: what stands so near a word and was not read belongs to it."""
    in_row: float = 2.5
    """Against the height of a line: what stands so near a line and was not read makes the line doubtful."""
    of_others: float = 0.5
    """Share of a word's rectangle in which another word was surely read: then it is that one, not the doubtful one."""
    letter: float = 0.4
    """Against the size of type: what is lower is no letter but a dot."""
    around: tuple[float, float] = (0.3, 0.25)
    """Against its height: how much is shown on both sides of a word, and above and below it."""
    neighbours: float = 2.5
    """Against its height: how much is shown on both sides of a figure that by itself looks like a letter."""
    most_words: int = 150
    """Of a page with more doubtful words only so many are read again, figures first: that is all it may cost."""
    letter_height: LetterHeightSettings = LetterHeightSettings()
    lost_marks: LostMarkSettings = LostMarkSettings()


def read_doubtful_lines(
    page: PagePicture,
    words: Sequence[Word],
    second: LetterReader,
    languages: Sequence[str],
    better: BetterReadingSettings = BetterReadingSettings(),
    settings: SecondReaderSettings = SecondReaderSettings(),
) -> tuple[tuple[Word, ...], frozenset[Box]]:
    """The words of a page much of which is doubtful, in each region the better reading; and where the second's are.

    Lines that were surely read are painted over, so that the second reader spends nothing on them.
    """
    lines: dict[int, list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    beside_unread = _with_unread(page, words, settings.in_row, settings)
    sure = [
        word
        for line in lines.values()
        if all(w.confidence >= settings.unsure and id(w) not in beside_unread for w in line)
        for word in line
    ]
    other = second.read(without_words(page, sure), languages)
    theirs = frozenset(word.box for word in other if word.box)
    taken = better_of(words, other, better)
    return tuple(_with_marks(w, words, languages, settings) if w.box in theirs else w for w in taken), theirs


def _with_marks(other: Word, words: Sequence[Word], languages: Sequence[str], settings: SecondReaderSettings) -> Word:
    """A word of the second reader, with the marks that the first gave it; its figures as sure as both make them.

    Its type is as the first measured it: rectangles of the second are higher than the letters.
    """
    own = [word for word in words if _share_a_place(word.box, other.box)]
    if own:
        other = replace(other, size=own[0].size, is_heavy=own[0].is_heavy)
    for word in own:
        is_as_long = len(_signs([word])) == len(_signs([other])) and word.text.isalpha()
        if fold(_signs([word])) == fold(_signs([other])) or (is_as_long and word.confidence > other.confidence):
            return replace(other, text=word.text, confidence=max(word.confidence, other.confidence))
    digits = _digits(other.text)
    if not digits:
        signs = _signs([other])
        return replace(other, text=other.text.replace(signs, with_marks(signs, languages, settings.lost_marks)))
    if digits in _digits("".join(word.text for word in own)):
        return other
    most = settings.contested if _signs(own) else settings.alone
    return replace(other, confidence=min(most, other.confidence))


def _share_a_place(a: Box | None, b: Box | None) -> bool:
    if a is None or b is None:
        return False
    across, down = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
    return down > 0 and across > min(a.width, b.width) / 2


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A word to be read again, and where: with what stands beside it and was not read."""

    word: Word
    box: Box


def read_doubtful(
    page: PagePicture,
    words: Sequence[Word],
    second: LetterReader,
    languages: Sequence[str],
    known: Container[Box | None] = (),
    settings: SecondReaderSettings = SecondReaderSettings(),
) -> tuple[Word, ...]:
    """The words of the page, the doubtful ones as both readers together have them.

    ``known`` are the places of words that the second reader has read already.
    """
    doubts = [doubt for doubt in _doubts(page, words, settings) if doubt.word.box not in known]
    if not doubts:
        return tuple(words)
    alike = [doubt for doubt in doubts if _signs([doubt.word]) in LIKE_LETTERS]
    among = _read_in(page, alike, second, languages, settings, is_among_others=True)
    told_among = {id(doubt): found for doubt, found in zip(alike, among, strict=True) if found}
    alone = [doubt for doubt in doubts if id(doubt) not in told_among]
    told_alone = dict(zip(map(id, alone), _read_in(page, alone, second, languages, settings), strict=True))
    read = [told_among.get(id(doubt)) or told_alone[id(doubt)] for doubt in doubts]
    doubtful = {id(doubt.word) for doubt in doubts}
    surely_read = [word.box for word in words if word.box and id(word) not in doubtful]
    sure = np.array([(box.x0, box.y0, box.x1, box.y1) for box in surely_read]).reshape(-1, 4)
    told: dict[int, list[Word]] = {}
    for doubt, found in zip(doubts, read, strict=True):
        own = [word for word in found if not _is_of_others(word, doubt, sure, settings)]
        is_ghost = found and not own and doubt.word.confidence < settings.unsure
        told[id(doubt.word)] = [] if is_ghost else list(_together(doubt.word, own, settings))
    return tuple(each for word in words for each in told.get(id(word), [word]))


def _is_of_others(found: Word, doubt: _Doubt, sure: Spots, settings: SecondReaderSettings) -> bool:
    """Whether a word found where one was doubtful is one that was surely read: its box reached over that."""
    if found.box is None:
        return False
    box = Box(found.box.x0, doubt.box.y0, found.box.x1, doubt.box.y1)
    across = np.clip(np.minimum(sure[:, 2], box.x1) - np.maximum(sure[:, 0], box.x0), 0.0, None)
    down = np.clip(np.minimum(sure[:, 3], box.y1) - np.maximum(sure[:, 1], box.y0), 0.0, None)
    return bool((across * down > settings.of_others * box.width * box.height).any())


def _read_in(
    page: PagePicture,
    doubts: Sequence[_Doubt],
    second: LetterReader,
    languages: Sequence[str],
    settings: SecondReaderSettings,
    *,
    is_among_others: bool = False,
) -> list[list[Word]]:
    """What the second reader reads at the place of each word, by itself or with what stands beside it."""
    cuts = [_cut(page, doubt.box, settings, is_among_others=is_among_others) for doubt in doubts]
    read = second.read_lines([image for image, _, _ in cuts], languages)
    scale = page.height / page.image.height
    found = []
    for doubt, (_, left, top), words in zip(doubts, cuts, read, strict=True):
        placed = [_placed(word, left, top, scale) for word in words]
        found.append([word for word in placed if word.box and _has_middle_in(word.box, doubt.box)])
    return found


def _doubts(page: PagePicture, words: Sequence[Word], settings: SecondReaderSettings) -> list[_Doubt]:
    """The doubtful words, those with digits first, then the least sure."""
    grown = _with_unread(page, words, settings.beside, settings)
    found = []
    for word in words:
        if word.box is None:
            continue
        box = grown.get(id(word), word.box)
        limit = settings.unsure_figure if _digits(word.text) else settings.unsure
        if box is not word.box or (word.confidence < limit and any(map(str.isalnum, word.text))):
            found.append(_Doubt(word, box))
    found.sort(key=lambda doubt: (not _digits(doubt.word.text), doubt.word.confidence))
    return found[: settings.most_words]


def _with_unread(
    page: PagePicture, words: Sequence[Word], reach: float, settings: SecondReaderSettings
) -> dict[int, Box]:
    """For words beside which something like letters was not read, the rectangle around both.

    A run of letters is taken as a whole, to its left and to its right: a part of a word is read as another word.
    """
    placed = [(word, word.box) for word in words if word.box]
    if not placed:
        return {}
    x0, y0, x1, y1 = np.array([(box.x0, box.y0, box.x1, box.y1) for _, box in placed]).T
    sizes = np.array([max(word.size, box.height) for word, box in placed])
    found: dict[int, Box] = {}
    unread = _unread(page, [box for _, box in placed], settings)
    to_the_right, to_the_left = np.argsort(unread[:, 0]), np.argsort(-unread[:, 2])
    taken: set[int] = set()
    for piece in (*to_the_right, *to_the_left):
        left, upper, right, lower = unread[piece]
        gap = np.maximum(x0 - right, left - x1)
        is_beside = (np.abs((y0 + y1) / 2 - (upper + lower) / 2) < sizes / 2) & (gap <= reach * sizes)
        is_beside &= (settings.letter * sizes <= lower - upper) & (lower - upper < sizes)
        if piece not in taken and is_beside.any():
            at = int(np.argmin(np.where(is_beside, gap, np.inf)))
            word, box = placed[at]
            found[id(word)] = Box.around([found.get(id(word), box), Box(left, upper, right, lower)])
            x0[at], x1[at] = min(x0[at], left), max(x1[at], right)
            taken.add(piece)
    return found


def _unread(page: PagePicture, boxes: Sequence[Box], settings: SecondReaderSettings) -> Spots:
    """What looks like letters and lies in no word."""
    seen = page.letters(settings.letter_height).boxes
    scale = page.image.height / page.height
    read = np.zeros((page.image.height, page.image.width), np.bool_)
    for box in boxes:
        read[int(box.y0 * scale) : int(box.y1 * scale) + 1, int(box.x0 * scale) : int(box.x1 * scale) + 1] = True
    is_read = read[(seen[:, 1] + seen[:, 3]) // 2, (seen[:, 0] + seen[:, 2]) // 2]
    return np.asarray(seen[~is_read] / scale, dtype=np.float64)


def _cut(
    page: PagePicture, box: Box, settings: SecondReaderSettings, *, is_among_others: bool = False
) -> tuple[Image.Image, int, int]:
    """The part of the picture around a word, and where it begins."""
    scale = page.image.height / page.height
    across, down = (share * box.height for share in settings.around)
    if is_among_others:
        across = settings.neighbours * box.height
    left, top = max(0, int((box.x0 - across) * scale)), max(0, int((box.y0 - down) * scale))
    right = min(page.image.width, int((box.x1 + across) * scale) + 1)
    bottom = min(page.image.height, int((box.y1 + down) * scale) + 1)
    return page.image.crop((left, top, max(left + 1, right), max(top + 1, bottom))), left, top


def _placed(word: Word, left: int, top: int, scale: float) -> Word:
    """A word of a part of the picture at its place on the page."""
    box = word.box or Box(0.0, 0.0, 0.0, 0.0)
    x0, x1 = ((left + side) * scale for side in (box.x0, box.x1))
    y0, y1 = ((top + side) * scale for side in (box.y0, box.y1))
    return replace(word, box=Box(x0, y0, x1, y1))


def _has_middle_in(box: Box, other: Box) -> bool:
    return other.x0 <= (box.x0 + box.x1) / 2 <= other.x1


def _together(own: Word, other: Sequence[Word], settings: SecondReaderSettings) -> Iterator[Word]:
    """What the two readers say of one word."""
    sure = sureness(other)
    said, heard = _signs([own]), _signs(other)
    is_believed = sure >= settings.sure
    if said == heard:  # spaces are the second reader's
        both = max(own.confidence, sure)
        is_letter = said in LIKE_LETTERS and both < settings.sure
        yield from _taking(own, other, min(both, settings.contested) if is_letter else both, settings)
    elif not said:
        yield from _taking(own, other, min(sure, settings.alone), settings) if is_believed else (own,)
    elif fold(said) == fold(heard):
        yield own
    elif is_believed and any(_signs([word]) == said for word in other):
        yield from _with_what_is_beside(own, other, settings)
    elif _digits(said) or _digits(heard):
        unsure = min(own.confidence, sure, settings.contested)
        if _digits(said) == _digits(heard):
            unsure = min(own.confidence, max(sure, settings.contested))
        is_surer = is_believed and sure > own.confidence
        yield from _taking(own, other, unsure, settings) if is_surer else (replace(own, confidence=unsure),)
    elif is_believed and sure > own.confidence:
        yield from _taking(own, other, sure, settings)
    else:
        yield own


def _with_what_is_beside(own: Word, other: Sequence[Word], settings: SecondReaderSettings) -> Iterator[Word]:
    """The word, which both read alike, and words beside it that only the second saw: of those figures state nothing.

    The first reader saw letters around them and no figure; it may be an icon.
    """
    for word in other:
        if _signs([word]) == _signs([own]):
            text, most = _marked(own, word, settings)
            sure = min(most, max(own.confidence, word.confidence))
        else:
            text = word.text
            sure = min(word.confidence, settings.contested) if _digits(text) else word.confidence
        box = word.box and own.box and Box(word.box.x0, own.box.y0, word.box.x1, own.box.y1)
        yield replace(own, text=text, box=box, confidence=round(sure, 4))


def _taking(own: Word, other: Sequence[Word], confidence: float, settings: SecondReaderSettings) -> Iterator[Word]:
    """The words of the second reader in the line and type of the first."""
    if len(other) == 1 and own.box:
        both = Box.around([own.box, *(word.box for word in other if word.box)])
        text, most = other[0].text, 1.0
        if _signs([own]) == _signs(other):
            text, most = _marked(own, other[0], settings)
        yield replace(own, text=text, box=both, confidence=round(min(most, confidence), 4))
        return
    for word in other:
        box = word.box and own.box and Box(word.box.x0, own.box.y0, word.box.x1, own.box.y1)
        yield replace(own, text=word.text, box=box, confidence=round(confidence, 4))


def _marked(own: Word, other: Word, settings: SecondReaderSettings) -> tuple[str, float]:
    """A word of which both readers have the letters, with the marks around them of the surer one; and its most worth.

    What stands before a figure may be its sign: where they see that otherwise, the figure contradicts nobody, and
    where the unsure first reader saw none or the second does not, it is contested.
    """
    first, second = _before_figure(own.text), _before_figure(other.text)
    if first == second:
        return own.text, 1.0
    if own.confidence >= settings.unsure or other.confidence < settings.sure:
        return own.text, settings.alone
    return other.text, settings.alone if first and second else settings.contested


def _before_figure(text: str) -> str:
    """The marks before the first of its letters and digits, where that is a digit."""
    marks = "".join(takewhile(lambda c: not c.isalnum(), text))
    return marks if text[len(marks) : len(marks) + 1].isdigit() else ""


def _signs(words: Sequence[Word]) -> str:
    """The letters and digits of some words."""
    return "".join(c for word in words for c in word.text if c.isalnum())


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))

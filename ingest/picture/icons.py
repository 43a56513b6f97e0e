"""Tell icons from letters and figures over a whole document: one picture that is read in many ways is none of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ingest.picture.small_signs import Shape, Sign
from schema.reading import FIRST_SEEN_ICON, Word, WordPage

TRAILING = ".,;:"

Spot = tuple[int, int]
"""A page and one of its signs."""


@dataclass(frozen=True, slots=True)
class IconSettings:
    """When a sign is an icon.

    Measured on the samples at 200 dpi: pictures of one icon are alike by 0.97 (two of 40: 0.91), an icon and the
    letter nearest to it by 0.89. Of the pictures that recur the readings of icons agree in at most 0.36, with a
    confidence of 0.74 at most; those of letters in 0.67 and more.
    """

    alike: float = 0.93
    """Signs that are so alike are the same."""
    surely_alike: float = 0.95
    """The same where one was read surely, or by nobody."""
    sure: float = 0.9
    """From this confidence on a sign was surely read."""
    fewest: int = 3
    """A picture that was read fewer times does not tell by its readings."""
    agreed: float = 0.5
    """Share of the readings that agree, from which on it is a letter or a figure."""
    doubtful: float = 0.8
    """The most mean confidence of the readings of an icon."""
    legend_rows: int = 2
    """A table explains icons in so many rows at least."""
    legend_share: float = 0.5
    """Share of the first cells of a table that were hardly read: then they are icons."""
    low: float = 0.5
    """Against the size of type: what is lower is a dot."""
    most_seeds: int = 400
    """So many different doubtful signs are compared with all others: that is all it may cost."""
    contested: float = 0.35
    """The confidence of figures that were read where an icon stands; they state nothing."""
    like_figures: float = 0.8
    """That of a figure which is told by its likeness to others alone."""
    beside: float = 2.5
    """Against the size of type: how near to an icon a figure stands that nobody read."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A sign with what was read there."""

    spot: Spot
    sign: Sign
    text: str
    """The letter, figure or sign that was read; empty where that cannot be told."""
    confidence: float


def with_icons(
    pages: Sequence[WordPage], signs: Sequence[Sequence[Sign]], settings: IconSettings = IconSettings()
) -> tuple[WordPage, ...]:
    """The pages, each icon as a private sign of its own instead of what was read in its place."""
    told = [_told(pages[page].words, (page, at), sign) for page, own in enumerate(signs) for at, sign in enumerate(own)]
    if not told:
        return tuple(pages)
    shapes = np.stack([one.sign.shape for one in told])
    icons = _icons(told, shapes, settings)
    if not icons:
        return tuple(pages)
    found = _found(told, shapes, icons, settings)
    changed = []
    for number, page in enumerate(pages):
        own = {at: icon for (on, at), icon in found.items() if on == number}
        words = _Rewritten(page.words, signs[number], own, told, shapes, settings).words() if own else page.words
        changed.append(replace(page, words=words))
    return tuple(changed)


def _told(words: Sequence[Word], spot: Spot, sign: Sign) -> _Told:
    if not sign.is_read:
        return _Told(spot, sign, "", 0.0)
    word = words[sign.word]
    text = word.text if len(word.text) == sign.of else word.text.rstrip(TRAILING)
    return _Told(spot, sign, text[sign.at] if len(text) == sign.of else "", word.confidence)


def _icons(told: Sequence[_Told], shapes: NDArray[np.float32], settings: IconSettings) -> list[Shape]:
    """What the icons of the document look like: those of its legends, then those that are read in many ways."""
    legends = _legends(told, settings)
    doubtful = [at for at, one in enumerate(told) if one.sign.is_read and one.confidence < settings.sure]
    doubtful.sort(key=lambda at: told[at].confidence)
    icons: list[Shape] = []
    seen = np.zeros(len(told), dtype=np.bool_)
    seeds = 0
    for at in (*legends, *doubtful):
        if seen[at] or told[at].sign.height < settings.low or seeds >= settings.most_seeds:
            continue
        seeds += 1
        alike = shapes @ shapes[at] >= settings.alike
        seen |= alike
        members = [told[i] for i in np.flatnonzero(alike).tolist() if told[i].text]
        is_icon = not _is_letter(members, settings) if at in legends else _is_read_many_ways(members, settings)
        if is_icon:
            icons.append(shapes[at])
    return icons


def _legends(told: Sequence[_Told], settings: IconSettings) -> dict[int, None]:
    """The signs that stand alone in the first cells of tables, where most of them could hardly be read."""
    tables: dict[tuple[int, int], list[int]] = {}
    for at, one in enumerate(told):
        if one.sign.legend >= 0:
            tables.setdefault((one.spot[0], one.sign.legend), []).append(at)
    found: dict[int, None] = {}
    for members in tables.values():
        hardly = [at for at in members if told[at].confidence < settings.sure or not told[at].text.isalnum()]
        if len(members) >= settings.legend_rows and len(hardly) > settings.legend_share * len(members):
            found |= dict.fromkeys(members)
    return found


def _is_letter(members: Sequence[_Told], settings: IconSettings) -> bool:
    """Whether a picture was surely read as the same letter or figure again and again."""
    sure = Counter(one.text.casefold() for one in members if one.confidence >= settings.sure and one.text.isalnum())
    (_, most), *_ = sure.most_common(1) or [("", 0)]
    return most > settings.fewest and most > settings.agreed * len(members)


def _is_read_many_ways(members: Sequence[_Told], settings: IconSettings) -> bool:
    if len(members) < settings.fewest:
        return False
    (_, most), *_ = Counter(one.text.casefold() for one in members).most_common(1)
    mean = sum(one.confidence for one in members) / len(members)
    return most < settings.agreed * len(members) and mean < settings.doubtful


def _found(
    told: Sequence[_Told], shapes: NDArray[np.float32], icons: Sequence[Shape], settings: IconSettings
) -> dict[Spot, int]:
    """Where icons stand, and which."""
    likeness = shapes @ np.stack(icons).T
    best, which = likeness.max(axis=1), likeness.argmax(axis=1)
    found: dict[Spot, int] = {}
    for at, one in enumerate(told):
        is_open = one.sign.is_read and one.confidence < settings.sure
        least = settings.alike if is_open else settings.surely_alike
        if best[at] >= least and one.sign.height >= settings.low:
            found[one.spot] = int(which[at])
    return found


class _Rewritten:
    """The words of a page with its icons."""

    def __init__(
        self,
        words: Sequence[Word],
        signs: Sequence[Sign],
        icons: Mapping[int, int],
        told: Sequence[_Told],
        shapes: NDArray[np.float32],
        settings: IconSettings,
    ) -> None:
        self._words, self._signs, self._icons = words, signs, icons
        self._told, self._shapes, self._settings = told, shapes, settings

    def words(self) -> tuple[Word, ...]:
        read: dict[int, list[Sign]] = {}
        beside: dict[int, list[Sign]] = {}
        of_icon = {id(self._signs[at]): icon for at, icon in self._icons.items()}
        for sign in self._signs:
            if sign.is_read:
                read.setdefault(sign.word, []).append(sign)
            else:
                beside.setdefault(sign.word, []).append(sign)
        words: list[Word] = []
        for number, word in enumerate(self._words):
            own = read.get(number, [])
            parts = list(self._parts(word, own, of_icon)) if any(id(s) in of_icon for s in own) else [word]
            if len(own) == 1 and parts == [word]:
                parts = [self._beside_icon(word, own[0])]
            parts += self._unread(word, beside.get(number, []), of_icon)
            words += sorted(parts, key=lambda part: part.box.x0 if part.box else 0.0)
        return tuple(words)

    def _parts(self, word: Word, own: Sequence[Sign], of_icon: Mapping[int, int]) -> Iterator[Word]:
        """What a word is made of, sign by sign; one whose letters are not those to the eye is only doubted."""
        text = word.text if len(word.text) == len(own) else word.text.rstrip(TRAILING)
        if len(own) > 1 and len(text) != len(own):
            yield replace(word, confidence=min(word.confidence, self._settings.contested))
            return
        end = word.text[len(text) :]
        for sign in own:
            is_last = sign is own[-1]
            if id(sign) in of_icon:
                icon = _icon(word, sign, of_icon[id(sign)])
                yield replace(icon, text=icon.text + end) if is_last else icon
            else:
                yield self._letter(word, sign, text[sign.at] + (end if is_last else ""))

    def _letter(self, word: Word, sign: Sign, text: str) -> Word:
        told = self._figure(sign)
        is_told = bool(told) and told == text[:1]
        most = self._settings.like_figures if is_told else self._settings.contested
        sure = most if text[:1].isdigit() else word.confidence
        return replace(word, text=text, box=sign.box, confidence=sure, is_heavy=False)

    def _beside_icon(self, word: Word, sign: Sign) -> Word:
        """A doubtful figure that was read beside an icon: it may only have been doubted for the icon's sake."""
        sure = self._settings.like_figures
        is_told = word.confidence < sure and self._is_beside_icon(sign, word.size) and self._figure(sign) == word.text
        return replace(word, confidence=sure) if is_told else word

    def _unread(self, word: Word, signs: Sequence[Sign], of_icon: Mapping[int, int]) -> Iterator[Word]:
        """Icons that nobody read, and figures beside icons: those are told by their likeness to others."""
        for sign in signs:
            if id(sign) in of_icon:
                yield _icon(word, sign, of_icon[id(sign)])
            elif self._is_beside_icon(sign, word.size) and (told := self._figure(sign)):
                yield replace(word, text=told, box=sign.box, confidence=self._settings.like_figures, is_heavy=False)

    def _is_beside_icon(self, sign: Sign, size: float) -> bool:
        boxes = (self._signs[at].box for at in self._icons)
        near = self._settings.beside * size
        return any(
            box.y0 < sign.box.middle < box.y1 and max(box.x0 - sign.box.x1, sign.box.x0 - box.x1) < near
            for box in boxes
        )

    def _figure(self, sign: Sign) -> str:
        """The figure that all signs alike were surely read as, where there are some."""
        alike: list[int] = np.flatnonzero(self._shapes @ sign.shape >= self._settings.surely_alike).tolist()
        sure = [self._told[at].text for at in alike if self._told[at].confidence >= self._settings.sure]
        is_one = len(sure) >= self._settings.fewest and len(set(sure)) == 1
        return sure[0] if is_one and sure[0].isdigit() else ""


def _icon(word: Word, sign: Sign, icon: int) -> Word:
    return replace(word, text=chr(ord(FIRST_SEEN_ICON) + icon), box=sign.box, confidence=1.0, is_heavy=False)

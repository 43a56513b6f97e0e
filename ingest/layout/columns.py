"""Put the words of a page that have places into the lines and blocks of its columns."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import median

from ingest.layout.gutters import GutterSettings, find_gutters, unlike_spaces
from ingest.layout.lines import Line, begins_lower, box_of, ends_sentence, is_capitals, is_item, is_numbered
from ingest.layout.reading_order import stand_over
from schema.reading import Box, Word

_NUMBERING = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?|[A-Z]\.\d{1,2}\.?")
"""The number of a heading below the first level."""


@dataclass(frozen=True, slots=True)
class ColumnSettings:
    """How words become lines and lines blocks; chosen by eye on the sample pages."""

    word_gap: float = 0.9
    """In ems: words of a line rarely stand further apart."""
    label_gap: float = 8.0
    """In ems: a gap this wide always parts."""
    loose_gap: float = 2.0
    """In ems: a line of two words further apart is a justified one only beside one that shows it better."""
    alike: float = 0.1
    """In ems: how much the spaces of a justified line differ at most."""
    many_words: int = 5
    """So many words of unlike widths at one distance make a justified line by themselves."""
    flush: float = 0.3
    """In heights of a line: how exactly justified lines begin and end under one another; signs may hang out."""
    near_lines: float = 1.6
    """In heights of a line: how far from a justified line the one as wide as it may stand."""
    rule_height: float = 1.5
    """In heights of a line: a drawn line this high parts what stands beside it."""
    aligned_cells: int = 2
    """So many cells that begin under one another part what stands beside them."""
    exact: float = 0.3
    """In points: what looks like a space parts only where the next word begins so near to a gutter's edge."""
    edge: float = 1.5
    """In points: how exactly cells begin under one another."""
    strip_width: float = 0.4
    """In ems: what must stay white for a strip to go on."""
    strip_lines: float = 4.5
    """In lines: white that reaches this far parts what stands beside it."""
    open_lines: int = 2
    """In lines: how much of the white above and of that below counts."""
    same_line: float = 0.5
    """Share of the lower word's height that must lie beside the other for both to be in one line."""
    leading: float = 1.35
    """In ems: the distance of lines where a page does not show it."""
    block_gap: float = 1.3
    """In leadings: lines further apart do not belong to one block."""
    same_size: float = 1.16
    """Lines of one block differ less than this in size."""
    same_size_if_running: float = 1.5
    """The same in a picture where a sentence goes on at one edge: a short line is measured badly."""
    turned_letters: int = 3
    """Shorter words may stand high without being turned."""
    turned_height: float = 1.7
    """In ems: a word of level type is lower, whatever marks its letters bear."""
    gutters: GutterSettings = GutterSettings()


def turned_lines(
    words: Sequence[Word], page: int = 1, settings: ColumnSettings = ColumnSettings()
) -> tuple[list[Line], list[Word]]:
    """Lettering that runs up, down or aslant, in the order in which the file sets it, and the other words."""
    by_line: dict[int, list[Word]] = {}
    for word in words:
        by_line.setdefault(word.line, []).append(word)
    turned = [run for run in by_line.values() if any(_is_turned(word, settings) for word in run)]
    taken = {id(word) for run in turned for word in run}
    return [Line(tuple(run), page) for run in turned], [word for word in words if id(word) not in taken]


def _is_turned(word: Word, settings: ColumnSettings) -> bool:
    """Whether the word stands much higher than its type, which only the text layer knows for sure."""
    if word.box is None or not word.font or not word.size or len(word.text) < settings.turned_letters:
        return False
    return word.box.height > settings.turned_height * word.size


def lines_on_page(
    words: Sequence[Word], page: int = 1, settings: ColumnSettings = ColumnSettings(), rules: Sequence[Box] = ()
) -> list[Line]:
    """The lines of the page's columns, unordered; a line ends at the gutter and at a drawn rule."""
    placed = sorted((w for w in words if w.box is not None), key=lambda w: box_of(w).y0)
    return _Row(placed, page, settings, rules).lines()


class _Row:
    """Links every word to the word that follows it in its line."""

    def __init__(self, words: Sequence[Word], page: int, settings: ColumnSettings, rules: Sequence[Box]) -> None:
        self._settings = settings
        self._words = words
        self._page = page
        self._boxes = [box_of(word) for word in words]
        self._rules = [rule for rule in rules if rule.height > rule.width and not self._is_crossed(rule)]
        self._tops = [box.y0 for box in self._boxes]
        self._tallest = max((box.height for box in self._boxes), default=0.0)
        self._next: dict[int, int] = {}

    def lines(self) -> list[Line]:
        pairs = [(i, right) for i in range(len(self._words)) if (right := self._right_neighbour(i)) is not None]
        em = median([_size(word) for word in self._words] or [1.0])
        edge = self._settings.edge
        whole = [pair for pair in pairs if not self._is_ruled_off(self._gap(*pair))]
        unlike = unlike_spaces(self._boxes, whole, em, self._settings.gutters)
        gutters = find_gutters(self._boxes, whole, unlike, em, self._settings.gutters)
        wide: list[tuple[int, int]] = []
        for left, right in whole:
            gap = self._gap(left, right)
            at_gutter = any(
                gap.x0 <= gutter.x0 + edge
                and gutter.x1 - edge <= gap.x1
                and gutter.y0 <= gap.middle <= gutter.y1
                and ((left, right) in unlike or abs(gap.x1 - gutter.x1) <= self._settings.exact)
                for gutter in gutters
            )
            if at_gutter and not self._is_bullet(left) and not self._is_numbering(left, gap):
                continue
            if gap.width <= self._settings.word_gap * self._em(left, right):
                self._next[left] = right
            else:
                wide.append((left, right))
        justified = self._justified(wide)
        self._next.update(justified)
        self._next.update(pair for pair in wide if pair not in justified and self._is_space(pair, wide))
        return self._chains()

    def _is_crossed(self, rule: Box) -> bool:
        """Whether words stand in its way: a line that goes on behind a label parts nothing."""
        return any(box.x0 + 1 < rule.x0 < box.x1 - 1 and box.y0 < rule.y1 and rule.y0 < box.y1 for box in self._boxes)

    def _is_ruled_off(self, gap: Box) -> bool:
        """Whether a line is drawn down the gap that is higher than a line of text."""
        reach = self._settings.rule_height * gap.height
        return any(
            gap.x0 - 1 <= rule.x0 <= gap.x1 + 1 and rule.height >= reach and rule.y0 <= gap.middle <= rule.y1
            for rule in self._rules
        )

    def _is_bullet(self, index: int) -> bool:
        return is_item(self._words[index].text + " x") and index not in self._next.values()

    def _is_numbering(self, index: int, gap: Box) -> bool:
        """Whether it is the number of a heading, a mere space before it: “4.1 Attack”, line under line."""
        text = self._words[index].text
        is_near = gap.width <= self._settings.word_gap * _size(self._words[index])
        return is_near and _NUMBERING.fullmatch(text) is not None and index not in self._next.values()

    def _is_cell(self, pair: tuple[int, int]) -> bool:
        """Whether what looks like the number of an item stands beside a figure: “5.” of a scan was a 5 and a speck."""
        before, after = (self._words[index].text for index in pair)
        return is_numbered(f"{before} x") and not any(map(str.isalpha, after))

    def _justified(self, wide: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
        """The wide gaps that are spaces of justified lines: alike in a line as wide as one beside it, and no cells."""
        after = {**self._next, **dict(wide)}
        starts = set(range(len(self._words))) - set(after.values())
        rows = [[after[start] if start in after and self._is_bullet(start) else start] for start in sorted(starts)]
        for row in rows:
            while row[-1] in after:
                row.append(after[row[-1]])
        even = [row for row in rows if self._is_even(row)]
        by_height, even_by_height = (sorted(of, key=self._base) for of in (rows, even))
        return {
            pair
            for row in even
            if self._is_surely_justified(row)
            or any(
                self._is_flush(row, other)
                for other in self._near(row, by_height if self._is_told(row) else even_by_height)
            )
            for pair in pairwise(row)
        } & set(wide)

    def _base(self, row: Sequence[int]) -> float:
        return self._boxes[row[0]].y1

    def _near(self, row: Sequence[int], rows: Sequence[list[int]]) -> Sequence[list[int]]:
        """Those of the rows, which are sorted by their height on the page, that stand close to one."""
        reach = self._settings.near_lines * self._boxes[row[0]].height
        base = self._base(row)
        return rows[bisect_left(rows, base - reach, key=self._base) : bisect_right(rows, base + reach, key=self._base)]

    def _is_even(self, row: Sequence[int]) -> bool:
        """Whether the spaces of a line are alike and no wider than those between labels."""
        gaps = [self._gap(*pair).width for pair in pairwise(row)]
        em = self._em(row[0], row[-1])
        return (
            bool(gaps)
            and max(gaps) <= self._settings.label_gap * em
            and max(gaps) - min(gaps) <= self._settings.alike * em
        )

    def _is_surely_justified(self, row: Sequence[int]) -> bool:
        """Whether many words of unlike widths stand at one distance; cells would begin, not end, at even places."""
        widths = [self._boxes[i].width for i in row]
        em = self._em(row[0], row[-1])
        gap = self._gap(row[0], row[1]).width
        return (
            len(row) >= self._settings.many_words
            and max(widths) - min(widths) > em
            and gap <= self._settings.loose_gap * em
        )

    def _is_told(self, row: Sequence[int]) -> bool:
        """Whether the line itself shows what it is: by several spaces that are alike, or one that is not too wide."""
        return len(row) > 2 or self._gap(row[0], row[1]).width <= self._settings.loose_gap * self._em(row[0], row[1])

    def _is_flush(self, row: Sequence[int], other: Sequence[int]) -> bool:
        """Whether two lines stand close, begin and end at the same places, and have no words that begin so as well."""
        one, two = ((self._boxes[r[0]], self._boxes[r[-1]]) for r in (row, other))
        height = one[0].height
        if not 0 < abs(one[0].y1 - two[0].y1) <= self._settings.near_lines * height:
            return False
        if max(abs(one[0].x0 - two[0].x0), abs(one[1].x1 - two[1].x1)) > self._settings.flush * height:
            return False
        starts, others = ([self._boxes[i].x0 for i in r[1:]] for r in (row, other))
        cells = sum(any(abs(x - y) <= self._settings.exact for y in others) for x in starts)
        return cells <= len(starts) / 2

    def _em(self, left: int, right: int) -> float:
        return max(_size(self._words[left]), _size(self._words[right]), 1.0)

    def _right_neighbour(self, left: int) -> int | None:
        box = self._boxes[left]
        best, best_x = None, inf
        for i in range(bisect_left(self._tops, box.y0 - self._tallest), bisect_left(self._tops, box.y1)):
            other = self._boxes[i]
            if i == left or not box.x0 < other.x0 < best_x or other.x1 <= box.x1:
                continue
            beside = min(box.y1, other.y1) - max(box.y0, other.y0)
            if beside >= self._settings.same_line * min(box.height, other.height):
                best, best_x = i, other.x0
        return best

    def _is_space(self, pair: tuple[int, int], wide: Sequence[tuple[int, int]]) -> bool:
        """Whether a wide gap that is no gutter lies within a line: after a bullet, or in a loose line.

        Else it parts labels or cells: white reaches far above and below it, or several cells begin beneath it.
        """
        settings = self._settings
        gap, em = self._gap(*pair), self._em(*pair)
        if self._is_bullet(pair[0]) and not self._is_cell(pair):
            return True
        if gap.width > settings.label_gap * em:
            return False
        top, bottom = self._white_extent(gap, settings.strip_width * em)
        near = [(self._gap(a, b), self._boxes[b]) for a, b in wide if top <= self._boxes[b].middle <= bottom]
        aligned = [
            cell
            for other, cell in near
            if min(other.x1, gap.x1) - max(other.x0, gap.x0) >= settings.strip_width * em
            and abs(cell.x0 - gap.x1) <= settings.edge
        ]
        if len(aligned) >= settings.aligned_cells:
            return False
        height = gap.height
        above, below = (min(reach, settings.open_lines * height) for reach in (gap.y0 - top, bottom - gap.y1))
        return above + height + below < settings.strip_lines * height

    def _gap(self, left: int, right: int) -> Box:
        return Box(self._boxes[left].x1, self._boxes[left].y0, self._boxes[right].x0, self._boxes[left].y1)

    def _white_extent(self, gap: Box, least: float) -> tuple[float, float]:
        """How far up and down a strip of the gap stays white."""
        start = bisect_left(self._tops, gap.y0)
        above = self._until_closed(gap, range(start - 1, -1, -1), least)
        below = self._until_closed(gap, range(start, len(self._words)), least)
        return min(above.y1 if above else -inf, gap.y0), max(below.y0 if below else inf, gap.y1)

    def _until_closed(self, gap: Box, indices: range, least: float) -> Box | None:
        """The word that closes the gap, going up or down; on the way words at its sides narrow it."""
        x0, x1 = gap.x0, gap.x1
        for i in indices:
            box = self._boxes[i]
            if box.x1 <= x0 or box.x0 >= x1:
                continue
            x0, x1 = (x0, box.x0) if box.x0 - x0 >= x1 - box.x1 else (box.x1, x1)
            if x1 - x0 < least:
                return box
        return None

    def _chains(self) -> list[Line]:
        chains = []
        begun = set(self._next.values())
        used: set[int] = set()
        for start in range(len(self._words)):
            if start in begun:
                continue
            chain, at = [], start
            while at not in used:
                used.add(at)
                chain.append(self._words[at])
                if at not in self._next:
                    break
                at = self._next[at]
            if chain:
                chains.append(Line(tuple(chain), self._page))
        return chains


def blocks_of(lines: Sequence[Line], settings: ColumnSettings = ColumnSettings()) -> list[list[Line]]:
    """Lines under one another in one column, set alike and at an even distance."""
    ordered = sorted(lines, key=lambda line: (box_of(line).y0, box_of(line).x0))
    leading = _leading(ordered)
    parents = {i: _above(ordered, i, leading, settings) for i in range(len(ordered))}
    children = Counter(parent for parent in parents.values() if parent is not None)
    blocks: dict[int, list[Line]] = {}
    for i, line in enumerate(ordered):
        parent = parents[i]
        if parent is not None and children[parent] == 1:
            blocks[i] = blocks[parent]
            blocks[i].append(line)
        else:
            blocks[i] = [line]
    return list({id(block): block for block in blocks.values()}.values())


def stacks_of(blocks: Sequence[list[Line]], settings: ColumnSettings = ColumnSettings()) -> list[list[list[Line]]]:
    """The blocks, a short bold one of a picture together with the one close beneath it.

    So a name stays with what is told of it on a board, whose frames are often not seen in a picture.
    """
    beneath: dict[int, list[Line]] = {}
    taken: set[int] = set()
    for block in blocks:
        lower = _told_beneath(block, blocks, settings)
        if lower is not None and id(lower) not in taken:
            beneath[id(block)] = lower
            taken.add(id(lower))
    return [[b, beneath[id(b)]] if id(b) in beneath else [b] for b in blocks if id(b) not in taken]


def _told_beneath(upper: list[Line], blocks: Sequence[list[Line]], settings: ColumnSettings) -> list[Line] | None:
    """The one block close beneath a bold line of a picture that is no wider than it."""
    name = box_of(upper[-1])
    if len(upper) > 1 or not upper[0].is_bold or upper[0].words[0].font:
        return None
    found = []
    for block in blocks:
        box = Box.around([box_of(line) for line in block])
        is_close = 0 < box_of(block[0]).y1 - name.y1 <= settings.block_gap * settings.leading * block[0].size
        is_alike = upper[0].size <= settings.same_size * block[0].size  # a larger one is a heading of more than that
        if is_close and is_alike and stand_over(name, box) and not block[0].is_bold:
            found.append((block, box))
    is_over = len(found) == 1 and found[0][1].x0 - name.height <= name.x0 and name.x1 <= found[0][1].x1 + name.height
    return found[0][0] if is_over else None


def _leading(lines: Sequence[Line]) -> dict[float, float]:
    """The usual distance of lines for each size, in points."""
    seen: dict[float, Counter[float]] = {}
    for i, line in enumerate(lines):
        box = box_of(line)
        for other in lines[i + 1 : i + 12]:
            step = box_of(other).y1 - box.y1
            if stand_over(box, box_of(other)) and 0.5 * line.size < step < 2 * line.size:
                seen.setdefault(round(line.size), Counter())[round(step * 2) / 2] += 1
                break
    return {size: steps.most_common(1)[0][0] for size, steps in seen.items()}


def _above(lines: Sequence[Line], index: int, leading: dict[float, float], settings: ColumnSettings) -> int | None:
    """The one line that this line continues."""
    line, box = lines[index], box_of(lines[index])

    def limit(size: float) -> float:
        return settings.block_gap * leading.get(round(size), settings.leading * size)

    over: dict[int, Box] = {}
    own, is_printed = limit(line.size), bool(line.words[0].font)
    for i in range(index - 1, -1, -1):
        other = box_of(lines[i])
        # In a picture the size of the upper line tells too: that of a short one is measured badly.
        reach = own if is_printed else limit(max(line.size, lines[i].size))
        if 0 < box.y1 - other.y1 <= reach and stand_over(box, other):
            over[i] = other
    nearest = [i for i, a in over.items() if not any(a.y1 < b.y1 and stand_over(b, a) for b in over.values())]
    return nearest[0] if len(nearest) == 1 and _are_set_alike(lines[nearest[0]], line, settings) else None


def _are_set_alike(upper: Line, lower: Line, settings: ColumnSettings) -> bool:
    """Whether lines are of one type, or, in a picture, a sentence plainly goes on from one to the other."""
    ratio = max(upper.size, lower.size) / max(0.1, min(upper.size, lower.size))
    if ratio <= settings.same_size and upper.is_bold == lower.is_bold:
        return True
    if lower.words[0].font or ratio > settings.same_size_if_running or (upper.is_bold and not lower.is_bold):
        return False
    a, b = box_of(upper), box_of(lower)
    is_flush = min(abs(a.x0 - b.x0), abs(a.x0 + a.x1 - b.x0 - b.x1) / 2) <= settings.flush * max(upper.size, lower.size)
    is_running = begins_lower(lower.text) and not ends_sentence(upper.text) and not is_capitals(upper.text)
    return is_flush and is_running


def _size(word: Word) -> float:
    return word.size or box_of(word).height

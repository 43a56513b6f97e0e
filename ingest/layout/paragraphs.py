"""Part a run of lines into paragraphs, list items, headings and table rows."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ingest.layout.lines import (
    Block,
    Line,
    LineSettings,
    begins_lower,
    begins_upper,
    could_be_heading,
    ends_sentence,
    is_capitals,
    is_counted,
    is_item,
    is_numbered,
    number_of,
)
from ingest.layout.spaced_tables import SpacedSettings, spaced_tables
from schema.reading import Word

_MARKDOWN_HEADING = re.compile(r"\s{0,3}(?:(#{1,6})\s+\S|(#{2,6})(?=[^\W\d_]))")
"""Two signs or more are a heading without a space too, as they were to the first readers of Markdown."""
_TABLE_DIVIDER = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_DIVIDER = re.compile(r"\s*([-*_])(\s*\1){2,}\s*$")
_KEYED_ROW = re.compile(r"\s*[^:.]{3,40}:\s+[^\s:]*\d[^:.]{0,40}$")
_BARRED = re.compile(r"\s*\S{0,2}\s*\|\s+\S")
"""An icon, or nothing where it was lost, and a bar stand before some lists' items."""
_NUMBERED = re.compile(r"\s*\d{1,2}(?:\.\d{1,2})+\.?\s+\S")
"""The number of a paragraph within its chapter: “8.2 Who enters Paris …”."""
LAST_LEVEL = 6


@dataclass(frozen=True, slots=True)
class ParagraphSettings:
    """Where paragraphs, items and rows begin and end; chosen by eye on the sample pages and on the seeds."""

    short_line: int = 40
    """Characters; a line below this was not broken because the column was full."""
    prose_line: int = 30
    """Characters; text under a heading has a line at least this long."""
    heading_width: float = 0.6
    """Share of the longest line beside it: a longer line is more likely the first of a paragraph."""
    named_rows: int = 2
    """So many lines that a name in capitals opens make a list of such rows."""
    keyed_rows: int = 2
    """So many lines that give a number for something make a table."""
    name_letters: int = 3
    """A name in capitals has so many letters at least."""
    capital_list: int = 4
    """So many lines of capitals are a list of names, fewer may be one name over several lines."""
    capital_share: float = 0.8
    """And so large a share of the lines."""
    name_words: int = 4
    """The lines of such a list have no more words."""
    vertical_lines: int = 5
    """So many fragments under one another are lettering that runs down the page."""
    vertical_letters: int = 3
    """A fragment has no more letters."""
    indent: float = 0.8
    """In ems: how far the first line of a paragraph is set in."""
    centred: float = 0.6
    """In ems: how much the margins at the two sides of a centred line differ at most."""
    spare: float = 1.5
    """In ems: room beyond the next word and a space; lines that are set with care may end a little early."""
    short_of_edge: float = 0.25
    """Share of a block's width that a paragraph's last line leaves empty."""
    lines: LineSettings = LineSettings()
    spaced: SpacedSettings = SpacedSettings()


def plain_groups(lines: Iterable[Line], settings: ParagraphSettings = ParagraphSettings()) -> Iterator[list[Line]]:
    """Lines between blank lines; lettering set vertically is one group, whatever blank lines it holds."""
    group: list[Line] = []
    for is_vertical, run in groupby(_marked_vertical(list(lines), settings), key=lambda marked: marked[0]):
        part = [line for _, line in run]
        if is_vertical:
            yield from (g for g in (group, part) if g)
            group = []
            continue
        for line in part:
            if group and line.number > group[-1].number + 1:
                yield group
                group = []
            group.append(line)
    if group:
        yield group


def _marked_vertical(lines: Sequence[Line], settings: ParagraphSettings) -> Iterator[tuple[bool, Line]]:
    """Each line with whether it is a fragment of a word that runs down the page."""
    texts = (line.text.strip() for line in lines)
    fragments = [len(t) <= settings.vertical_letters and t.isalpha() and (t.islower() or len(t) > 1) for t in texts]
    for is_fragment, run in groupby(zip(fragments, lines, strict=True), key=lambda pair: pair[0]):
        part = [line for _, line in run]
        distinct = len({line.text.strip() for line in part})
        is_vertical = is_fragment and len(part) >= settings.vertical_lines and distinct > len(part) // 2
        yield from ((is_vertical, line) for line in part)


def part_plain(group: Sequence[Line], settings: ParagraphSettings = ParagraphSettings()) -> Iterator[Block]:
    """The blocks of lines that stand together in plain text, the rows of its tables among them."""
    for lines, rows in spaced_tables(group, settings.spaced):
        if rows:
            yield from (table_row(row, lines[0].page) for row in rows)
        else:
            yield from _part_prose(lines, settings)


def _part_prose(group: Sequence[Line], settings: ParagraphSettings) -> Iterator[Block]:
    has_named_rows = sum(_is_named_row(line.text, settings) for line in group) >= settings.named_rows
    has_keyed_rows = sum(_is_keyed_row(line.text) for line in group) >= settings.keyed_rows
    capitals = sum(is_capitals(line.text) for line in group)
    is_short = all(len(line.words) <= settings.name_words for line in group)
    is_list = is_short and capitals >= max(settings.capital_list, settings.capital_share * len(group))
    group = _with_whole_rows(group)
    part: list[Line] = []
    for i, line in enumerate(group):
        whole = _whole_block(group, i, part, has_keyed_rows, settings)
        if whole is not None:
            yield from _block(part, has_named_rows, settings=settings)
            yield whole
            part = []
        elif part and (is_list or _starts_anew(part[-1], line, has_named_rows, settings)):
            yield from _block(part, has_named_rows, settings=settings)
            part = [line]
        else:
            part.append(line)
    yield from _block(part, has_named_rows, settings=settings)


def _with_whole_rows(group: Sequence[Line]) -> list[Line]:
    """The lines, those that continue the last cell of a row joined to it."""
    whole: list[Line] = []
    for line in group:
        if whole and _is_tabbed(whole[-1]) and not _is_tabbed(line) and begins_lower(line.text):
            first = replace(line.words[0], text=line.words[0].text.lstrip())
            whole[-1] = Line((*whole[-1].words, first, *line.words[1:]), line.page)
        else:
            whole.append(line)
    return whole


def _whole_block(
    group: Sequence[Line], index: int, above: Sequence[Line], has_keyed_rows: bool, settings: ParagraphSettings
) -> Block | None:
    """The line as a block of its own, if it is a heading or a row of a table."""
    line = group[index]
    if _is_tabbed(line):
        return _row_of(line)
    if has_keyed_rows and _is_keyed_row(line.text) and not is_item(line.text):
        return Block((line,), "table")
    return Block((line,), "heading") if _is_heading_over(group, index, above, settings) else None


def _starts_anew(previous: Line, line: Line, has_named_rows: bool, settings: ParagraphSettings) -> bool:
    if is_item(line.text) and not _is_dashed_clause(previous.text, line.text):
        return True
    # A space before a capital is often all that a lost bullet left.
    if line.text.startswith(" ") and line.text.lstrip()[:1].isupper():
        return True
    if _BARRED.match(line.text):
        return ends_sentence(previous.text)
    if _NUMBERED.match(line.text) and begins_upper(line.text.split(maxsplit=1)[1]):
        return ends_sentence(previous.text)
    is_closed = ends_sentence(previous.text) or len(previous.text) < settings.short_line
    if has_named_rows and _is_named_row(line.text, settings):
        return is_closed
    if is_counted(line.text):
        return is_closed and not previous.text.rstrip().endswith(",")
    return is_capitals(line.text) and not is_capitals(previous.text) and ends_sentence(previous.text)


def _is_dashed_clause(previous: str, text: str) -> bool:
    """Whether the dash before the line belongs to a sentence that began above."""
    bare = text.lstrip()
    return bare[0] in "-–—" and begins_lower(bare[1:]) and not ends_sentence(previous) and not is_item(previous)


def _is_named_row(text: str, settings: ParagraphSettings) -> bool:
    """Whether a name in capitals opens the line and its explanation follows."""
    name, *rest = text.split()
    return len(name) >= settings.name_letters and is_capitals(name) and any(word.islower() for word in rest)


def _is_keyed_row(text: str) -> bool:
    """Whether the line gives a number for something, as a small table without lines does."""
    return _KEYED_ROW.match(text) is not None


def _is_heading_over(group: Sequence[Line], index: int, above: Sequence[Line], settings: ParagraphSettings) -> bool:
    """Whether the line is a heading of the text that follows it without a blank line."""
    text = group[index].text
    if index + 1 == len(group) or not could_be_heading(text, settings.lines) or is_counted(text):
        return False
    if above and not (ends_sentence(above[-1].text) and (is_capitals(text) or is_numbered(text))):
        return False
    following = group[index + 1].text
    if is_item(following) or not begins_upper(following) or is_counted(following):
        return _is_keyed_row(following) and not (is_item(text) and is_item(following))
    is_short = is_numbered(text) or len(text) <= settings.heading_width * max(len(line.text) for line in group)
    if is_capitals(text):
        return following.lstrip()[:1] not in "+-(" and any(map(str.islower, following))
    if is_short and _is_heading_over(group, index + 1, (), settings):
        return True
    return is_short and len(following) >= settings.prose_line and not is_capitals(following)


def part_markdown(group: Sequence[Line], settings: ParagraphSettings = ParagraphSettings()) -> Iterator[Block]:
    """The blocks of lines that stand together in Markdown; those without marks are plain text."""
    has_pipes = any(_TABLE_DIVIDER.match(line.text) and "|" in line.text for line in group)
    part: list[Line] = []
    for line in group:
        heading = _MARKDOWN_HEADING.match(line.text)
        is_piped = line.text.lstrip().startswith("|") or (has_pipes and "|" in line.text)
        is_divider = _DIVIDER.match(line.text) or (is_piped and _TABLE_DIVIDER.match(line.text))
        if not (heading or is_piped or is_divider or _is_tabbed(line)):
            part.append(line)
            continue
        yield from part_plain(part, settings=settings)
        part = []
        if heading:
            yield Block((line,), "heading", len(heading[1] or heading[2]))
        elif not is_divider:
            yield _row_of(line)
    yield from part_plain(part, settings=settings)


def part_placed(lines: Sequence[Line], settings: ParagraphSettings = ParagraphSettings()) -> Iterator[Block]:
    """The blocks of lines under one another in a column."""
    boxes = [line.box for line in lines if line.box is not None]
    left, right = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
    part: list[Line] = []
    for line in lines:
        last = part[-1] if part else line
        is_short = last.box is not None and right - last.box.x1 > settings.short_of_edge * (right - left)
        is_left = is_short or _has_room(last, line, right, settings)
        is_ended = is_left and ends_sentence(last.text) and not begins_lower(line.text)
        is_over = is_short and is_capitals(last.text) and not is_capitals(line.text) and begins_upper(line.text)
        opens = is_item(line.text) and (is_short or not _is_number_of_sentence(part, line))
        if part and (is_ended or is_over or opens or _opens_indented(line, part, left, right, settings)):
            yield from _block(part, settings=settings)
            part = []
        part.append(line)
    yield from _block(part, settings=settings)


def _has_room(line: Line, following: Line, right: float, settings: ParagraphSettings) -> bool:
    """Whether the next word would have stood in the line too, with room to spare: then the line was ended by hand."""
    first = following.words[0].box
    if line.box is None or first is None:
        return False
    return right - line.box.x1 > first.width + settings.spare * line.size


def _is_number_of_sentence(part: Sequence[Line], line: Line) -> bool:
    """Whether the number at the beginning of a line ends the sentence above: one that no list would have here."""
    number = number_of(line.text)
    if not part or number is None or ends_sentence(part[-1].text):
        return False
    return number not in (1, (number_of(part[0].text) or 0) + 1)


def _opens_indented(line: Line, part: Sequence[Line], left: float, right: float, settings: ParagraphSettings) -> bool:
    """Whether the line is set in as the first of a paragraph is; a line of a centred label is short on both sides."""
    if line.box is None or not _is_indented(line, left, settings):
        return False
    is_centred = abs((line.box.x0 - left) - (right - line.box.x1)) <= settings.centred * line.size
    return not is_centred and not _is_indented(part[-1], left, settings) and not is_item(part[0].text)


def _is_indented(line: Line, left: float, settings: ParagraphSettings) -> bool:
    return line.box is not None and line.box.x0 - left > settings.indent * line.size


def _block(lines: Sequence[Line], has_named_rows: bool = False, *, settings: ParagraphSettings) -> Iterator[Block]:
    if lines:
        text = lines[0].text
        opens = is_item(text) or _BARRED.match(text) or (has_named_rows and _is_named_row(text, settings))
        yield Block(tuple(lines), "item" if opens else "paragraph")


def table_row(cells: Iterable[Sequence[Word]], page: int) -> Block:
    """A row of a table; an empty cell holds one empty word, so that it still has a place in the row."""
    lines = [Line(tuple(cell) or (Word("", 0),), page) for cell in cells]
    return Block(tuple(lines), "table", joint=" | ")


def _is_tabbed(line: Line) -> bool:
    tabs = line.text.strip().count("\t")
    return tabs > 1 or (tabs == 1 and not is_item(line.text))


def _row_of(line: Line) -> Block:
    text = line.text
    if "|" in text and not _is_tabbed(line):
        text = text.strip().removeprefix("|").removesuffix("|").replace("|", "\t")
    cells = [[Word(token, line.number) for token in cell.split()] for cell in text.split("\t")]
    return table_row(cells, line.page)

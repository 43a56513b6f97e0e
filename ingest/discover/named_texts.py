"""Runs of names, each with a short text, as headings, beginnings of paragraphs or rows; and what announces them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ingest.discover.counted import CELL_SEPARATOR
from schema.documents import PassageShape

Form = Literal["heading", "lead", "row"]


@dataclass(frozen=True, slots=True)
class NamedSettings:
    """What is a name with its text; chosen on seven rulebooks in seven languages."""

    longest_body: int = 130
    """Words under a heading that may be the name of a card."""
    longest_name: int = 6
    """Words of a name; a longer one tells something."""
    least_text: int = 2
    """Words that follow a name on its own line."""
    longest_lead: int = 80
    """Words of a paragraph that begins with a name; chosen by eye."""
    longest_intro: int = 90
    """Words between what announces a run and its first name; chosen by eye."""


@dataclass(frozen=True, slots=True)
class NamedText:
    """A name and what stands under or after it."""

    name: str
    body: str
    passage: PassageShape
    number: str = ""


@dataclass(slots=True)
class Run:
    """Names of one form in a row, the line above them and what is told between."""

    form: Form
    announced: str
    intro: str = ""
    is_flat: bool = False
    """Whether the names are headings set like the one that announces them."""
    names: list[NamedText] = field(default_factory=list)
    columns: tuple[str, ...] = ()
    """The heads of the columns in which the names of rows stand."""


_MARKS = re.compile(r"\*\*|__|`|^#+\s*")
_FRONT = re.compile(r"^(?:[^\w\"'«»„“”(\[]+\s*)+")
_NUMBER = re.compile(r"^(\d{1,3}(?:\.\d{1,2})*)[.)]?\s+(?=[^\W\d_\"'«„“])")
_LEAD = re.compile(
    r"^(?P<name>[^\W\d_][^.:;!?\n|]{1,60}?)\s*(?:\((?P<note>[^)\n]{1,40})\)\s*)?(?::\s+|:\n|\s[–—]\s+|\s-\s+)(?P<text>\S.*)$",
    re.DOTALL,
)
_BOLD = re.compile(r"^[\s•·●*\-–>]*\*\*(?P<name>[^*\n]{2,60}?)[.:]?\*\*[\s.:–—-]*(?P<text>\S.*)$", re.DOTALL)


def plain(text: str) -> str:
    """A line without marks, bullets and pictures before it."""
    return _FRONT.sub("", _MARKS.sub("", text).strip()).strip()


def find_runs(shapes: Sequence[PassageShape], settings: NamedSettings = NamedSettings()) -> Iterator[Run]:
    """All runs of a document, of each form."""
    yield from _headed(shapes, settings)
    yield from _led(shapes, settings)
    yield from _rows(shapes, settings)


def _headed(shapes: Sequence[PassageShape], settings: NamedSettings) -> Iterator[Run]:
    """Neighbouring headings of one level with short texts; each may as well announce those that follow it."""
    sections: list[tuple[PassageShape, list[PassageShape]]] = []
    for passage in shapes:
        if passage.kind == "heading":
            sections.append((passage, []))
        elif sections:
            sections[-1][1].append(passage)
    above: list[tuple[int, str]] = []
    for at, (heading, body) in enumerate(sections):
        level = heading.level or 0
        intro = "\n".join(p.text for p in body)
        above = [(rank, told) for rank, told in above if rank < level]
        run = Run("heading", plain(heading.text), "\n".join([*(told for _, told in above), intro]))
        if len(intro.split()) <= settings.longest_intro:
            above.append((level, intro))
        below = sections[at + 1][0].level or 0 if at + 1 < len(sections) else 0
        if below < level or len(intro.split()) > settings.longest_intro:
            continue
        run.is_flat = below == level
        for following, text in sections[at + 1 :]:
            told = "\n".join(p.text for p in text)
            if (following.level or 0) != below or not 0 < len(told.split()) <= settings.longest_body:
                break
            named = _named(plain(following.text), told, following, settings)
            if named is None:
                break
            run.names.append(named)
        yield run


def _named(line: str, body: str, passage: PassageShape, settings: NamedSettings) -> NamedText | None:
    number = _NUMBER.match(line)
    name = line[number.end() :] if number else line
    is_name = 0 < len(name.split()) <= settings.longest_name and name[:1].isalpha()
    return NamedText(name.strip(" :"), body, passage, number[1] if number else "") if is_name else None


def _led(shapes: Sequence[PassageShape], settings: NamedSettings) -> Iterator[Run]:
    """Paragraphs or items in a row that begin with a name."""
    run: Run | None = None
    for at, passage in enumerate(shapes):
        named = _lead(passage, settings)
        if named is None:
            if run is not None:
                yield run
            run = None
            continue
        if run is None:
            run = Run("lead", *_before(shapes, at, settings))
        run.names.append(named)
    if run is not None:
        yield run


def _lead(passage: PassageShape, settings: NamedSettings) -> NamedText | None:
    if passage.kind not in ("paragraph", "item") or len(passage.text.split()) > settings.longest_lead:
        return None
    if _is_titled(passage.raw_text, settings):
        return None
    bold = _BOLD.match(passage.raw_text)
    line = plain(passage.text)
    number = _NUMBER.match(line)
    match = bold or _LEAD.match(line[number.end() :] if number else line)
    if match is None or len(match["text"].split()) < settings.least_text:
        return None
    name = " ".join(match["name"].split())
    is_name = len(name.split()) <= settings.longest_name and name[:1].isupper()
    return NamedText(name, match["text"], passage, number[1] if number else "") if is_name else None


def _is_titled(text: str, settings: NamedSettings) -> bool:
    """Whether a short line of its own stands above the text of a paragraph: it is a title, no name."""
    first, _, rest = text.strip().partition("\n")
    is_short = len(first.split()) <= 2 * settings.longest_name and not first.rstrip().endswith((".", ",", ":", ";"))
    return is_short and rest.strip()[:1].isupper()


def _before(shapes: Sequence[PassageShape], at: int, settings: NamedSettings) -> tuple[str, str]:
    """The line that announces what begins here, and what is told between the two."""
    section = plain(shapes[at].section.rpartition(" / ")[2])
    before = shapes[at - 1] if at else None
    if before is None or before.kind == "heading" or len(before.text.split()) > settings.longest_intro:
        return section, ""
    first, _, rest = before.raw_text.strip().partition("\n")
    if rest and len(first.split()) <= 2 * settings.longest_name:
        return plain(first), rest
    if before.kind == "label" or before.text.rstrip().endswith(":"):
        return plain(before.text), section
    return section, before.text


def _rows(shapes: Sequence[PassageShape], settings: NamedSettings) -> Iterator[Run]:
    """Rows of a table whose first written cell is a name and a later one a text."""
    run: Run | None = None
    heads: list[str] = []
    for passage in (*shapes, None):
        if passage is None or passage.kind != "table":
            if run is not None:
                yield run
            run = None
            continue
        cells = [plain(cell) for cell in passage.text.split(CELL_SEPARATOR)]
        if run is None:
            run, heads = Run("row", plain(passage.section.rpartition(" / ")[2]), " | ".join(cells)), cells
            continue
        named = _named_row([cell for cell in cells if cell], passage, settings)
        if named is not None:
            run.names.append(named)
            run.columns += (heads[cells.index(named.name)],) if len(cells) == len(heads) else ()


def _named_row(cells: Sequence[str], passage: PassageShape, settings: NamedSettings) -> NamedText | None:
    written = [at for at, cell in enumerate(cells) if re.match(r"[^\W\d_]", cell)]
    if not written or not any(len(cells[at].split()) >= settings.least_text for at in written[1:]):
        return None
    name = cells[written[0]]
    if len(name.split()) > settings.longest_name:
        return None
    return NamedText(name, " | ".join(cell for at, cell in enumerate(cells) if at != written[0]), passage)

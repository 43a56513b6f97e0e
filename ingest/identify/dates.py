"""When a document was published: what a person said, what it prints of itself, and only then when its file was made."""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.identify.about_file import AboutFile
from schema.documents import DateSource
from schema.folding import fold
from schema.pack import SharedLanguageFile
from schema.reading import PassageRead, WordPage


@dataclass(frozen=True, slots=True)
class DateSettings:
    """Where a document tells its date; chosen by eye on rulebooks of other games."""

    opening: int = 12
    """Passages at the beginning, and on the last page at the end, that may tell it."""
    longest_line: int = 25
    """Words of a line that tells it; a longer one tells a story."""
    few_words: int = 4
    """A line of so many words with a date is nothing but the date."""
    first_year: int = 1970
    """A lone date before this is part of a story; with the sign of copyright it is not."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A date and where it was found; of a year alone its first day, of a month alone its first."""

    date: datetime.date | None = None
    source: DateSource = ""


_YEAR = r"(?P<year>(?:19|20)\d\d)"
_NUMERIC = (
    re.compile(rf"\b{_YEAR}[-./](?P<month>\d\d?)[-./](?P<day>\d\d?)\b"),
    re.compile(rf"\b(?P<day>\d\d?)[.] ?(?P<month>\d\d?)[.] ?{_YEAR}\b"),
    re.compile(rf"\b(?P<one>\d\d?)/(?P<other>\d\d?)/{_YEAR}\b"),
    re.compile(rf"\b(?P<month>\d\d?)/{_YEAR}\b"),
)
_WORDED = re.compile(
    rf"\b(?:(?P<day>\d\d?)[.]? (?:[a-z]{{1,3}} )?)?(?P<word>[^\W\d_]+)[.,]?(?: (?P<late>\d\d?),)? {_YEAR}\b"
)
_BARE = re.compile(rf"\b{_YEAR}\b")
_COPYRIGHT = re.compile(r"©|\(c\)|\bcopyright\b", re.IGNORECASE)
_VERSION = re.compile(r"\bv(?:er)?[.]? ?\d+(?:[.]\d+)+\b", re.IGNORECASE)


def date_of(
    passages: Sequence[PassageRead],
    pages: Sequence[WordPage],
    about: AboutFile,
    languages: Mapping[str, SharedLanguageFile],
    settings: DateSettings = DateSettings(),
) -> Dated:
    """The date that a document prints; its file's only where it was typeset, for a scan's is that of scanning."""
    named = [enumerate(language.months, start=1) for language in languages.values()]
    months = {fold(name): month for year in named for month, names in year for name in names}
    words = tuple(fold(word) for lang in languages.values() for word in lang.printing_words)
    explicit: list[datetime.date] = [about.date] if about.date else []
    copyright_only: list[datetime.date] = []
    for line in _lines(passages, settings):
        found = list(_dates(line, months))
        plain = f" {fold(line)}"
        if _COPYRIGHT.search(line):
            copyright_only += found
        elif _VERSION.search(line) or any(f" {word}" in plain for word in words):
            explicit += found
        elif len(line.split()) <= settings.few_words:
            explicit += [d for d in found if d.year >= settings.first_year and not _BARE.fullmatch(line.strip())]
    printed = explicit or copyright_only
    if printed:
        return Dated(max(printed), "printed")
    is_typeset = bool(pages) and all(page.page.method in ("text-layer", "blank") for page in pages)
    return Dated(about.made, "file") if is_typeset and about.made else Dated()


def said_date(text: str) -> datetime.date | None:
    """A date as a person says it: a year, a year and a month, or a day; None where it is none."""
    parts = text.strip().split("-")
    if not all(part.isdecimal() for part in parts) or len(parts) > len(("year", "month", "day")):
        return None
    return _day(*map(int, parts))


def _lines(passages: Sequence[PassageRead], settings: DateSettings) -> Iterator[str]:
    """Short lines where a document tells of itself: at its beginning and at its end."""
    last = [read for read in passages[settings.opening :] if read.page == passages[-1].page]
    for read in (*passages[: settings.opening], *last[-settings.opening :]):
        for line in read.passage.text.split("\n"):
            if len(line.split()) <= settings.longest_line:
                yield line


def _dates(line: str, months: Mapping[str, int]) -> Iterator[datetime.date]:
    """The dates in a line; of a bare year its first day."""
    rest = line
    for pattern in _NUMERIC:
        for found in pattern.finditer(rest):
            yield from _numeric(found.groupdict())
        rest = pattern.sub(" ", rest)
    for found in _WORDED.finditer(rest):
        month = months.get(fold(found["word"]))
        day = found["day"] or found["late"]
        yield from _valid(_day(int(found["year"]), month or 1, int(day) if day and month else 1))
    rest = _WORDED.sub(" ", rest)
    yield from _valid(*(_day(int(found["year"])) for found in _BARE.finditer(rest)))


def _numeric(parts: Mapping[str, str | None]) -> Iterator[datetime.date]:
    year, month, day = int(parts["year"] or 0), parts.get("month"), parts.get("day")
    if month is not None:
        yield from _valid(_day(year, int(month), int(day or 1)) or _day(year))
        return
    # Written with strokes, day and month change places from country to country.
    one, other = int(parts["one"] or 0), int(parts["other"] or 0)
    is_clear = one == other or max(one, other) > len(range(12))
    yield from _valid(_day(year, min(one, other), max(one, other)) if is_clear else _day(year))


def _valid(*dates: datetime.date | None) -> Iterable[datetime.date]:
    return [date for date in dates if date is not None and date <= datetime.date.today()]


def _day(year: int, month: int = 1, day: int = 1) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None

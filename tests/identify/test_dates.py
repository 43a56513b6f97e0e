"""When a document was published: said, printed, or only told by its file, and never a date out of a story."""

import datetime
from pathlib import Path

import pytest

from ingest.identify.about_file import AboutFile
from ingest.identify.dates import Dated, date_of, said_date
from ingest.packs.read import read_shared_languages
from schema.documents import PageMethod, PageShape, PassageShape
from schema.reading import PassageRead, WordPage

LANGUAGES = read_shared_languages(Path(__file__).resolve().parents[2] / "games")
MADE = AboutFile(made=datetime.date(2024, 2, 3))
NOTHING = AboutFile()
TYPESET: PageMethod = "text-layer"


def dated(*lines: str, about: AboutFile = NOTHING, method: PageMethod = TYPESET) -> Dated:
    shapes = [
        PassageShape(seq=seq, kind="label", language="und", raw_text=line, text=line, confidence=1)
        for seq, line in enumerate(lines)
    ]
    page = WordPage(PageShape(number=1, method=method, reason="It is.", confidence=1), ())
    return date_of([PassageRead(shape, 1) for shape in shapes], [page], about, LANGUAGES)


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("Version 1.3, 12 May 2019", (2019, 5, 12)),
        ("Second printing, March 2017", (2017, 3, 1)),
        ("Updated May 4, 2020", (2020, 5, 4)),
        ("2 maggio 2012", (2012, 5, 2)),
        ("Verze z 3. června 2021", (2021, 6, 3)),
        ("Dodruk: październik 2018", (2018, 10, 1)),
        ("v2.1 (2021-03-15)", (2021, 3, 15)),
        ("v2.1, 31/03/2021", (2021, 3, 31)),
        ("v2.1, 04/03/2021", (2021, 1, 1)),
        ("3. vydání, 2016", (2016, 1, 1)),
        ("© 2015, 2019 The Millers", (2019, 1, 1)),
    ],
)
def test_a_document_prints_its_date(line: str, date: tuple[int, int, int]) -> None:
    assert dated("The Seven Mills", line, about=MADE) == Dated(datetime.date(*date), "printed")


@pytest.mark.parametrize(
    "line",
    [
        "20. července 1944",
        "1944",
        "In 2004 the mill burnt down, and in 2006 it was built anew.",
        "Version 1.3",
        "2 / 4",
    ],
)
def test_a_date_in_a_story_is_none_of_the_document(line: str) -> None:
    assert dated("The Seven Mills", line) == Dated()


def test_a_printing_line_goes_before_the_copyright() -> None:
    assert dated("© 2022 The Millers", "Version 2, May 2021").date == datetime.date(2021, 5, 1)


def test_a_files_own_date_comes_last_and_only_where_it_was_typeset() -> None:
    assert dated("The Seven Mills", about=MADE) == Dated(datetime.date(2024, 2, 3), "file")
    assert dated("The Seven Mills", about=MADE, method="ocr") == Dated()
    assert dated("© 2019", about=MADE) == Dated(datetime.date(2019, 1, 1), "printed")


def test_a_person_says_a_year_a_month_or_a_day() -> None:
    said = [said_date(text) for text in ("2019", "2019-05", "2019-05-31", "2019-13", "May", "1-2-3-4")]
    whole = [datetime.date(2019, 1, 1), datetime.date(2019, 5, 1), datetime.date(2019, 5, 31)]
    assert said == [*whole, None, None, None]

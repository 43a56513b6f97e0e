"""A newer printing of a book supersedes the older one: both stay, one votes, and it is told."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from db.open import sqlite_url
from ingest.identify.dates import said_date
from ingest.pipeline import Options
from ingest.resolve.printings import is_newer
from rulewright.exits import Exit
from rulewright.ingesting import ingest_documents
from rulewright.run import run
from schema.documents import DateSource, Document

Read = Callable[..., None]
FRUIT = "SELECT value, reason FROM fact WHERE subject = 'deck:fruit' AND attribute = 'size'"
VOTES = """
    SELECT old.file_name, new.file_name FROM document old LEFT JOIN document new ON new.id = old.superseded_by_id
    ORDER BY old.file_name
"""


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "printings.db"


@pytest.fixture
def read(db: Path, tiny_games: Path) -> Read:
    def reading(*files: Path, date: str | None = None) -> None:
        said = Options(date=said_date(date) if date else None)
        assert ingest_documents(sqlite_url(db), list(files), said, games=tiny_games).problems == []

    return reading


def ask(db: Path, question: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(db)) as file:
        return file.execute(question).fetchall()


def printing(rules: Path, name: str, line: str, fruit: int) -> Path:
    text = rules.read_text(encoding="utf-8").replace("40 fruit cards", f"{fruit} fruit cards")
    made = rules.with_name(name)
    made.write_text(text.replace("\n\n", f"\n\n{line}\n\n", 1), encoding="utf-8")
    return made


def test_the_newer_printing_votes_and_the_reason_tells_of_the_older(db: Path, rules_en: Path, read: Read) -> None:
    read(printing(rules_en, "old.md", "Version 1, May 2016", 40), printing(rules_en, "new.md", "Version 2, 2019", 44))
    assert ask(db, VOTES) == [("new.md", None), ("old.md", "new.md")]
    ((value, reason),) = ask(db, FRUIT)
    assert value == "44"
    assert reason.endswith("In an older printing, which has no vote, old.md says 40.")
    (told,) = ask(db, "SELECT message FROM finding WHERE kind = 'older-printing'")
    assert told[0].startswith("new.md is a newer printing of this book (2019-01-01 after 2016-01-01)")


def test_without_surely_different_dates_both_vote(db: Path, rules_en: Path, read: Read) -> None:
    one, other = printing(rules_en, "a.md", "", 40), printing(rules_en, "b.md", "Version 2, May 2019", 44)
    read(one, other)
    assert ask(db, VOTES) == [("a.md", None), ("b.md", None)], "one has no date"
    read(one, date="2019")
    assert ask(db, VOTES) == [("a.md", None), ("b.md", None)], "a year does not tell the month"
    read(one, date="2020")
    assert ask(db, VOTES) == [("a.md", None), ("b.md", "a.md")]
    read(one)
    assert ask(db, VOTES) == [("a.md", None), ("b.md", "a.md")], "what a person said is remembered"
    assert run(["forget", "a.md", "--db", str(db)]) == Exit.DONE
    assert ask(db, VOTES) == [("b.md", None)]


def test_another_book_or_language_is_no_printing(db: Path, rules_en: Path, rules_cs: Path, read: Read) -> None:
    other = rules_en.with_name("sheet.md")
    other.write_text("# The Walled Orchard\n\nVersion 3, 2021\n\nOld Well\n\nGarden Gate\n", encoding="utf-8")
    read(printing(rules_en, "en.md", "May 2016", 40), printing(rules_cs, "cs.md", "Verze 2, 2020", 40), other)
    assert {newer for _, newer in ask(db, VOTES)} == {None}


@pytest.mark.parametrize(
    ("one", "other", "is_later"),
    [
        (("2019-05-02", "printed"), ("2019-05-01", "printed"), False),
        (("2019-06-01", "printed"), ("2019-05-01", "given"), True),
        (("2019-06-01", "printed"), ("2019-01-01", "printed"), False),
        (("2020-01-01", "printed"), ("2019-01-01", "printed"), True),
        (("2024-02-03", "file"), ("2019-01-01", "printed"), False),
        (("2024-02-03", "file"), ("2019-01-02", "file"), True),
    ],
)
def test_a_date_is_later_only_where_that_is_sure(
    one: tuple[str, DateSource], other: tuple[str, DateSource], is_later: bool
) -> None:
    first, second = (Document(date=said_date(date), date_source=source) for date, source in (one, other))
    assert is_newer(first, second) is is_later


def test_a_date_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ingest", "--date", "May", "--db", str(tmp_path / "x.db")]) == Exit.WRONG_USE
    assert "“May” is no date such as 2019, 2019-05 or 2019-05-31" in " ".join(capsys.readouterr().err.split())

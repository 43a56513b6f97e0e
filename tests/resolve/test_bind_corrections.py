"""Errata sheets of twenty corrections beside the book that they correct: those facts change, and no others."""

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import Session, select

from db.load import load_reading
from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options, read_document
from ingest.resolve.bind_corrections import BIND_CORRECTIONS
from ingest.resolve.run import resolve_game
from ingest.resolve.unbound_corrections import UNBOUND
from schema.claims import Claim, Fact, Finding
from schema.documents import Document
from schema.games import Edition
from schema.pack import Pack

TESTS = Path(__file__).parents[1]
GAME = "black-orchestra"
EDITIONS = {"cs": "2nd", "pl": "2nd", "en": "2nd", "it": "1st"}


@pytest.fixture
def opened(tmp_path: Path, packs_loaded: Path) -> Iterator[Session]:
    """A database with the packs alone."""
    file = tmp_path / "errata.db"
    with closing(sqlite3.connect(packs_loaded)) as source, closing(sqlite3.connect(file)) as copy:
        source.backup(copy)
    with session(open_database(sqlite_url(file))) as one:
        yield one


def _facts(opened: Session, edition: str) -> dict[tuple[str, str], tuple[str, bool]]:
    rows = opened.exec(select(Fact).join(Edition).where(Edition.code == edition)).all()
    return {(fact.subject, fact.attribute): (fact.value, fact.is_provisional) for fact in rows}


@pytest.mark.parametrize("language", ["cs", "pl", "en", "it"])
def test_a_sheet_of_corrections_changes_what_it_corrects_and_nothing_else(
    opened: Session, games: dict[str, Pack], language: str
) -> None:
    told = []
    for file in (
        TESTS / "judges" / "rulebooks" / f"{GAME}-{language}-work.md",
        TESTS / "errata" / f"{GAME}-{language}.md",
    ):
        options = Options(game=GAME, edition=EDITIONS[language], language=language)
        load_reading(opened, read_document(file, games, candidates=(language,), recipe="r", options=options))
        resolve_game(opened, GAME, games[GAME])
        told.append(_facts(opened, EDITIONS[language]))
    before, after = told
    with (TESTS / "errata" / f"{GAME}-{language}.tsv").open(encoding="utf-8") as listed:
        rows = list(csv.DictReader(listed, delimiter="\t"))
    corrected = {(row["subject"], row["attribute"]): (row["value"], False) for row in rows}
    assert len(corrected) == 20
    assert {key: after.get(key) for key in corrected} == corrected
    assert {k: v for k, v in after.items() if k not in corrected} == {
        k: v for k, v in before.items() if k not in corrected
    }
    assert opened.exec(select(Claim).where(Claim.made_by == BIND_CORRECTIONS)).first(), "a terse one was bound"
    pairs = {(c.subject, c.attribute): c.corrects for c in opened.exec(select(Claim)) if c.corrects}
    assert all(pairs[key] == before[key][0] for key in corrected)


BOOK = """# Black Orchestra

Second edition rules.

A conspirator may hold at most 7 cards in the dossier with 3 to 4 players and 8 with 1 to 2 players.
All pawns start in Munich.
"""
SHEET = """# Black Orchestra: errata to the second edition

| Page | Printed | Should read |
|---|---|---|
| 8 | dossier, 3 to 4 players: 7 cards | dossier, 3 to 4 players: 6 cards |

- All pawns start in Hannover, not in Munich.
"""


def test_pages_and_editions_correct_nothing_and_words_are_put_right_too(
    opened: Session, games: dict[str, Pack], tmp_path: Path
) -> None:
    told = []
    for name, text in (("book.md", BOOK), ("sheet.md", SHEET)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        options = Options(game=GAME, edition="2nd", language="en")
        load_reading(opened, read_document(tmp_path / name, games, candidates=("en",), recipe="r", options=options))
        resolve_game(opened, GAME, games[GAME])
        told.append(_facts(opened, "2nd"))
    before, after = told
    limit, start = ("dossier", "limit.players-3-4"), ("component:pawn", "start")
    assert (before[limit][0], before[start][0]) == ("7", "munich")
    assert (after[limit][0], after[start][0]) == ("6", "hannover")
    changed = {key for key in {*before, *after} if before.get(key, ("",))[0] != after.get(key, ("",))[0]}
    assert changed == {limit, start}


LETTER = """# Black Orchestra – a letter on the second edition

We are sorry: the booklet is wrong in some places, and what follows is right.

- With 3 to 4 players the dossier holds at most {told} cards.
- Somebody proposed that all pawns should start in Hannover. We turned it down.
- In the first edition a conspirator held 9 cards in the dossier with 1 to 2 players.
- The prototype had a table with 31 cups.
"""


@pytest.mark.parametrize(("told", "expected"), [("6", ("6", True)), ("7", ("7", False))])
def test_what_a_sheet_tells_without_the_old_value_wins_until_a_person_confirms_it_and_nothing_else_does(
    opened: Session, games: dict[str, Pack], tmp_path: Path, told: str, expected: tuple[str, bool]
) -> None:
    facts = []
    for name, text in (("book.md", BOOK), ("letter.md", LETTER.format(told=told))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        options = Options(game=GAME, edition="2nd", language="en")
        load_reading(opened, read_document(tmp_path / name, games, candidates=("en",), recipe="r", options=options))
        resolve_game(opened, GAME, games[GAME])
        facts.append(_facts(opened, "2nd"))
    before, after = facts
    limit = ("dossier", "limit.players-3-4")
    assert {document.kind for document in opened.exec(select(Document))} == {"rulebook", "errata"}
    assert (before[limit][0], after[limit]) == ("7", expected)
    assert {key: value for key, value in after.items() if key != limit} == {
        key: value for key, value in before.items() if key != limit
    }


LINES = {
    "another edition goes on": (
        "Owners of the pocket edition need another sheet. "
        "There the dossier with 3 to 4 players should read 9 cards for 7."
    ),
    "what is left as it was": "A dossier limit of 9 cards with 3 to 4 players is fine.",
}


@pytest.mark.parametrize("case", LINES)
def test_what_is_said_of_another_edition_or_left_as_it_was_changes_nothing(
    opened: Session, games: dict[str, Pack], tmp_path: Path, case: str
) -> None:
    sheet = f"# Black Orchestra: errata to the second edition\n\n{LINES[case]}\n"
    for name, told in (("book.md", BOOK), ("sheet.md", sheet)):
        (tmp_path / name).write_text(told, encoding="utf-8")
        options = Options(game=GAME, edition="2nd", language="en")
        load_reading(opened, read_document(tmp_path / name, games, candidates=("en",), recipe="r", options=options))
        resolve_game(opened, GAME, games[GAME])
    assert _facts(opened, "2nd")["dossier", "limit.players-3-4"][0] == "7"


SPOKEN_AGAIN = """# Black Orchestra: errata to the second edition

For three to four players, dossier: six.

The booklet: a conspirator may hold at most 7 cards in the dossier with 3 to 4 players and 8 with 1 to 2 players.
"""


def test_what_the_book_says_too_is_no_rival_of_what_a_sheet_puts_in_its_place(
    opened: Session, games: dict[str, Pack], tmp_path: Path
) -> None:
    for name, told in (("book.md", BOOK), ("sheet.md", SPOKEN_AGAIN)):
        (tmp_path / name).write_text(told, encoding="utf-8")
        options = Options(game=GAME, edition="2nd", language="en")
        load_reading(opened, read_document(tmp_path / name, games, candidates=("en",), recipe="r", options=options))
        resolve_game(opened, GAME, games[GAME])
    assert _facts(opened, "2nd")["dossier", "limit.players-3-4"] == ("6", True)


UNSURE = """# Black Orchestra: errata to the second edition

- On some page, read 9 instead of 8.
"""


def test_a_correction_that_may_mean_several_facts_changes_none_and_is_told_to_a_person(
    opened: Session, games: dict[str, Pack], tmp_path: Path
) -> None:
    book = BOOK + "There are 8 item tokens in the box. The suspicion track ends at 8.\n"
    facts = []
    for name, text in (("book.md", book), ("sheet.md", UNSURE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        options = Options(game=GAME, edition="2nd", language="en")
        load_reading(opened, read_document(tmp_path / name, games, candidates=("en",), recipe="r", options=options))
        resolve_game(opened, GAME, games[GAME])
        facts.append(_facts(opened, "2nd"))
    assert facts[0] == facts[1]
    told = opened.exec(select(Finding.message).where(Finding.kind == UNBOUND)).all()
    assert len(told) == 1
    assert "read 9 instead of 8" in told[0]
    assert "dossier limit.players-1-2" in told[0]
    assert f'`rulewright review --decide "SUBJECT ATTRIBUTE 9" --game {GAME}`' in told[0]


DROPPED = {
    "no fact": ("With 3 to 4 players the dossier holds 6 cards, not 5 cards.", "has 5"),
    "kept": ("With 3 to 4 players the dossier holds 6 cards, not 7 cards. We turned it down.", "nothing changes"),
}


@pytest.mark.parametrize("case", DROPPED)
def test_a_correction_that_changes_nothing_is_told_to_a_person_with_the_reason(
    opened: Session, games: dict[str, Pack], tmp_path: Path, case: str
) -> None:
    line, reason = DROPPED[case]
    assert _limit_beside(opened, games, tmp_path, f"- {line}\n") == "7"
    told = opened.exec(select(Finding.message).where(Finding.kind == UNBOUND)).all()
    assert len(told) == 1
    assert reason in told[0]


PLAIN = "With 3 to 4 players the dossier holds 6 cards, not 7 cards"
OUTRIGHT = {
    "remaining errata": f"## Remaining errata\n\n- {PLAIN}.\n",
    "the booklet still says it": f"- {PLAIN} as the booklet still says.\n",
    "a rule of refusing": f"- {PLAIN}. A player who refuses to discard is out.\n",
}


@pytest.mark.parametrize("case", OUTRIGHT)
def test_common_words_of_staying_and_refusing_do_not_take_back_what_is_told_outright(
    opened: Session, games: dict[str, Pack], tmp_path: Path, case: str
) -> None:
    assert _limit_beside(opened, games, tmp_path, OUTRIGHT[case]) == "6"


STAYING = {
    "a heading": f"## Unchanged\n\n- {PLAIN}.\n",
    "a proposal": f"- Somebody proposed: {PLAIN}. We talked about it for a long time and rejected it.\n",
}


@pytest.mark.parametrize("case", STAYING)
def test_a_heading_of_what_stays_and_a_proposal_that_is_refused_change_nothing(
    opened: Session, games: dict[str, Pack], tmp_path: Path, case: str
) -> None:
    assert _limit_beside(opened, games, tmp_path, STAYING[case]) == "7"


def _limit_beside(opened: Session, games: dict[str, Pack], folder: Path, lines: str) -> str:
    """The dossier limit of the book beside a sheet with these lines."""
    for name, told in (("book.md", BOOK), ("sheet.md", f"# Black Orchestra: errata to the second edition\n\n{lines}")):
        (folder / name).write_text(told, encoding="utf-8")
        options = Options(game=GAME, edition="2nd", language="en")
        load_reading(opened, read_document(folder / name, games, candidates=("en",), recipe="r", options=options))
        resolve_game(opened, GAME, games[GAME])
    return _facts(opened, "2nd")["dossier", "limit.players-3-4"][0]

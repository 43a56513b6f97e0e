"""Books of games that no pack teaches: each a game of its own, put together and apart by a person, harming no other."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from db.errors import OlderDatabase
from db.open import sqlite_url
from ingest.pipeline import Options
from rulewright.exits import Exit
from rulewright.ingest_report import Report
from rulewright.ingesting import ingest_documents
from rulewright.run import run
from rulewright.upgrading import bring_up

MILLS = """\
# The Seven Mills

- 7 mills
- 40 sacks

Each player draws two fruit cards of the \
trade, moves along the board and counts the hunger of the millers. Whoever has ground all corn wins the game.
"""
MILLS_DE = """\
# The Seven Mills: Spielregeln

- 7 Mühlen
- 40 Säcke

Jeder Spieler zieht zwei Karten, zieht über das Brett und \
zählt seine Säcke. Wer zuerst alles Korn gemahlen hat, gewinnt das Spiel.
"""
BOOKS = Path(__file__).parents[1] / "resolve" / "books"
# A rulebook of our own in two languages.
Ask = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def ask(db: Path) -> Ask:
    """Ask the database as it is now."""

    def answer(question: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(db)) as file:
            return file.execute(question).fetchall()

    return answer


@pytest.fixture
def read(db: Path, tiny_games: Path) -> Callable[..., Report]:
    """Read files with the pack of the small game."""

    def reading(*files: Path, again: bool = False, **said: str) -> Report:
        report = ingest_documents(sqlite_url(db), list(files), Options(**said), games=tiny_games, again=again)
        assert report.problems == []
        return report

    return reading


def book(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


GAMES = "SELECT d.file_name, g.code FROM document d JOIN game g ON g.id = d.game_id ORDER BY d.file_name"
FACTS = """
    SELECT f.subject, f.attribute, f.value FROM fact f JOIN game g ON g.id = f.game_id
    WHERE g.code = 'orchard' ORDER BY 1, 2
"""


def test_a_foreign_rulebook_touches_no_fact_of_a_taught_game(
    tmp_path: Path, rules_en: Path, read: Callable[..., Report], ask: Ask
) -> None:
    read(rules_en)
    before = ask(FACTS)
    assert before
    # It speaks of what the taught game has too, and gives other numbers.
    report = read(book(tmp_path / "mills", "mills.md", MILLS + "\n- 99 fruit cards\n- 98 weather cards\n"))
    assert ask(FACTS) == before
    (stranger,) = report.documents
    assert (stranger.game, stranger.is_own_game, stranger.runner_up) == ("seven-mills", True, "orchard")
    assert "of orchard there are" in stranger.evidence


def test_ingest_tells_why_a_document_is_a_game_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mills = book(tmp_path, "mills.md", MILLS)
    command = ["ingest", str(mills), "--db", str(tmp_path / "new.db")]
    assert run(command) == Exit.DONE
    said = " ".join(capsys.readouterr().out.split())
    assert "mills.md: a game of its own. No name of a taught game stands in it." in said


def test_a_person_names_a_game_and_every_later_reading_keeps_it(
    tmp_path: Path, read: Callable[..., Report], ask: Ask
) -> None:
    mills = book(tmp_path, "mills.md", MILLS)
    german = book(tmp_path, "muehlen.md", MILLS_DE.replace("# The Seven Mills: ", "# "))
    read(mills, german)
    assert ask(GAMES) == [("mills.md", "seven-mills"), ("muehlen.md", "muehlen")]
    read(german, game="The Seven Mills")
    one = [("mills.md", "seven-mills"), ("muehlen.md", "seven-mills")]
    assert ask(GAMES) == one
    assert read(german).skipped == 1, "what was said is remembered, so nothing has changed"
    read(german, again=True)
    assert ask(GAMES) == one
    read(mills, game="orchard")
    read(mills, again=True)
    assert ask(GAMES)[0] == ("mills.md", "orchard"), "a taught game that a person named stays as well"


def test_games_are_joined_and_split_by_command(
    tmp_path: Path, db: Path, read: Callable[..., Report], ask: Ask, capsys: pytest.CaptureFixture[str]
) -> None:
    mills, other = book(tmp_path, "mills.md", MILLS), book(tmp_path, "inn.md", MILLS.replace("Seven Mills", "Old Inn"))
    read(mills, other)
    capsys.readouterr()
    assert run(["game", "join", "The Old Inn", "seven-mills", "--db", str(db), "--json"]) == Exit.DONE
    joined = json.loads(capsys.readouterr().out)
    assert joined == {"game": "seven-mills", "name": "The Seven Mills", "documents": ["mills.md", "inn.md"]}
    read(other, again=True)
    assert {game for _, game in ask(GAMES)} == {"seven-mills"}
    assert run(["game", "split", "inn.md", "--name", "The New Inn", "--db", str(db)]) == Exit.DONE
    assert ask(GAMES) == [("inn.md", "the-new-inn"), ("mills.md", "seven-mills")]
    read(other, again=True)
    assert ask(GAMES)[0] == ("inn.md", "the-new-inn")
    assert run(["game", "join", "chess", "the-new-inn", "--db", str(db)]) == Exit.WRONG_USE
    assert "There is no game “chess”" in capsys.readouterr().err


def test_a_translation_joins_its_game_by_title_and_numbers(
    tmp_path: Path, read: Callable[..., Report], ask: Ask
) -> None:
    read(book(tmp_path, "mills.md", MILLS), book(tmp_path, "muehlen.md", MILLS_DE))
    assert {game for _, game in ask(GAMES)} == {"seven-mills"}


def _unlike(text: str, title: str) -> str:
    """The book under another title and without its components, so that neither title nor numbers tell whose it is."""
    return re.sub(r"(?m)^- \d+ .*\n", "", text.replace("Lantern Road", title))


@pytest.mark.parametrize("order", [("en", "de"), ("de", "en")])
def test_one_book_in_two_languages_makes_one_game_until_a_person_parts_it(
    order: tuple[str, str], tmp_path: Path, db: Path, read: Callable[..., Report], ask: Ask
) -> None:
    texts = {language: (BOOKS / f"lantern-road-{language}.md").read_text(encoding="utf-8") for language in order}
    called = {"en": "The Lamps", "de": "Die Laternen"}
    books = [book(tmp_path, f"book-{language}.md", _unlike(texts[language], called[language])) for language in order]
    assert read(books[0]).put_together == []
    (told,) = read(books[1]).put_together
    assert "are one book in two languages" in told
    (code,) = {game for _, game in ask(GAMES)}
    both = "SELECT count(*) FROM (SELECT rule_id FROM rule_text GROUP BY rule_id HAVING count(DISTINCT language) > 1)"
    assert ask(both)[0][0] > 10, "its rules stand in both languages"
    assert read(*books, again=True).put_together == [], "they are together already"
    assert {game for _, game in ask(GAMES)} == {code}, "whichever was read first, and however often"
    assert run(["game", "split", "book-de.md", "--name", "Another Road", "--db", str(db)]) == Exit.DONE
    assert read(*books, again=True).put_together == []
    assert dict(ask(GAMES))["book-de.md"] == "another-road" != dict(ask(GAMES))["book-en.md"]
    assert ask("SELECT count(*) FROM finding WHERE kind = 'same-book'") == [(0,)]


def test_a_card_beside_a_rulebook_is_of_its_game_and_alone_of_none(
    tmp_path: Path, rules_en: Path, read: Callable[..., Report], ask: Ask
) -> None:
    card = "Whoever has this card opens the Garden Gate once."
    alone = book(tmp_path / "alone", "card-a.txt", card + " So it is.")
    beside = book(tmp_path / "box", "card-b.txt", card)
    read(alone, beside)
    assert [game for _, game in ask(GAMES)] == ["card-a-card-a-txt", "card-b-card-b-txt"]
    rules = book(tmp_path / "box", "rules.md", rules_en.read_text(encoding="utf-8"))
    read(rules)
    assert ask(GAMES) == [("card-a.txt", "card-a-card-a-txt"), ("card-b.txt", "orchard"), ("rules.md", "orchard")]
    assert read(rules, beside).skipped == 2
    other = book(tmp_path / "box", "mills.md", MILLS + MILLS.partition("\n\n")[2] * 20)
    read(other, beside, again=True)
    assert ask(GAMES)[1] == ("card-b.txt", "card-b-card-b-txt"), "nothing tells whose card it is"


def test_an_upgrade_leaves_no_document_with_a_game_that_does_not_stand_in_it(
    old_database: Path, tiny_games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(old_database, isolation_level=None)) as opened:
        opened.execute("UPDATE passage SET text = 'Roll the dice and draw a card.' WHERE document_id = 1")
        (name,) = opened.execute("SELECT file_name FROM document WHERE id = 1").fetchone()
    bring_up(sqlite_url(old_database), OlderDatabase("It is older."), games=tiny_games, jobs=1)
    with closing(sqlite3.connect(old_database)) as opened:
        filed = opened.execute("SELECT g.code FROM document d JOIN game g ON g.id = d.game_id ORDER BY d.id").fetchall()
        claims = opened.execute("SELECT count(*) FROM claim WHERE document_id = 1").fetchone()
    games = [game for (game,) in filed]
    assert games[0] not in ("orchard", "unknown")
    assert games.count("orchard") == 1
    assert "unknown" not in games
    assert claims == (0,), "what the words of another game read in it is gone"
    assert f"{name} was filed under orchard, and is a game of its own now" in " ".join(capsys.readouterr().err.split())

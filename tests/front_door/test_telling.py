"""A long run talks while it works: refusals at once, a summary at the end also when interrupted, in 80 columns."""

import io
import json
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from db.open import sqlite_url
from ingest.pipeline import Options
from rulewright.commands import ingest as command
from rulewright.exits import Exit
from rulewright.ingest_report import Ingested, Problem, Report, tell_left_out
from rulewright.ingesting import ingest_documents
from rulewright.pictured_report import PicturedGame
from rulewright.progress import Progress
from rulewright.run import run
from rulewright.telling import Telling, open_telling

LONG = "the-walled-orchard-rules-of-the-second-printing"


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def read(number: int, outcome: str = "read") -> Ingested:
    return Ingested(f"{LONG}-{number}.pdf", "orchard", False, "1st", "en", 12, 340, 56, 0, [], "", "", outcome)


def test_each_file_is_told_when_it_is_done_and_kept_in_the_log(
    tmp_path: Path, tiny_games: Path, rules_en: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"\0\xff")
    with open_telling(is_quiet=False, is_verbose=False, log=tmp_path / "logs" / "run.log") as telling:
        ingest_documents(sqlite_url(tmp_path / "x.db"), [bad, rules_en], Options(), games=tiny_games, telling=telling)
    told = [line.split(" ", 1)[1] for line in capfd.readouterr().err.splitlines()]
    assert {line.split(":")[0] for line in told} == {str(bad), str(rules_en)}
    assert [line.split(" ", 2)[2] for line in (tmp_path / "logs" / "run.log").read_text("utf-8").splitlines()] == told


def test_an_interrupted_run_still_tells_what_was_done(
    tmp_path: Path, tiny_games: Path, rules_en: Path, rules_cs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop_after_one(self: object, sentence: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.telling.Telling.done", stop_after_one)
    report = ingest_documents(
        sqlite_url(tmp_path / "x.db"), [rules_en, rules_cs], Options(), games=tiny_games, telling=Telling()
    )
    assert report.is_interrupted
    assert (report.loaded, [done.outcome for done in report.documents]) == (1, ["read"])
    assert report.not_reached == 1
    assert json.dumps(report.as_dict())


def test_a_polite_end_is_an_interruption(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("rulewright.commands.status.open_current", lambda _: signal.raise_signal(signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    assert run(["status"]) == Exit.INTERRUPTED
    assert "Interrupted." in capfd.readouterr().err
    assert signal.getsignal(signal.SIGTERM) == before


def test_few_documents_are_listed_with_whole_names_and_many_are_counted(capfd: pytest.CaptureFixture[str]) -> None:
    command._show(Report([read(1), read(2)], loaded=2), "sqlite:///x.db")
    told = capfd.readouterr().out
    assert f"{LONG}-1.pdf" in told
    assert f"{LONG}-2.pdf" in told
    problems = [Problem(f"/b/{n}.pdf", f"/b/{n}.pdf: the PDF is damaged.", Exit.UNREADABLE_INPUT) for n in range(3)]
    command._show(Report([read(n) for n in range(60)], problems, loaded=60), "sqlite:///x.db")
    told = capfd.readouterr().out
    assert LONG not in told
    assert "60" in told
    assert "the PDF is damaged." in told
    assert max(map(len, told.splitlines()[:8])) <= 80


def test_what_is_left_out_of_a_folder_is_named_and_a_copy_is_called_one(
    tmp_path: Path, tiny_games: Path, rules_en: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    (folder / ".git").mkdir(parents=True)
    for name in ("a.md", "b.md", ".hidden.md", "old.odt"):
        (folder / name).write_bytes(rules_en.read_bytes())
    with open_telling(is_quiet=False, is_verbose=False, log=tmp_path / "log") as telling:
        report = ingest_documents(sqlite_url(tmp_path / "x.db"), [folder], Options(), games=tiny_games, telling=telling)
    command._show(report, "sqlite:///x.db")
    told = capfd.readouterr().out
    assert "1 read, 0 unchanged, 1 the same as others, 0 could not be read;" in told
    assert "Left out, because they are hidden or do not look like documents: .git, .hidden.md, old.odt." in told
    assert "old.odt: left out, it does not look like a document." in (tmp_path / "log").read_text("utf-8")


def test_many_files_that_are_left_out_are_counted_by_what_they_are() -> None:
    told = tell_left_out([f"/mine/{number}.odt" for number in range(40)] + ["/mine/.git", "/mine/Makefile"])
    assert "documents: 40 .odt, 1 hidden, 1 no extension." in told


def test_hundreds_of_games_of_their_own_are_one_line_a_language(capfd: pytest.CaptureFixture[str]) -> None:
    def book(number: int) -> Ingested:
        language = "en" if number % 3 else "fr"
        return Ingested(f"{number}.pdf", f"game-{number}", True, None, language, 1, 1, 0, 0, [], "", "", "read")

    command._show(Report(documents=[book(number) for number in range(300)], loaded=300), "build/rulewright.db")
    told = capfd.readouterr().out
    assert "games of their own, en" in told
    assert "200" in told
    assert "game-7" not in told


@pytest.mark.parametrize("count", [20, 60])
def test_warnings_of_few_and_of_many_documents_are_told_and_those_alike_once(
    count: int, capfd: pytest.CaptureFixture[str]
) -> None:
    def warned(number: int) -> Ingested:
        alike = f"{number}.pdf prints no date."
        own = ["One.", "Two.", "Three."] if number == 3 else ["Page 7 is empty."] if number == 7 else []
        return replace(read(number), file_name=f"{number}.pdf", warnings=[alike, *own])

    old = replace(read(count, "unchanged"), warnings=["It was told before."])
    command._show(Report([*map(warned, range(count)), old], loaded=count), "sqlite:///x.db")
    told = capfd.readouterr().out
    assert f"0.pdf and {count - 1} more documents: 0.pdf prints no date." in told
    assert "7.pdf: Page 7 is empty." in told
    assert "Three." not in told
    assert "1 more warning; `rulewright lint` lists them." in told
    assert "told before" not in told


def test_a_picture_of_a_deck_is_listed_where_it_was_not_read_or_has_a_warning(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def card(name: str, outcome: str = "read", *warnings: str) -> Ingested:
        done = replace(read(1, outcome), file_name=name, game="deck", is_own_game=True, kind="cards")
        return replace(done, warnings=list(warnings))

    kept = "not read, the earlier reading was kept"
    cards = [card("a.png"), card("b.png", kept), card("c.png", "read", "It is blurred."), card("d.png", "unchanged")]
    command._show(Report(cards, pictured=[PicturedGame("deck", 4, 4, 0)]), "sqlite:///x.db")
    told = capfd.readouterr().out
    assert [name for name in ("a.png", "b.png", "c.png", "d.png") if name in told] == ["b.png", "c.png"]
    assert kept in " ".join(told.split())
    assert "c.png: It is blurred." in told
    assert "a game of its own" not in told


def test_the_bar_shows_beside_the_longest_names() -> None:
    progress, narrow = Progress(3), Console(width=80, file=io.StringIO(), force_terminal=True, color_system=None)
    progress.show(Path(f"{LONG}-{LONG}.pdf"), 1, 2)
    progress.refresh()
    with narrow.capture() as shown:
        narrow.print(progress.drawn())
    (line,) = shown.get().splitlines()
    assert "━" in line
    assert "0/3" in line

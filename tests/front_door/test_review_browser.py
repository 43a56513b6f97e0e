"""A review in the browser: only who has the link gets in, once; decisions are the rows that the terminal writes."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from threading import Thread

import httpx
import pytest
import typst
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, sync_playwright
from sqlmodel import select

from db.decide import keep_decisions
from db.open import open_database, session, sqlite_url
from ingest.deciding.decision_file import DECISIONS_FILE
from rulewright.open_questions import discovery_questions, word_questions
from rulewright.review_desk import Desk
from rulewright.review_server import ReviewServer
from rulewright.run import run
from schema.documents import Document

pytestmark = pytest.mark.xdist_group("browser")
RUINED = """\
# Operace Barclay

Ka0d0 hrOD si vezme Dty0i 0etony a polo0O je lOcem dolD na stDl. Potom v0ichni hrODi stD0davO hrajO karty.

Kdy0 dojde balODek, zamOchejte odhozenD karty a vytvo0te nov0. HrOD, kterD mO nejmOnO bodD, zaDOnO p0O0tO kolo.
"""


STRANGER = """\
# Gather the Reeds

## Components

- 24 reed cards
- 3 mud tokens
- 12 clay pots

## Setup

Shuffle the reed cards. Each player draws S cards. The Mud Bank lies in the middle.
"""


SCANNED = """\
#set page(width: 11cm, height: 9cm, margin: 1cm)
#set text(font: "DejaVu Serif", size: 12pt)
= Baskets of Willow
== Components
The box holds 36 willow cards, 4 basket boards and 15 berry tokens.
== Setup
Shuffle the willow cards. Each player takes 2 berry tokens and a basket board.
"""


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("read")
    (folder / "barclay.md").write_text(RUINED, encoding="utf-8")
    (folder / "reeds.md").write_text(STRANGER, encoding="utf-8")
    (folder / "willow.png").write_bytes(typst.compile(SCANNED.encode(), format="png", ppi=200))
    assert run(["ingest", str(folder), "--without-samples", "--db", str(folder / "review.db")]) == 0
    return folder


@pytest.fixture
def server(read: Path) -> Iterator[ReviewServer]:
    engine = open_database(sqlite_url(read / "review.db"))
    with session(engine, read_only=True) as opened:
        document = opened.exec(select(Document).where(Document.file_name == "barclay.md")).one()
        questions = list(word_questions(opened, document))
    assert len(questions) > 1
    with ReviewServer(Desk(engine, sqlite_url(read / "review.db"), questions)) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()
    engine.dispose()


def _decided(read: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(read / "review.db")) as file:
        return file.execute("SELECT kind, value FROM decision WHERE value <> '' ORDER BY id").fetchall()


def _client(server: ReviewServer) -> httpx.Client:
    return httpx.Client(base_url=f"http://{server.own}", follow_redirects=True, timeout=300)


def _form(page: str) -> str:
    found = re.search(r'name="form" value="([^"]+)"', page)
    assert found
    return found.group(1)


def test_the_link_opens_once_and_nobody_else_gets_in(server: ReviewServer) -> None:
    with _client(server) as stranger, _client(server) as person, _client(server) as second:
        for path in ("/", "/question/0", "/site.css", "/picture/0/0", "/open?token=wrong", "/open"):
            assert stranger.get(path).status_code == 403, path
        link = server.address
        assert person.get(link).status_code == 200
        assert second.get(link).status_code == 403, "the token is spent"
        cookie = person.get("/").request.headers["cookie"]
        assert stranger.get("/", headers={"Cookie": "rulewright-review=ä".encode()}).status_code == 403
        assert person.get("/", headers={"Host": "evil.example"}).status_code == 403
        assert stranger.get("/", headers={"Cookie": cookie, "Origin": "http://evil.example"}).status_code == 403
        headers = person.get("/question/0").headers
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert headers["cache-control"] == "no-store"


def test_a_form_from_elsewhere_decides_nothing(server: ReviewServer, read: Path) -> None:
    before = _decided(read)
    with _client(server) as person:
        form = _form(person.get(server.address).text)
        said = {"number": "0", "value": "x"}
        assert person.post("/decide", data=said).status_code == 403
        assert person.post("/decide", data={**said, "form": "wrong"}).status_code == 403
        foreign = {"Origin": "http://evil.example"}
        assert person.post("/decide", data={**said, "form": form}, headers=foreign).status_code == 403
        for number in ("-1", "9" * 5000, "²", "99999", "x", ""):
            assert person.post("/decide", data={"form": form, "number": number, "value": "x"}).status_code == 400
        assert person.post("/decide", data={"form": form, "number": "0", "value": " "}).status_code == 400
        assert person.post("/decide", content=b"x" * 100_000).status_code == 403
        for path in ("/question/99999", "/question/²", "/picture/0/9", "/picture/0/../../etc/passwd", "/nothing"):
            assert person.get(path).status_code == 404, path
    assert _decided(read) == before


@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed: apt install chromium")
def test_the_keyboard_alone_is_enough(server: ReviewServer, read: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        problems: list[str] = []
        page.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
        page.goto(server.address)
        first = page.locator("h1").inner_text()
        page.keyboard.press("1")
        page.wait_for_url("**/question/1")
        assert server.desk.made[0].value == server.desk.questions[0].answers[0].value
        page.keyboard.press("w")
        page.keyboard.type("Napsáno")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert server.desk.made[1].value == "Napsáno"
        for _ in range(2):
            with page.expect_navigation():
                page.keyboard.press("u")
        assert page.url.endswith("/question/0")
        assert page.locator("h1").inner_text() == first
        assert server.desk.made == {}
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert problems == []
        browser.close()


def test_an_answer_is_a_decision_row_and_can_be_undone(server: ReviewServer, read: Path) -> None:
    with _client(server) as person:
        page = person.get(server.address).text
        form = _form(page)
        shown = unescape(page)
        assert "barclay.md, page 1" in shown
        assert server.desk.questions[0].title in shown
        next_page = person.post("/decide", data={"form": form, "number": "0", "value": "Rozhodnuto"})
        assert next_page.url.path == "/question/1"
        assert ("repair", "Rozhodnuto") in _decided(read)
        person.post("/undo", data={"form": form, "number": "1"})
        assert ("repair", "Rozhodnuto") not in _decided(read)
        person.post("/decide", data={"form": form, "number": "0", "value": "Rozhodnuto"})
        person.post("/apply", data={"form": form, "number": "1"})
    with closing(sqlite3.connect(read / "review.db")) as file:
        assert file.execute("SELECT count(*) FROM passage WHERE text LIKE '%Rozhodnuto%'").fetchone() == (1,)
    assert "Rozhodnuto" in (read / DECISIONS_FILE).read_text(encoding="utf-8")


@pytest.fixture
def page_server(read: Path) -> Iterator[ReviewServer]:
    """A sitting without a question: pages and notes are there all the same."""
    engine = open_database(sqlite_url(read / "review.db"))
    with ReviewServer(Desk(engine, sqlite_url(read / "review.db"), [])) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()
    engine.dispose()


def _value(folder: Path, subject: str) -> str:
    with closing(sqlite3.connect(folder / "review.db")) as file:
        found = file.execute("SELECT value FROM fact WHERE subject LIKE ? AND attribute = 'count'", (subject,))
        return str(found.fetchone()[0])


@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed: apt install chromium")
def test_a_word_is_corrected_on_its_page_and_the_fact_changes(page_server: ReviewServer, read: Path) -> None:
    assert _value(read, "component:reed%") == "24"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
        problems: list[str] = []
        page.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
        page.goto(page_server.address)
        page.get_by_role("navigation", name="Pages of reeds.md").get_by_role("link", name="1").click()
        page.locator(".word", has_text="12").click()
        assert page.locator("#value").input_value() == "12"
        page.locator(".word", has_text="24").focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "value"
        page.keyboard.type("28")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        for scheme, width in (("dark", 390), ("light", 1200)):
            page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
            page.set_viewport_size({"width": width, "height": 844})
            assert Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"] == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator("h1").click()
        with page.expect_navigation(timeout=120_000):
            page.keyboard.press("a")
        assert "24 → 28" in page.locator("[role=status]").inner_text()
        assert page.locator(".word.repaired", has_text="28").count() == 1
        assert problems == []
        browser.close()
    assert _value(read, "component:reed%") == "28"


@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed: apt install chromium")
def test_a_click_on_a_scan_chooses_that_word_and_nothing_is_recognised_again(
    page_server: ReviewServer, read: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _value(read, "component:willow%") == "36"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 844})
        page.goto(page_server.address)
        page.get_by_role("navigation", name="Pages of willow.png").get_by_role("link", name="1").click()
        chosen = [_chosen(page, at) for at in page.locator(".at").all()]
        read_words = [word.inner_text() for word in page.locator(".word").all()]
        assert chosen == read_words
        assert len(chosen) > 25
        assert _chosen(page, page.locator(".at").nth(chosen.index("36"))) == "36"
        page.keyboard.type("38")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        monkeypatch.setenv("PATH", str(read / "nothing"))  # without Tesseract no page can be recognised
        page.locator("h1").click()
        with page.expect_navigation(timeout=120_000):
            page.keyboard.press("a")
        assert "36 → 38" in page.locator("[role=status]").inner_text()
        assert page.locator(".at").count() == len(chosen)
        browser.close()
    assert _value(read, "component:willow%") == "38"


def _chosen(page: Page, at: Locator) -> str:
    """The word that a click in the middle of a box on the picture chooses."""
    at.click()
    return page.locator("#value").input_value()


def test_notes_are_kept_shown_and_taken_back(page_server: ReviewServer, read: Path) -> None:
    with _client(page_server) as person:
        page = person.get(page_server.address).text
        said = {
            "form": _form(person.get("/notes").text),
            "subject": "component:mud-tokens",
            "words": "<b>Ours</b> is torn.",
        }
        assert "Pages" in page
        assert "&lt;b&gt;Ours" in person.post("/note", data=said).text
        assert ("note", "<b>Ours</b> is torn.") in _decided(read)
        wrong = person.post("/note", data={**said, "subject": "rule:nothing-like-it"}).text
        assert "there is nothing called “rule:nothing-like-it”" in wrong
        assert person.post("/note", data={**said, "form": "wrong"}).status_code == 403
        person.post("/note", data={**said, "gone": "1"})
        assert not [kind for kind, _ in _decided(read) if kind == "note"]
        for path in ("/page/0123456789ab/1", "/page/../1", "/page/x", f"/page/%/{'9' * 5000}", "/page-picture/%/1"):
            assert person.get(path).status_code == 404, path
        for start in ("", "-1", "99999999", "x"):
            told = {"form": said["form"], "passage": "1", "start": start, "value": "x"}
            assert person.post("/correct", data=told).status_code == 400


def test_what_was_discovered_is_asked_about(read: Path) -> None:
    engine = open_database(sqlite_url(read / "review.db"))
    with session(engine) as opened:
        document = opened.exec(select(Document).where(Document.file_name == "reeds.md")).one()
        questions = {question.subject: question for question in discovery_questions(opened, document)}
        asked = questions["component:mud-tokens"]
        assert asked.title.endswith("is “mud tokens” a component?")
        assert any(subject.startswith("term:") for subject in questions)
        keep_decisions(opened, [asked.decided("no", "it is a joke")])
        assert asked.subject not in {question.subject for question in discovery_questions(opened, document)}
    engine.dispose()


def test_a_note_from_the_command_line_travels_with_the_decisions(
    read: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(read / "review.db")
    assert run(["review", "--note", "component:mud-tokens read it aloud", "--db", db]) == 0
    assert "read it aloud" in (read / DECISIONS_FILE).read_text(encoding="utf-8")
    assert run(["review", "--list", "--json", "--db", db]) == 0
    assert "read it aloud" in capsys.readouterr().out
    assert run(["review", "--note", "component:nothing x", "--db", db]) == 2
    assert "nothing called" in capsys.readouterr().err
    assert run(["review", "--note", "component:mud-tokens", "--db", db]) == 0
    assert ("note", "read it aloud") not in _decided(read)

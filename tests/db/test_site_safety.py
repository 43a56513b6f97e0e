"""The site is safe: what documents print is never a program, is shortened for strangers, and nothing is let in."""

import asyncio
import html
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from db.excerpt import SHOWN, excerpt, words_each
from db.open import open_database, session, sqlite_url
from db.search import find, read_words
from db.site.marks import Change, mark_hits, mark_numbers, mark_repairs, numbers_of, plain
from db.site.serve import build_site
from db.snapshot import make_snapshot
from rulewright.commands.browse import is_this_machine
from schema.base import row
from schema.documents import Passage, PassageShape

ROOT = Path(__file__).parents[2]
SCRIPT = "<script>alert(1)</script>"
TEXTS = {
    "passage": ("text", "raw_text", "section"),
    "document": ("title", "file_name"),
    "card_text": ("title", "body"),
    "card": ("component", "unclear"),
    "name": ("text",),
    "rule": ("summary",),
    "finding": ("message",),
    "repair": ("before", "after", "reason"),
    "claim": ("note",),
    "conflict": ("reason", "chosen_value"),
    "fact": ("value", "reason"),
    "mention": ("surface",),
    "page": ("reason",),
    "game": ("name",),
    "effect": ("unclear",),
    "search_row": ("title", "body"),
}
"""Columns whose words come from documents or packs."""
LONG = " ".join(f"word{number}" for number in range(60))


def _get(site: Any, path: str) -> Any:
    return asyncio.run(site.client.get(path))


def _links(text: str) -> list[str]:
    return [html.unescape(link) for link in re.findall(r'href="(/en\b[^"#]*)', text)]


@pytest.fixture(scope="module")
def site(snapshot: Path) -> Any:
    return build_site(snapshot)


def test_a_program_in_a_rulebook_stays_text_on_every_page(snapshot: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site.db"
    shutil.copyfile(snapshot, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as rows:
        for table, columns in TEXTS.items():
            for column in columns:
                only = "WHERE kind IN ('passage', 'card')" if table == "search_row" else ""
                rows.execute(f"UPDATE {table} SET {column} = ? || {column} {only}", (SCRIPT,))
        rows.execute("UPDATE repair SET position = 0, length = ?", (len(SCRIPT),))
    site = build_site(copy)
    waiting, seen, shown = ["/en", f"/en/find?q={SCRIPT}", "/en/find?q=lodz"], set(), 0
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = _get(site, address)
        if answer.status_code == 302:
            waiting.append(answer.headers["location"])
            continue
        assert answer.status_code == 200, address
        if not answer.headers["content-type"].startswith("text/html"):  # data, which no browser takes for a page
            assert answer.headers["content-type"].startswith(("text/csv", "application/json")), address
            assert answer.headers["x-content-type-options"] == "nosniff", address
            continue
        assert SCRIPT.encode() not in answer.content, address
        shown += answer.text.count("&lt;script&gt;alert(1)")
        waiting += _links(answer.text)
    assert len(seen) > 20
    assert shown > 50
    for table in ("passage", "card_text", "claim_sources"):
        assert SCRIPT not in _get(site, f"/site/{table}").text


@pytest.mark.parametrize(
    "marked",
    [
        plain(SCRIPT),
        mark_hits(SCRIPT, ["script"]),
        mark_numbers(SCRIPT, numbers_of("2")),
        mark_repairs(f"a{SCRIPT}", SCRIPT, [Change(0, 1, SCRIPT, SCRIPT, SCRIPT)], lambda c: c.before),
        plain(f"[icon:{SCRIPT}]"),
    ],
)
def test_marking_a_text_escapes_it(marked: str) -> None:
    assert "<script" not in marked
    assert "&lt;" in marked


def test_an_icon_token_is_a_sign_and_an_escaped_bracket_a_bracket() -> None:
    assert plain(r"[icon:eagle] \[1\]") == '<span class="sign">eagle</span> [1]'


@pytest.mark.parametrize("path", ["/", "/en/game/monsters", "/cs/nic", "/site", "/site/card", "/assets/site.css"])
def test_every_answer_has_the_headers_of_safety_and_no_cookie(site: Any, path: str) -> None:
    headers = _get(site, path).headers
    assert "set-cookie" not in headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-robots-tag"] == "noindex, nofollow"
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert ("unsafe-inline" in policy) == path.startswith(("/site", "/assets"))


def test_our_pages_carry_no_script_or_style_of_their_own(site: Any) -> None:
    for path in ("/en", "/en/map/monsters", "/en/document/1/2", "/en/cards/monsters"):
        page = _get(site, path).text
        assert re.findall(r"<script(?! src=)|<style| style=| on\w+=", page) == []


def test_robots_are_sent_away(site: Any) -> None:
    assert _get(site, "/robots.txt").text == "User-agent: *\nDisallow: /\n"
    assert '<meta name="robots" content="noindex, nofollow">' in _get(site, "/en").text


def test_nothing_can_be_written(site: Any) -> None:
    for statement in ("DELETE FROM card", "ATTACH 'x.db' AS x"):
        answer = _get(site, f"/site?sql={statement}")
        assert answer.status_code == 400, statement
    assert asyncio.run(site.client.post("/site", data={"sql": "DELETE FROM card"})).status_code in (403, 405)


def test_a_question_that_takes_too_long_is_stopped(snapshot: Path) -> None:
    site = build_site(snapshot)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i %2B 1 FROM n) SELECT max(i) FROM n"
    answer = _get(site, f"/site?sql={endless}&_timelimit=50")
    assert answer.status_code == 400
    assert "interrupted" in answer.text.lower() or "time limit" in answer.text.lower()


def test_a_page_that_takes_too_long_says_so(snapshot: Path) -> None:
    site = build_site(snapshot)
    assert _get(site, "/cs/game/monsters").status_code == 200
    site._settings["sql_time_limit_ms"] = 0
    answer = _get(site, "/cs/game/monsters")
    assert answer.status_code == 503
    assert "Tohle trvalo příliš dlouho" in answer.text


@pytest.mark.parametrize("path", ["/-/databases", "/-/databases.json", "/-/settings.json", "/-/threads"])
def test_the_site_does_not_tell_about_the_machine_it_runs_on(site: Any, snapshot: Path, path: str) -> None:
    answer = _get(site, path)
    assert answer.status_code == 404
    assert str(snapshot.parent) not in answer.text


@pytest.mark.parametrize(
    ("text", "kept"),
    [("", 0), ("a", 1), ("a b c d", 2), ("a b c d e", 2), (LONG, SHOWN.most_words), (" ".join("abcdefghij"), 5)],
)
def test_an_excerpt_is_at_most_half_of_a_text(text: str, kept: int) -> None:
    short = excerpt(text)
    words = short.removesuffix(" …").split()
    assert words == text.split()[:kept]
    assert short.endswith(" …") == (len(text.split()) > kept)
    assert len(words) <= max(1, len(text.split()) // 2)


@pytest.mark.parametrize(
    "lengths", [[60] * 5, [1, 2, 3, 4] * 50, [300], [1] * 40, [8] * 20 + [200], [], [2, 2, 2, 2, 90]]
)
def test_all_excerpts_of_a_document_together_keep_to_its_budget(lengths: list[int]) -> None:
    most = words_each(lengths)
    texts = [excerpt(" ".join(["word"] * length), most) for length in lengths]
    shown = sum(len(text.replace("…", "").split()) for text in texts)
    assert shown <= SHOWN.share * sum(lengths)
    assert most <= SHOWN.most_words


@pytest.fixture
def shortened(filled: Engine, tmp_path: Path) -> Path:
    with session(filled) as opened:
        shape = PassageShape(seq=90, kind="paragraph", language="cs", raw_text=LONG, text=LONG, confidence=1)
        opened.add(row(Passage, shape, document_id=1, page_id=1))
    return make_snapshot(filled, tmp_path / "site.db", full_text=False)


def test_what_is_opened_to_strangers_holds_no_whole_passage(shortened: Path, filled: Engine) -> None:
    assert b"word0 word1" in shortened.read_bytes()
    assert b"word12 word13" not in shortened.read_bytes()
    with closing(sqlite3.connect(shortened)) as rows, closing(sqlite3.connect(filled.url.database)) as whole:
        assert rows.execute("SELECT count(*) FROM page WHERE image IS NOT NULL").fetchone() == (0,)
        counts = [
            sum(len(text.replace("…", "").split()) for (text,) in file.execute("SELECT text FROM passage"))
            for file in (rows, whole)
        ]
        assert 0 < counts[0] <= SHOWN.share * counts[1]
        assert "word59" in read_words(rows)
    site = build_site(shortened, full_text=False)
    page = _get(site, "/en/document/1/1").text
    assert "word6 …" in page
    assert "word7" not in page
    assert "short excerpts" in page
    found = _get(site, "/en/find?q=word59").text
    assert "word0 word1" in found
    assert "word13" not in found


def test_the_index_of_a_shortened_copy_does_not_know_the_order_of_words(shortened: Path) -> None:
    with closing(sqlite3.connect(shortened)) as rows:
        with pytest.raises(sqlite3.OperationalError, match="phrase queries are not supported"):
            rows.execute("SELECT rowid FROM search WHERE search MATCH '\"word20 word21\"'").fetchall()
        index = read_words(rows)
        assert find(rows, "word21 word20", index).groups["passage"]
        assert dict(find(rows, "a\u0345b", index).groups) == {}
        lengths = rows.execute(
            "SELECT max(position - length(raw_text)) FROM repair JOIN passage ON passage.id = passage_id"
        )
        assert lengths.fetchone()[0] < 0
    site = build_site(shortened, full_text=False)
    assert "Příšera číhá …" in html.unescape(_get(site, "/en/subject/monsters/location:lodz").text)
    assert _get(site, "/en/card/monsters/beast").status_code == 200


def test_a_snapshot_can_be_made_of_a_snapshot(snapshot: Path, tmp_path: Path) -> None:
    again = open_database(sqlite_url(shutil.copyfile(snapshot, tmp_path / "first.db")), create=False)
    second = make_snapshot(again, tmp_path / "second.db")
    again.dispose()
    assert "Příšera" in html.unescape(_get(build_site(second), "/en/find?q=prisera").text)


@pytest.mark.parametrize(
    ("host", "own"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("192.0.2.7", False), ("box", False)],
)
def test_only_this_machine_is_trusted_with_the_whole_text(host: str, own: bool) -> None:
    assert is_this_machine(host) == own


def test_browse_says_that_others_are_shown_excerpts(
    snapshot: Path, tmp_path: Path, hears_interrupts: dict[str, Any]
) -> None:
    url = sqlite_url(shutil.copyfile(snapshot, tmp_path / "rows.db"))
    command = [sys.executable, "-m", "rulewright", "browse", "--db", url, "--host", "0.0.0.0", "--port", "0"]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "env": {**os.environ, "COLUMNS": "400"}}
    with subprocess.Popen(command, text=True, cwd=ROOT, **output, **hears_interrupts) as server:
        try:
            assert server.stdout is not None
            assert "passages are shown as short excerpts" in server.stdout.readline()
            assert "Serving http://localhost:" in server.stdout.readline()
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=120) == 0
        finally:
            server.kill()

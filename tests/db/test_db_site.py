"""The site: Datasette over a snapshot, with descriptions, labels and a search that forgives."""

import asyncio
import html
import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.errors import DatabaseProblem
from db.site.metadata import QUESTIONS, site_metadata
from db.site.serve import build_site, serve
from db.views import VIEWS
from schema.base import describe, tables

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(snapshot: Path) -> Any:
    return build_site(snapshot)


def _page(site: Any, path: str) -> str:
    answer = asyncio.run(site.client.get(path))
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return str(answer.text)


def _rows(site: Any, path: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(_page(site, path))
    return rows


def test_every_table_and_view_has_a_page_with_its_description(site: Any) -> None:
    sentences = {str(table.__tablename__): describe(table)[0] for table in tables()}
    sentences |= {view.name: view.sentence for view in VIEWS}
    for name, sentence in sentences.items():
        assert site.table_metadata("site", name)["description"] == sentence
    for name in ("card", "location", "rule", "document", "deck_coverage"):
        assert sentences[name].split("`")[0] in _page(site, f"/site/{name}")


def test_a_table_page_explains_its_columns(site: Any) -> None:
    page = _page(site, "/site/location")
    for column, meaning in describe(next(t for t in tables() if t.__tablename__ == "location"))[1].items():
        assert f"<dt>{column}</dt><dd>{meaning}</dd>" in page


def test_labels_facets_and_sorts_name_columns_that_exist(site: Any) -> None:
    async def columns(name: str) -> list[str]:
        found: list[str] = await site.get_database("site").table_columns(name)
        return found

    for name, told in site_metadata("site")["databases"]["site"]["tables"].items():
        used = {*told.get("facets", ()), *filter(None, (told.get("label_column"), told.get("sort")))}
        assert used <= set(asyncio.run(columns(name))), name


def test_every_table_that_others_point_to_has_a_label(site: Any) -> None:
    told = site_metadata("site")["databases"]["site"]["tables"]
    targets = {
        key.column.table.name
        for table in tables()
        for key in table.__table__.foreign_keys  # type: ignore[attr-defined]
    }
    assert {name for name in targets if "label_column" not in told[name]} == set()


def test_foreign_keys_show_what_they_point_to(site: Any) -> None:
    (row,) = _rows(site, "/site/claim.json?_shape=array&_labels=on&subject=location:lodz&language=pl")
    assert row["game_id"]["label"] == "Monsters of Łódź"
    assert row["edition_id"]["label"] == "2nd edition"
    assert row["document_id"]["label"] == "Pravidla pl"
    assert row["passage_id"]["label"] == "Kto wejdzie do miasta Łódź, traci 4 punkty."
    assert re.search(r'<a href="/site/deck/1">monster</a>', _page(site, "/site/card"))


@pytest.mark.parametrize(("query", "title"), [("lodz", "Łódź"), ("prisera", "Příšera"), ("entering", "enter city")])
def test_the_search_page_forgives_missing_marks(site: Any, query: str, title: str) -> None:
    rows = _rows(site, f"/site/find.json?_shape=array&q={query}")
    assert title in [row["title"] for row in rows]


def test_a_hit_is_linked_to_its_row(site: Any) -> None:
    page = _page(site, "/site/find?q=prisera")
    assert '<a href="/site/card/1">card/1</a>' in page
    assert "beast" in _page(site, "/site/card/1")


def test_a_subject_is_linked_to_everything_said_of_it(site: Any) -> None:
    assert '<a href="/site/source?subject=location%3Alodz">location:lodz</a>' in _page(site, "/site/fact")
    rows = _rows(site, "/site/source.json?_shape=array&subject=location:lodz")
    assert [(row["language"], row["value"], row["page"]) for row in rows] == [("cs", "-3", 2), ("pl", "-4", 2)]


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_can_be_asked_with_nothing_filled_in(site: Any, name: str) -> None:
    page = _page(site, f"/site/{name}")
    assert "message-error" not in page
    assert QUESTIONS[name]["description"] in page


def test_a_thing_is_found_by_one_name_and_told_by_all(site: Any) -> None:
    rows = _rows(site, "/site/called.json?_shape=array&name=LODZ")
    assert {(row["language"], row["text"]) for row in rows} == {("cs", "Lodž"), ("cs", "Łódź"), ("pl", "Łódź")}


def test_cards_without_a_language_are_found(site: Any) -> None:
    rows = _rows(site, "/site/untranslated.json?_shape=array&language=pl")
    assert [row["subject"] for row in rows] == ["card:ghost"]


def test_every_table_view_and_question_is_listed_with_its_sentence(site: Any) -> None:
    page = html.unescape(_page(site, "/en/tables"))
    for view in VIEWS:
        assert view.sentence in page
    for name, question in QUESTIONS.items():
        assert f'<a href="/site/{name}">{question["title"]}</a>' in page
        assert question["description"] in page
    for table in tables():
        assert f'<a href="/site/{table.__tablename__}">' in page
        assert describe(table)[0] in page


def test_the_tables_of_the_search_index_are_hidden(site: Any) -> None:
    hidden = asyncio.run(site.get_database("site").hidden_table_names())
    assert {"search", "search_data", "search_idx", "search_row", "search_word"} <= set(hidden)
    assert "search_data" not in _page(site, "/site")


@pytest.mark.parametrize(
    "path", ["/", "/site", "/site/claim", "/site/find?q=lodz", "/assets/rulewright.css", "/assets/site.css"]
)
def test_no_page_fetches_anything_from_elsewhere(site: Any, path: str) -> None:
    fetched = re.findall(r'(?:src|stylesheet" href)="([^"]+)"|(?:url\(|@import)([^);]+)', _page(site, path))
    assert [address for pair in fetched for address in pair if "//" in address] == []
    assert fetched or path.endswith(".css")


def test_the_snapshot_is_served_as_immutable(site: Any) -> None:
    assert not site.get_database("site").is_mutable


def test_a_missing_snapshot_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatabaseProblem, match=r"There is no snapshot at .*none\.db"):
        build_site(tmp_path / "none.db")


def test_a_port_in_use_is_named(snapshot: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(DatabaseProblem, match=f"Port {port} of 127.0.0.1 is in use"):
            serve(snapshot, port=port)


def test_a_process_that_could_not_serve_keeps_its_memory(snapshot: Path) -> None:
    with pytest.raises(DatabaseProblem, match="There is no port 99999"):
        serve(snapshot, port=99999)
    with closing(sqlite3.connect(":memory:")) as connection:
        assert connection.execute("PRAGMA hard_heap_limit").fetchone() == (0,)


def test_an_address_that_cannot_be_served_is_named(snapshot: Path) -> None:
    with pytest.raises(DatabaseProblem, match="There is no port 99999"):
        serve(snapshot, port=99999)
    with pytest.raises(DatabaseProblem, match=r"The address 203\.0\.113\.7, port 0 cannot be served"):
        serve(snapshot, host="203.0.113.7", port=0)


def test_the_server_answers_until_it_is_interrupted(snapshot: Path, hears_interrupts: dict[str, Any]) -> None:
    program = (
        "import sys; from pathlib import Path; from db.site.serve import serve; "
        "serve(Path(sys.argv[1]), port=0, on_ready=lambda address: print(address, flush=True))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(snapshot)], stdout=subprocess.PIPE, text=True, cwd=ROOT, **hears_interrupts
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(address, timeout=120) as answer:
                assert "Monsters of Łódź" in answer.read().decode()
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=120) == 0
        finally:
            server.kill()

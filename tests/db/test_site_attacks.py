"""Nobody can hurt the site: hostile questions and malformed addresses, asked of a real server on this machine."""

import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from db.site.answers import LIMITS, refusal
from db.site.bounds import BOUNDS

SERVE = (
    "import sys; from pathlib import Path; from db.site.serve import serve; "
    "serve(Path(sys.argv[1]), port=0, free_sql=sys.argv[2] == 'free', on_ready=lambda a: print(a, flush=True))"
)
MOST_MEMORY = 600_000
"""kB that the server may ever take."""
LONG_NUMBER = "9" * 4900
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "

STATEMENTS = (
    "select zeroblob(1000000000)",
    "select zeroblob(2147483647)",
    "select randomblob(900000000)",
    "select hex(zeroblob(400000000))",
    "select hex(randomblob(200000)), hex(randomblob(200000))",
    "select printf('%1000000000d', 1)",
    "select printf('%.*c', 1000000000, 'x')",
    "select replace(hex(zeroblob(100000)), '0', 'aaaaaaaaaaaaaaaaaaaaaaaa')",
    "select quote(zeroblob(200000))",
    "select instr(zeroblob(240000), zeroblob(120000) || x'01')",
    "select trim(hex(zeroblob(120000)), hex(zeroblob(1000)))",
    "select char(" + ",".join(["60"] * 120) + ")",
    "select " + ", ".join(["1"] * 1900),
    "select " + ", ".join(["hex(zeroblob(100000))"] * 90),
    "select 1 as " + "a" * 7000 + " from card, card, card, card",
    "select " + "(" * 900 + "1" + ")" * 900,
    "select " + "-" * 2 + "1",
    "select 1" + " + 1" * 1800,
    " union all ".join(["select 1"] * 500),
    "select * from card, card, card, card, card, card, card",
    "select '" + "a" * 3000 + "' like '" + "%a" * 1500 + "%b'",
    "select hex(zeroblob(120000)) like '" + "%0" * 90 + "%z'",
    "select hex(zeroblob(120000)) glob '" + "*0" * 90 + "*z'",
    "select group_concat(hex(zeroblob(100000))) from (select 1 union all select 2 union all select 3)",
    MANY + "select hex(zeroblob(100000)) from n",
    MANY + "select group_concat(hex(zeroblob(1000))) from n",
    MANY + "select json_group_array(hex(zeroblob(100000))) from n",
    MANY + "select json_group_object(i, hex(zeroblob(100000))) from n",
    MANY + 'select i, \'""""""""""""\' from n',
    MANY + "select count(distinct hex(randomblob(20000))) from n",
    MANY + "select hex(randomblob(20000)) as r from n order by r limit 1",
    MANY + "select sum(i) over (order by hex(randomblob(2000)) rows 100 preceding) from n",
    ENDLESS + "select count(*) from n",
    ENDLESS + "select max(i) from n",
    "select fold(hex(zeroblob(120000)))",
    "select match_expression(hex(zeroblob(120000)))",
    "select * from search where search match '" + "a* OR " * 300 + "a*'",
    "select load_extension('/etc/passwd')",
    "select readfile('/etc/passwd')",
    "select writefile('/tmp/x', 'y')",
    "select * from pragma_database_list",
    "select * from pragma_table_list",
    "pragma hard_heap_limit = 0",
    "attach '/etc/passwd' as x",
    "vacuum into '/tmp/rulewright-attack.db'",
    "delete from card",
    "drop table card",
    "insert into card default values",
    "select 1; delete from card",
    "explain delete from card",
    "with x as (select 1) delete from card",
    "select * from card where code = :" + "p" * 3000,
    "select '<script>alert(1)</script>' as \"<script>alert(1)</script>\"",
    'select \'{"href": "javascript:alert(1)", "label": "<script>alert(1)</script>"}\'',
    "select 'javascript:alert(1)'",
    "select x'00ff00ff'",
    "select 9223372036854775807 + 1, 1e999, -1e999, 0.0 / 0.0",
    "select \"\u202e\", '\u0000', '\ud7ff\ue000'",
    "select date('now', '+' || hex(zeroblob(5000)))",
    "select abs(-9223372036854775808)",
    "select json_extract('" + "[" * 3000 + "', '$')",
    "select json('" + "[" * 1500 + "]" * 1500 + "')",
    "",
    "\x00",
    "select",
    ";;;;",
)
HOSTILE = (
    "<script>alert(1)</script>",
    '"><script>alert(1)</script>',
    "'><svg onload=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}}",
    "{% include '/etc/passwd' %}",
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%00",
    "\x00",
    "\u202eabc",
    "\ufffe\uffff",
    "a" * 900,
    "( ( ( (",
    '"' * 50,
    "* OR *",
    "NEAR(a b, 99999)",
    "' OR 1=1 --",
    LONG_NUMBER[:900],
    "²",
    "１２３",
    "-1",
    "1e999",
    "NaN",
    "%",
    "%zz",
    "%ff%fe",
    "é" * 200,
    "a\u0301" * 200,
    "deck:" * 100,
    "effect:suspicion>=" + "9" * 500,
    "-" * 500,
    "((((" * 100,
)
PLACES = (
    "/en/find?q={}",
    "/cs/find?q={}&page={}",
    "/en/find.json?q={}",
    "/en/find.csv?q={}",
    "/en/find?q=beast&kind={}",
    "/en/card/monsters/{}.csv",
    "/en/card/monsters/beast.csv?{}={}",
    "/en/document/d-{}/1",
    "/en/conflict/monsters/{}~{}",
    "/en/term/monsters/{}",
    "/en/random?game={}",
    "/en/suggest.json?q={}",
    "/pictures/{}",
    "/en/cards/monsters?deck={}&page={}&sort={}",
    "/en/cards/{}",
    "/en/card/monsters/{}",
    "/en/rule/monsters/{}",
    "/en/code/monsters/{}",
    "/en/checks/{}",
    "/en/subject/monsters/{}",
    "/en/document/{}",
    "/en/document/1/{}?part={}",
    "/en/map/monsters?stage={}",
    "/en/compare/monsters?left={}&right={}",
    "/en/conflict/{}",
    "/{}",
    "/{}/{}",
    "/site/{}",
    "/site/card/{}",
    "/site/card?id__gt={}",
    "/site/card?code__contains={}&_sort={}",
    "/site/card?_size={}",
    "/site/card?_next={}",
    "/site/card?_facet={}&_facet_size={}",
    "/site/card.json?_shape={}&_labels={}",
    "/site/search?_search={}",
    "/site/find?q={}",
    "/site/called.json?name={}",
    "/assets/{}",
    "/-/{}",
    "/site/card?_where={}",
    "/site/card.csv?_stream=on&_size={}",
    "/en/{}.json",
    "/en/card/monsters/{}.json",
)


def _malformed(count: int) -> list[str]:
    """Addresses that no page of ours has, the same in every run."""
    dice = random.Random(24)
    parts = ".. . en cs site card document - %00 %2e%2e %2f ~ ² % %c0%ae %ff \u0130 ? ?? & &&= = # ; : @ [ ] {} \\ %5c"
    words = "q= page=-1 page=1e9 _size=max _facet= _sort= json .json .csv %0d%0a"
    pieces = [*parts.split(), *words.split(), "", "a" * 300, "9" * 400]
    return ["/" + dice.choice("/?&.").join(dice.choices(pieces, k=dice.randint(1, 7))) for _ in range(count)]


@pytest.fixture(scope="module")
def server(snapshot: Path) -> Iterator[tuple[httpx.Client, int]]:
    yield from _served(snapshot, "free")


@pytest.fixture(scope="module")
def shut(snapshot: Path) -> Iterator[httpx.Client]:
    """A server that others can reach."""
    for client, _ in _served(snapshot, "shut"):
        yield client


def _served(snapshot: Path, sql: str) -> Iterator[tuple[httpx.Client, int]]:
    """A server of its own process, and its number: the memory it takes is counted."""
    command = [sys.executable, "-c", SERVE, str(snapshot), sql]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            address = process.stdout.readline().strip()
            with httpx.Client(base_url=address, timeout=60) as client:
                yield client, process.pid
        finally:
            process.terminate()


def _memory(process: int) -> int:
    told = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmHWM:\s+(\d+)", told).group(1))  # type: ignore[union-attr]


def _hold(client: httpx.Client, address: str) -> httpx.Response:
    answer = client.get(httpx.URL(client.base_url).copy_with(raw_path=address.encode()))
    assert answer.status_code < 500 or answer.status_code == 503, address[:200]
    assert len(answer.content) <= LIMITS.answer, address[:200]
    if "html" in answer.headers.get("content-type", ""):
        assert "<script>alert" not in answer.text, address[:200]
        assert "<svg onload" not in answer.text, address[:200]
        assert 'href="javascript:' not in answer.text, address[:200]
    assert "root:x:0" not in answer.text
    return answer


def test_hostile_questions_cost_little_and_break_nothing(server: tuple[httpx.Client, int]) -> None:
    client, process = server
    assert len(STATEMENTS) >= 60
    for statement in STATEMENTS:
        _hold(client, f"/site?sql={quote(statement)}&_timelimit=300")
    assert _memory(process) < MOST_MEMORY
    assert client.get("/site/card.json?_shape=array").json()[0]["code"] == "beast"


def test_hostile_words_break_no_page(server: tuple[httpx.Client, int]) -> None:
    client, process = server
    for at, place in enumerate(PLACES):
        for word in HOSTILE[at % 3 :: 3]:
            raw = place.replace("{}", quote(word, safe=""))
            _hold(client, raw)
    assert _memory(process) < MOST_MEMORY


def test_questions_by_other_methods_and_with_hostile_heads_break_nothing(server: tuple[httpx.Client, int]) -> None:
    client, _ = server
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"):
        for address in ("/en/find?q=paris", "/site/card", "/site/-/create", "/-/allow-debug"):
            assert client.request(method, address).status_code < 500, (method, address)
    heads = ("cs;q=nan, pl;q=1e999, ../../x", "a" * 9000, "<script>alert(1)</script>", ";;;=,,,", "en;q=" + "9" * 400)
    for head in heads:
        for name in ("Accept-Language", "If-None-Match", "Accept-Encoding", "Host", "Cookie", "X-Forwarded-Host"):
            answer = client.get("/", headers={name: head}, follow_redirects=True)
            assert answer.status_code < 500, (name, head[:80])
            assert "alert(1)" not in answer.text
            assert "set-cookie" not in answer.headers


def test_malformed_addresses_break_nothing(server: tuple[httpx.Client, int]) -> None:
    client, process = server
    addresses = {quote(address, safe="/?&=%.:;@+-~[]{}") for address in _malformed(450)}
    assert len(addresses) >= 400
    for address in addresses:
        _hold(client, address)
    _hold(client, f"/site/card?id__gt={LONG_NUMBER}")
    _hold(client, f"/en/document/{LONG_NUMBER}")
    _hold(client, f"/en/cards/monsters?page={LONG_NUMBER}")
    assert _memory(process) < MOST_MEMORY


def test_the_question_that_took_17_gb_is_refused_in_a_sentence(server: tuple[httpx.Client, int]) -> None:
    client, _ = server
    answer = client.get("/site.json", params={"sql": "select zeroblob(1000000000)"})
    assert (answer.status_code, answer.json()["error"]) == (400, "string or blob too big")
    many = client.get("/site.json", params={"sql": MANY + "select hex(zeroblob(10000)) from n"})
    assert many.status_code == 400
    assert f"more than {BOUNDS.answer_bytes:,} bytes" in many.json()["error"]


def test_free_sql_and_the_search_index_are_shut_unless_allowed(
    server: tuple[httpx.Client, int], shut: httpx.Client, snapshot: Path
) -> None:
    tried = ("/site?sql=select+1", "/site/card?_where=1", "/site/search_row", "/site/search_word.json", "/site/search")
    assert [server[0].get(address).status_code for address in tried] == [200] * 5
    assert [shut.get(address).status_code for address in tried] == [403] * 5
    with closing(sqlite3.connect(snapshot)) as opened:
        index = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE name GLOB 'search*'")]
        tables = [name for name in index if opened.execute(f"PRAGMA table_info({name})").fetchall()]
    assert len(tables) > 10
    assert [name for name in tables if shut.get(f"/site/{name}.json").status_code not in (403, 404)] == []
    assert shut.get("/site/find?q=lodz").status_code == 200
    assert shut.get("/site/card").status_code == 200


def test_an_unchanged_page_is_not_sent_again_and_answers_are_compressed(server: tuple[httpx.Client, int]) -> None:
    client, _ = server
    for address in ("/en", "/en/game/monsters", "/assets/site.css", "/site/card"):
        first = client.get(address)
        assert first.headers["content-encoding"] == "gzip", address
        assert "Accept-Encoding" in first.headers["vary"]
        tag = first.headers["etag"]
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
        assert client.get(address, headers={"If-None-Match": 'W/"other"'}).status_code == 200
        plain = client.get(address, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == first.content or address.startswith("/site")  # Datasette tells how long it took
    refused = client.get("/en", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert "content-encoding" not in refused.headers
    assert "etag" not in client.get("/en/nowhere").headers


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/en/find", "q=" + "1" * 100, None),
        ("/site/card", "id=" + "1" * 18, None),
        ("/site/card", "id=" + "1" * 19, 400),
        ("/site/card/" + "1" * 19, "", 400),
        ("/site/card", "id=%31" + "1" * 18, 400),
        ("/en/" + "a" * 8000, "", 414),
        ("/en", "q=" + "a" * 8000, 414),
        ("/en", "&" * 40, 400),
        ("/site/card", "&".join(["_facet=code"] * 9), 400),
    ],
)
def test_what_an_address_may_hold_is_bounded(path: str, query: str, status: int | None) -> None:
    refused = refusal(path, query)
    assert (refused[0] if refused else None) == status

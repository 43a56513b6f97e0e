"""The pages of the site over a small game: what they show, where they lead, and what they say when there is nothing."""

import asyncio
import html
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from sqlalchemy import Engine

import db.site.words
from db.site.board import lay_out, state_in
from db.site.pages import PAGES
from db.site.serve import build_site
from db.site.words import speech, wanted_language
from db.snapshot import make_snapshot
from schema.base import Origin
from schema.catalogue import SPOKEN
from schema.claims import ClaimContext, ConflictKind
from schema.document_kinds import KINDS
from schema.documents import PageMethod, PassageKind
from schema.look import HUES, Look, MapLook
from schema.pack import Pack

CONFLICT = "/en/conflict/monsters/2nd~translation~location:lodz~enter.points"


def _get(site: Any, path: str, **headers: str) -> Any:
    return asyncio.run(site.client.get(path, headers=headers))


def _page(site: Any, path: str) -> str:
    answer = _get(site, path)
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return html.unescape(str(answer.text))


def _changed(snapshot: Path, folder: Path, *statements: str) -> Any:
    """The site over a copy of the snapshot in which something was changed."""
    copy = folder / "site.db"
    shutil.copyfile(snapshot, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return build_site(copy)


def crawl(site: Any, *starts: str) -> Iterator[tuple[str, Any]]:
    """Every page of ours that can be reached by links, with its answer."""
    waiting, seen = list(starts), set(starts)
    while waiting:
        address = waiting.pop()
        answer = _get(site, address)
        yield address, answer
        for link in re.findall(r'href="(/(?:en|cs|pl|it)\b[^"#]*)', answer.text):
            if html.unescape(link) not in seen:
                seen.add(html.unescape(link))
                waiting.append(html.unescape(link))


@pytest.fixture(scope="module")
def site(snapshot: Path) -> Any:
    return build_site(snapshot)


def test_every_link_of_every_page_leads_to_a_page(site: Any) -> None:
    answers = dict(crawl(site, "/en"))
    random = {address for address in answers if address.split("/")[2:] and address.split("/")[2].startswith("random")}
    assert [a for a, answer in answers.items() if answer.status_code != (302 if a in random else 200)] == []
    kinds = {address.split("/")[2].split("?")[0] for address in answers if address.count("/") > 1}
    told = {"game", "cards", "card", "map", "rules", "rule", "compare", "conflicts", "conflict"}
    assert told | {"documents", "document", "subject", "tables", "contents"} <= kinds
    assert {address.split("/")[1] for address in answers} == set(SPOKEN)


_MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) "
_GAMES = (
    f"{_MANY} INSERT INTO game (id, code, name, fingerprint, look) "
    "SELECT 9000 + i, 'g-' || i, 'G ' || i, '', '{}' FROM n"
)
_BOOKS = (
    f"{_MANY} INSERT INTO document (kind, date_source, language, title, evidence, is_game_given, runner_up, file_name, "
    "source, sha256, recipe, media_type, page_count, game_id) SELECT 'rulebook', '', 'en', 'G', '', 0, '', "
    "'g-' || i || '.md', 'g-' || i, 'sha-' || i, '', 'text/markdown', 1, 9000 + i FROM n"
)
_DISPUTES = (
    f"{_MANY} INSERT INTO conflict (subject, attribute, kind, chosen_value, reason, status, game_id) "
    "SELECT 'component:c-' || i, 'count', 'internal', '1', '', 'open', 9000 + i FROM n"
)


@pytest.mark.parametrize(
    ("page", "links"),
    [("", "/en/game/g-"), ("/documents", "/en/document/"), ("/conflicts", "/en/conflict/g-")],
)
def test_a_large_archive_comes_in_pages_that_lead_to_each_other(
    snapshot: Path, tmp_path: Path, page: str, links: str
) -> None:
    site = _changed(snapshot, tmp_path, _GAMES, _BOOKS, _DISPUTES)
    shown: set[str] = set()
    following = f"/en{page}"
    while following:
        answer = _page(site, following)
        assert len(answer) < 100_000
        shown |= set(re.findall(rf'href="({links}[^"]+)"', answer))
        after = re.search(r'rel="next" href="([^"]+)"', answer)
        following = after[1] if after else ""
    assert len(shown) >= 250


def test_what_packs_call_their_topics_and_kinds_of_things_can_be_said(games: dict[str, Pack]) -> None:
    said = speech("en").sentences
    for pack in games.values():
        assert {rule.topic for rule in pack.rules.rule} <= set(said["topic"]), pack.code
        assert set(pack.game.concepts) <= set(said["concept"]), pack.code


def test_every_word_that_a_column_may_hold_can_be_said() -> None:
    held = {
        "conflicts": get_args(ConflictKind),
        "context": get_args(ClaimContext),
        "method": get_args(PageMethod),
        "origin": get_args(Origin),
        "origin_told": get_args(Origin),
        "document_kind": KINDS,
        "passage_kind": get_args(PassageKind),
    }
    said = speech("en").sentences
    assert [(section, word) for section, words in held.items() for word in words if word not in said[section]] == []
    assert {f"{kind}_told" for kind in held["conflicts"]} <= set(said["conflicts"])


def test_no_sentence_is_kept_that_nobody_says() -> None:
    site = Path(db.site.words.__file__).parent
    told = "".join(file.read_text("utf-8") for file in (*site.rglob("*.html"), *site.rglob("*.py")))
    by_code = set(re.findall(r"""["'](\w+)\.(?:no_)?["'] ?~|f"(\w+)\.\{|known\(["'](\w+)|sentences\["(\w+)""", told))
    sections = {"language", "attribute", *(section for found in by_code for section in found if section)}
    unsaid = [
        f"{section}.{key}"
        for section, sentences in speech("en").sentences.items()
        if section not in sections
        for key in sentences
        if not re.search(rf"""["']{section}\.{key}["']""", told)
    ]
    assert unsaid == []


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 1, "1 card"),
        ("en", 1234, "1,234 cards"),
        ("cs", 1, "1 karta"),
        ("cs", 3, "3 karty"),
        ("cs", 22, "22 karet"),
        ("pl", 1, "1 karta"),
        ("pl", 12, "12 kart"),
        ("pl", 22, "22 karty"),
    ],
)
def test_counted_things_have_the_form_of_their_number(language: str, number: int, said: str) -> None:
    assert speech(language).count("count.cards", number) == said


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de-DE,de;q=0.9", "en"),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"),
        ("de,pl;q=0.5,cs;q=0.4", "pl"),
        ("cs;q=0, pl;q=0.1", "pl"),
        ("*;q=0.5, ;;;", "en"),
    ],
)
def test_the_browser_chooses_the_language(site: Any, accepted: str, language: str) -> None:
    assert wanted_language(accepted) == language
    answer = _get(site, "/", **{"accept-language": accepted})
    assert f'<html lang="{language}">' in answer.text
    assert "Accept-Language" in answer.headers["vary"]


def test_the_front_page_tells_what_is_known_of_a_game(site: Any) -> None:
    page = _page(site, "/en")
    assert '<a href="/en/game/monsters">Monsters of Łódź</a>' in page
    assert "2 documents" in page
    assert "2 of 12 cards seen in print" in page
    assert "1 of 1 rules found in print" in page
    assert "1 open conflict" in page
    assert "Not validated yet" in page


def test_games_without_a_pack_are_told_of_only_when_they_hold_a_document(snapshot: Path, tmp_path: Path) -> None:
    columns = "id, code, name, fingerprint, look"
    shelf = f"INSERT INTO game ({columns}) VALUES (9, 'chess', 'Chess', '', '{{}}')"
    empty = _page(_changed(snapshot, tmp_path, shelf), "/en")
    assert "without a pack" not in empty
    assert "Chess" not in empty
    moved = _page(_changed(snapshot, tmp_path, shelf, "UPDATE document SET game_id = 9 WHERE language = 'pl'"), "/en")
    assert "1 document belongs to a game without a pack" in moved
    assert '<a href="/en/game/chess">Chess</a>' in moved


def test_what_is_absent_is_said_in_a_sentence(site: Any) -> None:
    page = _page(site, "/en/game/monsters")
    assert "Run `rulewright validate`" in page
    assert "Run `rulewright simulate monsters`" in page
    rule = _page(site, "/cs/rule/monsters/enter-city")
    assert "K tomuto pravidlu nepatří žádný kód." in rule
    assert "No simulation has played the other value yet" in _page(site, "/en/conflict/1")


def test_what_the_engine_found_is_shown(snapshot: Path, tmp_path: Path) -> None:
    result = json.dumps({"outcomes": [{"outcome": "won", "share": 0.25}]})
    site = _changed(
        snapshot,
        tmp_path,
        'INSERT INTO validation ("check", subject, status, message, supposed, family, is_expected, more, done, total, '
        "game_id, ran_at) VALUES "
        "('monsters bite', 'card:ghost', 'failed', 'It has no teeth.', '', 'rows', 0, 'look', 3, 4, 1, '2026-01-01'), "
        "('monsters bite', 'card:bat', 'failed', 'It has no teeth.', '', 'rows', 0, 'look', 3, 4, 1, '2026-01-01'), "
        "('all languages agree', '', 'failed', 'Two do not.', '', 'languages', 1, '', NULL, NULL, 1, '2026-01-01'), "
        "('every city is large', '', 'passed', 'All are.', '', 'rows', 0, '', NULL, NULL, 1, '2026-01-01'), "
        "('every monster bites', '', 'failed', 'Neither.', 'turn cards 9', 'rows', 0, '', NULL, NULL, 1, '2026-01-01')",
        "INSERT INTO simulation (players, player, games, seed, options, supposed, result, game_id, ran_at) VALUES "
        f"(2, 'random', 1000, 1, '{{\"location:lodz enter.points\": \"-4\"}}', 'turn cards 9', '{result}', 1, "
        "'2026-01-01')",
        "INSERT INTO rule_code (rule_id, file, line, test) VALUES "
        "(1, 'rules_engine/city.py', 17, 'tests/test_city.py::test_city, tests/test_city.py::test_gone')",
        "INSERT INTO source_text (file, line, name, text) VALUES ('rules_engine/city.py', 17, 'enter', '<b>code</b>'), "
        "('tests/test_city.py', 9, 'test_city', 'assert city')",
    )
    page = _page(site, "/en/game/monsters")
    assert "1 passed, 2 failed" in page
    assert "1 known" in page
    assert "/en/checks/monsters" in page
    checks = _page(site, "/en/checks/monsters")
    assert checks.count("It has no teeth.") == 1, "each cause once"
    assert checks.index("It has no teeth.") < checks.index("Two do not.") < checks.index("Families of checks")
    assert "card:ghost</a>" in checks
    assert "card:bat</a>" in checks
    assert "Neither." not in checks
    assert "3 / 4" in checks
    assert _get(site, "/en/checks/monsters.csv").text.splitlines()[1:] == ["rows,,1,2,0,0", "languages,,0,0,1,0"]
    assert _get(site, "/en/checks/monsters.json").json()["data"]["failed"][0]["more"] == "look"
    assert "25.0 %" in page
    assert "Supposed: <code>turn cards 9</code>" in page
    assert "Checks: 1 passed, 2 failed, 0 open" in _page(site, "/en")
    assert "25.0 %" in _page(site, "/en/conflict/1")
    rule = _page(site, "/en/rule/monsters/enter-city")
    code = "/en/code/monsters/enter-city"
    assert f'<a href="{code}#rules_engine/city.py%3A17"><code>rules_engine/city.py:17</code></a>' in rule
    assert f'<a href="{code}#tests/test_city.py%3A%3Atest_city">' in rule
    assert " <code>tests/test_city.py::test_gone</code>" in rule, "what was not kept has no link"
    assert "&lt;b&gt;code" in _get(site, code).text
    assert "assert city" in _page(site, code)
    assert _get(site, "/en/code/monsters/nothing").status_code == 404


def test_a_conflict_tells_what_the_other_value_is_worth(snapshot: Path, tmp_path: Path) -> None:
    told = {"outcome": "won", "stored": 0.25, "changed": 0.2, "difference": -0.05, "low": -0.08, "high": -0.02}
    result = {"change": "location:lodz enter.points -4", "stored_value": "-3", "obstacle": "", "outcomes": [told]}
    site = _changed(
        snapshot,
        tmp_path,
        "INSERT INTO simulation (players, player, games, seed, options, supposed, result, game_id, ran_at) "
        f"VALUES (2, 'random', 1000, 1, '{{}}', '', '{json.dumps(result)}', 1, '2026-01-01')",
    )
    page = _page(site, "/en/conflict/1")
    assert re.search(r"25\.0 %.*20\.0 %.*−5\.0 <span class=\"quiet\">\(−8\.0 … −2\.0\)", page, re.DOTALL)
    assert "No games have been simulated yet" in _page(site, "/en/game/monsters")


def test_a_rule_shows_every_language_and_marks_the_number_that_differs(site: Any) -> None:
    page = _page(site, "/en/rule/monsters/enter-city")
    assert "Entering a city costs points." in page
    assert 'ztratí <mark class="number differs">3</mark> body' in page
    assert 'traci <mark class="number differs">4</mark> punkty' in page
    assert 'class="box chosen" x="10.0" y="20.0" width="100.0" height="20.0"' in page
    assert re.search(r'href="/en/document/1/2#p\d+"', page)
    assert f'<a href="{CONFLICT}">' in page


def test_a_conflict_has_an_address_that_stays(site: Any) -> None:
    by_number, by_name = (_page(site, address) for address in ("/en/conflict/1", CONFLICT))
    assert by_number.count("Board first.") == by_name.count("Board first.") == 1
    assert _get(site, CONFLICT.replace("enter.points", "enter.pints")).status_code == 404
    assert _get(site, CONFLICT.replace("monsters", "none")).status_code == 404


def test_a_conflict_shows_its_sides_its_choice_and_its_reason(site: Any) -> None:
    page = _page(site, "/en/conflict/1")
    assert '<section class="column chosen" aria-label="−3">' in page
    assert '<section class="column" aria-label="−4">' in page
    assert "Board first." in page
    assert "Kto wejdzie do miasta Łódź, traci 4 punkty." in page


@pytest.mark.parametrize("path", ["compare/monsters?left=1&right=2", "rule/monsters/enter-city", "rules/monsters"])
def test_rules_are_told_in_the_language_of_the_page(site: Any, path: str) -> None:
    czech, polish = (_page(site, f"/{language}/{path}") for language in ("cs", "pl"))
    assert "Vstup do města stojí body." in czech
    assert "Entering a city costs points." not in czech
    assert "Entering a city costs points." in polish


@pytest.mark.parametrize("language", ["cs", "pl"])
def test_a_rule_is_shown_in_the_language_of_the_page_before_others(site: Any, snapshot: Path, language: str) -> None:
    columns = re.findall(r'<a href="/\w+/document/(\d+)', _page(site, f"/{language}/rule/monsters/enter-city"))
    with closing(sqlite3.connect(snapshot)) as opened:
        spoken = dict(opened.execute("SELECT CAST(id AS TEXT), language FROM document"))
    assert spoken[columns[0]] == language


def test_two_documents_are_compared_value_by_value(site: Any) -> None:
    page = _page(site, "/en/compare/monsters?left=1&right=2")
    differing = page[page.index('id="g-differs"') : page.index('id="g-same"')]
    assert "Lodž" in differing
    assert re.search(r">−3</a>.*>−4</a>", differing, re.DOTALL)
    assert "Rule by rule" in page
    assert "Entering a city costs points." in page


def test_a_subject_shows_what_each_document_says_with_its_page(site: Any) -> None:
    page = _page(site, "/en/subject/monsters/location:lodz")
    assert re.search(r'<tr class="differs"><th scope="row">on entering, points</th>', page)
    assert re.search(r'<a href="/en/document/1/2#p\d+">−3</a> <span class="quiet">p. 2</span>', page)
    assert "enter: points -3" in page
    assert "Lodž" in page


def test_what_is_provisional_or_decided_is_marked(snapshot: Path, tmp_path: Path) -> None:
    provisional = "UPDATE fact SET is_provisional = 1 WHERE subject = 'location:lodz'"
    page = _page(_changed(snapshot, tmp_path, provisional), "/en/subject/monsters/location:lodz")
    assert re.search(r'<span class="badge provisional"[^>]*>provisional</span>', page)
    assert "provisional</span> 1" in _page(_changed(snapshot, tmp_path, provisional), "/en/game/monsters")
    decided = "UPDATE fact SET origin = 'decided', reason = 'A person decided it.' WHERE subject = 'location:lodz'"
    page = _page(_changed(snapshot, tmp_path, decided), "/en/subject/monsters/location:lodz")
    assert re.search(r'o-decided[^>]*>decided</span> <span class="quiet">A person decided it\.</span>', page)


def test_a_card_is_drawn_and_told_in_all_languages(site: Any) -> None:
    page = _page(site, "/en/card/monsters/beast")
    assert '<article class="face hue-' in page
    for language in ("cs", "pl"):
        assert f'<div class="column" lang="{language}">' in page
    assert "Vyhraješ." in page
    assert "× 2" in page


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ("", {"beast", "ghost"}),
        ("?origin=inferred", {"ghost"}),
        ("?language=en", {"ghost"}),
        ("?deck=monster&language=pl", {"beast"}),
        ("?stage=4", set()),
        ("?page=99999999999999999999&deck=monster", {"beast", "ghost"}),
    ],
)
def test_the_gallery_is_filtered(site: Any, asked: str, codes: set[str]) -> None:
    page = _page(site, f"/en/cards/monsters{asked}")
    assert set(re.findall(r'href="/en/card/monsters/(\w+)"', page)) == codes
    assert ("No card is like this" in page) == (not codes)


def test_a_page_of_a_document_shows_boxes_repairs_findings_and_claims(site: Any, snapshot: Path) -> None:
    page = _page(site, "/en/document/1/2")
    assert '<rect class="box sure-3 k-label" x="10.0" y="20.0"' in page
    assert "A block is noise." in page
    assert re.search(r"on entering, points <b>−3</b>", page)
    assert "No picture of the page is stored" in page
    with closing(sqlite3.connect(snapshot)) as rows:
        assert rows.execute("SELECT raw_text FROM passage WHERE text = 'Deska'").fetchone() == ("Desk a",)
    assert "Deska" in _page(site, "/en/document/1/1")


def test_a_repair_of_letters_tells_what_stood_there(snapshot: Path, tmp_path: Path) -> None:
    site = _changed(
        snapshot, tmp_path, "UPDATE repair SET position = 0, length = 1, before = 'D', after = 'L', reason = 'slip'"
    )
    page = _page(site, "/en/document/1/1")
    assert 'data-told="D → L (slip)"' in page
    assert ">L</mark>esk a" in page


def test_a_picture_is_shown_where_one_is_stored(snapshot: Path, tmp_path: Path) -> None:
    (tmp_path / "pages" / "ab").mkdir(parents=True)
    (tmp_path / "pages" / "ab" / "2.png").write_bytes(b"\x89PNG")
    _changed(snapshot, tmp_path, "UPDATE page SET image = 'build/pages/ab/2.png'")
    site = build_site(tmp_path / "site.db", pictures=tmp_path / "pages")
    assert '<image href="/pictures/ab/2.png"' in _page(site, "/en/document/1/2")
    assert '<svg class="crop"' in _page(site, "/en/rule/monsters/enter-city")
    assert _get(site, "/pictures/ab/2.png").content == b"\x89PNG"
    shut = build_site(tmp_path / "site.db", full_text=False, pictures=tmp_path / "pages")
    assert "<image" not in _page(shut, "/en/document/1/2")
    assert _get(shut, "/pictures/ab/2.png").status_code == 404


def test_the_map_draws_spaces_and_what_a_stage_opens(site: Any) -> None:
    first, second = _page(site, "/en/map/monsters?stage=1"), _page(site, "/en/map/monsters?stage=2")
    assert 'class="space later" id="s-lodz"' in first
    assert 'class="space open" id="s-lodz"' in second
    assert '<line class="way shut"' in first
    assert '<line class="way "' in second
    assert '<a href="/en/map/monsters?edition=2nd&stage=2" data-stage="2"' in first


@pytest.mark.parametrize(
    ("stage", "opens", "closes", "state"),
    [(1, None, None, "open"), (3, 4, 7, "later"), (4, 4, 7, "open"), (7, 4, 7, "closed"), (7, 1, None, "open")],
)
def test_a_space_is_open_between_its_stages(stage: int, opens: int | None, closes: int | None, state: str) -> None:
    assert state_in(stage, opens, closes) == state


def test_a_board_without_set_places_finds_its_own() -> None:
    codes = [f"space-{n}" for n in range(12)]
    edges = [(codes[n], codes[(n * 5 + 1) % 12]) for n in range(12)]
    places = lay_out(codes, edges, MapLook())
    assert places == lay_out(codes, edges, MapLook())
    assert len({(round(x), round(y)) for x, y in places.values()}) == 12
    width, height = MapLook().size
    assert all(0 < x < width and 0 < y < height for x, y in places.values())


def test_a_deck_always_has_the_same_hue_and_a_strange_game_a_plain_look() -> None:
    assert 1 <= Look().hue_of("monster") == Look().hue_of("monster") <= HUES
    assert Look().icon_of("monster") == "card"


def test_the_look_of_a_game_is_read_from_its_row(snapshot: Path, tmp_path: Path) -> None:
    look = Look(map=MapLook(place={"lodz": (10.5, 20.5)}, coast=("M0 0 L9 9 Z",))).model_dump_json()
    board = _page(_changed(snapshot, tmp_path, f"UPDATE game SET look = '{look}'"), "/en/map/monsters")
    assert "M0 0 L9 9 Z" in board
    assert re.search(r"10\.5\D+20\.5", board)


def test_an_address_that_names_nothing_is_answered_in_its_language(site: Any) -> None:
    paths = ["/cs/card/monsters/none", "/cs/game/none", "/cs/document/x/y", "/cs/nic/tu/neni", "/cs/conflict/77"]
    for path in [*paths, f"/cs/document/{'9' * 5000}", f"/cs/document/1/{'9' * 5000}", "/cs/conflict/²"]:
        answer = _get(site, path)
        assert answer.status_code == 404, path
        assert "Taková stránka tu není" in answer.text


def test_an_empty_database_is_told_what_to_do(empty: Engine, tmp_path: Path) -> None:
    site = build_site(make_snapshot(empty, tmp_path / "site.db"))
    for path in ("/en", "/en/documents"):
        assert "Run `rulewright ingest`" in _page(site, path)
    assert "No conflicts" in _page(site, "/en/conflicts")
    assert "Nothing was found" in _page(site, "/en/find?q=anything")
    assert "Tables and questions" in _page(site, "/en/tables")


def test_a_document_has_an_address_that_stays(site: Any, snapshot: Path) -> None:
    with closing(sqlite3.connect(snapshot)) as rows:
        number, checksum = rows.execute("SELECT id, sha256 FROM document ORDER BY id LIMIT 1").fetchone()
    by_code, by_number = (_get(site, f"/en/document/{name}/1").text for name in (f"d-{checksum[:12]}", number))
    assert f"/en/document/d-{checksum[:12]}/1" in by_number
    assert 'id="s1"' in by_code
    assert _get(site, "/en/document/d-000000000000").status_code == 404


def test_every_page_is_there_as_data(site: Any) -> None:
    for address, answer in crawl(site, "/en/game/monsters"):
        path, mark, query = address.partition("?")
        if path.endswith((".json", ".csv", "/random")) or not path.startswith("/en"):
            continue
        told = _get(site, f"{path}.json{mark}{query}")
        assert told.status_code == 200, address
        held = told.json()
        assert (held["format"], held["language"]) == ("rulewright-site/1", "en"), address
        assert held["data"], address
        assert "<" not in json.dumps(held["data"]).replace('"<', ""), address
        assert answer.status_code == 200


def test_a_card_can_be_taken_by_chance(site: Any) -> None:
    answer = _get(site, "/cs/random?game=monsters")
    assert answer.status_code == 302
    assert _get(site, answer.headers["location"]).status_code == 200
    assert _get(site, "/cs/random?game=none").status_code == 404


def test_the_manual_tells_the_keys_of_every_page_as_data() -> None:
    manual = Path(__file__).parents[2].joinpath("docs", "site.md").read_text(encoding="utf-8")
    kinds, _, keys = manual.partition("| page | keys of `data` |")
    listed = next(line for line in kinds.splitlines() if line.startswith("| `page` |"))
    told = {
        name
        for line in keys.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    assert {page.name for page in PAGES} <= told
    assert {page.name for page in PAGES} <= set(re.findall(r"`(\w+)`", listed))

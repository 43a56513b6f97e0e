"""People's journeys through the site in a real browser: Black Orchestra's pack and two small rulebooks of our own."""

import csv
import datetime
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database, session, sqlite_url
from db.site.static_copy import write_site
from db.snapshot import make_snapshot
from ingest.packs.read import Shared, read_pack
from schema.base import row
from schema.cards import Card
from schema.claims import Claim, ClaimShape, Conflict, ConflictClaim, ConflictShape, Fact, FactShape
from schema.documents import DocumentShape, PageShape, Passage, PassageShape, RegionShape, RepairShape
from schema.games import Edition, Game
from schema.reading import ClaimRead, PassageRead, Reading, WordPage
from schema.results import CardPlay, Simulation, Validation
from schema.rules import Rule, RuleCode, RuleText, SourceText

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
PHONE = {"width": 390, "height": 844}
GAME = "black-orchestra"
SERVE = (
    "import sys; from pathlib import Path; from db.site.serve import serve; "
    "serve(Path(sys.argv[1]), port=0, on_ready=lambda address: print(address, flush=True))"
)
TEXTS = {
    "cs": ("Herní plán", "Nejtišší plán je karta Osamělý střelec.", "Paříž: -3 podezření", "-3", "pariz"),
    "pl": ("Plansza", "Najcichszy plan to karta Samotny strzelec.", "Paryż: -2 podejrzenia", "-2", "paryz"),
}
PAGES = (
    "/en",
    f"/en/game/{GAME}",
    f"/en/cards/{GAME}?deck=event",
    f"/en/cards/{GAME}?deck=conspirator&view=list&group=kind&sort=played",
    f"/cs/card/{GAME}/lone-gunman",
    f"/en/map/{GAME}?stage=4",
    f"/en/rules/{GAME}",
    f"/pl/rule/{GAME}/move-adjacent",
    f"/en/code/{GAME}/move-adjacent",
    f"/cs/checks/{GAME}",
    f"/en/compare/{GAME}",
    "/en/conflicts",
    "/en/conflict/1",
    "/en/documents",
    "/en/document/1",
    "/en/document/1/1",
    f"/en/subject/{GAME}/location:paris",
    "/en/find?q=paris",
    "/cs/find?q=deck:event",
    "/en/query",
    "/en/tables",
    "/en/nowhere/at/all",
)
DARK = (
    f"/en/checks/{GAME}",
    f"/en/game/{GAME}",
    f"/en/cards/{GAME}?deck=event",
    f"/en/map/{GAME}?stage=4",
    "/en/conflict/1",
    "/en/document/1/1",
)

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed: apt install chromium"),
]


def _read(language: str) -> Reading:
    """What ingest would hand on after reading a one-page rulebook."""
    heading, sentence, label, value, _ = TEXTS[language]
    prose = {"language": language, "confidence": 0.93}
    told = [("heading", heading), ("paragraph", sentence), ("label", label)]
    slip = RepairShape(position=0, length=4, before="Hemi", after="Hern", reason="slip")
    passages = tuple(
        PassageRead(
            PassageShape(seq=seq, kind=kind, raw_text=text, text=text, section=heading, **prose),  # type: ignore[arg-type]
            1,
            regions=((1, RegionShape(x0=60, y0=80 + 90 * seq, x1=380, y1=130 + 90 * seq)),),
            repairs=(slip,) if text == "Herní plán" else (),
        )
        for seq, (kind, text) in enumerate(told)
    )
    claim = ClaimShape(
        subject="location:paris", attribute="enter.suspicion", value=value, language=language, origin="rulebook"
    )
    return Reading(
        document=DocumentShape(
            kind="rulebook",
            language=language,
            title=heading,
            file_name=f"rules-{language}.pdf",
            source=f"books/rules-{language}.pdf",
            sha256=hashlib.sha256(language.encode()).hexdigest(),
            recipe="test",
            media_type="application/pdf",
            page_count=1,
        ),
        game=GAME,
        edition="2nd",
        pages=(
            WordPage(PageShape(number=1, method="ocr", reason="A scan.", confidence=0.93, width=450, height=600), ()),
        ),
        passages=passages,
        names=(),
        mentions=(),
        claims=(ClaimRead(claim, 2),),
        card_texts=(),
        findings=(),
    )


def _correcting() -> Reading:
    """A sheet of corrections that speaks of a card and of a number that the rulebooks state."""
    told = "Paříž: -3 podezření, ne -2; to platí i pro kartu Osamělý střelec."
    whole = _read("cs")
    passage = PassageShape(seq=0, kind="paragraph", raw_text=told, text=told, language="cs", confidence=1)
    claim = whole.claims[0].claim.model_copy(update={"corrects": "-2"})
    names = {"kind": "errata", "title": "Opravy", "file_name": "errata-cs.pdf", "source": "books/errata-cs.pdf"}
    return replace(
        whole,
        document=whole.document.model_copy(update={**names, "sha256": hashlib.sha256(b"errata").hexdigest()}),
        passages=(PassageRead(passage, 1, regions=((1, RegionShape(x0=60, y0=80, x1=380, y1=130)),)),),
        claims=(ClaimRead(claim, 0),),
    )


def _play(opened: Session) -> None:
    """What simulating some games would leave behind."""
    card = opened.exec(select(Card).where(Card.code == "lone-gunman")).first()
    game = opened.exec(select(Game).where(Game.code == GAME)).one()
    assert card is not None
    outcomes = [{"outcome": "defeat", "count": 40, "share": 0.8, "low": 0.67, "high": 0.89}]
    result = {"outcomes": [{"outcome": "defeat", "share": 0.9, "low": 0.8, "high": 0.95}]}
    batch = {"players": 1, "player": "rules", "games": 100, "seed": 1, "result": json.dumps(result)}
    opened.add(
        made := row(Simulation, batch, game_id=game.id, ran_at=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    )
    opened.flush()
    told = {"games": 100, "present": 50, "low": 0.4, "high": 0.6, "outcomes": json.dumps(outcomes)}
    opened.add(row(CardPlay, {**told, "events": '{"card-played": 7}'}, simulation_id=made.id, card_id=card.id))


def _check(opened: Session) -> None:
    """What validating would leave behind."""
    game = opened.exec(select(Game).where(Game.code == GAME)).one()
    rule = opened.exec(select(Rule).where(Rule.game_id == game.id, Rule.code == "move-adjacent")).one()
    test = "tests/rules_engine/test_moves.py::test_a_move"
    opened.add(row(RuleCode, {"rule_id": rule.id, "file": "rules_engine/moves.py", "line": 3, "test": test}))
    for file, line, name in (("rules_engine/moves.py", 3, "move"), (*test.split("::")[:1], 9, "test_a_move")):
        text = f"def {name}() -> None:\n    ..."
        opened.add(row(SourceText, {"file": file, "line": line, "name": name, "text": text}))
    ran_at = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    for status, family, known in (("passed", "rows", 0), ("failed", "numbers", 0), ("failed", "languages", 1)):
        told = {"check": f"the {family} hold", "status": status, "message": "As seen.", "family": family}
        more = {"subject": "location:paris", "more": "rulewright trace location:paris", "done": 3, "total": 4}
        opened.add(row(Validation, {**told, **more, "is_expected": bool(known)}, game_id=game.id, ran_at=ran_at))


def _settle(opened: Session) -> None:
    """What comparing the two rulebooks would leave behind."""
    game = opened.exec(select(Game).where(Game.code == GAME)).one()
    edition = opened.exec(select(Edition).where(Edition.game_id == game.id, Edition.code == "2nd")).one()
    keys = {"game_id": game.id, "edition_id": edition.id}
    settled = {"subject": "location:paris", "attribute": "enter.suspicion", "reason": "The board comes first."}
    conflict = row(Conflict, ConflictShape(kind="translation", chosen_value="-3", **settled), **keys)
    opened.add_all([conflict, row(Fact, FactShape(value="-3", origin="rulebook", **settled), **keys)])
    opened.flush()
    rule = opened.exec(select(Rule).where(Rule.game_id == game.id, Rule.code == "move-adjacent")).first()
    for claim in opened.exec(select(Claim).where(col(Claim.document_id).is_not(None))).all():
        opened.add(row(ConflictClaim, {"conflict_id": conflict.id, "claim_id": claim.id}))
    for passage in opened.exec(select(Passage).where(Passage.seq == 2)).all():
        if rule is not None:
            opened.add(
                row(RuleText, {"language": passage.language, "score": 90}, rule_id=rule.id, passage_id=passage.id)
            )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A served site."""
    folder = tmp_path_factory.mktemp("browser")
    engine = open_database(sqlite_url(folder / "rows.db"))
    with session(engine) as opened:
        load_pack(opened, read_pack(GAMES / GAME, Shared.of(GAMES)))
        for language in TEXTS:
            load_reading(opened, _read(language))
        _settle(opened)
        load_reading(opened, _correcting())
        _play(opened)
        _check(opened)
    snapshot = make_snapshot(engine, folder / "site.db")
    engine.dispose()
    command = [sys.executable, "-c", SERVE, str(snapshot)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip().rstrip("/")
        finally:
            server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        expect.set_options(timeout=20_000)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose errors and requests to elsewhere are faults of ours."""
    context = browser.new_context(base_url=address, locale="en-GB")
    opened = context.new_page()
    faults: list[str] = []
    opened.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith(address) else None)
    yield opened
    assert [fault for fault in faults if "404" not in fault] == []
    assert context.cookies() == []
    context.close()


def test_a_card_is_found_by_a_misspelt_name_in_another_language_and_leads_to_its_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("combobox", name=re.compile("Find|Najd")).fill("osamnely strelc")
    page.keyboard.press("Enter")
    page.locator(".hits .hit-card").get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lone Gunman")
    expect(page.get_by_text("Samotny strzelec").first).to_be_visible()
    page.get_by_role("link", name="Rulebook, Czech, 2nd edition, page 1").click()
    expect(page.locator(".passage:target")).to_contain_text("Osamělý střelec")
    expect(page.locator(".sheet .box.chosen")).to_have_count(1)


def test_paris_is_compared_between_documents(page: Page) -> None:
    page.goto(f"/en/game/{GAME}")
    page.get_by_role("link", name="Compare").click()
    differing = page.get_by_role("region", name="They disagree")
    expect(differing.get_by_role("row", name="Paris")).to_contain_text("−3")
    expect(differing.get_by_role("row", name="Paris")).to_contain_text("−2")
    differing.get_by_role("link", name="Paris").click()
    expect(page.locator("tr.differs")).to_contain_text("on entering")
    page.locator("tr.differs").get_by_role("link", name="−2").click()
    expect(page.locator(".passage:target")).to_contain_text("Paryż")


def test_the_map_is_slid_to_stage_seven(page: Page) -> None:
    page.goto(f"/en/map/{GAME}")
    expect(page.locator("#s-paris")).to_have_class(re.compile(r"\blater\b"))
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator("#stage-now")).to_have_text("7")
    expect(page.locator("#s-paris")).to_have_class(re.compile(r"\bclosed\b"))
    expect(page.locator("#s-munich")).to_have_class(re.compile(r"\bopen\b"))
    page.locator(".stages nav").get_by_role("link", name="4").click()
    expect(page.locator("#s-paris")).to_have_class(re.compile(r"\bopen\b"))
    assert page.url.endswith("stage=4")


def test_a_conflict_is_opened(page: Page) -> None:
    page.goto("/en")
    page.get_by_role("link", name="1 open conflict").click()
    page.get_by_role("link", name="Paris").click()
    expect(page.get_by_role("region", name="−3")).to_contain_text("This is played.")
    expect(page.get_by_role("region", name="−2")).to_contain_text("Paryż")
    expect(page.get_by_text("The board comes first.")).to_be_visible()


@pytest.mark.parametrize(("colours", "paths"), [("light", PAGES), ("dark", DARK)])
def test_no_page_has_a_serious_fault_of_access_or_is_wider_than_a_phone(
    browser: Browser, address: str, colours: Literal["light", "dark"], paths: tuple[str, ...]
) -> None:
    context = browser.new_context(base_url=address, viewport=PHONE, color_scheme=colours)
    page = context.new_page()
    faults = []
    for path in paths:
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > PHONE["width"]:
            faults.append(f"{path} is {wide} wide")
        found = Axe().run(page).response["violations"]
        faults += [
            f"{path}: {fault['id']} {[node['target'] for node in fault['nodes']][:3]}"
            for fault in found
            if fault["impact"] in ("serious", "critical")
        ]
    context.close()
    assert faults == []


def test_a_phone_can_search_filter_and_read(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True, locale="cs-CZ")
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    page.get_by_role("combobox", name=re.compile("Find|Najd")).fill("pariz")
    page.get_by_role("button", name="Najít").tap()
    page.locator(".hits .hit-location").get_by_role("link").first.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Paříž")
    page.goto(f"/cs/cards/{GAME}")
    page.locator("select[name=kind]").select_option("plot")
    page.get_by_role("button", name="Ukázat").tap()
    expect(page).to_have_url(re.compile("kind=plot"))
    assert set(page.locator(".face .kind").all_inner_texts()) == {"spiknutí"}
    page.locator(".tongues").get_by_role("link", name="pl").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Black Orchestra: karty")
    context.close()


def test_the_keyboard_alone_reaches_the_content(page: Page) -> None:
    page.goto("/en/documents")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.closest('main') !== null")
    assert focused
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_the_map_works_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/en/map/{GAME}")
    page.locator(".stages nav").get_by_role("link", name="7").click()
    expect(page.locator("#s-paris")).to_have_class(re.compile(r"\bclosed\b"))
    context.close()


def test_a_repair_is_told_on_hover(page: Page) -> None:
    page.goto("/en/document/1/1")
    repair = page.locator("mark.repair")
    repair.hover()
    shown = page.evaluate("getComputedStyle(document.querySelector('mark.repair'), '::after').content")
    assert shown == '"Hemi → Hern (slip)"'


def test_typing_suggests_and_the_keyboard_follows(page: Page) -> None:
    page.goto("/en/documents")
    page.get_by_role("combobox").fill("lone gun")
    expect(page.get_by_role("option").first).to_contain_text("Lone Gunman")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lone Gunman")


def test_a_search_is_taken_along(page: Page) -> None:
    page.goto("/en/find?q=deck:event")
    expect(page.locator(".hits li")).to_have_count(24)
    addresses = [page.get_by_role("link", name=form, exact=True).get_attribute("href") for form in ("CSV", "JSON")]
    table, told = (page.request.get(f"{address}") for address in addresses)
    assert table.headers["content-disposition"].startswith("attachment")
    assert len(list(csv.reader(table.text().splitlines()))) == 1 + told.json()["data"]["total"] > 25


def test_one_walks_from_a_page_to_its_rules_and_back(page: Page) -> None:
    page.goto("/en/document/1/1")
    lead = page.locator("details.leads", has=page.locator('a[href^="/en/rule/"]')).first
    lead.locator("summary").click()
    lead.locator('a[href^="/en/rule/"]').first.click()
    page.get_by_role("link", name="page 1").first.click()
    expect(page.locator(".passage:target")).to_have_count(1)


@pytest.mark.parametrize(("colours", "width"), [("light", 1200), ("dark", 390)])
def test_one_walks_from_a_card_by_its_page_its_rule_and_its_correction_back_to_the_card(
    browser: Browser, address: str, colours: Literal["light", "dark"], width: int
) -> None:
    context = browser.new_context(
        base_url=address, color_scheme=colours, viewport={"width": width, "height": 844}, locale="en-GB"
    )
    page = context.new_page()
    page.goto(f"/en/card/{GAME}/lone-gunman")
    page.get_by_role("region", name="Where it stands").get_by_role("link", name="page 1").first.click()
    expect(page.locator(".passage:target")).to_have_count(1)
    lead = page.locator("details.leads", has=page.locator('a[href^="/en/rule/"]')).first
    lead.locator("summary").focus()
    page.keyboard.press("Enter")
    lead.locator('a[href^="/en/rule/"]').first.focus()
    page.keyboard.press("Enter")
    corrections = page.get_by_role("region", name="Questions and corrections")
    expect(corrections.locator("del")).to_have_text("−2")
    corrections.get_by_role("link").first.click()
    expect(page.get_by_text("to platí i pro kartu")).to_be_visible()
    lead = page.locator("details.leads", has=page.locator('a[href$="/lone-gunman"]')).first
    lead.locator("summary").click()
    lead.locator('a[href$="/lone-gunman"]').click()
    expect(page).to_have_url(re.compile("/en/card/black-orchestra/lone-gunman"))
    expect(page.get_by_role("region", name="In simulated games")).to_contain_text("50.0 % (40.0 to 60.0)")
    context.close()


def test_a_list_of_cards_shows_the_card_that_is_focused(page: Page) -> None:
    page.goto(f"/en/cards/{GAME}?view=list&group=deck&deck=event")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("copies")
    link = page.locator(".deck-list a").first
    page.keyboard.press("Tab")
    link.focus()
    preview = page.locator(".preview").first
    expect(preview).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    page.locator(".deck-list a").nth(1).hover()
    expect(page.locator(".preview").nth(1)).to_be_visible()


def test_a_copy_in_plain_files_is_searched_without_a_server(browser: Browser, filled: Engine, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # Playwright keeps this thread's event loop for itself
        elsewhere.submit(write_site, filled, tmp_path / "public", languages=("en",)).result()
    page = browser.new_page()
    page.goto((tmp_path / "public" / "en" / "index.html").as_uri())
    page.get_by_role("searchbox").fill("pirsera")
    page.keyboard.press("Enter")
    page.locator("#hits").get_by_role("link", name="Příšera").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Příšera")
    page.close()

"""A picture of cards is read card by card, and each card is known by its title."""

import random
from collections.abc import Mapping
from pathlib import Path

import pypdfium2 as pdfium
import pytest
import typst
from PIL import Image, ImageDraw

from ingest.cards.photographed import known_titles, printed_card, read_cards
from ingest.cleaning.clean import clean
from ingest.files.open import open_document
from ingest.layout.lay_out import lay_out
from ingest.packs.read import read_packs
from ingest.pages.read import read_pages
from ingest.picture.card_sheets import find_cards
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import PassageRead

GAMES = Path(__file__).parents[2] / "games"
SHEET = GAMES / "black-orchestra/samples/black-orchestra-cards-en.png"
TITLES = {"quick reaction": "quick-reaction", "lone gunman": "lone-gunman"}


@pytest.fixture(scope="module")
def packs() -> Mapping[str, Pack]:
    return read_packs(GAMES, is_checked=True)


@pytest.fixture(scope="module")
def sheet() -> tuple[PassageRead, ...]:
    return clean(lay_out(read_pages(open_document(SHEET), languages=["en"])))


def card(*lines: str) -> PassageRead:
    raw = "\n".join(lines)
    shape = PassageShape(seq=4, kind="card", language="en", raw_text=raw, text=raw, confidence=1)
    return PassageRead(shape, 1)


def test_each_card_of_a_sheet_is_a_passage_in_its_own_place(sheet: tuple[PassageRead, ...]) -> None:
    assert [read.passage.kind for read in sheet] == ["card"] * 9
    left = [region.x0 for read in sheet for _, region in read.regions]
    assert left[0] < left[1] < left[2]
    assert left[3] < left[4] < left[5]


def test_the_cards_of_a_sheet_are_known_by_their_titles(
    sheet: tuple[PassageRead, ...], packs: Mapping[str, Pack]
) -> None:
    texts, findings = read_cards(sheet, packs["black-orchestra"], "en")
    assert findings == ()
    assert [text.card for text in texts] == [
        "quick-reaction",
        "cover-story",
        "airplane-access",
        "effective-planning",
        "military-secrets",
        "false-safety-report",
        "lone-gunman",
        "anti-semitic-laws",
        "fall-of-kiev",
    ]
    bodies = {text.card: text.text.body for text in texts}
    assert bodies["fall-of-kiev"] == "Military support +2."
    assert bodies["lone-gunman"].startswith("Requires: same space as Hitler; Reckless.")
    assert texts[0].text.title == "Quick Reaction"


def test_a_misread_title_is_known_and_a_strange_one_is_a_finding(packs: Mapping[str, Pack]) -> None:
    known = printed_card(card("ordinary", "Quiek Reacti0n", "Roll one die again.", "4", "×2"), TITLES)
    assert (known.code, known.body, known.numbers) == ("quick-reaction", "Roll one die again.", ("4",))
    assert printed_card(card("A · Lone Gunman", "Requires nothing."), TITLES).title == "Lone Gunman"
    texts, findings = read_cards([card("Garden Party", "Everybody dances.")], packs["black-orchestra"], "en")
    assert texts == ()
    assert [finding.passage for finding in findings] == [4]
    assert "“Garden Party” is in no card list" in findings[0].finding.message


def test_a_title_that_several_cards_bear_tells_one_of_them_only_with_its_numbers(packs: Mapping[str, Pack]) -> None:
    def told(game: str, *lines: str) -> list[str]:
        texts, findings = read_cards([card(*lines)], packs[game], "en", "2nd" if game == "black-orchestra" else None)
        assert findings == ()
        return [text.card for text in texts]

    assert told("black-orchestra", "Gestapo Raid", "Roll a die.", "6") == ["gestapo-raid-stage-6"]
    assert told("black-orchestra", "Gestapo Raid", "Roll a die.") == []
    assert told("resist", "Civilians", "× 3") == []


def test_only_cards_of_the_documents_edition_are_known(packs: Mapping[str, Pack]) -> None:
    pack = packs["black-orchestra"]
    editions = {edition.code for edition in pack.game.edition}
    assert len({frozenset(known_titles(pack, "en", edition).values()) for edition in editions}) == len(editions)


def test_cards_lying_askew_are_found_row_by_row_and_a_page_of_text_shows_none() -> None:
    table, chance = Image.new("L", (1200, 1000), 70), random.Random(2)
    places = [(100, 80), (500, 90), (880, 70), (110, 560), (490, 540)]
    for x, y in places:
        lean = chance.randint(-12, 12)
        corners = [(x, y + lean), (x + 250, y), (x + 250 + lean, y + 360), (x + lean, y + 360 + lean)]
        ImageDraw.Draw(table).polygon(corners, fill=225)
    found = find_cards(table)
    assert [(round(corners[0][0], -2), round(corners[0][1], -2)) for corners in found] == [
        (round(x, -2), round(y, -2)) for x, y in places
    ]
    page = Image.new("L", (1000, 1400), 250)
    ImageDraw.Draw(page).rectangle((100, 100, 400, 520), outline=0, width=4)
    assert find_cards(page) == []


def test_a_page_with_boxes_like_cards_keeps_what_is_written_beside_them(tmp_path: Path) -> None:
    box = "rect(width: 100%, height: 160pt, fill: luma(215), radius: 4pt)[Turn: one peg is right.]"
    beside = "The guesser has eight turns to find a row of five pegs. " * 12
    grid = f"#grid(columns: (124pt,) * 2, gutter: 24pt, ..({box},) * 4)\n"
    source = f"#set page(width: 360pt, height: 580pt, margin: 20pt)\n{grid}{beside}"
    path = tmp_path / "page.png"
    picture = pdfium.PdfDocument(bytes(typst.compile(source.encode())))[0].render(scale=200 / 72).to_pil().convert("L")
    picture.save(path, dpi=(200, 200))
    assert len(find_cards(picture)) == 4
    (page,) = read_pages(open_document(path), languages=["en"])
    assert not page.cards
    assert sum(word.text == "guesser" for word in page.words) == 12

"""A folder of card pictures becomes a game's cards; cards of a taught game find their rows; none states a rule."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import event
from sqlmodel import Session, select

from db.load import forget_document
from db.open import open_database, session, sqlite_url
from db.site.serve import build_site
from db.snapshot import make_snapshot
from ingest.picture import one_card
from ingest.picture.card_face import Face
from ingest.pipeline import Options
from rulewright import pictured_report
from rulewright.ingesting import ingest_documents
from rulewright.pictured_report import pictured_games
from rulewright.run import run
from schema.cards import Card, CardPicture, CardText, Deck, PrintedPart
from schema.claims import Claim
from schema.documents import Document
from schema.games import Game

DrawCard = Callable[..., Image.Image]


def cards_of(opened: Session, game: str) -> dict[str, tuple[str, int, str]]:
    rows = opened.exec(
        select(Card, Deck, CardText)
        .join(Deck)
        .join(CardText)
        .join(Game, Game.id == Card.game_id)
        .where(  # type: ignore[arg-type]
            Game.code == game, Card.is_found
        )
    ).all()
    return {card.code: (deck.code, card.copies, text.body) for card, deck, text in rows}


@pytest.fixture(scope="module")
def orchard(draw_card: DrawCard, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database of a folder of five pictures: three cards of a game nobody taught, one of them three times."""
    folder = tmp_path_factory.mktemp("cards") / "Old Orchard"
    for deck in ("trees", "weather"):
        (folder / deck).mkdir(parents=True)
    hail = draw_card("Hail Storm", "Each of you loses three apples.", number="12", seed=5)
    hail.save(folder / "weather" / "a.png")
    hail.resize((400, 566)).save(folder / "weather" / "b.jpg", quality=80)
    hail.resize((520, 736)).save(folder / "weather" / "c.webp", quality=85)
    draw_card("Plum Tree", "At the start of your turn take two plums.", seed=6).save(folder / "trees" / "a.png")
    draw_card("Pear Tree", "At the start of your turn take four pears.", seed=7).save(folder / "trees" / "b.png")
    db = sqlite_url(folder.parent / "orchard.db")
    ingest_documents(db, [folder], Options())
    return db


def test_a_folder_of_pictures_is_a_game_with_decks_different_cards_and_copies(orchard: str) -> None:
    engine = open_database(orchard)
    with session(engine, read_only=True) as opened:
        found = cards_of(opened, "old-orchard")
        assert found == {
            "hail-storm": ("weather", 3, "Each of you loses three apples."),
            "plum-tree": ("trees", 1, "At the start of your turn take two plums."),
            "pear-tree": ("trees", 1, "At the start of your turn take four pears."),
        }
        pictures = opened.exec(select(CardPicture)).all()
        assert len(pictures) == 5
        assert all((Path(orchard.removeprefix("sqlite:///") + ".pages") / one.image).is_file() for one in pictures)
        numbers = opened.exec(select(PrintedPart).where(PrintedPart.kind == "number")).all()
        assert {(part.text, part.place) for part in numbers} >= {("12", "bottom-right")}
        claims = opened.exec(select(Claim).where(Claim.document_id != None)).all()  # noqa: E711
        said = {(claim.subject, claim.attribute, claim.value, claim.origin) for claim in claims}
        assert said == {("card:hail-storm", "bottom-right", "12", "card-picture")}  # of the card, not of the game
        assert {d.kind for d in opened.exec(select(Document)).all()} == {"cards"}
    engine.dispose()


def test_cards_are_counted_in_the_documents_of_a_run_alone_however_many_are_asked_for_at_once(
    orchard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_database(orchard)
    asked: list[str] = []
    event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    with session(engine, read_only=True) as opened:
        (whole,) = pictured_games(opened, range(1, 6))
        monkeypatch.setattr(pictured_report, "ASKED_AT_ONCE", 2)
        assert pictured_games(opened, [*range(1, 6), None, 999]) == [whole]
        assert (whole.pictures, whole.cards) == (5, 3)
        assert [game.pictures for game in pictured_games(opened, [1])] == [1]
    assert all("document_id IN" in one for one in asked if one.startswith("SELECT"))
    engine.dispose()


def test_a_folder_of_pictures_is_told_of_in_a_sentence_and_not_file_by_file(
    orchard: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(orchard.removeprefix("sqlite:///")).parent / "Old Orchard"
    assert run(["ingest", str(folder), "--db", orchard]) == 0
    said = capsys.readouterr().out
    assert "old-orchard: 5 pictures of cards, 3 different." in said
    assert "a.png" not in said
    assert run(["status", "--db", orchard]) == 0
    assert "5 of its documents are pictures of cards" in capsys.readouterr().out
    assert run(["status", "--game", "old-orchard", "--db", orchard]) == 0
    assert capsys.readouterr().out.count("a.png") == 2


def test_pictures_in_letters_without_data_are_of_the_game_of_their_folder_and_told_of_once_until_they_are_read(
    draw_card: DrawCard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, db = tmp_path / "Far Forest", sqlite_url(tmp_path / "forest.db")
    folder.mkdir()
    for number, title in enumerate(("Plum Tree", "Old Barn", "Duck Pond")):
        draw_card(title, "Take two coins from the box.", seed=number).save(folder / f"img-{number}.png")
    advice = "Tesseract has no data here: install the Debian package tesseract-ocr-bul."
    with monkeypatch.context() as patched:
        patched.setattr(one_card, "read_face", lambda image, *_: Face((), "en", 0, image.size, advice=advice))
        assert run(["ingest", str(folder), "--kind", "cards", "--db", db]) == 0
    said = capsys.readouterr().out
    assert said.count(f"far-forest: 3 documents are not read whole. {advice}") == 1
    assert "img-0" not in said
    assert run(["status", "--game", "far-forest", "--db", db]) == 0
    assert capsys.readouterr().out.count(advice) == 1
    with session(engine := open_database(db), read_only=True) as opened:
        assert opened.exec(select(Game.code).where(Game.fingerprint == "")).all() == ["far-forest"]
        assert not opened.exec(select(Card).where(Card.is_found)).all()
    engine.dispose()
    assert run(["ingest", str(folder), "--kind", "cards", "--again", "--db", db]) == 0
    said = capsys.readouterr().out
    assert "far-forest: 3 pictures of cards, 3 different." in said
    assert advice not in said


def test_a_line_larger_than_the_title_that_all_cards_of_a_folder_bear_is_no_title(
    draw_card: DrawCard, tmp_path: Path
) -> None:
    folder = tmp_path / "Farm"
    folder.mkdir()
    titles = ["Plum Tree", "Old Barn", "Duck Pond", "Stone Wall"]
    for number, title in enumerate(titles):
        card = draw_card(title, f"Take {number + 2} coins from the box.", seed=number)
        draw = ImageDraw.Draw(card)
        draw.rectangle((110, 84, 350, 136), fill=(238, 232, 214))
        draw.text((230, 110), "Harvest", font=ImageFont.load_default(42), fill="black", anchor="mm")
        card.save(folder / f"{number}.png")
    db = sqlite_url(tmp_path / "farm.db")
    report = ingest_documents(db, [folder], Options())
    assert report.loaded == len(titles)
    engine = open_database(db)
    with session(engine, read_only=True) as opened:
        assert sorted(opened.exec(select(CardText.title).join(Card).where(Card.is_found)).all()) == sorted(titles)
    engine.dispose()


def test_the_gallery_shows_the_cards_with_their_pictures(orchard: str, tmp_path: Path) -> None:
    engine = open_database(orchard)
    pages = Path(orchard.removeprefix("sqlite:///") + ".pages")
    site = build_site(make_snapshot(engine, tmp_path / "site.db"), pictures=pages)
    gallery = asyncio.run(site.client.get("/en/cards/old-orchard")).text
    assert gallery.count('<img class="pictured"') == 3
    assert "Each of you loses three apples." in gallery
    card = asyncio.run(site.client.get("/en/card/old-orchard/hail-storm")).text
    shown = set(re.findall(r'<img src="(/pictures/[^"]+)"', card))
    assert len(shown) == 3
    assert {asyncio.run(site.client.get(address)).status_code for address in shown} == {200}
    engine.dispose()


def test_a_card_goes_with_the_last_document_that_tells_of_it(orchard: str) -> None:
    engine = open_database(orchard)
    with session(engine) as opened:
        for name in ("c.webp", "b.png"):
            forget_document(opened, name)
        found = cards_of(opened, "old-orchard")
        assert set(found) == {"hail-storm", "plum-tree"}
        opened.rollback()
    engine.dispose()


def test_pictures_of_known_cards_find_their_rows_and_a_strange_one_beside_them_is_a_new_card(
    draw_card: DrawCard, tmp_path: Path
) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    known = {
        "cover-story": ("Cover Story", "Lower your suspicion by one. Play at any time."),
        "lone-gunman": ("Lone Gunman", "Requires: same space as Hitler; Reckless. Roll the dice."),
    }
    for number, (title, body) in enumerate(known.values()):
        draw_card(title, body, seed=number).save(folder / f"{number}.png")
    draw_card("Garden Fence", "Everybody paints a board.", seed=9).save(folder / "9.png")
    db = sqlite_url(tmp_path / "scans.db")
    ingest_documents(db, [folder], Options())
    engine = open_database(db)
    with session(engine, read_only=True) as opened:
        documents = opened.exec(select(Document.file_name, Document.kind, Game.code).join(Game)).all()
        assert sorted(documents) == [(f"{n}.png", "cards", "black-orchestra") for n in (0, 1, 9)]
        shown = select(Card.code, Card.is_found).join(CardPicture)
        assert sorted(opened.exec(shown).all()) == [
            ("cover-story", False),
            ("garden-fence", True),
            ("lone-gunman", False),
        ]
        texts = opened.exec(select(CardText.origin).where(CardText.passage_id != None)).all()  # noqa: E711
        assert set(texts) == {"card-picture"}
    engine.dispose()


def test_a_title_in_two_lines_is_not_the_card_that_its_first_line_is_called_like(
    draw_card: DrawCard, tmp_path: Path
) -> None:
    folder = tmp_path / "black-orchestra"
    folder.mkdir()
    card = draw_card("", "At any time, during plot attempts: one eagle less.")
    draw = ImageDraw.Draw(card)
    for row, line in enumerate(("Hitler's", "Schedule Leaked")):
        draw.text((230, 42 + 38 * row), line, font=ImageFont.load_default(34), fill="black", anchor="mm")
    card.save(folder / "1.png")
    db = sqlite_url(tmp_path / "scans.db")
    ingest_documents(db, [folder], Options(game="black-orchestra", kind="cards"))
    engine = open_database(db)
    with session(engine, read_only=True) as opened:
        assert opened.exec(select(Card.code).join(CardPicture)).all() == ["hitlers-schedule-leaked"]
        texts = select(Card.code, CardText.title).join(CardText).where(CardText.passage_id != None)  # noqa: E711
        assert opened.exec(texts).all() == [("hitlers-schedule-leaked", "Hitler's Schedule Leaked")]
    engine.dispose()

"""Small pictures among the words of cards that recur are icons; a person names one, and all like it bear the name."""

import math
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from sqlmodel import Session, SQLModel, create_engine, select

from ingest.deciding.review import now
from ingest.picture.card_icons import icons_of
from ingest.resolve.card_icons import CARD_ICONS, icon_code, state_card_icons
from rulewright.open_questions import icon_questions
from schema.base import row
from schema.cards import ICON, Card, Deck, PrintedPart
from schema.claims import Claim
from schema.decisions import Decision
from schema.documents import Document, Page, Passage
from schema.games import Game
from schema.reading import Box, Word

Points = list[tuple[float, float]]


def star(x: float, y: float, size: float) -> Points:
    reach = [size / 2 if turn % 2 else size / 4.5 for turn in range(10)]
    return [(x + r * math.sin(n * math.pi / 5), y + r * math.cos(n * math.pi / 5)) for n, r in enumerate(reach)]


def drop(x: float, y: float, size: float) -> Points:
    round_side = [(math.cos(n / 8 * math.pi), math.sin(n / 8 * math.pi)) for n in range(9)]
    return [(x + size / 3 * a, y + size / 6 + size / 3 * b) for a, b in round_side] + [(x - size / 4, y - size / 2)]


def drawn(signs: Sequence[Points], *, is_dark: bool = False) -> tuple[Image.Image, list[Word]]:
    """A card of 357 by 500 pixels with a line of text for each sign, which stands between its words."""
    paper, ink = ((30, 34, 40), (240, 236, 226)) if is_dark else ((240, 236, 226), (30, 28, 26))
    image = Image.new("RGB", (357, 500), paper)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(22)
    words = []
    for number, sign in enumerate(signs):
        y = 100 + 50 * number
        for text, x in (("Take", 60), ("of", 165), ("them", 200)):
            draw.text((x, y), text, font=font, fill=ink, anchor="lm")
            x0, y0, x1, y1 = (edge / 2 for edge in draw.textbbox((x, y), text, font=font, anchor="lm"))
            words.append(Word(text, number, Box(x0, y0, x1, y1), size=11.0))
        if sign:
            draw.polygon([(x + 138, y + dy) for x, dy in sign], fill=ink)
    return image, words


def found(*signs: Points, is_dark: bool = False) -> list[str]:
    image, words = drawn(signs, is_dark=is_dark)
    return [likeness for _, likeness in icons_of(image, words, 178.5, 250)]


def test_a_sign_between_words_is_found_and_letters_and_frames_are_none() -> None:
    image, words = drawn([star(0, 0, 24), []])
    ImageDraw.Draw(image).rectangle((0, 0, 357, 30), fill=(120, 70, 30))
    ((box, likeness),) = icons_of(image, words, 178.5, 250)
    assert abs((box.x0 + box.x1) / 2 - 69) < 2
    assert len(likeness) == 144


def test_light_signs_on_dark_ground_are_found_too() -> None:
    assert len(found(star(0, 0, 24), drop(0, 0, 26), is_dark=True)) == 2


def stored(opened: Session, cards: Sequence[Sequence[str]], folder: Path) -> Game:
    """A game of pictured cards that bear signs of these likenesses."""
    game = row(Game, {"code": "g", "name": "G"})
    opened.add(game)
    opened.flush()
    deck = row(Deck, {"code": "d"}, game_id=game.id)
    opened.add(deck)
    opened.flush()
    for number, likenesses in enumerate(cards):
        told = {"kind": "cards", "language": "en", "title": "t", "file_name": f"{number}.png", "page_count": 1}
        more = {"source": str(folder / f"{number}.png"), "sha256": f"{number:064}", "recipe": "", "media_type": "x"}
        document = row(Document, {**told, **more}, game_id=game.id)
        card = row(Card, {"code": f"c{number}", "origin": "card-picture"}, game_id=game.id, deck_id=deck.id)
        opened.add_all([document, card])
        opened.flush()
        page = row(Page, {"number": 1, "method": "ocr", "reason": "", "confidence": 1.0}, document_id=document.id)
        opened.add(page)
        opened.flush()
        said = {"seq": 0, "kind": "card", "text": "", "raw_text": "", "language": "en", "confidence": 1.0}
        passage = row(Passage, said, document_id=document.id, page_id=page.id)
        opened.add(passage)
        opened.flush()
        for seq, likeness in enumerate(likenesses):
            part = {"seq": seq, "kind": ICON, "text": "", "confidence": 1.0, "likeness": likeness}
            box = {"x0": 0, "y0": 0, "x1": 1, "y1": 1}
            opened.add(row(PrintedPart, {**part, **box}, card_id=card.id, passage_id=passage.id))
    opened.flush()
    return game


def test_like_signs_are_one_icon_that_is_asked_about_and_named_once(tmp_path: Path) -> None:
    small, large, other = found(star(0, 0, 18), star(0, 0, 27), drop(0, 0, 26))
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as opened:
        game = stored(opened, [[small, large, other], [large], [small]], tmp_path)
        state_card_icons(opened, game, None)
        parts = opened.exec(select(PrintedPart).order_by(PrintedPart.id)).all()  # type: ignore[arg-type]
        assert [bool(part.icon) for part in parts] == [True, True, False, True, True]
        assert len({part.icon for part in parts if part.icon}) == 1
        (question,) = icon_questions(opened)
        assert "4 times on 3 cards" in question.reason
        assert not opened.exec(select(Claim)).all()
        # The decision names one of them, which need not be the one that stands for all any more.
        made = question.decided("Falling Star", "").model_copy(update={"subject": f"{ICON}:{icon_code(large)}"})
        opened.add(row(Decision, made.model_copy(update={"decided_at": now()})))
        opened.flush()
        state_card_icons(opened, game, None)
        claims = opened.exec(select(Claim).where(Claim.made_by == CARD_ICONS).order_by(Claim.subject)).all()
        assert [(claim.subject, claim.attribute, claim.value) for claim in claims] == [
            ("card:c0", "icon.falling-star", "yes"),
            ("card:c1", "icon.falling-star", "yes"),
            ("card:c2", "icon.falling-star", "yes"),
        ]
        assert all(claim.passage_id and claim.origin == "card-picture" for claim in claims)
        assert not list(icon_questions(opened))
    engine.dispose()

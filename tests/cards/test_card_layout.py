"""What the cards of a folder have in common tells the title of each: where titles stand, and what is none."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlmodel import Session, SQLModel, create_engine, select

from ingest.cards.card_layout import DeckLayout, layout_of
from ingest.cards.card_parts import CardParts, card_parts, placed_lines
from ingest.cards.card_titles import FileWords, titled
from ingest.cards.pictured_cards import PicturedCard
from rulewright.deck_layouts import DeckLayouts
from schema.base import row
from schema.cards import Card, Deck, PrintedPart
from schema.documents import Document, Page, Passage
from schema.games import Game
from schema.reading import Box, Word

WIDTH, HEIGHT = 180.0, 252.0
NO_LAYOUT = DeckLayout()
Printed = tuple[str, float, float]
"""A line, how far down it stands, and its size."""

DECK: dict[str, list[Printed]] = {
    "Old Mill": [("Old Mill", 14, 12), ("Grind", 44, 13), ("Take two sacks of flour", 180, 9)],
    "Tin Bell": [("Tin Bell", 14, 12), ("Grind", 44, 13), ("Everybody wakes up now", 180, 9)],
    "low gate": [("low gate", 14, 12), ("Grind", 44, 13), ("Nobody may leave here", 180, 9)],
    "Sea Wall": [("Sea Wall", 14, 12), ("Push", 44, 13), ("The flood stops at once", 180, 9)],
    "Salt Road": [("Salt Road", 14, 12), ("Push", 44, 13), ("Move up to three carts", 180, 9)],
}
"""Cards with a line below the title that is larger than it, one with a title in small letters."""


def parts_of(printed: list[Printed], layout: DeckLayout = NO_LAYOUT) -> CardParts:
    words = []
    for number, (text, down, size) in enumerate(printed):
        x = WIDTH / 2 - len(text) * size / 4
        for piece in text.split():
            box = Box(x, down, x + len(piece) * size / 2, down + size)
            words.append(Word(piece, number, box, size=size, confidence=0.97))
            x += (len(piece) + 1) * size / 2
    return card_parts(words, WIDTH, HEIGHT, layout=layout)


def title_of(printed: list[Printed], layout: DeckLayout = NO_LAYOUT) -> str:
    title = parts_of(printed, layout).title
    return title.text if title else ""


def layout_of_deck(deck: dict[str, list[Printed]]) -> DeckLayout:
    return layout_of([placed_lines(parts_of(printed).parts, WIDTH, HEIGHT) for printed in deck.values()])


def test_what_recurs_is_no_title_and_the_line_where_others_have_theirs_is() -> None:
    assert {name: title_of(printed) for name, printed in DECK.items()} != {name: name for name in DECK}
    layout = layout_of_deck(DECK)
    assert {name: title_of(printed, layout) for name, printed in DECK.items()} == {name: name for name in DECK}


def test_a_title_in_two_lines_is_joined_at_the_place_of_titles() -> None:
    two = [("Harbour of", 8, 10), ("the drowned (north)", 19, 10), ("Grind", 44, 13), ("Take what floats by", 180, 9)]
    assert title_of(two, layout_of_deck(DECK)) == "Harbour of the drowned (north)"


def test_what_stands_at_the_foot_of_many_is_no_text() -> None:
    printed = {name: [*lines, ("Made by nobody", 238, 9)] for name, lines in DECK.items()}
    layout = layout_of_deck(printed)
    alone, told = (parts_of(printed["Old Mill"], of) for of in (NO_LAYOUT, layout))
    assert "nobody" in alone.text("body")
    assert told.text("foot") == "Made by nobody"
    assert told.text("body") == "Take two sacks of flour"


def test_a_title_elsewhere_than_the_others_is_a_guess() -> None:
    strange = [("Wide River", 120, 16), ("It runs through all fields", 180, 9)]
    alone, told = (parts_of(strange, of).title for of in (NO_LAYOUT, layout_of_deck(DECK)))
    assert alone is not None
    assert told is not None
    assert told.text == alone.text == "Wide River"
    assert told.confidence < 0.8 < alone.confidence


def test_a_line_that_recurs_with_other_numbers_is_no_title() -> None:
    levels = ("Level 2", "Level 5", "Level 2", "Level 9", "LEVEL")
    deck = {name: [(level, 10, 12), *lines] for (name, lines), level in zip(DECK.items(), levels, strict=True)}
    layout = layout_of_deck(deck)
    assert {layout.recurs(text) for text in ("Level 7", "level", "+1 level II")} == {True}
    assert {name: title_of(printed, layout) for name, printed in deck.items()} == {name: name for name in deck}


def test_titles_that_differ_by_a_number_alone_do_not_recur() -> None:
    rooms = {f"Room {n}": [(f"Room {n}", 14, 12.0), *DECK["Old Mill"][2:]] for n in range(5)}
    assert {name: title_of(printed, layout_of_deck(rooms)) for name, printed in rooms.items()} == {n: n for n in rooms}


def test_a_text_at_the_place_of_titles_is_none_where_the_card_has_its_title_elsewhere() -> None:
    deck = {name: [("Art", 10, 6), (name, 120, 12.0), ("Take two sacks", 180, 9)] for name in DECK}
    other = [
        ("TALL TREE", 20, 9),
        ("When the wind blows", 112, 9),
        ("you lose what you have", 124, 9),
        ("now.", 136, 9),
    ]
    assert title_of(other, layout_of_deck(deck)) == "TALL TREE"


def test_a_small_line_at_the_place_of_titles_is_none_beside_a_far_larger_name() -> None:
    other = [("Worn by nobody", 14, 9), ("Green Hat", 120, 14), ("a thing of the sea", 180, 9)]
    assert title_of(other, layout_of_deck(DECK)) == "Green Hat"


@pytest.mark.parametrize("names", [["Old Mill", "Tin Bell"], []])
def test_few_cards_tell_nothing(names: list[str]) -> None:
    assert layout_of_deck({name: DECK[name] for name in names}) == NO_LAYOUT


def test_a_file_called_by_more_or_less_than_a_title_at_its_place_does_not_change_it() -> None:
    layout = layout_of_deck(DECK)
    for called in ("b old mill", "mill"):
        assert titled(parts_of(DECK["Old Mill"], layout), FileWords(called))[1].text == "Old Mill"
    assert titled(parts_of(DECK["Old Mill"]), FileWords("b old mill"))[1].text == "B Old Mill"


def test_rows_of_a_folder_tell_its_layout_and_whose_title_stands_elsewhere(tmp_path: Path) -> None:
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as opened:
        deck = _a_deck(opened)
        for number, printed in enumerate(DECK.values()):
            _store(opened, deck, number, parts_of(printed), tmp_path / f"{number}.png")
        layouts = DeckLayouts(opened, {tmp_path})
        assert layouts.of(str(tmp_path / "new.png")) == layout_of_deck(DECK)
        assert layouts.of(str(tmp_path / "other" / "new.png")) == NO_LAYOUT
        assert sorted(map(Path, layouts.told_otherwise())) == [tmp_path / f"{n}.png" for n in range(5)]
        assert DeckLayouts(opened, set()).told_otherwise() == []
        assert layouts.in_other_languages() == []
        strange = str(tmp_path / "2.png")
        opened.exec(select(Document).where(Document.source == strange)).one().language = "it"
        layouts = DeckLayouts(opened, {tmp_path})
        assert layouts.in_other_languages() == [strange]
        assert layouts.language_beside(strange) == "en"
    engine.dispose()


def test_cards_whose_language_is_untold_are_in_that_of_the_others_of_their_folder(tmp_path: Path) -> None:
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    files = [tmp_path / f"{number}.png" for number in range(6)]
    with Session(engine) as opened:
        deck = _a_deck(opened)
        for number, file in enumerate(files):
            _store(opened, deck, number, parts_of(DECK["Old Mill"]), file, language="en" if number < 4 else "und")
        assert DeckLayouts(opened, {tmp_path}).in_other_languages() == [str(file) for file in files[4:]]
    engine.dispose()


def _a_deck(opened: Session) -> Deck:
    game = row(Game, {"code": "g", "name": "G"})
    opened.add(game)
    opened.flush()
    deck = row(Deck, {"code": "d"}, game_id=game.id)
    opened.add(deck)
    opened.flush()
    return deck


def _store(opened: Session, deck: Deck, number: int, parts: CardParts, file: Path, *, language: str = "en") -> None:
    """A picture of one card with its parts."""
    shape = {"kind": "cards", "language": language, "title": "t", "file_name": file.name, "source": str(file)}
    more = {"sha256": f"{number:064}", "recipe": "", "media_type": "image/png", "page_count": 1}
    document = row(Document, {**shape, **more}, game_id=deck.game_id)
    card = row(
        Card, {"code": f"c{number}", "is_found": True, "origin": "card-picture"}, game_id=deck.game_id, deck_id=deck.id
    )
    opened.add_all([document, card])
    opened.flush()
    size = {"number": 1, "method": "ocr", "reason": "", "confidence": 1.0, "width": WIDTH, "height": HEIGHT}
    page = row(Page, size, document_id=document.id)
    opened.add(page)
    opened.flush()
    told = {"seq": 0, "kind": "card", "text": "", "raw_text": "", "language": "en", "confidence": 1.0}
    passage = row(Passage, told, document_id=document.id, page_id=page.id)
    opened.add(passage)
    opened.flush()
    for seq, part in enumerate(parts.parts):
        box = {"x0": part.box.x0, "y0": part.box.y0, "x1": part.box.x1, "y1": part.box.y1}
        printed = {"seq": seq, "kind": part.kind, "text": part.text, "confidence": part.confidence, **box}
        opened.add(row(PrintedPart, printed, card_id=card.id, passage_id=passage.id))
    opened.flush()


def test_the_last_words_of_a_text_are_no_title_of_a_card_of_another_game() -> None:
    printed = [("Dying Ember", 12, 16), ("Take it away", 180, 9), ("from the", 190, 9), ("map.", 200, 9)]
    card = PicturedCard(SimpleNamespace(), SimpleNamespace(), 0, Box(0, 0, WIDTH, HEIGHT), parts_of(printed))  # type: ignore[arg-type]
    assert card.lines[0] == "Dying Ember"
    assert "map." not in card.lines


def test_where_its_title_stands_as_those_of_its_deck_no_other_line_makes_it_a_card_of_another_game() -> None:
    parts = parts_of(DECK["Old Mill"], layout_of_deck(DECK))
    card = PicturedCard(SimpleNamespace(), SimpleNamespace(), 0, Box(0, 0, WIDTH, HEIGHT), parts)  # type: ignore[arg-type]
    assert card.lines == ["Old Mill"]

"""A sheet that names no edition is of that of the book beside it."""

from pathlib import Path

import pytest
from sqlmodel import Session, select

from db.load import load_reading
from ingest.pipeline import Options, read_document
from ingest.resolve.run import resolve_game
from ingest.resolve.sheet_editions import editions_of
from schema.claims import Fact
from schema.games import Edition, Game
from schema.pack import Pack
from tests.resolve.test_bind_corrections import GAME, opened

__all__ = ["opened"]
BOOK = "# Black Orchestra\n\nA conspirator may hold at most 7 cards in the dossier with 3 to 4 players.\n"
SHEET = "# Black Orchestra: errata\n\n- Dossier, 3 to 4 players: 6 cards, not 7 cards.\n"


@pytest.mark.parametrize("edition", ["1st", "2nd"])
@pytest.mark.parametrize("order", ["book first", "sheet first"])
def test_a_sheet_that_names_no_edition_corrects_the_only_book_there_is(
    opened: Session, games: dict[str, Pack], tmp_path: Path, edition: str, order: str
) -> None:
    documents = [("book.md", BOOK, Options(game=GAME, edition=edition)), ("sheet.md", SHEET, Options(game=GAME))]
    for name, text, options in documents if order == "book first" else reversed(documents):
        (tmp_path / name).write_text(text, encoding="utf-8")
        load_reading(opened, read_document(tmp_path / name, games, candidates=("en",), recipe="r", options=options))
        resolve_game(opened, GAME, games[GAME])
    limit = select(Fact.value).join(Edition).where(Fact.attribute == "limit.players-3-4", Fact.subject == "dossier")
    assert opened.exec(limit.where(Edition.code == edition)).all() == ["6"]
    game = opened.exec(select(Game).where(Game.code == GAME)).one()
    told = {opened.get_one(Edition, number).code for number in editions_of(opened, game, "2nd").values()}
    assert told == {edition}

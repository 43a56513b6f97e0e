"""Hands the rows of each game to the edition steps."""

from collections.abc import Collection

from sqlmodel import Session, select

from ingest.packs import read_packs
from ingest.resolve.run import resolve_game
from rulewright import GAMES
from schema.games import Game


def resolve_games(session: Session, codes: Collection[str] | None = None) -> None:
    """Choose facts and build effects anew for the games named, or for all."""
    packs = read_packs(GAMES)
    for game in session.exec(select(Game)).all():
        if codes is None or game.code in codes:
            resolve_game(session, game.code, packs.get(game.code))

"""Hands the rows of each game to the edition steps."""

from collections.abc import Collection, Mapping

from sqlmodel import Session, select

from ingest.resolve.run import resolve_game
from schema.games import Game
from schema.pack import Pack


def resolve_games(session: Session, packs: Mapping[str, Pack], codes: Collection[str] | None = None) -> None:
    """Choose facts and build effects anew for the games named, or for all."""
    for game in session.exec(select(Game)).all():
        if codes is None or game.code in codes:
            resolve_game(session, game.code, packs.get(game.code))

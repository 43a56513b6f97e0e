"""How much documents alone told of a game that has no pack."""

from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session

_COUNTED = text(
    """
    SELECT (SELECT count(*) FROM component WHERE game_id = game.id),
           (SELECT count(*) FROM rule WHERE game_id = game.id),
           (SELECT count(*) FROM concept WHERE game_id = game.id AND kind = 'term'),
           (SELECT count(*) FROM outline WHERE game_id = game.id),
           (SELECT count(*) FROM candidate WHERE game_id = game.id)
    FROM game WHERE code = :game
    """
)


@dataclass(frozen=True, slots=True)
class Discoveries:
    """How much documents alone told of a game."""

    components: int
    rules: int
    terms: int
    parts: int
    candidates: int

    def __str__(self) -> str:
        told = (
            f"{self.components} components, {self.rules} rules, {self.terms} terms, {self.parts} parts of the outline"
        )
        return told + (f", {self.candidates} possible cards or places" if self.candidates else "")


def discoveries(opened: Session, game: str) -> Discoveries:
    """What was discovered of the game of this code."""
    return Discoveries(*opened.connection().execute(_COUNTED, {"game": game}).one())

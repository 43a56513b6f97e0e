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
        told = [
            _count(self.components, "component"),
            _count(self.rules, "rule"),
            _count(self.terms, "term"),
            _count(self.parts, "part", " of the outline"),
        ]
        if self.candidates:
            told.append(_count(self.candidates, "possible card or place", many="possible cards or places"))
        return ", ".join(told)


def _count(number: int, thing: str, behind: str = "", many: str = "") -> str:
    return f"{number} {thing if number == 1 else many or f'{thing}s'}{behind}"


def discoveries(opened: Session, game: str) -> Discoveries:
    """What was discovered of the game of this code."""
    return Discoveries(*opened.connection().execute(_COUNTED, {"game": game}).one())

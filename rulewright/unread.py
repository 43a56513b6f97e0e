"""Documents that lack something to be read whole, and what would have them read: one sentence for those of a game."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session

from schema.row_kinds import UNREAD_PAGE

_FOUND = text("""
    SELECT game.code, finding.message, document.file_name, document.id FROM finding
    JOIN document ON document.id = finding.document_id JOIN game ON game.id = document.game_id
    WHERE finding.kind = :kind ORDER BY game.code, finding.message, document.file_name
""")


@dataclass(frozen=True, slots=True)
class Unread:
    """The documents of a game that lack the same thing."""

    game: str
    documents: tuple[str, ...]
    """The names of their files."""
    advice: str

    @property
    def told(self) -> str:
        """How many they are, or which one it is, and what to do."""
        alone = len(self.documents) == 1
        what = f"{self.documents[0]} is" if alone else f"{len(self.documents)} documents are"
        return f"{self.game}: {what} not read whole. {self.advice}"


def unread_documents(opened: Session, documents: Collection[int | None] | None = None) -> list[Unread]:
    """All that lack something, or those among some documents."""
    rows = opened.connection().execute(_FOUND, {"kind": UNREAD_PAGE})
    return _together((game, advice, name) for game, advice, name, at in rows if documents is None or at in documents)


def _together(found: Iterable[tuple[str, str, str]]) -> list[Unread]:
    alike: dict[tuple[str, str], list[str]] = {}
    for game, advice, name in found:
        alike.setdefault((game, advice), []).append(name)
    return [Unread(game, tuple(names), advice) for (game, advice), names in alike.items()]

"""What people wrote of their own about a card, a rule or a place; shown on their own machine only."""

from db.site.page import Asked, Row, placeholders


def notes_on(asked: Asked, game: str, *subjects: str) -> list[Row]:
    """The notes on any of these subjects, the latest first."""
    return asked.rows(
        f"SELECT subject, value, decided_at FROM decision WHERE kind = 'note' AND game = ? AND value <> '' "
        f"AND subject IN ({placeholders(subjects)}) ORDER BY decided_at DESC, id",
        game,
        *subjects,
    )

"""Opens the database that a command works on, whatever version made it."""

from sqlalchemy import Engine

from db.errors import OlderDatabase
from db.open import open_database


def open_current(db: str) -> Engine:
    """Open a database that is there; one of an older version is brought up to date first."""
    try:
        return open_database(db, create=False)
    except OlderDatabase as older:
        # Bringing up reads documents again: all of ingest, which no other opening needs.
        from rulewright.upgrading import bring_up

        bring_up(db, older)
    return open_database(db, create=False)

"""A ruleset with one fact changed: from a copy of the database in which its effects are built anew."""

import tempfile
from pathlib import Path

from sqlmodel import Session, col, select

from db.open import open_database, reading, session, sqlite_url
from db.snapshot import make_snapshot
from ingest.resolve.build import build_board, build_effects
from rules_engine.compare import Change
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from schema.claims import Fact
from schema.games import Edition, Game
from schema.pack import Pack


def changed_ruleset(db: str, ruleset: Ruleset, change: Change, pack: Pack) -> Ruleset:
    """The ruleset with the fact changed; what held for all editions holds for the others still."""
    source = open_database(db, create=False)
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        copy = sqlite_url(make_snapshot(source, Path(folder) / "changed.db"))
        source.dispose()
        engine = open_database(copy)
        with session(engine) as opened:
            fact = _fact(opened, ruleset, change)
            fact.value = change.value
            opened.add(fact)
            opened.flush()
            game = opened.get_one(Game, fact.game_id)
            build_board(opened, game)
            build_effects(opened, game, pack)
        engine.dispose()
        with reading(copy) as opened:
            return read_ruleset(opened, ruleset.game, ruleset.edition)


def _fact(opened: Session, ruleset: Ruleset, change: Change) -> Fact:
    """The fact that the edition plays by, its own before that of all editions."""
    found = opened.exec(
        select(Fact)
        .join(Game, col(Game.id) == Fact.game_id)
        .join(Edition, col(Edition.id) == Fact.edition_id, isouter=True)
        .where(Game.code == ruleset.game, Fact.subject == change.subject, Fact.attribute == change.attribute)
        .where((col(Edition.code) == ruleset.edition) | col(Edition.code).is_(None))
    ).all()
    return min(found, key=lambda fact: fact.edition_id is None)

"""Notes, whenever facts are chosen, what play lacks: beginning a game of every edition takes longer than telling it."""

from collections.abc import Collection, Iterator

from sqlmodel import Session, col, delete, select

from rules_engine.errors import RulesetError
from rules_engine.gaps import open_facts
from rules_engine.read import read_ruleset
from rules_engine.terminal.words import words_of
from rules_engine.words import ENGLISH
from schema.base import row
from schema.documents import Document
from schema.games import Edition, Game
from schema.results import MissingFact, MissingFactShape


def note_missing(opened: Session, games: Collection[str]) -> None:
    """Put what the editions of these games lack in the place of what was noted before."""
    opened.flush()
    for game in opened.exec(select(Game).where(col(Game.code).in_(games)).order_by(Game.code)).all():
        opened.exec(delete(MissingFact).where(col(MissingFact.game_id) == game.id))
        described = select(Document.edition_id).where(Document.game_id == game.id)
        for edition in opened.exec(select(Edition).where(col(Edition.id).in_(described)).order_by(Edition.code)).all():
            for shape in _missing(opened, game.code, edition.code):
                opened.add(row(MissingFact, shape, game_id=game.id, edition_id=edition.id))


def _missing(opened: Session, game: str, edition: str) -> Iterator[MissingFactShape]:
    """What an edition lacks; nothing where the engine does not play the game."""
    try:
        ruleset = read_ruleset(opened, game, edition)
        found = open_facts(ruleset) if ruleset.make_engine else None
    except RulesetError as error:
        yield MissingFactShape(reason=str(error))
        return
    except Exception as error:  # rows that nobody foresaw must not undo what was read
        yield MissingFactShape(reason=f"its rows cannot be read ({type(error).__name__}: {error}).")
        return
    if found is not None:
        for subject, attribute in found.missing:
            yield MissingFactShape(subject=subject, attribute=attribute)
        words = words_of(ruleset, ENGLISH)
        for (subject, attribute), part in found.left_out.items():
            yield MissingFactShape(subject=subject, attribute=attribute, part=words.part(part))

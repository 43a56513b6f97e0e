"""Which fact of which game and edition a person means who says a subject and an attribute."""

from collections.abc import Iterator

import typer
from sqlmodel import Session, col, select

from rules_engine.change import Change, check_known, check_value
from rules_engine.errors import RulesetError
from rules_engine.gaps import open_facts
from rules_engine.read import read_ruleset
from rules_engine.rows import find_game
from schema.claims import Claim, Fact
from schema.games import Edition, Game
from schema.slots import FactKey

ALL = "all"
"""What a person says for a fact of every edition."""


def editions_meant(
    opened: Session, change: Change, game: str | None, edition: str | None, hint: str
) -> tuple[Game, list[str]]:
    """The game and the codes of the editions whose fact is meant, or a mistake of whoever named it.

    Facts that nothing states yet are meant too where the engine cannot play without them.
    """
    games = [find_game(opened, game)] if game else list(opened.exec(select(Game).order_by(Game.code)))
    known = {
        (of.code, code): dict(_known(opened, of, number)) for of in games for number, code in _editions(opened, of)
    }
    if not any(change.fact in facts for facts in known.values()):
        for (of, code), facts in known.items():
            facts.update(dict.fromkeys(_wanted(opened, of, code)))
    try:
        check_known(change.fact, {fact for facts in known.values() for fact in facts})
        stated = {where: facts[change.fact] for where, facts in known.items() if change.fact in facts}
        for value in stated.values():
            check_value(change.value, value)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=hint) from error
    meant = sorted({of for of, _ in stated})
    if len(meant) > 1:
        raise typer.BadParameter(f"{', '.join(meant)} all have this fact; name one with --game.", param_hint=hint)
    played = find_game(opened, meant[0])
    codes = sorted(code for _, code in stated)
    if edition == ALL:
        return played, [""]
    if edition is not None and edition not in codes:
        raise typer.BadParameter(f"the fact is of the edition {' and '.join(codes)}.", param_hint="--edition")
    if edition is None and len(codes) > 1:
        told = " and ".join(codes)
        raise typer.BadParameter(
            f"the editions {told} both have this fact; name one with --edition, or --edition {ALL}.", param_hint=hint
        )
    return played, [edition or codes[0]]


def _editions(opened: Session, game: Game) -> list[tuple[int | None, str]]:
    found = opened.exec(select(Edition.id, Edition.code).where(Edition.game_id == game.id)).all()
    return [(number, code) for number, code in found] or [(None, "")]


def _known(opened: Session, game: Game, edition_id: int | None) -> Iterator[tuple[FactKey, str | None]]:
    """What is claimed of an edition, and the values of its facts."""
    for table in (Claim, Fact):
        of_edition = col(table.edition_id).is_(None) | (col(table.edition_id) == edition_id)
        wanted = select(table.subject, table.attribute, table.value).where(col(table.game_id) == game.id, of_edition)
        for subject, attribute, value in opened.exec(wanted):
            yield (subject, attribute), value if table is Fact else None


def _wanted(opened: Session, game: str, edition: str) -> list[FactKey]:
    """What the engine asks for in vain."""
    try:
        ruleset = read_ruleset(opened, game, edition or None)
    except RulesetError:
        return []
    found = open_facts(ruleset) if ruleset.make_engine else None
    return [*found.missing, *found.left_out] if found else []

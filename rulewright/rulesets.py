"""Reads the ruleset of the game that a person named, and how it is set up."""

from collections.abc import Sequence

import typer
from sqlmodel import Session

from rules_engine.change import read_change
from rules_engine.gaps import OpenFacts, require_playable, suppose
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.words import TableWords


def read_game(
    opened: Session, game: str, edition: str | None, given: Sequence[str] | None = None
) -> tuple[Ruleset, OpenFacts]:
    """The ruleset of a game that the engine plays, with what was given for this run, and what is open about it.

    A mistake of whoever named the game or a fact, or a RulesetError that names all facts that are missing.
    """
    ruleset = read_ruleset(opened, game, edition)
    if ruleset.make_engine is None:
        raise typer.BadParameter(f"the engine does not play {ruleset.name} yet.", param_hint="GAME")
    try:
        ruleset = suppose(ruleset, [read_change(text) for text in given or ()])
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--set") from error
    return ruleset, require_playable(ruleset)


def tell_open(ruleset: Ruleset, found: OpenFacts, words: TableWords) -> str:
    """What is not settled of the facts that a game uses, in one line; empty where all is."""
    told = [
        words.say("provisional", fact=" ".join(fact), value=ruleset.facts[fact].value) for fact in found.provisional
    ]
    for part in dict.fromkeys(found.left_out.values()):
        lacking = [" ".join(fact) for fact, of in found.left_out.items() if of == part]
        given = " ".join(f'--set "{fact} VALUE"' for fact in lacking)
        told.append(words.say("left-out", facts=", ".join(lacking), part=words.part(part), given=given))
    return ", ".join(told)


def tell_unborne(ruleset: Ruleset, found: OpenFacts, words: TableWords) -> str:
    """What is stated and the cards and the board do not bear, in one sentence; empty where they bear all."""
    told = (
        words.say(
            "curbed",
            fact=" ".join(fact),
            value=words.called(ruleset.facts[fact].value),
            played=words.called(played),
        )
        for fact, played in found.curbed.items()
    )
    return words.say("unborne", facts=", ".join(told)) if found.curbed else ""


def set_up(ruleset: Ruleset, players: int | None, options: Sequence[str] | None) -> tuple[int, dict[str, str]]:
    """How many play, the fewest unless told otherwise, and the options of the set-up, all that the game offers."""
    typed = {name: value for name, _, value in (text.partition("=") for text in options or ())}
    try:
        return players or min(ruleset.engine.players), ruleset.chosen(typed)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--option") from error

"""The edition steps, in order, from the rows of one game."""

from collections.abc import Collection, Mapping

from sqlmodel import Session, select

from ingest.resolve.accepted_cards import make_accepted
from ingest.resolve.bind_corrections import bind_corrections
from ingest.resolve.build import build_board, build_effects
from ingest.resolve.card_icons import state_card_icons
from ingest.resolve.card_numbers import state_card_numbers
from ingest.resolve.counterparts import earlier_counterparts, find_counterparts
from ingest.resolve.decided import state_decisions
from ingest.resolve.discovered_rules import make_rules
from ingest.resolve.facts import resolve_facts
from ingest.resolve.join_terms import join_terms
from ingest.resolve.labels import join_labels
from ingest.resolve.lint import lint_game
from ingest.resolve.lint_untaught import lint_untaught
from ingest.resolve.printed_cards import state_printed_effects
from ingest.resolve.printings import mark_printings
from ingest.resolve.proposed_names import mark_proposed_names
from ingest.resolve.restore_icons import take_back_icons
from ingest.resolve.rule_texts import align_rules
from ingest.resolve.rule_translations import state_in_other_languages
from ingest.resolve.translation_lint import mark_sides
from schema.games import Game
from schema.pack import Pack


def resolve_games(session: Session, packs: Mapping[str, Pack], codes: Collection[str] | None = None) -> None:
    """Choose facts and build effects anew for the games named, or for all."""
    for game in session.exec(select(Game)).all():
        if codes is None or game.code in codes:
            resolve_game(session, game.code, packs.get(game.code))


def resolve_game(session: Session, code: str, pack: Pack | None) -> None:
    """Everything that follows from what the documents of a game say together."""
    game = session.exec(select(Game).where(Game.code == code)).one()
    if pack:
        take_back_icons(session, game)  # first, so that every step sees the texts as they were read
        join_labels(session, game, pack)
        state_printed_effects(session, game, pack)
        bind_corrections(session, game, pack)
    state_card_numbers(session, game, pack)
    state_card_icons(session, game, pack)
    state_decisions(session, game)
    mark_printings(session, game)
    sides = find_counterparts(session, game, pack.languages if pack else ())
    mark_sides(session, game, sides)
    join_terms(session, game, sides)
    resolve_facts(session, game, pack.game.sums if pack else [], pack.game.default_edition if pack else "")
    if pack:
        build_board(session, game)
        build_effects(session, game, pack)
        align_rules(session, game, pack)
        state_in_other_languages(session, game, sides)
        lint_game(session, game, pack)
        mark_proposed_names(session, game)
    else:
        make_accepted(session, game)
        make_rules(session, game, earlier_counterparts(sides))
        state_in_other_languages(session, game, sides)
        lint_untaught(session, game)

"""`rulewright play`: play a game in the terminal, straight from the database."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Engine

from db.open import session
from rules_engine.change import tell_supposed
from rules_engine.events import Event
from rules_engine.game import Player
from rules_engine.game_file import BadGameFile, check_place, load_game
from rules_engine.gaps import OpenFacts
from rules_engine.players import PLAYERS, make_player, make_players
from rules_engine.record import Record, begin
from rules_engine.simulate import compare_points, player_seed
from rules_engine.terminal.explain import Explanation, explain_rule
from rules_engine.terminal.session import Session, tell_saved, watch
from rules_engine.terminal.sitting import Sitting
from rules_engine.terminal.table import table_of
from rules_engine.terminal.telling import Teller
from rules_engine.terminal.words import words_of
from rules_engine.words import ENGLISH
from rulewright import home
from rulewright.commands.play_outline import show_outline
from rulewright.console import complain, out
from rulewright.exits import Exit
from rulewright.named import unknown
from rulewright.opening import open_current
from rulewright.options import (
    DEFAULT_DB,
    LARGEST_SEED,
    Db,
    EditionCode,
    GameCode,
    PlayerCount,
    SetupOptions,
    Supposed,
    db_option,
)
from rulewright.rulesets import read_game, set_up, tell_open, tell_unborne
from rulewright.targets import check_target

SEEDS = 1_000_000
"""Seeds that are drawn when none is given lie below this."""


Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=LARGEST_SEED, help="Seed of the shuffles; none: any.", show_default=False),
]
Language = Annotated[
    str | None,
    typer.Option("--language", metavar="XX", help="Language to be spoken to, e.g. cs; a saved game has its own."),
]
Watched = Annotated[
    str | None, typer.Option("--watch", metavar="PLAYER", help=f"Watch a player play: {', '.join(PLAYERS)}.")
]
Against = Annotated[
    str | None,
    typer.Option("--against", metavar="PLAYER", help=f"Play one side against a player: {', '.join(PLAYERS)}."),
]
Side = Annotated[
    str | None, typer.Option("--side", metavar="SIDE", help="The side you play against a player; none: the first.")
]
Pause = Annotated[
    float | None,
    typer.Option("--pause", min=0, max=3600, help="Seconds between two actions of a watched player.", show_default="1"),
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Show each rule that is obeyed, with the passages that print it.")
]
Outline = Annotated[
    bool,
    typer.Option("--outline", help="Show the turn to read, with the pages that print each rule, and play nothing."),
]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the game here, also when it ends.")]
Replay = Annotated[
    Path | None, typer.Option("--replay", metavar="FILE", help="Play a saved game again and go on with it.")
]


def play(
    game: GameCode,
    db: Db = DEFAULT_DB,
    edition: EditionCode = None,
    players: PlayerCount = None,
    seed: Seed = None,
    language: Language = None,
    option: SetupOptions = None,
    against: Against = None,
    side: Side = None,
    watched: Watched = None,
    pause: Pause = None,
    explain: Explain = False,
    save: Save = None,
    replay: Replay = None,
    supposed: Supposed = None,
    outline: Outline = False,
) -> None:
    """Play a game in the terminal.

    The table is drawn, and what can be done is numbered. Beside a number, `u` undoes, `? NUMBER` and `? NAME`
    help on a card, `s` saves, `q` leaves. Where standard input is no terminal, its lines are the choices.

    Two sides share the screen, which is cleared between them, or one plays `--against` a player of ours.

    With --outline the phases, actions and endings of a game that is played from rows are listed in their order, each
    beside the pages that print its rule.

    Example: `rulewright play resist --seed 7 --language cs`, `rulewright play hearts --outline`,
    `rulewright play operation-barclay --against rules --side abwehr`
    """
    _check(watched, against, replay, seed, [*(option or ()), *(supposed or ())])
    check_target(save, "--save", db=db)
    engine = open_current(db)
    if outline:
        with session(engine, read_only=True) as opened:
            show_outline(opened, game, edition, language or ENGLISH)
        return
    try:
        if save:
            check_place(save)
        record = load_game(replay) if replay else None
        given = record.supposed if record else supposed
        spoken = language or (record.language if record else "") or ENGLISH
        teller, open_facts = _teller(engine, game, edition or (record.edition if record else None), spoken, given)
        teller.explains, teller.db_option = explain, db_option(db)
        if teller.ruleset.supposed:
            teller.say("supposed", facts=tell_supposed(teller.ruleset))
        if unsettled := tell_open(teller.ruleset, open_facts, teller.words):
            teller.offer("unsettled", f"review --game {game}", facts=unsettled)
        if unborne := tell_unborne(teller.ruleset, open_facts, teller.words):
            teller.line(unborne)
        teller.origins()
        sitting = _sit_down(teller, record, players, seed, option)
        sitting.record.language = spoken
    except BadGameFile as error:
        complain(str(error))
        raise typer.Exit(Exit.UNREADABLE_INPUT) from error
    if watched is None:
        file = save or home() / "games" / f"{game}-{sitting.record.seed}.json"
        is_done = Session(sitting, teller, file, players=_opponents(teller, sitting.record.seed, against, side)).play()
    else:
        player = make_players(sitting.ruleset, watched, seed=player_seed(sitting.record.seed))
        is_done = watch(sitting, teller, player, watched, _pause(pause))
    if not _finish(engine, sitting, teller, save):
        raise typer.Exit(Exit.WRONG_USE)
    if not is_done:
        raise typer.Exit(Exit.INTERRUPTED)


def _opponents(teller: Teller, seed: int, against: str | None, side: str | None) -> dict[int, Player]:
    """The players of ours by their seats, and a word to the person about who sits where."""
    sides = teller.ruleset.sides
    if side is not None and (side not in sides or against is None):
        offered = f"it has {' and '.join(sides)}, and --side goes with --against" if sides else "all play together"
        raise typer.BadParameter(f"the game cannot be played as “{side}”; {offered}.", param_hint="--side")
    if against is None:
        return {}
    if not sides:
        raise typer.BadParameter(f"{teller.ruleset.name} has no sides: all play together.", param_hint="--against")
    seat = sides.index(side) if side else 0
    teller.say("seat", side=teller.side(seat), player=against)
    ours = make_player(teller.ruleset, against, seed=player_seed(seed))
    return {other: ours for other in range(len(sides)) if other != seat}


def _check(
    watched: str | None, against: str | None, replay: Path | None, seed: int | None, option: list[str] | None
) -> None:
    """Refuse options that do not fit before anything is opened."""
    for hint, name in (("--watch", watched), ("--against", against)):
        if name is not None and name not in PLAYERS:
            raise typer.BadParameter(unknown("player", name, PLAYERS), param_hint=hint)
    if watched and against:
        raise typer.BadParameter("who watches does not play; leave out one of the two.", param_hint="--against")
    if replay and (seed is not None or option):
        raise typer.BadParameter("a saved game has its seed, options and facts already.", param_hint="--replay")


def _teller(
    engine: Engine, game: str, edition: str | None, language: str, given: Sequence[str] | None
) -> tuple[Teller, OpenFacts]:
    """Whoever tells the game, in a language that it speaks, and what is open about it."""
    with session(engine, read_only=True) as opened:
        ruleset, found = read_game(opened, game, edition, given)
    spoken, table = ruleset.words.languages, table_of(game)
    if language not in spoken:
        raise typer.BadParameter(unknown(f"language of {ruleset.name}", language, spoken), param_hint="--language")

    def find_rule(code: str) -> Explanation | None:
        with session(engine, read_only=True) as again:
            return explain_rule(again, game, code, language)

    teller = Teller(out, ruleset, words_of(ruleset, language), table, find_rule)
    return teller, found


def _pause(asked: float | None) -> float:
    return asked if asked is not None else 1.0 if out.is_terminal else 0.0


def _sit_down(
    teller: Teller, record: Record | None, players: int | None, seed: int | None, options: list[str] | None
) -> Sitting:
    """The game from its set-up, or from where it was saved."""
    if record:
        return _play_again(teller, record)
    count, chosen = set_up(teller.ruleset, players, options)
    try:
        begun = begin(teller.ruleset, random.randrange(SEEDS) if seed is None else seed, count, chosen)
        sitting = Sitting(teller.ruleset, begun)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    teller.say("seed", seed=sitting.record.seed, style="dim")
    return sitting


def _play_again(teller: Teller, record: Record) -> Sitting:
    """Play the actions of a saved game again; nothing is told where the sides have secrets from each other."""

    def tell(action: str, events: tuple[Event, ...]) -> None:
        if not teller.ruleset.sides:
            teller.say("replayed", action=teller.spoken(action), style="bold")
            teller.events(events)

    sitting = Sitting.again(teller.ruleset, record, tell)
    teller.say("goes-on", count=len(record.actions), style="dim")
    return sitting


def _finish(engine: Engine, sitting: Sitting, teller: Teller, save: Path | None) -> bool:
    """Say how the game ended, if it has, and what to look at next; false where it could not be saved."""
    result = sitting.ruleset.result(sitting.state)
    if result is None:
        return True
    teller.line()
    teller.table(sitting.state)
    teller.result(result, len(sitting.record.actions))
    is_saved = tell_saved(sitting, teller, save) if save else True
    with session(engine, read_only=True) as opened:
        compared = compare_points(opened, sitting.ruleset, result.points)
    if compared:
        share = f"{compared.share:.0%}"
        teller.say("compared", player=compared.player, share=share, games=f"{compared.games:,}")
    teller.offer("statistics", f"simulate {sitting.ruleset.game} --player {PLAYERS[1]}")
    return is_saved

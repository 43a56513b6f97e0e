"""`rulewright simulate`: let players play many games, and count how they end."""

import os
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from db.open import open_database, session
from rules_engine.players import PLAYERS
from rulewright.console import complain, err, out, say, show_json, show_table
from rulewright.exits import Exit
from rulewright.options import DEFAULT_DB, AsJson, Db
from rulewright.playing.setup import EditionCode, GameCode, PlayerCount, SetupOptions, read_game, read_options
from rulewright.playing.words import Words, read_words
from rulewright.simulating import CONFIDENCE, MOST_GAMES, Setting, Simulated, report, store_simulation
from rulewright.simulating import simulate as play_batch

GAMES = 1000
"""Games that are played unless told otherwise."""
BAR = 40
"""Columns of the longest bar of the histogram."""
ROWS = 30
"""Rows of the histogram; more values are shown several to a row."""


Games = Annotated[
    int | None,
    typer.Option("--games", min=1, help="Games to play; with --until-ci, the most.", show_default=str(GAMES)),
]
PlayerName = Annotated[str, typer.Option("--player", metavar="PLAYER", help=f"Who plays: {', '.join(PLAYERS)}.")]
FirstSeed = Annotated[int, typer.Option("--seed", help="Seed of the first game; the next has the next.")]
UntilCi = Annotated[
    float | None,
    typer.Option(
        "--until-ci",
        min=0.0005,
        max=0.5,
        metavar="SHARE",
        help="Stop when every share is known to this much, e.g. 0.01.",
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", help="Games to play at the same time.", min=1)]


def simulate(
    game: GameCode,
    db: Db = DEFAULT_DB,
    edition: EditionCode = None,
    games: Games = None,
    player: PlayerName = PLAYERS[1],
    players: PlayerCount = 1,
    seed: FirstSeed = 1,
    option: SetupOptions = None,
    until_ci: UntilCi = None,
    jobs: Jobs = os.cpu_count() or 1,
    as_json: AsJson = False,
) -> None:
    """Let players play many games, and show how they end, with confidence intervals and a histogram of points.

    The same seed gives the same numbers, whatever --jobs. The batch is stored in the table `simulation`. With
    --json everything that may differ between two runs of one seed stands under `timing`.

    Example: `rulewright simulate resist --games 10000 --player rules`
    """
    if player not in PLAYERS:
        raise typer.BadParameter(
            f"there is no player “{player}”; there are {', '.join(PLAYERS)}.", param_hint="--player"
        )
    most = games or (MOST_GAMES if until_ci else GAMES)
    engine = open_database(db, create=False)
    with session(engine, read_only=True) as opened:
        ruleset = read_game(opened, game, edition)
        words = read_words(opened, game, "en")
        setting = Setting(game, ruleset.edition, players, player, seed, read_options(option, ruleset.choices))
    done = _run(db, setting, most, jobs, until_ci)
    found = report(done)
    if as_json:
        show_json(found)
    else:
        _show(found, words, ruleset.name)
    with session(engine) as opened:
        store_simulation(opened, done)
    if not as_json:
        say("Stored in the table `simulation`.")


def _run(db: str, setting: Setting, games: int, jobs: int, until: float | None) -> Simulated:
    """Play the batch with a progress display, on a terminal only."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    task = bar.add_task("Playing", total=None if until and games == MOST_GAMES else games)
    played = 0

    def count(more: int) -> None:
        nonlocal played
        played += more
        bar.update(task, completed=played)

    try:
        with bar:
            return play_batch(db, setting, games=games, jobs=jobs, until=until, on_games=count)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    except KeyboardInterrupt as error:
        complain(f"Interrupted after {played:,} of {games:,} games; nothing was stored.")
        raise typer.Exit(Exit.INTERRUPTED) from error


def _show(found: Mapping[str, Any], words: Words, name: str) -> None:
    chosen = "".join(f", {option}={value}" for option, value in found["options"].items())
    seeds = f"seeds {found['seed']} to {found['seed'] + found['games'] - 1}"
    say(f"{name}: {found['games']:,} games of the player “{found['player']}”, {seeds}{chosen}.")
    interval = f"{CONFIDENCE:.0%} between"
    show_table(
        "",
        ("result", "games", "share", interval, "or better"),
        [
            (words.outcome(o["outcome"]) or "No result fits", *_cells(o), f"{o['or_better']:.1%}")
            for o in found["outcomes"]
        ],
    )
    show_table("", ("ended by", "games", "share", interval), [(e["rule"], *_cells(e)) for e in found["endings"]])
    points = found["points"]
    histogram = {int(value): count for value, count in points["histogram"].items()}
    say("Points")
    for line in draw_histogram(histogram):
        out.print(line, markup=False, soft_wrap=True)
    say(
        f"Mean {points['mean']:.2f} ({points['low']:.2f} to {points['high']:.2f}), median {points['median']}, "
        f"most {points['most']}; {found['decisions']['mean']:.1f} decisions a game."
    )
    timing = found["timing"]
    say(f"It took {timing['seconds']:.1f} s, {timing['games_per_second']:,.0f} games a second.")


def _cells(counted: Mapping[str, Any]) -> tuple[object, ...]:
    return counted["count"], f"{counted['share']:.1%}", f"{counted['low']:.1%} and {counted['high']:.1%}"


def draw_histogram(counts: Mapping[int, int]) -> Iterator[str]:
    """Bars, one a line, of the games with so many points."""
    low, high = min(counts), max(counts)
    width = -(-(high - low + 1) // ROWS)
    bins = {start: sum(counts.get(start + i, 0) for i in range(width)) for start in range(low, high + 1, width)}
    longest, total = max(bins.values()), sum(bins.values())
    for start, count in bins.items():
        label = str(start) if width == 1 else f"{start}–{start + width - 1}"
        bar = "█" * max(round(BAR * count / longest), 1 if count else 0)
        yield f"{label:>7} {bar:<{BAR}} {count:>7,} {count / total:6.1%}"

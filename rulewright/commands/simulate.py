"""`rulewright simulate`: let players play many games, and count how they end."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from db.open import is_writable, session
from rules_engine.intervals import CONFIDENCE
from rules_engine.players import PLAYERS, spell_players
from rules_engine.ruleset import Ruleset
from rules_engine.simulate import CHUNK, Batch, Played, Simulated, report, store_simulation
from rules_engine.simulate import simulate as play_batch
from rules_engine.tasks import Map
from rules_engine.terminal.table import table_of
from rules_engine.terminal.words import TableWords, words_of
from rulewright.commands.simulate_compare import compare_changes
from rulewright.console import NOT_STORED, complain, out, remark, say, show_json, show_table
from rulewright.exits import Exit
from rulewright.game_rows import game_rows
from rulewright.opening import open_current
from rulewright.options import (
    DEFAULT_DB,
    LARGEST_SEED,
    MOST_JOBS,
    AsJson,
    Cluster,
    Db,
    EditionCode,
    GameCode,
    PlayerCount,
    SetupOptions,
    Supposed,
)
from rulewright.progress import show_bar
from rulewright.rulesets import read_game, set_up, tell_open, tell_unborne
from rulewright.targets import check_target
from rulewright.workers import open_map

GAMES = 1000
"""Games that are played unless told otherwise."""
MOST_GAMES = 1_000_000
"""Where playing until the intervals are narrow gives up, unless told otherwise."""
CLUSTER_CHUNK = 200
"""Games of a task that is sent to a cluster, so that sending costs little beside playing."""
BAR = 40
"""Columns of the longest bar of the histogram."""
ROWS = 30
"""Rows of the histogram; more values are shown several to a row."""


Games = Annotated[
    int | None,
    typer.Option(
        "--games", min=1, max=LARGEST_SEED, help="Games to play; with --until-ci, the most.", show_default=str(GAMES)
    ),
]
PlayerNames = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="[SIDE=]PLAYER",
        help=f"Who plays: {', '.join(PLAYERS)}; for one side as lcs=search; can be repeated.",
        show_default=PLAYERS[1],
    ),
]
FirstSeed = Annotated[
    int, typer.Option("--seed", min=0, max=LARGEST_SEED, help="Seed of the first game; the next has the next.")
]
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
Jobs = Annotated[int, typer.Option("--jobs", help="Games to play at the same time.", min=1, max=MOST_JOBS)]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help="Also write every game as a row of a Parquet file.")
]
Compare = Annotated[
    list[str] | None,
    typer.Option(
        "--compare",
        metavar="FACT",
        help="Play the same seeds with a fact changed, e.g. `location:paris enter.suspicion -2`, or a rule played the "
        "other way, e.g. `rule:breaking-hearts hearts-any-time`; can be repeated.",
    ),
]
Conflicts = Annotated[
    bool, typer.Option("--conflicts", help="Compare every value that documents state and the database did not choose.")
]


def simulate(
    game: GameCode,
    db: Db = DEFAULT_DB,
    edition: EditionCode = None,
    games: Games = None,
    player: PlayerNames = None,
    players: PlayerCount = None,
    seed: FirstSeed = 1,
    option: SetupOptions = None,
    supposed: Supposed = None,
    until_ci: UntilCi = None,
    jobs: Jobs = os.cpu_count() or 1,
    cluster: Cluster = None,
    parquet: Parquet = None,
    compare: Compare = None,
    conflicts: Conflicts = False,
    as_json: AsJson = False,
) -> None:
    """Let players play many games, and show how they end, with intervals and a histogram of points.

    In a game of two sides each may have its own player: `--player rules --player abwehr=search`.

    The same seed gives the same numbers, whatever --jobs. The batch is stored in the table `simulation`. With
    --json everything that may differ between two runs of one seed stands under `timing`.

    With --compare or --conflicts each seed is played twice, by the stored rules and by the changed ones, so that the
    difference shows what a disputed number or rule is worth.

    Example: `rulewright simulate resist --games 10000 --player rules`
    """
    most = games or (MOST_GAMES if until_ci and not (compare or conflicts) else GAMES)
    check_target(parquet, "--parquet", db=db)
    engine = open_current(db)
    with session(engine, read_only=True) as opened:
        ruleset, open_facts = read_game(opened, game, edition, supposed)
    words = words_of(ruleset, "en")
    try:
        spelled = spell_players(player or (), ruleset.sides)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--player") from error
    count, options = set_up(ruleset, players, option)
    batch = Batch(count, spelled, seed, most, options)
    chunk = CLUSTER_CHUNK if cluster else CHUNK
    with open_map(jobs, cluster) as mapped:
        if compare or conflicts:
            compare_changes(db, ruleset, batch, compare or [], conflicts, words, chunk, mapped, as_json)
            return
        done = _run(ruleset, batch, until_ci, chunk, mapped, parquet)
    found = report(done, jobs)
    found["unsettled"] = tell_open(ruleset, open_facts, words)
    found["unborne"] = tell_unborne(ruleset, open_facts, words)
    if as_json:
        show_json(found)
    else:
        _show(found, words, ruleset.name)
    if not is_writable(engine):
        remark(NOT_STORED)
        return
    with session(engine) as opened:
        store_simulation(opened, done)
    if not as_json:
        say("Stored in the table `simulation`.")


def _run(
    ruleset: Ruleset, batch: Batch, until: float | None, chunk: int, mapped: Map, parquet: Path | None
) -> Simulated:
    """Play the batch with a progress display, on a terminal only."""
    played = 0

    def count(more: Sequence[Played]) -> None:
        nonlocal played
        played += len(more)
        keep(more)
        advance(len(more))

    try:
        total = None if until and batch.games == MOST_GAMES else batch.games
        with game_rows(parquet) as keep, show_bar("Playing", total) as advance:
            return play_batch(ruleset, batch, until=until, chunk=chunk, mapped=mapped, on_games=count)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    except KeyboardInterrupt as error:
        complain(f"Interrupted after {played:,} of {batch.games:,} games; nothing was stored.")
        raise typer.Exit(Exit.INTERRUPTED) from error


def _show(found: Mapping[str, Any], words: TableWords, name: str) -> None:
    chosen = "".join(f", {option}={value}" for option, value in found["options"].items())
    seeds = f"seeds {found['seed']} to {found['seed'] + found['games'] - 1}"
    games = f"{found['games']:,} game{'s' if found['games'] != 1 else ''}"
    say(f"{name}: {games} of the player “{found['player']}”, {seeds}{chosen}.")
    if found["supposed"]:
        say(f"Supposed for this run: {found['supposed']}.")
    if found["unsettled"]:
        say(f"Not settled by the documents: {found['unsettled']}. Decide with `rulewright review`.")
    if found["unborne"]:
        say(found["unborne"])
    interval = f"{CONFIDENCE:.0%} between"
    if "sides" in found:
        _show_sides(found["sides"], words, interval)
        _show_unsided(found, words, interval)
    else:
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
    say(table_of(found["game"]).points)
    if "sides" in found:
        _show_endings(found["sides"], words)
    for line in draw_histogram(histogram):
        out.print(line, markup=False, soft_wrap=True)
    say(
        f"Mean {points['mean']:.2f} ({points['low']:.2f} to {points['high']:.2f}), median {points['median']}, "
        f"most {points['most']}; {found['decisions']['mean']:.1f} decisions a game."
    )
    timing = found["timing"]
    say(f"It took {timing['seconds']:.1f} s, {timing['games_per_second']:,.0f} games a second.")


def _show_sides(sides: Sequence[Mapping[str, Any]], words: TableWords, interval: str) -> None:
    """Which side won how often."""
    rows = [(words.outcome(side["side"]), side["player"], *_cells(side)) for side in sides]
    show_table("", ("side", "player", "won", "share", interval), rows)


def _show_unsided(found: Mapping[str, Any], words: TableWords, interval: str) -> None:
    """How games ended that are not called by one side: teams, victories that were shared, draws."""
    sides = {side["side"] for side in found["sides"]}
    rows = [
        (words.outcome(o["outcome"]) or "No result fits", *_cells(o))
        for o in found["outcomes"]
        if o["outcome"] not in sides and o["count"]
    ]
    if rows:
        show_table("", ("result", "games", "share", interval), rows)


def _show_endings(sides: Sequence[Mapping[str, Any]], words: TableWords) -> None:
    """With how many points each side won, which is how long it took."""
    ended = sorted({int(points) for side in sides for points in side["points"]})
    rows = [(words.outcome(s["side"]), *(s["points"].get(str(points), 0) for points in ended)) for s in sides]
    show_table("", ("winner", *map(str, ended)), rows)


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

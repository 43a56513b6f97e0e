"""`rulewright export`: the database as files for other programs."""

import shutil
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Engine

from db.export import Format, export_tables
from db.open import session, sqlite_url
from db.snapshot import make_snapshot
from rulewright import __version__
from rulewright.beside import PAGES, beside
from rulewright.console import say
from rulewright.named import known_game
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, Db, Game
from rulewright.targets import check_folder, check_snapshot, check_target
from schema.exports import GamePart


def _folder(option: str, help_text: str) -> typer.models.OptionInfo:
    made: typer.models.OptionInfo = typer.Option(option, metavar="FOLDER", help=help_text)
    return made


Games = Annotated[Path | None, _folder("--games", "A JSON file for each game, everything nested, and its JSON Schema.")]
Cards = Annotated[Path | None, _folder("--cards", "A JSON file for each card, everything nested, and its JSON Schema.")]
CardList = Annotated[Path | None, typer.Option("--card-list", metavar="FILE", help="All cards as one flat CSV file.")]
Reference = Annotated[Path | None, _folder("--reference", "The rules of each game as Markdown.")]
Sqlite = Annotated[Path | None, typer.Option(metavar="FILE", help="One SQLite file with views and search index.")]
Json = Annotated[Path | None, _folder("--json", "A JSON file for each table.")]
Csv = Annotated[Path | None, _folder("--csv", "A CSV file for each table.")]
Parquet = Annotated[Path | None, _folder("--parquet", "A Parquet file for each table.")]
Site = Annotated[Path | None, _folder("--site", "The pages of the site as files for any web server.")]
Conformance = Annotated[
    Path | None,
    _folder("--conformance", "A JSON file for each game that is played: examples and games to check other engines by."),
]
Traces = Annotated[
    int, typer.Option("--traces", min=1, max=10_000, help="With --conformance: games of each player that are played.")
]
FullText = Annotated[
    bool,
    typer.Option(
        "--full-text", help="With --site and --reference: whole passages, for private use, not short excerpts."
    ),
]


def export(
    db: Db = DEFAULT_DB,
    game: Game = None,
    games: Games = None,
    cards: Cards = None,
    card_list: CardList = None,
    reference: Reference = None,
    sqlite: Sqlite = None,
    json: Json = None,
    csv: Csv = None,
    parquet: Parquet = None,
    site: Site = None,
    conformance: Conformance = None,
    traces: Traces = 5,
    full_text: FullText = False,
) -> None:
    """Write the database as files for others: nested JSON, SQLite, CSV, Parquet, Markdown, copy of the site.

    Games and cards are written with everything nested that is known of them, in shapes that docs/exports.md explains;
    --game writes only one. Tables are of one moment, and datapackage.json beside them says what each column means. The
    text of rulebooks belongs to their publishers, so that site and reference show short excerpts unless --full-text is
    given.

    With --conformance games are played, and every decision is written with its state, all that is legal, some of what
    is not, what happened and by which rule, so that an engine of somebody else's can be held against the book; see
    docs/conformance.md.

    Example: `rulewright export --games games/ --card-list cards.csv`
    """
    tables: dict[Format, Path | None] = {"json": json, "csv": csv, "parquet": parquet}
    folders = {"--games": games, "--cards": cards, "--reference": reference, "--site": site}
    folders["--conformance"] = conformance
    folders |= {f"--{form}": folder for form, folder in tables.items()}
    if not any((sqlite, card_list, *folders.values())):
        raise typer.BadParameter("say what to write, e.g. --games FOLDER or --sqlite FILE.", param_hint="export")
    if game and not any((games, cards, card_list, reference, conformance)):
        raise typer.BadParameter(
            "it goes with --games, --cards, --card-list, --reference and --conformance.", param_hint="--game"
        )
    check_snapshot(sqlite, "--sqlite", db)
    check_target(card_list, "--card-list", db=db)
    for option, folder in folders.items():
        check_folder(folder, option, db)
    engine, pictures = open_current(db), beside(db, PAGES)
    if games or cards or card_list or reference:
        _write_nested(_nested(engine, game), games, cards, card_list, reference, full_text)
    for form, folder in tables.items():
        if folder:
            counts = export_tables(engine, folder, form)
            say(f"{folder}: {len(counts)} tables, {sum(counts.values())} rows as {form}.")
    if sqlite:
        make_snapshot(engine, sqlite)
        if pictures.is_dir():
            shutil.copytree(pictures, beside(sqlite_url(sqlite), PAGES), dirs_exist_ok=True)
        say(f"{sqlite}: the whole database, to be opened with any program that reads SQLite.")
    if conformance:
        from rulewright.conformance import write_conformance

        write_conformance(engine, game, conformance, traces)
    if site:
        from db.site.static_copy import write_site  # Datasette takes a second to import

        count = write_site(engine, site, full_text, pictures=pictures if full_text else None)
        say(f"{site}: {count} pages; open index.html, or put the folder on a web server.")


def _nested(engine: Engine, game: str | None) -> list[GamePart]:
    """The games with all that is known of them, or one of them."""
    from db.nested import games_of, nested_game

    with session(engine, read_only=True) as opened:
        return [nested_game(opened, found) for found in games_of(opened, known_game(opened, game))]


def _write_nested(
    found: list[GamePart],
    games: Path | None,
    cards: Path | None,
    card_list: Path | None,
    reference: Path | None,
    full_text: bool,
) -> None:
    from db.export_games import write_card_list, write_cards, write_games, write_references

    if games:
        say(f"{games}: {write_games(found, games, __version__)} games.")
    if cards:
        say(f"{cards}: {write_cards(found, cards, __version__)} cards.")
    if card_list:
        say(f"{card_list}: {write_card_list(found, card_list)} cards.")
    if reference:
        say(f"{reference}: the rules of {write_references(found, reference, full_text)} games.")

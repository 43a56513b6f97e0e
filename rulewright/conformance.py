"""Writes what other people's engines are checked by: one JSON file for each game that is played, and its schema."""

import json
from datetime import UTC, datetime
from pathlib import Path

import typer
from sqlalchemy import Engine
from sqlmodel import Session, select

from db.excerpt import excerpt
from db.open import session
from rules_engine.conformance import conformance_of
from rules_engine.errors import RulesetError
from rules_engine.gaps import require_playable
from rules_engine.read import read_ruleset
from rules_engine.rows import editions
from rules_engine.ruleset import Ruleset
from rulewright import __version__
from rulewright.console import remark, say
from rulewright.named import known_game
from schema.conformance import FORMAT, FORMAT_VERSION, ConformanceFile, ConformanceMeta, conformance_schema
from schema.documents import Document
from schema.games import Edition, Game


def write_conformance(engine: Engine, game: str | None, folder: Path, games: int) -> None:
    """A file for each edition that can be played, of all games or of one; what cannot is named with the reason."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "conformance.schema.json", json.dumps(conformance_schema(), ensure_ascii=False, indent=1))
    with session(engine, read_only=True) as opened:
        known = known_game(opened, game)
        codes = [known] if known else list(opened.exec(select(Game.code).order_by(Game.code)))
        for code in codes:
            for edition in _editions(opened, code):
                ruleset = _playable(opened, code, edition, is_asked=game is not None)
                if ruleset is not None:
                    _write_game(opened, ruleset, folder, games)


def _editions(opened: Session, game: str) -> list[str | None]:
    """The editions that documents describe; where none does, the usual one."""
    described = opened.exec(
        select(Edition.code).join(Document).join(Game, Game.id == Edition.game_id).where(Game.code == game)  # type: ignore[arg-type]
    ).all()
    return [code for code in editions(opened, game) if code in described] or [None]


def _playable(opened: Session, game: str, edition: str | None, *, is_asked: bool) -> Ruleset | None:
    """The ruleset, if the game can be played; where it was asked for by name, a reason why not is a mistake."""
    try:
        ruleset = read_ruleset(opened, game, edition)
        if ruleset.make_engine is None:
            if is_asked:
                raise typer.BadParameter(f"the engine does not play {ruleset.name} yet.", param_hint="--game")
            return None
        require_playable(ruleset)
    except RulesetError as error:
        if is_asked:
            raise
        remark(f"{game}: left out. {error.sentence.splitlines()[0].partition(' Give ')[0]}")
        return None
    return ruleset


def _write_game(opened: Session, ruleset: Ruleset, folder: Path, games: int) -> None:
    meta = ConformanceMeta(
        format=FORMAT, version=FORMAT_VERSION, rulewright=__version__, written=datetime.now(UTC).replace(microsecond=0)
    )
    made = ConformanceFile(meta=meta, data=conformance_of(opened, ruleset, games, lambda text: excerpt(_line(text))))
    name = f"{ruleset.game}-{ruleset.edition}" if len(editions(opened, ruleset.game)) > 1 else ruleset.game
    _write(folder / f"{name}.json", made.model_dump_json(indent=1))
    data = made.data
    steps = sum(len(game.steps) for game in data.games)
    told = f"{len(data.examples)} worked examples, {len(data.games)} games, {steps} steps, {len(data.rules)} rules"
    say(f"{folder / name}.json: {told}.")


def _line(text: str) -> str:
    return " ".join(text.split())


def _write(file: Path, text: str) -> None:
    file.write_text(text + "\n", encoding="utf-8")

"""Games in files: a saved game is the record of its actions as JSON."""

import json
from pathlib import Path
from typing import Any

from rules_engine.record import Record

MARK = "fingerprint"
"""What every saved game has, and hardly any other JSON file."""


class BadGameFile(Exception):
    """A file that is no saved game, or that cannot be read or written; says so in a sentence."""


def save_game(file: Path, record: Record) -> None:
    """Write a game, over an earlier one if need be but over no other file."""
    check_place(file)
    text = json.dumps(record.to_json(), ensure_ascii=False, indent=2)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise BadGameFile(f"The game cannot be saved as {file} ({error.strerror}). Name another file.") from error


def check_place(file: Path) -> None:
    """Refuse a file that holds something else than a saved game."""
    if file.is_dir():
        raise BadGameFile(f"{file} is a folder. Name a file in it for the game.")
    if file.exists() and file.stat().st_size:
        try:
            _read_json(file)
        except BadGameFile as error:
            raise BadGameFile(
                f"{file} exists and is no saved game, so it was left as it is. Name another file."
            ) from error


def load_game(file: Path) -> Record:
    """The record in a file."""
    saved = _read_json(file)
    try:
        return Record.from_json(saved)
    except (KeyError, TypeError, ValueError) as error:
        raise BadGameFile(f"{file} is a damaged saved game ({error}). Play from another file.") from error


def _read_json(file: Path) -> dict[str, Any]:
    try:
        saved = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadGameFile(f"The saved game {file} cannot be read ({error.strerror}). Check its name.") from error
    except ValueError as error:
        raise BadGameFile(f"{file} is no saved game. Name a file that `rulewright play` has saved.") from error
    if not isinstance(saved, dict) or MARK not in saved:
        raise BadGameFile(f"{file} is no saved game. Name a file that `rulewright play` has saved.")
    return saved

"""Saved states of all games: what does not fit is refused in a sentence."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

StateT = TypeVar("StateT")


def load_saved(game: str, saved: Mapping[str, Any], read: Callable[[Mapping[str, Any]], StateT]) -> StateT:
    """The state that was saved, or a ValueError that says what is wrong with it."""
    if saved.get("game") != game:
        raise ValueError(f"This is no saved state of the game “{game}”: it says “{saved.get('game')}”.")
    try:
        return read(saved)
    except (KeyError, TypeError, ValueError) as error:
        word = f"{error}".strip("'")
        raise ValueError(f"The saved state does not fit these rules: “{word}” is missing or not known.") from error

"""How the cards and the board of a game are drawn: what is set by hand; whatever is not set is worked out."""

import hashlib
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

HUES = 8
"""How many hues there are for decks."""

Place = tuple[float, float]


class MapLook(BaseModel):
    """A schematic map of the board."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    size: Place = (1000, 640)
    place: Mapping[str, Place] = {}
    """Where a space lies."""
    label: Mapping[str, str] = {}
    """On which side of its space a label stands: n, s, e or w."""
    frame: Mapping[str, tuple[float, float, float, float]] = {}
    """Regions that are drawn as a frame: left, top, width, height."""
    coast: Sequence[str] = ()
    """Outlines behind the board, as paths."""


class Look(BaseModel):
    """The look of a game, from its games/<game>/look.toml; a game without one is drawn plainly."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hue: Mapping[str, int] = {}
    """Numbers of hues by deck."""
    icon: Mapping[str, str] = {}
    """Names of icons by code."""
    hidden: Sequence[str] = ()
    """Attributes of cards that their faces do not show."""
    map: MapLook = MapLook()

    def hue_of(self, deck: str) -> int:
        """The number of a deck's hue, always the same for the same deck."""
        return self.hue.get(deck) or int(hashlib.sha256(deck.encode()).hexdigest(), 16) % HUES + 1

    def icon_of(self, *codes: str) -> str:
        """The icon of the first code that has one."""
        return next((self.icon[code] for code in codes if code in self.icon), "card")

"""The cards as the engine needs them: numbers for codes, values from facts, programs from effects."""

from dataclasses import dataclass, field

from rules_engine.resist.ops import Program


@dataclass(slots=True)
class Standing:
    """What holds at a mission as long as a card is there."""

    protects_mission: bool = False
    protects_others: bool = False
    for_others: int = 0
    """Defence for enemies of other types."""
    for_all: int = 0
    """Defence for all enemies."""
    for_mission: int = 0
    most_revealed: int | None = None


@dataclass(slots=True)
class Cards:
    """Tables by the number of a card."""

    codes: list[str]
    numbers: dict[str, int]
    decks: dict[str, list[int]]
    """The cards of each deck, as often as there are copies."""
    kinds: list[str]
    is_enemy: list[bool]
    attack: tuple[list[int], list[int]]
    """Attack of the hidden and of the revealed side."""
    defence: list[int]
    garrison: list[int]
    points: list[int]
    civilians: list[int]
    eras: list[list[int]]
    """The missions of each era."""
    programs: list[Program] = field(default_factory=list)
    actions: list[list[int]] = field(default_factory=list)
    """By card the programs of its hidden and of its revealed action."""
    triggered: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    """By trigger, then by card, the programs that happen."""
    standing: list[Standing | None] = field(default_factory=list)
    enemies_limit: bool = False
    """Whether any enemy limits how many maquis may be revealed."""

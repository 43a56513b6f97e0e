"""The state of a game of Operation Barclay: plain numbers and lists."""

from typing import Any, NamedTuple

from rules_engine.machine import state as machine
from rules_engine.machine.state import NUMBER, PROGRAM, Kind, code_in, field, list_of
from rules_engine.machine.steps import NOTHING, Program

LCS, ABWEHR = 0, 1
FACTIONS = ("lcs", "abwehr")
"""The players by their numbers."""
GREEN, UP, PEEKED = 1, 2, 4
"""An intelligence token: whether its radar is green, whether it lies face up, whether the Abwehr has peeked at it."""
OPEN, DOWN, TURNED = range(3)
"""How a card lies in a space: face up, face down, or face up since the evaluation."""
FACING = ("face-up", "face-down", "turned-up")
BOTH = 3
"""A bit for each player."""


class Phase:
    """The phases of a month in the order of their concepts, and the set-up before the first."""

    NAMES = ("set-up", "preparation", "first-cards", "analysis", "last-cards", "evaluation")
    SET_UP, PREPARATION, FIRST, ANALYSIS, LAST, EVALUATION = range(6)


class Step:
    """What is done next. Plain numbers, for speed."""

    NAMES = (
        "primary",
        "secondary",
        "lay",
        "play",
        "predict",
        "draw",
        "effects",
        "settle",
        "take-alpha",
        "take-beta",
        "use",
        "turn",
        "over",
    )
    PRIMARY, SECONDARY, LAY, PLAY, PREDICT, DRAW, EFFECTS, SETTLE, TAKE_ALPHA, TAKE_BETA, USE, TURN, OVER = range(13)


class Lying(NamedTuple):
    """A card in a player's space, with what it counts as."""

    card: int
    facing: int
    ranks: tuple[int, ...]
    """The numbers it may count as; none for a card that is no part of the combination."""
    colours: tuple[int, ...]
    under: int = NOTHING
    """The card that it was laid over."""
    is_ignored: bool = False


CARD, COLOUR, REGION, SIDE = code_in("codes"), code_in("colours"), code_in("regions"), code_in(FACTIONS)
CARDS = list_of(CARD)
"""The top of a deck is its end."""


def _save_lying(table: Any, lying: Lying) -> dict[str, Any]:
    return {
        "card": CARD.save(table, lying.card),
        "facing": FACING[lying.facing],
        "ranks": list(lying.ranks),
        "colours": [table.colours[colour] for colour in lying.colours],
        "under": CARD.save(table, lying.under),
        "ignored": lying.is_ignored,
    }


def _load_lying(table: Any, saved: dict[str, Any]) -> Lying:
    card, under = CARD.load(table, saved["card"]), CARD.load(table, saved["under"])
    colours = tuple(COLOUR.load(table, colour) for colour in saved["colours"])
    return Lying(card, FACING.index(saved["facing"]), tuple(saved["ranks"]), colours, under, saved["ignored"])


LYING = Kind(
    tuple,
    save=_save_lying,
    load=_load_lying,
    held=lambda table, lying: [table.codes[card] for card in (lying.card, lying.under) if card != NOTHING],
)
KNOWN = Kind(
    list,
    "{0}[:]",
    lambda table, known: {table.codes[card]: bits for card, bits in enumerate(known) if bits},
    lambda table, saved: [saved.get(code, 0) for code in table.codes],
)


class Frame(machine.Frame):
    """How far an effect has been executed, for which player."""

    actor: int = field(SIDE, saved_as="player")
    those: list[int] = field(CARDS, is_held=True)
    """The cards that are being looked at."""


class State(machine.State):
    """Who and what is where."""

    month: int = field(NUMBER)
    phase: int = field(code_in(Phase.NAMES))
    step: int = field(code_in(Step.NAMES))
    player: int = field(SIDE)
    """Whose decision it is."""
    primary: int = field(REGION, NOTHING)
    """The region of the primary offensive."""
    secondary: int = field(REGION, NOTHING)
    best: int = field(SIDE, NOTHING)
    """Who has the best combination of the month, once it is known; nobody on a tie."""
    using: int = field(COLOUR, NOTHING)
    """Colour of the evidence token that is being used."""
    turns: int = field(NUMBER)
    """How many intelligence tokens it may still turn up."""
    takes: int = field(NUMBER)
    """How many evidence tokens the Abwehr may still take from a field."""
    seen_predictions: int = field(NUMBER)
    """Bits of the players who know what the other has predicted."""
    tokens: list[int] = field(list_of(NUMBER))
    """The intelligence tokens, region after region; NOTHING on a space that is still free."""
    intelligence: list[int] = field(CARDS, is_held=True)
    defector: list[int] = field(CARDS, is_held=True)
    known: list[int] = field(KNOWN)
    """By card the bits of the players who know where it is; in a hand or face down: that it is among those."""
    predictions: list[int] = field(list_of(SIDE))
    shielded: list[int] = field(list_of(COLOUR))
    """Colours of evidence tokens that turn nothing up this month."""
    wild: list[int] = field(list_of(NUMBER))
    """By player how many evidence tokens may be used in any region."""
    played: list[int] = field(list_of(NUMBER))
    """By player how many cards of this phase have been played."""
    pending: list[Program] = field(list_of(PROGRAM))
    """Effects of the evaluation that are still to happen, the next at the end."""
    fields: list[list[int]] = field(list_of(list_of(COLOUR)))
    """Colours of the evidence tokens on each field."""
    won: list[list[int]] = field(list_of(list_of(COLOUR)))
    own: list[list[int]] = field(list_of(CARDS), is_held=True)
    """The decks of the two sides."""
    hands: list[list[int]] = field(list_of(CARDS), is_held=True, saved_as="hand")
    discards: list[list[int]] = field(list_of(CARDS), is_held=True)
    spaces: list[list[Lying]] = field(list_of(list_of(LYING)), is_held=True)
    extra: list[list[int]] = field(list_of(list_of(NUMBER)))
    """By player and symbol how many more are counted this month."""
    frames: list[Frame] = field(list_of(machine.record(Frame)), is_held=True)

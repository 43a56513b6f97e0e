"""The state of a game of Operation Barclay: plain numbers and lists, cheap to copy."""

from typing import Any, NamedTuple

from rules_engine.events import Event

LCS, ABWEHR = 0, 1
FACTIONS = ("lcs", "abwehr")
"""The players by their numbers."""
NOTHING = -1
GREEN, UP, PEEKED = 1, 2, 4
"""An intelligence token: whether its radar is green, whether it lies face up, whether the Abwehr has peeked at it."""
OPEN, DOWN, TURNED = range(3)
"""How a card lies in a space: face up, face down, or face up since the evaluation."""
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


class Frame:
    """How far an effect has been executed."""

    __slots__ = ("at", "left", "player", "program", "those")

    def __init__(self, program: int, player: int) -> None:
        self.program = program
        self.player = player
        self.at = 0
        self.left = NOTHING
        """How often the present step must still be done, once it has begun."""
        self.those: list[int] = []
        """The cards that are being looked at."""

    def copy(self) -> "Frame":
        """A frame that can be changed without changing this one."""
        made = Frame(self.program, self.player)
        made.at, made.left, made.those = self.at, self.left, self.those[:]
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]


NUMBERS = (
    "chance",
    "month",
    "phase",
    "step",
    "player",
    "primary",
    "secondary",
    "best",
    "using",
    "turns",
    "takes",
    "seen_predictions",
)
LISTS = ("tokens", "intelligence", "defector", "known", "predictions", "shielded", "wild", "played", "pending")
NESTED = ("fields", "won", "own", "hands", "discards", "spaces", "extra")
"""Lists of lists; the inner ones hold what never changes."""


class State:
    """Who and what is where."""

    __slots__ = (*NUMBERS, *LISTS, *NESTED, "frames", "log", "options", "outcome")

    chance: int
    month: int
    phase: int
    step: int
    player: int
    """Whose decision it is."""
    primary: int
    """The region of the primary offensive."""
    secondary: int
    best: int
    """Who has the best combination of the month, once it is known; nobody on a tie."""
    using: int
    """Colour of the evidence token that is being used."""
    turns: int
    """How many intelligence tokens it may still turn up."""
    takes: int
    """How many evidence tokens the Abwehr may still take from a field."""
    seen_predictions: int
    """Bits of the players who know what the other has predicted."""
    tokens: list[int]
    """The intelligence tokens, region after region; NOTHING on a space that is still free."""
    intelligence: list[int]
    """Cards of the deck; the top of a deck is its end."""
    defector: list[int]
    known: list[int]
    """By card the bits of the players who know where it is; in a hand or face down: that it is among those."""
    predictions: list[int]
    shielded: list[int]
    """Colours of evidence tokens that turn nothing up this month."""
    wild: list[int]
    """By player how many evidence tokens may be used in any region."""
    played: list[int]
    """By player how many cards of this phase have been played."""
    pending: list[int]
    """Programs of the evaluation that are still to happen, the next at the end."""
    fields: list[list[int]]
    """Colours of the evidence tokens on each field."""
    won: list[list[int]]
    own: list[list[int]]
    """The decks of the two sides."""
    hands: list[list[int]]
    discards: list[list[int]]
    spaces: list[list[Lying]]
    extra: list[list[int]]
    """By player and symbol how many more are counted this month."""
    frames: list[Frame]
    outcome: tuple[str, int, str] | None
    """Winner, month, and the rule that ended the game."""
    options: list[str] | None
    """What is legal, once somebody has asked; no part of the state proper."""
    log: list[Event] | None
    """Where events go while an action is done; no part of the state proper."""

    def __init__(self) -> None:
        for name in NUMBERS:
            setattr(self, name, 0)
        for name in LISTS:
            setattr(self, name, [])
        for name in NESTED:
            setattr(self, name, [])
        self.primary = self.secondary = self.best = self.using = NOTHING
        self.frames = []
        self.outcome = self.options = self.log = None

    def copy(self) -> "State":
        """A state that can be changed without changing this one."""
        made: State = State.__new__(State)
        made.chance, made.month, made.phase, made.step = self.chance, self.month, self.phase, self.step
        made.player, made.primary, made.secondary = self.player, self.primary, self.secondary
        made.best, made.using, made.turns, made.takes = self.best, self.using, self.turns, self.takes
        made.seen_predictions = self.seen_predictions
        made.tokens, made.intelligence, made.defector = self.tokens[:], self.intelligence[:], self.defector[:]
        made.known, made.predictions, made.shielded = self.known[:], self.predictions[:], self.shielded[:]
        made.wild, made.played, made.pending = self.wild[:], self.played[:], self.pending[:]
        made.fields = [each[:] for each in self.fields]
        made.won, made.own = [each[:] for each in self.won], [each[:] for each in self.own]
        made.hands, made.discards = [each[:] for each in self.hands], [each[:] for each in self.discards]
        made.spaces, made.extra = [each[:] for each in self.spaces], [each[:] for each in self.extra]
        made.frames = [frame.copy() for frame in self.frames] if self.frames else []
        made.outcome = self.outcome
        made.options = made.log = None
        return made

    def contents(self) -> dict[str, Any]:
        """Everything that makes this state, by name."""
        return {name: getattr(self, name) for name in (*NUMBERS, *LISTS, *NESTED, "frames", "outcome")}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.contents() == other.contents()

    __hash__ = None  # type: ignore[assignment]

"""The state of a table of Black Orchestra: plain values in codes, cheap to copy, ready to be saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.black_orchestra.ladders import PERSONAL, Track
from rules_engine.events import Event

NOTHING = -1
"""A step that has not begun to count."""
GATHER, ROLLED = "gather", "rolled"
"""How far the attempt of a plot has got."""

VALUES = (
    "chance",
    "players",
    "active",
    "turn",
    "dissent",
    "stage",
    "current",
    "key_event",
    "actions_left",
    "conspired",
    "events_due",
)
"""Plain values of a state."""
LISTS = (
    "fallen",
    "gone",
    "face_up",
    "discarded_items",
    "removed_items",
    "unseen",
    "event_discard",
    "removed_events",
    "deck",
    "discard",
    "removed_cards",
    "interrogations",
    "boards",
    "disabled",
    "forbidden",
    "used",
)
"""Lists of codes."""
MAPS = ("levels", "leaders", "squares", "on_cards")


class Frame:
    """How far a program has been executed, for whom, and what it remembers; plain values all."""

    __slots__ = ("actor", "at", "left", "memo", "program")

    def __init__(self, program: str, actor: str, memo: dict[str, Any] | None = None) -> None:
        self.program = program
        """Key of the program."""
        self.actor = actor
        self.at = 0
        self.left = NOTHING
        """How often the step at hand must still be done, or whatever it counts; NOTHING before it begins."""
        self.memo: dict[str, Any] = memo if memo is not None else {}

    def copy(self) -> "Frame":
        """A frame that can be changed without changing this one."""
        made = Frame(self.program, self.actor, {k: v[:] if type(v) is list else v for k, v in self.memo.items()})
        made.at, made.left = self.at, self.left
        return made

    def contents(self) -> dict[str, Any]:
        """Everything in it, as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.contents() == other.contents()

    __hash__ = None  # type: ignore[assignment]


@dataclass(slots=True)
class Conspirator:
    """A conspirator: where they are, what is thought of them, what they hold."""

    location: str
    levels: dict[str, int]
    items: list[str]
    cards: list[str]
    """The dossier, which lies open."""
    extra: list[int]
    """Number dice that were handed over, each as many actions in the next turn."""

    def copy(self) -> "Conspirator":
        """A conspirator who can be changed without changing this one."""
        return Conspirator(self.location, self.levels.copy(), self.items[:], self.cards[:], self.extra[:])


@dataclass(slots=True)
class Plot:
    """An attempt that is being made."""

    card: str
    by: str
    target: str
    """The leader it is meant for."""
    dice: int
    eagles: int
    """Eagles to be added to the roll, or not to count when below zero."""
    stage: str
    rolled: list[str]
    spent: list[str]
    claimed: list[str]
    """Keys of the bonuses that were taken, as often as they were."""
    refused: list[str]
    """Who would not give what, so that they are not asked twice."""

    def copy(self) -> "Plot":
        """An attempt that can be changed without changing this one."""
        return Plot(
            self.card,
            self.by,
            self.target,
            self.dice,
            self.eagles,
            self.stage,
            self.rolled[:],
            self.spent[:],
            self.claimed[:],
            self.refused[:],
        )


class State:
    """Who and what is where, whose turn it is, and what is being done."""

    __slots__ = (*VALUES, *LISTS, *MAPS, "asker", "choices", "conspirators", "event_decks", "frames", "log", "options",
                 "outcome", "plot", "tracks")  # fmt: skip

    tracks: Mapping[str, Track]
    """Never changed, and so shared by all copies."""
    choices: Mapping[str, str]
    """The options of the set-up; never changed."""
    chance: int
    players: int
    active: str
    """The conspirator whose turn it is."""
    turn: int
    dissent: int
    """Dice on the dissent track."""
    stage: int
    current: str
    key_event: str
    """The key event beside the board."""
    actions_left: int
    conspired: int
    """How often the active conspirator has conspired in this turn."""
    events_due: int
    """Events that are still to be drawn in this turn."""
    fallen: list[str]
    """Leaders who were killed."""
    gone: list[str]
    """Leaders who left the game otherwise."""
    face_up: list[str]
    """Spaces whose item has been revealed."""
    discarded_items: list[str]
    removed_items: list[str]
    unseen: list[str]
    """Events that left the game unseen."""
    event_discard: list[str]
    removed_events: list[str]
    deck: list[str]
    """Conspirator cards; the last is the top of a deck."""
    discard: list[str]
    removed_cards: list[str]
    interrogations: list[str]
    boards: list[str]
    """Characters whom nobody plays."""
    disabled: list[str]
    """Conspirators whose special ability is gone for good."""
    forbidden: list[str]
    """What penalties forbid in this turn."""
    used: list[str]
    """Keys of the abilities that were used in this turn."""
    levels: dict[str, int]
    """The tracks of the board."""
    leaders: dict[str, str]
    squares: dict[str, str]
    """The item that lies on the square of a space."""
    on_cards: dict[str, int]
    """Dice that lie on cards."""
    conspirators: dict[str, Conspirator]
    event_decks: list[list[str]]
    plot: Plot | None
    frames: list[Frame]
    outcome: tuple[str, int, str] | None
    """Result, points, and the rule that ended the game."""
    options: list[str] | None
    """What is legal, once it is known; no part of the state proper."""
    asker: str
    """Who must choose among the options."""
    log: list[Event] | None
    """Where events go while an action is done; no part of the state proper."""

    def __init__(self, tracks: Mapping[str, Track], choices: Mapping[str, str] | None = None) -> None:
        self.tracks, self.choices = tracks, choices or {}
        self.active = self.current = self.key_event = self.asker = ""
        self.chance = self.turn = self.dissent = self.actions_left = self.conspired = self.events_due = 0
        self.players = self.stage = 1
        for name in LISTS:
            setattr(self, name, [])
        for name in MAPS:
            setattr(self, name, {})
        self.conspirators, self.event_decks, self.frames = {}, [], []
        self.plot = self.outcome = self.options = self.log = None

    def copy(self) -> "State":
        """A state that can be changed without changing this one."""
        made: State = State.__new__(State)
        made.tracks, made.choices, made.outcome = self.tracks, self.choices, self.outcome
        made.chance, made.players, made.active, made.turn = self.chance, self.players, self.active, self.turn
        made.dissent, made.stage, made.current, made.key_event = self.dissent, self.stage, self.current, self.key_event
        made.actions_left, made.conspired, made.events_due = self.actions_left, self.conspired, self.events_due
        made.fallen, made.gone, made.face_up = self.fallen[:], self.gone[:], self.face_up[:]
        made.discarded_items, made.removed_items = self.discarded_items[:], self.removed_items[:]
        made.unseen, made.event_discard = self.unseen[:], self.event_discard[:]
        made.removed_events, made.removed_cards = self.removed_events[:], self.removed_cards[:]
        made.deck, made.discard, made.interrogations = self.deck[:], self.discard[:], self.interrogations[:]
        made.boards, made.disabled, made.forbidden = self.boards[:], self.disabled[:], self.forbidden[:]
        made.used, made.levels, made.leaders = self.used[:], self.levels.copy(), self.leaders.copy()
        made.squares, made.on_cards = self.squares.copy(), self.on_cards.copy()
        made.conspirators = {code: conspirator.copy() for code, conspirator in self.conspirators.items()}
        made.event_decks = [cards[:] for cards in self.event_decks]
        made.plot = self.plot.copy() if self.plot else None
        made.frames = [frame.copy() for frame in self.frames]
        made.options, made.asker, made.log = self.options, self.asker, None
        return made

    def contents(self) -> dict[str, Any]:
        """Everything that makes this state, by name."""
        names = (*VALUES, *LISTS, *MAPS, "choices", "conspirators", "event_decks", "plot", "frames", "outcome")
        return {name: getattr(self, name) for name in names}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.contents() == other.contents()

    __hash__ = None  # type: ignore[assignment]


def arrive(state: State, space: str, items: Sequence[str] = ()) -> Conspirator:
    """A conspirator as the game begins for them."""
    return Conspirator(space, {track: state.tracks[track].start for track in PERSONAL}, list(items), [], [])

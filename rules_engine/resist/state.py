"""The state of a game of Resist!: plain numbers and lists, cheap to copy, all that chance and the player have made."""

from typing import Any

from rules_engine.events import Event

SPY = 0
"""The number of the Spy among the cards; all other numbers follow the codes of the cards."""
NOTHING = -1
CARD = 0xFF
"""An enemy at a mission is a card number with two things on top: whether it lies face-down …"""
FACE_DOWN = 0x100
CHANGE = 9
"""… and, from this bit on, by how much its defence has been changed this round."""


class Step:
    """Where in a round the game is; the rest happens between two decisions. Plain numbers, for speed."""

    NAMES = ("draft", "plan", "chosen", "defend", "attack", "defeat", "survive", "stop", "over")
    DRAFT, PLAN, CHOSEN, DEFEND, ATTACK, DEFEAT, SURVIVE, STOP, OVER = range(9)


class Frame:
    """How far an effect has been executed."""

    __slots__ = ("actor", "at", "left", "program", "sum", "those", "where")

    def __init__(self, program: int, actor: int) -> None:
        self.program = program
        self.actor = actor
        """The card that acts; a copied action acts for the copying card."""
        self.at = 0
        self.left = NOTHING
        """How often the present step must still be done, once it has begun."""
        self.where = NOTHING
        """The mission that the effect speaks of as “those”."""
        self.sum = 0
        """The defence of the enemies it has discarded."""
        self.those: list[int] = []
        """The cards it has looked at or flipped."""

    def copy(self) -> "Frame":
        """A frame that can be changed without changing this one."""
        made = Frame(self.program, self.actor)
        made.at, made.left, made.where, made.sum = self.at, self.left, self.where, self.sum
        made.those = self.those.copy()
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]


NUMBERS = (
    "chance",
    "step",
    "round",
    "chosen",
    "mission_change",
    "attack",
    "revealed_now",
    "draw_change",
    "is_ignored",
    "is_changed",
    "is_hidden_known",
)
PILES = (
    "draft",
    "hand",
    "hidden_deck",
    "hidden_discard",
    "recruit_deck",
    "revealed_discard",
    "played_hidden",
    "played_revealed",
    "removed",
    "spy_supply",
    "mission_deck",
    "unused_missions",
    "completed",
    "failed",
    "enemy_deck",
    "enemy_discard",
    "civilian_deck",
    "graveyard",
)
"""The lists of card numbers; the top of a deck or pile is its end."""


class State:
    """Who and what is where."""

    __slots__ = (*NUMBERS, *PILES, "bonuses", "enemies", "frames", "log", "offer", "options", "outcome", "pending")

    chance: int
    step: int
    round: int
    chosen: int
    """Place of the chosen mission in the offer."""
    mission_change: int
    """By how much the defence of the chosen mission has been changed."""
    attack: int
    """Attack that can still be spent."""
    revealed_now: int
    """How many maquis were revealed in the attack phase."""
    draw_change: int
    """How many cards more or fewer are drawn next."""
    is_ignored: int
    """Whether the effect of the chosen mission does not happen this round."""
    is_changed: int
    """Whether the defence of any enemy has been changed this round."""
    is_hidden_known: int
    """Whether the player knows which maquis are in the hidden deck."""
    draft: list[int]
    """Maquis that are still to be divided between the hidden and the recruit deck."""
    hand: list[int]
    hidden_deck: list[int]
    hidden_discard: list[int]
    recruit_deck: list[int]
    revealed_discard: list[int]
    played_hidden: list[int]
    played_revealed: list[int]
    removed: list[int]
    spy_supply: list[int]
    mission_deck: list[int]
    unused_missions: list[int]
    completed: list[int]
    failed: list[int]
    enemy_deck: list[int]
    enemy_discard: list[int]
    civilian_deck: list[int]
    graveyard: list[int]
    offer: list[int]
    """The available missions in their places, NOTHING where there is none."""
    enemies: list[list[int]]
    """The enemies at each place."""
    bonuses: list[tuple[int, int, int]]
    """Maquis, group and amount: what is added to the attack when it is totalled."""
    pending: list[int]
    """Programs of effects that happen at the same time and whose order the player chooses."""
    frames: list[Frame]
    outcome: tuple[str, int, str] | None
    """Result, points, and the rule that ended the game."""
    options: list[str] | None
    """What is legal, once somebody has asked; no part of the state proper."""
    log: list[Event] | None
    """Where events go while an action is done; no part of the state proper."""

    def __init__(self) -> None:
        for name in NUMBERS:
            setattr(self, name, 0)
        for name in PILES:
            setattr(self, name, [])
        self.offer, self.enemies, self.bonuses, self.pending, self.frames = [], [], [], [], []
        self.chosen = NOTHING
        self.outcome = self.options = self.log = None

    def copy(self) -> "State":
        """A state that can be changed without changing this one."""
        made: State = State.__new__(State)
        made.chance, made.step, made.round, made.chosen = self.chance, self.step, self.round, self.chosen
        made.mission_change, made.attack, made.revealed_now = self.mission_change, self.attack, self.revealed_now
        made.draw_change, made.is_ignored, made.is_changed = self.draw_change, self.is_ignored, self.is_changed
        made.is_hidden_known = self.is_hidden_known
        made.draft, made.hand = self.draft[:], self.hand[:]
        made.hidden_deck, made.hidden_discard = self.hidden_deck[:], self.hidden_discard[:]
        made.recruit_deck, made.revealed_discard = self.recruit_deck[:], self.revealed_discard[:]
        made.played_hidden, made.played_revealed = self.played_hidden[:], self.played_revealed[:]
        made.removed, made.spy_supply = self.removed[:], self.spy_supply[:]
        made.mission_deck, made.unused_missions = self.mission_deck[:], self.unused_missions[:]
        made.completed, made.failed = self.completed[:], self.failed[:]
        made.enemy_deck, made.enemy_discard = self.enemy_deck[:], self.enemy_discard[:]
        made.civilian_deck, made.graveyard = self.civilian_deck[:], self.graveyard[:]
        made.offer, made.enemies = self.offer[:], [here[:] for here in self.enemies]
        made.bonuses, made.pending = self.bonuses[:], self.pending[:]
        made.frames = [frame.copy() for frame in self.frames] if self.frames else []
        made.outcome = self.outcome
        made.options = made.log = None
        return made

    def contents(self) -> dict[str, Any]:
        """Everything that makes this state, by name."""
        names = (*NUMBERS, *PILES, "offer", "enemies", "bonuses", "pending", "frames", "outcome")
        return {name: getattr(self, name) for name in names}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.contents() == other.contents()

    __hash__ = None  # type: ignore[assignment]


EMPTY = State()
"""What every game begins with; it is copied, never changed."""

"""The state of a table of Black Orchestra: the tracks, who and what is where, and what is being done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from rules_engine.black_orchestra.rulebook import MOTIVATION, PERSONAL, SUPPORT, SUSPICION, Rule
from rules_engine.errors import RulesetError
from rules_engine.machine import state as machine
from rules_engine.machine.state import NUMBER, WORD, Declared, Kind, aside, field, list_of, map_of, maybe, record
from rules_engine.obeys import obeys
from rules_engine.ruleset import Ruleset

GATHER, ROLLED = "gather", "rolled"
"""How far the attempt of a plot has got."""
SEEN, ASIDE, INTERROGATION = "seen", "aside", "card"
"""Under these words lines remember cards that lie nowhere else meanwhile, the last one in the turn of a prisoner."""

CARD = Kind(str, load=lambda table, code: code and table.cards[code].code, held=WORD.held)
SPACE = Kind(str, load=lambda table, code: table.spaces[code].code)
CHOICES = Kind(dict, save=lambda _, chosen: dict(chosen), load=lambda _, saved: dict(saved))
CARDS, WORDS, NUMBERS = list_of(CARD), list_of(WORD), map_of(NUMBER)


def _copy(_: Any, memo: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value[:] if type(value) is list else value for name, value in memo.items()}


@dataclass(frozen=True, slots=True)
class Track:
    """A track between two ends; its places have words where they are levels."""

    code: str
    low: int
    high: int
    start: int
    words: tuple[str, ...] = ()

    @obeys(Rule.TRACK_BOUNDS)
    def within(self, place: int) -> int:
        """Where a marker comes to stand: it stops at the ends."""
        return max(self.low, min(self.high, place))

    def room(self, value: int, change: int) -> int:
        """How many places a marker can go in the direction of the change."""
        return self.high - value if change > 0 else value - self.low

    def say(self, value: int) -> str:
        """A place of the track in words."""
        return self.words[value] if self.words else str(value)


@obeys(Rule.SUPPORT_FLOOR, Rule.SUPPORT_CAP, Rule.SETUP_DIFFICULTY, Rule.SETUP_MOTIVATION, Rule.SETUP_SUSPICION)
def read_tracks(ruleset: Ruleset, difficulty: str) -> dict[str, Track]:
    """The tracks with their ends and starting places; military support never falls below where it started."""
    floor = ruleset.number(f"track:{SUPPORT}", f"start.{difficulty}")
    top = ruleset.within(f"track:{SUPPORT}", "max", floor)
    tracks = {SUPPORT: Track(SUPPORT, floor, top, floor)}
    for track, words in read_ladders(ruleset).items():
        start = ruleset.fact(f"track:{track}", "start")
        if start not in words:
            raise ruleset.wrong_fact(f"track:{track}", "start", f"one of {', '.join(words)}")
        tracks[track] = Track(track, 0, len(words) - 1, words.index(start), words)
    return tracks


def read_ladders(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The levels of the personal tracks, lowest first, in the order of their concept rows.

    The kind `level` may name the levels of both tracks; those that are also of the kind `suspicion` are its own.
    """
    suspicion = ruleset.concepts.get(SUSPICION, ())
    ladders = {
        MOTIVATION: tuple(code for code in ruleset.concepts.get("level", ()) if code not in suspicion),
        SUSPICION: suspicion,
    }
    for track, words in ladders.items():
        if not words:
            kind = "level" if track == MOTIVATION else track
            sentence = f"{ruleset.name} has no concepts of the kind `{kind}`, which are the levels of {track}. "
            raise RulesetError("concept", None, kind, sentence + f"List them in games/{ruleset.game}/game.toml.")
    return ladders


class Frame(machine.Frame):
    """How far a program has been executed, for whom, and what it remembers; plain values all."""

    memo: dict[str, Any] = field(
        Kind(dict, "{{name: value[:] if type(value) is list else value for name, value in {0}.items()}}", _copy, _copy)
    )

    def held(self, table: Any) -> list[str]:
        """Cards that lie nowhere else."""
        del table
        cards = [*self.memo.get(SEEN, ()), *self.memo.get(ASIDE, ())]
        is_interrogation = self.program.key == PRISON_TURN and INTERROGATION in self.memo
        return [*cards, self.memo[INTERROGATION]] if is_interrogation else cards


PRISON_TURN = "prison-turn"
"""The key of the program that is the turn of a prisoner."""


class Conspirator(Declared):
    """A conspirator: where they are, what is thought of them, what they hold."""

    location: str = field(SPACE)
    levels: dict[str, int] = field(NUMBERS)
    items: list[str] = field(WORDS)
    cards: list[str] = field(CARDS, is_held=True)
    """The dossier, which lies open."""
    extra: list[int] = field(list_of(NUMBER))
    """Number dice that were handed over, each as many actions in the next turn."""


class Plot(Declared):
    """An attempt that is being made."""

    card: str = field(CARD)
    by: str = field(WORD)
    target: str = field(WORD)
    """The leader it is meant for."""
    dice: int = field(NUMBER)
    eagles: int = field(NUMBER)
    """Eagles to be added to the roll, or not to count when below zero."""
    stage: str = field(WORD, GATHER)
    rolled: list[str] = field(WORDS)
    spent: list[str] = field(WORDS)
    claimed: list[str] = field(WORDS)
    """Keys of the bonuses that were taken, as often as they were."""


class State(machine.State):
    """Who and what is where, whose turn it is, and what is being done."""

    tracks: Mapping[str, Track] = aside(copied="{0}")
    """Never changed, and so shared by all copies; the difficulty tells them."""
    choices: Mapping[str, str] = field(CHOICES)
    """The options of the set-up; never changed."""
    players: int = field(NUMBER, 1)
    active: str = field(WORD)
    """The conspirator whose turn it is."""
    turn: int = field(NUMBER)
    dissent: int = field(NUMBER)
    """Dice on the dissent track."""
    stage: int = field(NUMBER, 1)
    current: str = field(CARD, is_held=True)
    key_event: str = field(CARD, is_held=True)
    """The key event beside the board."""
    actions_left: int = field(NUMBER)
    conspired: int = field(NUMBER)
    """How often the active conspirator has conspired in this turn."""
    events_due: int = field(NUMBER)
    """Events that are still to be drawn in this turn."""
    fallen: list[str] = field(WORDS, is_held=True)
    """Leaders who were killed."""
    gone: list[str] = field(WORDS, is_held=True)
    """Leaders who left the game otherwise."""
    face_up: list[str] = field(WORDS)
    """Spaces whose item has been revealed."""
    discarded_items: list[str] = field(WORDS)
    removed_items: list[str] = field(WORDS)
    unseen: list[str] = field(CARDS, is_held=True)
    """Events that left the game unseen."""
    event_discard: list[str] = field(CARDS, is_held=True)
    removed_events: list[str] = field(CARDS, is_held=True)
    deck: list[str] = field(CARDS, is_held=True)
    """Conspirator cards; the last is the top of a deck."""
    discard: list[str] = field(CARDS, is_held=True)
    removed_cards: list[str] = field(CARDS, is_held=True)
    interrogations: list[str] = field(CARDS, is_held=True)
    boards: list[str] = field(CARDS, is_held=True)
    """Characters whom nobody plays."""
    disabled: list[str] = field(WORDS)
    """Conspirators whose special ability is gone for good."""
    forbidden: list[str] = field(WORDS)
    """What penalties forbid in this turn."""
    used: list[str] = field(WORDS)
    """Keys of the abilities that were used in this turn."""
    levels: dict[str, int] = field(NUMBERS)
    """The tracks of the board."""
    leaders: dict[str, str] = field(map_of(SPACE))
    squares: dict[str, str] = field(map_of(WORD))
    """The item that lies on the square of a space."""
    on_cards: dict[str, int] = field(NUMBERS)
    """Dice that lie on cards."""
    conspirators: dict[str, Conspirator] = field(map_of(record(Conspirator)), is_held=True)
    event_decks: list[list[str]] = field(list_of(CARDS), is_held=True)
    plot: Plot | None = field(maybe(record(Plot)))
    frames: list[Frame] = field(list_of(record(Frame)), is_held=True)
    options: list[str] | None = aside(copied="{0}")
    """What is legal, once it is known; never changed, and so shared by copies."""

    @classmethod
    def load(cls, table: Any, saved: Mapping[str, Any]) -> Self:
        """The state that was saved, with the tracks that its difficulty tells."""
        state = super().load(table, saved)
        state.tracks = read_tracks(table.ruleset, state.choices["difficulty"])
        return state


def arrive(state: State, space: str, items: Sequence[str] = ()) -> Conspirator:
    """A conspirator as the game begins for them."""
    return Conspirator(space, {track: state.tracks[track].start for track in PERSONAL}, list(items))

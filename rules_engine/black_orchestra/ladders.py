"""Tracks: their ends and starting places from facts, and the words for the places of the personal ones."""

from dataclasses import dataclass

from rules_engine.black_orchestra.rules import Rule
from rules_engine.errors import RulesetError
from rules_engine.obeys import obeys
from rules_engine.ruleset import Ruleset

MOTIVATION, SUSPICION, SUPPORT, DISSENT = "motivation", "suspicion", "military-support", "dissent"
PERSONAL = (MOTIVATION, SUSPICION)
"""Tracks that each conspirator has; the others are on the board."""
HITLER, PRISON = "hitler", "prison"


@dataclass(frozen=True, slots=True)
class Track:
    """A track between two ends; its places have words where they are levels."""

    code: str
    low: int
    high: int
    start: int
    words: tuple[str, ...] = ()

    @obeys(Rule.TRACK_BOUNDS)
    def moved(self, value: int, change: int) -> int:
        """Where a marker comes to stand: it stops at the ends."""
        return max(self.low, min(self.high, value + change))

    def room(self, value: int, change: int) -> int:
        """How many places a marker can go in the direction of the change."""
        return self.high - value if change > 0 else value - self.low

    def say(self, value: int) -> str:
        """A place of the track in words."""
        return self.words[value] if self.words else str(value)


@obeys(Rule.SUPPORT_FLOOR, Rule.SUPPORT_CAP, Rule.SETUP_DIFFICULTY, Rule.SETUP_MOTIVATION, Rule.SETUP_SUSPICION)
def read_tracks(ruleset: Ruleset, difficulty: str) -> dict[str, Track]:
    """The tracks with their ends and starting places; military support never falls below where it started."""
    ladders = read_ladders(ruleset)
    floor = ruleset.number(f"track:{SUPPORT}", f"start.{difficulty}")
    top = ruleset.number(f"track:{SUPPORT}", "max")
    if top < floor:
        raise ruleset.wrong_fact(f"track:{SUPPORT}", "max", f"at least its start, {floor}")
    return {SUPPORT: Track(SUPPORT, floor, top, floor)} | {
        track: Track(track, 0, len(words) - 1, _start(ruleset, track, words), words) for track, words in ladders.items()
    }


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


def needed_facts(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Subject and attribute of every fact without which no table can be laid out."""
    difficulties = ruleset.concepts.get("difficulty") or difficulties_stated(ruleset) or ("<difficulty>",)
    return [
        *((f"track:{SUPPORT}", f"start.{difficulty}") for difficulty in difficulties),
        (f"track:{SUPPORT}", "max"),
        *((f"track:{track}", "start") for track in PERSONAL),
    ]


def difficulties_stated(ruleset: Ruleset) -> tuple[str, ...]:
    """The difficulties for which a starting place of military support is known."""
    starts = sorted(attribute for subject, attribute in ruleset.facts if subject == f"track:{SUPPORT}")
    return tuple(attribute.removeprefix("start.") for attribute in starts if attribute.startswith("start."))


def _start(ruleset: Ruleset, track: str, words: tuple[str, ...]) -> int:
    value = ruleset.fact(f"track:{track}", "start")
    if value not in words:
        raise ruleset.wrong_fact(f"track:{track}", "start", f"one of {', '.join(words)}")
    return words.index(value)

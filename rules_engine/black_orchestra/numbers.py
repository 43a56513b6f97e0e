"""Every number and word of the rules that play needs, from facts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules_engine.black_orchestra.ladders import MOTIVATION, PERSONAL, SUPPORT, SUSPICION
from rules_engine.black_orchestra.rules import Rule
from rules_engine.ruleset import Ruleset

PLAYERS = re.compile(r"limit\.players-(\d+)(?:-(\d+))?")
PENALTY, RANGE = "penalty.", re.compile(r"(\d+)-(\d+)")
TARGET = "target"


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a leader does to who begins a turn beside him."""

    what: str
    """A track, `discard-card`, `discard-item`, or `forbids`."""
    amount: int
    word: str = ""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of an edition."""

    most_players: int
    stages: int
    events_removed: int
    start_space: str
    boards_solo: int
    item_copies: int
    dice: int
    actions: int
    conspire_dice: int
    conspire_per_turn: int
    conspire_eagle: int
    dissent_size: int
    reward_motivation: int
    reward_support: int
    dossier: Mapping[int, int]
    """How many cards may be held, by the number of players."""
    dossier_at: Mapping[int, int]
    """The same at a place of the motivation track that has a limit of its own."""
    items: Mapping[int, int]
    starts: Mapping[str, str]
    """Where each leader begins."""
    penalties: Mapping[str, tuple[Penalty, ...]]
    ability_from: int
    plot_from: int
    plot_dice: int
    detecting: tuple[int, ...]
    """How many eagles betray a plot, by suspicion."""
    detected_motivation: int
    detected_space: str
    release_space: str
    release_dice: int
    release_cost: int
    release_forbidden: int
    released_at: int
    freed_at: int
    """The suspicion with which a target rolled in prison sets free, where it does."""
    raid_at: int
    raid_illegal: int
    resisting: Mapping[int, tuple[str, ...]]
    """Faces that resist an interrogation, by motivation."""
    resist_dice: Mapping[int, int]
    """How many dice are rolled to resist, where it is more than one; the worst counts."""
    lives: tuple[int, ...]
    """Millions of lives saved by a victory in each stage; nothing where the edition keeps no score."""
    per_deputy: int
    loyal_deputies: int
    deputy_difficulty: int
    no_time_removed: int
    documents_removed: int
    """How many events of the last stage are put aside when the documents are secured."""


def read_numbers(ruleset: Ruleset, ladders: Mapping[str, tuple[str, ...]]) -> Numbers:
    """The numbers of the edition, or a RulesetError for the first that is missing or wrong."""
    number = ruleset.number
    level = _Levels(ruleset, ladders)
    removed = number("deck:event", "removed-per-stage")
    is_scored = Rule.SCORE_LIVES in ruleset.rules
    stages = number("stage", "count")
    return Numbers(
        most_players=number("component:pawn", "count"),
        stages=stages,
        events_removed=removed,
        start_space=_space(ruleset, "component:pawn", "start"),
        boards_solo=number("component:player-board", "per-player.solo"),
        item_copies=number("component:item-token", "copies"),
        dice=number("component:die", "count"),
        actions=number("turn", "actions"),
        conspire_dice=number("action:conspire", "max-dice"),
        conspire_per_turn=number("action:conspire", "per-turn"),
        conspire_eagle=number("action:conspire", f"eagle.{SUSPICION}"),
        dissent_size=number("track:dissent", "size"),
        reward_motivation=number("track:dissent", f"reward.{MOTIVATION}"),
        reward_support=number("track:dissent", f"reward.{SUPPORT}"),
        dossier=_by_players(ruleset, "dossier"),
        dossier_at={
            place: number("dossier", f"limit.{word}")
            for place, word in enumerate(ladders[MOTIVATION])
            if ruleset.find_fact("dossier", f"limit.{word}")
        },
        items=_by_players(ruleset, "item-slots"),
        starts={leader: _space(ruleset, f"leader:{leader}", "start") for leader in ruleset.concepts.get("leader", ())},
        penalties={leader: _penalties(ruleset, leader) for leader in ruleset.concepts.get("leader", ())},
        ability_from=level("special-ability", "motivation.min", MOTIVATION),
        plot_from=level("plot", "motivation.min", MOTIVATION),
        plot_dice=number("plot", "base-dice"),
        detecting=tuple(number(f"suspicion:{word}", "eagles-detect") for word in ladders[SUSPICION]),
        detected_motivation=number("plot", f"detected.{MOTIVATION}"),
        detected_space=_space(ruleset, "plot", "detected.hitler-to"),
        release_space=_space(ruleset, "action:release", "location"),
        release_dice=number("action:release", "dice"),
        release_cost=number("action:release", f"cost.{SUSPICION}"),
        release_forbidden=level("action:release", "forbidden-at", SUSPICION),
        released_at=level("action:release", "released-at", SUSPICION),
        freed_at=level("deck:interrogation", "released-at", SUSPICION)
        if Rule.PRISON_TARGET_FREES in ruleset.rules
        else 0,
        raid_at=level("raid", "arrests-at", SUSPICION),
        raid_illegal=number("raid", f"illegal.{SUSPICION}"),
        resisting=_resisting(ruleset, ladders[MOTIVATION]),
        resist_dice={
            place: number(f"level:{word}", "resist-dice")
            for place, word in enumerate(ladders[MOTIVATION])
            if ruleset.find_fact(f"level:{word}", "resist-dice")
        },
        lives=tuple(number(f"score:stage-{stage}", "lives-saved-million") for stage in range(1, stages + 1))
        if is_scored
        else (),
        per_deputy=number("score", "per-deputy-million") if Rule.SCORE_DEPUTIES in ruleset.rules else 0,
        loyal_deputies=number("variant:loyal-deputies", "deputies.min"),
        deputy_difficulty=number("variant:loyal-deputies", "difficulty"),
        no_time_removed=_no_time(ruleset, removed),
        documents_removed=number("variant:secured-documents", f"removed.stage-{stages}")
        if Rule.VARIANT_DOCUMENTS in ruleset.rules
        else removed,
    )


@dataclass(frozen=True, slots=True)
class _Levels:
    """Reads facts whose value is a level, as its place on the track."""

    ruleset: Ruleset
    ladders: Mapping[str, tuple[str, ...]]

    def __call__(self, subject: str, attribute: str, track: str) -> int:
        word, words = self.ruleset.fact(subject, attribute), self.ladders[track]
        if word not in words:
            raise self.ruleset.wrong_fact(subject, attribute, f"one of {', '.join(words)}")
        return words.index(word)


def _space(ruleset: Ruleset, subject: str, attribute: str) -> str:
    space = ruleset.fact(subject, attribute)
    if space not in ruleset.spaces:
        raise ruleset.wrong_fact(subject, attribute, "a space of the board")
    return space


def _by_players(ruleset: Ruleset, subject: str) -> dict[int, int]:
    """A limit for every number of players."""
    limits: dict[int, int] = {}
    for of, attribute in ruleset.facts:
        numbers = PLAYERS.fullmatch(attribute)
        if of == subject and numbers:
            low, high = int(numbers[1]), int(numbers[2] or numbers[1])
            limits |= dict.fromkeys(range(low, high + 1), ruleset.number(subject, attribute))
    for players in range(1, ruleset.number("component:pawn", "count") + 1):
        if players not in limits:
            ruleset.fact(subject, f"limit.players-{players}")
    return limits


def _penalties(ruleset: Ruleset, leader: str) -> tuple[Penalty, ...]:
    """What the facts say about a leader."""
    subject = f"leader:{leader}"
    found = []
    for of, attribute in sorted(ruleset.facts):
        if of != subject or not attribute.startswith(PENALTY):
            continue
        what = attribute.removeprefix(PENALTY)
        if what == "forbids":
            found.append(Penalty(what, 0, ruleset.fact(subject, attribute)))
        elif what in PERSONAL or what.startswith("discard-"):
            found.append(Penalty(what, ruleset.number(subject, attribute)))
    if not found:
        ruleset.fact(subject, f"{PENALTY}<what>")
    return tuple(found)


def _resisting(ruleset: Ruleset, words: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
    """The faces that resist; the target always does, except where nothing is said of the lowest motivation."""
    if Rule.PRISON_RESIST not in ruleset.rules:
        return {}
    found: dict[int, tuple[str, ...]] = {}
    for place, word in enumerate(words):
        if place == 0 and ruleset.find_fact(f"level:{word}", "resist") is None:
            continue
        value = ruleset.fact(f"level:{word}", "resist")
        numbers = RANGE.fullmatch(value)
        span = map(str, range(int(numbers[1]), int(numbers[2]) + 1)) if numbers else (value,)
        found[place] = (TARGET, *span)
    return found


def _no_time(ruleset: Ruleset, removed: int) -> int:
    """How many events of each stage are put aside when there is no time to lose, said either way."""
    variant = "variant:no-time-to-lose"
    if ruleset.find_fact(variant, "removed-per-stage") is not None:
        return ruleset.number(variant, "removed-per-stage")
    return removed + ruleset.number(variant, "removed-per-stage.extra")

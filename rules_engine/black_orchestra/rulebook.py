"""What a rulebook of Black Orchestra states: the codes of its rules, and every number and word that play needs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import get_args

from rules_engine.ruleset import Ruleset
from schema.base import Origin

MOTIVATION, SUSPICION, SUPPORT, DISSENT = "motivation", "suspicion", "military-support", "dissent"
PERSONAL = (MOTIVATION, SUSPICION)
"""Tracks that each conspirator has; the others are on the board."""
HITLER, PRISON = "hitler", "prison"
EAGLE, TARGET = "eagle", "target"
LOYAL, NO_TIME, SECURED = "loyal-deputies", "no-time-to-lose", "secured-documents"
"""Variants, which are options of the set-up."""
FACES = ("1", "2", "3", TARGET, TARGET, EAGLE)
"""The six faces of each die, as it is printed."""
PLAYERS = re.compile(r"limit\.players-(\d+)(?:-(\d+))?")
ORIGINS = get_args(Origin)
"""Origins of facts, the best first."""
PENALTY, RANGE = "penalty.", re.compile(r"(\d+)-(\d+)")


class Rule(StrEnum):
    """A rule, as the outline of the rules spells it."""

    SETUP_LEADERS = "setup-leaders"
    SETUP_ITEMS = "setup-items"
    SETUP_DIFFICULTY = "setup-difficulty"
    SETUP_EVENTS = "setup-events"
    SETUP_EVENTS_REMOVED = "setup-events-removed"
    SETUP_DECKS = "setup-decks"
    SETUP_BOARDS = "setup-boards"
    SETUP_BOARDS_CHOICE = "setup-boards-choice"
    SETUP_SOLO = "setup-solo"
    SETUP_MOTIVATION = "setup-motivation"
    SETUP_SUSPICION = "setup-suspicion"
    SETUP_PAWNS = "setup-pawns"
    FIRST_PLAYER = "first-player"
    FIRST_PLAYER_CHOICE = "first-player-choice"
    WIN_PLOT = "win-plot"
    LOSE_ALL_ARRESTED = "lose-all-arrested"
    LOSE_NO_EVENT = "lose-no-event"
    LOSE_DOCUMENTS = "lose-documents"
    SCORE_LIVES = "score-lives"
    SCORE_DEPUTIES = "score-deputies"
    CARD_OVER_RULES = "card-over-rules"
    EFFECT_AS_FAR_AS_POSSIBLE = "effect-as-far-as-possible"
    DICE_ORDER = "dice-order"
    DICE_LIMIT = "dice-limit"
    CHOICE_ACTIVE_PLAYER = "choice-active-player"
    MOTIVATION_CUMULATIVE = "motivation-cumulative"
    MOTIVATION_DOSSIER = "motivation-dossier"
    MOTIVATION_ABILITY = "motivation-ability"
    MOTIVATION_PLOT = "motivation-plot"
    MOTIVATION_RECKLESS = "motivation-reckless"
    SUSPICION_DETECTION = "suspicion-detection"
    SUSPICION_EXTREME = "suspicion-extreme"
    TRACK_BOUNDS = "track-bounds"
    SUPPORT_TARGET = "support-target"
    SUPPORT_FLOOR = "support-floor"
    SUPPORT_CAP = "support-cap"
    DOSSIER_OPEN = "dossier-open"
    DOSSIER_LIMIT = "dossier-limit"
    DOSSIER_DISCARD_DOWN = "dossier-discard-down"
    DOSSIER_LASTING = "dossier-lasting"
    DOSSIER_DISCARD_PLAYED = "dossier-discard-played"
    DECK_RESHUFFLE = "deck-reshuffle"
    ITEM_LIMIT = "item-limit"
    ITEM_DISCARD_DOWN = "item-discard-down"
    ILLEGAL_CARDS = "illegal-cards"
    PLOTS_NOT_ILLEGAL = "plots-not-illegal"
    TURN_ORDER = "turn-order"
    TURN_PHASES = "turn-phases"
    PENALTY_START = "penalty-start"
    PENALTY_NOT_ON_MOVE = "penalty-not-on-move"
    PENALTY_SEVERAL = "penalty-several"
    PENALTY_HITLER = "penalty-hitler"
    PENALTY_HESS = "penalty-hess"
    PENALTY_GOEBBELS = "penalty-goebbels"
    PENALTY_BORMANN = "penalty-bormann"
    PENALTY_HIMMLER = "penalty-himmler"
    PENALTY_GORING = "penalty-goring"
    ACTIONS_PER_TURN = "actions-per-turn"
    ACTIONS_REPEAT = "actions-repeat"
    ACT_EFFECT = "act-effect"
    PLAY_CARD = "play-card"
    ANY_TIME_EFFECT = "any-time-effect"
    PROCURE_REVEALED = "procure-revealed"
    CONSPIRE_LIMIT = "conspire-limit"
    CONSPIRE_DICE = "conspire-dice"
    CONSPIRE_EAGLES = "conspire-eagles"
    CONSPIRE_TARGETS = "conspire-targets"
    CONSPIRE_NUMBERS = "conspire-numbers"
    DISSENT_FULL = "dissent-full"
    DISSENT_REWARD_MOTIVATION = "dissent-reward-motivation"
    DISSENT_REWARD_SUPPORT = "dissent-reward-support"
    DISSENT_SURPLUS = "dissent-surplus"
    DISSENT_STAYS = "dissent-stays"
    DELIVER_UNCOVERED = "deliver-uncovered"
    DELIVER_DISCARD = "deliver-discard"
    DELIVER_SPLIT = "deliver-split"
    DELIVER_NOT_PRISON = "deliver-not-prison"
    DELIVER_CONDITION = "deliver-condition"
    DRAW_CARD = "draw-card"
    MOVE_ADJACENT = "move-adjacent"
    MOVE_STAGE = "move-stage"
    MOVE_ENTER_EFFECT = "move-enter-effect"
    MOVE_ENTER_AGAIN = "move-enter-again"
    MOVE_BERLIN_OPEN = "move-berlin-open"
    MOVE_BERLIN_GATE = "move-berlin-gate"
    BERLIN_SAME_SPACE = "berlin-same-space"
    BERLIN_EFFECTS = "berlin-effects"
    FORTIFIED_SPACES = "fortified-spaces"
    REVEAL_ITEM = "reveal-item"
    SHARE_SAME_SPACE = "share-same-space"
    SHARE_LIMITS = "share-limits"
    ITEMS_MAKE_ROOM = "items-make-room"
    RELEASE_PLACE = "release-place"
    RELEASE_EXTREME = "release-extreme"
    RELEASE_EAGLE = "release-eagle"
    RELEASE_SUCCESS = "release-success"
    RELEASE_TO_HQ = "release-to-hq"
    RELEASE_LEVEL = "release-level"
    EVENT_DRAW = "event-draw"
    EVENT_CURRENT = "event-current"
    EVENT_SEVERAL = "event-several"
    STAGE_BEGINS = "stage-begins"
    STAGE_BEGINS_RESOLVED = "stage-begins-resolved"
    STAGE_CLOSING = "stage-closing"
    STAGE_CLOSED = "stage-closed"
    KEY_EVENT_ASIDE = "key-event-aside"
    KEY_EVENT_DISCARDED = "key-event-discarded"
    IMPORTANT_EVENT_IGNORED = "important-event-ignored"
    LEADER_MOVES_AWAY = "leader-moves-away"
    LEADER_NEAREST = "leader-nearest"
    RAID_ARREST = "raid-arrest"
    RAID_ILLEGAL_EACH = "raid-illegal-each"
    RAID_ILLEGAL_KEPT = "raid-illegal-kept"
    RAID_DISSENT = "raid-dissent"
    ARREST_ILLEGAL = "arrest-illegal"
    ARREST_TO_PRISON = "arrest-to-prison"
    ARREST_ENDS_TURN = "arrest-ends-turn"
    PRISON_APART = "prison-apart"
    PRISON_NO_ACTIONS = "prison-no-actions"
    PRISON_NO_TARGET = "prison-no-target"
    PRISON_KEEPS = "prison-keeps"
    PRISON_TURN = "prison-turn"
    PRISON_TURN_DISCARD = "prison-turn-discard"
    PRISON_RESIST = "prison-resist"
    PRISON_RESIST_FAILED = "prison-resist-failed"
    PRISON_TARGET_FREES = "prison-target-frees"
    INTERROGATION_SECRET = "interrogation-secret"
    INTERROGATION_FULL = "interrogation-full"
    INTERROGATION_RESIST = "interrogation-resist"
    INTERROGATION_NOT_PRISONERS = "interrogation-not-prisoners"
    INTERROGATION_RESHUFFLE = "interrogation-reshuffle"
    PLOT_REQUIREMENTS = "plot-requirements"
    PLOT_ACTION = "plot-action"
    PLOT_BASE_DICE = "plot-base-dice"
    PLOT_ITEMS = "plot-items"
    PLOT_ITEMS_OTHERS = "plot-items-others"
    PLOT_AFFILIATION = "plot-affiliation"
    PLOT_GATHERING = "plot-gathering"
    PLOT_DROP_DICE = "plot-drop-dice"
    PLOT_DETECTED = "plot-detected"
    PLOT_SUCCESS = "plot-success"
    PLOT_FAILED = "plot-failed"
    PLOT_FAILED_ITEMS = "plot-failed-items"
    PLOT_DETECTED_DISCARD = "plot-detected-discard"
    PLOT_DETECTED_HITLER = "plot-detected-hitler"
    PLOT_DETECTED_MOTIVATION = "plot-detected-motivation"
    PLOT_DETECTED_ARREST = "plot-detected-arrest"
    PLOT_NUMBERS = "plot-numbers"
    PLOT_DEPUTIES_DIE = "plot-deputies-die"
    VARIANT_LOYAL_DEPUTIES = "variant-loyal-deputies"
    VARIANT_NO_TIME = "variant-no-time"
    VARIANT_DOCUMENTS = "variant-documents"


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


def read_numbers(ruleset: Ruleset, ladders: Mapping[str, tuple[str, ...]], stages: int) -> Numbers:
    """The numbers of the edition played in so many stages, or a RulesetError for the first that is missing or wrong."""
    number = ruleset.number

    def level(subject: str, attribute: str, track: str) -> int:
        """A fact whose value is a level, as its place on the track."""
        word, words = ruleset.fact(subject, attribute), ladders[track]
        if word not in words:
            raise ruleset.wrong_fact(subject, attribute, f"one of {', '.join(words)}")
        return words.index(word)

    removed = number("deck:event", "removed-per-stage")
    is_scored = Rule.SCORE_LIVES in ruleset.rules
    lives: tuple[int, ...] = ()
    if is_scored:
        of_stage = [(f"score:stage-{stage}", "lives-saved-million") for stage in range(1, stages + 1)]
        lives = ruleset.optional("score", lambda: tuple(number(*fact) for fact in of_stage), ())
    loyal = "variant:loyal-deputies"
    deputies, difficulty = ruleset.optional(
        LOYAL, lambda: (number(loyal, "deputies.min"), number(loyal, "difficulty")), (0, 0)
    )
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
        lives=lives,
        per_deputy=number("score", "per-deputy-million") if lives and Rule.SCORE_DEPUTIES in ruleset.rules else 0,
        loyal_deputies=deputies,
        deputy_difficulty=difficulty,
        no_time_removed=ruleset.optional(NO_TIME, lambda: _no_time(ruleset, removed), removed),
        documents_removed=ruleset.optional(
            SECURED, lambda: number("variant:secured-documents", _of_last_stage(ruleset, stages)), removed
        )
        if Rule.VARIANT_DOCUMENTS in ruleset.rules
        else removed,
    )


def _of_last_stage(ruleset: Ruleset, stages: int) -> str:
    """What is removed from the last stage: of those that the book has, or of those that are played."""
    of_book = f"removed.stage-{ruleset.fact('stage', 'count')}"
    return of_book if ruleset.find_fact("variant:secured-documents", of_book) else f"removed.stage-{stages}"


def _space(ruleset: Ruleset, subject: str, attribute: str) -> str:
    space = ruleset.fact(subject, attribute)
    if space not in ruleset.spaces:
        raise ruleset.wrong_fact(subject, attribute, "a space of the board")
    return space


def _by_players(ruleset: Ruleset, subject: str) -> dict[int, int]:
    """A limit for every number of players; where two ranges hold, that of the better origin counts."""
    stated: dict[int, str] = {}
    found = [(attribute, fact.origin) for (of, attribute), fact in ruleset.facts.items() if of == subject]
    for attribute, _ in sorted(found, key=lambda each: ORIGINS.index(each[1]), reverse=True):
        numbers = PLAYERS.fullmatch(attribute)
        if numbers:
            low, high = int(numbers[1]), int(numbers[2] or numbers[1])
            stated |= dict.fromkeys(range(low, high + 1), attribute)
    for players in range(1, ruleset.number("component:pawn", "count") + 1):
        if players not in stated:
            lacking = partial(ruleset.fact, subject, f"limit.players-{players}")
            # More or fewer people can play nevertheless.
            if stated:
                ruleset.optional(f"players:{players}", lacking, "")
            else:
                lacking()
    return {players: ruleset.number(subject, attribute) for players, attribute in stated.items()}


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

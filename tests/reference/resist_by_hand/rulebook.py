"""What a rulebook of Resist! states: the codes of its rules, and every number that play needs."""

from dataclasses import dataclass
from enum import StrEnum

from rules_engine.errors import RulesetError
from rules_engine.ruleset import Ruleset

LOSS = "loss"


class Rule(StrEnum):
    """A rule of the outline."""

    SETUP_SPLIT_MAQUIS = "setup-split-maquis"
    SETUP_CHOOSE_MAQUIS = "setup-choose-maquis"
    SETUP_SPIES = "setup-spies"
    SETUP_MISSIONS = "setup-missions"
    SETUP_OFFER = "setup-offer"
    SETUP_MISSION_DECK = "setup-mission-deck"
    SETUP_GARRISON = "setup-garrison"
    SETUP_CIVILIANS = "setup-civilians"
    SETUP_HAND = "setup-hand"
    ACTIVE_MAQUIS = "active-maquis"
    INACTIVE_MAQUIS = "inactive-maquis"
    SPIES_ARE_NO_MAQUIS = "spies-are-no-maquis"
    SPIES_CLOG = "spies-clog"
    ROUND_PHASES = "round-phases"
    ROUND_UNTIL_END = "round-until-end"
    PLAN_PLAY = "plan-play"
    PLAN_CHOOSE_MISSION = "plan-choose-mission"
    PLAN_TURN_ENEMIES = "plan-turn-enemies"
    PLAN_FREE_CHOICE = "plan-free-choice"
    MISSION_WHEN_CHOSEN = "mission-when-chosen"
    PLAY_SIDE = "play-side"
    PLAY_HALVES = "play-halves"
    PLAY_REVEALED_LOST = "play-revealed-lost"
    ACTION_FITS_PHASE = "action-fits-phase"
    ACTION_EITHER_PHASE = "action-either-phase"
    ACTION_VOLUNTARY = "action-voluntary"
    ACTION_IN_FULL = "action-in-full"
    ACTION_CARDS_RUN_OUT = "action-cards-run-out"
    PLAY_EVERYTHING = "play-everything"
    PLAY_NO_KEEPING = "play-no-keeping"
    COPY_FITS_PHASE = "copy-fits-phase"
    ATTACK_DEFEND_EFFECTS = "attack-defend-effects"
    ATTACK_PLAY_REST = "attack-play-rest"
    ATTACK_TOTAL = "attack-total"
    ATTACK_COUNTED_LATE = "attack-counted-late"
    ATTACK_SPEND = "attack-spend"
    ATTACK_IS_POOLED = "attack-is-pooled"
    ATTACK_CHOOSE_TARGETS = "attack-choose-targets"
    ATTACK_REST_LOST = "attack-rest-lost"
    ATTACK_DEFEATED_CARDS = "attack-defeated-cards"
    ATTACK_SURVIVORS = "attack-survivors"
    EFFECTS_OF_CHOSEN = "effects-of-chosen"
    EFFECT_DEFEND = "effect-defend"
    EFFECT_DEFEAT = "effect-defeat"
    EFFECT_SURVIVE = "effect-survive"
    EFFECT_ORDER = "effect-order"
    GUARDS_FIRST = "guards-first"
    GRUNTS_FIRST = "grunts-first"
    ENGINEERS_STRENGTHEN = "engineers-strengthen"
    DEFENCE_ORDER = "defence-order"
    NO_ENEMY_LIMIT = "no-enemy-limit"
    DISCARD_MAQUIS = "discard-maquis"
    DISCARD_ENEMY = "discard-enemy"
    DISCARD_IS_NOT_DEFEAT = "discard-is-not-defeat"
    REMOVE_FROM_GAME = "remove-from-game"
    PLAY_AREA_MEANS = "play-area-means"
    HIDDEN_MEANS = "hidden-means"
    RESHUFFLE = "reshuffle"
    RECRUITS_HOW = "recruits-how"
    FLIP_IS_FACE_UP = "flip-is-face-up"
    CIVILIANS_TURNED = "civilians-turned"
    EMPTY_CIVILIAN_CARD = "empty-civilian-card"
    CONSEQUENCES_CIVILIANS = "consequences-civilians"
    MISSION_SUCCESS = "mission-success"
    MISSION_FAILURE = "mission-failure"
    FAILED_MISSIONS_LOSE = "failed-missions-lose"
    END_OR_CONTINUE = "end-or-continue"
    MUST_END = "must-end"
    RECOVER_DISCARD = "recover-discard"
    RECOVER_DRAW = "recover-draw"
    RECOVER_SHORT_HAND = "recover-short-hand"
    ONLY_SPIES_LOSE = "only-spies-lose"
    SCORE_SUM = "score-sum"
    SCORE_EPIC = "score-epic"
    LOSS_NO_SCORE = "loss-no-score"


@dataclass(frozen=True, slots=True)
class Band:
    """A row of the result table: from how many points to how many, or how many missions."""

    outcome: str
    low: int | None
    high: int | None
    missions: int | None


@dataclass(frozen=True, slots=True)
class Numbers:
    """What set-up, losses and score need to know."""

    hidden_maquis: int
    hidden_spies: int
    missions_removed: tuple[int, ...]
    """By era."""
    missions_offered: int
    hand: int
    failed_missions: int
    dead_civilians: int
    bands: tuple[Band, ...]


def read_numbers(ruleset: Ruleset) -> Numbers:
    """The numbers of the edition, or a RulesetError for the first that is missing or cannot be."""
    sizes: dict[str, int] = {}
    for card in ruleset.cards:
        sizes[card.deck] = sizes.get(card.deck, 0) + card.copies
    eras = ruleset.concepts.get("era", ())
    if not eras:
        sentence = f"{ruleset.name} has no concepts of the kind `era`. List them in games/{ruleset.game}/game.toml."
        raise RulesetError("concept", None, "era", sentence)
    return Numbers(
        at_most(ruleset, "deck:hidden", "maquis-at-start", sizes.get("maquis", 0)),
        at_most(ruleset, "deck:spy", "start-in-hidden-deck", sizes.get("spy", 0)),
        tuple(ruleset.number("deck:mission", f"removed.era-{era}", least=0) for era in eras),
        ruleset.number("deck:mission", "available-at-start", least=1),
        ruleset.number("hand", "size", least=1),
        ruleset.number("loss", "failed-missions", least=1),
        ruleset.number("loss", "civilians", least=1),
        tuple(_band(ruleset, code) for code in ruleset.concepts.get("score", ()) if code != LOSS),
    )


def at_most(ruleset: Ruleset, subject: str, attribute: str, most: int) -> int:
    """A fact that is a number, not negative and not more than this."""
    value = ruleset.number(subject, attribute, least=0)
    if value > most:
        raise ruleset.wrong_fact(subject, attribute, f"at most {most}, as many as the card list has")
    return value


def _told_by(ruleset: Ruleset, code: str) -> str:
    is_by_missions = ruleset.find_fact(f"score:{code}", "missions") is not None
    return "missions" if is_by_missions else "points.min"


def _band(ruleset: Ruleset, code: str) -> Band:
    subject = f"score:{code}"
    if _told_by(ruleset, code) == "missions":
        return Band(code, None, None, ruleset.number(subject, "missions"))
    high = ruleset.number(subject, "points.max") if ruleset.find_fact(subject, "points.max") is not None else None
    return Band(code, ruleset.number(subject, "points.min"), high, None)

"""What a rulebook of Operation Barclay states: the codes of its rules, and every number that play needs."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from rules_engine.errors import RulesetError
from rules_engine.operation_barclay.hands import LARGEST
from rules_engine.operation_barclay.state import FACTIONS
from rules_engine.ruleset import Ruleset

ALPHA, BETA, SYMBOLS = "alpha", "beta", "recon-commando"
FIELDS = (ALPHA, BETA, SYMBOLS)
"""The fields in the order in which they are filled; each is awarded in its own way."""
OFFENSIVES = ("primary", "secondary", "decoy")
RADARS = ("green", "red")
EVIDENCE = "component:evidence-token"


class Rule(StrEnum):
    """A rule of the outline."""

    SIDES = "sides"
    GOAL_ABWEHR = "goal-abwehr"
    GOAL_LCS = "goal-lcs"
    GAME_LENGTH = "game-length"
    SETUP_BOARD = "setup-board"
    SETUP_REGIONS = "setup-regions"
    SETUP_SECRET = "setup-secret"
    SETUP_OFFENSIVES = "setup-offensives"
    SETUP_PRIMARY = "setup-primary"
    SETUP_SECONDARY = "setup-secondary"
    SETUP_DECOY = "setup-decoy"
    SETUP_DECKS = "setup-decks"
    SETUP_HANDS = "setup-hands"
    SETUP_ANALYSIS_TOKENS = "setup-analysis-tokens"
    SETUP_DEFECTOR_DECK = "setup-defector-deck"
    PHASE_ORDER = "phase-order"
    ABWEHR_BEGINS = "abwehr-begins"
    PREPARATION_BAG = "preparation-bag"
    PREPARATION_DRAW = "preparation-draw"
    PREPARATION_DISCARD = "preparation-discard"
    DISCARD_OPEN = "discard-open"
    PLAY_FACE_UP = "play-face-up"
    EFFECT_AT_ONCE = "effect-at-once"
    DRAW_AFTER_PLAY = "draw-after-play"
    DRAW_WHERE = "draw-where"
    DRAW_OWN_SIDE = "draw-own-side"
    DRAW_SHORT = "draw-short"
    HAND_KEPT = "hand-kept"
    SPY = "spy"
    SPY_SHORT_DECK = "spy-short-deck"
    DEFECTOR_DECK_BEGINS = "defector-deck-begins"
    DOUBLE_AGENT = "double-agent"
    AGENTS_ONLY_FACE_UP = "agents-only-face-up"
    EFFECT_IN_ITS_PHASE = "effect-in-its-phase"
    ANALYSIS = "analysis"
    ANALYSIS_ORDER = "analysis-order"
    ULTRA = "ultra"
    ULTRA_STAYS = "ultra-stays"
    PLAY_FACE_DOWN = "play-face-down"
    EFFECT_WAITS = "effect-waits"
    EVALUATION_REVEAL = "evaluation-reveal"
    EVALUATION_ABWEHR_DECIDES_FIRST = "evaluation-abwehr-decides-first"
    TRAITORS = "traitors"
    SEVERAL_NUMBERS = "several-numbers"
    SEVERAL_COLOURS = "several-colours"
    LOWEST_OR_HIGHEST = "lowest-or-highest"
    REPLACEMENT = "replacement"
    REPLACEMENT_EITHER_PILE = "replacement-either-pile"
    REPLACEMENT_KEEPS_SYMBOL = "replacement-keeps-symbol"
    REPLACEMENT_SAME_COLOUR = "replacement-same-colour"
    A_FORCE = "a-force"
    ALPHA_AWARD = "alpha-award"
    ALPHA_TIE = "alpha-tie"
    BETA_AWARD = "beta-award"
    BETA_EVERYONE_RIGHT = "beta-everyone-right"
    BETA_NOBODY_RIGHT = "beta-nobody-right"
    SYMBOLS_AWARD = "symbols-award"
    SYMBOLS_LARGER_KIND = "symbols-larger-kind"
    SYMBOLS_CANCEL_RECON = "symbols-cancel-recon"
    SYMBOLS_CANCEL_COMMANDO = "symbols-cancel-commando"
    SYMBOLS_TIE = "symbols-tie"
    EVIDENCE_REVEALS = "evidence-reveals"
    EVIDENCE_BLACK = "evidence-black"
    EVIDENCE_ORDER = "evidence-order"
    EVIDENCE_OF_LCS = "evidence-of-lcs"
    EVIDENCE_FINISHED_REGION = "evidence-finished-region"
    REVEALED_STAYS = "revealed-stays"
    COMBINATION_ORDER = "combination-order"
    ALL_ALIKE = "all-alike"
    STRAIGHTS = "straights"
    FULL_HOUSE_TIE = "full-house-tie"
    PAIRS_TIE = "pairs-tie"
    NO_KICKERS = "no-kickers"
    HIGH_CARD = "high-card"
    WIN_REVEALED = "win-revealed"
    WIN_LOGIC = "win-logic"
    TIMELINE = "timeline"
    WIN_LCS = "win-lcs"


@dataclass(frozen=True, slots=True)
class Numbers:
    """What set-up, months and evaluation need to know."""

    evidence: int
    """Evidence tokens, spread evenly over the colours."""
    months: int
    face_up: int
    """Cards that each player plays face up in a month."""
    face_down: int
    hand: int
    fields: tuple[int, ...]
    """Evidence tokens on each field."""
    alpha_tie: int
    """Tokens of alpha that the Abwehr takes when combinations are equal."""
    beta_both_right: int
    reveals: int
    """Intelligence tokens that an evidence token turns up."""
    tokens: int
    """Intelligence tokens in each region."""
    offensives: tuple[tuple[int, int], ...]
    """Green and red radars of the primary, the secondary and a decoy region."""


def needed_facts(_: Ruleset) -> list[tuple[str, str]]:
    """Subject and attribute of every fact that rulebooks state and that the game cannot be played without."""
    return [
        ("month", "count"),
        ("month", "cards.face-up"),
        ("month", "cards.face-down"),
        ("hand", "size"),
        *((f"field:{field}", "tokens") for field in FIELDS),
        (f"field:{ALPHA}", "tie"),
        (f"field:{BETA}", "both-right"),
        (EVIDENCE, "count"),
        (EVIDENCE, "reveals"),
        ("component:analysis-token", "per-player"),
        ("region", "count"),
        ("region", "tokens"),
        *((f"offensive:{offensive}", radar) for offensive in OFFENSIVES for radar in RADARS),
        *((f"card-type:{agent}", attribute) for agent, attribute in (("spy", "draw"), ("double-agent", "look"))),
        *((f"card-type:{agent}", "ranks") for agent in ("spy", "double-agent")),
    ]


def read_numbers(ruleset: Ruleset) -> Numbers:
    """The numbers of the edition, or a RulesetError for the first that is missing or cannot be."""
    for kind, codes in (("faction", FACTIONS), ("field", FIELDS), ("offensive", OFFENSIVES), ("radar", RADARS)):
        for code in codes:
            ruleset.require(kind, code)
    if not ruleset.concepts.get("colour"):
        sentence = f"{ruleset.name} has no concepts of the kind `colour`. List them in games/{ruleset.game}/game.toml."
        raise RulesetError("concept", None, "colour", sentence)
    sides, regions = len(FACTIONS), len(ruleset.spaces)
    ruleset.within("component:analysis-token", "per-player", sides, sides)  # one for each side that may win
    ruleset.within("region", "count", regions, regions)
    evidence = ruleset.number(EVIDENCE, "count", least=1)
    fields: tuple[int, ...] = ()
    for field in FIELDS:
        fields += (ruleset.within(f"field:{field}", "tokens", 0, evidence - sum(fields)),)
    tokens = _tokens(ruleset)
    face_up = ruleset.within("month", "cards.face-up", 0, LARGEST)
    return Numbers(
        evidence,
        ruleset.number("month", "count", least=1),
        face_up,
        ruleset.within("month", "cards.face-down", 0 if face_up else 1, LARGEST - face_up),
        ruleset.number("hand", "size", least=1),
        fields,
        ruleset.number(f"field:{ALPHA}", "tie", least=0),
        ruleset.number(f"field:{BETA}", "both-right", least=0),
        ruleset.number(EVIDENCE, "reveals", least=1),
        tokens,
        _offensives(ruleset, tokens),
    )


def _tokens(ruleset: Ruleset) -> int:
    """How many tokens a region holds: as stated, or as most plans make it where not one of them makes that."""
    stated = ruleset.number("region", "tokens", least=1)
    sums = Counter(sum(ruleset.number(f"offensive:{plan}", radar) for radar in RADARS) for plan in OFFENSIVES)
    likely, plans = sums.most_common(1)[0]
    return ruleset.within("region", "tokens", likely, likely) if stated not in sums and plans > 1 else stated


def _offensives(ruleset: Ruleset, size: int) -> tuple[tuple[int, int], ...]:
    """Every region holds as many tokens as the next, whatever is planned there; green radars make up the number."""
    offensives = []
    for offensive in OFFENSIVES:
        red = ruleset.number(f"offensive:{offensive}", RADARS[1], least=0)
        if red > size:
            raise ruleset.wrong_fact(f"offensive:{offensive}", RADARS[1], f"at most {size}, as a region holds")
        offensives.append((ruleset.within(f"offensive:{offensive}", RADARS[0], size - red, size - red), red))
    if len(ruleset.spaces) < len(OFFENSIVES) - 1:
        raise ruleset.wrong_fact("region", "count", f"{len(OFFENSIVES) - 1} or more")
    return tuple(offensives)

"""Set-up: the LCS lays the intelligence tokens in secret, then the decks are shuffled and the hands dealt."""

from collections.abc import Mapping

from rules_engine.chance import below, seeded, shuffle
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.month import begin_month
from rules_engine.operation_barclay.numbers import FIELDS, OFFENSIVES
from rules_engine.operation_barclay.ops import tell
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import ABWEHR, FACTIONS, LCS, NOTHING, Phase, State, Step
from rules_engine.operation_barclay.table import SCATTER, Table

CHOICES: Mapping[str, tuple[str, ...]] = {"tokens": ("chosen", "random")}
"""Whether the LCS lays the tokens, or chance does."""
RANDOM = "random"
PRIMARY, SECONDARY, DECOY = range(3)


@obeys(Rule.SIDES, Rule.SETUP_BOARD, Rule.SETUP_DECKS, Rule.SETUP_DEFECTOR_DECK, Rule.SETUP_ANALYSIS_TOKENS)
def start(table: Table, seed: int, options: Mapping[str, str]) -> State:
    """The state at the first decision."""
    state = State()
    state.chance = seeded(seed)
    decks = table.cards.decks
    state.intelligence, state.own = decks["intelligence"][:], [decks[faction][:] for faction in FACTIONS]
    for deck in (state.intelligence, *state.own):
        state.chance = shuffle(deck, state.chance)
    state.known = [0] * len(table.cards.codes)
    state.tokens = [NOTHING] * (len(table.regions) * table.size)
    state.fields = [[] for _ in FIELDS]
    state.hands, state.discards, state.spaces, state.won = [[], []], [[], []], [[], []], [[], []]
    state.extra = [[0] * len(table.symbols) for _ in FACTIONS]
    state.predictions, state.wild, state.played = ([value] * len(FACTIONS) for value in (NOTHING, 0, 0))
    state.player, state.phase, state.step = LCS, Phase.SET_UP, Step.PRIMARY
    if options.get("tokens") == RANDOM:
        scatter(table, state)
    return state


@obeys(Rule.SETUP_OFFENSIVES)
def offensive_options(table: Table, state: State) -> list[str]:
    """The regions that an offensive may be planned in, or chance."""
    name = OFFENSIVES[PRIMARY if state.step == Step.PRIMARY else SECONDARY]
    return [*(f"{name} {code}" for at, code in enumerate(table.regions) if at != state.primary), SCATTER]


@obeys(Rule.SETUP_OFFENSIVES)
def choose_offensive(table: Table, state: State, region: int) -> None:
    """Where the offensive is planned."""
    if state.step == Step.PRIMARY:
        state.primary, state.step = region, Step.SECONDARY
        offensive = OFFENSIVES[PRIMARY]
    else:
        state.secondary, state.step = region, Step.LAY
        offensive = OFFENSIVES[SECONDARY]
    code = table.regions[region]
    tell(
        table, state, None, "planned", Rule.SETUP_OFFENSIVES, faction=FACTIONS[LCS], offensive=offensive, location=code
    )


def role_of(state: State, region: int) -> int:
    """What is planned in a region."""
    return PRIMARY if region == state.primary else SECONDARY if region == state.secondary else DECOY


def next_region(table: Table, state: State) -> int:
    """The first region that has no tokens yet."""
    return state.tokens.index(NOTHING) // table.size


@obeys(Rule.SETUP_REGIONS, Rule.SETUP_PRIMARY, Rule.SETUP_SECONDARY, Rule.SETUP_DECOY)
def lay_options(table: Table, state: State) -> list[str]:
    """Every order of the tokens of the next region, or chance."""
    region = next_region(table, state)
    return [*(f"lay {table.regions[region]} {p}" for p in table.lay[role_of(state, region)]), SCATTER]


@obeys(Rule.SETUP_SECRET)
def lay(table: Table, state: State, region: int, pattern: tuple[int, ...]) -> None:
    """The tokens of a region lie face down; after the last region the game begins."""
    state.tokens[region * table.size : (region + 1) * table.size] = pattern
    tell(table, state, None, "laid", Rule.SETUP_SECRET, faction=FACTIONS[LCS], location=table.regions[region])
    if NOTHING not in state.tokens:
        _deal(table, state)


@obeys(Rule.SETUP_SECRET)
def scatter(table: Table, state: State) -> None:
    """Chance decides what the LCS has not decided."""
    while state.step in (Step.PRIMARY, Step.SECONDARY):
        open_regions = [region for region in range(len(table.regions)) if region != state.primary]
        at, state.chance = below(state.chance, len(open_regions))
        choose_offensive(table, state, open_regions[at])
    while state.phase == Phase.SET_UP:
        region = next_region(table, state)
        patterns = list(table.lay[role_of(state, region)].values())
        at, state.chance = below(state.chance, len(patterns))
        lay(table, state, region, patterns[at])


@obeys(Rule.SETUP_HANDS)
def _deal(table: Table, state: State) -> None:
    """The hands come from the intelligence deck, the Abwehr first."""
    for player in (ABWEHR, LCS):
        for _ in range(min(table.numbers.hand, len(state.intelligence))):
            card = state.intelligence.pop()
            state.hands[player].append(card)
            state.known[card] |= 1 << player
            if state.log is not None:
                data = {"faction": FACTIONS[player], "deck": "intelligence", "card": table.cards.codes[card]}
                tell(table, state, None, "drew", Rule.SETUP_HANDS, **data)
    begin_month(table, state)

"""Set-up: the LCS lays its tokens in secret, decks are shuffled, hands dealt; or a table as an example wants it."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.chance import below, seeded, shuffle
from rules_engine.machine.engine import take_card
from rules_engine.machine.steps import NOTHING, tell
from rules_engine.obeys import obeys
from rules_engine.operation_barclay.cards import Table
from rules_engine.operation_barclay.evaluation import begin_evaluation
from rules_engine.operation_barclay.logic import DECOY, PRIMARY, SECONDARY
from rules_engine.operation_barclay.month import begin_month
from rules_engine.operation_barclay.rulebook import FIELDS, OFFENSIVES, RADARS, Rule
from rules_engine.operation_barclay.state import ABWEHR, BOTH, DOWN, FACTIONS, GREEN, LCS, OPEN, UP, Phase, State, Step

CHOICES: Mapping[str, tuple[str, ...]] = {"tokens": ("chosen", "random")}
"""Whether the LCS lays the tokens, or chance does."""
SCATTER = "scatter"
"""Leave the rest to chance."""
KEYS = (
    "month",
    "phase",
    "turn",
    "played",
    "hand",
    "deck",
    "discard",
    "face-up",
    "face-down",
    "analysis",
    "fields",
    "evidence",
    "tokens",
    "offensives",
    "symbols",
)
STEPS = {Phase.FIRST: Step.PLAY, Phase.ANALYSIS: Step.PREDICT, Phase.LAST: Step.PLAY, Phase.EVALUATION: Step.EFFECTS}


@obeys(Rule.SIDES, Rule.SETUP_BOARD, Rule.SETUP_DECKS, Rule.SETUP_DEFECTOR_DECK, Rule.SETUP_ANALYSIS_TOKENS)
def start(table: Table, players: int, seed: int, options: Mapping[str, str]) -> State:  # noqa: ARG001
    """The state at the first decision."""
    state = State()
    state.chance = seeded(seed)
    decks = table.decks
    state.intelligence, state.own = decks["intelligence"][:], [decks[faction][:] for faction in FACTIONS]
    for deck in (state.intelligence, *state.own):
        state.chance = shuffle(deck, state.chance)
    state.known = [0] * len(table.codes)
    state.tokens = [NOTHING] * (len(table.regions) * table.size)
    state.fields = [[] for _ in FIELDS]
    state.hands, state.discards, state.spaces, state.won = [[], []], [[], []], [[], []], [[], []]
    state.extra = [[0] * len(table.symbols) for _ in FACTIONS]
    state.predictions, state.wild, state.played = ([value] * len(FACTIONS) for value in (NOTHING, 0, 0))
    state.player, state.phase, state.step = LCS, Phase.SET_UP, Step.PRIMARY
    if options.get("tokens") == "random":
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
    data = {"offensive": OFFENSIVES[PRIMARY if state.step == Step.PRIMARY else SECONDARY]}
    if state.step == Step.PRIMARY:
        state.primary, state.step = region, Step.SECONDARY
    else:
        state.secondary, state.step = region, Step.LAY
    data["location"] = table.regions[region]
    tell(state, None, "planned", Rule.SETUP_OFFENSIVES, faction=FACTIONS[LCS], **data)


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
    tell(state, None, "laid", Rule.SETUP_SECRET, faction=FACTIONS[LCS], location=table.regions[region])
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
                data = {"faction": FACTIONS[player], "deck": "intelligence", "card": table.codes[card]}
                tell(state, None, "drew", Rule.SETUP_HANDS, **data)
    begin_month(table, state)


def arrange(table: Table, given: Mapping[str, Any], seed: int = 0) -> State:
    """A state in a phase with these cards and tokens in these places, or a ValueError that names what cannot be."""
    unknown = [key for key in given if key not in KEYS]
    phases = [Phase.NAMES[phase] for phase in STEPS]
    if unknown or given.get("phase", phases[0]) not in phases:
        wrong = ", ".join(unknown) or f"phase {given['phase']}"
        raise ValueError(
            f"A table cannot be laid out with {wrong}; it knows the phases {', '.join(phases)} and {', '.join(KEYS)}."
        )
    state = start(table, len(FACTIONS), seed, {"tokens": "random"})
    state.month = given.get("month", 1)
    _lay_cards(table, state, given)
    _lay_tokens(table, state, given)
    for faction, counts in given.get("symbols", {}).items():
        for symbol, count in counts.items():
            state.extra[_index(FACTIONS, faction)][_index(table.symbols, symbol)] = count
    for faction, winner in given.get("analysis", {}).items():
        state.predictions[_index(FACTIONS, faction)] = _index(FACTIONS, winner)
    _set_turn(table, state, given)
    table.go_on(state)
    return state


def _index(codes: Sequence[str], code: str) -> int:
    if code not in codes:
        raise ValueError(f"There is no “{code}” among {', '.join(codes)}.")
    return codes.index(code)


def _set_turn(table: Table, state: State, given: Mapping[str, Any]) -> None:
    state.phase = Phase.NAMES.index(given.get("phase", Phase.NAMES[Phase.FIRST]))
    state.step = STEPS[state.phase]
    is_predicted = state.phase == Phase.ANALYSIS and state.predictions[ABWEHR] != NOTHING
    state.player = _index(FACTIONS, given.get("turn", FACTIONS[LCS if is_predicted else ABWEHR]))
    state.played = [given.get("played", {}).get(faction, 0) for faction in FACTIONS]
    if "evidence" in given:
        state.phase, state.step, state.player = Phase.EVALUATION, Step.USE, ABWEHR
        state.won = [[_index(table.colours, c) for c in given["evidence"].get(f, ())] for f in FACTIONS]
    elif state.phase == Phase.EVALUATION:
        begin_evaluation(table, state)


def _lay_cards(table: Table, state: State, given: Mapping[str, Any]) -> None:
    """Named cards go to their places, the others back into their decks, from which hands are filled."""
    left = {deck: cards[:] for deck, cards in table.decks.items()}

    def taken(key: str, name: str) -> list[int]:
        return [take_card(left, table.number_of.get(code, NOTHING), code) for code in given.get(key, {}).get(name, ())]

    state.known = [0] * len(table.codes)
    state.hands, state.discards, state.spaces = [[], []], [[], []], [[], []]
    for player, faction in enumerate(FACTIONS):
        state.hands[player], state.discards[player] = taken("hand", faction), taken("discard", faction)
        for key, facing in (("face-up", OPEN), ("face-down", DOWN)):
            state.spaces[player] += [table.laid(card, facing) for card in taken(key, faction)]
    decks = given.get("deck", {})
    named = {deck: taken("deck", deck)[::-1] for deck in decks}
    for cards in left.values():
        state.chance = shuffle(cards, state.chance)
    for player, faction in enumerate(FACTIONS):
        if faction not in given.get("hand", {}):
            for _ in range(min(table.numbers.hand, len(left["intelligence"]))):
                state.hands[player].append(left["intelligence"].pop())
    for deck in decks:
        # What a named deck does not hold must be somewhere, and lies openly discarded.
        player = next((at for at in (ABWEHR, LCS) if FACTIONS[at] not in given.get("discard", {})), ABWEHR)
        state.discards[player] += left.get(deck, [])
    state.intelligence = named.get("intelligence", left["intelligence"])
    state.own = [named.get(faction, left[faction]) for faction in FACTIONS]
    state.defector = named.get("defector", [])
    for player in range(len(FACTIONS)):  # everybody knows the own hand and what lies open
        for card in state.hands[player]:
            state.known[card] = 1 << player
        for card in state.discards[player]:
            state.known[card] = BOTH
        for lying in state.spaces[player]:
            state.known[lying.card] = 1 << player if lying.facing == DOWN else BOTH


def _lay_tokens(table: Table, state: State, given: Mapping[str, Any]) -> None:
    """Evidence tokens on their fields, and intelligence tokens: what lies open, and the rest as it can be."""
    for field, colours in given.get("fields", {}).items():
        state.fields[_index(FIELDS, field)] = [_index(table.colours, colour) for colour in colours]
    planned = given.get("offensives", {})
    shown = [given.get("tokens", {}).get(region, {}) for region in table.regions]
    counts = [(lying.get(RADARS[0], 0), lying.get(RADARS[1], 0)) for lying in shown]
    if any(sum(pair) > table.size for pair in counts):
        raise ValueError(f"A region holds {table.size} tokens.")
    if not planned and "tokens" not in given:
        return
    possible = [
        (each.primary, each.secondary)
        for each in table.logic.listed(table.logic.possible(counts))
        if all(
            table.regions[at] == planned.get(name, table.regions[at])
            for name, at in zip(OFFENSIVES, (each.primary, each.secondary), strict=False)
        )
    ]
    if not possible:
        raise ValueError("No offensives fit the tokens that are to lie open.")
    state.primary, state.secondary = possible[0]
    for region, (green, red) in enumerate(counts):
        greens = table.numbers.offensives[role_of(state, region)][0] - green
        hidden = table.size - green - red
        lying = [GREEN | UP] * green + [UP] * red + [GREEN] * greens + [0] * (hidden - greens)
        state.tokens[region * table.size : (region + 1) * table.size] = lying

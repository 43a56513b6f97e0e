"""The evaluation: effects and values are settled, evidence is awarded and used, and what lies open may end the game."""

from rules_engine.machine.steps import NOTHING, Program, tell
from rules_engine.obeys import obeys
from rules_engine.operation_barclay import month
from rules_engine.operation_barclay.cards import EVALUATION, FACE_DOWN, Table
from rules_engine.operation_barclay.month import begin, begin_month, change, place_of
from rules_engine.operation_barclay.rulebook import Rule
from rules_engine.operation_barclay.state import (
    ABWEHR,
    BOTH,
    DOWN,
    FACTIONS,
    GREEN,
    LCS,
    TURNED,
    UP,
    Lying,
    Phase,
    State,
    Step,
)

ALPHA, BETA, SYMBOLS = range(3)
COMBINATIONS = {
    "five-of-a-kind": Rule.ALL_ALIKE,
    "straight-flush": Rule.STRAIGHTS,
    "full-house": Rule.FULL_HOUSE_TIE,
    "straight": Rule.STRAIGHTS,
    "two-pair": Rule.PAIRS_TIE,
    "pair": Rule.PAIRS_TIE,
    "high-card": Rule.HIGH_CARD,
}
"""The rule that says how combinations of a kind are compared; the others go by their order alone."""
CANCEL = "cancel-"
"""What the code of a symbol begins with that cancels another."""


def counted(state: State, player: int) -> list[Lying]:
    """The cards that make a player's combination, as far as they lie open."""
    return [card for card in state.spaces[player] if card.ranks and not card.is_ignored and card.facing != DOWN]


def open_combination(table: Table, state: State, player: int) -> int:
    """The best that a player's open cards can make now, whatever is still to be settled."""
    return table.hands.best_of([(lying.ranks, lying.colours) for lying in counted(state, player)])


def end_turn(table: Table, state: State) -> None:
    """The next turn, or the evaluation."""
    if month.end_turn(table, state):
        begin_evaluation(table, state)


@obeys(Rule.EVALUATION_REVEAL)
def begin_evaluation(table: Table, state: State) -> None:
    """All cards are turned up; the Abwehr settles its cards first."""
    state.phase = Phase.EVALUATION
    for player, space in enumerate(state.spaces):
        for at, lying in enumerate(space):
            if lying.facing == DOWN:
                space[at] = lying._replace(facing=TURNED)
                state.known[lying.card] = BOTH
                if state.log is not None:
                    data = {"faction": FACTIONS[player], "card": table.codes[lying.card]}
                    tell(state, None, "turned-up", Rule.EVALUATION_REVEAL, **data)
    _begin_settling(table, state, ABWEHR)


@obeys(Rule.EVALUATION_ABWEHR_DECIDES_FIRST, Rule.TRAITORS, Rule.EFFECT_WAITS, Rule.AGENTS_ONLY_FACE_UP)
def _begin_settling(table: Table, state: State, player: int) -> None:
    """The effects of a player's cards happen in the order in which the cards lie."""
    state.player, state.step = player, Step.EFFECTS
    programs: list[Program] = []
    for lying in state.spaces[player]:
        programs += table.triggered[EVALUATION][lying.card]
        if lying.facing == TURNED:
            programs += table.triggered[FACE_DOWN][lying.card]
    state.pending = programs[::-1]


def next_effect(table: Table, state: State) -> None:
    """The next effect, unless its card is gone; after the last, values are settled."""
    while state.pending:
        program = state.pending.pop()
        if place_of(state, program.owner)[0] == state.player:
            begin(table, state, program)
            return
    state.step = Step.SETTLE


def _unsettled(state: State) -> Lying | None:
    for lying in state.spaces[state.player]:
        if not lying.is_ignored and (len(lying.ranks) > 1 or len(lying.colours) > 1):
            return lying
    return None


@obeys(Rule.SEVERAL_NUMBERS, Rule.SEVERAL_COLOURS, Rule.LOWEST_OR_HIGHEST, Rule.EVALUATION_ABWEHR_DECIDES_FIRST)
def settle_options(table: Table, state: State) -> list[str]:
    """What the next card of several numbers or colours may count as; none when all are settled."""
    lying = _unsettled(state)
    if lying is None:
        return []
    code = table.codes[lying.card]
    if len(lying.ranks) > 1:
        return [f"count {code} as {rank}" for rank in lying.ranks]
    return [f"colour {code} {table.colours[colour]}" for colour in lying.colours]


def count_as(table: Table, state: State, card: int, rank: int) -> None:
    """A card counts as one number."""
    is_either_end = table.ranks[card] == (table.lowest, table.highest)
    change(state, card, ranks=(rank,))
    rule, faction = Rule.LOWEST_OR_HIGHEST if is_either_end else Rule.SEVERAL_NUMBERS, FACTIONS[state.player]
    tell(state, None, "counts-as", rule, faction=faction, card=table.codes[card], rank=rank)


def colour_as(table: Table, state: State, card: int, colour: int) -> None:
    """A card counts as one colour."""
    change(state, card, colours=(colour,))
    data = {"faction": FACTIONS[state.player], "card": table.codes[card], "colour": table.colours[colour]}
    tell(state, None, "coloured", Rule.SEVERAL_COLOURS, **data)


def end_settling(table: Table, state: State) -> None:
    """The LCS settles its cards after the Abwehr; then the combinations are compared."""
    if state.player == ABWEHR:
        _begin_settling(table, state, LCS)
    else:
        _compare(table, state)


@obeys(Rule.ALPHA_AWARD, Rule.ALPHA_TIE, Rule.HIGH_CARD)
def _compare(table: Table, state: State) -> None:
    """Who has the best combination takes the tokens of alpha; nobody has it on a tie."""
    lcs, abwehr = (open_combination(table, state, player) for player in (LCS, ABWEHR))
    state.best = NOTHING if lcs == abwehr else ABWEHR if abwehr > lcs else LCS
    if state.log is not None:
        for player, score in ((ABWEHR, abwehr), (LCS, lcs)):
            kind = table.hands.kind(score)
            rule, data = COMBINATIONS.get(kind, Rule.COMBINATION_ORDER), {"hand": kind or "no cards"}
            tell(state, None, "combination", rule, faction=FACTIONS[player], **data)
        if state.best == NOTHING:
            tell(state, None, "no-best", Rule.ALPHA_TIE)
        else:
            tell(state, None, "best", Rule.ALPHA_AWARD, faction=FACTIONS[state.best])
    state.player, state.step = ABWEHR, Step.TAKE_ALPHA
    if state.best == NOTHING:
        state.takes = table.numbers.alpha_tie
    else:
        state.takes = 0
        _award(table, state, ALPHA, state.best, Rule.ALPHA_AWARD)


def _award(table: Table, state: State, field: int, player: int, rule: Rule) -> None:
    """All tokens of a field go to a player."""
    for colour in state.fields[field][:]:
        _take(table, state, field, player, colour, rule)


def _take(table: Table, state: State, field: int, player: int, colour: int, rule: Rule) -> None:
    state.fields[field].remove(colour)
    state.won[player].append(colour)
    if state.log is not None:
        tell(state, None, "took", rule, faction=FACTIONS[player], colour=table.colours[colour])


def take_options(table: Table, state: State) -> list[str]:
    """Evidence tokens that the Abwehr may choose from; none when it has taken all it may."""
    field = ALPHA if state.step == Step.TAKE_ALPHA else BETA
    return [table.take[colour] for colour in dict.fromkeys(state.fields[field])] if state.takes > 0 else []


@obeys(Rule.ALPHA_TIE, Rule.BETA_EVERYONE_RIGHT)
def take(table: Table, state: State, colour: int) -> None:
    """The Abwehr takes a token of its choice."""
    is_alpha = state.step == Step.TAKE_ALPHA
    state.takes -= 1
    rule = Rule.ALPHA_TIE if is_alpha else Rule.BETA_EVERYONE_RIGHT
    _take(table, state, ALPHA if is_alpha else BETA, ABWEHR, colour, rule)


@obeys(Rule.BETA_AWARD, Rule.BETA_EVERYONE_RIGHT, Rule.BETA_NOBODY_RIGHT)
def judge_predictions(table: Table, state: State) -> None:
    """Who alone was right takes the tokens of beta."""
    state.seen_predictions = BOTH
    for player in (ABWEHR, LCS) if state.log is not None else ():
        data = {"faction": FACTIONS[player], "winner": FACTIONS[state.predictions[player]]}
        tell(state, None, "prediction", Rule.BETA_AWARD, **data)
    right = [player for player in (LCS, ABWEHR) if NOTHING != state.best == state.predictions[player]]
    state.step, state.takes = Step.TAKE_BETA, 0
    if len(right) == len(FACTIONS):
        state.takes = table.numbers.beta_both_right
    elif right:
        _award(table, state, BETA, right[0], Rule.BETA_AWARD)
    else:
        tell(state, None, "nobody-right", Rule.BETA_NOBODY_RIGHT)


@obeys(Rule.SYMBOLS_AWARD, Rule.SYMBOLS_TIE)
def compare_symbols(table: Table, state: State) -> int:
    """Who has more symbols of a kind; the Abwehr when there are as many."""
    return LCS if larger_kind(table, state, LCS) > larger_kind(table, state, ABWEHR) else ABWEHR


@obeys(Rule.SYMBOLS_AWARD, Rule.SYMBOLS_TIE, Rule.EVIDENCE_OF_LCS)
def award_symbols(table: Table, state: State) -> None:
    """The tokens of the last field; then the Abwehr uses what it has taken."""
    counts = [larger_kind(table, state, player) for player in (LCS, ABWEHR)]
    for player in (ABWEHR, LCS) if state.log is not None else ():
        rule, faction = Rule.SYMBOLS_LARGER_KIND, FACTIONS[player]
        tell(state, None, "symbols", rule, faction=faction, count=counts[player])
    rule = Rule.SYMBOLS_TIE if counts[LCS] == counts[ABWEHR] else Rule.SYMBOLS_AWARD
    _award(table, state, SYMBOLS, compare_symbols(table, state), rule)
    state.step, state.using = Step.USE, NOTHING


@obeys(Rule.ULTRA_STAYS, Rule.REPLACEMENT_KEEPS_SYMBOL)
def lying_symbols(table: Table, state: State, player: int) -> list[int]:
    """How many of each symbol lie open in a player's space, those of covered cards and of the analysis too."""
    counts, symbols = state.extra[player][:], table.symbols_on
    for lying in state.spaces[player]:
        if lying.facing != DOWN:
            for symbol in symbols[lying.card]:
                counts[symbol] += 1
            for symbol in symbols[lying.under] if lying.under != NOTHING else ():
                counts[symbol] += 1
    return [max(count, 0) for count in counts]


@obeys(Rule.SYMBOLS_LARGER_KIND, Rule.SYMBOLS_CANCEL_RECON, Rule.SYMBOLS_CANCEL_COMMANDO)
def larger_kind(table: Table, state: State, player: int) -> int:
    """How many symbols count for a player: the kind of which there are more, unless the enemy cancels it."""
    own, enemy = lying_symbols(table, state, player), lying_symbols(table, state, 1 - player)
    most = 0
    for number, symbol in enumerate(table.symbols):
        if symbol.startswith(CANCEL):
            continue
        cancels = f"{CANCEL}{symbol}"
        is_cancelled = cancels in table.symbols and enemy[table.symbols.index(cancels)] > 0
        most = max(most, 0 if is_cancelled else own[number])
    return most


def open_tokens(table: Table, state: State, seen: int = UP) -> list[tuple[int, int]]:
    """Green and red radars that lie open in each region."""
    size, tokens = table.size, state.tokens
    counts = []
    for region in range(len(table.regions)):
        shown = [token & GREEN for token in tokens[region * size : (region + 1) * size] if token & seen]
        counts.append((sum(shown), len(shown) - sum(shown)))
    return counts


@obeys(Rule.EVIDENCE_REVEALS, Rule.EVIDENCE_BLACK, Rule.EVIDENCE_FINISHED_REGION)
def targets(table: Table, state: State, colour: int) -> list[int]:
    """Spaces whose hidden token an evidence token may turn up."""
    if colour in state.shielded:
        return []
    region, size, tokens = table.region_of[colour], table.size, state.tokens
    if region == NOTHING or state.wild[ABWEHR]:
        return [space for space, token in enumerate(tokens) if not token & UP]
    return [space for space in range(region * size, (region + 1) * size) if not tokens[space] & UP]


@obeys(Rule.EVIDENCE_ORDER, Rule.EVIDENCE_BLACK)
def use_options(table: Table, state: State) -> list[str]:
    """Evidence tokens of the Abwehr that can turn something up."""
    return [table.use[colour] for colour in dict.fromkeys(state.won[ABWEHR]) if targets(table, state, colour)]


def use(table: Table, state: State, colour: int) -> None:
    """Begin to use an evidence token."""
    state.won[ABWEHR].remove(colour)
    state.using, state.turns, state.step = colour, table.numbers.reveals, Step.TURN
    rule = Rule.EVIDENCE_BLACK if table.region_of[colour] == NOTHING else Rule.EVIDENCE_ORDER
    tell(state, None, "used", rule, faction=FACTIONS[ABWEHR], colour=table.colours[colour])


def turn_options(table: Table, state: State) -> list[str]:
    """Tokens that the evidence token in use may turn up; none when it is used up."""
    if state.turns <= 0:
        return []
    return [table.turn[space] for space in targets(table, state, state.using)]


@obeys(Rule.EVIDENCE_REVEALS, Rule.REVEALED_STAYS)
def turn(table: Table, state: State, space: int) -> None:
    """Turn an intelligence token up; outside its own region an evidence token is one of those that may go anywhere."""
    region, own = space // table.size, table.region_of[state.using]
    if own not in (NOTHING, region):
        state.wild[ABWEHR] -= 1
    state.tokens[space] |= UP
    state.turns -= 1
    if state.log is not None:
        radar = "green" if state.tokens[space] & GREEN else "red"
        place, number, rule = table.regions[region], space % table.size + 1, Rule.EVIDENCE_REVEALS
        tell(state, None, "revealed", rule, location=place, space=number, radar=radar)


@obeys(Rule.EVIDENCE_FINISHED_REGION, Rule.EVIDENCE_OF_LCS)
def _drop_unused(table: Table, state: State) -> None:
    """What cannot turn anything up has no effect."""
    for colour in state.won[ABWEHR] if state.log is not None else ():
        tell(state, None, "without-effect", Rule.EVIDENCE_FINISHED_REGION, colour=table.colours[colour])


@obeys(Rule.GOAL_ABWEHR, Rule.GOAL_LCS, Rule.WIN_REVEALED, Rule.WIN_LOGIC, Rule.WIN_LCS, Rule.TIMELINE)
def end_month(table: Table, state: State) -> None:
    """The Abwehr has found out both offensives, or the month ends; with the last month the LCS wins."""
    _drop_unused(table, state)
    shown = open_tokens(table, state)
    proof = table.logic.proof(shown)
    if proof is not None:
        rule = Rule.WIN_REVEALED if table.logic.revealed(shown) is not None else Rule.WIN_LOGIC
        data = {"primary": table.regions[proof.primary], "secondary": table.regions[proof.secondary]}
        tell(state, None, "proved", rule, **data)
        _end(state, ABWEHR, rule)
        return
    tell(state, None, "marker", Rule.TIMELINE, month=state.month)
    if state.month >= table.numbers.months:
        planned = {"primary": table.regions[state.primary], "secondary": table.regions[state.secondary]}
        tell(state, None, "were-planned", Rule.WIN_LCS, **planned)
        _end(state, LCS, Rule.WIN_LCS)
    else:
        begin_month(table, state)


def _end(state: State, winner: int, rule: Rule) -> None:
    state.step, state.outcome = Step.OVER, (FACTIONS[winner], state.month, str(rule))
    tell(state, None, "won", rule, faction=FACTIONS[winner], month=state.month)


def end_using(_: Table, state: State) -> None:
    """The next evidence token."""
    state.step, state.using, state.turns = Step.USE, NOTHING, 0

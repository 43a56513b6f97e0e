"""The evaluation: cards are turned up, effects and values are settled by the Abwehr first, evidence tokens awarded."""

from typing import TYPE_CHECKING

from rules_engine.obeys import obeys
from rules_engine.operation_barclay.ops import begin, tell
from rules_engine.operation_barclay.piles import change, place_of
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import (
    ABWEHR,
    BOTH,
    DOWN,
    FACTIONS,
    LCS,
    NOTHING,
    TURNED,
    Lying,
    Phase,
    State,
    Step,
)
from rules_engine.operation_barclay.symbols import larger_kind

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

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


def counted(state: State, player: int) -> list[Lying]:
    """The cards that make a player's combination, as far as they lie open."""
    return [card for card in state.spaces[player] if card.ranks and not card.is_ignored and card.facing != DOWN]


def open_combination(table: "Table", state: State, player: int) -> int:
    """The best that a player's open cards can make now, whatever is still to be settled."""
    return table.hands.best_of([(lying.ranks, lying.colours) for lying in counted(state, player)])


@obeys(Rule.EVALUATION_REVEAL)
def begin_evaluation(table: "Table", state: State) -> None:
    """All cards are turned up; the Abwehr settles its cards first."""
    state.phase = Phase.EVALUATION
    for player, space in enumerate(state.spaces):
        for at, lying in enumerate(space):
            if lying.facing == DOWN:
                space[at] = lying._replace(facing=TURNED)
                state.known[lying.card] = BOTH
                if state.log is not None:
                    data = {"faction": FACTIONS[player], "card": table.cards.codes[lying.card]}
                    tell(table, state, None, "turned-up", Rule.EVALUATION_REVEAL, **data)
    _begin_settling(table, state, ABWEHR)


@obeys(Rule.EVALUATION_ABWEHR_DECIDES_FIRST, Rule.TRAITORS, Rule.EFFECT_WAITS, Rule.AGENTS_ONLY_FACE_UP)
def _begin_settling(table: "Table", state: State, player: int) -> None:
    """The effects of a player's cards happen in the order in which the cards lie."""
    state.player, state.step = player, Step.EFFECTS
    cards = table.cards
    programs: list[int] = []
    for lying in state.spaces[player]:
        programs += cards.evaluation[lying.card]
        if lying.facing == TURNED:
            programs += cards.face_down[lying.card]
    state.pending = programs[::-1]


def next_effect(table: "Table", state: State) -> None:
    """The next effect, unless its card is gone; after the last, values are settled."""
    while state.pending:
        number = state.pending.pop()
        if place_of(state, table.cards.programs[number].owner)[0] == state.player:
            begin(table, state, number)
            return
    state.step = Step.SETTLE


def _unsettled(state: State) -> Lying | None:
    for lying in state.spaces[state.player]:
        if not lying.is_ignored and (len(lying.ranks) > 1 or len(lying.colours) > 1):
            return lying
    return None


@obeys(Rule.SEVERAL_NUMBERS, Rule.SEVERAL_COLOURS, Rule.LOWEST_OR_HIGHEST, Rule.EVALUATION_ABWEHR_DECIDES_FIRST)
def settle_options(table: "Table", state: State) -> list[str]:
    """What the next card of several numbers or colours may count as; none when all are settled."""
    lying = _unsettled(state)
    if lying is None:
        return []
    code = table.cards.codes[lying.card]
    if len(lying.ranks) > 1:
        return [f"count {code} as {rank}" for rank in lying.ranks]
    return [f"colour {code} {table.colours[colour]}" for colour in lying.colours]


def settle(table: "Table", state: State, card: int, value: int, is_rank: bool) -> None:
    """A card counts as one number or colour."""
    faction, code = FACTIONS[state.player], table.cards.codes[card]
    if is_rank:
        is_either_end = table.cards.ranks[card] == (table.cards.lowest, table.cards.highest)
        change(state, card, ranks=(value,))
        rule = Rule.LOWEST_OR_HIGHEST if is_either_end else Rule.SEVERAL_NUMBERS
        tell(table, state, None, "counts-as", rule, faction=faction, card=code, rank=value)
    else:
        change(state, card, colours=(value,))
        data = {"faction": faction, "card": code, "colour": table.colours[value]}
        tell(table, state, None, "coloured", Rule.SEVERAL_COLOURS, **data)


def end_settling(table: "Table", state: State) -> None:
    """The LCS settles its cards after the Abwehr; then the combinations are compared."""
    if state.player == ABWEHR:
        _begin_settling(table, state, LCS)
    else:
        _compare(table, state)


@obeys(Rule.ALPHA_AWARD, Rule.ALPHA_TIE, Rule.HIGH_CARD)
def _compare(table: "Table", state: State) -> None:
    """Who has the best combination takes the tokens of alpha; nobody has it on a tie."""
    lcs, abwehr = (open_combination(table, state, player) for player in (LCS, ABWEHR))
    state.best = NOTHING if lcs == abwehr else ABWEHR if abwehr > lcs else LCS
    if state.log is not None:
        for player, score in ((ABWEHR, abwehr), (LCS, lcs)):
            kind = table.hands.kind(score)
            rule, data = COMBINATIONS.get(kind, Rule.COMBINATION_ORDER), {"hand": kind or "no cards"}
            tell(table, state, None, "combination", rule, faction=FACTIONS[player], **data)
        if state.best == NOTHING:
            tell(table, state, None, "no-best", Rule.ALPHA_TIE)
        else:
            tell(table, state, None, "best", Rule.ALPHA_AWARD, faction=FACTIONS[state.best])
    state.player, state.step = ABWEHR, Step.TAKE_ALPHA
    if state.best == NOTHING:
        state.takes = table.numbers.alpha_tie
    else:
        state.takes = 0
        _award(table, state, ALPHA, state.best, Rule.ALPHA_AWARD)


def _award(table: "Table", state: State, field: int, player: int, rule: Rule) -> None:
    """All tokens of a field go to a player."""
    for colour in state.fields[field][:]:
        _take(table, state, field, player, colour, rule)


def _take(table: "Table", state: State, field: int, player: int, colour: int, rule: Rule) -> None:
    state.fields[field].remove(colour)
    state.won[player].append(colour)
    if state.log is not None:
        tell(table, state, None, "took", rule, faction=FACTIONS[player], colour=table.colours[colour])


def take_options(table: "Table", state: State) -> list[str]:
    """Evidence tokens that the Abwehr may choose from; none when it has taken all it may."""
    field = ALPHA if state.step == Step.TAKE_ALPHA else BETA
    return [table.take[colour] for colour in state.fields[field]] if state.takes > 0 else []


@obeys(Rule.ALPHA_TIE, Rule.BETA_EVERYONE_RIGHT)
def take(table: "Table", state: State, colour: int) -> None:
    """The Abwehr takes a token of its choice."""
    is_alpha = state.step == Step.TAKE_ALPHA
    state.takes -= 1
    rule = Rule.ALPHA_TIE if is_alpha else Rule.BETA_EVERYONE_RIGHT
    _take(table, state, ALPHA if is_alpha else BETA, ABWEHR, colour, rule)


@obeys(Rule.BETA_AWARD, Rule.BETA_EVERYONE_RIGHT, Rule.BETA_NOBODY_RIGHT)
def judge_predictions(table: "Table", state: State) -> None:
    """Who alone was right takes the tokens of beta."""
    state.seen_predictions = BOTH
    for player in (ABWEHR, LCS) if state.log is not None else ():
        data = {"faction": FACTIONS[player], "winner": FACTIONS[state.predictions[player]]}
        tell(table, state, None, "prediction", Rule.BETA_AWARD, **data)
    right = [player for player in (LCS, ABWEHR) if NOTHING != state.best == state.predictions[player]]
    state.step, state.takes = Step.TAKE_BETA, 0
    if len(right) == len(FACTIONS):
        state.takes = table.numbers.beta_both_right
    elif right:
        _award(table, state, BETA, right[0], Rule.BETA_AWARD)
    else:
        tell(table, state, None, "nobody-right", Rule.BETA_NOBODY_RIGHT)


@obeys(Rule.SYMBOLS_AWARD, Rule.SYMBOLS_TIE)
def compare_symbols(table: "Table", state: State) -> int:
    """Who has more symbols of a kind; the Abwehr when there are as many."""
    return LCS if larger_kind(table, state, LCS) > larger_kind(table, state, ABWEHR) else ABWEHR


@obeys(Rule.SYMBOLS_AWARD, Rule.SYMBOLS_TIE, Rule.EVIDENCE_OF_LCS)
def award_symbols(table: "Table", state: State) -> None:
    """The tokens of the last field; then the Abwehr uses what it has taken."""
    counts = [larger_kind(table, state, player) for player in (LCS, ABWEHR)]
    for player in (ABWEHR, LCS) if state.log is not None else ():
        rule, faction = Rule.SYMBOLS_LARGER_KIND, FACTIONS[player]
        tell(table, state, None, "symbols", rule, faction=faction, count=counts[player])
    rule = Rule.SYMBOLS_TIE if counts[LCS] == counts[ABWEHR] else Rule.SYMBOLS_AWARD
    _award(table, state, SYMBOLS, compare_symbols(table, state), rule)
    state.step, state.using = Step.USE, NOTHING

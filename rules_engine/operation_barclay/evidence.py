"""Evidence tokens turn up intelligence tokens, and what lies open may end the game."""

from rules_engine.obeys import obeys
from rules_engine.operation_barclay.month import begin_month
from rules_engine.operation_barclay.ops import tell
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import ABWEHR, FACTIONS, GREEN, LCS, NOTHING, UP, State, Step
from rules_engine.operation_barclay.table import Table


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
    return [table.use[colour] for colour in state.won[ABWEHR] if targets(table, state, colour)]


def use(table: Table, state: State, colour: int) -> None:
    """Begin to use an evidence token."""
    state.won[ABWEHR].remove(colour)
    state.using, state.turns, state.step = colour, table.numbers.reveals, Step.TURN
    rule = Rule.EVIDENCE_BLACK if table.region_of[colour] == NOTHING else Rule.EVIDENCE_ORDER
    tell(table, state, None, "used", rule, faction=FACTIONS[ABWEHR], colour=table.colours[colour])


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
        tell(table, state, None, "revealed", rule, location=place, space=number, radar=radar)


@obeys(Rule.EVIDENCE_FINISHED_REGION, Rule.EVIDENCE_OF_LCS)
def drop_unused(table: Table, state: State) -> None:
    """What cannot turn anything up has no effect."""
    for colour in state.won[ABWEHR] if state.log is not None else ():
        tell(table, state, None, "without-effect", Rule.EVIDENCE_FINISHED_REGION, colour=table.colours[colour])


@obeys(Rule.GOAL_ABWEHR, Rule.GOAL_LCS, Rule.WIN_REVEALED, Rule.WIN_LOGIC, Rule.WIN_LCS, Rule.TIMELINE)
def end_month(table: Table, state: State) -> None:
    """The Abwehr has found out both offensives, or the month ends; with the last month the LCS wins."""
    drop_unused(table, state)
    shown = open_tokens(table, state)
    proof = table.logic.proof(shown)
    if proof is not None:
        rule = Rule.WIN_REVEALED if table.logic.revealed(shown) is not None else Rule.WIN_LOGIC
        data = {"primary": table.regions[proof.primary], "secondary": table.regions[proof.secondary]}
        tell(table, state, None, "proved", rule, **data)
        _end(table, state, ABWEHR, rule)
        return
    tell(table, state, None, "marker", Rule.TIMELINE, month=state.month)
    if state.month >= table.numbers.months:
        _end(table, state, LCS, Rule.WIN_LCS)
    else:
        begin_month(table, state)


def _end(table: Table, state: State, winner: int, rule: Rule) -> None:
    state.step, state.outcome = Step.OVER, (FACTIONS[winner], state.month, str(rule))
    tell(table, state, None, "won", rule, faction=FACTIONS[winner], month=state.month)

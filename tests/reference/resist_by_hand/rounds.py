"""A round: plan and choose a mission, attack it, face the consequences, recover; and the score at the end."""

from resist_by_hand.cards import SIDES, Action, Plays, Table
from resist_by_hand.enemies import lay_garrison, turn_up
from resist_by_hand.piles import discard_enemy, draw_cards
from resist_by_hand.rulebook import LOSS, Rule
from resist_by_hand.state import CARD, CHANGE, FACE_DOWN, SPY, Frame, State, Step
from resist_by_hand.strength import (
    bonus_here,
    dead_civilians,
    enemy_defence,
    mission_defence,
    most_revealed,
    protectors,
    total_attack,
)
from rules_engine.machine.steps import NOTHING, Program, tell
from rules_engine.obeys import obeys

STOP, END, CONTINUE = "stop", "end", "continue"
UNRATED = ""
"""The result of points that no row of the table covers, such as none at all."""


@obeys(Rule.PLAN_PLAY, Rule.PLAN_CHOOSE_MISSION, Rule.PLAN_FREE_CHOICE)
def plan_options(table: Table, state: State) -> list[str]:
    """Any maquis in hand, or a mission and thereby the end of the phase."""
    options = play_options(table, state, table.plan_plays)
    choose = table.choose
    options += [choose[mission] for mission in state.offer if mission != NOTHING]
    return options


@obeys(Rule.PLAY_SIDE, Rule.ACTION_VOLUNTARY, Rule.ACTION_IN_FULL)
def play_options(table: Table, state: State, plays: Plays) -> list[str]:
    """Every maquis in hand on the sides that are open, with its action where it can be carried out in full."""
    options: list[str] = []
    always, maybe = plays.always, plays.maybe
    for card in state.hand:
        options += always[card]
        for program, action in maybe[card]:
            if program.is_possible(table, state, 1):
                options.append(action)
    return options


@obeys(Rule.PLAY_SIDE, Rule.PLAY_HALVES, Rule.ACTION_VOLUNTARY)
def play(table: Table, state: State, what: tuple[int, int, Action | None]) -> None:
    """A maquis goes to its half of the play area, and acts if the player wants it to."""
    card, side, action = what
    state.hand.remove(card)
    if side:
        state.played_revealed.append(card)
        if state.step == Step.ATTACK:
            state.revealed_now += 1
    else:
        state.played_hidden.append(card)
    if action is not None:
        state.frames.append(Frame(action, card))
    if state.log is not None:
        tell(state, None, "played", Rule.PLAY_SIDE, card=table.codes[card], side=SIDES[side])
        if action is not None:
            tell(state, state.frames[-1], "action", action.rule, card=table.codes[card], side=SIDES[side])


@obeys(Rule.PLAN_CHOOSE_MISSION, Rule.PLAN_TURN_ENEMIES, Rule.MISSION_WHEN_CHOSEN)
def choose_mission(table: Table, state: State, mission: int) -> None:
    """Turn up its enemies; what it does when it is chosen happens now, unless its effect is ignored."""
    state.chosen = at = state.offer.index(mission)
    state.step = Step.CHOSEN
    tell(state, None, "chose", Rule.PLAN_CHOOSE_MISSION, mission=table.codes[mission])
    turn_up(table, state, None, at, len(state.enemies[at]), Rule.PLAN_TURN_ENEMIES)
    programs = table.triggered["chosen"][mission]
    if programs and not state.is_ignored:
        begin_effects(table, state, mission, programs)


def begin_effects(table: Table, state: State, card: int, programs: tuple[Program, ...]) -> None:
    """Let effects of a card happen, in their order."""
    for program in reversed(programs):
        state.frames.append(Frame(program, card))
    if state.log is not None:
        for frame in reversed(state.frames[-len(programs) :]):
            tell(state, frame, "effect", frame.program.rule, card=table.codes[card])


@obeys(Rule.ATTACK_DEFEND_EFFECTS, Rule.EFFECTS_OF_CHOSEN)
def begin_defending(table: Table, state: State) -> None:
    """From now on the defend effects of the chosen mission and its enemies hold; those that happen once are due."""
    state.step = Step.DEFEND
    if table.has_defend_programs:
        state.pending = due_effects(table, state, "defend")
    if state.log is not None:
        mission = [] if state.is_ignored else [state.offer[state.chosen]]
        for card in [*mission, *(enemy & CARD for enemy in state.enemies[state.chosen])]:
            if table.standing[card]:
                tell(state, None, "defends", Rule.EFFECT_DEFEND, card=table.codes[card])


@obeys(Rule.EFFECTS_OF_CHOSEN)
def due_effects(table: Table, state: State, trigger: str) -> list[Program]:
    """The effects of the chosen mission, if it is still there, and of its enemies."""
    by_card = table.triggered[trigger]
    mission = state.offer[state.chosen]
    due = list(by_card[mission]) if mission != NOTHING and not state.is_ignored else []
    for enemy in state.enemies[state.chosen]:
        due += by_card[enemy & CARD]
    return due


@obeys(Rule.EFFECT_ORDER)
def order_options(table: Table, state: State) -> list[str]:
    """Which effect comes next; effects that say the same are all one."""
    lines: dict[str, str] = {}
    for program in state.pending:
        lines.setdefault(program.line, f"resolve {table.codes[program.owner]}")
    return list(lines.values())


@obeys(Rule.EFFECT_ORDER)
def resolve_next(table: Table, state: State) -> bool:
    """Let the next effect happen; true when the player must say which."""
    first = state.pending[0]
    if any(program.line != first.line for program in state.pending):
        return True
    del state.pending[0]
    begin_effects(table, state, first.owner, (first,))
    return False


def resolve(table: Table, state: State, owner: int) -> None:
    """Let the effect of that card happen first."""
    program = next(program for program in state.pending if program.owner == owner)
    state.pending.remove(program)
    begin_effects(table, state, owner, (program,))


@obeys(Rule.ATTACK_PLAY_REST, Rule.PLAY_EVERYTHING, Rule.PLAY_NO_KEEPING)
def attack_options(table: Table, state: State) -> list[str]:
    """Every maquis in hand must be played; there is no way round it."""
    limit = most_revealed(table, state)
    is_closed = limit is not None and state.revealed_now >= limit
    return play_options(table, state, table.hidden_plays if is_closed else table.attack_plays)


def is_hand_played(state: State) -> bool:
    """Whether nothing but Spies is left in hand."""
    return len(state.hand) == state.hand.count(SPY)


@obeys(Rule.ATTACK_TOTAL)
def begin_defeating(table: Table, state: State) -> None:
    """Total the attack."""
    state.step = Step.DEFEAT
    state.attack = total_attack(table, state)
    tell(state, None, "attack", Rule.ATTACK_TOTAL, total=state.attack)


@obeys(Rule.ATTACK_SPEND, Rule.ATTACK_CHOOSE_TARGETS, Rule.GUARDS_FIRST, Rule.GRUNTS_FIRST)
def target_options(table: Table, state: State) -> list[str]:
    """Every target that the attack is enough for and that nobody protects, or to leave it at that."""
    attack, spelled = state.attack, table.defeat
    is_guarded, shields = protectors(table, state)
    found: dict[str, None] = {}
    for enemy in state.enemies[state.chosen]:
        card = enemy & CARD
        kind = table.kinds[card]
        if shields and (len(shields) > 1 or kind not in shields):
            continue
        if table.defence[card] + (enemy >> CHANGE) + bonus_here(table, state, kind) <= attack:
            found[spelled[card]] = None
    mission = state.offer[state.chosen]
    if mission != NOTHING and not is_guarded and mission_defence(table, state) <= attack:
        found[spelled[mission]] = None
    return [*found, STOP]


@obeys(Rule.ATTACK_SPEND, Rule.ATTACK_DEFEATED_CARDS, Rule.EFFECT_DEFEAT)
def defeat(table: Table, state: State, card: int) -> None:
    """Spend the attack; what the card does when it is defeated happens immediately."""
    is_mission = state.offer[state.chosen] == card
    if is_mission:
        defence = mission_defence(table, state)
        state.offer[state.chosen] = NOTHING
        state.completed.append(card)
    else:
        here = state.enemies[state.chosen]
        enemy = next(enemy for enemy in here if enemy & CARD == card)
        defence = enemy_defence(table, state, enemy, state.chosen)
        here.remove(enemy)
        state.enemy_discard.append(card)
    state.attack -= defence
    if state.log is not None:
        code, kind = table.codes[card], "completed" if is_mission else "defeated"
        tell(state, None, kind, Rule.ATTACK_SPEND, card=code, defence=defence, left=state.attack)
    programs = table.triggered["defeat"][card]
    if programs and not (is_mission and state.is_ignored):
        begin_effects(table, state, card, programs)


@obeys(Rule.ATTACK_REST_LOST, Rule.EFFECT_SURVIVE)
def stop_attacking(table: Table, state: State) -> None:
    """What is left of the attack is lost; whoever stands has survived."""
    state.step = Step.SURVIVE
    state.attack = 0
    state.pending = due_effects(table, state, "survive")


@obeys(Rule.ATTACK_SURVIVORS)
def discard_survivors(table: Table, state: State) -> None:
    """The enemies that still stand are discarded."""
    here = state.enemies[state.chosen]
    for enemy in here:
        discard_enemy(table, state, None, enemy)
    here.clear()


@obeys(Rule.ROUND_PHASES)
def face_consequences(table: Table, state: State) -> None:
    """Count the dead, settle the mission, and leave it to the player whether to go on."""
    state.step = Step.STOP
    if dead_civilians(table, state) >= table.numbers.dead_civilians:
        lose(state, Rule.CONSEQUENCES_CIVILIANS)
    elif state.offer[state.chosen] == NOTHING:
        _succeed(table, state)
    else:
        _fail(table, state)


@obeys(Rule.MISSION_SUCCESS)
def _succeed(table: Table, state: State) -> None:
    """The next mission takes the place of the completed one, if there is any."""
    if not state.mission_deck:
        return
    at = state.chosen
    mission = state.offer[at] = state.mission_deck.pop()
    tell(state, None, "offered", Rule.MISSION_SUCCESS, mission=table.codes[mission])
    lay_garrison(table, state, None, at, table.garrison[mission], Rule.MISSION_SUCCESS)


@obeys(Rule.MISSION_FAILURE, Rule.FAILED_MISSIONS_LOSE)
def _fail(table: Table, state: State) -> None:
    """The mission is turned face-down and not replaced."""
    mission, state.offer[state.chosen] = state.offer[state.chosen], NOTHING
    state.failed.append(mission)
    tell(state, None, "failed", Rule.MISSION_FAILURE, mission=table.codes[mission])
    if len(state.failed) >= table.numbers.failed_missions:
        lose(state, Rule.FAILED_MISSIONS_LOSE)


@obeys(Rule.END_OR_CONTINUE, Rule.MUST_END)
def stop_options(_: Table, state: State) -> list[str]:
    """Without an available mission the resistance must end."""
    return [END, CONTINUE] if any(mission != NOTHING for mission in state.offer) else [END]


@obeys(Rule.LOSS_NO_SCORE)
def lose(state: State, rule: str) -> None:
    """The game is over, and nothing is scored."""
    state.step = Step.OVER
    state.outcome = (LOSS, 0, str(rule))
    tell(state, None, "lost", rule)


@obeys(Rule.ROUND_UNTIL_END)
def end(table: Table, state: State) -> None:
    """The player ends the resistance."""
    outcome, points, rule = score(table, state)
    state.step = Step.OVER
    state.outcome = (outcome, points, rule)
    tell(state, None, "ended", rule, points=points, outcome=outcome)


@obeys(Rule.RECOVER_DISCARD, Rule.PLAY_REVEALED_LOST, Rule.RECOVER_DRAW)
def recover(table: Table, state: State) -> None:
    """Played cards and Spies are discarded, a new hand is drawn, and a new round begins unless it holds Spies only."""
    state.revealed_discard += state.played_revealed
    state.hidden_discard += state.played_hidden
    state.hidden_discard += state.hand
    discards = ("revealed-discard", state.played_revealed), ("hidden-discard", state.played_hidden + state.hand)
    for pile, cards in discards if state.log is not None else ():
        for card in cards:
            tell(state, None, "put-away", Rule.RECOVER_DISCARD, card=table.codes[card], pile=pile)
    state.played_revealed, state.played_hidden, state.hand = [], [], []
    count = max(table.numbers.hand + state.draw_change, 0)
    state.chosen = NOTHING
    state.mission_change = state.revealed_now = state.draw_change = state.is_ignored = 0
    if state.bonuses:
        state.bonuses = []
    if state.is_changed:
        state.is_changed = 0
        state.enemies = [[enemy & (CARD | FACE_DOWN) for enemy in here] for here in state.enemies]
    draw_cards(table, state, "hidden_deck", count, Rule.RECOVER_DRAW)
    _check_for_spies(state)


@obeys(Rule.ONLY_SPIES_LOSE)
def _check_for_spies(state: State) -> None:
    """A hand of Spies loses; who could not draw at all has not drawn Spies."""
    hand = state.hand
    if hand and hand.count(SPY) == len(hand):
        lose(state, Rule.ONLY_SPIES_LOSE)
        return
    state.round += 1
    state.step = Step.PLAN
    tell(state, None, "round", Rule.ROUND_UNTIL_END, round=state.round)


@obeys(Rule.SCORE_SUM)
def points_of(table: Table, state: State) -> int:
    """The points of the completed missions."""
    return sum(table.points[mission] for mission in state.completed)


@obeys(Rule.SCORE_SUM, Rule.SCORE_EPIC)
def score(table: Table, state: State) -> tuple[str, int, str]:
    """Result, points, and the rule that decided it; enough missions go before all points."""
    points, completed = points_of(table, state), len(state.completed)
    for band in table.numbers.bands:
        if band.missions is not None and completed >= band.missions:
            return band.outcome, points, str(Rule.SCORE_EPIC)
    reached = [
        band
        for band in table.numbers.bands
        if band.low is not None and band.low <= points and (band.high is None or points <= band.high)
    ]
    best = max(reached, key=lambda band: band.low or 0, default=None)
    return (best.outcome if best else UNRATED), points, str(Rule.SCORE_SUM)

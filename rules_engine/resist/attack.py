"""The attack phase: defend effects, the rest of the maquis, targets, survivors."""

from rules_engine.obeys import obeys
from rules_engine.resist.ops import tell
from rules_engine.resist.piles import discard_enemy
from rules_engine.resist.plan import begin_effects, play_options
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import CARD, CHANGE, NOTHING, SPY, State, Step
from rules_engine.resist.strength import (
    bonus_here,
    enemy_defence,
    mission_defence,
    most_revealed,
    protectors,
    total_attack,
)
from rules_engine.resist.table import STOP, Table


@obeys(Rule.ATTACK_DEFEND_EFFECTS, Rule.EFFECTS_OF_CHOSEN)
def begin_defending(table: Table, state: State) -> None:
    """From now on the defend effects of the chosen mission and its enemies hold; those that happen once are due."""
    state.step = Step.DEFEND
    cards = table.cards
    if table.has_defend_programs:
        state.pending = due_effects(table, state, "defend")
    if state.log is not None:
        mission = [] if state.is_ignored else [state.offer[state.chosen]]
        for card in [*mission, *(enemy & CARD for enemy in state.enemies[state.chosen])]:
            if cards.standing[card]:
                tell(cards, state, None, "defends", Rule.EFFECT_DEFEND, card=cards.codes[card])


@obeys(Rule.EFFECTS_OF_CHOSEN)
def due_effects(table: Table, state: State, trigger: str) -> list[int]:
    """The programs of the chosen mission, if it is still there, and of its enemies."""
    by_card = table.cards.triggered[trigger]
    mission = state.offer[state.chosen]
    due = list(by_card[mission]) if mission != NOTHING and not state.is_ignored else []
    for enemy in state.enemies[state.chosen]:
        due += by_card[enemy & CARD]
    return due


@obeys(Rule.EFFECT_ORDER)
def order_options(table: Table, state: State) -> list[str]:
    """Which effect comes next; effects that say the same are all one."""
    programs = table.cards.programs
    lines: dict[str, str] = {}
    for number in state.pending:
        program = programs[number]
        lines.setdefault(program.line, f"resolve {table.cards.codes[program.owner]}")
    return list(lines.values())


@obeys(Rule.EFFECT_ORDER)
def resolve_next(table: Table, state: State) -> bool:
    """Let the next effect happen; true when the player must say which."""
    programs = table.cards.programs
    first = programs[state.pending[0]].line
    if any(programs[number].line != first for number in state.pending):
        return True
    number = state.pending.pop(0)
    begin_effects(table, state, programs[number].owner, (number,))
    return False


def resolve(table: Table, state: State, code: str) -> None:
    """Let that effect happen first."""
    programs, owner = table.cards.programs, table.cards.numbers[code]
    number = next(number for number in state.pending if programs[number].owner == owner)
    state.pending.remove(number)
    begin_effects(table, state, owner, (number,))


@obeys(Rule.ATTACK_PLAY_REST, Rule.PLAY_EVERYTHING, Rule.PLAY_NO_KEEPING)
def attack_options(table: Table, state: State) -> list[str]:
    """Every maquis in hand must be played; there is no way round it."""
    limit = most_revealed(table.cards, state)
    is_closed = limit is not None and state.revealed_now >= limit
    return play_options(table, state, table.hidden_attack if is_closed else table.attack)


def is_hand_played(state: State) -> bool:
    """Whether nothing but Spies is left in hand."""
    return len(state.hand) == state.hand.count(SPY)


@obeys(Rule.ATTACK_TOTAL)
def begin_defeating(table: Table, state: State) -> None:
    """Total the attack."""
    state.step = Step.DEFEAT
    state.attack = total_attack(table.cards, state)
    if state.log is not None:
        tell(table.cards, state, None, "attack", Rule.ATTACK_TOTAL, total=state.attack)


@obeys(Rule.ATTACK_SPEND, Rule.ATTACK_CHOOSE_TARGETS, Rule.GUARDS_FIRST, Rule.GRUNTS_FIRST)
def target_options(table: Table, state: State) -> list[str]:
    """Every target that the attack is enough for and that nobody protects, or to leave it at that."""
    cards, attack, spelled = table.cards, state.attack, table.defeat
    is_guarded, shields = protectors(cards, state)
    found: dict[str, None] = {}
    for enemy in state.enemies[state.chosen]:
        card = enemy & CARD
        kind = cards.kinds[card]
        if shields and (len(shields) > 1 or kind not in shields):
            continue
        if cards.defence[card] + (enemy >> CHANGE) + bonus_here(cards, state, kind) <= attack:
            found[spelled[card]] = None
    mission = state.offer[state.chosen]
    if mission != NOTHING and not is_guarded and mission_defence(cards, state) <= attack:
        found[spelled[mission]] = None
    return [*found, STOP]


@obeys(Rule.ATTACK_SPEND, Rule.ATTACK_DEFEATED_CARDS, Rule.EFFECT_DEFEAT)
def defeat(table: Table, state: State, card: int) -> None:
    """Spend the attack; what the card does when it is defeated happens immediately."""
    cards = table.cards
    is_mission = state.offer[state.chosen] == card
    if is_mission:
        defence = mission_defence(cards, state)
        state.offer[state.chosen] = NOTHING
        state.completed.append(card)
    else:
        here = state.enemies[state.chosen]
        enemy = next(enemy for enemy in here if enemy & CARD == card)
        defence = enemy_defence(cards, state, enemy, state.chosen)
        here.remove(enemy)
        state.enemy_discard.append(card)
    state.attack -= defence
    if state.log is not None:
        code, kind = cards.codes[card], "completed" if is_mission else "defeated"
        tell(cards, state, None, kind, Rule.ATTACK_SPEND, card=code, defence=defence, left=state.attack)
    programs = cards.triggered["defeat"][card]
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
        discard_enemy(table.cards, state, None, enemy)
    here.clear()

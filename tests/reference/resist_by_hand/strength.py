"""How strong things are now: defence with all that changes it, who is protected, and the attack when it is totalled."""

from resist_by_hand.cards import Table
from resist_by_hand.rulebook import Rule
from resist_by_hand.state import CARD, CHANGE, GROUPS, State, Step
from rules_engine.machine.steps import NOTHING
from rules_engine.obeys import obeys


@obeys(Rule.EFFECTS_OF_CHOSEN, Rule.EFFECT_DEFEND)
def are_defending(state: State) -> bool:
    """Whether the defend effects at the chosen mission hold."""
    return state.chosen != NOTHING and state.step >= Step.DEFEND


@obeys(Rule.ENGINEERS_STRENGTHEN, Rule.EFFECT_DEFEND)
def bonus_here(table: Table, state: State, kind: str) -> int:
    """What the cards at the chosen mission add to the defence of an enemy of that kind there."""
    bonus, standing = 0, table.standing
    for enemy in state.enemies[state.chosen]:
        noted = standing[enemy & CARD]
        if noted:
            bonus += noted.for_all
            if noted.for_others and table.kinds[enemy & CARD] != kind:
                bonus += noted.for_others
    mission = state.offer[state.chosen]
    if mission != NOTHING and not state.is_ignored:
        noted = standing[mission]
        if noted:
            bonus += noted.for_all + noted.for_others
    return bonus


def enemy_defence(table: Table, state: State, enemy: int, place: int) -> int:
    """The defence of an enemy now."""
    card = enemy & CARD
    value = table.defence[card] + (enemy >> CHANGE)
    if place == state.chosen and state.step >= Step.DEFEND:
        value += bonus_here(table, state, table.kinds[card])
    return max(value, 0)


def mission_bonus(table: Table, state: State) -> int:
    """What the enemies at the chosen mission add to its defence."""
    noted = (table.standing[enemy & CARD] for enemy in state.enemies[state.chosen])
    return sum(standing.for_mission for standing in noted if standing)


def mission_defence(table: Table, state: State) -> int:
    """The defence of the chosen mission now."""
    printed = table.defence[state.offer[state.chosen]]
    bonus = mission_bonus(table, state) if state.step >= Step.DEFEND else 0
    return max(printed + state.mission_change + bonus, 0)


@obeys(Rule.GUARDS_FIRST, Rule.GRUNTS_FIRST, Rule.EFFECT_DEFEND)
def protectors(table: Table, state: State) -> tuple[bool, set[str]]:
    """Whether the mission is protected, and which types of enemies protect those of other types."""
    is_guarded, shields, standing = False, set(), table.standing
    for enemy in state.enemies[state.chosen]:
        noted = standing[enemy & CARD]
        if noted:
            is_guarded = is_guarded or noted.protects_mission
            if noted.protects_others:
                shields.add(table.kinds[enemy & CARD])
    return is_guarded, shields


@obeys(Rule.ATTACK_TOTAL, Rule.ATTACK_COUNTED_LATE, Rule.ATTACK_IS_POOLED)
def total_attack(table: Table, state: State) -> int:
    """The attack of all maquis in play, each by the side it lies on, with the bonuses as they count now."""
    hidden, revealed = table.attack
    total = 0
    for card in state.played_hidden:
        total += hidden[card]
    for card in state.played_revealed:
        total += revealed[card]
    for _, group, amount in state.bonuses:
        total += amount * group_size(table, state, group)
    return max(total, 0)


def group_size(table: Table, state: State, group: int) -> int:
    """How many there are of a group."""
    name = GROUPS[group]
    if name == "revealed-maquis":
        return len(state.played_revealed)
    if name == "other-maquis":
        return len(state.played_hidden) + len(state.played_revealed) - 1
    if name == "dead-civilian":
        return dead_civilians(table, state)
    if name == "standing-enemy":
        return len(state.enemies[state.chosen]) if state.chosen != NOTHING else 0
    return 1


@obeys(Rule.CONSEQUENCES_CIVILIANS)
def dead_civilians(table: Table, state: State) -> int:
    """The civilians on the cards in the graveyard."""
    return sum(table.civilians[card] for card in state.graveyard)


def most_revealed(table: Table, state: State) -> int | None:
    """How many maquis may be revealed in this attack phase, where anything limits it."""
    limits = []
    mission = state.offer[state.chosen]
    noted = table.standing[mission] if mission != NOTHING and not state.is_ignored else None
    if noted and noted.most_revealed is not None:
        limits.append(noted.most_revealed)
    if table.enemies_limit:
        there = (table.standing[enemy & CARD] for enemy in state.enemies[state.chosen])
        limits += [s.most_revealed for s in there if s and s.most_revealed is not None]
    return min(limits, default=None)

"""The plan phase: play maquis, then choose a mission."""

from rules_engine.obeys import obeys
from rules_engine.resist.enemy_forms import turn_up
from rules_engine.resist.ops import tell
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import NOTHING, Frame, State, Step
from rules_engine.resist.table import SIDES, Plays, Table


@obeys(Rule.PLAN_PLAY, Rule.PLAN_CHOOSE_MISSION, Rule.PLAN_FREE_CHOICE)
def plan_options(table: Table, state: State) -> list[str]:
    """Any maquis in hand, or a mission and thereby the end of the phase."""
    options = play_options(table, state, table.plan)
    choose = table.choose
    options += [choose[mission] for mission in state.offer if mission != NOTHING]
    return options


@obeys(Rule.PLAY_SIDE, Rule.ACTION_VOLUNTARY, Rule.ACTION_IN_FULL)
def play_options(table: Table, state: State, plays: Plays) -> list[str]:
    """Every maquis in hand on the sides that are open, with its action where it can be carried out in full."""
    options: list[str] = []
    always, maybe, cards = plays.always, plays.maybe, table.cards
    for card in state.hand:
        options += always[card]
        for program, action in maybe[card]:
            if program.is_possible(cards, state, 1):
                options.append(action)
    return options


@obeys(Rule.PLAY_SIDE, Rule.PLAY_HALVES, Rule.ACTION_VOLUNTARY)
def play(table: Table, state: State, card: int, side: int, program: int) -> None:
    """A maquis goes to its half of the play area, and acts if the player wants it to."""
    state.hand.remove(card)
    if side:
        state.played_revealed.append(card)
        if state.step == Step.ATTACK:
            state.revealed_now += 1
    else:
        state.played_hidden.append(card)
    if state.log is not None:
        tell(table.cards, state, None, "played", Rule.PLAY_SIDE, card=table.cards.codes[card], side=SIDES[side])
    if program != NOTHING:
        frame = Frame(program, card)
        state.frames.append(frame)
        if state.log is not None:
            rule = table.cards.programs[program].rule
            tell(table.cards, state, frame, "action", rule, card=table.cards.codes[card], side=SIDES[side])


@obeys(Rule.PLAN_CHOOSE_MISSION, Rule.PLAN_TURN_ENEMIES, Rule.MISSION_WHEN_CHOSEN)
def choose_mission(table: Table, state: State, mission: int) -> None:
    """Turn up its enemies; what it does when it is chosen happens now, unless its effect is ignored."""
    cards = table.cards
    state.chosen = at = state.offer.index(mission)
    state.step = Step.CHOSEN
    if state.log is not None:
        tell(cards, state, None, "chose", Rule.PLAN_CHOOSE_MISSION, mission=cards.codes[mission])
    turn_up(cards, state, None, at, len(state.enemies[at]), Rule.PLAN_TURN_ENEMIES)
    programs = cards.triggered["chosen"][mission]
    if programs and not state.is_ignored:
        begin_effects(table, state, mission, programs)


def begin_effects(table: Table, state: State, card: int, programs: tuple[int, ...]) -> None:
    """Let effects of a card happen, in their order."""
    frames = [Frame(program, card) for program in programs]
    state.frames += reversed(frames)
    if state.log is not None:
        for frame in frames:
            rule = table.cards.programs[frame.program].rule
            tell(table.cards, state, frame, "effect", rule, card=table.cards.codes[card])

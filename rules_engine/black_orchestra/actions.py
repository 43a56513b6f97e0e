"""What the active conspirator can do for an action, doing it, and why something cannot be done now."""

# ruff: noqa: ARG001, ARG002  (all actions have one signature)

from collections.abc import Callable, Iterator

from rules_engine.black_orchestra.any_time import can_begin
from rules_engine.black_orchestra.conspirators import works
from rules_engine.black_orchestra.conspiring import FORBIDDEN, conspire, conspire_options
from rules_engine.black_orchestra.dossier import DISCARD, check_limits, discard_item, draw_cards, gain_item, has_room
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.items import deliver, reveal, spot_for, take_square
from rules_engine.black_orchestra.lines import AIM, FORMS, Stand, below, push
from rules_engine.black_orchestra.plots import ATTEMPT, plot_options
from rules_engine.black_orchestra.prison import release_options, try_release
from rules_engine.black_orchestra.rulebook import HITLER, MOTIVATION, PRISON, Rule
from rules_engine.black_orchestra.spaces import enter_space, ways
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.events import Refusal
from rules_engine.machine.steps import Program, tell
from rules_engine.obeys import obeys
from rules_engine.ruleset import ANY_ITEM

TURN = "turn"
"""The key of the program in which actions are taken."""
PLAY, ABILITY, DRAW, ACTIONS = "play", "ability", "draw", "actions"


@obeys(Rule.ACTIONS_PER_TURN, Rule.ACTIONS_REPEAT)
def action_options(table: Edition, state: State) -> list[str]:
    """Everything that the active conspirator can do for an action."""
    code = state.active
    conspirator = state.conspirators[code]
    space = conspirator.location
    options = move_options(table, state, space)
    if state.deck or state.discard:
        options.append(DRAW)
    if space in state.squares:
        options.append("procure" if space in state.face_up else "reveal")
    options += [f"deliver {item}" for item in dict.fromkeys(conspirator.items) if spot_for(table, state, code, item)]
    options += conspire_options(table, state)
    options += release_options(table, state)
    options += share_options(table, state, code)
    options += [word for word, _ in plays(table, state, code)]
    options += plot_options(table, state)
    options += ability_options(table, state, code)
    return options


def move_options(table: Edition, state: State, space: str) -> list[str]:
    """The moves along the lines to open spaces."""
    words = table.moves_from.get((space, state.stage))
    if words is None:
        words = table.moves_from[space, state.stage] = [f"move {other}" for other in ways(table, state, space)]
    return words[:]


@obeys(Rule.SHARE_SAME_SPACE, Rule.SHARE_LIMITS, Rule.ITEMS_MAKE_ROOM)
def share_options(table: Edition, state: State, code: str) -> list[str]:
    """What can be given to or taken from those in the same space; not a card where only items make room."""
    options = []
    mine = state.conspirators[code]
    for other, theirs in state.conspirators.items():
        if theirs.location == mine.location and other != code:
            given = mine.items + (mine.cards if _takes_card(table, state, other) else [])
            taken = theirs.items + (theirs.cards if _takes_card(table, state, code) else [])
            options += [f"give {thing} {other}" for thing in dict.fromkeys(given)]
            options += [f"take {thing} {other}" for thing in dict.fromkeys(taken)]
    return options


def _takes_card(table: Edition, state: State, code: str) -> bool:
    """Whether somebody can be handed a card: where cards make no room, only into a dossier that has some."""
    return Rule.ITEMS_MAKE_ROOM not in table.rules or has_room(table, state, code)


@obeys(Rule.ITEMS_MAKE_ROOM)
def discard_at_will(table: Edition, state: State) -> list[str]:
    """Items that anybody can discard without an action, where the edition says so."""
    if Rule.ITEMS_MAKE_ROOM not in table.rules:
        return []
    return [
        f"{DISCARD} {item} {code}"
        for code, conspirator in state.conspirators.items()
        if conspirator.location != PRISON
        for item in dict.fromkeys(conspirator.items)
    ]


@obeys(Rule.ACT_EFFECT, Rule.PLAY_CARD)
def plays(table: Edition, state: State, code: str) -> Iterator[tuple[str, Program]]:
    """Cards that can be played for an action, and their programs."""
    for card in dict.fromkeys(state.conspirators[code].cards):
        able = [program for program in table.of("action", card) if can_begin(table, state, program, code)]
        for number, program in enumerate(able, 1):
            yield (f"{PLAY} {card}" if number == 1 else f"{PLAY} {card} {number}"), program


def ability_options(table: Edition, state: State, code: str) -> list[str]:
    """Abilities that can be used for an action."""
    programs = table.of("ability action", code)
    if not programs or not works(table, state, code):
        return []
    numbered = enumerate(programs, 1)
    return [f"{ABILITY} {number}" for number, program in numbered if can_begin(table, state, program, code)]


def act(table: Edition, state: State, frame: Frame, action: str) -> None:
    """Pay an action and do it."""
    verb, _, rest = action.partition(" ")
    if verb == "conspire":
        conspire(table, state, int(rest))
        return
    if verb == DISCARD:
        item, code = rest.split(" ")
        discard_item(state, frame, code, item, Rule.ITEMS_MAKE_ROOM)
        return
    state.actions_left -= 1
    VERBS[verb](table, state, frame, rest)


@obeys(Rule.CARD_OVER_RULES)
def _draw(table: Edition, state: State, frame: Frame, _: str) -> None:
    code = state.active
    for program in table.of("instead of {action}", code):
        if program.arguments["action"] == DRAW and works(table, state, code):
            push(state, program, code)
            return
    draw_cards(state, code, 1)


@obeys(Rule.PROCURE_REVEALED)
def _procure(table: Edition, state: State, frame: Frame, _: str) -> None:
    code = state.active
    gain_item(table, state, frame, code, take_square(state, state.conspirators[code].location))


def _give(table: Edition, state: State, frame: Frame, rest: str) -> None:
    thing, other = rest.split(" ")
    hand_over(table, state, frame, thing, state.active, other)


def _take(table: Edition, state: State, frame: Frame, rest: str) -> None:
    thing, other = rest.split(" ")
    hand_over(table, state, frame, thing, other, state.active)


def hand_over(table: Edition, state: State, frame: Frame, thing: str, giver: str, taker: str) -> None:
    """Give an item or a card to somebody in the same space, who then keeps to the limits."""
    mine, theirs = state.conspirators[giver], state.conspirators[taker]
    if thing in mine.items:
        mine.items.remove(thing)
        theirs.items.append(thing)
    else:
        mine.cards.remove(thing)
        theirs.cards.append(thing)
    tell(state, frame, "handed-over", Rule.SHARE_SAME_SPACE, giver=giver, card=thing, conspirator=taker)
    check_limits(table, state, taker)


@obeys(Rule.DOSSIER_DISCARD_PLAYED)
def _play(table: Edition, state: State, frame: Frame, rest: str) -> None:
    card = rest.split(" ")[0]
    program = next(program for word, program in plays(table, state, state.active) if word == f"{PLAY} {rest}")
    state.conspirators[state.active].cards.remove(card)
    state.discard.append(card)
    tell(state, frame, "card-played", Rule.ACT_EFFECT, conspirator=state.active, card=card)
    push(state, program, state.active, card=card)


def _plot(table: Edition, state: State, frame: Frame, rest: str) -> None:
    card, _, aim = rest.partition(" ")
    memo = {AIM: aim} if aim and aim != HITLER else {}
    push(state, table.of("plot", card)[0], state.active, **memo)


def _ability(table: Edition, state: State, frame: Frame, rest: str) -> None:
    program = table.of("ability action", state.active)[int(rest) - 1]
    state.used.append(program.key)
    push(state, program, state.active)


@FORMS.step("actions {who} {signed}", only={"who": ("self", "active")})
class Actions(Stand):
    """Of who acts: in an ability it stands, on a card it happens at once."""

    def __init__(self, signed: int) -> None:
        super().__init__(ACTIONS, signed)

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """The turn that is being taken gets longer or shorter."""
        state.actions_left = max(state.actions_left + self.amount, 0)
        return True

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """Only while somebody takes actions."""
        return state.conspirators[state.active].location != PRISON and below(state, ATTEMPT) is None


VERBS: dict[str, Callable[[Edition, State, Frame, str], None]] = {
    "move": lambda table, state, frame, space: enter_space(table, state, frame, state.active, space),
    DRAW: _draw,
    "procure": _procure,
    "reveal": lambda table, state, frame, _: reveal(table, state, frame, state.conspirators[state.active].location),
    "deliver": deliver,
    "release": try_release,
    "give": _give,
    "take": _take,
    PLAY: _play,
    "plot": _plot,
    ABILITY: _ability,
}

REFUSED_BY = {
    "draw": (Rule.DRAW_CARD, "There is no card to draw now."),
    "reveal": (Rule.REVEAL_ITEM, "No unrevealed item lies in the space."),
    "procure": (Rule.PROCURE_REVEALED, "No revealed item lies in the space."),
    "release": (Rule.RELEASE_PLACE, "Nobody can be released from here now."),
    "give": (Rule.SHARE_SAME_SPACE, "That cannot be given to somebody in the same space."),
    "take": (Rule.SHARE_SAME_SPACE, "That cannot be taken from somebody in the same space."),
    "play": (Rule.ACT_EFFECT, "No such card can be played for an action now."),
    "ability": (Rule.MOTIVATION_ABILITY, "The special ability does not work now."),
    "use": (Rule.ANY_TIME_EFFECT, "No such card can be played now."),
}
"""By the first word of an action the rule that it is against when it is not legal."""


@obeys(Rule.TURN_PHASES)
def refuse(table: Edition, state: State, action: str) -> Refusal:
    """The refusal of an action that is not legal."""
    if state.outcome is not None:
        return Refusal(state.outcome[2], "The game is over.")
    program = state.frames[-1].program
    verb, _, rest = action.partition(" ")
    if program.key != TURN:
        offered = ", ".join(state.options or ())
        return Refusal(program.rule, f"First {state.asker} must choose one of {offered}.")
    if verb == "move":
        return _refuse_move(table, state, rest)
    if verb == "deliver":
        return _refuse_delivery(table, state, rest)
    if verb == "conspire":
        return _refuse_conspiring(table, state)
    if verb == "plot":
        return _refuse_plot(table, state)
    if state.actions_left <= 0 and verb in REFUSED_BY and verb != "use":
        return Refusal(str(Rule.ACTIONS_PER_TURN), "No action is left.")
    if verb in ("give", "take") and _is_full(table, state, verb, rest):
        return Refusal(str(Rule.ITEMS_MAKE_ROOM), "The dossier is full, and cards make no room for others.")
    rule, sentence = REFUSED_BY.get(verb, (Rule.TURN_PHASES, f"“{action}” is nothing that can be done now."))
    return Refusal(str(rule), sentence)


def _is_full(table: Edition, state: State, verb: str, rest: str) -> bool:
    """Whether a card would be shared with somebody in the same space who has no room for it."""
    thing, _, other = rest.partition(" ")
    if other not in state.conspirators or thing not in table.cards:
        return False
    is_near = state.conspirators[other].location == state.conspirators[state.active].location
    return is_near and not _takes_card(table, state, other if verb == "give" else state.active)


def _refuse_move(table: Edition, state: State, space: str) -> Refusal:
    if space not in table.spaces:
        return Refusal(str(Rule.MOVE_ADJACENT), f"The board has no space {space}.")
    if state.actions_left <= 0:
        return Refusal(str(Rule.ACTIONS_PER_TURN), "No action is left.")
    if space not in table.neighbours[state.conspirators[state.active].location]:
        return Refusal(str(Rule.MOVE_ADJACENT), f"{space} is not next to the space of {state.active}.")
    found = table.spaces[space]
    if found.opens_in_stage is not None and state.stage < found.opens_in_stage:
        return Refusal(
            str(Rule.MOVE_STAGE), f"{space} opens in stage {found.opens_in_stage}; it is stage {state.stage}."
        )
    if not found.is_open(state.stage):
        return Refusal(str(Rule.STAGE_CLOSED), f"{space} is closed from stage {found.closes_in_stage} on.")
    return Refusal(str(Rule.TURN_PHASES), "Nobody moves now.")


def _refuse_delivery(table: Edition, state: State, item: str) -> Refusal:
    conspirator = state.conspirators[state.active]
    space = conspirator.location
    wanted = [spot.condition for spot in table.spaces[space].spots if spot.item in (item, ANY_ITEM)]
    if item not in conspirator.items:
        return Refusal(str(Rule.DELIVER_DISCARD), f"{state.active} does not hold {item}.")
    if space in state.squares:
        return Refusal(str(Rule.DELIVER_UNCOVERED), f"An item still lies on the square of {space}.")
    if not wanted:
        return Refusal(str(Rule.DELIVER_DISCARD), f"{space} does not take {item}.")
    if state.actions_left <= 0:
        return Refusal(str(Rule.ACTIONS_PER_TURN), "No action is left.")
    return Refusal(str(Rule.DELIVER_CONDITION), f"{space} takes {item} only if {' or '.join(wanted)}.")


def _refuse_conspiring(table: Edition, state: State) -> Refusal:
    if FORBIDDEN in state.forbidden:
        return Refusal(str(Rule.PENALTY_BORMANN), "A leader forbids conspiring in this turn.")
    if state.conspired >= table.numbers.conspire_per_turn:
        return Refusal(str(Rule.CONSPIRE_LIMIT), f"{state.active} has already conspired in this turn.")
    return Refusal(str(Rule.CONSPIRE_DICE), "Each die costs an action, and there are only so many.")


def _refuse_plot(table: Edition, state: State) -> Refusal:
    if state.conspirators[state.active].levels[MOTIVATION] < table.numbers.plot_from:
        return Refusal(str(Rule.MOTIVATION_PLOT), f"{state.active} is not motivated enough for a plot.")
    return Refusal(str(Rule.PLOT_REQUIREMENTS), "The requirements of the plot are not met.")

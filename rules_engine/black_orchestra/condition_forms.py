"""The conditions of the notation, asked of a conspirator in the middle of a line."""

from collections.abc import Callable

from rules_engine.black_orchestra import board
from rules_engine.black_orchestra.card_forms import held, known_holding
from rules_engine.black_orchestra.ladders import DISSENT, SUPPORT
from rules_engine.black_orchestra.ops import Condition, Scene, aimed
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.track_forms import ROLL
from rules_engine.compile import Arguments
from rules_engine.errors import CannotExecute
from rules_engine.obeys import obeys


def _space(scene: Scene) -> str:
    return scene.state.conspirators[scene.actor].location


def _of(scene: Scene, leader: str) -> str:
    """Where a leader is; empty when he is not in play."""
    return scene.state.leaders.get(aimed(scene, leader), "")


def leader_here(arguments: Arguments) -> Condition:
    """That leader is in the conspirator's space."""
    leader = arguments["leader"]
    return lambda scene: _of(scene, leader) == _space(scene)


def deputy_here(_: Arguments) -> Condition:
    """A leader other than Hitler is in the conspirator's space."""
    return lambda scene: any(scene.state.leaders[d] == _space(scene) for d in board.deputies(scene.state))


def all_here(_: Arguments) -> Condition:
    """All conspirators are in one space; a prisoner is not there."""
    return lambda scene: all(c.location == _space(scene) for c in scene.state.conspirators.values())


def stage_is(arguments: Arguments) -> Condition:
    """It is that stage."""
    stage = int(arguments["number"])
    return lambda scene: scene.state.stage == stage


def affiliation_is(arguments: Arguments) -> Condition:
    """The conspirator has that affiliation."""
    affiliation = arguments["affiliation"]
    return lambda scene: scene.table.affiliations[scene.actor] == affiliation


def is_in(arguments: Arguments) -> Condition:
    """The conspirator is in that space or part of the board."""
    place = arguments["place"]
    return lambda scene: place in _places(scene, _space(scene))


def leader_in_region(arguments: Arguments) -> Condition:
    """That leader is in that part of the board."""
    leader, region = arguments["leader"], arguments["region"]
    return lambda scene: region in _places(scene, _of(scene, leader))


@obeys(Rule.BERLIN_EFFECTS)
def _places(scene: Scene, space: str) -> tuple[str, ...]:
    """The names of a space and of the part of the board it is in."""
    found = scene.table.spaces.get(space)
    return (space, found.region) if found and found.region else (space,)


def leader_next_door(arguments: Arguments) -> Condition:
    """That leader is exactly one space away."""
    leader = arguments["leader"]

    def holds(scene: Scene) -> bool:
        here = scene.table.spaces.get(_space(scene))
        return here is not None and _of(scene, leader) in here.neighbours

    return holds


def leader_fortified(arguments: Arguments) -> Condition:
    """That leader is in a fortified space."""
    leader = arguments["leader"]

    def holds(scene: Scene) -> bool:
        space = scene.table.spaces.get(_of(scene, leader))
        return space is not None and space.is_fortified

    return holds


def leader_in_stages(arguments: Arguments) -> Condition:
    """That leader is in a space that opens in one of those stages."""
    leader, first, last = arguments["leader"], int(arguments["from"]), int(arguments["to"])

    def holds(scene: Scene) -> bool:
        space = scene.table.spaces.get(_of(scene, leader))
        return space is not None and first <= (space.opens_in_stage or first) <= last

    return holds


def at_least(arguments: Arguments) -> Condition:
    """The conspirator has that level or a higher one."""
    return _compared(arguments["level"], int.__ge__)


def at_most(arguments: Arguments) -> Condition:
    """The conspirator has that level or a lower one."""
    return _compared(arguments["level"], int.__le__)


def _compared(level: str, fits: Callable[[int, int], bool]) -> Condition:
    def holds(scene: Scene) -> bool:
        track = scene.table.track_of(level)
        return fits(scene.state.conspirators[scene.actor].levels[track], scene.table.place(track, level))

    return holds


def track_at_least(arguments: Arguments) -> Condition:
    """A common track has that value or more."""
    track, number = arguments["track"], int(arguments["number"])
    if track == SUPPORT:
        return lambda scene: scene.state.levels[SUPPORT] >= number
    if track == DISSENT:
        return lambda scene: scene.state.dissent >= number
    raise CannotExecute(track, f"“{track}” is no track of the board")


def has(arguments: Arguments) -> Condition:
    """The conspirator holds at least that many."""
    number, holding = int(arguments["number"]), known_holding(arguments["holding"])
    return lambda scene: len(held(scene.table, scene.state, scene.actor, holding)) >= number


def together(arguments: Arguments) -> Condition:
    """The free conspirators hold at least that many together."""
    number, holding = int(arguments["number"]), known_holding(arguments["holding"])

    def holds(scene: Scene) -> bool:
        free = board.free(scene.state)
        return sum(len(held(scene.table, scene.state, code, holding)) for code in free) >= number

    return holds


def holds_targets(arguments: Arguments) -> Condition:
    """At least that many targets lie on this card."""
    number = int(arguments["number"])

    def holds(scene: Scene) -> bool:
        assert scene.frame is not None
        card = scene.table.programs[scene.frame.program].owner[1]
        return scene.state.on_cards.get(card, 0) >= number

    return holds


def rolled(arguments: Arguments) -> Condition:
    """The roll shows that number or sign."""
    face = arguments["face"]
    return lambda scene: scene.frame is not None and face in scene.frame.memo.get(ROLL, ())


def during_plot(_: Arguments) -> Condition:
    """Somebody is attempting a plot."""
    return lambda scene: scene.state.plot is not None


def during_own_plot(_: Arguments) -> Condition:
    """The conspirator is attempting a plot."""
    return lambda scene: scene.state.plot is not None and scene.state.plot.by == scene.actor


def plot_here(_: Arguments) -> Condition:
    """A plot is attempted in the conspirator's space."""

    def holds(scene: Scene) -> bool:
        plot = scene.state.plot
        return plot is not None and scene.state.conspirators[plot.by].location == _space(scene)

    return holds


def unused(_: Arguments) -> Condition:
    """It has not been used in this turn."""
    return lambda scene: scene.frame is None or scene.frame.program not in scene.state.used


CONDITIONS: dict[str, Callable[[Arguments], Condition]] = {
    "{leader} here": leader_here,
    "deputy here": deputy_here,
    "all here": all_here,
    "stage {number}": stage_is,
    "{affiliation}": affiliation_is,
    "in {place=location|region}": is_in,
    "{leader} next-door": leader_next_door,
    "{leader} fortified": leader_fortified,
    "{leader} in {region}": leader_in_region,
    "{leader} in stage {from=number} to {to=number}": leader_in_stages,
    "at least {level}": at_least,
    "at most {level}": at_most,
    "{track} at least {number}": track_at_least,
    "has {number} {holding}": has,
    "together {number} {holding}": together,
    "holds {number} targets": holds_targets,
    "rolled {face=number|icon}": rolled,
    "during plot": during_plot,
    "during own plot": during_own_plot,
    "plot here": plot_here,
    "unused": unused,
}

"""The conditions of the notation, asked of a conspirator in the middle of a line."""

from rules_engine.black_orchestra.conspirators import free
from rules_engine.black_orchestra.dossier import HOLDINGS
from rules_engine.black_orchestra.leaders import deputies
from rules_engine.black_orchestra.lines import FORMS, ROLL, aimed
from rules_engine.black_orchestra.rulebook import DISSENT, SUPPORT, Rule
from rules_engine.machine.steps import Scene
from rules_engine.obeys import obeys
from rules_engine.ruleset import Space


def _here(scene: Scene) -> str:
    """Where the conspirator is."""
    return str(scene.state.conspirators[scene.actor].location)


def _place(scene: Scene, leader: str) -> str:
    """Where a leader is; empty when he is not in play."""
    return str(scene.state.leaders.get(aimed(scene, leader), ""))


def _space(scene: Scene, leader: str) -> Space | None:
    """The space that a leader is in."""
    found: Space | None = scene.table.spaces.get(_place(scene, leader))
    return found


@obeys(Rule.BERLIN_EFFECTS)
def _places(scene: Scene, space: str) -> tuple[str, ...]:
    """The names of a space and of the part of the board it is in."""
    found = scene.table.spaces.get(space)
    return (space, found.region) if found and found.region else (space,)


@FORMS.condition("{leader} here")
def leader_here(scene: Scene, leader: str) -> bool:
    """That leader is in the conspirator's space."""
    return _place(scene, leader) == _here(scene)


@FORMS.condition("deputy here")
def deputy_here(scene: Scene) -> bool:
    """A leader other than Hitler is in the conspirator's space."""
    return any(scene.state.leaders[deputy] == _here(scene) for deputy in deputies(scene.state))


@FORMS.condition("all here")
def all_here(scene: Scene) -> bool:
    """All conspirators are in one space; a prisoner is not there."""
    return all(conspirator.location == _here(scene) for conspirator in scene.state.conspirators.values())


@FORMS.condition("stage {number}")
def stage_is(scene: Scene, number: int) -> bool:
    """It is that stage."""
    return bool(scene.state.stage == number)


@FORMS.condition("{affiliation}")
def affiliation_is(scene: Scene, affiliation: str) -> bool:
    """The conspirator has that affiliation."""
    return bool(scene.table.affiliations[scene.actor] == affiliation)


@FORMS.condition("in {place=location|region}")
def is_in(scene: Scene, place: str) -> bool:
    """The conspirator is in that space or part of the board."""
    return place in _places(scene, _here(scene))


@FORMS.condition("{leader} in {region}")
def leader_in_region(scene: Scene, leader: str, region: str) -> bool:
    """That leader is in that part of the board."""
    return region in _places(scene, _place(scene, leader))


@FORMS.condition("{leader} next-door")
def leader_next_door(scene: Scene, leader: str) -> bool:
    """That leader is exactly one space away."""
    here = scene.table.spaces.get(_here(scene))
    return here is not None and _place(scene, leader) in here.neighbours


@FORMS.condition("{leader} fortified")
def leader_fortified(scene: Scene, leader: str) -> bool:
    """That leader is in a fortified space."""
    space = _space(scene, leader)
    return space is not None and space.is_fortified


@FORMS.condition("{leader} in stage {from=number} to {to=number}")
def leader_in_stages(scene: Scene, leader: str, from_: int, to: int) -> bool:
    """That leader is in a space that opens in one of those stages."""
    space = _space(scene, leader)
    return space is not None and from_ <= (space.opens_in_stage or from_) <= to


@FORMS.condition("at least {level}")
def at_least(scene: Scene, level: str) -> bool:
    """The conspirator has that level or a higher one."""
    track, place = scene.table.places[level]
    return bool(scene.state.conspirators[scene.actor].levels[track] >= place)


@FORMS.condition("at most {level}")
def at_most(scene: Scene, level: str) -> bool:
    """The conspirator has that level or a lower one."""
    track, place = scene.table.places[level]
    return bool(scene.state.conspirators[scene.actor].levels[track] <= place)


@FORMS.condition("{track} at least {number}", only={"track": (SUPPORT, DISSENT)})
def track_at_least(scene: Scene, track: str, number: int) -> bool:
    """A common track has that value or more."""
    return bool((scene.state.dissent if track == DISSENT else scene.state.levels[track]) >= number)


@FORMS.condition("has {number} {holding}", only={"holding": HOLDINGS})
def has(scene: Scene, number: int, holding: str) -> bool:
    """The conspirator holds at least that many."""
    return len(HOLDINGS[holding](scene.table, scene.state, scene.actor)) >= number


@FORMS.condition("together {number} {holding}", only={"holding": HOLDINGS})
def together(scene: Scene, number: int, holding: str) -> bool:
    """The free conspirators hold at least that many together."""
    return sum(len(HOLDINGS[holding](scene.table, scene.state, code)) for code in free(scene.state)) >= number


@FORMS.condition("holds {number} targets")
def holds_targets(scene: Scene, number: int) -> bool:
    """At least that many targets lie on this card."""
    return bool(scene.state.on_cards.get(scene.frame.program.owner[1], 0) >= number)


@FORMS.condition("rolled {face=number|icon}")
def rolled(scene: Scene, face: str) -> bool:
    """The roll shows that number or sign."""
    return scene.frame is not None and face in scene.frame.memo.get(ROLL, ())


@FORMS.condition("during plot")
def during_plot(scene: Scene) -> bool:
    """Somebody is attempting a plot."""
    return scene.state.plot is not None


@FORMS.condition("during own plot")
def during_own_plot(scene: Scene) -> bool:
    """The conspirator is attempting a plot."""
    return scene.state.plot is not None and scene.state.plot.by == scene.actor


@FORMS.condition("plot here")
def plot_here(scene: Scene) -> bool:
    """A plot is attempted in the conspirator's space."""
    plot = scene.state.plot
    return plot is not None and scene.state.conspirators[plot.by].location == _here(scene)


@FORMS.condition("unused")
def unused(scene: Scene) -> bool:
    """It has not been used in this turn."""
    return scene.frame is None or scene.frame.program.key not in scene.state.used

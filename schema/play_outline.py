"""The turn to read: the phases of a frame in their order, with what is done, restricted and ended in each."""

from collections.abc import Iterator
from dataclasses import dataclass

from schema.play import ActionShape, EndingShape, ModifierShape, PhaseShape, PlayFile, TriggerShape
from schema.play_people import RoleShape, TeamShape
from schema.play_row import PlayRowShape

HOW = {
    "once": "once",
    "loop": "again and again",
    "round": "each seat once, clockwise",
    "back": "each seat once, counter-clockwise",
    "turns": "seat after seat, clockwise",
    "teams": "each team once",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A row of the frame as it is read: what it is, the rule it obeys, what it says, and what lies within it."""

    kind: str
    """`team`, `role`, `phase`, `action`, `trigger`, `modifier`, `ending`, or `step` for what happens of itself."""
    code: str
    rule: str
    sentences: tuple[str, ...]
    within: tuple["Part", ...] = ()

    def walk(self) -> Iterator["Part"]:
        """It, and all that lies within it."""
        yield self
        for part in self.within:
            yield from part.walk()


def outline_of(play: PlayFile) -> Part:
    """The whole game, from the phase that is inside of none; only for a frame that was read without a mistake."""
    root = next(phase for phase in play.phase if not phase.inside)
    whole = _phase(play, root)
    at_once = tuple(_ending(row) for row in play.ending if not row.phase)
    people = (*(_team(play, row) for row in play.team), *(_role(row) for row in play.role))
    return Part(whole.kind, whole.code, whole.rule, whole.sentences, (*people, *whole.within, *at_once))


def rules_of(part: Part) -> list[str]:
    """The rules that it obeys, each once, in the order of reading."""
    return list(dict.fromkeys(each.rule for each in part.walk()))


def _team(play: PlayFile, row: TeamShape) -> Part:
    rest = "all other seats" if any(team.who for team in play.team) else "seats around the table, each team in turn"
    who = f"who: {row.who}" if row.who else rest
    return Part("team", row.code, row.rule, (who,))


def _role(row: RoleShape) -> Part:
    told = (f"points: {row.points}" if row.points else "", f"aim: {row.aim}" if row.aim else "")
    return Part("role", row.code, row.rule, tuple(filter(None, told)))


def _phase(play: PlayFile, phase: PhaseShape) -> Part:
    """A phase in the order in which it is gone through."""
    within: list[Part] = []
    if phase.opens:
        within.append(_step(phase, "opens", f"first: {phase.opens}"))
    if phase.resolves:
        within.append(_step(phase, "resolves", f"in the order that is chosen: {phase.resolves}"))
    within += [_phase(play, inner) for inner in play.phase if inner.inside == phase.code]
    within += [_action(play, action) for action in play.action if action.phase == phase.code]
    if phase.closes:
        within.append(_step(phase, "closes", f"last: {phase.closes}"))
    within += [_ending(ending) for ending in play.ending if ending.phase == phase.code]
    return Part("phase", phase.code, phase.rule, tuple(_how(phase)), tuple(within))


def _how(phase: PhaseShape) -> Iterator[str]:
    leader = f", from {phase.leader}" if phase.leader else ""
    yield f"{HOW[phase.how]}{leader}"
    if phase.who:
        yield f"only who: {phase.who}"
    if phase.condition:
        yield f"only if {phase.condition}"
    if phase.until:
        yield f"until {phase.until}"


def _step(phase: PhaseShape, column: str, sentence: str) -> Part:
    return Part("step", f"{phase.code}-{column}", phase.rule, (sentence,))


def _action(play: PlayFile, action: ActionShape) -> Part:
    within = [_modifier(row) for row in play.modifier if row.action == action.code]
    within += [_trigger(row) for row in play.trigger if row.after == action.code]
    return Part("action", action.code, action.rule, tuple(_done(action)), tuple(within))


def _done(action: ActionShape) -> Iterator[str]:
    if action.role:
        yield f"only the role: {' or '.join(action.role.split())}"
    if action.takes:
        yield f"choose {action.takes}"
    if action.condition:
        yield f"only if {action.condition}"
    if action.is_sealed:
        yield "the others do not see what was chosen"
    yield action.does
    if action.may:
        yield f"may be done with it: {action.may}"


def _modifier(row: ModifierShape) -> Part:
    return _conditional("modifier", row, row.condition, f"only {row.only}")


def _trigger(row: TriggerShape) -> Part:
    return _conditional("trigger", row, row.condition, row.does)


def _ending(row: EndingShape) -> Part:
    result = {"most": "most points win", "least": "fewest points win", "": ""}[row.best]
    told = [f"points: {row.score}" if row.score else "", result, f"then by {row.tie_break}" if row.tie_break else ""]
    told += [
        "who is equal wins together" if row.tied == "win" else "",
        f"who also wins: {row.wins}" if row.wins else "",
    ]
    told += [f"otherwise {row.outcome}" if row.outcome and (row.best or row.wins) else row.outcome]
    return _conditional("ending", row, row.condition, "the game ends; " + "; ".join(filter(None, told)))


def _conditional(kind: str, row: PlayRowShape, condition: str, sentence: str) -> Part:
    return Part(kind, row.code, row.rule, (f"if {condition}: {sentence}" if condition else sentence.rstrip("; "),))

"""Why an action cannot be done, from what whoever acts can see; every refusal names the rule of a row."""

from typing import Any

from rules_engine.events import Refusal
from rules_engine.from_rows.deeds import Deed
from rules_engine.from_rows.lines import CardLine
from rules_engine.from_rows.state import State


def refuse(table: Any, state: State, action: str) -> Refusal:
    """The refusal of an action that is not legal."""
    if state.outcome is not None:
        return Refusal(state.outcome[2], "The game is over.")
    line, actor = state.frames[-1].program, state.frames[-1].actor
    if isinstance(line, CardLine):
        offered = ", ".join(table.legal(state))
        return Refusal(line.rule, f"First an effect must be carried out: choose one of {offered}.")
    phase, rule = table.phase_of(state)
    known = [deed for deed in table.deeds.values() if deed.verb == action.split(" ")[0]]
    here = [deed for deed in known if deed.phase == phase]
    if not known:
        return Refusal(rule, f"“{action}” is nothing that can be done; now it is the phase {phase}.")
    if not here:
        return _at_another_time(table, known[0], phase, rule)
    meant = [deed for deed in here if deed.meant(state, actor, _without_tail(deed, action)) is not None]
    if not meant:
        named = here[0].rule if len(here) == 1 else rule
        return Refusal(named, f"“{action}” names nothing that “{here[0].code}” can be done with now.")
    return _against(table, state, actor, meant[0], action)


def _at_another_time(table: Any, deed: Deed, phase: str, rule: str) -> Refusal:
    """What comes later must wait for what goes on; what came earlier is over by its own rule."""
    order = [row.code for row in table.frame.play.phase]
    is_later = order.index(deed.phase) > order.index(phase)
    sentence = f"“{deed.code}” belongs to the phase {deed.phase}; now it is {phase}."
    return Refusal(rule if is_later and table.is_waiting(phase) else deed.rule, sentence)


def _without_tail(deed: Deed, action: str) -> str:
    return " ".join(action.split(" ")[: deed.length])


def _against(table: Any, state: State, actor: int, deed: Deed, action: str) -> Refusal:
    """The row that an action is against which speaks of things that are there."""
    plain = _without_tail(deed, action)
    given = deed.bind(state, actor, plain)
    for row in deed.restrictions:
        if (row.condition is None or row.condition(state, actor)) and not row.only(state, actor, *given):
            return Refusal(row.rule, f"“{action}” is against the rule {row.rule}.")
    if plain != action and plain in deed.offers(state, actor):
        return _without_line(table, state, actor, deed, given, action)
    row = next(row for row in table.frame.play.action if row.code == deed.code)
    asked = row.condition
    if row.role and table.people.role_of(state, actor) not in row.role.split():
        return Refusal(deed.rule, f"“{action}” is for the role {' or '.join(row.role.split())} alone.")
    sentence = f"“{action}” does not fit “{asked}”." if asked else f"“{action}” cannot be done now."
    return Refusal(deed.rule, sentence)


def _without_line(table: Any, state: State, actor: int, deed: Deed, given: Any, action: str) -> Refusal:
    """The line of a card that was to happen with it belongs to another time, or cannot happen in full."""
    if deed.lines is not None and deed.lines(state, actor, *given):
        told = next((row.rule for row in table.frame.play.telling if row.code == deed.tells), deed.rule)
        return Refusal(told, f"What “{action}” begins cannot be carried out in full now.")
    words = {word for word in given if isinstance(word, str)}
    owned = table.lines.of(given[0]) if given else ()
    line = next((line for line in owned if words <= line.at), None)
    return Refusal(line.rule if line else deed.rule, f"There is nothing that “{action}” could begin now.")

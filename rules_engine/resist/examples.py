"""Worked examples in the words of their files, and what must hold in each state of the game."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules_engine.chance import seeded
from rules_engine.checks.needed import facts_stated
from rules_engine.machine.steps import NOTHING
from rules_engine.resist.cards import USE, Table
from rules_engine.resist.rounds import CONTINUE, END, STOP
from rules_engine.resist.rulebook import needed_facts
from rules_engine.resist.state import State, Step
from rules_engine.resist.strength import dead_civilians
from rules_engine.ruleset import Ruleset

CHECKS = (facts_stated(needed_facts),)
PLAIN = {"stop-attacking": STOP, "continue": CONTINUE, "end": END}
TRIES = 2_000
"""How many turns of chance are tried until it brings what the example says."""


def spelled(entry: Mapping[str, Any]) -> str:
    """The action that an entry of an example means."""
    do = entry["do"]
    if do in PLAIN:
        return PLAIN[do]
    if do == "play":
        use = f" {USE}" if entry.get("use-action") else ""
        return f"play {entry['card']} {entry['side']}{use}"
    if do == "choose-mission":
        return f"choose {entry['mission']}"
    if do == "defeat":
        return f"defeat {entry['target']}"
    raise ValueError(f"An example cannot do “{do}”; it can play, choose-mission, defeat, {', '.join(PLAIN)}.")


def play_example(table: Table, state: State, entry: Mapping[str, Any]) -> State:
    """The state after an entry, or a ValueError that says why it cannot be."""
    brought = {pile.replace("-", "_"): table.number_of[code] for pile, code in entry.get("chance", {}).items()}
    for turn in range(TRIES if brought else 1):
        after = state.copy()
        if turn:
            after.chance = seeded(turn)
        _do(table, after, entry)
        if all(getattr(after, pile).count(c) > getattr(state, pile).count(c) for pile, c in brought.items()):
            return after
    raise ValueError(f"Chance never brings {dict(entry['chance'])} after “{spelled(entry)}”.")


def _do(table: Table, state: State, entry: Mapping[str, Any]) -> None:
    """The action, and in its effects the options that speak of all that the example chooses, as far as options do."""
    action, wanted = spelled(entry), set(entry.get("choose", {}).values())
    while True:
        refusal = table.advance(state, action)
        if refusal:
            raise ValueError(f"“{action}” is refused by the rule {refusal.rule}: {refusal.sentence}")
        if not state.frames:
            return
        options = table.legal(state)
        action = max(options, key=lambda option: len(wanted & set(option.split())))
        if not wanted & set(action.split()):
            raise ValueError(f"The example does not say which of {', '.join(options)} is chosen.")


def limits(ruleset: Ruleset, state: Any) -> Iterator[str]:
    """What does not hold in a state, in sentences."""
    engine = ruleset.engine
    assert isinstance(engine, Table)
    assert isinstance(state, State)
    numbers = engine.numbers
    if state.attack < 0:
        yield f"The attack that is left is {state.attack}, below nothing."
    if len(state.offer) > numbers.missions_offered:
        yield f"{len(state.offer)} missions are offered, but there are {numbers.missions_offered} places."
    if len(state.enemies) != len(state.offer):
        yield f"{len(state.enemies)} garrisons lie at {len(state.offer)} places."
    if len(state.failed) > numbers.failed_missions:
        yield f"{len(state.failed)} missions have failed, but {numbers.failed_missions} end the game."
    dead = dead_civilians(engine, state)
    if state.step == Step.PLAN and not state.outcome and dead >= numbers.dead_civilians:
        yield f"The game goes on with {dead} dead civilians."
    if state.chosen != NOTHING and not 0 <= state.chosen < len(state.offer):
        yield f"The chosen mission lies at place {state.chosen} of {len(state.offer)}."

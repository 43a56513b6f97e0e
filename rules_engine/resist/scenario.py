"""Play a worked example: its actions in the words of the examples file, chance by what it is said to bring."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules_engine.chance import seeded
from rules_engine.resist.ops import open_options
from rules_engine.resist.state import State
from rules_engine.resist.table import CONTINUE, END, STOP, USE

if TYPE_CHECKING:
    from rules_engine.resist.engine import Resist

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


def play_entry(engine: "Resist", state: State, entry: Mapping[str, Any]) -> State:
    """The state after an entry, or a ValueError that says why it cannot be."""
    chance = entry.get("chance", {})
    for turn in range(TRIES if chance else 1):
        after = state.copy()
        if turn:
            after.chance = seeded(turn)
        _do(engine, after, entry)
        if all(_has_brought(engine, state, after, pile, code) for pile, code in chance.items()):
            return after
    raise ValueError(f"Chance never brings {dict(chance)} after “{spelled(entry)}”.")


def _do(engine: "Resist", state: State, entry: Mapping[str, Any]) -> None:
    actions: Iterator[str] = iter([spelled(entry)])
    wanted = set(entry.get("choose", {}).values())
    action = next(actions)
    while True:
        refusal = engine.advance(state, action)
        if refusal:
            raise ValueError(f"“{action}” is refused by the rule {refusal.rule}: {refusal.sentence}")
        if not state.frames:
            return
        action = _answer(open_options(engine.table.cards, state), wanted)


def _answer(options: Sequence[str], wanted: set[str]) -> str:
    """The option that speaks of all that the example chooses, as far as options do."""
    best = max(options, key=lambda option: len(wanted & set(option.split())))
    if not wanted & set(best.split()):
        raise ValueError(f"The example does not say which of {', '.join(options)} is chosen.")
    return best


def _has_brought(engine: "Resist", before: State, after: State, pile: str, code: str) -> bool:
    card = engine.table.cards.numbers[code]
    was: list[int] = getattr(before, pile.replace("-", "_"))
    now: list[int] = getattr(after, pile.replace("-", "_"))
    return now.count(card) > was.count(card)

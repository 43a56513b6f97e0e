"""The numbers of a line of notation as slots that facts fill: which a line has, and the one place that fills them.

    enter: suspicion self -3; military-support +1

has two slots, counted from 1. A line that a card prints as a whole is one fact, and stands in slot 0.
"""

import re
from collections.abc import Mapping, Sequence

from schema.notation import SLOT, NotationError

WHOLE = 0
"""The slot of a fact that is the line itself."""
BLANK = "{value}"
"""A slot of a line that no fact has filled yet."""
NUMBER = re.compile(rf"(?<![\w+-])(?:[+-]?\d+|{re.escape(BLANK)})(?![\w-])")
"""A slot of a line."""

FactKey = tuple[str, str]
"""Subject and attribute of a fact."""
Slots = Mapping[int, FactKey]
"""Which fact fills which slot of a line."""


def numbers_of(notation: str) -> list[str]:
    """What stands in the slots of a line, from slot 1 on."""
    return NUMBER.findall(notation)


def filled(notation: str, values: Mapping[int, str]) -> str:
    """The line with these values in these slots, or a NotationError for a slot that it has not and for no number."""
    line = values.get(WHOLE, notation)
    rest = {slot: value for slot, value in values.items() if slot != WHOLE}
    if len(numbers_of(line)) < max(rest, default=0):
        raise NotationError(f"There is no number {max(rest)}", line)
    at = 0

    def write(hit: re.Match[str]) -> str:
        nonlocal at
        at += 1
        return _number(rest[at], hit[0], line) if at in rest else hit[0]

    return NUMBER.sub(write, line)


def _number(value: str, instead_of: str, line: str) -> str:
    """The value as a number of the kind that it takes the place of; a sign is printed or not, but never missing."""
    if not re.fullmatch(r"[+-]?\d+", value):
        raise NotationError(f"“{value}” is no number", line, value)
    if instead_of == BLANK:
        return value
    return f"{int(value):+d}" if instead_of[0] in "+-" else str(int(value))


def find_slots(notation: str, trigger: str, step: str, known: Mapping[str, str]) -> Sequence[int]:
    """The slots of a line, set off by the trigger, where the step has its value; both are templates."""
    head, _, _ = notation.partition(": ")
    if not re.fullmatch(pattern_of(trigger, known) + r"(?: if .*)?", head):
        return ()
    before, after = (pattern_of(part, known) for part in step.split(BLANK))
    return [
        slot
        for slot, hit in enumerate(NUMBER.finditer(notation), 1)
        if re.search(rf"(?<![\w-]){before}$", notation[len(head) : hit.start()])
        and re.match(rf"{after}(?![\w-])", notation[hit.end() :])
    ]


def pattern_of(template: str, known: Mapping[str, str]) -> str:
    """A template such as ``enter.{track}`` as a pattern: known words stand for themselves, others are looked for."""
    pattern = ""
    for at, part in enumerate(SLOT.split(template)):
        if at % 2 == 0:
            pattern += re.escape(part)
        else:
            pattern += re.escape(known[part]) if part in known else rf"(?P<{part}>[\w+-]+)"
    return pattern

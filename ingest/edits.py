"""A text under repair that remembers every change as a place in the text it came from."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from schema.documents import RepairShape


@dataclass(frozen=True, slots=True)
class _Edit:
    """Characters ``start`` to ``end`` of the raw text have become ``after``."""

    start: int
    end: int
    after: str
    reasons: tuple[str, ...]
    runner_up: str | None = None
    confidence: float = 1.0


class EditedText:
    """The raw text with changes; changes that touch the same characters melt into one."""

    def __init__(self, raw: str, repairs: Iterable[RepairShape] = ()) -> None:
        self.raw = raw
        self._edits = [
            _Edit(r.position, r.position + r.length, r.after, (r.reason,), r.runner_up, r.confidence)
            for r in sorted(repairs, key=lambda r: (r.position, r.length))
        ]

    @property
    def text(self) -> str:
        """The text as it reads now."""
        parts, at = [], 0
        for edit in self._edits:
            parts += [self.raw[at : edit.start], edit.after]
            at = edit.end
        return "".join([*parts, self.raw[at:]])

    @property
    def repairs(self) -> tuple[RepairShape, ...]:
        """What was changed, in order and without overlaps."""
        return tuple(
            RepairShape(
                position=edit.start,
                length=edit.end - edit.start,
                before=self.raw[edit.start : edit.end],
                after=edit.after,
                reason=", ".join(edit.reasons),
                runner_up=edit.runner_up,
                confidence=edit.confidence,
            )
            for edit in self._edits
            if self.raw[edit.start : edit.end] != edit.after
        )

    def sub(self, pattern: re.Pattern[str], after: str | Callable[[re.Match[str]], str | None], reason: str) -> None:
        """Replace what matches, like ``re.sub``; a function may return None to leave a match alone."""
        for match in reversed(list(pattern.finditer(self.text))):
            new = after(match) if callable(after) else match.expand(after)
            if new is not None and new != match[0]:
                self.replace(match.start(), match.end(), new, reason)

    def replace(
        self, start: int, end: int, after: str, reason: str, *, runner_up: str | None = None, confidence: float = 1.0
    ) -> None:
        """Replace characters ``start`` to ``end`` of the text as it reads now."""
        earlier: list[_Edit] = []
        touched: list[tuple[_Edit, int]] = []
        later: list[_Edit] = []
        shift, shift_of_start, shift_of_end = 0, 0, 0
        for edit in self._edits:
            now = edit.start + shift
            shift += len(edit.after) - (edit.end - edit.start)
            if now + len(edit.after) < start:
                earlier.append(edit)
                shift_of_start = shift_of_end = shift
            elif now > end:
                later.append(edit)
            else:
                touched.append((edit, now))
                shift_of_end = shift
        new = _Edit(start - shift_of_start, end - shift_of_end, after, (reason,), runner_up, confidence)
        for edit, now in touched:
            new = _melted(new, edit, edit.after[: max(0, start - now)], edit.after[max(0, end - now) :])
        self._edits = [*earlier, new, *later]


def _melted(new: _Edit, old: _Edit, head: str, tail: str) -> _Edit:
    """The new change with what an older one beside or under it leaves standing before and after."""
    return replace(
        new,
        start=min(new.start, old.start),
        end=max(new.end, old.end),
        after=head + new.after + tail,
        reasons=tuple(dict.fromkeys((*old.reasons, *new.reasons))),
        runner_up=new.runner_up or old.runner_up,
        confidence=min(new.confidence, old.confidence),
    )

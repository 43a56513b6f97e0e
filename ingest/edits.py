"""Texts under repair: every change is kept as a place in the raw text, whatever was changed before it."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from schema.documents import RepairShape
from schema.reading import PassageRead


@dataclass(frozen=True, slots=True)
class Edit:
    """A proposal: characters ``start`` to ``end`` of the clean text should read ``after``."""

    start: int
    end: int
    after: str
    reason: str
    confidence: float
    runner_up: str | None = None


@dataclass(frozen=True, slots=True)
class _Change:
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
        self._changes = [
            _Change(r.position, r.position + r.length, r.after, (r.reason,), r.runner_up, r.confidence)
            for r in sorted(repairs, key=lambda r: (r.position, r.length))
        ]

    @property
    def text(self) -> str:
        """The text as it reads now."""
        parts, at = [], 0
        for change in self._changes:
            parts += [self.raw[at : change.start], change.after]
            at = change.end
        return "".join([*parts, self.raw[at:]])

    @property
    def repairs(self) -> tuple[RepairShape, ...]:
        """What was changed, in order and without overlaps."""
        return tuple(
            RepairShape(
                position=change.start,
                length=change.end - change.start,
                before=self.raw[change.start : change.end],
                after=change.after,
                reason=", ".join(change.reasons),
                runner_up=change.runner_up,
                confidence=change.confidence,
            )
            for change in self._changes
            if self.raw[change.start : change.end] != change.after
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
        earlier: list[_Change] = []
        touched: list[tuple[_Change, int]] = []
        later: list[_Change] = []
        shift, shift_of_start, shift_of_end = 0, 0, 0
        for change in self._changes:
            now = change.start + shift
            shift += len(change.after) - (change.end - change.start)
            if now + len(change.after) < start:
                earlier.append(change)
                shift_of_start = shift_of_end = shift
            elif now > end:
                later.append(change)
            else:
                touched.append((change, now))
                shift_of_end = shift
        new = _Change(start - shift_of_start, end - shift_of_end, after, (reason,), runner_up, confidence)
        for change, now in touched:
            new = _melted(new, change, change.after[: max(0, start - now)], change.after[max(0, end - now) :])
        self._changes = [*earlier, new, *later]


def _melted(new: _Change, old: _Change, head: str, tail: str) -> _Change:
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


def apply_repairs(raw_text: str, repairs: Iterable[RepairShape]) -> str:
    """The text that the repairs make of the raw text."""
    return EditedText(raw_text, repairs).text


def with_edits(read: PassageRead, edits: Iterable[Edit]) -> PassageRead:
    """The passage with the edits as repairs; of edits that overlap the first stays."""
    text = read.passage.text
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        if text[edit.start : edit.end] != edit.after and (not kept or edit.start >= kept[-1].end):
            kept.append(edit)
    if not kept:
        return read
    edited = EditedText(read.passage.raw_text, read.repairs)
    for edit in reversed(kept):
        edited.replace(
            edit.start, edit.end, edit.after, edit.reason, runner_up=edit.runner_up, confidence=edit.confidence
        )
    words = max(1, len(text.split()))
    certainty = 1 - sum(1 - edit.confidence for edit in kept) / words
    confidence = min(read.passage.confidence, max(0.0, certainty))
    passage = read.passage.model_copy(update={"text": edited.text, "confidence": confidence})
    return replace(read, passage=passage, repairs=edited.repairs)


def text_position(repairs: Sequence[RepairShape], position: int, *, is_end: bool) -> int:
    """Where a position of the raw text stands in the text; within a repair, the repair's start or end."""
    shift = 0
    for repair in sorted(repairs, key=lambda r: r.position):
        end = repair.position + repair.length
        if end <= position and not (is_end and repair.position == position == end):
            shift += len(repair.after) - repair.length
        elif repair.position < position:
            return repair.position + shift + (len(repair.after) if is_end else 0)
        else:
            break
    return position + shift

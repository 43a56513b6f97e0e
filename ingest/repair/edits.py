"""A proposed change of a passage's text, and laying such changes over what cleaning already changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.edits import EditedText
from schema.documents import RepairShape
from schema.reading import PassageRead


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters ``start`` to ``end`` of the clean text should read ``after``."""

    start: int
    end: int
    after: str
    reason: str
    confidence: float
    runner_up: str | None = None


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
    """Where a place of the raw text stands in the text; within a repair, the repair's start or end."""
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

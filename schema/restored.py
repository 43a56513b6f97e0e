"""Icons that are restored from other documents: how such repairs are marked, and what was read before them."""

from schema.documents import Repair, RepairShape

RESTORE_ICONS, RESTORED = "restore-icons", "icon restored"
"""The name of the step in the repairs that it makes, and their reason."""


def as_read(repair: RepairShape) -> RepairShape | None:
    """A repair as reading made it: what was restored over it is taken away; none where reading made none."""
    if repair.made_by != RESTORE_ICONS:
        return None if repair.made_by else repair
    if (repair.runner_up or "") == repair.before:
        return None
    reason = repair.reason.removesuffix(f", {RESTORED}")
    changed = {"after": repair.runner_up or "", "runner_up": None, "confidence": 1.0, "reason": reason, "made_by": ""}
    return RepairShape.model_validate({**repair.model_dump(include=set(RepairShape.model_fields)), **changed})


def read_place(position: int, repairs: list[Repair]) -> int:
    """Where in the raw text stands what is at a position of the repaired one; restoring an icon does not move it."""
    moved = 0
    for repair in sorted(repairs, key=lambda each: (each.position, each.length)):
        begins = repair.position + moved
        if position < begins + len(repair.after):
            return min(position, begins) - moved + (max(position - begins, 0) if repair.made_by == "" else 0)
        moved += len(repair.after) - repair.length
    return position - moved

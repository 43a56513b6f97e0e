"""What people are asked about; a file of its own for those that only count, without all that reading needs."""

from dataclasses import dataclass

BY_A_PERSON = "decided by a person"


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """What people are asked about; chosen by eye."""

    doubtful: float = 0.9
    """Repairs less sure than this are shown."""
    close_margin: float = 5.0
    """Matches whose runner-up is nearer than this are shown."""

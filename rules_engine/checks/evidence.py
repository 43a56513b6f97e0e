"""What the checks are given, and how they say what they found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules_engine.errors import RulesetError
from rules_engine.rows import Rows
from rules_engine.ruleset import Ruleset
from schema.results import ValidationShape


@dataclass(frozen=True, slots=True)
class Evidence:
    """The rows, the ruleset made from those that are sound, and an error for each that is not."""

    rows: Rows
    ruleset: Ruleset
    errors: Sequence[RulesetError]

    def absent(self, check: str, subject: str, attribute: str) -> ValidationShape:
        """The outcome where a fact is missing: nobody can have stated it as long as there is no document."""
        message = self.ruleset.missing(subject, attribute)
        return (failed if self.rows.documents else unknown)(check, message, f"{subject} {attribute}")


def passed(check: str, message: str, subject: str = "") -> ValidationShape:
    """The claim is true."""
    return _outcome(check, message, subject, "passed")


def failed(check: str, message: str, subject: str = "") -> ValidationShape:
    """The claim is false."""
    return _outcome(check, message, subject, "failed")


def unknown(check: str, message: str, subject: str = "") -> ValidationShape:
    """The rows do not say enough."""
    return _outcome(check, message, subject, "unknown")


def _outcome(check: str, message: str, subject: str, status: Literal["passed", "failed", "unknown"]) -> ValidationShape:
    return ValidationShape(check=check, subject=subject, status=status, message=message)
